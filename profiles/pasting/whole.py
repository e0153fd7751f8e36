"""A whole CV, pasted or as a file -> its lines below the parts that a CV has here.

`part()` finds the headings and makes a line of each entry, which profiles.pasting reads.
`text_of()` reads PDF and Word in a process of its own, which hostile files cannot keep for long.
"""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from profiles.dates.anywhere import find_dates
from profiles.pasting.source import BELOW, DROPPED, without_layout
from profiles.pasting.text import plain, with_accents
from profiles.pasting.words import AWARD, DEGREE, ENTRY, FUNDER, GRANT, HEADINGS, ROLE, SCHOOL

DOCUMENTS = Path(__file__).with_name("documents.py")
MAX_BYTES = 5 * 1024 * 1024
MAX_PAGES = 40
MAX_TEXT = 200_000
MAX_SECONDS = 20
MARKED = re.compile(
    r"^(?:(?P<signs>#{1,6})\s+(?P<hash>.+?)\s*#*"
    r"|(?P<bold>\*\*[^*]+\*\*|__[^_]+__):?|【(?P<han>[^【】]+)】)$"
)
# "\cvsection{Talks}", and "{\bf Talks}" or "\heading{Talks}" where they are known words.
COMMAND = re.compile(r"\\(?P<sub>sub)*(?:\w*section|part|NewPart)\b", re.I)
STYLED = re.compile(r"\{?\s*\\[a-zA-Z]")
# What stands above the text of a page and of a LaTeX document.
FRONT_MATTER = re.compile(
    r"\A---\n(?:(?:\w[\w-]*:|[ \t-]).*\n)+?---\n|\A(?s:.*?)\\begin\{document\}"
)
EMPTY = re.compile(r"\A(?:[^\S\n]*\n)+")
UNDERLINE = re.compile(r"^(?:={3,}|-{3,}|_{3,})$")
KINDS = {
    kind: re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.I)
    for kind, words in HEADINGS.items()
}
SIGNS = {
    kind: re.compile("|".join(re.findall(r"[\u3040-\u9fff]+", " ".join(words))) or r"(?!)")
    for kind, words in HEADINGS.items()
}
# "1. Education", "II) Talks", "4 Distinciones", "一、教育", and letters with blanks between.
NUMBERED = re.compile(
    r"^(?:(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4}|[A-H]|[一二三四五六七八九十]{1,2})(?:[.)、．:][\s–-]*|\s*[–-]\s+)"
    r"|\d{1,2}(?:\.\d{1,2})*\s+(?=[^\W\d]))"
)
NUMBER = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.)]?\s*")
# "Other scientific activities" are of no part here, and end the one above.
ACTIVITIES = re.compile(r".+\sa[ckt]?ti[vw]\w+|a[ckt]?ti[vw]\w+\s.+", re.I)
INTERESTS = r"(?:interests?|interessen|intereses|interessi)$"
# "TEACHING ASSISTANT", "EDUCATION UNIVERSITY" in capitals are of an entry.
NO_HEADING = re.compile(rf"{ROLE.pattern}|{SCHOOL.pattern}|[,;:]", re.I)
# What a marked heading begins with: signs, or the commands of a template. What is in one: words.
STYLE = re.compile(r"\{?\s*(?:\\[a-zA-Z]+\*?[\s{]*)+|[^\w\s(（\"“«]+")
FEW_WORDS = re.compile(
    r"(?=.{5,70}$|[\u3040-\u9fff]{2})[^\W\d_]{2}(?:[^\W\d_]|[ &,/'’.・、-])*(?<![.,-])$"
)
# So many known headings make a style, with so many unknown ones for each (unmarked: as many).
LEAST_KNOWN, ENOUGH_KNOWN, MOST_WORDS, MOST_UNKNOWN = 3, 5, 8, 2
BARE_DATE = re.compile(r"[\W\d_]*\d{4}[\W\d_]*")
APART = ("", "a blank line above and below")
STUDIED = re.compile(r"卒業|入学|修了|修士|学士|退学|進学|毕业|博士(?!研究员|研究員|后|後)")
# Where a line begins a prize or a grant.
BEGINS = re.compile(r"\W*\d{4}|\s*[•*▪■-]\s")
# Between the halves of "Education and employment", "学歴・職歴".
JOINED = re.compile(r"\s+(?:and|und|et|y|e|ed)\s+|\s*[&/+・,;及和与]び?\s*", re.I)
# What a PDF has for a little picture before a heading.
ICON = re.compile(r"^(?:[\ue000-\uf8ff\u2190-\u27bf\U0001f000-\U0001faff\ufffd]\ufe0f?\s*)+")
# "Education  • Ph.D. in Bees", as the left column of a page.
BESIDE = re.compile(
    r"^([^\W\d_][^\t•⋄▪◦►\d]{3,40}?)(?:[ ]+(?=[•⋄▪◦►][ ])|\t|[ ]{3,})(?=\S)"
    r"|^(Education|Ausbildung|Formation|Formación|Formazione) (?=University of|Universi[dtä]"
    r"|(?:[A-Z]\w+ ){1,3}University|Ph\.?D|[BM]\.?S|Master|Bachelor|Doct|Dipl|Licence|Laurea)",
    re.M,
)
SPACED = re.compile(r"(?:[^\W\d_]\s){3,}[^\W\d_]")
# A heading with text behind it.
SECTION = re.compile(r"(?m)^([ \t]*\\(?:sub)?section\*?\{[^{}]*\})[ \t]*(?=[^\s\\])")
HAN = re.compile(r"[\u3040-\u9fff]")
BRACKETS = re.compile(r"\([^()]*\)")
# What else stands in a heading.
FILLERS = re.compile(
    r"(?<![^\W_])(?:[dl]['’]|(?:and|und|et|y|e|&|of|in|the|to|a|à|con|de|la|des|du|di|en|selected|other|otr[oa]s|invited|sessions?|academic|research|scientific"
    r"|professional|previous|current|relevant|conference|history|background|activities|wissenschaftliche[rn]?"
    r"|akademische[rn]?|beruflicher?|universitaire|académica|acadêmica|accademica|profesional|laboral(?:es)?|docente|investigadora|su|riviste|volumi|professionnelles?|universitaires?"
    r"|profissional|professionale|and|external|honou?rs?|experience|public|media|university|graduate|phd|ph\.d\.|industry|industrial|acquisition|personal|pessoais|ausgewählte[sr]?"
    r"|work|working|relevante?|proposals?|participations?|profession|(?:peer[\s-]?)?(?:reviewed|refereed)|peer|oral|submitted|competitive|writing|co|post-?\s?doctoral|training|computer"
    r"|travail|ricerca|recherche|investigación|pesquisa|actuel(?:le)?s?|obtenidos|obtenus|récentes?|reciente?s?|recenti|contributed|as|pi|held|allocations?|computing|organi[sz]ation(?:al)?|come|relatore|correlatore|istituzionali|clave|temprana|técnicas?|scolaires?|funding|employment|attual[ei]|precedenti|adicionales|orales?|attuale|altr[ei]|keys?|main|liste|publicados|cursos|informatiche|lavorativ[aei]|scientifiques?|académiques?|administratives?|collectives?|continua|informationen|medios"
    r"|activit(?:y|é|és|ies)|actividad(?:es)?|attività|atividades?|aktivitäten)(?![^\W_]))",
    re.I,
)  # fmt: skip


