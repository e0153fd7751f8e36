"""DOI, arXiv, ISBN, ISSN and PubMed: normalise, check, link, and find them in a record.

Syntax after the DOI handbook, arXiv's help on identifiers, ISO 2108, ISO 3297. A normaliser
gives '' for what is no identifier of its kind; the text it came from is the caller's to keep.
"""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote

DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`]+")
# Beyond doubt, as most are.
PLAIN_DOI = re.compile(r"10\.\d{4,9}/[A-Za-z0-9._-]*[A-Za-z0-9]")
SHORT_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)?(10/[a-z0-9]{3,12})", re.I)
DOI_ONLY = re.compile(r"(?:doi\s*[:=]?\s*|(?:https?:)?/*(?:dx\.|www\.)?doi\.org/+)*(10\..+)", re.I)
# doi.org, doi.acm.org, publisher.org/doi/abs/10..., link.springer.com/article/10...
DOI_URL = re.compile(
    r"(?:doi\.org/+|(?:bio|med)rxiv\.org/content/(?:early/[\d/]+|abs/)?|\bdoi\.[\w.-]{1,60}/|/doi/(?:[a-z]{2,20}/)?|/(?:articles?|chapter|book)/(?:abs/)?)"
    r"(10\.\d{4,9}(?:[^\s{}\"<>]|<\d+::[^\s{}\"<>]*>)+)",
    re.I,
)
DOI_NAMED = re.compile(r"\bdoi\s*[:=]?\s*(10\.\d{4,9}/\S+)", re.I)
URL_TAIL = re.compile(
    r"(?:[?#].*|/(?:full|pdf|epdf|abstract|meta|html)(?:\.pdf)?|/suppl_file/.*|\.pdf)$", re.I
)
RXIV_TAIL = re.compile(r"^(10\.(?:1101|64898)/[\d.]+)v\d+(?:[./].*)?$")
# "extends arXiv:..." is about another paper.
OF_ANOTHER = re.compile(r"\b(?:of|to|on|extends|cites|corrects|see)\s*(?:https?:)?\W*$", re.I)
PREPRINT = re.compile(
    r"10\.(?:48550/arxiv|1101/\d|64898/|31219/|31234/|31235/|31223/|31222/|35542/|21203/|2139/ssrn"
    r"|26434/|20944/|36227/|22541/|32388/|33774/|1002/essoar|5194/egusphere|12074/|2312/eartharxiv)"
)

PMID_NAMED = re.compile(r"\bPMID\s*:?\s*([1-9]\d{3,8})\b")

NEW_ARXIV = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
OLD_ARXIV = r"[a-z][a-z-]+(?:\.[A-Za-z-]{2,})?/\d{7}"
ARXIV_ONLY = re.compile(
    rf"(?:arxiv\s*[:.]?\s*(?:preprint\s+)?(?:arxiv\s*:\s*)?|abs/)?({NEW_ARXIV}|{OLD_ARXIV})(?:v\d+)?"
    r"(?:\s*\[[\w.-]+\])?(?:\.pdf)?",
    re.I,
)
ARXIV_URL = re.compile(
    rf"(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|huggingface\.co/papers)/*"
    rf"(?:abs/|pdf/|html/|format/|ps/|e-print/)?({NEW_ARXIV}|{OLD_ARXIV})(?:v\d+)?(?![\d])",
    re.I,
)
# Without this it is no such address, which is seen in a fraction of the time.
ARXIV_HOST = re.compile(r"iv\.org|huggingface", re.I)
ARXIV_NAMED = re.compile(rf"arxiv\s*[:.]?\s*({NEW_ARXIV}|{OLD_ARXIV})(?:v\d+)?(?!\d)", re.I)
ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.({NEW_ARXIV}|{OLD_ARXIV})(?:v\d+)?(?!\d)", re.I)
ARXIV_VOLUME = re.compile(rf"abs/({NEW_ARXIV}|{OLD_ARXIV})(?:v\d+)?", re.I)
PMID_URL = re.compile(
    r"(?:ncbi\.nlm\.nih\.gov/(?:m/)?pubmed|pubmed\.ncbi\.nlm\.nih\.gov)/(\d{1,9})"
)

# Where a paper's own identifiers hide besides the field that is named after them.
LINK_FIELDS = (
    "url", "html", "link", "links", "ee", "pdf", "eprint_url", "bdsk-url-1", "bdsk-url-2",
    "adsurl", "website", "preprint", "paper", "publisher_url", "biburl", "eprint", "howpublished",
    "arxiv",
)  # fmt: skip
TEXT_FIELDS = ("journal", "journaltitle", "howpublished", "note", "pages", "booktitle", "number",
               "publisher", "volume", "series", "annote", "eid")  # fmt: skip


def _plain(text: str) -> str:
    """Identifiers as typed carry braces and escapes: `10.1/a\\_b`, `{10.1/x}`."""
    if "\\" in text:
        text = re.sub(r"\\(?:textunderscore|_)(?:\{\})?\s*", "_", text)
        text = re.sub(r"\\(?:url|texttt|path)(?![A-Za-z])\s*|\\(?=[%&#])", "", text)
    return text.replace("{", "").replace("}", "").strip()


def normalise_doi(text: str) -> str:
    """The bare DOI in lower case, from a DOI, `doi:...` or a doi.org or publisher's address."""
    if PLAIN_DOI.fullmatch(text):
        return text.lower()
    text = _plain(text)
    match = DOI_URL.search(text) or DOI_ONLY.fullmatch(text)
    return _doi(match[1], from_url=match.re is DOI_URL or "/" in text[:6]) if match else ""


def _doi(text: str, from_url: bool) -> str:
    if "%" in text and re.match(r"10\.\d+(?:\.\d+)*%2f|.*%[0-9a-f]{2}", text, re.I):
        text = unquote(text)
    if from_url:
        text = RXIV_TAIL.sub(r"\1", URL_TAIL.sub("", text))
    # SICI-style DOIs of the 1990s hold angle brackets.
    match = re.match(r"10\.\d{4,9}(?:\.\d+)*/\S+", text)
    if not match:
        return ""
    doi = match[0].rstrip(".,;:'\"”’")
    while doi.endswith((")", "]")) and doi.count(doi[-1]) > doi.count(
        {")": "(", "]": "["}[doi[-1]]
    ):
        doi = doi[:-1]
    return doi.lower() if doi.partition("/")[2] else ""


def find_dois(text: str) -> list[str]:
    """Every DOI in a text of any kind, each once: bare, after "doi:", or in an address."""
    dois = {}
    for word in text.split():
        url = DOI_URL.search(word) if "10." in word else None
        if url:
            dois[_doi(url[1], from_url=True)] = True
        elif "10." in word and (bare := DOI.search(word)):
            dois[_doi(bare[0], from_url=False)] = True
    return [doi for doi in dois if doi]


def find_arxiv(text: str) -> str:
    """The first arXiv id that a text names as one: `arXiv:2602.09609`, or an address."""
    match = _search_arxiv(text)
    return _arxiv(match[1]) if match else ""


def _search_arxiv(text: str) -> re.Match | None:
    return ARXIV_NAMED.search(text) or ARXIV_URL.search(text) or ARXIV_DOI.search(text)


def normalise_arxiv(text: str) -> str:
    """The arXiv id without version (`2602.09609`, `cs/9907018`) from an id or an address."""
    text = _plain(text)
    match = ARXIV_URL.search(text) or ARXIV_DOI.search(text) or ARXIV_ONLY.fullmatch(text)
    return _arxiv(match[1]) if match else ""


def _arxiv(text: str) -> str:
    archive, slash, number = text.partition("/")
    return f"{archive.partition('.')[0].lower()}/{number}" if slash else text


def normalise_isbn(text: str) -> str:
    """The first valid ISBN-10 or ISBN-13 in the text, without hyphens."""
    text = re.sub(r"[\u2010-\u2015]", "-", _plain(text))
    for match in re.finditer(r"(?<!\d)(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dXx](?!\d)", text):
        isbn = re.sub(r"[-\s]", "", match[0]).upper()
        if len(isbn) == 10 and _is_checked_by_11(isbn):
            return isbn
        if len(isbn) == 13 and isbn.isdigit():
            total = sum(map(int, isbn[::2])) + 3 * sum(map(int, isbn[1::2]))
            if total % 10 == 0:
                return isbn
    return ""


def _is_checked_by_11(number: str) -> bool:
    """Whether the last digit, X for 10, is the check of the others, as in ISBN-10 and ISSN."""
    digits = [10 if sign == "X" else int(sign) for sign in number]
    return sum(w * digit for w, digit in enumerate(reversed(digits), 1)) % 11 == 0


def normalise_issn(text: str) -> str:
    """The first valid ISSN in the text, as `1234-567X`."""
    text = re.sub(r"[\u2010-\u2015]", "-", _plain(text))
    for match in re.finditer(r"(?<![\dA-Za-z])(\d{4})-?(\d{3}[\dXx])(?![\dA-Za-z])", text):
        issn = f"{match[1]}-{match[2].upper()}"
        if _is_checked_by_11(issn.replace("-", "")):
            return issn
    return ""


def normalise_pmid(text: str) -> str:
    """The PubMed number from a number, `PMID: 123` or an address; a PMC number is another."""
    text = _plain(text)
    match = PMID_URL.search(text) or re.fullmatch(r"(?:pmid\s*:?\s*)?(\d{1,9})\.?", text, re.I)
    return match[1].lstrip("0") if match else ""


# Column -> what brings the text of an identifier to the form that is stored.
NORMALISERS = {
    "doi": normalise_doi,
    "arxiv": normalise_arxiv,
    "isbn": normalise_isbn,
    "issn": normalise_issn,
    "pmid": normalise_pmid,
}


def doi_url(doi: str) -> str:
    """Return the address of a DOI at doi.org."""
    return f"https://doi.org/{quote(doi, safe='/:;()[]@!$,*+=.~_-')}"


def arxiv_url(arxiv: str) -> str:
    """Return the address of a preprint at arXiv."""
    return f"https://arxiv.org/abs/{quote(arxiv)}"


def pmid_url(pmid: str) -> str:
    """Return the address of a paper at PubMed."""
    return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pmid)}/"


def is_preprint_doi(doi: str) -> bool:
    """Whether a DOI is a preprint server's: arXiv, bioRxiv, OSF, Research Square, SSRN, ..."""
    return bool(PREPRINT.match(doi.lower()))


def find_identifiers(values: Mapping[str, str]) -> dict[str, str]:
    """All identifiers of a record's own fields (raw values, none empty, by lower-case names).

    Keys doi, arxiv, isbn, issn, pmid, each '' if there is none. The field of that name comes
    first; then links, then text that names the kind (`arXiv:...`, `doi:...`).
    """
    links = [values[name] for name in LINK_FIELDS if name in values]
    texts = {name: values[name] for name in TEXT_FIELDS if name in values}
    doi = _find_doi(values, links, texts.values())
    return {
        "doi": doi,
        "arxiv": _find_arxiv(values, links, texts, doi),
        "isbn": normalise_isbn(values["isbn"]) if "isbn" in values else "",
        "issn": normalise_issn(values["issn"]) if "issn" in values else "",
        "pmid": _find_pmid(values, links),
    }


def short_doi_url(text: str) -> str:
    """The address of a short DOI such as `10/gmmtch` (shortdoi.org), or ''.

    Which DOI it stands for, doi.org alone knows: it is linked and identifies no paper.
    """
    match = SHORT_DOI.fullmatch(_plain(text))
    return f"https://doi.org/{match[1].lower()}" if match else ""


def _find_doi(values: Mapping[str, str], links: Iterable[str], texts: Iterable[str]) -> str:
    if "doi" in values and (doi := normalise_doi(values["doi"])):
        return doi
    if values.get("eprinttype", "").lower() == "doi" and (doi := normalise_doi(values["eprint"])):
        return doi
    for link in links:
        if "10." in link and (match := DOI_URL.search(_plain(link.replace("}{", " ")))):
            return _doi(match[1], from_url=True)
    for value in texts:
        if "10." in value:
            text = _plain(value)
            match = DOI_URL.search(text) or DOI_NAMED.search(text)
            if match and not OF_ANOTHER.search(text[: match.start()]):
                return _doi(match[1], from_url=match.re is DOI_URL)
            if DOI.fullmatch(text):
                return _doi(text, from_url=False)
    return ""


def _find_arxiv(
    values: Mapping[str, str], links: Iterable[str], texts: Mapping[str, str], doi: str
) -> str:
    """`doi`: what was found of that; each of arXiv's holds the number."""
    kind = (values.get("archiveprefix") or values.get("eprinttype") or "").strip("{} ").lower()
    if (
        "eprint" in values
        and kind in ("arxiv", "")
        and (arxiv := normalise_arxiv(values["eprint"]))
    ):
        return arxiv
    for name in ("arxiv", "arxivid", "arxiv_id"):
        if name in values and (arxiv := normalise_arxiv(values[name])):
            return arxiv
    raw = values.get("doi", "")
    plain = PLAIN_DOI.fullmatch(raw) and "arxiv" not in raw.lower()
    if not plain and (arxiv := normalise_arxiv(raw)):
        return arxiv
    for link in links:
        if ARXIV_HOST.search(link) and (match := ARXIV_URL.search(_plain(link))):
            return _arxiv(match[1])
    if match := ARXIV_DOI.match(doi):
        return _arxiv(match[1])
    for name, value in texts.items():
        if "abs/" not in value and "rxiv" not in value.lower():
            continue
        text = _plain(value)
        volume = ARXIV_VOLUME.fullmatch(text) if name == "volume" else None
        match = volume or _search_arxiv(text)
        if match and not OF_ANOTHER.search(text[: match.start()]):
            return _arxiv(match[1])
    return ""


def _find_pmid(values: Mapping[str, str], links: Iterable[str]) -> str:
    if "pmid" in values and (pmid := normalise_pmid(values["pmid"])):
        return pmid
    if values.get("eprinttype", "").lower() == "pubmed" and "eprint" in values:
        return normalise_pmid(values["eprint"])
    for link in links:
        if "ncbi" in link and (match := PMID_URL.search(link)):
            return match[1]
    match = PMID_NAMED.search(values.get("note", ""))
    return match[1] if match and not OF_ANOTHER.search(values["note"][: match.start()]) else ""
