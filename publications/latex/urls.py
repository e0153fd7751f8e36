"""URLs in fields: what may be linked, without the LaTeX and HTML around it."""

import html
import re

from publications.latex.decoding import Decoder
from publications.latex.text import to_text

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
TAG = re.compile(r"<(?!\d+::)[^<>]*>")
SCHEME = re.compile(r"(?:https?|ftp)://[^\s/?#]+|mailto:[^\s@]+@[^\s@]+", re.I)
ANY_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
SITE_PATH = re.compile(
    r"/(?!/)\S*|\.{1,2}/\S+|[^\s/:?#]+(?:/[^\s:?#]+)*\.[A-Za-z0-9]{1,5}(?:[?#]\S*)?"
)
CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
BETWEEN = re.compile(r"[\s,;|]+(?=(?:https?|ftp)://|mailto:|/)|\s+", re.I)


def url_text(raw: str) -> str:
    """The first URL of a field, unescaped; '' if nothing in it may be linked."""
    return next(iter(urls(raw)), "")


def urls(raw: str) -> list[str]:
    """All URLs of a field: a list with commas or blanks, `<a href>`, `\\url`, `\\href`.

    Only http, https, ftp, mailto and paths of the same site; `javascript:` and the like never.
    """
    if ("<" in raw and (hinted := HREF_ATTRIBUTE.findall(raw))) or (
        "\\href" in raw and (hinted := HREF_MACRO.findall(raw))
    ):
        candidates = hinted
    else:
        candidates = BETWEEN.split(TAG.sub(" ", WRAPPED.sub("", raw)).strip())
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


def _unescaped(found: re.Match) -> str:
    return (
        found[1] or MACROS.get(found[2], "") or ("~" if "~" in found[0] or "$" in found[0] else "")
    )


def _cleaned(candidate: str) -> str:
    url = ENTITY.sub(lambda found: html.unescape(found[0]), verbatim(candidate))
    url = CONTROLS.sub("", url).strip().strip("<>\"',;")
    if url.lower().startswith("www."):
        url = "http://" + url
    if SCHEME.match(url):
        return url
    if ANY_SCHEME.match(url) or "\\" in url or not SITE_PATH.fullmatch(url):
        return ""
    return url
