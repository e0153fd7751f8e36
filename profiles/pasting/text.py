"""The text of a pasted line: without LaTeX, HTML and Markdown, and as parts."""

import html
import re
import unicodedata

from pylatexenc.latex2text import LatexNodes2Text

from profiles.dates import PartialDate
from profiles.dates.anywhere import Found, find_dates
from profiles.markup.structure import LINK
from profiles.pasting import words

# A bullet or a number before a line, and what goes with the line above.
BULLET = re.compile(
    r"^(?:>\s?)*(?:[-*+•·‣▪◦–—○●⋆\x80-\x9f\ue003-\uf8ff](?:\s+|$)|[fo§]\s+(?=[A-ZÀ-Ý])"
    r"|\(?\d{1,3}[.)]\s+(?!\w*(?:[Ww]orkshop|[Tt]agung|[Kk]on(?:gress|ferenz)|[Ss]ymposium|Deutsche|Internationale))|\\(?:[a-z]+I|(?:sub)*i)tem\b(?:\[\s*\])?\s*)"
)
INDENT = 2
# What fonts of little pictures leave of one.
ODD_SIGN = re.compile(r"^[ \t]*[½\x01-\x08\x0e-\x1f]\s+", re.M)
# "Thesis: …", "Niveau : …".
LABEL = re.compile(r"[^\W\d_]+(?:[\s-][^\W\d_]+)?\s?(?::\s|：)")
# Of a line: what is longer is a text.
LONGEST_LINE = 500
# "Since 2019 I have kept bees".
OF_SENTENCE = re.compile(r"\s(?:I|we|ich|wir|je|nous)\s")
# Around what was emphasised, where that may be a title; and where a date or a fact was taken out.
OPEN, CLOSE = "\ue000", "\ue001"
GONE = "\ue002"
# What a PDF has no letter for, mostly a dash; hyphens that do not break; little pictures.
UNKNOWN_SIGN = re.compile("[\ue000-\uf8ff]")
# Radicals of Chinese signs, letters that are printed as one.
OTHER_FORM = re.compile("[\u2f00-\u2fdf\ufb00-\ufb06]+")
PRINTED = str.maketrans({"‐": "-", "‑": "-", "−": "-", "\xa0": " "})
SHORTCODE = re.compile(r"\{\{[<%][^{}]{0,200}[%>]\}\}")
PICTURE = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?")
# Signs that part nothing where they stand.
HELD = {1: ":", 2: ",", 3: "-", 4: " "}
HAN = r"[\u3040-\u30ff\u3400-\u9fff）】》]"
# Between two things of a line, outside brackets and quotation marks: `cell` between columns.
PIECE = re.compile(
    rf"""(?P<whole>{OPEN}[^{CLOSE}]*{CLOSE}|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»
      |\([^()]*\)|（[^（）]*）|\[[^\[\]]*\])
    |(?P<cell>\s*(?:(?<![a-zà-ÿ])·|·(?![a-zà-ÿ])|[\t|•∙⋄◆◇■□▪►∣])\s*|[\s　]{{2,}})
    |(?P<dash>[ ]+[–—-]{{1,3}}[ ]+|—|[ ]@[ ]?)
    |(?P<sign>[ ]*{GONE}[ ]*|(?<=\?)[ ]+(?=[A-Z])
      |[;；，、。：．]|,(?!\d{{3}})(?!\s(?:d['’]|and\s|und\s|et\s))|:[ ]
      |(?:(?<=[^\W\d_]{{3}})|(?<=\b[A-Z]{{2}})|(?<=\w\))|(?<=\d{{3}}))(?<!Dept)(?<!\bDip)(?<!Govt)(?<!\bFac)(?<!\bLab)(?<!Univ)(?<!Prof)(?<!Inst)(?<!Assoc)(?<!Asst)(?<!Prep)(?<!Tech)(?<!P[hH][dD])
        \.[ ]+(?=[{OPEN}\[]?[A-ZÉÀ]|co-)
      |(?<={HAN})\.[ ]+
      |(?<={HAN})(?<!課程|法人|[都県市府道区]立)(?<!\d[回届])[\s　]+(?={HAN}|[（A-Z]|\d+[位等])
      |(?<=\))[\s　]+(?={HAN})|　+(?=[A-Z])
      |(?<={HAN})[-–—](?=[^\W\d_]{{1,12}}[生员師师授教理](?:\W|$))
    )
    |.""",
    re.X | re.S,
)
# "東京大学理学部", "北京大学物理系": a university, and what is of it; and a degree behind that.
HAN_UNIT = re.compile(
    r"(?<=大[学學])(?=(?!大?[学學]?院)[^\W\d_]{1,14}(?:学部|學院|学院|研究科|研究所|研究院|系|専攻|学科|专业))"
    r"|(?:(?<=[^\s　，,、.\t][所院部科系室會会社ー》体門攻類])|(?<=大学))(?<!学術振興会)"
    r"的?(?!特別研究員[\s　]+[^\W\d_])"
    r"(?=(?:主任|特別|特任|上級|客員|副|助理|高级|资深|青年|通讯|常务|学生|非常勤|専任|訪問)*"
    r"(?:研究員|研究员|助教授?|准教授|教授|講師|讲师|助手|アルバイト|インターン生?|教育担当"
    r"|(?:ティーチング|リサーチ)・?アシスタント|博士后|会员|委员(?!会)|编委|理事|主席|秘书长?|干事|代表|[院部会]长|主任)(?:\W|[A-ZＡ-Ｚ]|$))"
    r"|(?<=[^\s　]大学院)(?=[^\W\d_]{1,14}(?:研究科|学府|学域|専攻|教育部))"
    r"|(?<=[科部攻院系])(?=(?:大学院)?(?:博士|修士|学士|硕士|本科)(?!后|後研))"
    r"|(?<=大学)(?=(?![^\W\d_]*[院系部])[^\W\d_]{2,12}(?:学士|硕士|博士))|(?<=学校|高校|大学|学部|学科)(?=卒業|修了|入学)"
)
# "2010年 获北京大学物理学学士学位".
GAINED = re.compile(r"(?P<at>^|[\s　，,：:])(?:获得?|取得|毕业于|就读于)(?=[^\W\d_]{2,12}大学)")
# "University of California, Berkeley" and "Alphabet, Inc." are one name each.
ONE_NAME = re.compile(
    r"University of (?:California|Texas|Illinois|Wisconsin|Maryland|Massachusetts|Minnesota"
    r"|Colorado|Nebraska|Missouri|Tennessee|Michigan|North Carolina), (?=[A-Z][a-z])"
    r"|\b(?:Dep(?:artment|t\.?|artamento)|Dipartimento|Département|Fa[ck]ult\w+|Facoltà|Faculdade|School"
    r"|Es[ck]\w+|École|Institut\w*|Division|Ministry|Conference|Workshop|Symposium|Congress|Meeting)"
    r" (?:o[fn]|for|für|d[aeio]|des|del\w*) (?:[A-ZÀ-Ý]\w+(?: [A-ZÀ-Ý]\w+)?, ){1,3}"
    r"(?=[A-ZÀ-Ý]\w+(?: [A-ZÀ-Ý]\w+)?,? (?:and|und|y|e|et) )"
    r"|Sapienza, (?=Univ)|, ?(?=(?:[Ii]nc|[Ll]td|LLC|Jr|S\.?[LA]|SpA|SARL|GmbH|Corp)\b)"
)
LEADING = re.compile(
    r"^(?:at|@|an der|am|auf der|presso|chez|bei(?:m| der)?|à(?=\sl))\s+"
    r"(?:(?:the|il|la|lo)\s|l['’])?(?=\S)"
)
ABBREVIATED = re.compile(
    r"\b(?:(?![\u3040-\u9fff])[^\W\d]{1,2}|Inc|Ltd|Co|Ph\.D|Univ|Dept|al)\.$|\.\w\.$"
    r"|\b(?:Dr|Mag)\.(?: ?[a-z]{2,5}\.)+$|\bIng\.$"
)
# "Oceans, and Climate" is the end of a list.
LIST_END = re.compile(r"^[^,;.]{2,40},\s(?:and|et|und)\s")
LAST_BRACKET = re.compile(r"^(?P<before>.+?)\s*[(（](?P<inner>[^()（）]+)[)）]$", re.S)
WHOLE_BRACKET = re.compile(r"^[(（\[]([^()（）]*)[)）\]]$")
QUOTED = re.compile(
    rf"[{OPEN}\"“„«「『《]\s*(?P<title>[^{OPEN}{CLOSE}\"”“»」』》]+?)[.,]?\s*[{CLOSE}\"”“»」』》]"
)
# "‘Bees’ dances’" is one title.
SINGLE_QUOTES = re.compile(r"(?<!\w)‘([^‘’]{3,}(?:’(?=\w|\s[^‘’]*’)[^‘’]*)*)’(?!\w)")
SHORT_NAME = re.compile(r"[A-Z][\w&.-]*[A-Z][\w&.-]{0,12}")
PLACE = re.compile(
    r"(?:(?:(?![\u3040-\u9fff])[^\W\d_a-z][\w.'’-]*|de|la|du|of|and|am|an|der|do|del|di|in|upon|sur|St\.|(?:d|l|all|dell|nell)['’][A-Z]\w+)\s?){1,4}"
    r"|[\u3400-\u9fff]{1,7}[市省县州国区都府県港]|[\u3400-\u9fff]{2,3}(?<![部系院所室组])"
)
# "’18" is 2018; "\\nth{1}" is 1st.
SHORT_YEAR = re.compile(r"(?<![\w’'])['’](\d\d)(?![\w’'])")
NTH, ENDS_OF_NTH = re.compile(r"\\nth\s*\{(\d+)\}"), {"1": "st", "2": "nd", "3": "rd"}
COMBINING = {"´": "\u0301", "ˆ": "\u0302", "¨": "\u0308", "˜": "\u0303", "¸": "\u0327"}
ACCENT = re.compile("([´ˆ¨˜¸])([A-Za-zı])")
GRAVE = re.compile(
    r"(?:(?<=[^\W\d_])|(?<=\s)(?=`a\s))`([aeiou])"
)  # "Universit`a", but not "Hawai`i"
OKINA = re.compile(r"(?<=i)`(?=i)")
RAISED = re.compile(r"(?<=\d)\n(?=(?:st|nd|rd|th)\b)")  # torn off by a PDF
# "2019年4月 准教授（～2023年3月）": the end behind the post.
END_BEHIND = re.compile(
    r"^(\s*\d{4}年(?:\d{1,2}月)?)(\D.{0,200}?)"
    r"[（(](?:[～〜~]\s*(\d{4}年(?:\d{1,2}月)?|現在|)|(\d{4}年(?:\d{1,2}月)?)まで)[)）]",
    re.M,
)
# A word that goes on in the next line: "Sci- ence", but not "pre- and postdoctoral".
BROKEN = re.compile(
    r"([^\W\d_])([^\W\d_])-[ \n](?!(?:and|or|und|oder|et|ou|bzw)\b)(?=([^\W\d_])[^\W\d_])"
)
LATEX = re.compile(r"\\[a-zA-Z\\%&$#_'\"^`~ =>]|\{\\")
# What parts the columns of a line in LaTeX; and commands, of which the arguments are left.
LATEX_COLUMNS = re.compile(
    r"\\>|\\(?:hfill|hline|newline|par|q?quad)\b|\\\\(?:\[[^\]]*\])?|(?<!\\)&"
)
LATEX_LENGTHS = re.compile(
    r"\{\s*(?:\d*\.?\d+\s*(?:e[mx]|[cm]m|pt|in|\\\w+width)|0?\.\d+|[Xlcrp@]{2,}|[\w-]+\.(?:png|pdf|jpe?g|svg))\s*\}"
)
LATEX_ACCENT = re.compile(r"\{(\\[^a-zA-Z\s])\{?(\w)\}?\}")
LATEX_OPTION = re.compile(r"\\[a-zA-Z]{2,}\*?\[([^\[\]]*)\](?=\s|[^{])")
LATEX_ARGUMENT = re.compile(
    r"\\(?!begin|end|[vh]space)[a-zA-Z]{3,}\*?\s*(?:\[[^\]]*\])?\s*\{([^{}\t]*)\}"
)
LATEX_UNSEEN = re.compile(
    r"\\(?:color|textcolor|phantom|label|cite\w*|[vh]space\*?)\s*\{[^{}]*\}|\\\w+sep\s+[\d.]+\w\w"
)
LATEX_STYLES = re.compile(
    r"\\(?:emph|text\w+|underline|mbox|small|large|Large|bfseries|itshape)\*?\s*(?=\{)"
)
LATEX_COMMANDS = re.compile(
    r"\\(?:begin|end|vspace|hspace)\*?\{[^{}]*\}|\\[a-zA-Z]{2,}\*?(?:\[[^\]]*\])?\s*(?=\{)"
)
# "{\bf Master in Bees} University of Hives".
BOLD_BEGINS = re.compile(
    r"(?:^|(?<=[\t{]))\s*\{?\s*\\(?:textbf\s*\{|bf(?:series)?\b\s*)([^{}]{4,})\}{1,2}\s+"
    r"(?=[A-ZÀ-Ý]|(?:d[ue]|au)\s[A-Z]|(?!in|of|for|at|de[rsl]?|d[uia]|dell?a|und|and|für|with|pour|dans|sur|con|von|am|im|en|et)[a-zà-ÿ]{4})"
)
LATEX_EMPHASIS = re.compile(
    r"(?:\\(?:emph|textit|textsl)\s*\{([^{}]+)\}|\{\\(?:sl|em|it)\b\s*([^{}]+)\})(?!\}?\s?:)"
)
EMPHASIS = re.compile(r"(?<![*_\w])([*_])(?![*_\s])([^*_]+)\1(?![*_\w]|\s?:)")
MARKS = re.compile(
    r"(?<![^\W_])[*_]{1,3}(?=[\w\"“(\[])|(?<=[\w.,:!?)\]\"”])[*_]{1,3}(?![^\W_])|[*_]{2,}"
)


