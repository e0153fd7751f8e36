"""Everything that a researcher wrote, row by row and text by text, for whoever looks it over; and
an issue, which is what they report.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2s

from django.contrib import admin
from django.db import models
from django.db.models import (
    BooleanField,
    CharField,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
    TextField,
)
from django.utils.text import Truncator, capfirst

from profiles import markup
from profiles.addresses import admin_url, part_url
from profiles.identifiers import validate_url
from profiles.items import KINDS
from profiles.models import Advisorship, Affiliation, Page, Researcher, ResearcherLink, Section
from publications.completeness import conditions
from publications.models import Authorship, Publication, PublicationAward, PublicationLink, Version

WRITTEN = (
    *(Affiliation, Advisorship, ResearcherLink, Section, Page),
    *(model for kind in KINDS.values() for model in kind.models),
)
OF_PAPERS = (PublicationLink, Version, PublicationAward)


def _filled(researcher: Researcher) -> list[type[models.Model]]:
    """The models that have rows, in one query: most records leave much of them empty."""
    asked = (*WRITTEN, *OF_PAPERS)
    has = (
        Exists(model._default_manager.filter(**{model.owned_through[0]: OuterRef("pk")}))
        for model in asked
    )
    answers = Researcher.objects.filter(pk=researcher.pk).values_list(*has).get()
    return [model for model, answer in zip(asked, answers, strict=True) if answer]


def _rows_of_profile(researcher: Researcher, filled) -> Iterator[models.Model]:
    yield researcher
    for model in (model for model in WRITTEN if model in filled):
        path = model.owned_through[0]
        rows = model._default_manager.filter(**{path: researcher})
        if path != "researcher":
            rows = rows.select_related(path.partition("__")[0])
        for row in rows:
            if path == "researcher":
                row.researcher = researcher  # loaded already
            yield row


def _rows_of_papers(researcher: Researcher, filled) -> Iterator[models.Model]:
    """The papers that the researcher brought, with what hangs on them.

    A colleague's texts are the colleague's to mend.
    """
    papers = {paper.pk: paper for paper in Publication.objects.filter(owner=researcher)}
    yield from papers.values()
    for model in (model for model in OF_PAPERS if model in filled):
        for row in model.objects.filter(publication__owner=researcher):
            row.publication = papers[row.publication_id]
            yield row


def papers_by(researcher: Researcher) -> QuerySet[Publication]:
    """Those on the researcher's pages, and the drafts that they brought; none of a reading list."""
    linked = researcher.authorships.filter(is_hidden=False).values("publication")
    hidden = researcher.authorships.filter(is_hidden=True).values("publication")
    withheld = Authorship.objects.withheld().values("publication")
    is_by_researcher = Q(pk__in=linked) | (Q(owner=researcher) & ~Q(pk__in=withheld))
    return Publication.objects.filter(is_by_researcher).exclude(pk__in=hidden)


@dataclass(frozen=True)
class Written:
    """The text of one column; `language` is "" for the original."""

    row: models.Model
    column: str
    text: str
    language: str = ""

    @cached_property
    def survey(self) -> markup.Survey:
        return markup.survey(self.text)

    def issue(self, detail: str, **options) -> Issue:
        """With a box where the column holds one address."""
        if self.column in url_columns(type(self.row)):
            options["box"] = Box(type(self.row), self.row.pk, self.column, self.text)
        return issue(self.row, self.column, detail, self.language, **options)


