"""What a page loads of a researcher's record: for visitors, in two queries whose SQL is kept."""

from collections.abc import Iterator
from typing import NamedTuple

from profiles.compiled_queries import (
    CompiledQuery,
    Keys,
    Param,
    attach,
    attach_all,
    attach_one,
    together,
)
from profiles.items import KINDS, ItemKind, visible, with_possessions
from profiles.models import Advisorship, Affiliation, Page, Researcher, ResearcherLink, Section
from profiles.site import second_languages, site_settings

# --- The researcher ------------------------------------------------------------------------------

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


def sections(researcher: Researcher) -> list[Section]:
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


# --- Rows of KINDS -------------------------------------------------------------------------------


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
