"""Everything that a researcher wrote, row by row and text by text, for whoever looks it over; and
what a check is, which looks over it, and an issue, which it reports.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2s

from django.contrib import admin
from django.db import models
from django.urls import reverse
from django.utils.text import Truncator, capfirst

from profiles import markup
from profiles.identifiers import validate_url
from profiles.items import KINDS
from profiles.models import Advisorship, Affiliation, Page, Researcher, ResearcherLink, Section
from publications.models import Publication, PublicationAward, PublicationLink, Version

WRITTEN = (
    *(Affiliation, Advisorship, ResearcherLink, Section, Page),
    *(model for kind in KINDS.values() for model in kind.models),
)


def _rows_of_profile(researcher: Researcher) -> Iterator[models.Model]:
    yield researcher
    for model in _models_with_rows(researcher):
        path = model.owned_through[0]
        rows = model._default_manager.filter(**{path: researcher})
        if path != "researcher":
            rows = rows.select_related(path.partition("__")[0])
        for row in rows:
            if path == "researcher":
                row.researcher = researcher  # loaded already
            yield row


def _models_with_rows(researcher):
    """One query; most records leave much of it empty."""
    own = models.OuterRef("pk")
    has = {
        f"has_{model._meta.model_name}": models.Exists(
            model._default_manager.filter(**{model.owned_through[0]: own})
        )
        for model in WRITTEN
    }
    answers = Researcher.objects.filter(pk=researcher.pk).values_list(*has.values()).get()
    return [model for model, answer in zip(WRITTEN, answers, strict=True) if answer]


def _rows_of_papers(researcher: Researcher) -> Iterator[models.Model]:
    """The papers that the researcher brought, with what hangs on them.

    A colleague's texts are the colleague's to mend.
    """
    papers = {paper.pk: paper for paper in Publication.objects.filter(owner=researcher)}
    yield from papers.values()
    for model in (PublicationLink, Version, PublicationAward) if papers else ():
        for row in model.objects.filter(publication__owner=researcher):
            row.publication = papers[row.publication_id]
            yield row


@dataclass(frozen=True)
class Written:
    """The text of one column; `language` is "" for the original."""

    row: models.Model
    column: str
    text: str
    language: str = ""

    @property
    def place(self) -> str:
        return place(self.row, self.column, self.language)

    @property
    def url(self) -> str:
        return edit_url(self.row, self.column, self.language)

    @property
    def subject(self) -> str:
        return subject(self.row, self.column)

    @cached_property
    def survey(self) -> markup.Survey:
        return markup.survey(self.text)

    def issue(self, detail: str, **options) -> Issue:
        return Issue(self.place, self.subject, self.url, detail, **options)


@dataclass(frozen=True)
class Issue:
    """What it is about, what is to be seen of it, and where it is mended.

    `place` names the row and the column; with `detail` it is what a dismissal remembers, so that
    another mistake in the same place is told again.
    """

    place: str
    subject: str
    url: str
    detail: str = ""
    repaired: str = ""
    source: Written | None = None

    def key(self, check: str) -> str:
        digest = blake2s(self.detail.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"{check}:{self.place}:{digest}"[:200]


@dataclass(frozen=True)
class Check:
    """A question asked of a record. `listing`, `query`: the admin's list of all rows with it."""

    name: str
    heading: str
    advice: str
    find: Callable[[Record], Iterable[Issue]]
    listing: str = ""
    query: str = ""


class Record:
    """One researcher's rows, loaded once; `today` is the day on which they are looked over."""

    def __init__(self, researcher: Researcher, today: datetime.date):
        self.researcher, self.today = researcher, today

    @cached_property
    def rows(self) -> list[models.Model]:
        return [*_rows_of_profile(self.researcher), *_rows_of_papers(self.researcher)]

    def of(self, *kinds: type[models.Model]) -> list[models.Model]:
        return [row for row in self.rows if isinstance(row, kinds)]

    @cached_property
    def texts(self) -> list[Written]:
        """In every language; addresses are no texts."""
        return [text for row in self.rows for text in texts_of(row)]

    @cached_property
    def markdown(self) -> list[Written]:
        """Those texts that a page renders as Markdown."""
        return [text for text in self.texts if text.column in markdown_columns(type(text.row))]

    @cached_property
    def urls(self) -> list[Written]:
        """Columns that hold one address."""
        return [
            Written(row, name, text)
            for row in self.rows
            for name in columns(type(row)).urls
            if (text := getattr(row, name))
        ]


# --- Which columns hold what -------------------------------------------------------------------


class Columns:
    def __init__(self, model: type[models.Model]):
        fields = [field for field in model._meta.fields if field.editable]
        lines = [f for f in fields if isinstance(f, models.CharField | models.TextField)]
        self.urls = [f.name for f in lines if validate_url in f.validators]
        plain = [f for f in lines if not f.choices and not isinstance(f, models.SlugField)]
        self.texts = [f.name for f in plain if f.name not in self.urls and _is_text(f)]


def _is_text(field):
    return type(field) in (models.CharField, models.TextField)


@cache
def columns(model: type[models.Model]) -> Columns:
    return Columns(model)


def markdown_columns(model: type[models.Model]) -> set[str]:
    """As the admin's forms declare them."""
    form = admin.site._registry.get(model)
    names = ("markdown", "markdown_lines", "markdown_words")
    return {column for name in names for column in getattr(form, name, ())}


def texts_of(row: models.Model) -> Iterator[Written]:
    names = columns(type(row)).texts
    yield from (Written(row, name, text) for name in names if (text := getattr(row, name)))
    for language, texts in getattr(row, "translations", {}).items():
        for name, text in texts.items():
            if text and name in type(row).translatable:
                yield Written(row, name, text, language)


# --- Where it is, and where it is mended ---------------------------------------------------------


def issue(row: models.Model, column: str, detail: str = "") -> Issue:
    return Issue(place(row, column), subject(row, column), edit_url(row, column), detail)


def subject(row: models.Model, column: str) -> str:
    """In a few words: "Biography", "On Computable Numbers · Abstract"."""
    label = capfirst(row._meta.get_field(column).verbose_name)
    kind = capfirst(row._meta.verbose_name)
    if isinstance(row, Researcher):
        return label
    if type(row) in admin.site._registry:
        return f"{shortened(row)} · {label}"
    parent = getattr(row, _up(row))
    on_profile = isinstance(parent, Researcher)
    return f"{kind}: {shortened(row)}" if on_profile else f"{shortened(parent)} · {kind}"


def shortened(row: models.Model) -> str:
    return Truncator(str(row)).chars(80)


def place(row: models.Model, column: str, language: str = "") -> str:
    return ".".join(filter(None, [row._meta.label_lower, str(row.pk), column, language]))


def edit_url(row: models.Model, column: str, language: str = "") -> str:
    """Of the field on its form; of a row on its parent's form, that group of rows."""
    if type(row) in admin.site._registry:
        suffix = f"__{language.replace('-', '_')}" if language else ""
        return f"{_form(row)}#id_{column}{suffix}"
    field = type(row)._meta.get_field(_up(row))
    group = field.remote_field.get_accessor_name(model=field.related_model)
    return f"{_form(row, via=field)}#{group}-group"


def _form(row, via=None):
    model = via.related_model if via else type(row)
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
    return reverse(name, args=[getattr(row, via.attname) if via else row.pk])


def _up(row):
    """The column that leads to the row on whose form this one stands."""
    return type(row).owned_through[0].partition("__")[0]
