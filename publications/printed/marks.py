"""The Markdown and HTML of a reference -> one line, quotes and emphasis as single signs."""

from __future__ import annotations

import html
import re
import unicodedata

from publications.latex import to_text

ITALIC, END_ITALIC, BOLD, END_BOLD, QUOTE, END_QUOTE, BREAK = (
    "\ue010\ue011\ue012\ue013\ue014\ue015\ue016"  # none of those of `latex.decoding`
)
SIGNS = re.compile("[\ue010-\ue016]")
# An asterisk of the text's own: "Noether\\*"; and the quotes around a nickname.
STAR, DOUBLE, SINGLE = "\ue017\ue018\ue019"
OWN_SIGNS = re.compile("[\ue010-\ue019]")
DOI = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:?\s*(?:https?://(?:dx\.)?doi\.org/)?)?(10\.\d{4,9}/[^\s\]\"<>,;)]+)",
    re.I,
)
LINK = re.compile(r"\[([^\[\]]*)\]\(\s*([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)[^()]*\)")


def _element(names):
    """A pattern of what such an element of HTML has in it, where none of them is within."""
    return rf"<(?:{names})\b[^<>]*>([^<]*(?:<(?!/?(?:{names})\b)[^<]*)*)</(?:{names})>"


ANCHOR = re.compile(_element("a"), re.I)
# What a button of a paper says.
BUTTON = re.compile(
    r"\W*(?:pdf|paper|code|slides?|link|doi|arxiv(?::[\d.]+)?|html|video|poster|pubmed|project|bib(?:tex)?|data"
    r"|url|preprint|demo|website|supp\w*)\W*",
    re.I,
)
# Longer labels of links are titles, shorter ones names.
LONGEST_NAME = 25
DEEPEST_ESCAPE = 4
# "{:target="_blank"}" of Kramdown.
ATTRIBUTES = re.compile(r"\{:[^{}]*\}")
LINE = re.compile(r"</?br\s*/?>|\\\\\n|</p>|</?div>", re.I)
# Its number in a list: "[1] ", "12. ", "C3.", "12\."; of a bullet of its own "- 1."; triangles
# and squares before it.
NUMBER = re.compile(
    r"^[\s\u25a0-\u25ff]*(?:(?:(?:\\\*)*\\?\[\w{1,4}\\?\](?:\\\*)*|[A-Z]{0,2}\d{1,3}\\?[.)])"
    r"(?:\s+|$))?"
)
CALLED = re.compile(r"^\s*(?:recommended )?citation ?:\s*", re.I)
BADGE = re.compile(r"^\W*\[[^\[\]]{2,40}\]\W*?(?=\w|\*\*\w)")
# "Available at: …", "(Accessed: …)", "[cited …]", "[Preprint]", "et al. [including …]",
# "(* denotes joint first author)"
ASIDE = re.compile(
    r"(?:available (?:at|from):?|retrieved from|www\.)\s*\S*|\(accessed[^()]*\)"
    r"|\bthe (?:published|final|author['’]s) version is available [^.]*\.?"
    r"|(?<=\bal)\.?,? [\[(]includ[^\[\]()]*[\])]"
    r"|\[(?:cited|accessed)[^\[\]]*\]|\[(?:preprint|paper presentation|online|internet|pdf|code)\]"
    r"|[\s,;(]*\\?[*∗†‡]\s?(?:denotes?|indicates?|[:=])?\s?(?:joint|equal|shared|co-first)\b[\w\s-]{0,40}?"
    r"(?:authors?(?:hip)?|contribut\w+)\b\)?"
    r"|\bPMC?ID:?\s*\w+|\bISSN\s+[\dX-]+|\[\d{4}-\d\d-\d\d\]",
    re.I,
)
ARXIV = re.compile(
    r"(?:\s*preprint)?\s*\barXiv\s*:\s*\d{4}\.\d{4,5}(?:v\d)?(?:\s*\[[\w.-]+\])?", re.I
)
_open, _close = r"(?<![\w.*,:;)])", r"(?![\w*])"
EMPHASIS = [
    (ITALIC, END_ITALIC, _element("i|em")),
    (BOLD, END_BOLD, _element("b|strong")),
    (BOLD, END_BOLD, r"(?<!\w)(?:\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)(?:\*\*|__)(?![\w*])"),
    (ITALIC, END_ITALIC, rf"{_open}\*(?=[^\s*,.;])([^*]+?)(?<=\S)\*{_close}"),
    # "E. Noether,*A table of tides*": a title, and no sign of a name.
    (ITALIC, END_ITALIC, rf"(?<=[.,])\*(?=[A-Z])((?:[^*\s]+\s){{2,}}[^*]+?)(?<=\S)\*{_close}"),
    (ITALIC, END_ITALIC, r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)"),
]
# "Robert 'Bob' S. Fox" in a list of names: no title.
NICKNAME = re.compile(
    rf"((?:^|[,;&]\s|\band\s)[{ITALIC}{BOLD}]?[A-Z][^\W\d_]+\s(?:[A-Z]\.\s)?)"
    r"([\"“'‘])([A-Z][^\W\d_]{1,14})[\"”'’]"
    rf"(?=\s(?:[A-Z]\.\s?)*(?:[A-Z][\w'’-]+)?[{END_ITALIC}{END_BOLD}]?\s?(?:[,;.&(]|and\b|$))"
)
QUOTES = (
    re.compile(r"“([^”]+)”"),
    re.compile(r"„([^“”]+)[“”]"),
    re.compile(r"«\s*([^»]+?)\s*»"),
    re.compile(r"»([^«»]+)«"),
    re.compile(r"《([^》]+)》(?=\s*\[)"),
    re.compile(r"「([^」]+)」"),
    re.compile(r"『([^』]+)』"),
    re.compile(r"\"\"?([^\"]+)\""),
    re.compile(r"(?<!\w)''(.{1,400}?)''(?!\w)"),
    re.compile(r"(?<![\w’])[‘'](?=\w)(.{6,400}?)[’'](?=[\s,.;)]|$)"),
)
# All of a reference: "‘Noether, E. (1918). Tides.’"
QUOTED = re.compile(r"\A[‘'“\"](?=[^‘'’“”\"]*\b(?:19|20)\d\d)(.*[.\d)])[’'”\".]+\Z")
# "Hilbert $\\dagger$", "Hilbert$^{*}$" and "Hilbert\\(^\\ast\\)"
LATEX_MARK = re.compile(
    r"\s?(?:\$|\\\()\s*\^?\{?\s*(\\dagger|\\ddagger|\\ast|\*)\s*\}?\s*(?:\$|\\\))"
)
# "\\sqrt{s} = 13 TeV": maths whose dollar signs somebody forgot.
BARE_MATHS = re.compile(r"\\(?:sqrt|frac\{[^{}$]{1,40}\})\{[^{}$]{1,40}\}")
_tags = (
    "a|abbr|b|big|br|center|cite|code|del|div|em|font|h\\d|hr|i|img|ins|li|mark|ol|p|q|s|small|span"
)
TAGS = re.compile(rf"</?(?:{_tags}|strong|su[bp]|t[dhrt]|table|u|ul)\b[^<>]*>", re.I)


