"""Papers as BibTeX: what a file said, as it said it; what was written here, LaTeX-safe.

A raw field of an imported entry is kept as long as the columns and links that it tells of hold what
it told. Everything else is written from the columns.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from publications import entry_types
from publications.bibtex import (
    ORIGINAL_KEY,
    ORIGINAL_TYPE,
    clean_key,
    status_in,
    unique_keys,
    write_entry,
)
from publications.citations.bibtex_values import (
    AWARD,
    award_fields,
    date_fields,
    link_fields,
    names,
    raw_url,
    title,
    topic_list,
)
from publications.citations.dialects import STANDARD_FIELDS, translated
from publications.fields import (
    COLUMNS,
    FIELDS,
    LINK_FIELDS,
    NAME_COLUMNS,
    ROLES,
    STATUSES,
    VERSION_COLUMNS,
)
from publications.latex import from_text, to_text, urls
from publications.matching.forms import is_preprint
from publications.models import Authorship, Publication, Source, Version

# Said anew in each export, where it is needed.
ORIGINALS = (ORIGINAL_KEY, ORIGINAL_TYPE)
# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}
# Fields that say a part of a column, and those without which they do not say it.
PART_OF = {
    "month": {"year", "date"},
    "mon": {"year", "date"},
    "day": {"year", "date"},
    "subtitle": {"title"},
    "booksubtitle": {"booktitle"},
    "journalsubtitle": {"journal", "journaltitle"},
    "archiveprefix": {"eprint"},
    "eprinttype": {"eprint"},
}
# Columns that the importer fills from no field: a raw field of that name is left alone, unless it
# repeats the topics.
UNREAD = {"keywords"}
# Field -> what it tells of: columns, roles, "awards", "topics". Other names are nobody's column.
COVERS: dict[str, set[str]] = {name: {name} for name in (*ROLES, "topics", "keywords")}
for _field in FIELDS:
    for _name in _field.bibtex:
        COVERS.setdefault(_name, set()).add(_field.column)
COVERED = {"awards"}.union(*COVERS.values())

# Columns that an entry may speak of though they are empty: of a date there may be its words, and
# without a status the paper is published.
SAID_EMPTY = {"date", "status"}

# The field in which a type names what it appeared in, and who brought it out.
CONTAINERS = {
    "article": "journal",
    "book": "eventtitle",
    "collection": "eventtitle",
    "proceedings": "eventtitle",
}
PUBLISHERS = {
    "thesis": "school",
    "phdthesis": "school",
    "mastersthesis": "school",
    "report": "institution",
    "techreport": "institution",
    "manual": "organization",
}

Pairs = list[tuple[str, str]]


@dataclass
class PrintedVersion:
    """A printed form of a work, the lead or another version, as plain values, with its sources.

    `values`: column -> value, the empty ones absent, dates as PartialDate.stored. `fields`: what
    has no column; `authors`: rows of NAME_COLUMNS; `links`: (kind, label, url); `awards`: (name,
    url).
    """

    paper: Publication
    row: Publication | Version
    values: dict
    sources: list[Source]
    fields: list[list[str]]
    authors: list[list[str]]
    links: list[list[str]]
    awards: list[list[str]]
    topics: list[str]

    @property
    def key(self) -> str:
        return self.row.citation_key

    @property
    def is_lead(self) -> bool:
        return self.row is self.paper

    def printed(self, role: str) -> list[list[str]]:
        return [author for author in self.authors if author[0] == role]


@dataclass(frozen=True)
class Keys:
    """The keys of a file's entries: `known[pk of the paper, of its other version or None]`."""

    known: dict[tuple[int | None, int | None], str]
    # In small letters: to BibTeX they are the same.
    folded: frozenset[str]
    papers: int


def bibtex(
    papers: Iterable[Publication],
    *,
    versions: bool = True,
    dialect: str = "",
    for_visitors: bool = False,
) -> str:
    """Entries in the order of `papers`, each paper's other versions behind it.

    The same papers give the same bytes. Without `versions`, only the form that leads. `dialect`
    is one of DIALECTS, or "" for the names that the files used; in a dialect, what an entry
    inherits is written out. `for_visitors`: nothing but STANDARD_FIELDS, to cite it; without, all
    that the files said, to have it back.
    """
    papers = list(papers)
    rows = [(paper.pk, None, paper.citation_key, paper.slug) for paper in papers]
    if versions:
        rows += [
            (paper.pk, version.pk, version.citation_key, paper.slug)
            for paper in papers
            for version in paper.versions.all()
        ]
    keys = _unique(rows)
    return "\n".join(entries(papers, keys, dialect=dialect, for_visitors=for_visitors))