def with_accents(text: str) -> str:
    """Letters whose accent a PDF keeps as a sign of its own: "´Ecole", "nı́vel"; radicals and
    letters printed as one as the usual ones; words that its lines broke, whole; a period whose
    end stands behind, in one.
    """
    text = ODD_SIGN.sub("", text.replace("c¸", "ç").replace("C¸", "Ç"))
    text = OTHER_FORM.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = re.sub(r"``([^`\n]+?)''", r"“\1”", text)
    text = ACCENT.sub(lambda match: f"{match[2]}{COMBINING[match[1]]}", text)
    text = re.sub(r"ı(?=[\u0300-\u0302\u0308])", "i", text)
    text = RAISED.sub("", OKINA.sub("\u02bb", END_BEHIND.sub(_with_end, text)))
    text = BROKEN.sub(_whole, GRAVE.sub("\\1\u0300", text))
    return unicodedata.normalize("NFC", text)


def _with_end(match):
    start, post, end, until = match.groups()
    return f"{start}～{end or until or '現在'}{post}"


def _whole(match):
    """Without the hyphen of the line's end; "Post-Quantum" and "BPMN-driven" keep theirs."""
    return match[1] + match[2] + ("" if (match[2] + match[3]).islower() else "-")


def plain(line: str, *, quote: bool = False) -> tuple[str, dict[str, str]]:
    """Columns and the arguments of LaTeX parted by tabs; and the links, label -> address.

    `quote`: what is emphasised may be a title, and stands between OPEN and CLOSE.
    """
    line = PICTURE.sub("\t", SHORTCODE.sub("", line.translate(PRINTED)))
    line = re.sub(r"^\{([^{}]*)\}$", r"\1", line.strip())  # "\item {…}"
    line = re.sub(
        r"\[[\^@][\w:;@, -]+\]|^\[[A-Z]{0,2}\d{1,3}\](?!\()", "", line
    )  # a footnote, a number
    line = UNKNOWN_SIGN.sub("–", re.sub(r"\\([|\-*_#>])", r"\1", line))
    line = SHORT_YEAR.sub(lambda year: f"{'20' if year[1] < '60' else '19'}{year[1]}", line)
    if quote:
        line = SINGLE_QUOTES.sub(r"“\1”", line)
    if LATEX.search(line):
        line = _without_latex(line, quote)
    elif quote and not QUOTED.search(line):
        line = re.sub(r"</?(?:em|i)>", "*", line)
        line = EMPHASIS.sub(rf"{OPEN}\2{CLOSE}", line)
    tag = "\t" if "<br" in line else " "
    line = html.unescape(re.sub(r"<(?!https?:)/?[a-zA-Z][^<>]{0,200}>", tag, line))
    line = re.sub(r"\[([^\[\]]+)\]\[[^\[\]]*\]", r"\1", line)
    links = (pair for pair in LINK.findall(line) if not pair[1].startswith("#"))
    urls = {label.strip(" *_"): url for label, url in links}
    line = MARKS.sub("", re.sub(r"\{[.:][^{}]*\}", "", LINK.sub(_label, line)))
    line = re.sub(r"^\[([^\]]*?):?\]", r"\1\t", re.sub(r"(?<=[\w.])~(?=\w)", " ", line))
    line = re.sub(r"\s*\t[\s\t|]*", "\t", line.replace("`", "\t"))
    line = re.sub(r" {2,}(?=(?:in|of|at|for|de|für|en)\s)", " ", line)
    line = re.sub(r"(?<=学術振興会)[\s　]+(?=(?:海外)?特別研究員)", "\4", line)
    return HAN_UNIT.sub("\u2003", GAINED.sub(r"\g<at>", line)).strip(" \t|"), urls


