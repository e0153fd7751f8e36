"""The public pages of people. None of them looks at who asks: host, path and query decide."""

from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.views.generic import DetailView, ListView, TemplateView

from profiles import menu, schema_org, search
from profiles.context_processors import origin
from profiles.markup import plain_text
from profiles.models import Researcher
from profiles.sections import home_sections


class ResearcherMixin:
    """A page below a researcher's prefix: `self.researcher`, or 404."""

    @cached_property
    def researcher(self) -> Researcher:
        return get_object_or_404(menu.researchers(), slug=self.kwargs["slug"])

    def languages(self) -> set[str]:
        """Second languages in which something of this page exists."""
        return set(self.researcher.translations)

    def get_context_data(self, **kwargs):
        kwargs = {"researcher": self.researcher, "languages": self.languages()} | kwargs
        return super().get_context_data(**kwargs)


class LabMixin:
    """A page of all: it is offered in the languages in which somebody here has written."""

    def get_context_data(self, **kwargs):
        written = Researcher.objects.public().languages()
        return super().get_context_data(languages=written, **kwargs)


class DirectoryView(LabMixin, ListView):
    template_name = "profiles/directory.html"
    context_object_name = "researchers"

    def get_queryset(self):
        people = Researcher.objects.public().prefetch_related("affiliations")
        return people.filter(search.people(self.query)) if self.query else people

    @property
    def query(self) -> str:
        return search.clean(self.request.GET.get("q", ""))

    def get_context_data(self, **kwargs):
        return super().get_context_data(query=self.query, **kwargs)


class HomeView(ResearcherMixin, TemplateView):
    template_name = "profiles/home.html"

    def get_context_data(self, **kwargs):
        affiliations, links = self._possessed("affiliations"), self._possessed("links")
        return super().get_context_data(
            sections=home_sections(self.researcher),
            affiliations=affiliations,
            advisors=self._possessed("advisorships", "advisors"),
            links=links,
            description=self._description(),
            structured_data=schema_org.profile_page(
                self.researcher, origin(self.request), affiliations=affiliations, links=links
            ),
            **kwargs,
        )

    def _description(self):
        """For search engines: the headline, else how the biography begins."""
        person = self.researcher
        text = person.translated("headline") or person.translated("biography")
        words = plain_text(text, person)
        return Truncator(words).chars(200)

    def _possessed(self, relation, name=None):
        known = menu.has(self.researcher, name or relation)
        return list(getattr(self.researcher, relation).all()) if known else []


class NewsView(ResearcherMixin, ListView):
    template_name = "profiles/news.html"
    context_object_name = "news"
    paginate_by = 100

    def get_queryset(self):
        return self.researcher.newsitem_set.public().select_related("page")

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        for item in context["news"]:
            item.shelf = "pinned" if item.pinned else item.date.year
        return context


class PageView(ResearcherMixin, DetailView):
    template_name = "profiles/page.html"

    def get_object(self, queryset=None):
        pages = self.researcher.page_set.public()
        return get_object_or_404(pages, slug=self.kwargs["page"])

    def languages(self):
        return super().languages() | set(self.object.translations)


class SearchView(LabMixin, TemplateView):
    template_name = "profiles/search.html"

    def get_context_data(self, **kwargs):
        query = search.clean(self.request.GET.get("q", ""))
        return super().get_context_data(query=query, results=search.find(query), **kwargs)
