"""The kinds of rows on a researcher's record, and which rows a page shows, in which order.

Home page, CV, structured data, admin, history, checks and dashboard read the table KINDS: one more
kind is a model, its part in Section.Kind, a row here, templates/profiles/sections/ and a migration.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import BooleanField, Exists, F, Model, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.compiled_queries import CompiledQuery, Param, together
from profiles.dates import PERIOD, Period
from profiles.languages import differing
from profiles.markup.structure import LINK, line_in_words
from profiles.models import (
    Award,
    Education,
    Experience,
    Grant,
    Link,
    NewsItem,
    ProfileItem,
    Project,
    Researcher,
    Section,
    Service,
    Student,
    Talk,
    Teaching,
)

BY_HAND = ["position", "id"]
# A row that lasts comes first, then what ended last; without an end its start counts.
LATEST_PERIOD = [
    Coalesce(NullIf("end", Value("")), "start").desc(),
    F("start").desc(),
    "position",
    "id",
]


@dataclass(frozen=True)
class ItemKind:
    """One kind of row. `columns`, `search` and `fieldsets` are those of its admin, which adds the
    researcher, the state and the place. `compact` are the boxes of its row where a whole CV is
    edited on one page: what it is, where or with whom, when; two dates share a box.
    """

    model: type[ProfileItem]
    section: str
    purpose: str
    columns: tuple = ()
    compact: tuple = ()
    search: tuple = ()
    fieldsets: tuple = ()
    # Columns of Markdown: with an editor, and of one line in a plain box.
    markdown: tuple = ()
    inline_markdown: tuple = ()
    # Takes what a pasted line says beyond the other columns; the first of Markdown unless named.
    notes: str = ""
    # What the list of its links is called in the admin.
    links_label: str = ""
    select_related: tuple = ()
    # Of schema.org's Person; profiles.schema_org makes it.
    schema_property: str = ""

    @property
    def heading(self) -> str:
        return Section.Kind(self.section).label

    @property
    def links_model(self) -> type[Link] | None:
        return self.model.links.rel.related_model if hasattr(self.model, "links") else None

    @property
    def filters(self) -> list[str]:
        """Of its list: what has choices, and ticks."""
        fields = self.model._meta.fields
        return [f.name for f in fields if f.choices or isinstance(f, BooleanField)]

    @property
    def models(self) -> list:
        """List the model of its rows and the one of their links."""
        return [self.model, *filter(None, [self.links_model])]

    def in_order(self, rows: QuerySet, *, by_hand: bool = False) -> QuerySet:
        """Order rows newest first, or as they were put by hand."""
        if by_hand:
            return rows.order_by(*BY_HAND)
        return rows.order_by(*LATEST_PERIOD) if issubclass(self.model, Period) else rows


# --- The table, in the order of a CV -------------------------------------------------------------

WHERE = (
    _("Where"),
    [
        ("organisation", "organisation_abbreviation"),
        ("organisation_url", "organisation_logo"),
        ("department", "place"),
    ],
)
MORE = _("More")

KINDS: dict[str, ItemKind] = {
    kind.section: kind
    for kind in (
        ItemKind(
            NewsItem,
            Section.Kind.NEWS,
            _(
                "Short notes: a paper accepted, a talk to come, a new colleague. Your home page "
                "shows the newest."
            ),
            columns=("__str__", "date", "state", "pinned"),
            search=("headline", "body"),
            fieldsets=((None, ["body", "headline", "date"]), (MORE, ["page", "pinned"])),
            markdown=("body",),
            inline_markdown=("headline",),
            select_related=("page",),
        ),
        ItemKind(
            Education,
            Section.Kind.EDUCATION,
            _("Your degrees. The newest comes first."),
            columns=("degree_line", "organisation", "start", "end", "state"),
            compact=("degree", "organisation", PERIOD),
            search=("degree", "field_of_study", "organisation", "department", "thesis"),
            fieldsets=(
                (None, [("degree", "field_of_study"), ("start", "end")]),
                WHERE,
                (MORE, ["advisor", "thesis", "grade", "description"]),
            ),
            markdown=("description",),
            inline_markdown=("advisor",),
            schema_property="alumniOf",
        ),
        ItemKind(
            Experience,
            Section.Kind.EXPERIENCE,
            _("Jobs, visits and internships. Those at one organisation appear together."),
            columns=("role_line", "organisation", "kind", "start", "end", "state"),
            compact=("role", "organisation", PERIOD),
            search=("role", "organisation", "department", "mentor", "description"),
            fieldsets=(
                (None, [("role", "kind"), ("start", "end")]),
                WHERE,
                (MORE, ["mentor", "description"]),
            ),
            markdown=("description",),
            inline_markdown=("mentor",),
        ),
        ItemKind(
            Award,
            Section.Kind.AWARDS,
            _("Prizes, fellowships, best papers."),
            columns=("name", "awarder", "dates", "state"),
            compact=("name", "awarder", "dates"),
            search=("name", "abbreviation", "alternate_name", "awarder"),
            fieldsets=(
                (None, ["name", ("abbreviation", "dates"), "awarder", "url"]),
                (MORE, ["note", "co_recipients", ("alternate_name", "alternate_language")]),
            ),
            markdown=("note",),
            schema_property="award",
        ),
        ItemKind(
            Grant,
            Section.Kind.GRANTS,
            _("Funding: who gives it, for what, until when."),
            columns=("title", "funder", "start", "end", "state"),
            compact=("title", "funder", PERIOD),
            search=("title", "funder", "number"),
            fieldsets=(
                (None, ["title", ("funder", "number"), ("start", "end")]),
                (MORE, [("role", "amount"), "url", "description"]),
            ),
            markdown=("description",),
        ),
        ItemKind(
            Project,
            Section.Kind.PROJECTS,
            _("What you build or lead, with links and papers."),
            columns=("title", "role", "start", "end", "state"),
            compact=("title", "role", PERIOD),
            search=("title", "role", "description"),
            fieldsets=(
                (None, ["title", "role", ("start", "end"), "description"]),
                (_("Picture"), ["cover", "cover_alt"]),
            ),
            markdown=("description",),
        ),
        ItemKind(
            Talk,
            Section.Kind.TALKS,
            _("Invited talks, keynotes, tutorials, with their slides or a recording."),
            columns=("title", "event", "date", "kind", "state"),
            compact=("title", "event", "date"),
            search=("title", "event", "place", "description"),
            fieldsets=(
                (None, ["title", "event", ("kind", "date"), "place", "event_url", "description"]),
            ),
            markdown=("description",),
            links_label=_("links: slides, video, abstract"),
        ),
        ItemKind(
            Teaching,
            Section.Kind.TEACHING,
            _("Courses, and the terms you gave them in."),
            columns=("title", "code", "role", "dates", "state"),
            compact=("title", "organisation", "dates"),
            search=("code", "title", "role", "organisation"),
            fieldsets=((None, ["title", ("code", "role"), "dates", "url", "description"]), WHERE),
            markdown=("description",),
        ),
        ItemKind(
            Student,
            Section.Kind.STUDENTS,
            _("People whom you advise or advised."),
            columns=("name", "level", "start", "end", "state"),
            compact=("name", "level", PERIOD),
            search=("name", "topic", "now"),
            fieldsets=(
                (None, ["name", "url", ("level", "role"), ("start", "end")]),
                (MORE, ["topic", "now"]),
            ),
            notes="topic",
        ),
        ItemKind(
            Service,
            Section.Kind.SERVICE,
            _("Reviewing, committees, organising."),
            columns=("body", "role", "kind", "dates", "state"),
            compact=("role", "body", "dates"),
            search=("role", "body", "description"),
            fieldsets=((None, [("kind", "role"), "body", "dates", "url", "description"]),),
            markdown=("description",),
        ),
    )
}


# --- What a researcher has -----------------------------------------------------------------------

# Name -> the relation that holds it, as a query says it. Papers are declared downstream.
POSSESSIONS = {
    "pages": "page",
    "cv_variants": "cvvariant",
    "affiliations": "affiliations",
    "advisors": "advisorships",
    "links": "links",
    "publications": "authorships",
    "selected": "authorships",
    **{kind.section.value: kind.model._meta.model_name for kind in KINDS.values()},
}


def with_possessions(researchers: QuerySet, *, drafts: bool = False) -> QuerySet:
    """Each knows what they have (`has_news`, ...) from the same one query.

    A page then asks only for what is there: an empty section costs no query.
    """
    return researchers.annotate(**{f"has_{name}": _any(name, drafts) for name in POSSESSIONS})


def _any(name, drafts=False):
    relation = Researcher._meta.get_field(POSSESSIONS[name])
    rows = relation.related_model._default_manager.all()
    if name == "selected":
        # Every place: the index of those selected has it, so SQLite reads that one, not all papers.
        rows = rows.filter(is_selected=True, selected_position__gte=0)
    rows = rows.public() if hasattr(rows, "public") and not drafts else rows
    return Exists(rows.filter(researcher=OuterRef("pk")))


_HAS = {
    name: CompiledQuery(
        lambda name=name: Researcher.objects.filter(_any(name), pk=Param("researcher")).values_list(
            "pk"
        )
    )
    for name in POSSESSIONS
}


def possessed(researcher: Researcher, names: Iterable[str]) -> set[str]:
    """Which of these they have: by the annotations of `with_possessions()`, else by one query."""
    known = {name: getattr(researcher, f"has_{name}", None) for name in names}
    unknown = [name for name, is_there in known.items() if is_there is None]
    answers = together(*((_HAS[name], {"researcher": researcher.pk}) for name in unknown))
    known |= zip(unknown, answers, strict=True)
    return {name for name, is_there in known.items() if is_there}


_DRAFTED = {
    name: CompiledQuery(
        lambda name=name: access.written_records().filter(_any(name, drafts=True)).values_list("pk")
    )
    for name in POSSESSIONS
}


def drafted(user, names: Iterable[str]) -> set[str]:
    """Which of these a record has that an account writes, be it a draft; one query."""
    names = list(names)
    rows = together(*((_DRAFTED[name], {"user": user.pk, "limit": 1}) for name in names))
    return {name for name, found in zip(names, rows, strict=True) if found}


def has(researcher: Researcher, name: str) -> bool:
    """The same of one possession."""
    return bool(possessed(researcher, [name]))


# --- The rows that a page shows ------------------------------------------------------------------


def visible(researcher: Researcher, relation: str) -> QuerySet:
    """The rows behind a reverse relation that a page shows: the public ones, and in a preview
    every one that its editor may read."""
    related = getattr(researcher, relation)
    if researcher.editor is None:
        return related.public()
    return access.visible(related.all(), researcher.editor)


@dataclass
class Organisation:
    """Rows of one organisation, together at the place of the first of them."""

    name: str
    abbreviation: str = ""
    url: str = ""
    logo: object = None
    language: str = ""
    rows: list = field(default_factory=list)


def by_organisation(rows: Iterable) -> list[Organisation]:
    """A row that names no organisation stands alone."""
    groups: dict[object, Organisation] = {}
    for row in rows:
        key = row.organisation.strip().casefold() or row.pk
        if key not in groups:
            groups[key] = Organisation(
                row.translated("organisation"), language=differing(row, "organisation")
            )
        group = groups[key]
        group.rows.append(row)
        group.url = group.url or row.organisation_url
        group.logo = group.logo or row.organisation_logo
        group.abbreviation = group.abbreviation or row.organisation_abbreviation
    return list(groups.values())


# --- What the lines of a CV say, typed, pasted or on a homepage ----------------------------------

BREAK = re.compile(r"[ \t]*(?:\\?\n|<br\s*/?>\s*\n?)[ \t]*")
WORD = re.compile(r"[^\W_]+")
# Words between values, which the page says in its own way.
CONNECTED_BY = """
    a al alla am an and au aux bei da de del della der des di do du el em en et für im in l la le
    les na no par para per por pour presso und y zum
    advised advisor advisors as at by co current currently expected for from host hosted
    hosts mentor mentored mentors now of ongoing on present since supervised supervisor
    supervisors the to today until with 至 今
