"""The lab's own pages: its people, and what a search finds."""

from django.utils.translation import gettext as _
from django.views.generic import ListView, TemplateView

from profiles import schema_org
from profiles.context_processors import origin
from profiles.models import Researcher
from profiles.views import LabMixin
from website.search import query, results, words
from website.search.documents import KINDS


class DirectoryView(LabMixin, ListView):
    template_name = "website/directory.html"
    context_object_name = "researchers"

    def get_queryset(self):
        people = Researcher.objects.public().prefetch_related("affiliations")
        if not self.query:
            return people
        return query.find(KINDS["people"], self.query)

    @property
    def query(self) -> str:
        return words.clean(self.request.GET.get("q", ""))

    def get_context_data(self, **kwargs):
        context = super().get_context_data(query=self.query, **kwargs)
        structured_data = []
        if not self.query:
            site = origin(self.request)
            entries = (schema_org.reference(person, site) for person in context["researchers"])
            listed = schema_org.collection(_("People"), site + self.request.path, entries)
            structured_data = [schema_org.site_search(site), listed]
        return context | {"structured_data": structured_data}


class SearchView(LabMixin, TemplateView):
    """?q= what was typed, ?kind= one of search.documents.KINDS, ?page= of that kind."""

    template_name = "website/search.html"

    def get_context_data(self, **kwargs):
        params = self.request.GET
        typed = words.clean(params.get("q", ""))
        of_each_kind = results.search(typed, params.get("kind", ""))
        chosen = next((each for each in of_each_kind if each.is_chosen), None)
        context = {"query": typed, "terms": words.terms(typed), "results": of_each_kind}
        if chosen:
            page = chosen.page(params.get("page", ""))
            context |= {"chosen": chosen, "page_obj": page, "hits": chosen.hits(page)}
        return super().get_context_data(**context, **kwargs)
