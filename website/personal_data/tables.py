"""Which rows of which table are about a person. Each app declares its own tables.

A model whose `owned_through` leads straight to its researcher needs no declaration: its rows are
exported and erased with the record. Every other one is declared, by `hold` or as `nobodys`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from django.apps import apps
from django.db.models import FileField, Model, Q, QuerySet

from profiles.access import MANAGERS
from profiles.models import Delegation, Researcher


@dataclass(frozen=True)
class Person:
    """A researcher, and the account that edits the record (None: nobody signs in for it)."""

    researcher: Researcher

    @cached_property
    def account(self):
        return self.researcher.owner

    @cached_property
    def account_goes(self) -> bool:
        """Whether the account has no other use: no manager's, and nobody's delegate."""
        user = self.account
        if user is None or user.is_superuser or user.groups.filter(name=MANAGERS).exists():
            return False
        others = Delegation.objects.filter(user=user).exclude(researcher=self.researcher)
        return not others.current().exists()


def _everything(person, row, values):
    return values


def _files_of(row) -> list[str]:
    """The stored names in the row's own columns: never names that somebody typed into a text."""
    columns = [f for f in row._meta.concrete_fields if isinstance(f, FileField)]
    return [name for f in columns if (name := getattr(row, f.attname).name)]


@dataclass(frozen=True)
class Holding:
    """`rows(person)` are exported; `goes(person)` erased, the same rows unless said otherwise.

    `without` are columns that no export shows. `describe(person, row, values)` takes out of an
    exported row what is somebody else's. `with_account`: rows that stay while the account does.
    """

    model: type[Model]
    rows: Callable[[Person], QuerySet]
    goes: Callable[[Person], QuerySet] | None = None
    without: frozenset[str] = frozenset()
    describe: Callable[[Person, Model, dict], dict] = _everything
    files: Callable[[Model], Iterable[str]] = _files_of
    # Whether `files` reads them out of a document, such as an earlier version.
    names_in_texts: bool = False
    with_account: bool = False

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    def erased(self, person: Person) -> QuerySet:
        if self.with_account and not person.account_goes:
            return self.model._base_manager.none()
        return (self.goes or self.rows)(person)


@dataclass(frozen=True)
class Document:
    """A file of the archive made from the record, such as publications.bib."""

    name: str
    write: Callable[[Person], str]


@dataclass
class _Registry:
    holdings: dict[str, Holding] = field(default_factory=dict)
    # Label -> why its rows are about nobody, or go by themselves.
    nobodys: dict[str, str] = field(default_factory=dict)
    documents: list[Document] = field(default_factory=list)
    settling: list[Callable[[Person], None]] = field(default_factory=list)


_registry = _Registry()


def hold(label: str, rows: Callable[[Person], Q | QuerySet], **options) -> None:
    """Declares a table, such as "axes.AccessLog"; `rows` and `goes` may answer with a condition.

    A model of an app that is not installed is passed over.
    """
    app, name = label.split(".")
    if app not in apps.app_configs:
        return
    model = apps.get_model(app, name)
    options["without"] = frozenset(options.get("without", ()))
    if "goes" in options:
        options["goes"] = _asked(model, options["goes"])
    holding = Holding(model, _asked(model, rows), **options)
    _registry.holdings[holding.label] = holding


def nobodys(why: str, *labels: str) -> None:
    """Tables that say nothing about a person, or whose rows go with others; `why` in words."""
    _registry.nobodys |= {label.lower(): why for label in labels}


def register_document(name: str, write: Callable[[Person], str]) -> None:
    _registry.documents.append(Document(name, write))


def register_settling(settle: Callable[[Person], None]) -> None:
    """Called before the rows go: takes the person out of rows that stay."""
    _registry.settling.append(settle)


def holdings() -> list[Holding]:
    """All of them: papers first, then what is on the page, the record, the account."""
    declared = dict(_registry.holdings)
    for model in apps.get_models():
        if model._meta.label_lower not in declared and (paths := straight_paths(model)):
            declared[model._meta.label_lower] = Holding(model, _along(model, paths))
    return sorted(declared.values(), key=_order)


def documents() -> list[Document]:
    return _registry.documents


def settling() -> list[Callable[[Person], None]]:
    return _registry.settling


def is_nobodys(model: type[Model]) -> bool:
    return model._meta.label_lower in _registry.nobodys


def straight_paths(model: type[Model]) -> list[str]:
    """Its `owned_through`, if that leads by single-valued columns to whose row it is.

    A paper's does not: it belongs to each of its authors, and stays while one of them does.
    """
    paths = list(getattr(model, "owned_through", ()))
    return paths if paths and all(_is_straight(model, path) for path in paths) else []


def _is_straight(model, path):
    if path == "pk":
        return True
    for name in path.split("__"):
        column = model._meta.get_field(name)
        if not (column.many_to_one or column.one_to_one) or not column.concrete:
            return False
        model = column.related_model
    return model is Researcher


def _along(model, paths):
    def rows(person):
        condition = Q()
        for path in paths:
            condition |= Q(**{path: person.researcher.pk})
        return model._base_manager.filter(condition)

    return rows


def _asked(model, rows):
    def ask(person):
        answer = rows(person)
        return model._base_manager.filter(answer) if isinstance(answer, Q) else answer

    return ask


def _order(holding):
    """Papers go before venues, rows before whose they are. A stable sort: else as declared."""
    last = {"profiles.researcher": 2, "auth.user": 3}
    return last.get(holding.label, 0 if holding.label in _registry.holdings else 1)
