"""A printed form of a work (the lead, or another version) as plain values, with its sources."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from publications import extras
from publications.models import Authorship, Publication, Source, Version

VERSION_COLUMNS = ("title", "date", "date_text", "container_title", "doi", "arxiv", "isbn", "url")
COLUMNS = (
    *("title", "short_name", "date", "date_text", "container_title", "status"),
    *("place", "series", "volume", "issue", "number", "edition", "pages", "publisher"),
    *("doi", "arxiv", "isbn", "issn", "pmid", "url", "language"),
    *("abstract", "tldr", "note", "presentation", "et_al"),
)
# An author as the importer keeps it in Source.values, the facts that no file prints left out.
PARTS = ("role", "given", "family", "particle", "suffix", "literal", "marks")


@dataclass
class Form:
    """`values`: column -> value, the empty ones absent, dates as PartialDate.stored."""

    paper: Publication
    shape: Publication | Version
    values: dict
    sources: list[Source]
    fields: list[list[str]] = field(default_factory=list)
    authors: list[list[str]] = field(default_factory=list)
    links: list[list[str]] = field(default_factory=list)
    awards: list[list[str]] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)

    @property
    def entry_type(self) -> str:
        return self.shape.entry_type

    @property
    def key(self) -> str:
        return self.shape.citation_key

    @property
    def is_lead(self) -> bool:
        return self.shape is self.paper

    @property
    def age(self) -> tuple:
        """Older papers sort first, and the lead before its other versions."""
        return (self.paper.pk, not self.is_lead, self.shape.pk)

    def printed(self, role: str) -> list[list[str]]:
        return [author for author in self.authors if author[0] == role]


def forms(paper: Publication) -> Iterator[Form]:
    """The lead, then the other versions, newest first."""
    yield lead(paper)
    for version in paper.versions.all():
        yield _version(paper, version)


def lead(paper: Publication) -> Form:
    hanging = extras.hanging(paper)
    return Form(
        paper,
        paper,
        _values(paper, COLUMNS),
        _sources(paper),
        fields=_fields(paper),
        authors=_authors(paper),
        links=_links(paper),
        awards=[[row.name, row.url] for row in hanging if row.kind == "award"],
        topics=[row.name for row in hanging if row.kind == "topic"],
    )


def _version(paper, version):
    """Its own columns and its own entry; the people are the paper's."""
    sources = _sources(paper, version)
    values = _values(version, VERSION_COLUMNS)
    if version.status != "published":
        values["status"] = version.status
    rest = [list(pair) for source in sources for pair in source.values.get("fields", [])]
    printed = [own[: len(PARTS)] for source in sources for own in source.values.get("authors", [])]
    links = [row for source in sources for row in source.values.get("links", [])]
    return Form(
        paper,
        version,
        values,
        sources,
        fields=rest,
        authors=printed or _authors(paper),
        links=[row for row in _all_links(paper) if row in links],
    )


def _values(row, columns):
    values = {name: value for name in columns if (value := getattr(row, name))}
    if "date" in values:
        values["date"] = values["date"].stored
    return values


def _fields(paper):
    return [list(pair) for pair in _of_lead(paper, "fields", paper.fields)]


def _links(paper):
    return _of_lead(paper, "links", _all_links(paper))


def _all_links(paper):
    return [[r.detail, r.name, r.url] for r in extras.hanging(paper) if r.kind == "link"]


def _of_lead(paper, name, rows):
    """Without what another version's entry alone says: that entry says it itself."""
    of_lead = [row for source in _sources(paper) for row in source.values.get(name, [])]
    said = [row for source in paper.sources.all() for row in source.values.get(name, [])]
    return [row for row in rows if row in of_lead or row not in said]


def _authors(paper):
    rows = [a for a in paper.authorships.all() if a.role != Authorship.Role.LISTED]
    return [[getattr(row, part) for part in PARTS] for row in rows]


def _sources(paper, version=None):
    """Those of one form; the entry whose key the form bears speaks first."""
    form, pk = version or paper, version and version.pk
    own = [source for source in paper.sources.all() if source.version_id == pk]
    return sorted(own, key=lambda source: source.values.get("citation_key") != form.citation_key)
