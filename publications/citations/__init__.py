"""Papers -> BibTeX, CSL-JSON, RIS, and a line that a person reads.

papers = citations.with_citation_data(queryset)
text = citations.bibtex(papers)

A long list is written in parts: Format.stream.

bibtex          the .bib file: fields as imported where they still hold, else from the columns
bibtex_values   titles, names, dates and links as values of BibTeX
dialects        BibTeX for classic styles, or for biblatex; what biblatex takes in which type
csl             CSL-JSON items, and RIS
styles          references in APA, IEEE, ACM, Chicago
reference       a reference as a paper's page shows it, in no guide's style; names and venues
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.db.models import QuerySet

from profiles.compiled_queries import CompiledQuery, attach_all, attach_one, batched, together
from profiles.compiled_queries import Keys as KeysParam
from profiles.models import Researcher
from publications import references
from publications.citations.bibtex import Keys, bibtex, entries, stored_keys
from publications.citations.csl import csl_item, csl_json, ris
from publications.citations.dialects import DIALECTS
from publications.citations.reference import reference
from publications.models import (
    Authorship,
    PrintedName,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)

# All rows of so many papers are one text in memory.
AT_ONCE = 2000


class ExportedEntry(NamedTuple):
    """The columns of a Source that exports need."""

    publication_id: int
    version_id: int | None
    fields: list[list[str]]
    values: dict


class TopicName(NamedTuple):
    """A topic of a paper, as exports load it."""

    publication_id: int
    name: str


def _authorships(papers):
    rows = Authorship.objects.filter(publication__in=papers)
    return rows.values_list(*PrintedName._fields)


def _topics(papers):
    rows = Publication.topics.through.objects.filter(publication__in=papers)
    return rows.order_by("topic__name").values_list("publication_id", "topic__name")


def _venues(papers):
    return Venue.objects.filter(pk__in=Publication.objects.filter(pk__in=papers).values("venue"))


_VENUES, *_RELATED = (
    CompiledQuery(partial(rows, KeysParam("papers")))
    for rows in (
        _venues,
        _authorships,
        lambda papers: Version.objects.filter(publication__in=papers),
        lambda papers: Source.objects.filter(publication__in=papers).values_list(
            *ExportedEntry._fields
        ),
        lambda papers: PublicationLink.objects.filter(publication__in=papers),
        lambda papers: PublicationAward.objects.filter(publication__in=papers),
        _topics,
    )
)
_RELATIONS = ("authorships", "versions", "sources", "links", "awards", "topics")
# What most papers have is loaded without its model.
_TUPLES = {"authorships": PrintedName, "sources": ExportedEntry, "topics": TopicName}


def with_citation_data(papers: Iterable[Publication]) -> list[Publication]:
    """`papers`, a queryset or a list, ready for every format: one query for AT_ONCE of them."""
    papers = list(papers)
    for some in batched(papers, AT_ONCE):
        _load(some)
    return papers


def _load(papers):
    asked = {"papers": [paper.pk for paper in papers]}
    venues, *related = together(*((rows, asked) for rows in (_VENUES, *_RELATED)))
    attach_one(papers, "venue", venues)
    for relation, rows in zip(_RELATIONS, related, strict=True):
        if relation in _TUPLES:
            rows = map(_TUPLES[relation]._make, rows)
        attach_all(papers, relation, rows, "publication_id")


def citable(
    papers: Iterable[Publication], people: dict[int, Researcher] | None = None
) -> list[Publication]:
    """Public papers as visitors may take them away, ready for every format.

    `people`: see references.speakers.
    """
    papers = with_citation_data(papers)
    references.withhold_drafts(papers, people)
    return papers


# Papers of one part of a stream.
IN_ONE_PART = 200


def csl_text(papers: Iterable[Publication], *, is_one: bool = False) -> str:
    """The CSL-JSON array as text; with `is_one`, the one item of the one paper."""
    items = csl_json(papers)
    return json.dumps(items[0] if is_one else items, ensure_ascii=False, indent=2) + "\n"


def bibtex_part(papers: Iterable[Publication], keys: Keys, **options) -> str:
    """Some of the papers of a file; `keys` are those of all of it."""
    return "\n".join(entries(papers, keys, **options))


@dataclass(frozen=True)
class Format:
    """A format of files: `write_one` is for a file that holds one paper.

    `part`: the records of some papers of a file with these keys, and nothing `around` them: what
    stands at the start of the file, between two records, at its end.
    """

    extension: str
    content_type: str
    write: Callable[[Iterable[Publication]], str]
    write_one: Callable[[Iterable[Publication]], str]
    part: Callable[[Iterable[Publication], Keys], str]
    around: tuple[str, str, str] = ("", "\n", "")

    def stream(
        self,
        papers: QuerySet[Publication],
        load: Callable[[Iterable[Publication]], list[Publication]] = with_citation_data,
    ) -> Iterator[str]:
        """What `write` gives, in parts: of `papers`, one at least, few are in memory at a time.

        `load` makes some of them ready. What is withdrawn before its turn does not come.
        """
        keys, pks = stored_keys(papers), list(papers.values_list("pk", flat=True))
        before, between, end = self.around
        for these in batched(pks, IN_ONE_PART):
            rows = papers.in_bulk(these)
            if part := self.part(load(rows[pk] for pk in these if pk in rows), keys):
                yield before + part
                before = between
        yield end


def is_written(paper: Publication, raw: str) -> bool:
    """Whether the text of a reference is what RIS or CSL-JSON would say of the paper now."""
    if raw.startswith("TY"):
        return raw.split() == ris([paper]).split()
    return json.loads(raw, strict=False) == json.loads(csl_text([paper], is_one=True))


BIBTEX = "application/x-bibtex; charset=utf-8"
FORMATS = {
    "bibtex": Format("bib", BIBTEX, bibtex, bibtex, bibtex_part),
    "ris": Format(
        *("ris", "application/x-research-info-systems; charset=utf-8", ris, ris),
        part=lambda papers, _keys: ris(papers),
        around=("", "\r\n", ""),
    ),
    "csl-json": Format(
        *("json", "application/vnd.citationstyles.csl+json; charset=utf-8"),
        *(csl_text, partial(csl_text, is_one=True)),
        part=lambda papers, _keys: csl_text(papers)[2:-3],
        around=("[\n", ",\n", "\n]\n"),
    ),
}


def format_of(name: str, dialect: str = "", *, for_visitors: bool = False) -> Format:
    """One of FORMATS; with one of DIALECTS, BibTeX in it. Raises LookupError for what there is not.

    Only BibTeX has dialects. `for_visitors`: its entries hold what one cites by, and no more.
    """
    if name != "bibtex" and not dialect:
        return FORMATS[name]
    if name != "bibtex" or dialect not in ("", *DIALECTS):
        raise LookupError(dialect)
    options = {"dialect": dialect, "for_visitors": for_visitors}
    write = partial(bibtex, **options)
    return Format("bib", BIBTEX, write, write, partial(bibtex_part, **options))