# --- Parts ----------------------------------------------------------------------------------------


def part(text: str) -> tuple[dict[str, str], str]:
    """Section -> its entries, a line for each; and what stands below no heading of a section.

    The second has what a CV has no rows for here: papers, languages, the address at its head.
    """
    sections: dict[str, list[str]] = {}
    left: list[str] = []
    current, level = left, 0
    lines = list(_lines(with_accents(text[:MAX_TEXT]).replace("\f", "\n")))
    alike = _written_alike([line.strip() for line, _source in lines])
    for number, ((line, source), (following, _source)) in enumerate(pairwise([*lines, ("", "")])):
        words, own_level = _marked(line.strip(), following.strip())
        kind = _kind_of(words, is_marked=bool(own_level)) if words else None
        if number in alike:
            kind, own_level, line = _kind_of(words, is_marked=True), level, f"# {words}"
            kind = None if kind and current is sections.get(kind) else kind
        # "### Engineer at Hive" below "## Jobs" is an entry, "### Languages" below it is not.
        is_told = kind == "" and KINDS[""].search(words) and not ROLE.search(words)
        if kind == "" and not is_told and own_level > level and current is not left:
            kind, source = None, words
        if kind is None:
            if not UNDERLINE.match(line.strip()):
                current.append(source)
            continue
        level = own_level
        if current and NUMBER.fullmatch(current[-1]):
            current.pop()  # of this heading
        current = sections.setdefault(kind, []) if kind else left
        if not kind:
            left.append(line)
    for both in [kind for kind in sections if "+" in kind]:
        for kind, lines in _divided(sections.pop(both), both.split("+")):
            sections.setdefault(kind, []).extend(lines)
    # The indent of the first line tells how deep the others are.
    parted = {kind: EMPTY.sub("", "\n".join(lines)).rstrip() for kind, lines in sections.items()}
    return {kind: text for kind, text in parted.items() if text}, "\n".join(left).strip()


