"""The public pages and feeds of papers. None looks at who asks: host, path and query decide."""

from collections.abc import Iterator

from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import DetailView, ListView, View

from profiles import access, markup
from profiles import schema_org as pages
from profiles.cards import CardView
from profiles.context_processors import origin
from profiles.feeds import LATEST, ResearcherFeed
from profiles.views import LabMixin, ResearcherMixin
from publications import citations, listing, paper_page, references, structured_data
from publications.latex import plain_title
from publications.list_items import list_items
from publications.listing import Filters
from publications.models import FormerAddress, Publication, PublicationLink
from publications.visibility import papers_of, public_papers
from uploads import serving


class ListMixin:
    """A filtered list of papers, by year, a hundred on each page."""

    paginate_by = 100

    @cached_property
    def filters(self) -> Filters:
        return Filters.read(self.request.GET)

    def get_queryset(self):
        return self.paper_list.matching

    def get_context_data(self, **kwargs):
        context = super().get_context_data(
            paper_list=self.paper_list, filters=self.filters, **kwargs
        )
        items = list_items(context["page_obj"], context.get("researcher"))
        spans = ()
        if context["is_paginated"]:
            spans = enumerate(listing.spans(self.get_queryset(), self.paginate_by), start=1)
        return context | {"years": listing.by_year(items), "items": items, "spans": spans}

    def listed(self, context) -> Iterator[dict]:
        """The papers of this page as JSON-LD; a filtered list is nothing of its own."""
        if not self.filters:
            site = origin(self.request)
            entries = ({"url": site + item.paper.get_absolute_url()} for item in context["items"])
            yield pages.collection(_("Publications"), site + self.request.path, entries)


class ResearcherPublicationsView(ResearcherMixin, ListMixin, ListView):
    template_name = "publications/researcher_publications.html"

    @cached_property
    def paper_list(self):
        return listing.of_researcher(self.researcher, self.filters)

    def get_name(self):
        return _("Publications")

    def structured_data(self, context):
        yield from self.listed(context)
        yield from super().structured_data(context)


class PublicationListView(ListMixin, LabMixin, ListView):
    template_name = "publications/publication_list.html"

    @cached_property
    def paper_list(self):
        return listing.PublicationList(public_papers(), self.filters)

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        return context | {"structured_data": list(self.listed(context))}


class PaperMixin:
    """What is about one paper: `get_paper()`, or 404; one that was merged answers 301."""

    # As in profiles.views.ResearcherMixin: set by a preview alone.
    editor = None
    address_part = "publication"

    @classmethod
    def editable_by(cls, editor):
        return access.visible(Publication.objects.all(), editor)

    def get_paper(self):
        papers = public_papers() if self.editor is None else self.editable_by(self.editor)
        return get_object_or_404(papers.select_related("venue"), slug=self.kwargs["publication"])

    def dispatch(self, request, *args, **kwargs):
        try:
            return super().dispatch(request, *args, **kwargs)
        except Http404:
            former = FormerAddress.objects.filter(slug=kwargs["publication"])
            rows = former.filter(publication__in=public_papers()).select_related("publication")
            if not (row := rows.first()):
                raise
        name, query = request.resolver_match.view_name, request.META.get("QUERY_STRING", "")
        target = reverse(name, kwargs={"publication": row.publication.slug})
        return HttpResponsePermanentRedirect(f"{target}?{query}" if query else target)


class PublicationView(PaperMixin, DetailView):
    template_name = "publications/publication.html"

    def get_object(self, queryset=None):
        return self.get_paper()

    def get_context_data(self, **kwargs):
        page = paper_page.load(self.object)
        site, title = origin(self.request), plain_title(self.object.translated("title"))
        trail = [
            *pages.start(),
            (_("Publications"), reverse("publication-list")),
            (title, self.object.get_absolute_url()),
        ]
        return super().get_context_data(
            page=page,
            items=[page.item],
            paper=self.object,
            title=title,
            card=paper_page.card_url(page.item),
            tags=structured_data.highwire_tags(page, site),
            structured_data=[
                structured_data.schema_org_article(page, site),
                pages.breadcrumbs(site, trail),
            ],
            languages=set(self.object.translations),
            **kwargs,
        )


class PublicationCardView(CardView):
    def get_object(self):
        paper = get_object_or_404(
            public_papers().select_related("venue"), slug=self.kwargs["publication"]
        )
        return paper_page.load(paper).item

    def get_card(self, item):
        return paper_page.card(item)

    def get_address(self, item):
        return paper_page.card_url(item)


class PdfView(PaperMixin, View):
    """The paper's first PDF that is stored here."""

    http_method_names = ["get", "head"]

    def get(self, request, publication):
        paper = self.get_paper()
        stored = paper.links.filter(kind=PublicationLink.Kind.PDF).exclude(file="").first()
        if stored is None:
            raise Http404
        return serving.answer(stored.file.name, f"{paper.slug}.pdf")


class ExportView(View):
    """Citations as a file, in one of citations.FORMATS; a .bib file also in a ?dialect=."""

    format = "bibtex"

    def get(self, request, **kwargs):
        try:
            style = citations.format_of(self.format, request.GET.get("dialect", ""))
        except LookupError as error:
            raise Http404 from error
        papers = citations.with_citation_data(self.get_papers())
        references.withhold_drafts(papers)
        text = self.write(style, papers)
        response = HttpResponse(text, content_type=style.content_type)
        name = f"{self.get_name()}.{style.extension}"
        response["Content-Disposition"] = f'inline; filename="{name}"'
        return response

    def write(self, style, papers):
        return style.write(papers)


class ResearcherExportView(ResearcherMixin, ExportView):
    def get_papers(self):
        # Of one day's papers, the first to come stands first: read in again, they stay in order.
        return papers_of(self.researcher).order_by("-date", "pk")

    def get_name(self):
        return self.researcher.slug


class PublicationExportView(PaperMixin, ExportView):
    def get_papers(self):
        return [self.get_paper()]

    def get_name(self):
        return self.kwargs["publication"]

    def write(self, style, papers):
        return style.write_one(papers)


class PublicationsFeed(ResearcherFeed):
    """The latest papers of one researcher."""

    page_name, feed_name = "researcher-publications", "publications-feed"

    def title(self, researcher):
        return _("Publications of %(name)s") % {"name": researcher.translated("display_name")}

    def items(self, researcher):
        newest = papers_of(researcher).select_related("venue").order_by("-date", "-id")[:LATEST]
        items = list_items(newest, researcher)
        for item in items:
            item.origin = researcher.origin
        return items

    def item_title(self, item):
        return plain_title(item.paper.translated("title"))

    def authors(self, item):
        return [name.text for name in item.authors]

    def content(self, item):
        page = self.item_link(item)
        abstract = markup.render(item.paper.translated("abstract"), item.speaker, page=page)
        tldr = markup.render_inline(item.paper.translated("tldr"), item.speaker, page=page)
        context = {"item": item, "abstract": abstract, "tldr": tldr}
        return render_to_string("publications/_feed_entry.html", context)

    def item_link(self, item):
        return item.origin + item.paper.get_absolute_url()

    def item_pubdate(self, item):
        return item.paper.published_at

    def item_updateddate(self, item):
        return max(item.paper.updated_at, item.paper.published_at)
