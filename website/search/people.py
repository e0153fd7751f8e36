"""What of a person's own record a search finds: the person, news, pages, texts of the home page."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from profiles.markup.references import withhold
from profiles.models import Affiliation, NewsItem, Page, Researcher, Section
from website.search import Kind, Origin, Texts, register

# Shown on pages of a researcher whatever their sections say.
ALWAYS_SHOWN = ("headline", "interests")


def of(row, *fields: str) -> list[str]:
    """The texts of some fields in every language, the original first."""
    others = [texts.get(field) for texts in row.translations.values() for field in fields]
    return [text for text in (*(getattr(row, field) for field in fields), *others) if text]


def said(row, whose: Researcher, *fields: str) -> list[str]:
    """`of`, for Markdown that may refer to papers: nothing of one that is not public."""
    return [withhold(text, whose) for text in of(row, *fields)]


# --- People --------------------------------------------------------------------------------------


def person(researcher: Researcher) -> Texts:
    """Never the e-mail or postal address: how far those are shown is the person's choice."""
    hidden = {row.kind for row in researcher.section_set.all() if not row.is_shown}
    fields = [*ALWAYS_SHOWN, *({"biography"} - hidden)]
    at = [text for row in researcher.affiliations.all() for text in _place(row)]
    keys = [*researcher.names, researcher.orcid]
    about = [*of(researcher, "location"), *at]
    return Texts(researcher.names, about, said(researcher, researcher, *fields), keys)


def _place(affiliation):
    row = affiliation
    return [row.role, row.organisation, row.organisation_abbreviation, row.department]


def people(keys: Iterable[int]) -> dict[int, Texts]:
    found = Researcher.objects.filter(pk__in=keys)
    found = found.prefetch_related("affiliations", "section_set")
    return {researcher.pk: person(researcher) for researcher in found}


# --- What a person writes ------------------------------------------------------------------------


def news(keys: Iterable[int]) -> dict[int, Texts]:
    rows = NewsItem.objects.filter(pk__in=keys).select_related("researcher")
    return {row.pk: _news(row, row.researcher) for row in rows}


def _news(row, whose):
    year = str(row.date.year or "")
    return Texts(said(row, whose, "headline"), [year], said(row, whose, "body"))


def pages(keys: Iterable[int]) -> dict[int, Texts]:
    rows = Page.objects.filter(pk__in=keys).select_related("researcher")
    return {row.pk: _page(row, of(row, "title")) for row in rows}


def _page(row, title):
    return Texts(title, [], said(row, row.researcher, "body"), title)


def sections(keys: Iterable[int]) -> dict[int, Texts]:
    rows = Section.objects.filter(pk__in=keys).select_related("researcher")
    return {
        row.pk: Texts(of(row, "heading"), [], said(row, row.researcher, "body")) for row in rows
    }


def _of_public_people(rows):
    return (
        rows.public()
        .filter(researcher__in=Researcher.objects.public())
        .select_related("researcher")
    )


def own_texts():
    return Section.objects.filter(kind=Section.Kind.TEXT, is_shown=True)


ITS_OWNER = "= {row}.researcher_id"


KINDS = (
    Kind(
        name="people",
        place=10,
        label=_("People"),
        template="website/search_results/person.html",
        rows=lambda: Researcher.objects.exclude(published_at=None),
        public=lambda: Researcher.objects.public().prefetch_related("affiliations"),
        texts=people,
        origins=(
            Origin(Researcher),
            Origin(Affiliation, ITS_OWNER, grows=True),
            Origin(Section, ITS_OWNER, grows=True),
        ),
        order_by=("family_name", "display_name"),
    ),
    Kind(
        name="news",
        place=30,
        label=_("News"),
        template="website/search_results/news_item.html",
        rows=lambda: NewsItem.objects.exclude(published_at=None),
        public=lambda: _of_public_people(NewsItem.objects),
        texts=news,
        origins=(Origin(NewsItem),),
        order_by=("-date", "-pk"),
    ),
    Kind(
        name="pages",
        place=40,
        label=_("Pages"),
        template="website/search_results/page.html",
        rows=lambda: Page.objects.exclude(published_at=None),
        public=lambda: _of_public_people(Page.objects),
        texts=pages,
        origins=(Origin(Page),),
        order_by=("title", "pk"),
    ),
    Kind(
        name="sections",
        place=50,
        label=_("On home pages"),
        template="website/search_results/section.html",
        rows=lambda: own_texts().exclude(published_at=None),
        public=lambda: _of_public_people(own_texts()),
        texts=sections,
        origins=(Origin(Section),),
        order_by=("researcher__family_name", "position", "pk"),
    ),
)


def register_kinds() -> None:
    for kind in KINDS:
        register(kind)
