"""The menu of a researcher's pages, and the parts of their home page: which, in which order, under
which heading, with how many rows; and what a public page reads from the database.

Every part has a default place, ten apart; a Section row overrides its part. A row that leaves its
order at 0 stays at the default place (a text of one's own: at the end).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from profiles.compiled_queries import (
    CompiledQuery,
    Keys,
    Param,
    attach,
    attach_all,
    attach_one,
    together,
)
from profiles.items import KINDS, POSSESSIONS, ItemKind, has, possessed, visible, with_possessions
from profiles.languages import differing
from profiles.models import Advisorship, Affiliation, Page, Researcher, ResearcherLink, Section
from profiles.site import second_languages, site_settings

# --- What a public page reads of the researcher --------------------------------------------------

SECTIONS, MENU_PAGES = "public_sections", "menu_pages"
# What is loaded with a researcher: relations; and, under a name of its own, what is public of one.
PARTS = {
    name: CompiledQuery(lambda rows=rows: rows().filter(researcher__slug=Param("slug")))
    for name, rows in {
        "affiliations": Affiliation.objects.all,
        "advisorships": Advisorship.objects.all,
        "links": ResearcherLink.objects.all,
        SECTIONS: Section.objects.public,
        MENU_PAGES: lambda: Page.objects.public().filter(in_menu=True).defer("body"),
    }.items()
}
_RESEARCHER = CompiledQuery(
    lambda: with_possessions(Researcher.objects.public().filter(slug=Param("slug")))
)


def public_researcher(slug: str, *parts: str) -> Researcher | None:
    """Whose public pages stand there, with what they have, and with `parts` of PARTS."""
    statements = (_RESEARCHER, *(PARTS[name] for name in parts))
    people, *rows = together(*((statement, {"slug": slug}) for statement in statements))
    for researcher in people:
        for name, rows_of_part in zip(parts, rows, strict=True):
            if name in (SECTIONS, MENU_PAGES):
                _belong(rows_of_part, researcher)
                setattr(researcher, name, rows_of_part)
            else:
                attach(researcher, name, rows_of_part)
        return researcher
    return None


def written_languages() -> set[str]:
    """Second languages in which one of the public researchers, or the lab itself, has written."""
    written, public = site_settings().translations, Researcher.objects.public()
    return {
        code
        for code in second_languages()
        if code in written or public.filter(translations__has_key=code).exists()
    }


public_people = CompiledQuery(lambda: Researcher.objects.public().filter(pk__in=Keys("people")))
_affiliations = CompiledQuery(lambda: Affiliation.objects.filter(researcher__in=Keys("people")))


def people_of(keys: list[int]) -> list[Researcher]:
    """Those of these primary keys who are public, with their affiliations."""
    parameters = {"people": keys}
    people, affiliations = together((public_people, parameters), (_affiliations, parameters))
    attach_all(people, "affiliations", affiliations, "researcher_id")
    return people


def stored_sections(researcher: Researcher) -> list[Section]:
    """Those that their home page is made of."""
    known = getattr(researcher, SECTIONS, None)
    return list(visible(researcher, "section_set")) if known is None else known


def menu_pages(researcher: Researcher) -> list[Page]:
    """Their own pages that ask for a place in the menu."""
    known = getattr(researcher, MENU_PAGES, None)
    return list(visible(researcher, "page_set").filter(in_menu=True)) if known is None else known


def _belong(rows, researcher):
    """Each knows whose it is, without a query."""
    for row in rows:
        row.researcher = researcher


# --- What it reads of rows of KINDS --------------------------------------------------------------


class Wanted(NamedTuple):
    """Newest first unless `by_hand`; all, unless there is a limit."""

    by_hand: bool = False
    limit: int | None = None


def items(researcher: Researcher, wanted: dict[str, Wanted]) -> dict[str, list]:
    """The visible rows of several sections, with what their lines show of other tables."""
    if researcher.editor is not None:
        return {section: _with_drafts(researcher, section, how) for section, how in wanted.items()}
    statements = []
    for section, how in wanted.items():
        parameters = {"researcher": researcher.pk}
        limit = {"limit": how.limit} if how.limit else {}
        rows, *others = _STATEMENTS[section, how.by_hand]
        statements += [(rows, parameters | limit), *((other, parameters) for other in others)]
    answers, listed = iter(together(*statements)), {}
    for section in wanted:
        kind, listed[section] = KINDS[section], next(answers)
        _belong(listed[section], researcher)
        if kind.links_model:
            column = f"{kind.model._meta.model_name}_id"
            attach_all(listed[section], "links", next(answers), column)
        for name in kind.select_related:  # one that no visitor may see is none
            attach_one(listed[section], name, next(answers))
    return listed


def _with_drafts(researcher, section, how):
    """Return the rows of a section with drafts, for the editor of a preview."""
    kind = KINDS[section]
    rows = visible(researcher, f"{kind.model._meta.model_name}_set")
    rows = kind.in_order(rows, by_hand=how.by_hand).select_related(*kind.select_related)
    if kind.links_model:
        rows = rows.prefetch_related("links")
    return list(rows[: how.limit])


def _statements(kind: ItemKind, by_hand: bool) -> Iterator[CompiledQuery]:
    """The public rows of one researcher, their links, and the public rows that they refer to."""
    model, name = kind.model, kind.model._meta.model_name

    def public():
        return model.objects.public().filter(researcher=Param("researcher"))

    yield CompiledQuery(lambda: kind.in_order(public(), by_hand=by_hand))
    if links := kind.links_model:
        yield CompiledQuery(lambda: links.objects.filter(**{f"{name}__in": public()}))
    for path in kind.select_related:
        rows = model._meta.get_field(path).related_model.objects.public
        yield CompiledQuery(
            lambda rows=rows, path=path: rows().filter(pk__in=public().values(path))
        )


_STATEMENTS = {
    (section, by_hand): tuple(_statements(kind, by_hand))
    for section, kind in KINDS.items()
    for by_hand in (False, True)
}


# --- Sections ------------------------------------------------------------------------------------

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
        for page in menu_pages(researcher):
            address = reverse("page", kwargs=slug | {"page": page.slug})
            entries.append((page.translated("title"), address, differing(page, "title")))
    return [MenuItem(*entry, is_current=entry[1] == path) for entry in entries]


# --- The home page -------------------------------------------------------------------------------


@dataclass
class HomeSection:
    kind: str
    heading: str
    anchor: str
    is_heading_hidden: bool = False
    language: str = ""
    limit: int | None = None
    text: str = ""
    text_language: str = ""
    rows: list = field(default_factory=list)
    # The address where all of it is, and what the link says.
    more: tuple[str, str] | None = None
    is_empty: bool = False
    # In a preview: the row that it is made of, and what its editor may do with it.
    part: Section | None = None
    tools: dict | None = None

    @property
    def template(self) -> str:
        return f"profiles/sections/{self.kind}.html"


def home_sections(researcher: Researcher) -> list[HomeSection]:
    """What is shown and not empty, in the researcher's order. One query for all rows of visitors.

    Their editor gets the empty ones, too, to fill them.
    """
    parts = [part for part in in_order(researcher, stored_sections(researcher)) if part.is_shown]
    has_of = possessed(researcher, POSSESSIONS)
    wanted = {
        part.kind: Wanted(part.arrangement == Section.Arrangement.MANUAL, limit and limit + 1)
        for part in parts
        if part.kind in KINDS and part.kind in has_of
        for limit in [_limit(part)]
    }
    rows = items(researcher, wanted)
    sections = [_filled(part, researcher, rows.get(part.kind, []), has_of) for part in parts]
    return [section for section in sections if researcher.editor or not section.is_empty]


def _limit(part):
    return part.limit or (LATEST_NEWS if part.kind == Kind.NEWS else None)


def _filled(part: Section, researcher, rows, has_of) -> HomeSection:
    """With what the section shows; `rows`: one more than that where there are more; `has_of`: what
    the researcher has."""
    kind, limit = Kind(part.kind), _limit(part)
    section = HomeSection(
        kind,
        part.translated("heading") or _usual_heading(kind, has_of),
        part.anchor,
        is_heading_hidden=kind == Kind.BIOGRAPHY and not part.heading,
        language=differing(part, "heading") if part.heading else "",
        limit=limit,
        rows=rows[:limit],
        more=_more(kind, researcher, bool(limit) and len(rows) > limit),
        part=part,
    )
    if kind == Kind.TEXT or kind in TEXTS:
        row, column = (part, "body") if kind == Kind.TEXT else (researcher, kind)
        section.text, section.text_language = row.translated(column), differing(row, column)
        section.is_empty = not section.text.strip()
    else:
        section.is_empty = kind not in has_of
    return section


def _more(kind, researcher, is_cut):
    """News and publications have pages of their own; the rest is in the CV."""
    slug = {"slug": researcher.slug}
    if kind == Kind.NEWS:
        return reverse("news", kwargs=slug), _("All news")
    if kind == Kind.PUBLICATIONS:
        return reverse("researcher-publications", kwargs=slug), _("All publications")
    return (f"{reverse('cv', kwargs=slug)}#{kind}", _("All in the CV")) if is_cut else None


def _usual_heading(kind: Kind, has_of) -> str:
    if kind == Kind.TEXT:
        return ""
    # The newest stand there while none is selected.
    if kind == Kind.PUBLICATIONS and "selected" not in has_of:
        return _("Recent publications")
    return str(kind.label)


# --- Reordering ----------------------------------------------------------------------------------


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


def ordered_by_hand(researcher: Researcher) -> set[str]:
    """The parts whose rows stand as the researcher ordered them."""
    rows = researcher.section_set.public().filter(arrangement=Section.Arrangement.MANUAL)
    return set(rows.values_list("kind", flat=True))


def arrange(researcher: Researcher, kind: str, arrangement: str) -> None:
    """As the researcher ordered the rows of a part, or by date again."""
    researcher.section_set.update_or_create(kind=kind, defaults={"arrangement": arrangement})
