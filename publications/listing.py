"""Which papers a list shows: a light index of all of them, filtered, then one page of rows."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field, fields
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from profiles.models import Researcher
from publications import bylines, entry_types, roles, rows
from publications.models import Publication, Status
from publications.names import unaccented

WITHOUT_TEXTS = ("abstract", "note", "fields")
SELECTED_AT_MOST, NEWEST_INSTEAD = 60, 5
BY_CHOICE = ("selected_position", "-publication__date", "-publication")
FORTHCOMING, UNDATED = "forthcoming", "undated"
# What the index knows of each paper; one row for each of its topics.
COLUMNS = (
    *("pk", "date", "status", "entry_type", "venue_id", "venue__short_name", "venue__name"),
    *("topics__slug", "topics__name"),
)
SEARCHED = ("title", "short_name", "container_title", "tldr", "translations")


@dataclass
class Entry:
    """A paper in the index. By `order`, forthcoming papers lead and undated ones close."""

    pk: int
    order: tuple
    year: str
    type: str
    venue: str
    venue_name: str
    words: str
    is_first: bool = False
    is_selected: bool = False
    topics: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    value: str
    text: str
    count: int
    is_chosen: bool = False


@dataclass(frozen=True)
class Facet:
    """One drop-down. It keeps its place where other filters leave it a single choice."""

    name: str
    label: str
    choices: list[Choice]


@dataclass(frozen=True)
class Filters:
    """What a visitor asked for; every part is a GET parameter. An unknown value finds nothing."""

    q: str = ""
    year: str = ""
    type: str = ""
    topic: str = ""
    venue: str = ""
    role: str = ""
    selected: str = ""

    @classmethod
    def read(cls, query) -> "Filters":
        names = [part.name for part in fields(cls)]
        return cls(**{name: query.get(name, "").strip()[:200] for name in names})

    def __bool__(self):
        return any(astuple(self))

    def matches(self, entry: Entry, *, but: str = "") -> bool:
        """Whether `entry` passes every part, `but` one aside."""
        tests = ((name, getattr(self, name)) for name in TESTS if name != but)
        return all(TESTS[name](entry, wanted) for name, wanted in tests if wanted)


# A part of the filter -> whether an entry passes it.
TESTS = {
    "q": lambda entry, wanted: all(word in entry.words for word in unaccented(wanted).split()),
    "year": lambda entry, wanted: entry.year == wanted,
    "type": lambda entry, wanted: entry.type == wanted,
    "topic": lambda entry, wanted: wanted in entry.topics,
    "venue": lambda entry, wanted: entry.venue == wanted,
    "role": lambda entry, wanted: wanted == "first" and entry.is_first,
    "selected": lambda entry, wanted: entry.is_selected,
}


class Index:
    """All papers of a list, newest first, in one query; two where text is sought."""

    def __init__(self, entries: list[Entry], filters: Filters):
        self.entries = entries
        self.filters = filters

    @cached_property
    def found(self) -> list[Entry]:
        return [entry for entry in self.entries if self.filters.matches(entry)]

    @property
    def totals(self) -> str:
        return roles.totals(len(self.entries), sum(entry.is_first for entry in self.entries))

    @property
    def is_worth_filtering(self) -> bool:
        return len(self.entries) > 1 or bool(self.filters)

    @cached_property
    def facets(self) -> list[Facet]:
        """Those between whose values there is something to choose among all papers."""
        found = [
            (Facet("year", _("Year"), self.years), lambda e: [e.year]),
            (Facet("type", _("Kind"), self.types), lambda e: [e.type]),
            (Facet("venue", _("Venue"), self.venues), lambda e: [e.venue] if e.venue else []),
            (Facet("topic", _("Topic"), self.topics), lambda e: e.topics),
        ]
        return [facet for facet, values in found if self._is_useful(facet, values)]

    def _is_useful(self, facet, values):
        known = {value for entry in self.entries for value in values(entry)}
        return len(known) > 1 or bool(getattr(self.filters, facet.name))

    @cached_property
    def years(self) -> list[Choice]:
        return self._choices("year", lambda e: {e.year: _heading(e.year)})

    @cached_property
    def types(self) -> list[Choice]:
        choices = self._choices("type", lambda e: {e.type: str(entry_types.label(e.type))})
        return sorted(choices, key=lambda choice: -choice.count)

    @cached_property
    def topics(self) -> list[Choice]:
        return _by_name(self._choices("topic", lambda e: e.topics))

    @cached_property
    def venues(self) -> list[Choice]:
        named = self._choices("venue", lambda e: {e.venue: e.venue_name} if e.venue else {})
        return _by_name(named)

    @property
    def has_firsts(self) -> bool:
        return any(entry.is_first for entry in self.entries)

    @property
    def has_selected(self) -> bool:
        return any(entry.is_selected for entry in self.entries)

    @cached_property
    def firsts(self) -> int:
        return self._count("role", lambda entry: entry.is_first)

    @cached_property
    def selected(self) -> int:
        return self._count("selected", lambda entry: entry.is_selected)

    def _choices(self, part, values) -> list[Choice]:
        """Each value with its papers under the other filters; the chosen one even at none."""
        chosen, texts, counts = getattr(self.filters, part), {}, Counter()
        for entry in self.entries:
            texts |= values(entry)
            if self.filters.matches(entry, but=part):
                counts.update(values(entry).keys())
        shown = (value for value in texts if counts[value] or value == chosen)
        return [Choice(value, texts[value], counts[value], value == chosen) for value in shown]

    def _count(self, part, test):
        return sum(test(e) and self.filters.matches(e, but=part) for e in self.entries)


def of_researcher(researcher: Researcher, filters: Filters) -> Index:
    """Starts at Authorship, as every list of one person's papers does."""
    own = roles.with_first(researcher.authorships.public()).order_by()
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
    return unaccented(" ".join(str(text) for text in [*texts, _year(row["date"], "")] if text))