def _label(match):
    """What a link shows; an address shows nothing that the link does not say."""
    return "\t" if match[1].startswith("http") else match[1]


def _without_latex(line, quote):
    line = re.sub(
        r"\\textsuperscript\s*\{(st|nd|rd|th)\}",
        r"\1",
        NTH.sub(lambda nth: nth[1] + ENDS_OF_NTH.get(nth[1], "th"), line),
    )
    line = BOLD_BEGINS.sub(r"\1\t", re.sub(r"\\slash\b\s*", "/", line))
    line = re.sub(r"\\href\s*\{([^{}]*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)(?:\}|$)", r"[\2](\1)", line)
    if quote:
        line = LATEX_EMPHASIS.sub(
            lambda match: f"{OPEN}{(match[1] or match[2]).strip()}{CLOSE}", line
        )
    for _depth in range(2):
        line = LATEX_LENGTHS.sub("", LATEX_UNSEEN.sub("", line))
    line = re.sub(r"\{[^{}]*\}", lambda match: match[0].replace("\\\\", " "), line)
    line = LATEX_ACCENT.sub(r"\1\2", LATEX_STYLES.sub("", line))
    line = LATEX_OPTION.sub(r"\t\1\t", line)
    for _depth in range(4):  # the innermost first
        line = LATEX_ARGUMENT.sub(r"\t\1\t", line)
    line = LATEX_COMMANDS.sub("\t", line)
    line = LATEX_COLUMNS.sub("\t", re.sub(r"\}\s*([\[{])", r"}\t\1", line))
    return "\t".join(map(_accents, line.split("\t")))


