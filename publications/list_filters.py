"""What a visitor may filter a list of papers by, and what the page says of it."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields

from django.db.models import Case, Value, When
from django.db.models.functions import Substr
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from profiles.folding import fold_accents
from profiles.small_html import small_html
from publications import entry_types
from publications.models import Publication, Status

FORTHCOMING, UNDATED = "forthcoming", "undated"
# Sorts as the list does: forthcoming papers lead, undated ones close.
LIST_YEAR = Case(
    When(date="", status=Status.PUBLISHED, then=Value("")),
    When(date="", then=Value(FORTHCOMING)),
    default=Substr("date", 1, 4),
)


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
        return cls(**{name: query.get(name, "").replace("\0", "").strip()[:200] for name in names})

    def __bool__(self):
        return any(astuple(self))

    @property
    def has_more_than_words(self) -> bool:
        return any(astuple(self)[1:])


@dataclass(frozen=True)
class Choice:
    value: str
    text: str
    # None in a list too long to be counted.
    count: int | None
    is_chosen: bool = False

    @property
    def html(self) -> str:
        """Its line of the drop-down, of which there may be hundreds."""
        form = '<option value="{}"{}>{}{}</option>'
        selected = " selected" if self.is_chosen else ""
        count = "" if self.count is None else f" ({self.count})"
        return small_html(form, self.value, selected, self.text, count)


@dataclass(frozen=True)
class Facet:
    """One drop-down; `choices` are those with papers, and the chosen one even without."""

    name: str
    label: str
    choices: list[Choice]
    # Of how many values the list has papers, whatever the filters.
    known: int


def list_year(text: str) -> str:
    """Of LIST_YEAR: "2024", "843", FORTHCOMING or UNDATED."""
    return text.lstrip("0") or UNDATED


def year_of(paper: Publication) -> str:
    """The same of a paper that is loaded."""
    if paper.date:
        return str(paper.date.year)
    return UNDATED if paper.status == Status.PUBLISHED else FORTHCOMING


def heading(year: str) -> str:
    if year == FORTHCOMING:
        return _("Forthcoming")
    return _("Undated") if year == UNDATED else year


class Facets:
    """The drop-downs of a list: `values(part)` is what its papers have there, with counts or None.

    A value of years and kinds is its text, of a venue or a topic (what the address says, name).
    """

    filters: Filters

    @cached_property
    def facets(self) -> list[Facet]:
        """Those between whose values there is something to choose among all papers."""
        facets = (self.years, self.types, self.venues, self.topics)
        return [f for f in facets if f.known > 1 or getattr(self.filters, f.name)]

    @cached_property
    def years(self) -> Facet:
        years = ((list_year(year), count) for year, count in self.values("year"))
        return self._facet("year", _("Year"), ((y, heading(y), count) for y, count in years))

    @property
    def types(self) -> Facet:
        """Most frequent first; of equals, that of the newest paper. By name where not counted."""
        kinds = ((k, str(entry_types.label(k)), count) for k, count in self.values("type"))
        return self._facet("type", _("Kind"), sorted(kinds, key=_by_count_or_name))

    @property
    def venues(self) -> Facet:
        venues = ((str(pk), name, count) for (pk, name), count in self.values("venue"))
        return self._facet("venue", _("Venue"), sorted(venues, key=_by_name))

    @property
    def topics(self) -> Facet:
        topics = ((slug, name, count) for (slug, name), count in self.values("topic"))
        return self._facet("topic", _("Topic"), sorted(topics, key=_by_name))

    def values(self, part: str) -> Iterable[tuple]:
        raise NotImplementedError

    def _facet(self, part, label, values):
        values, chosen = list(values), getattr(self.filters, part)
        choices = [
            Choice(v, text, n, v == chosen) for v, text, n in values if n != 0 or v == chosen
        ]
        return Facet(part, label, choices, len(values))


def _by_name(value):
    return fold_accents(value[1])


def _by_count_or_name(value):
    _kind, name, count = value
    return fold_accents(name) if count is None else -count
