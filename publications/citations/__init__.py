"""Papers -> BibTeX, CSL-JSON, RIS, and a line that a person reads.

papers = citations.with_citation_data(queryset)
text = citations.bibtex(papers)
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from django.db.models import prefetch_related_objects

from publications.citations.bibtex import bibtex
from publications.citations.csl import csl_item, csl_json
from publications.citations.dialects import DIALECTS
from publications.citations.reference import reference
from publications.citations.ris import ris
from publications.models import Publication

# A database takes only so many parameters in one query.
AT_ONCE = 2000
RELATED = ("venue", "authorships", "versions", "sources", "links", "awards", "topics")


def with_citation_data(papers: Iterable[Publication]) -> list[Publication]:
    """`papers`, a queryset or a list, ready for every format: a query for each of RELATED.

    What a paper has already is not asked for again; more than AT_ONCE are asked in parts.
    """
    papers = list(papers)
    for start in range(0, len(papers), AT_ONCE):
        prefetch_related_objects(papers[start : start + AT_ONCE], *RELATED)
    return papers


def csl_text(papers: Iterable[Publication], *, is_one: bool = False) -> str:
    """The CSL-JSON array as text; with `is_one`, the one item of the one paper."""
    items = csl_json(papers)
    return json.dumps(items[0] if is_one else items, ensure_ascii=False, indent=2) + "\n"


@dataclass(frozen=True)
class Format:
    """A format of files: `write_one` is for a file that holds one paper."""

    extension: str
    content_type: str
    write: Callable[[Iterable[Publication]], str]
    write_one: Callable[[Iterable[Publication]], str]


BIBTEX = "application/x-bibtex; charset=utf-8"
FORMATS = {
    "bibtex": Format("bib", BIBTEX, bibtex, bibtex),
    "ris": Format("ris", "application/x-research-info-systems; charset=utf-8", ris, ris),
    "csl-json": Format(
        *("json", "application/vnd.citationstyles.csl+json; charset=utf-8"),
        *(csl_text, partial(csl_text, is_one=True)),
    ),
}


def format_of(name: str, dialect: str = "") -> Format:
    """One of FORMATS; with one of DIALECTS, BibTeX in it. Raises LookupError for what there is not.

    Only BibTeX has dialects.
    """
    if not dialect:
        return FORMATS[name]
    if name != "bibtex" or dialect not in DIALECTS:
        raise LookupError(dialect)
    write = partial(bibtex, dialect=dialect)
    return Format("bib", BIBTEX, write, write)