def _accents(text):
    try:
        return LatexNodes2Text().latex_to_text(text).replace("\n", " ").replace("\xa0", " ")
    except (ValueError, IndexError, AttributeError):  # it is no LaTeX
        return text.replace("\\", " ")


def cells(text: str) -> list[str]:
    """The columns of a line: between tabs, bars, dots and wide blanks; unbroken at commas."""
    return _split(text, "cell")


def parts(text: str) -> list[str]:
    """Split at commas, dashes, bars, blanks between Chinese signs and the like."""
    return _split(text, "cell", "dash", "sign")


def at_commas(text: str) -> list[str]:
    """The pieces of a column, which may have dashes in its name."""
    return _split(text, "sign")


def with_titles_held(text: str) -> str:
    """The colon of "Warm hives: a survey" parts no title; nor, where commas part, does the blank
    between Chinese signs.
    """
    if re.search(r"[,，、；]", text):
        text = re.sub(rf"(?<={HAN})[ 　](?=\w)", "\4", text)
    return text.replace(": ", "\1 ")


def _split(text, *groups):
    pieces = [""]
    text = ONE_NAME.sub(lambda match: match[0].replace(",", "\0"), text)
    for match in PIECE.finditer(text):
        if any(match[group] is not None for group in groups):
            pieces.append("")
        else:
            pieces[-1] += match[0]
    for number in reversed(range(1, len(pieces))):
        before = pieces[number - 1].strip()
        is_list = LIST_END.search(pieces[number]) and before[:1].isupper()
        if is_list and not (words.DEGREE.match(before) or words.ROLE.match(before)):
            pieces[number - 1 : number + 1] = [f"{before}, {pieces[number].strip()}"]
    pieces = [WHOLE_BRACKET.sub(r"\1", part.replace("\0", ",")) for part in map(trimmed, pieces)]
    return [part for part in pieces if re.search(r"\w", part)]


