"""What a visitor may filter a list of papers by, and what the page says of it."""

from dataclasses import astuple, dataclass, fields

from django.db import connection
from django.db.models import Case, CharField, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Substr
from django.utils.translation import gettext as _

from profiles.small_html import small_html
from publications.models import APPEARED, Publication

FORTHCOMING, UNDATED = "forthcoming", "undated"
# Sorts as the list does: forthcoming papers lead, undated ones close.
LIST_YEAR = Case(
    When(date="", status__in=APPEARED, then=Value("")),
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
    """Return a year of LIST_YEAR as "2024", "843", FORTHCOMING or UNDATED."""
    return text.lstrip("0") or UNDATED


def year_of(paper: Publication) -> str:
    """The same of a paper that is loaded."""
    if paper.date:
        return str(paper.date.year)
    return UNDATED if paper.status in APPEARED else FORTHCOMING


def heading(year: str) -> str:
    if year == FORTHCOMING:
        return _("Forthcoming")
    return _("Undated") if year == UNDATED else year


def distinct(papers: QuerySet[Publication], column: str, shown=None) -> list[str]:
    """What `papers` have in a column, or as `shown`, a beginning of it; the last in order first.

    From each value the index of the column leads to the next: as many steps as there are values.
    """
    before = RawSQL("known.value", [], output_field=CharField())
    papers = papers.filter(**{f"{column}__gt": Value("", CharField())}).order_by(f"-{column}")
    papers = papers.values_list(shown or column)
    last, params = papers[:1].query.sql_with_params()
    step, more_params = papers.filter(**{f"{column}__lt": before})[:1].query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE known(value) AS (SELECT ({last}) UNION ALL"  # noqa: S608 Django's SQL
            f" SELECT ({step}) FROM known WHERE value IS NOT NULL)"
            " SELECT value FROM known WHERE value IS NOT NULL",
            (*params, *more_params),
        )
        return [value for (value,) in cursor.fetchall()]


def in_year(value: str) -> Q:
    """As an index of dates finds it."""
    if value == FORTHCOMING:
        return Q(date="") & ~Q(status__in=APPEARED)
    if value == UNDATED:
        return Q(date="", status__in=APPEARED)
    year = value.zfill(4)
    is_year = len(year) == 4 and year.isascii() and year.isdecimal()
    if not is_year or list_year(year) != value:
        return Q(pk__in=())
    next_year = Value(f"{int(year) + 1:04}", CharField())
    return Q(date__gte=Value(year, CharField()), date__lt=next_year)
