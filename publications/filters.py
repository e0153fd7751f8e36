"""What a visitor may ask of a list of papers, and how many papers each answer leaves."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field, fields
from functools import cached_property

from django.utils.translation import gettext as _

from profiles.folding import fold_accents
from publications import entry_types, roles

FORTHCOMING, UNDATED = "forthcoming", "undated"


def heading(year: str) -> str:
    return {FORTHCOMING: _("Forthcoming"), UNDATED: _("Undated")}.get(year, year)


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
    "q": lambda entry, wanted: all(word in entry.words for word in fold_accents(wanted).split()),
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
        return self._choices("year", lambda e: {e.year: heading(e.year)})

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


def _by_name(choices: Iterable[Choice]):
    return sorted(choices, key=lambda choice: fold_accents(choice.text))
