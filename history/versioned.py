"""What has a history: each kind of row that has its own form, and the rows that hang on it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

# What a version neither compares nor brings back on a row that is there: whose it is and where,
# which are changed by actions of their own, and what the machine keeps for itself.
FIXED = frozenset(
    {"id", "slug", "owner", "researcher", "added_by", "uploaded_by", "created_at", "updated_at"}
)


@dataclass(frozen=True)
class Rows:
    """Rows of `model` that hang on one of the kind by the foreign key `parent`.

    `private` columns are each person's own choice: neither compared nor restored. `is_edited`
    False: they only come back with a row that was deleted.
    """

    model: type[Model]
    parent: str
    private: frozenset[str] = frozenset()
    is_edited: bool = True

    @property
    def name(self) -> str:
        return self.model._meta.label_lower


@dataclass(frozen=True)
class Happening:
    """What befell a row by another way than its form, and where more is told of it."""

    when: datetime
    text: str
    address: str = ""
    who: str = ""

    @property
    def in_words(self) -> str:
        return date_format(timezone.localtime(self.when), "DATETIME_FORMAT")


def _nothing(*args):
    return []


@dataclass
class Kind:
    """`elsewhere(row, user)` says what else changed it, as far as `user` may know; newest first.
    `shared(researcher)` are keys of rows on that record which others brought.
    Of a row that comes back after it was deleted: `readdress(row)` finds it another address where
    its own is taken, `settle(row, user)` mends what hangs on it; both return what to tell.
    """

    model: type[Model]
    owner: str = "researcher"
    own_rows: list[Rows] = field(default_factory=list)
    elsewhere: Callable[[Model, Model], list[Happening]] = _nothing
    shared: Callable[[Model], QuerySet | list] = _nothing
    readdress: Callable[[Model], list[str]] = _nothing
    settle: Callable[[Model, Model], list[str]] = _nothing

    @property
    def name(self) -> str:
        return self.model._meta.label_lower

    @property
    def rows(self) -> list[Rows]:
        return [*self.own_rows, *_further.get(self.name, ())]

    def researcher_id(self, row: Model) -> int | None:
        if self.owner == "pk":
            return row.pk
        return getattr(row, f"{self.owner}_id") if self.owner else None

    @property
    def may_be_nobodys(self) -> bool:
        """A shared word; a paper without an owner."""
        if self.owner == "pk":
            return False
        return not self.owner or self.model._meta.get_field(self.owner).null

    def edited(self) -> list[Rows]:
        return [rows for rows in self.rows if rows.is_edited]


_kinds: dict[str, Kind] = {}
# Rows that another app hangs on a kind, by the kind's name.
_further: dict[str, list[Rows]] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def register_rows(model: type[Model], rows: Rows) -> None:
    """`rows` stand on the form of `model`, a kind of an app below."""
    _further.setdefault(model._meta.label_lower, []).append(rows)


def kind_named(name: str) -> Kind | None:
    """ "profiles.newsitem" -> its kind."""
    return _kinds.get(name)


def kind_of(row: Model | type[Model]) -> Kind | None:
    """None for what has no history of its own."""
    return _kinds.get(row._meta.label_lower)


def on_form(row: Model) -> Model:
    """The row on whose form `row` stands: itself, where it has one."""
    for kind in [] if kind_of(row) else _kinds.values():
        for rows in kind.edited():
            if rows.model is type(row):
                return getattr(row, rows.parent)
    return row


def all_kinds() -> list[Kind]:
    return list(_kinds.values())