def entries(
    papers: Iterable[Publication], keys: Keys, *, dialect: str = "", for_visitors: bool = False
) -> Iterator[str]:
    """The entries of `bibtex` one by one; `keys`: of every form that the whole file holds."""
    here = () if dialect else keys.folded
    keep_parents = keys.papers > 1 and not dialect
    for paper in papers:
        for form in (lead(paper), *(other_version(paper, row) for row in paper.versions.all())):
            key = keys.known.get((paper.pk, None if form.is_lead else form.row.pk))
            if key is None:
                continue
            pairs = fields(form, here, keep_parents=keep_parents)
            entry_type = form.row.entry_type
            if form.key and form.key != key:
                # Another had to be written: its own is there to read again.
                pairs = [*pairs, (ORIGINAL_KEY, from_text(form.key))]
            if for_visitors:
                pairs = [pair for pair in pairs if pair[0].lower() in STANDARD_FIELDS]
            if dialect:
                entry_type, pairs = translated(entry_type, pairs, dialect, form.fields, keys.folded)
            elif for_visitors:
                # What a file said twice is for its owner alone: many readers refuse the entry.
                pairs = _first_of_each(pairs)
            yield write_entry(entry_type, key, pairs)


def _first_of_each(pairs: Pairs) -> Pairs:
    first: dict[str, tuple[str, str]] = {}
    for name, raw in pairs:
        first.setdefault(name.lower(), (name, raw))
    return list(first.values())


def stored_keys(papers: QuerySet[Publication]) -> Keys:
    """The keys that `bibtex` gives to `papers` and their versions, without loading them."""
    papers = papers.order_by()
    versions = Version.objects.filter(publication__in=papers.values("pk")).order_by()
    leads = papers.values_list("pk", "citation_key", "slug")
    others = versions.values_list("publication", "pk", "citation_key", "publication__slug")
    return _unique([*((pk, None, key, slug) for pk, key, slug in leads), *others])


def _unique(rows: list[tuple[int, int | None, str, str]]) -> Keys:
    """Each form's own key, else its paper's slug; of two equal ones the elder keeps it.

    `rows`: the paper's pk, the version's or None, key, slug.
    """
    rows = sorted(rows, key=lambda row: (row[0], row[1] or 0))
    unique = unique_keys(clean_key(key) or slug for _paper, _version, key, slug in rows)
    known = {row[:2]: key for row, key in zip(rows, unique, strict=True)}
    return Keys(known, frozenset(map(str.casefold, unique)), len({row[0] for row in rows}))


def fields(form: PrintedVersion, here: Container[str] = (), *, keep_parents: bool = False) -> Pairs:
    """Name and raw LaTeX: first what its sources still say, then what only we know.

    `here`: the keys in the same file, in small letters. What an entry inherits is written out,
    unless its parent stands in the same file. A reference to an absent parent goes where the
    paper stands alone, for BibTeX complains of it; among others it is kept as it came.
    """
    parents = [raw.strip().casefold() for name, raw in form.fields if name in PARENTS]
    inherits = bool(parents and form.sources) and all(key in here for key in parents)
    kept, covered = kept_fields(form, written_out=not inherits)
    if inherits:
        covered |= {column for column in COVERED if is_same(form, form.sources[0], column)}
    elif not keep_parents:
        kept = [pair for pair in kept if pair[0] not in PARENTS]
    added = [(name, raw) for name, raw in _written(form, covered) if raw]
    taken = {name for name, _raw in added}
    kept = [pair for pair in kept if pair[0] not in taken]
    links = [(LINK_FIELDS[row[0]][0], *row) for row in form.links if row[2] not in covered]
    return [*kept, *added, *link_fields(links, {name for name, _raw in kept})]


# --- A printed form as plain values ---------------------------------------------------------------


def lead(paper: Publication) -> PrintedVersion:
    """Return what the paper itself prints, ahead of its versions."""
    every = paper.sources.all()
    sources = _sources(every, paper)
    return PrintedVersion(
        paper,
        paper,
        _values(paper, COLUMNS),
        sources,
        fields=_of_lead(sources, every, "fields", [list(pair) for pair in paper.fields]),
        authors=_authors(paper),
        links=_of_lead(sources, every, "links", _links(paper)),
        awards=[[award.name, award.url] for award in paper.awards.all()],
        topics=[topic.name for topic in paper.topics.all()],
    )


