"""Which papers a list shows: a light index of all of them, filtered, then one page of rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from profiles.folding import fold_accents
from profiles.models import Researcher
from publications import bylines, entry_types, roles, rows, visibility
from publications.filters import FORTHCOMING, UNDATED, Entry, Filters, Index, heading
from publications.models import Publication, Status

WITHOUT_TEXTS = ("abstract", "note", "fields")
SELECTED_AT_MOST, NEWEST_INSTEAD = 60, 5
BY_CHOICE = ("selected_position", "-publication__date", "-publication")
# What the index knows of each paper; one row for each of its topics.
COLUMNS = (
    *("pk", "date", "status", "entry_type", "venue_id", "venue__short_name", "venue__name"),
    *("topics__slug", "topics__name"),
)
SEARCHED = ("title", "short_name", "container_title", "tldr", "translations")


def of_researcher(researcher: Researcher, filters: Filters) -> Index:
    """Starts at Authorship, as every list of one person's papers does."""
    own = roles.with_first(visibility.shown_authorships(researcher)).order_by()
    return _index(own, filters, "publication__", "is_first", "is_selected")


def of_lab(papers: QuerySet[Publication], filters: Filters) -> Index:
    return _index(papers.order_by(), filters)


def _index(queryset, filters, prefix="", *own):
    columns = [*COLUMNS, *(SEARCHED if filters.q else ())]
    found = queryset.values_list(*(prefix + column for column in columns), *own)
    entries = {}
    for values in found:
        row = dict(zip([*columns, *own], values, strict=True))
        entry = entries.get(row["pk"]) or entries.setdefault(row["pk"], _entry(row))
        if row["topics__slug"]:
            entry.topics[row["topics__slug"]] = row["topics__name"]
    ordered = sorted(entries.values(), key=lambda entry: entry.order, reverse=True)
    if filters.q:
        _add_names(ordered)
    return Index(ordered, filters)


def _entry(row):
    year = _year(row["date"], row["status"])
    place = {FORTHCOMING: 2, UNDATED: 0}.get(year, 1)
    return Entry(
        pk=row["pk"],
        order=(place, row["date"].stored if row["date"] else "", row["pk"]),
        year=year,
        type=entry_types.known(row["entry_type"]),
        venue=str(row["venue_id"] or ""),
        venue_name=row["venue__short_name"] or row["venue__name"] or "",
        words=_words(row) if "title" in row else "",
        is_first=bool(row.get("is_first")),
        is_selected=bool(row.get("is_selected")),
    )


def _words(row):
    texts = [row[name] for name in (*SEARCHED, "venue__short_name", "venue__name")]
    return fold_accents(" ".join(str(text) for text in [*texts, _year(row["date"], "")] if text))


def _year(date, status):
    if date and date.year:
        return str(date.year)
    return UNDATED if status == Status.PUBLISHED else FORTHCOMING


def _add_names(entries):
    """Lets text find authors and topics."""
    names = bylines.printed_names([entry.pk for entry in entries])
    for entry in entries:
        found = [*names.get(entry.pk, ()), *entry.topics.values()]
        entry.words = f"{entry.words} {fold_accents(' '.join(found))}"


@dataclass
class Year:
    heading: str
    anchor: str
    papers: list[rows.Row] = field(default_factory=list)


def by_year(entries: Iterable[Entry], shown: list[rows.Row]) -> list[Year]:
    """The rows of one page under their years."""
    found = {row.paper.pk: row for row in shown}
    years: dict[str, Year] = {}
    for entry in entries:
        if entry.pk in found:
            year = years.setdefault(entry.year, Year(heading(entry.year), f"year-{entry.year}"))
            year.papers.append(found[entry.pk])
    return list(years.values())


def spans(entries: list[Entry], page_size: int) -> list[str]:
    """The years on each page of a long list: "2024–2019"."""
    ends = ((entries[i], entries[i : i + page_size][-1]) for i in range(0, len(entries), page_size))
    return ["–".join(dict.fromkeys(heading(end.year) for end in pair)) for pair in ends]


def load(keys: list[int]) -> list[Publication]:
    """The papers of one page, in the order of `keys`, without what a list does not show."""
    found = Publication.objects.annotate(has_abstract=Q(abstract__gt=""))
    papers = found.defer(*WITHOUT_TEXTS).select_related("venue").in_bulk(keys)
    return [papers[key] for key in keys if key in papers]


def selected(researcher: Researcher, limit: int | None = None) -> dict:
    """What the home page shows: the picked papers, or the newest. Three queries.

    `limit` None: all picked ones, or five of the newest.
    """
    own = visibility.shown_authorships(researcher).select_related("publication__venue")
    own = own.defer(*(f"publication__{name}" for name in WITHOUT_TEXTS))
    own = own.annotate(has_abstract=Q(publication__abstract__gt=""))
    first = own.order_by("-is_selected", *BY_CHOICE)[: limit or SELECTED_AT_MOST]
    picked = [authorship for authorship in first if authorship.is_selected]
    chosen = picked or first[: limit or NEWEST_INSTEAD]
    return {"rows": rows.rows(_papers(chosen), researcher), "researcher": researcher}


def _papers(authorships):
    for authorship in authorships:
        authorship.publication.has_abstract = authorship.has_abstract
        yield authorship.publication
