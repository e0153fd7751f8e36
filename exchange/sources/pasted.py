"""What a pasted text holds: reference lists, identifiers, printed references, and what is none."""

import re
from dataclasses import dataclass, field

from exchange.sources.lookup import SERVICES
from publications import reference_lists
from publications.identifiers import (
    ARXIV_DOI,
    ARXIV_NAMED,
    ARXIV_URL,
    NEW_ARXIV,
    PMID_NAMED,
    PMID_URL,
    find_dois,
)
from publications.reference_lists import printed

# A longer text is one list, which is not looked through for more, or is too long.
LONGEST = 200_000
# Beside a title and a year these name an author, and not all of their works.
OF_PEOPLE = ("orcid", "openalex", "dblp")


@dataclass
class Pasted:
    """`lists` as reference_lists.joined takes them; `named` as named_in gives it; `printed` and
    `rest` are lines.
    """

    lists: list[tuple[str, str]] = field(default_factory=list)
    named: dict[str, list[str]] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    is_too_long: bool = False


def understand(text: str) -> Pasted:
    """Cut a text of any kind into what can be made of it."""
    if len(text) > LONGEST:
        is_list = reference_lists.is_list(text)
        return Pasted([("", text)] if is_list else [], is_too_long=not is_list)
    found = Pasted()
    found.lists, outside = reference_lists.lists_in(text)
    for line in printed.references_in(outside):
        if found.lists and line.startswith("%"):
            continue  # a comment of BibTeX
        named = _of_line(line)
        for kind, identifiers in named.items():
            known = found.named.setdefault(kind, [])
            known += [one for one in identifiers if one not in known]
        if not named:
            (found.printed if printed.is_reference(line) else found.rest).append(line)
    return found


def _of_line(line):
    """What a line names; of a reference the paper, and that by its DOI, if it has one."""
    named = named_in(line)
    if printed.words_of(line) < printed.LEAST_WORDS:
        return named
    named = {kind: some for kind, some in named.items() if kind not in OF_PEOPLE}
    if len(named.get("doi", ())) == 1:
        named.pop("pmid", None)
    return named


# --- The identifiers that a text of any kind names ------------------------------------------------

# Addresses of papers that make up their DOI: the address -> the DOI.
ADDRESSES = (
    (r"nature\.com/articles/(?!10\.)([\w-]*\d[\w-]*)", r"10.1038/\1"),
    (r"elifesciences\.org/(?:articles|reviewed-preprints)/(\d{4,6})", r"10.7554/elife.\1"),
    (r"zenodo\.org/records?/(\d+)", r"10.5281/zenodo.\1"),
    (r"ssrn\.com/(?:sol3/papers\.cfm\?abstract_id=|abstract=)(\d+)", r"10.2139/ssrn.\1"),
    (r"researchsquare\.com/article/(rs-\d+)/(v\d+)", r"10.21203/rs.3.\1/\2"),
    (r"preprints\.org/manuscript/(\d{6}\.\d{4})(?:/(v\d+))?", r"10.20944/preprints\1.\2"),
    (r"jstor\.org/stable/(?:pdf/)?(\d{4,9})", r"10.2307/\1"),
    (r"aclanthology\.org/([A-Z]\d\d-\d{4}|\d{4}\.[\w-]+\.\d+)", r"10.18653/v1/\1"),
    (r"pubs\.rsc\.org/en/content/\w+/\d{4}/\w\w/([a-z]\d[a-z]{2}\d{5}\w)", r"10.1039/\1"),
)
# Some name the DOI among others: "?id=10.1371/journal.pone.0123456&type=printable". The bound keeps
# a long text of such beginnings from being read to its end at each.
IN_QUERY = re.compile(r"(?<=[?&])([\w-]+=10\.\d{4,9}/[^\s&]{1,300})&\S*")

# What `normalise` of the service reads; a bare number of PubMed might be anything.
PATTERNS = {
    "arxiv": re.compile(
        rf"{ARXIV_URL.pattern}|{ARXIV_DOI.pattern}|{ARXIV_NAMED.pattern}"
        rf"|(?<![\w./:-]){NEW_ARXIV}(?:v\d+)?(?![\w/-])",
        re.I,
    ),
    "pmid": re.compile(
        rf"{PMID_URL.pattern}|{PMID_NAMED.pattern}"
        r"|ncbi\.nlm\.nih\.gov/(?:pmc/)?articles/PMC\d+",
        re.I,
    ),
    "orcid": re.compile(r"(?<!\d)\d{4}-\d{4}-\d{4}-\d{3}[\dX](?!\d)", re.I),
    "openalex": re.compile(r"https?://openalex\.org/(?:authors/|works/)?[AW]\d{4,12}", re.I),
    "dblp": re.compile(r"https?://dblp\.(?:org|uni-trier\.de)/(?:pid|rec)/[\w/-]+", re.I),
    "openreview": re.compile(r"https?://openreview\.net/(?:forum|pdf)\?id=[\w-]+", re.I),
}


def named_in(text: str) -> dict[str, list[str]]:
    """Kind (a key of SERVICES) -> the identifiers of it that the text names, each once."""
    plain = IN_QUERY.sub(r"\1", re.sub(r"(?<=10\.\d{4})%2F", "/", text, flags=re.I))
    dois = [*find_dois(plain)]
    for address, doi in ADDRESSES:
        matches = re.finditer(address, text, re.I)
        dois += [match.expand(doi).rstrip(".").lower() for match in matches]
    found = {"doi": [doi for doi in dict.fromkeys(dois) if not ARXIV_DOI.match(doi)]}
    for kind, pattern in PATTERNS.items():
        read = SERVICES[kind].normalise
        found[kind] = list(dict.fromkeys(read(match[0]) for match in pattern.finditer(text)))
    return {kind: named for kind, names in found.items() if (named := list(filter(None, names)))}