def _year(date, status):
    if date and date.year:
        return str(date.year)
    return UNDATED if status == Status.PUBLISHED else FORTHCOMING


def _add_names(entries):
    """Lets text find authors and topics."""
    names = bylines.printed_names([entry.pk for entry in entries])
    for entry in entries:
        found = [*names.get(entry.pk, ()), *entry.topics.values()]
        entry.words = f"{entry.words} {unaccented(' '.join(found))}"


@dataclass
class Year:
    heading: str
    anchor: str
    papers: list[rows.Row] = field(default_factory=list)


def _heading(year):
    return {FORTHCOMING: _("Forthcoming"), UNDATED: _("Undated")}.get(year, year)


def by_year(entries: Iterable[Entry], shown: list[rows.Row]) -> list[Year]:
    """The rows of one page under their years."""
    found = {row.paper.pk: row for row in shown}
    years: dict[str, Year] = {}
    for entry in entries:
        if entry.pk in found:
            year = years.setdefault(entry.year, Year(_heading(entry.year), f"year-{entry.year}"))
            year.papers.append(found[entry.pk])
    return list(years.values())


def _by_name(choices: Iterable[Choice]):
    return sorted(choices, key=lambda choice: unaccented(choice.text))


def spans(entries: list[Entry], page_size: int) -> list[str]:
    """The years on each page of a long list: "2024–2019"."""
    ends = ((entries[i], entries[i : i + page_size][-1]) for i in range(0, len(entries), page_size))
    return ["–".join(dict.fromkeys(_heading(end.year) for end in pair)) for pair in ends]


def load(keys: list[int]) -> list[Publication]:
    """The papers of one page, in the order of `keys`, without what a list does not show."""
    found = Publication.objects.annotate(has_abstract=Q(abstract__gt=""))
    papers = found.defer(*WITHOUT_TEXTS).select_related("venue").in_bulk(keys)
    return [papers[key] for key in keys if key in papers]


def selected(researcher: Researcher, limit: int | None = None) -> dict:
    """What the home page shows: the picked papers, or the newest. Three queries.

    `limit` None: all picked ones, or five of the newest.
    """
    own = researcher.authorships.public().select_related("publication__venue")
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