def other_version(paper: Publication, version: Version) -> PrintedVersion:
    """Its own columns and its own entry; the people are the paper's where no entry names them."""
    sources = _sources(paper.sources.all(), version)
    values = _values(version, VERSION_COLUMNS)
    if version.status == "published":
        del values["status"]
    size = len(NAME_COLUMNS)
    authors = [row[:size] for source in sources for row in source.values.get("authors", [])]
    links = [row for source in sources for row in source.values.get("links", [])]
    return PrintedVersion(
        paper,
        version,
        values,
        sources,
        fields=[list(pair) for source in sources for pair in source.values.get("fields", [])],
        authors=authors or _authors(paper),
        links=[row for row in _links(paper) if row in links],
        awards=[],
        topics=[],
    )


def _values(row, columns):
    values = {name: value for name in columns if (value := getattr(row, name))}
    if "date" in values:
        values["date"] = values["date"].stored
    return values


def _links(paper):
    return [[link.kind, link.label, link.url] for link in paper.links.all() if not link.file]


def _authors(paper):
    rows = [a for a in paper.authorships.all() if a.role != Authorship.Role.LISTED]
    return [[getattr(row, name) for name in NAME_COLUMNS] for row in rows]


def _of_lead(sources, every, name, rows):
    """Without what another version's entry alone says: that entry says it itself."""
    of_lead = [row for source in sources for row in source.values.get(name, [])]
    of_any = [row for source in every for row in source.values.get(name, [])]
    return [row for row in rows if row in of_lead or row not in of_any]


def _sources(every, form):
    """Those of one form; the entry whose key the form bears speaks first."""
    pk = form.pk if isinstance(form, Version) else None
    own = [source for source in every if source.version_id == pk]
    return sorted(own, key=lambda source: source.values.get("citation_key") != form.citation_key)


# --- What the sources still say -------------------------------------------------------------------


def kept_fields(form: PrintedVersion, *, written_out: bool) -> tuple[Pairs, set[str]]:
    """The raw fields that still hold, and what they tell of: columns, and URLs of links.

    `written_out`: whether what an entry inherits is to be said in full, too.
    """
    kept, covered = [], set()
    for source in form.sources:
        rest = [list(pair) for pair in source.values.get("fields", [])]
        names = {name for name, _raw in kept}
        links = {row[2]: row in form.links for row in source.values.get("links", [])}
        for name, raw in source.fields:
            if _is_ours(source, name, raw) or (
                [name, raw] in rest and [name, raw] not in form.fields
            ):
                continue
            inherited = _inherited(source, name, raw) if written_out else set()
            if inherited and [name, raw] not in rest:
                continue  # half of what is written whole
            if name not in names and raw.strip() and _holds(form, source, name, raw, links):
                kept.append((name, raw))
                covered |= covers(name) - inherited
            elif _gives_link(raw, links):
                links |= dict.fromkeys(urls(raw), False)
        covered |= {url for url, is_here in links.items() if is_here}
    kept += _further(form, {name for name, _raw in kept}, covered)
    covered |= {column for name, _raw in kept for column in covers(name) & UNREAD}
    # What the importer read between the lines, and nobody changed since.
    first = form.sources[0].values if form.sources else {}
    if form.values.get("status", "published") == first.get("status"):
        covered.add("status")
    if _has_no_title(form):
        covered.add("title")
    return list(dict.fromkeys(kept)), covered


def _further(form, taken, covered):
    """What has no column. Twice under one name only where one entry of a file said it twice."""
    said_twice = set()
    for source in form.sources:
        times = Counter(name for name, _raw in source.fields)
        said_twice |= {(name, raw) for name, raw in source.fields if times[name] > 1}
    for name, raw in form.fields:
        is_day_alone = name == "day" and "date" not in covered
        if not is_day_alone and (name not in taken or (name, raw) in said_twice):
            taken.add(name)
            yield name, raw


def covers(name: str) -> set[str]:
    """Return which columns a field tells of."""
    return {"awards"} if AWARD.fullmatch(name) else COVERS.get(name, set())


def _inherited(source, name, raw):
    """Columns that the field would tell of, did they not hold what the entry's parent says."""
    own = dict(source.fields)
    if not PARENTS & own.keys():
        return set()
    columns = {column for column in covers(name) if column in source.values}
    if [name, raw] in source.values.get("fields", []):
        # A value that was too long for its column begins as the column does.
        text = to_text(raw)
        values = {name: str(source.values[name]) for name in columns}
        return {c for c, value in values.items() if text == value or not text.startswith(value)}
    return columns if name in PART_OF and not PART_OF[name] & own.keys() else set()