def _written_alike(lines):
    """The numbers of lines of unknown words that are written as the known headings are, where few
    others are: with a mark, a number, in capitals, or alone between blank lines.
    """
    known, entries, others = Counter(), Counter(), {}
    above, last = "", None
    for number, (line, following) in enumerate(pairwise([*lines, ""])):
        words, level = _marked(line, following)
        style = line and (_style(line, words) or (not above and not following and APART))
        numbers = others.setdefault(style, [])
        if words and _kind_of(words, is_marked=False) is not None:
            known[style] += 1
            last = style
        elif line and style == last and not re.search(r"\d", words):
            entries[style] += 1  # or a heading that goes on
        elif style and known and not level and _may_head(words, style):
            is_close = numbers and len([*filter(None, lines[numbers[-1] : number])]) == 2
            entries[style] += bool(is_close)
            if not BARE_DATE.fullmatch(above) and not BARE_DATE.fullmatch(following):
                numbers.append(number)
            last = style
        elif line:
            last = None
        above = line
    least = max([LEAST_KNOWN, *(count / 3 for count in known.values())])
    own = [style for style, count in known.items() if count >= least]
    own = [style for style in own if entries[style] <= max(0, known[style] - ENOUGH_KNOWN)]
    most = {style: known[style] * (1 if style == APART else MOST_UNKNOWN) for style in own}
    return {n for style in own if len(others[style]) <= most[style] for n in others[style]}


def _style(line, words):
    """How a line is written: its mark, in capitals, with a number, before a colon; None: as any."""
    mark = STYLE.match(line)
    facts = words.isupper(), bool(NUMBERED.match(line)), line.endswith((":", "："))
    return (mark[0].strip() if mark else "", *facts) if mark or any(facts) else None


def _may_head(words, style):
    """Whether a line of a heading's style has what a heading has: few words, no date, no end."""
    is_short = FEW_WORDS.match(words) and len(words.split()) <= MOST_WORDS
    return is_short and words[0] == words[0].upper() and (style[0] or not ENTRY.search(words))


def other_headings(left: str) -> list[str]:
    """The headings in what stands below no heading of a section."""
    lines = left.splitlines()
    marked = [_marked(*map(str.strip, pair)) for pair in pairwise([*lines, ""])]
    found = [words for words, level in marked if _kind_of(words, is_marked=bool(level)) == ""]
    return list(dict.fromkeys(filter(None, found)))


def _divided(lines, kinds):
    """Two kinds below one heading -> (section, lines) of each entry. What tells a degree and no
    role is education; what tells neither a prize nor a grant alone is what is named first.
    """
    is_dated = "education" in kinds or all(find_dates(line) for line in lines if line.strip())
    begins = find_dates if is_dated else BEGINS.match
    starts = [n for n, line in enumerate(lines) if not n or begins(line)]
    for start, end in pairwise([*starts, len(lines)]):
        text = " ".join(lines[start:end])
        if "education" in kinds:
            is_study = (DEGREE.search(text) or STUDIED.search(text)) and not ROLE.search(text)
            kind = "education" if is_study else "experience"
        else:
            is_award = AWARD.search(re.sub(r"(?i)grants?\b", "", text))
            tell_grant = *GRANT, KINDS["grants"], SIGNS["grants"], *([] if is_award else [FUNDER])
            is_grant = any(pattern.search(text) for pattern in tell_grant)
            kind = kinds[0] if is_grant == bool(is_award) else "awards" if is_award else "grants"
        yield kind, lines[start:end]


def section_of(heading: str) -> str:
    """The section that a heading names, with nothing else but what such headings have; or ""."""
    words = _words(re.sub(r"^[\W\d_]+|[\W_]+$", "", heading))
    kind = _kind_of(words[:1].upper() + words[1:], is_marked=False) or ""
    return kind.partition("+")[0]


def _lines(text):
    """Each line as a reader sees it; and its source, where a command goes over several lines."""
    text = SECTION.sub(r"\1\n", FRONT_MATTER.sub("", text)).partition(r"\end{document}")[0]
    given = BESIDE.sub(_beside, text).splitlines()
    seen = without_layout(given)
    starts = [n for n, line in enumerate(seen) if line != DROPPED]
    for start, end in pairwise([*starts, len(given)]):
        is_command = seen[start] and (end > start + 1 or BELOW in seen[start])
        yield seen[start], "\n".join(given[start:end]) if is_command else seen[start]


