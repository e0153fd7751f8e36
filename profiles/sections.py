"""Which parts the home page shows, in which order, under which heading, with how many rows.

Every part has a default place, ten apart; a Section row overrides its part. A row that leaves its
order at 0 stays at the default place (a text of one's own: at the end).
"""

from dataclasses import dataclass, field

from profiles import record
from profiles.languages import differing
from profiles.menu import has
from profiles.models import Researcher, Section

Kind = Section.Kind
DEFAULT_ORDER = [kind for kind in Kind if kind is not Kind.TEXT]
LATEST_NEWS = 8
# Parts that are a text of the researcher's own record.
TEXTS = {Kind.BIOGRAPHY, Kind.INTERESTS}


@dataclass
class HomeSection:
    kind: str
    heading: str
    anchor: str
    place: int
    own_heading: bool = False
    language: str = ""
    limit: int | None = None
    by_hand: bool = False
    text: str = ""
    text_language: str = ""
    rows: list = field(default_factory=list)
    has_more: bool = False

    @property
    def template(self) -> str:
        return f"profiles/sections/{self.kind}.html"


def home_sections(researcher: Researcher) -> list[HomeSection]:
    """What is shown and not empty, in the researcher's order. One query for each list shown."""
    overrides = list(record.shown(researcher, "section_set"))
    named = {row.kind: row for row in overrides if row.kind != Kind.TEXT}
    sections = [_part(kind, place, named.get(kind)) for place, kind in _places()]
    sections += [_own_text(row) for row in overrides if row.kind == Kind.TEXT and row.is_shown]
    shown = [section for section in sections if section and _fill(section, researcher)]
    return sorted(shown, key=lambda section: section.place)


def _places():
    return [(10 * number, kind) for number, kind in enumerate(DEFAULT_ORDER, 1)]


def _part(kind, place, row):
    limit = LATEST_NEWS if kind == Kind.NEWS else None
    if row is None:
        return HomeSection(kind, kind.label, kind.value, place, limit=limit)
    if not row.is_shown:
        return None
    section = _from_row(row, kind.value, place)
    section.heading = section.heading or kind.label
    section.limit = row.limit or limit
    return section


def _own_text(row):
    return _from_row(row, f"section-{row.pk}", 10 * len(Kind))


def _from_row(row, anchor, place):
    return HomeSection(
        row.kind,
        row.translated("heading"),
        anchor,
        row.position or place,
        own_heading=bool(row.heading),
        language=differing(row, "heading") if row.heading else "",
        by_hand=row.arrangement == Section.Arrangement.MANUAL,
        text=row.translated("body"),
        text_language=differing(row, "body"),
    )


def _fill(section, researcher) -> bool:
    """Loads what the section shows; answers whether there is anything."""
    if section.kind in TEXTS:
        section.text = researcher.translated(section.kind)
        section.text_language = differing(researcher, section.kind)
    if section.kind in TEXTS or section.kind == Kind.TEXT:
        return bool(section.text.strip())
    if not has(researcher, section.kind):
        return False
    if section.kind in record.RELATIONS:
        _load(section, researcher)
    return True


def _load(section, researcher):
    one_more = section.limit and section.limit + 1
    rows = record.rows(researcher, section.kind, by_hand=section.by_hand, limit=one_more)
    section.has_more = bool(section.limit) and len(rows) > section.limit
    section.rows = rows[: section.limit]


# --- Put in order ---------------------------------------------------------------------------------


def is_by_hand(researcher: Researcher, kind: str) -> bool:
    """Whether the rows of a part stand as the researcher ordered them."""
    manual = Section.Arrangement.MANUAL
    return researcher.section_set.public().filter(kind=kind, arrangement=manual).exists()


def arrange(researcher: Researcher, kind: str, arrangement: str) -> None:
    row = researcher.section_set.filter(kind=kind).first() or Section(
        researcher=researcher, kind=kind
    )
    row.arrangement = arrangement
    row.save()


def in_order(researcher: Researcher) -> list[Section]:
    """Every part and own text, drafts included, as the home page orders them.

    A part without a row comes as a Section that is not stored.
    """
    stored = list(researcher.section_set.all())
    named = {row.kind: row for row in stored if row.kind != Kind.TEXT}
    parts = [
        (place, named.get(kind) or Section(researcher=researcher, kind=kind))
        for place, kind in _places()
    ]
    parts += [(10 * len(Kind), row) for row in stored if row.kind == Kind.TEXT]
    return [row for _place, row in sorted(parts, key=lambda part: part[1].position or part[0])]


def put_in_order(parts: list[Section]) -> None:
    """Stores the places of in_order()'s rows; a part at its usual place needs no row."""
    usual = {kind: place for place, kind in _places()}
    for place, part in enumerate(parts, 1):
        part.position = 10 * place
        if part.pk or not part.is_shown or usual[part.kind] != part.position:
            part.save()
