"""The identifiers that a text of any kind names: a reference, an e-mail, a list of addresses."""

import re

from exchange.sources.lookup import SERVICES
from publications.identifiers import (
    ARXIV_DOI,
    ARXIV_NAMED,
    ARXIV_URL,
    NEW_ARXIV,
    PMID_NAMED,
    PMID_URL,
    find_dois,
)

# What `normalise` of the service reads; a bare number of PubMed might be anything.
PATTERNS = {
    "arxiv": re.compile(
        rf"{ARXIV_URL.pattern}|{ARXIV_DOI.pattern}|{ARXIV_NAMED.pattern}"
        rf"|(?<![\w./:-]){NEW_ARXIV}(?:v\d+)?(?![\w/-])",
        re.I,
    ),
    "pmid": re.compile(rf"{PMID_URL.pattern}|{PMID_NAMED.pattern}", re.I),
    "orcid": re.compile(r"(?<!\d)\d{4}-\d{4}-\d{4}-\d{3}[\dX](?!\d)", re.I),
    "openalex": re.compile(r"https?://openalex\.org/(?:authors/)?A\d{4,12}", re.I),
    "dblp": re.compile(r"https?://dblp\.(?:org|uni-trier\.de)/pid/[\w/-]+", re.I),
    "openreview": re.compile(r"https?://openreview\.net/(?:forum|pdf)\?id=[\w-]+", re.I),
}


def named_in(text: str) -> dict[str, list[str]]:
    """Kind (a key of SERVICES) -> the identifiers of it that the text names, each once."""
    found = {"doi": [doi for doi in find_dois(text) if not ARXIV_DOI.match(doi)]}
    for kind, pattern in PATTERNS.items():
        read = SERVICES[kind].normalise
        found[kind] = list(dict.fromkeys(read(match[0]) for match in pattern.finditer(text)))
    return {kind: named for kind, names in found.items() if (named := list(filter(None, names)))}