def _is_ours(source, name, raw):
    """Whether an earlier export put the field there beside a key or a type that it changed."""
    if name == "howpublished":
        own = dict(source.fields)
        return ORIGINAL_TYPE in own and raw == f"\\url{{{own.get('url')}}}"
    return name in ORIGINALS


def _holds(form, source, name, raw, links):
    """Whether each column and link that the field tells of is still what its entry made it."""
    columns = covers(name) - UNREAD
    if name in UNREAD and [name, raw] not in source.values.get("fields", []):
        columns = {"topics"}
    if columns or not _gives_link(raw, links):
        return all(is_same(form, source, column) for column in columns)
    return all(links.get(url, True) for url in urls(raw))


def _gives_link(raw, links):
    return "://" in raw and any(url in links for url in urls(raw))


def is_same(form: PrintedVersion, source: Source, column: str) -> bool:
    """Whether the form holds in `column` what the entry put there."""
    values = source.values
    if column in ROLES:
        cut_alike = not form.is_lead or form.values.get("et_al") == values.get("et_al")
        rows = [row[: len(NAME_COLUMNS)] for row in values.get("authors", []) if row[0] == column]
        return cut_alike and form.printed(column) == rows
    if column == "date":
        dates = [row.get("date") or row.get("date_text") for row in (form.values, values)]
        return dates[0] == dates[1]
    if not form.is_lead and (column == "status" or column not in VERSION_COLUMNS):
        return True
    if column == "awards":
        return form.awards == values.get("awards", [])
    if column == "topics":
        return sorted(form.topics) == sorted(values.get("topics", []))
    return form.values.get(column) == values.get(column)


def _has_no_title(form):
    """Whether its title is none, but what an entry without one is shown under."""
    names = {name for source in form.sources for name, _raw in source.fields}
    if not names or "title" in names or not form.key:
        return False
    if PARENTS & names and form.values.get("title") != form.key:
        return False
    return all(is_same(form, form.sources[0], name) for name in ("title", "container_title"))


# --- What only we know ----------------------------------------------------------------------------


def _written(form: PrintedVersion, covered: Container[str]) -> Iterator[tuple[str, str]]:
    """BibTeX fields for every column that is not `covered`; those of an empty one are empty."""
    for role in ROLES:
        if role not in covered:
            et_al = role == "author" and form.values.get("et_al", False)
            yield role, names(form.printed(role), et_al=et_al)
    for field in FIELDS:
        value = form.values.get(field.column, "")
        if field.bibtex and field.column not in covered and (value or field.column in SAID_EMPTY):
            yield from _of_column(form, field, value)
    if "awards" not in covered:
        yield from award_fields(form.awards)
    for name in ("topics", "keywords"):
        if name not in covered:
            yield name, topic_list(form.topics)


def _of_column(form, field, value) -> Pairs:
    kind, name = entry_types.known(form.row.entry_type), field.bibtex[0]
    match field.column:
        case "title" | "short_name":
            return [(name, title(value))]
        case "date":
            return date_fields(value, form.values.get("date_text", ""))
        case "pages":
            return [(name, from_text(value).replace("–", "--"))]
        case "arxiv":
            return [(name, value), ("archiveprefix", "arXiv")] if value else []
        case "url":
            return [(name, raw_url(value))]
        case "language":
            return [("language", value)]
        case "status":
            return [(name, _pubstate(form))]
        case "container_title":
            name = CONTAINERS.get(kind, "booktitle")
        case "publisher":
            name = PUBLISHERS.get(kind, "publisher")
        case "issue" | "number":
            # Of what appears in issues, `number` is the issue's; a report's keeps INSPIRE's name.
            others = {"issue": "number", "number": "reportnumber"}
            in_issues = entry_types.is_in_issues(form.row.entry_type)
            name = others[field.column] if in_issues else field.column
    return [(name, value if field.is_verbatim else from_text(value))]


def _pubstate(form):
    """Left out where the entry lets one guess it anyway."""
    values = form.values
    stated = status_in(values.get("date_text", ""), values.get("note", "")).replace(" ", "-")
    is_early = is_preprint(values | {"entry_type": form.row.entry_type})
    guess = stated or ("preprint" if is_early else "published")
    status = values.get("status", "published")
    return "" if status == guess else STATUSES[status][0]