def _beside(match):
    """A heading that stands beside its first entry, on a line of its own."""
    heading = match[1] or match[2]
    kind = _kind_of(_words(heading), is_marked=False)
    is_fact = kind == "" and re.search("thesis|dissertation", heading, re.I)
    return match[0] if kind is None or is_fact else f"{heading}\n"


def _marked(line, following):
    """A line that may be a heading, without its marks; and its level, 0 where nothing marks it."""
    if match := MARKED.match(line):
        words = next(filter(None, map(match.group, ("hash", "bold", "han"))))
        return _words(plain(words)[0]), len(match["signs"] or "") or (8 if match["bold"] else 1)
    if STYLED.match(line):
        words, match = plain(line)[0].strip(), COMMAND.match(line)
        words = words.replace("\t", " ") if match else words
        return _words(words), (2 if match["sub"] else 1) if match else 0
    level = {"=": 1, "-": 2}.get(following[:1], 1) if UNDERLINE.match(following) else 0
    return _words(line), level


def _words(heading):
    words = NUMBERED.sub(
        "", ICON.sub("", re.sub(r"</?[a-zA-Z][^<>]*>", "", heading)).strip("*_:： ")
    )
    return words.replace(" ", "") if SPACED.fullmatch(words) else words


def _kind_of(words, *, is_marked):
    """The section that a heading begins, "" for one that has no rows here; None: no heading."""
    if re.search(INTERESTS + r"|論文(?!賞)|著書" * is_marked, words, re.I):
        return ""  # "Research and teaching interests", "主な発表論文"
    words = BRACKETS.sub(" ", words).strip() or words
    is_long = len(words) > 60 or len(words.split()) > 8
    if not words or (is_long and not is_marked) or re.search(r"\d{4}", words):
        return None
    is_han = bool(HAN.search(words))
    tables = (KINDS, SIGNS) if is_han and (is_marked or len(words) <= 8) else (KINDS,)
    found = {
        kind: hit
        for table in tables
        for kind, pattern in table.items()
        if (hit := pattern.search(words))
    }
    if not is_marked:
        if "|" in words:  # the head of a table
            return None
        rest = words
        for pattern in KINDS.values():
            rest = pattern.sub(" ", rest)
        rest = FILLERS.sub(" ", rest)
        is_first = 0 in [hit.start() for hit in found.values()]
        if is_first and words.isupper() and not NO_HEADING.search(words):
            rest = ""  # "EXPÉRIENCE CLINIQUE"
        if not found and ACTIVITIES.fullmatch(words) and not re.search(r"\w", rest):
            return ""
        if not found or (not is_han and (re.search(r"\w", rest) or not words[0].isupper())):
            return None
    if JOINED.search(words):
        kinds = [_kind_of(half, is_marked=True) for half in JOINED.split(words) if half]
        halves = [*dict.fromkeys(filter(None, kinds))]
        if len(halves) == 2 and set(halves) in ({"awards", "grants"}, {"education", "experience"}):
            return "+".join(halves)
    # "Teaching experience" is teaching; of "Honors and awards" either says it.
    weak = ("", "experience")
    place = {kind: (kind in weak, found[kind].start()) for kind in found}
    place |= {kind: (True, weak.index(kind)) for kind in weak if kind in found}
    return min(place, key=place.get, default="")


# --- Files ----------------------------------------------------------------------------------------


def text_of(file) -> str:
    """Of a PDF, a Word document or a text. Raises ValidationError that says what is wrong."""
    if file.size > MAX_BYTES:
        raise ValidationError(_("The CV is larger than 5 MB. Paste its text instead."))
    data = file.read()
    if data.startswith(b"%PDF-"):
        return _read_apart("pdf", data)
    if data.startswith(b"PK\x03\x04"):
        return _read_apart("docx", data)
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValidationError(_("This is not a PDF, Word (.docx) or text file."))
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _read_apart(kind, data):
    """In a process of its own, of bounded time and memory."""
    bounds = map(str, (MAX_PAGES, MAX_TEXT, MAX_SECONDS))
    command = [sys.executable, "-I", str(DOCUMENTS), kind, *bounds]
    try:
        done = subprocess.run(  # noqa: S603, the arguments are ours
            command, input=data, capture_output=True, timeout=MAX_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise ValidationError(
            _("Reading the file took too long. Paste its text instead.")
        ) from None
    if done.returncode == 3:
        raise ValidationError(_("The CV has more than 40 pages. Paste the parts that you need."))
    text = done.stdout.decode("utf-8", "replace").strip()
    if done.returncode:
        raise ValidationError(_("The file could not be read. Paste its text instead."))
    if not text:
        raise ValidationError(_("The file has no text in it, perhaps only pictures of it."))
    return text