def trimmed(text: str) -> str:
    """Without blanks, signs and the full stop around it, and "at" before it."""
    text = LEADING.sub("", text.strip(f" \t\n,;:：|/–—-．。*_・&>~\\{GONE}").lstrip(". ")).strip()
    return text[:-1] if text.endswith(".") and not ABBREVIATED.search(text) else text


def marks_off(text: str) -> str:
    """Without the signs that stand for what was taken out or emphasised."""
    text = re.sub(rf"[,;]?\s*{GONE}", "", text)
    return text.replace(OPEN, "").replace(CLOSE, "").replace("\u2003", " ")


def is_listed(text: str, first: Found, date: Found) -> bool:
    """Whether a date belongs to the same list as the first: "2016 & 2018", "Fall 2019, 2020"."""
    start, end = sorted((first.at, date.at))
    between = text[start[1] : end[0]] if first is not date else ""
    return not re.search(r"[^\W\d_]", re.sub(r"\b(?:and|et|und|y|e)\b", "", between)) or (
        any(char.isdigit() for char in between)
    )


def is_listed_beside(text: str, first: Found, date: Found) -> bool:
    """Whether nothing but a sign of a list stands between two dates, or they are one."""
    start, end = sorted((first.at, date.at))
    return first is date or bool(re.fullmatch(r"\s*[,&;/+]\s*", text[start[1] : end[0]]))