def marked(text: str) -> tuple[str, str]:
    """The text in one line with signs for what is set off in it, and its DOI; "" without one."""
    for _time in range(DEEPEST_ESCAPE):  # "&amp;amp;quot;"
        text = html.unescape(text)
    text = OWN_SIGNS.sub("", unicodedata.normalize("NFC", text))
    text = " ".join(LINE.sub(BREAK, text).split())
    text = QUOTED.sub(r"\1", text)
    doi = DOI.search(text)
    text = ANCHOR.sub(lambda match: f"[{match[1]}](#)", text)
    text = re.sub(r"\[\[([^\[\]]{1,20})\]\]\([^()\s]*\)", "", text)  # "[[Dataset]](…)"
    text = re.sub(r"\[\[([^\[\]]*)\]\](?=\()", r"[\1]", text)
    text = re.sub(r"\\\[([^\[\]\\]{1,40})\\\]", r"[\1]", text)
    text = re.sub(r"(?<=\()\s+(?=(?:19|20)\d\d)", "", text)  # "( 2019)"
    text = re.sub(r"\[([^\[\]]+)\]\[[^\[\]]+\]", r"[\1](#)", text)  # "[Tides][tides-link]"
    text = re.sub(r"\[\s*(\[[^\[\]]*\]\([^()]*\))\s*\]", r"\1", text)
    text = LINK.sub(_label, ATTRIBUTES.sub("", text))
    text = DOI.sub("", text)
    text = re.sub(r"\(?https?://[^\s<>)\]]+\)?", "", text)
    text = ASIDE.sub("", ARXIV.sub(_archive, text))
    text = NUMBER.sub("", CALLED.sub("", " ".join(text.split())))
    text = re.sub(r"(?<=[\w*_>†.])\s?[\[(]([*†‡§¶#])[\])]", r"\\\1", text)  # "Noether [*]"
    text = re.sub(r"\\([*_#^†‡§¶&`])", lambda match: match[1].replace("*", STAR), text)
    text = re.sub(r"(?<=\w) (?=[.,](?:\s|$))", "", text)  # "Noether , E ."
    # "E.Noether(1918)"
    text = re.sub(r"(?<=\b[A-Z]\.)(?=[A-Z][a-z])|(?<=[\w.])(?=\((?:19|20)\d\d)", " ", text)
    for start, end, pattern in EMPHASIS:
        text = re.sub(pattern, rf"{start}\1{end}", text, flags=re.I | re.S)
    text = re.sub(rf"(?<=[.,])(?=[{ITALIC}{BOLD}])", " ", TAGS.sub("", text))
    text = text if "$" in text else BARE_MATHS.sub(r"$\g<0>$", text)
    if "{" in text or "$" in text or "\\(" in text:
        text = to_text(LATEX_MARK.sub(r"\1", text))
    text = NICKNAME.sub(_nickname, text)
    first, last = text.find('"'), text.rfind('"')
    if text.count('"') > 2 and text[last - 1] in ",.?!":  # "Tides, "tides" and words,"
        text = f"{text[:first]}{QUOTE}{text[first + 1 : last]}{END_QUOTE}{text[last + 1 :]}"
    for pattern in QUOTES:
        if QUOTE not in text:
            text = pattern.sub(rf"{QUOTE}\1{END_QUOTE}", text)
    text = BADGE.sub("", text)
    doi = re.split(r"\?|\.?\[\[", doi[1])[0].rstrip(".") if doi else ""
    return re.sub(r"\(\s*\)|\[\s*\]", "", text).strip(), doi


def _label(match):
    if BUTTON.fullmatch(match[1]) or not match[1].strip():
        return ""
    if '"' in match[1] or (len(match[1]) <= LONGEST_NAME and match.start()):
        return match[1]
    label = re.sub(r"(?<!\\)\*", "", match[1])  # "Dunes and *L*-shapes"
    return f"<b>{label}</b>"


def _nickname(match):
    sign = DOUBLE if match[2] in '"“' else SINGLE
    return f"{match[1]}{sign}{match[3]}{sign}"


def _archive(match):
    """The archive without a number: unless it is named already."""
    before = match.string[max(0, match.start() - 12) : match.start()].casefold()
    return " " if "arxiv" in before else " arXiv"


def plain(text: str) -> str:
    """Without the signs."""
    text = text.replace(STAR, "*").replace(DOUBLE, '"').replace(SINGLE, "'")
    return " ".join(SIGNS.sub("", text.replace(BREAK, " ")).split())
