"""LaTeX field text to Unicode, with maths kept as `$...$`, and back. Linear and total.

No value raises: what is not understood stays as text, and the raw value is always kept by the
caller.

decoding   how a text with macros is read
macros     what each macro means, and inline maths, as plain text
"""

import html
import re
from functools import lru_cache

from profiles.markup.structure import tex_to_text, without_commands
from publications.latex.decoding import MORE_THAN_BRACES, SPECIAL, TAG, Decoder, finished
from publications.latex.macros import BIBSTRINGS, MATHS, is_balanced

# Letters beyond ASCII stay as they are: biber, BibTeX with UTF-8 and Vitae all read them.
ESCAPES = {
    "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$", "&": "\\&",
    "\\": "{\\textbackslash}", "{": "{\\textbraceleft}", "}": "{\\textbraceright}",
    "~": "{\\textasciitilde}", "^": "{\\textasciicircum}", "`": "{\\textasciigrave}",
}  # fmt: skip
TO_ESCAPE = re.compile(
    r"[%#_$\\{}~^`]|&(?P<entity>#?\w+;)?|-{2,}|''|<(?=[/!A-Za-z<])|[\"'](?=[\"'])", re.S
)
DOLLARS = re.compile(rf"\\\$|{MATHS.pattern}", re.S)
# Values up to this length come again and again: publishers, journals, names, page numbers.
SHORT = 100


def to_text(raw: str) -> str:
    """Display text of a raw field value: NFC, blanks collapsed, maths kept as `$...$`.

    A dollar sign that is not maths but might be taken for it comes out as `\\$`.
    """
    return (_remembered(raw) if len(raw) <= SHORT else _decode(raw))[0]


def to_text_reporting(raw: str) -> tuple[str, list[str]]:
    """The same, and the names of the macros that nobody knows."""
    text, unknown = _remembered(raw) if len(raw) <= SHORT else _decode(raw)
    return text, list(unknown)


def _decode(raw: str) -> tuple[str, tuple[str, ...]]:
    has_dashes = "--" in raw
    if "''" in raw or (has_dashes and SPECIAL.search(raw)) or MORE_THAN_BRACES.search(raw):
        decoder = Decoder(raw)
        return decoder.text(), tuple(dict.fromkeys(decoder.unknown))
    if has_dashes:  # all there is to decode in most page ranges
        return finished(raw.replace("---", "—").replace("--", "–")), ()
    return finished(raw.replace("{", "").replace("}", "")), ()


_remembered = lru_cache(8192)(_decode)


def expand_bibstrings(text: str) -> str:
    """biblatex's keys for words, `countryfr and countryde`, as words; all other text as it is."""
    return " and ".join(BIBSTRINGS.get(part, part) for part in text.split(" and "))


def unescape_dollars(text: str) -> str:
    """Display text where nothing typesets maths: `\\$` was escaped for the page's sake alone."""
    return text.replace("\\$", "$")


def plain_title(text: str) -> str:
    """For a tab, a search result, a feed, a picture: "Sorting in $O(n^2)$" -> "Sorting in O(n²)".

    A formula that says more than one line of text can stays as TeX.
    """
    return plain_maths(without_commands(text))


def plain_maths(text: str) -> str:
    """The formulas of a text in plain signs, as `plain_title` has them; all else as it is."""
    if "$" not in text:
        return text
    return unescape_dollars(MATHS.sub(lambda formula: tex_to_text(formula[1]), text))


def from_text(text: str) -> str:
    """LaTeX of a display text, maths between dollar signs kept: `to_text` gives it back.

    A dollar sign beside maths may come back as `\\$`, which is how a reader tells it from maths.
    Lines stay, for `to_text` to join. Braces of the result are balanced as BibTeX counts them.
    """
    if not TO_ESCAPE.search(text):
        return text
    if "$" not in text:
        return TO_ESCAPE.sub(_escaped, text)
    ways = _with_maths(text), TO_ESCAPE.sub(_escaped, text)
    read, text = [to_text(latex) for latex in ways], finished(text)
    if text not in read:
        text, read = unescape_dollars(text), list(map(unescape_dollars, read))
    return ways[read.index(text) if text in read else 0]


def _with_maths(text: str) -> str:
    """Formulas as they are; those that would be read as plain text (`$x^2$`) in two pairs of
    braces.
    """
    parts, at, look = [], 0, 0
    while match := DOLLARS.search(text, look):
        formula = match[0]
        if formula != "\\$" and not is_balanced(formula):
            look = match.start() + 1
            continue
        parts.append(TO_ESCAPE.sub(_escaped, text[at : match.start()]))
        if formula != "\\$" and to_text(formula) != formula:
            formula = f"${{{{{formula[1:-1]}}}}}$"
        parts.append(formula)
        at = look = match.end()
    return "".join([*parts, TO_ESCAPE.sub(_escaped, text[at:])])