@dataclass(frozen=True)
class Box:
    """The one column that mends an issue, in its row of the dashboard; `value` is what it says.

    `column` may be "links" of a paper: then a PDF is what it lacks.
    """

    model: type[models.Model]
    pk: int
    column: str
    value: str = ""

    @property
    def kind(self) -> str:
        """ "file", "choice", "text" of several lines, or "line"."""
        field = self.model._meta.get_field(self.column)
        if field.is_relation:
            return "file"
        if field.choices:
            return "choice"
        return "text" if isinstance(field, TextField) and self.column == "abstract" else "line"

    @property
    def label(self) -> str:
        field = self.model._meta.get_field(self.column)
        return "PDF" if field.is_relation else str(capfirst(field.verbose_name))

    @property
    def choices(self) -> list[tuple[str, str]]:
        return self.model._meta.get_field(self.column).flatchoices


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
    box: Box | None = None

    def key(self, check: str) -> str:
        digest = blake2s(self.detail.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"{check}:{self.place}:{digest}"[:200]


class ProfileReview:
    """One researcher's rows, loaded once; `today` is the day on which they are looked over."""

    def __init__(self, researcher: Researcher, today: datetime.date):
        self.researcher, self.today = researcher, today

    @cached_property
    def rows(self) -> list[models.Model]:
        person, filled = self.researcher, _filled(self.researcher)
        return [*_rows_of_profile(person, filled), *_rows_of_papers(person, filled)]

    def rows_of(self, *kinds: type[models.Model]) -> list[models.Model]:
        return [row for row in self.rows if isinstance(row, kinds)]

    @cached_property
    def texts(self) -> list[Written]:
        """List the texts of all rows in every language, addresses left out."""
        texts = []
        for row in self.rows:
            model = type(row)
            originals = {name: getattr(row, name) for name in text_columns(model)}
            texts += [Written(row, name, text) for name, text in originals.items() if text]
            for language, translated in getattr(row, "translations", {}).items():
                texts += [
                    Written(row, name, text, language)
                    for name, text in translated.items()
                    if text and name in model.translatable
                ]
        return texts

    @cached_property
    def markdown(self) -> list[Written]:
        """Those texts that a page renders as Markdown."""
        return [text for text in self.texts if text.column in markdown_columns(type(text.row))]

    @cached_property
    def urls(self) -> list[Written]:
        """List what the columns for one address hold."""
        return [
            Written(row, name, text)
            for row in self.rows
            for name in url_columns(type(row))
            if (text := getattr(row, name))
        ]

    @cached_property
    def papers(self) -> list[dict]:
        """{"pk", "title", "lacks_doi": bool, ...} of each paper: one query for all questions."""
        questions = {
            f"lacks_{what}": ExpressionWrapper(condition, BooleanField())
            for what, condition in conditions(self.today).items()
        }
        papers = papers_by(self.researcher).annotate(**questions)
        return list(papers.values("pk", "title", *questions))


# --- Which columns hold what -------------------------------------------------------------------


@cache
def url_columns(model: type[models.Model]) -> list[str]:
    """List the columns of a model that hold one address."""
    return [
        field.name
        for field in model._meta.fields
        if field.editable
        and isinstance(field, CharField | TextField)
        and validate_url in field.validators
    ]


@cache
def text_columns(model: type[models.Model]) -> list[str]:
    """Those of words: no address, no choice, no slug."""
    return [
        field.name
        for field in model._meta.fields
        if field.editable
        and type(field) in (CharField, TextField)
        and not field.choices
        and validate_url not in field.validators
    ]


def markdown_columns(model: type[models.Model]) -> set[str]:
    """Return the columns that the admin's forms declare as Markdown."""
    form = admin.site._registry.get(model)
    names = ("markdown", "markdown_lines", "markdown_words")
    return {column for name in names for column in getattr(form, name, ())}


# --- Where it is, and where it is mended ---------------------------------------------------------


def issue(row: models.Model, column: str, detail: str = "", language: str = "", **options) -> Issue:
    """At a column of a row: its key, and the address of its box in the form."""
    place = ".".join(filter(None, [row._meta.label_lower, str(row.pk), column, language]))
    if type(row) in admin.site._registry:
        suffix = f"__{language.replace('-', '_')}" if language else ""
        url = _at_box(type(row), row.pk, column + suffix, f"id_{column}{suffix}")
    else:  # on its parent's form, that group of rows
        field = row._meta.get_field(row.owned_through[0].partition("__")[0])
        group = field.remote_field.get_accessor_name(model=field.related_model)
        parent, pk = field.related_model, getattr(row, field.attname)
        url = _at_box(parent, pk, group, f"{group}-group")
    return Issue(place, subject(row, column), url, detail, **options)


def _at_box(model, pk, box, element_id):
    """The form of a row at one of its boxes; of a form on several pages, that box alone."""
    url = admin_url(model, "change", pk)
    is_on_pages = hasattr(admin.site._registry[model], "form_pages")
    return part_url(url, box) if is_on_pages else f"{url}#{element_id}"


def subject(row: models.Model, column: str) -> str:
    """In a few words: "Biography", "On Computable Numbers · Abstract"."""
    label = capfirst(row._meta.get_field(column).verbose_name)
    kind = capfirst(row._meta.verbose_name)
    if isinstance(row, Researcher):
        return label
    if type(row) in admin.site._registry:
        return f"{shortened(row)} · {label}"
    parent = getattr(row, row.owned_through[0].partition("__")[0])
    on_profile = isinstance(parent, Researcher)
    return f"{kind}: {shortened(row)}" if on_profile else f"{shortened(parent)} · {kind}"


def shortened(row: models.Model) -> str:
    """What a row is called, in a line."""
    return Truncator(str(row)).chars(80)
