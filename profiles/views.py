"""The public pages of people. None of them looks at who asks: host, path and query decide."""

from collections.abc import Iterator

from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.generic import DetailView, ListView, TemplateView

from profiles import access, cards, schema_org
from profiles.context_processors import origin
from profiles.items import has, visible, with_possessions
from profiles.markup import plain_text
from profiles.models import Researcher
from profiles.sections import home_sections


class ResearcherMixin:
    """A page below a researcher's prefix: `self.researcher`, or 404."""

    # Set by website.previews alone, never by what is asked for: the account that sees its
    # own drafts on the page, too.
    editor = None
    # Which part of its address names whose page it is.
    address_part = "slug"

    @classmethod
    def editable_by(cls, editor):
        """Whose pages an account may preview."""
        return access.records_of(editor)

    @cached_property
    def researcher(self) -> Researcher:
        researcher = get_object_or_404(self.shown(), slug=self.kwargs["slug"])
        researcher.editor = self.editor
        return researcher

    def shown(self):
        """Whose pages there are at all."""
        if self.editor is None:
            return with_possessions(Researcher.objects.public())
        return with_possessions(self.editable_by(self.editor), drafts=True)

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
        own = [(self.get_name(), self.request.path)] if self.get_name() else []
        return [*schema_org.start(), home, *own]

    def get_name(self) -> str:
        """What this page below the researcher's own is called."""
        return ""


class LabMixin:
    """A page of all: it is offered in the languages in which somebody here has written."""

    def get_context_data(self, **kwargs):
        written = Researcher.objects.public().languages()
        return super().get_context_data(languages=written, **kwargs)


class HomeView(ResearcherMixin, TemplateView):
    template_name = "profiles/home.html"

    def get_context_data(self, **kwargs):
        affiliations, links = self._possessed("affiliations"), self._possessed("links")
        person = self.researcher
        text = person.translated("headline") or person.translated("biography")
        return super().get_context_data(
            sections=home_sections(person),
            affiliations=affiliations,
            advisors=self._possessed("advisorships", "advisors"),
            links=links,
            # For search engines: the headline, else how the biography begins.
            description=Truncator(plain_text(text, person)).chars(200),
            **kwargs,
        )

    def structured_data(self, context):
        known = {name: context[name] for name in ("affiliations", "links", "sections")}
        yield schema_org.profile_page(self.researcher, origin(self.request), **known)
        yield from super().structured_data(context)

    def _possessed(self, relation, name=None):
        known = has(self.researcher, name or relation)
        return list(getattr(self.researcher, relation).all()) if known else []


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
