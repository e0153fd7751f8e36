"""The menu of a researcher's pages, and the parts of their home page: which, in which order, under
which heading, with how many rows.

Every part has a default place, ten apart; a Section row overrides its part. A row that leaves its
order at 0 stays at the default place (a text of one's own: at the end).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from profiles.items import KINDS, has, items, visible
from profiles.languages import differing
from profiles.models import Researcher, Section

Kind = Section.Kind
DEFAULT_PLACES = {kind: 10 * place for place, kind in enumerate(Kind, 1) if kind != Kind.TEXT}
LAST_PLACE = 10 * len(Kind)
LATEST_NEWS = 8
# Parts that are a text of the researcher's own record.
TEXTS = {Kind.BIOGRAPHY, Kind.INTERESTS}


@dataclass(frozen=True)
class MenuItem:
    label: str
    address: str
    language: str = ""
    is_current: bool = False


def menu(researcher: Researcher, path: str) -> list[MenuItem]:
    """Home, Publications, News, CV and the own pages that ask for a place; one query at most."""
    slug = {"slug": researcher.slug}
    entries = [(_("Home"), reverse("researcher-home", kwargs=slug), "")]
    if has(researcher, "publications"):
        entries.append((_("Publications"), reverse("researcher-publications", kwargs=slug), ""))
    if has(researcher, "news"):
        entries.append((_("News"), reverse("news", kwargs=slug), ""))
    entries.append((_("CV"), reverse("cv", kwargs=slug), ""))
    if has(researcher, "pages"):
        for page in visible(researcher, "page_set").filter(in_menu=True):
            address = reverse("page", kwargs=slug | {"page": page.slug})
            entries.append((page.translated("title"), address, differing(page, "title")))
    return [MenuItem(*entry, is_current=entry[1] == path) for entry in entries]


# --- The home page -------------------------------------------------------------------------------


@dataclass
class HomeSection:
    kind: str
    heading: str
    anchor: str
    own_heading: bool = False
    language: str = ""
    limit: int | None = None
    text: str = ""
    text_language: str = ""
    rows: list = field(default_factory=list)
    has_more: bool = False

    @property
    def template(self) -> str:
        return f"profiles/sections/{self.kind}.html"


def home_sections(researcher: Researcher) -> list[HomeSection]:
    """What is shown and not empty, in the researcher's order. One query for each list shown."""
    parts = in_order(researcher, visible(researcher, "section_set"))
    sections = [_loaded(part, researcher) for part in parts if part.is_shown]
    return [section for section in sections if section]


def _loaded(part: Section, researcher) -> HomeSection | None:
    """With what the section shows; None where that is nothing."""
    kind = Kind(part.kind)
    section = HomeSection(
        kind,
        part.translated("heading") or ("" if kind == Kind.TEXT else kind.label),
        part.anchor,
        own_heading=bool(part.heading),
        language=differing(part, "heading") if part.heading else "",
        limit=part.limit or (LATEST_NEWS if kind == Kind.NEWS else None),
    )
    if kind == Kind.TEXT or kind in TEXTS:
        row, column = (part, "body") if kind == Kind.TEXT else (researcher, kind)
        section.text, section.text_language = row.translated(column), differing(row, column)
        return section if section.text.strip() else None
    if not has(researcher, kind):
        return None
    if kind in KINDS:
        one_more = section.limit and section.limit + 1
        by_hand = part.arrangement == Section.Arrangement.MANUAL
        rows = items(researcher, kind, by_hand=by_hand, limit=one_more)
        section.has_more = bool(section.limit) and len(rows) > section.limit
        section.rows = rows[: section.limit]
    return section


# --- Reordering -----------------------------------------------------------------------------------


def in_order(researcher: Researcher, stored: Iterable[Section]) -> list[Section]:
    """Every part, and the own texts in `stored`, as the home page orders them.

    A part without a row in `stored` comes as a Section that is not stored.
    """
    parts = {kind: Section(researcher=researcher, kind=kind) for kind in DEFAULT_PLACES}
    texts = []
    for row in stored:
        if row.kind == Kind.TEXT:
            texts.append(row)
        else:
            parts[row.kind] = row
    return sorted(
        [*parts.values(), *texts],
        key=lambda part: part.position or DEFAULT_PLACES.get(part.kind, LAST_PLACE),
    )


def put_in_order(parts: list[Section]) -> None:
    """Stores the places of in_order()'s rows; a part at its usual place needs no row."""
    for place, part in enumerate(parts, 1):
        part.position = 10 * place
        if part.pk or not part.is_shown or DEFAULT_PLACES[part.kind] != part.position:
            part.save()


def arrange(researcher: Researcher, kind: str, arrangement: str) -> None:
    """As the researcher ordered the rows of a part, or by date again."""
    researcher.section_set.update_or_create(kind=kind, defaults={"arrangement": arrangement})