def _escaped(match: re.Match) -> str:
    sign = match[0]
    if match["entity"]:
        return "\\&amp;" + match["entity"].replace("_", "\\_").replace("#", "\\#")
    if sign.startswith("-"):
        return "-" + "{}-" * (len(sign) - 1)
    if sign == "<":
        is_tag = TAG.match(match.string, match.start())
        return (
            "{\\textless}" if is_tag else "<" + "{}" * match.string.startswith("<<", match.start())
        )
    if sign in ("'", "''"):
        return "'{}" * len(sign)
    return ESCAPES.get(sign, sign)


# --- URLs in fields: what may be linked, without the LaTeX and HTML around it ---------------------

ESCAPED = re.compile(
    r"\\([_%&#{}$])|\\~(?:\{\})?|\$\\sim\$|\\(?=\s)|[{}]"
    r"|\\(text(?:underscore|asciitilde|brace(?:left|right)|backslash))(?:\{\}|(?![A-Za-z])\s*)"
)
MACROS = {
    "textunderscore": "_",
    "textasciitilde": "~",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textbackslash": "\\",
}
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
WRAPPED = re.compile(r"\\(?:url|path|nolinkurl|texttt|burl|protect)(?![A-Za-z])\s*")
HREF_ATTRIBUTE = re.compile(r"<a\b[^<>]*?\bhref\s*=\s*[\"']?([^\"'<>\s]+)", re.I)
HREF_MACRO = re.compile(r"\\href\s*\{([^{}]*)\}")
# Old DOIs of Wiley have "<1661::AID-SIM968>" in them.
ANY_TAG = re.compile(r"<(?!\d+::)[^<>]*>")
SCHEME = re.compile(r"(?:https?|ftp)://[^\s/?#]+|mailto:[^\s@]+@[^\s@]+", re.I)
ANY_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
SITE_PATH = re.compile(
    r"/(?!/)\S*|\.{1,2}/\S+|[^\s/:?#]+(?:/[^\s:?#]+)*\.[A-Za-z0-9]{1,5}(?:[?#]\S*)?"
)
CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
BETWEEN = re.compile(r"[\s,;|]+(?=(?:https?|ftp)://|mailto:|/)|\s+", re.I)


def urls(raw: str) -> list[str]:
    """All URLs of a field: a list with commas or blanks, `<a href>`, `\\url`, `\\href`.

    Only http, https, ftp, mailto and paths of the same site; `javascript:` and the like never.
    """
    if ("<" in raw and (hinted := HREF_ATTRIBUTE.findall(raw))) or (
        "\\href" in raw and (hinted := HREF_MACRO.findall(raw))
    ):
        candidates = hinted
    else:
        candidates = BETWEEN.split(ANY_TAG.sub(" ", WRAPPED.sub("", raw)).strip())
    if len(candidates) > 1:  # among words: the full stop is the sentence's
        candidates = [candidate.rstrip(".)") for candidate in candidates]
    cleaned = (_cleaned(candidate) for candidate in candidates)
    return list(dict.fromkeys(url for url in cleaned if url))


def hrefs(raw: str) -> list[tuple[str, str]]:
    """The (url, text) of each `\\href` and `\\url` in a value, those that may be linked."""
    if "\\href" not in raw and "\\url" not in raw:
        return []
    decoder = Decoder(raw)
    decoder.text()
    links = []
    for url, text in decoder.links:
        if cleaned := _cleaned(url):
            links.append((cleaned, cleaned if text == url else to_text(text)))
    return links


def verbatim(raw: str) -> str:
    """An address, the name of a file or an identifier: escapes and braces off, no dash touched."""
    return ESCAPED.sub(_unescaped, raw).strip()


def _unescaped(match: re.Match) -> str:
    return (
        match[1] or MACROS.get(match[2], "") or ("~" if "~" in match[0] or "$" in match[0] else "")
    )


def _cleaned(candidate: str) -> str:
    url = ENTITY.sub(lambda match: html.unescape(match[0]), verbatim(candidate))
    url = CONTROLS.sub("", url).strip().strip("<>\"',;")
    if url.lower().startswith("www."):
        url = "http://" + url
    if SCHEME.match(url):
        return url
    if ANY_SCHEME.match(url) or "\\" in url or not SITE_PATH.fullmatch(url):
        return ""
    return url
