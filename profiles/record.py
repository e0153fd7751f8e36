"""The rows of one researcher's record that are shown, part by part, in the order a page shows them.

Home page, CV and every other format read them here. Each part is one query.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.files.storage import default_storage
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf

from profiles import access
from profiles.languages import differing
from profiles.models import Researcher, Section

Kind = Section.Kind
BY_HAND = ["position", "id"]
# A row that lasts comes first, then what ended last; without an end its start counts.
LATEST = [
    Coalesce(NullIf("end", Value("")), "start").desc(),
    F("start").desc(),
    "position",
    "id",
]
RELATIONS = {
    Kind.NEWS: "newsitem_set",
    Kind.EXPERIENCE: "experience_set",
    Kind.EDUCATION: "education_set",
    Kind.AWARDS: "award_set",
    Kind.PROJECTS: "project_set",
    Kind.TALKS: "talk_set",
    Kind.TEACHING: "teaching_set",
    Kind.GRANTS: "grant_set",
    Kind.STUDENTS: "student_set",
    Kind.SERVICE: "service_set",
}
WITH_PERIOD = {Kind.EXPERIENCE, Kind.EDUCATION, Kind.PROJECTS, Kind.GRANTS, Kind.STUDENTS}
WITH_LINKS = {Kind.PROJECTS, Kind.TALKS}


def shown(researcher: Researcher, relation: str) -> QuerySet:
    """The rows behind a reverse relation that a page shows: the public ones, and in a preview
    every one that its editor may read."""
    related = getattr(researcher, relation)
    if researcher.editor is None:
        return related.public()
    return access.visible(related.all(), researcher.editor)


def rows(researcher: Researcher, kind: str, *, by_hand=False, limit: int | None = None) -> list:
    """The shown rows of one part; newest first unless `by_hand`."""
    queryset = shown(researcher, RELATIONS[kind])
    if by_hand:
        queryset = queryset.order_by(*BY_HAND)
    elif kind in WITH_PERIOD:
        queryset = queryset.order_by(*LATEST)
    if kind == Kind.NEWS:
        queryset = queryset.select_related("page")
    if kind in WITH_LINKS:
        return with_links(queryset)[:limit]
    return list(queryset[:limit])


def with_links(queryset) -> list:
    """Rows with their links as `shown_links`, from one query instead of two."""
    queryset = queryset.annotate(
        link_label=F("links__label"),
        link_url=F("links__url"),
        link_file=F("links__file"),
        link_place=F("links__position"),
    )
    found = {}
    for row in queryset:
        kept = found.setdefault(row.pk, row)
        links = kept.__dict__.setdefault("shown_links", [])
        if url := default_storage.url(row.link_file) if row.link_file else row.link_url:
            links.append((row.link_place, row.link_label, url))
    for row in found.values():
        row.shown_links = [(label, url) for _place, label, url in sorted(row.shown_links)]
    return list(found.values())


@dataclass
class Organisation:
    """Rows of one organisation, together at the place of the first of them."""

    name: str
    abbreviation: str = ""
    url: str = ""
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
        group.abbreviation = group.abbreviation or row.organisation_abbreviation
    return list(groups.values())