def stands_apart(text: str, at: tuple[int, int]) -> bool:
    """Whether a date stands at an end of the line, ends a column, or is between signs."""
    before, after = text[: at[0]].rstrip(" "), text[at[1] :].lstrip(" ")
    signs = f"()[]（）,;:|•·，、：。\t–—*_.&{OPEN}{CLOSE}"
    is_han = before[-1:] in signs and text[at[1] - 1] in "年月日"  # "2021、2023年 大赛"
    before = re.sub(r"\s-$", " –", before)  # "Hive Ltd - 2014 to 2016"
    is_end = not before or after.lstrip(".")[:1] in ("", "\t") or is_han
    return is_end or (before[-1] in signs and after[0] in signs)


def without_doubled_years(text: str) -> tuple[str, list[Found]]:
    """The text without years that other dates beside them have too, and its dates; but the year
    that ends a name is part of it: "Honey Prize 2011, 03/2012".
    """
    dates = find_dates(text)
    exact = [each for each in dates if not _is_year(each) and each.end != "present"]
    for year in reversed(dates if exact else []):
        is_doubled = _is_year(year) and any(year.end in each.end for each in exact)
        if is_doubled and not _ends_name(text, year):
            text = f"{text[: year.at[0]]}{GONE}{text[year.at[1] :]}"
    dates = find_dates(text)
    return text, [d for d in dates if not (exact and _is_year(d) and _ends_name(text, d))]


def _is_year(date):
    return not date.start and bool(re.fullmatch(r"\d{4}年?", date.end))


def _ends_name(text, date):
    return bool(re.search(r"[^\W\d_]\s$", text[: date.at[0]]))


def has_column(text, at):
    """Whether nothing else stands in the column of a date."""
    before, after = text[: at[0]].rpartition("\t")[2], text[at[1] :].partition("\t")[0]
    return "\t" in text and not re.search(r"\w", before + after)


def both_ends(text: str, one: Found, other: Found, *, are_arguments: bool) -> Found | None:
    """The period of which two dates are the ends: in columns beside each other, as in "May 2011 |
    August 2012", or in two arguments of a command, whichever stands first.
    """
    between = re.sub(r"[\s\[\](){}]", " ", text[one.at[1] : other.at[0]].replace("\t", "|"))
    are_beside = {*between.replace(" ", "")} == {"|"}
    are_apart = are_arguments and has_column(text, one.at) and has_column(text, other.at)
    if one.start or other.start or not (are_beside or are_apart):
        return None
    first, last = (PartialDate.parse(each.end) for each in (one, other))
    is_turned = first.is_present or last.is_before(first)
    if is_turned and are_apart:
        one, other = other, one
    return None if is_turned and not are_apart else Found(one.end, other.end, one.at)


def date_at_start(text: str) -> int:
    """How many signs of a date it begins with."""
    found = find_dates(text[:LONGEST_LINE])
    return found[0].at[1] if found and found[0].at[0] == 0 else 0


def where_dated(text: str) -> str:
    """Where a date stands in a line: "alone", "first", "last", "" where none does."""
    found = [each for each in find_dates(text[:LONGEST_LINE]) if stands_apart(text, each.at)]
    if not found:
        return ""
    rest = text
    for each in reversed(found):
        rest = f"{rest[: each.at[0]]}{GONE}{rest[each.at[1] :]}"
    if not re.search(r"[^\W\d_]{2}", re.sub(r"\([^()]*\)", "", rest)):
        return "alone"
    if re.search(r"\w", text[: found[0].at[0]]):
        return "last"
    return "" if OF_SENTENCE.match(text[found[0].at[1] :]) else "first"
