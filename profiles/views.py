"""The public pages of people. None of them looks at who asks: host, path and query decide."""

from collections.abc import Iterator

from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.http import MAX_URL_LENGTH
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.generic import DetailView, ListView, TemplateView

from profiles import access, cards, languages, schema_org
from profiles.context_processors import origin
from profiles.items import visible, with_possessions
from profiles.loading import MENU_PAGES, SECTIONS, public_researcher, written_languages
from profiles.markup import plain_text
from profiles.models import Researcher
from profiles.sections import home_sections
from profiles.site import site_settings


class ResearcherMixin:
    """A page below a researcher's prefix: `self.researcher`, or 404."""

    # Set by website.previews alone, never by what is asked for: the account that sees its
    # own drafts on the page, too.
    editor = None
    # Which part of its address names whose page it is.
    address_part = "slug"
    # Loaded with the researcher: the menu and the footer show these.
    parts = (MENU_PAGES, "links")

    @classmethod
    def editable_by(cls, editor):
        """Return the researchers whose pages an account may preview."""
        return access.records_of(editor)

    @cached_property
    def researcher(self) -> Researcher:
        slug = self.kwargs["slug"]
        if self.editor is None:
            researcher = public_researcher(slug, *self.parts)
        else:
            drafts = with_possessions(self.editable_by(self.editor), drafts=True)
            researcher = drafts.filter(slug=slug).first()
        if researcher is None:
            raise Http404
        researcher.editor = self.editor
        return researcher

    def languages(self) -> set[str]:
        """Second languages in which something of this page exists."""
        return set(self.researcher.translations)

    def get_context_data(self, **kwargs):
        known = {"researcher": self.researcher, "languages": self.languages()}
        name = self.researcher.translated("display_name")
        known |= {"card": cards.address(self.researcher), "card_alt": name}
        context = super().get_context_data(**known | kwargs)
        return context | {"structured_data": list(self.structured_data(context))}

    def structured_data(self, context) -> Iterator[dict]:
        """What the page says of itself in JSON-LD."""
        if len(trail := self.trail()) > 1:
            yield schema_org.breadcrumbs(origin(self.request), trail)

    def trail(self) -> list[tuple[str, str]]:
        """(name, path) of the pages above this one, and of itself."""
        person = self.researcher
        home = (person.translated("display_name"), person.get_absolute_url())
        this_page = [(self.get_name(), self.request.path)] if self.get_name() else []
        return [*schema_org.start(), home, *this_page]

    def get_name(self) -> str:
        """What this page below the researcher's own is called."""
        return ""


class LabMixin:
    """A page of all: in each language in which somebody here, or the lab, has written."""

    def get_context_data(self, **kwargs):
        known = {"languages": written_languages(), "card": cards.site_address()}
        known["card_alt"] = site_settings().site_name
        return super().get_context_data(**known | kwargs)


class HomeView(ResearcherMixin, TemplateView):
    template_name = "profiles/home.html"
    parts = (*ResearcherMixin.parts, "affiliations", "advisorships", SECTIONS)

    def get_context_data(self, **kwargs):
        person = self.researcher
        affiliations, links = person.affiliations.all(), person.links.all()
        first = affiliations[0] if affiliations else None
        return super().get_context_data(
            sections=home_sections(person),
            affiliations=affiliations,
            advisors=person.advisorships.all(),
            links=links,
            workplace=first.translated("organisation") if first else "",
            description=self._description(first),
            **kwargs,
        )

    def _description(self, place) -> str:
        """For search engines: who it is, then the headline, else how the biography begins."""
        person = self.researcher
        text = person.translated("headline") or person.translated("biography")
        at = [place.translated("role"), place.translated("organisation")] if place else []
        who = languages.comma().join(filter(None, [person.translated("display_name"), *at]))
        return Truncator(f"{who}. {plain_text(text, person)}".strip()).chars(200)

    def structured_data(self, context):
        known = {name: context[name] for name in ("affiliations", "links", "sections")}
        yield schema_org.profile_page(self.researcher, origin(self.request), **known)
        yield from super().structured_data(context)


class NewsView(ResearcherMixin, ListView):
    template_name = "profiles/news.html"
    context_object_name = "news"
    paginate_by = 100

    def get_name(self):
        return _("News")

    def get_queryset(self):
        return visible(self.researcher, "newsitem_set").select_related("page")

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        for item in context["news"]:
            item.shelf = "pinned" if item.pinned else item.date.year
        return context


class PageView(ResearcherMixin, DetailView):
    template_name = "profiles/page.html"

    def get_object(self, queryset=None):
        pages = visible(self.researcher, "page_set")
        return get_object_or_404(pages, slug=self.kwargs["page"])

    def languages(self):
        return super().languages() | set(self.object.translations)

    def get_name(self):
        return self.object.translated("title")


def readable_by_scripts(response: HttpResponse) -> HttpResponse:
    """Lets the scripts of other sites read an answer: it is public, and no cookie makes another."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag, Link"
    return response


def moved_permanently(target: str, request) -> HttpResponsePermanentRedirect:
    """To a path, with the query of `request` unless that is endless: Django would refuse it."""
    query = request.META.get("QUERY_STRING", "")
    if 0 < len(query) <= MAX_URL_LENGTH:
        path, hash_sign, place = target.partition("#")
        target = f"{path}?{query}{hash_sign}{place}"
    return HttpResponsePermanentRedirect(target)
