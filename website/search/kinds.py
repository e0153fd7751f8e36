"""What can be found. Each app registers its kinds; a kind says what a row is found by."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Model, Q, QuerySet

from website.search.words import Term


class Texts(NamedTuple):
    """What a row is found by: nothing that its public page would not show."""

    name: list[str] = []
    # Who and where.
    about: list[str] = []
    # What it says, in Markdown; a result quotes from these.
    body: list[str] = []
    # Typed in full, these find the row before all others.
    keys: list[str] = []


class Origin(NamedTuple):
    """A table from which entries are made. A change of one of its rows outdates some of them."""

    model: type[Model]
    # SQL behind the primary key of those entries; {row} is the changed row.
    entries: str = "= {row}.id"
    # Whether a new row, too, changes what is there already.
    grows: bool = False


def nothing_else(sought: list[Term]) -> Q | None:
    return None


@dataclass(frozen=True)
class Kind:
    # In the index and in addresses: ?kind=papers.
    name: str
    # Among the kinds; ten apart.
    place: int
    label: str
    template: str
    # What the index may hold. Drafts are not among it.
    rows: Callable[[], QuerySet]
    # What a visitor may meet: asked at each search.
    public: Callable[[], QuerySet]
    # Primary keys -> the texts of those rows.
    texts: Callable[[Iterable[int]], dict[int, Texts]]
    origins: tuple[Origin, ...]
    # Among equally good results.
    order_by: tuple[str, ...]
    # Rows, as found -> what the template shows of each.
    present: Callable[[list], list] = list
    # An address or number as pasted -> as the index has it, or "".
    identifier: Callable[[str], str] = lambda query: ""
    # Rows that match by something which is not in the index.
    others: Callable[[list[Term]], Q | None] = nothing_else


registry: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    registry[kind.name] = kind


def kinds() -> list[Kind]:
    """In the order in which a page shows them."""
    return sorted(registry.values(), key=lambda kind: kind.place)