"""
CONNECTING = set(CONNECTED_BY.split())
KINDS_OF_EXPERIENCE = [
    (r"intern|实习", Experience.Kind.INTERNSHIP),
    (r"visit", Experience.Kind.VISITING),
    (r"volunteer", Experience.Kind.VOLUNTEERING),
    (r"teach|lectur|instruct|tutor|grader|助教", Experience.Kind.TEACHING),
    (r"research|postdoc|scholar|研究", Experience.Kind.RESEARCH),
]
KINDS_OF_SERVICE = [
    (r"review|referee", Service.Kind.REVIEWING),
    (r"editor", Service.Kind.EDITORIAL),
    (r"organi[sz]|chair", Service.Kind.ORGANISING),
    (r"committee", Service.Kind.COMMITTEE),
]

Values = dict[str, object]
Reading = list[tuple[type[Model], Values]]


def loses_words(source: str, reading: Reading) -> bool:
    """Whether a word or an address of the source is in none of the values."""
    values = " ".join(str(value) for _model, row in reading for value in row.values())
    kept = {
        word.casefold() for word in WORD.findall(f"{values} {line_in_words(values)}")
    } | CONNECTING
    words = {word.casefold() for word in WORD.findall(line_in_words(source))}
    return not words <= kept or any(url not in values for _label, url in LINK.findall(source))


def kind_of_role(role: str) -> str:
    """ "Research intern" -> the kind of experience, "internship"."""
    kinds = (kind for words, kind in KINDS_OF_EXPERIENCE if re.search(words, role, re.I))
    return next(kinds, Experience.Kind.EMPLOYMENT).value


def kind_of_service(text: str) -> str:
    """ "Area chair" -> the kind of service, "organising"."""
    kinds = (kind for words, kind in KINDS_OF_SERVICE if re.search(words, text, re.I))
    return next(kinds, Service.Kind.OTHER).value
