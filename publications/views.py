"""The public pages and feeds of papers. None looks at who asks: host, path and query decide."""

from collections.abc import Iterator
from contextvars import copy_context
from functools import partial

from django.conf import settings
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import DetailView, ListView, View

from profiles import access, markup
from profiles import schema_org as pages
from profiles.markup import small_html
from profiles.models import Researcher
from profiles.sections import public_researcher
from profiles.site import origin
from profiles.views import (
    LATEST,
    CardView,
    LabMixin,
    ResearcherFeed,
    ResearcherMixin,
    moved_permanently,
    readable_by_scripts,
)
from publications import citations, listing, paper_page, structured_data
from publications.latex import plain_title
from publications.list_filters import Filters
from publications.list_items import items_of, list_items
from publications.models import (
    FormerAddress,
    Publication,
    PublicationLink,
    Status,
    papers_of,
    public_papers,
)
from uploads import documents


class ListMixin:
    """A filtered list of papers, by year, a hundred on each page."""

    paginate_by = listing.PAGE
    # What a long list finds words by: see listing.PaperList.
    find = None

    @cached_property
    def filters(self) -> Filters:
        return Filters.read(self.request.GET)

    @property
    def start(self) -> int:
        """Where the page begins that is asked for, unless it is none or far behind the last."""
        number = self.request.GET.get("page", "")
        is_page = number.isascii() and number.isdecimal() and 0 < len(number) < 7
        return max(0, int(number) - 1) * self.paginate_by if is_page else 0

    def get_queryset(self):
        return self.paper_list

    def get_context_data(self, **kwargs):
        context = super().get_context_data(
            paper_list=self.paper_list,
            filters=self.filters,
            is_compact=self.request.GET.get("view") == "compact",
            **kwargs,
        )
        items = items_of(context["page_obj"], context.get("researcher"))
        marks = listing.year_marks(self.paper_list, self.paginate_by)
        spans = enumerate(listing.spans(marks, self.paginate_by), start=1)
        if self.paper_list.is_long:
            page = context["page_obj"]
            numbers = page.paginator.get_elided_page_range(page.number)
            spans = ((number, "") for number in numbers)
        years = listing.by_year(items)
        return context | {
            "years": years,
            "items": items,
            "year_marks": marks,
            "spans": spans,
        }

    def listed(self, context) -> Iterator[dict]:
        """The papers of this page as JSON-LD; a filtered list is nothing of its own."""
        if not self.filters:
            site = origin(self.request)
            entries = ({"url": site + item.url} for item in context["items"])
            yield pages.collection(_("Publications"), site + self.request.path, entries)


class ResearcherPublicationsView(ResearcherMixin, ListMixin, ListView):
    template_name = "publications/researcher_publications.html"

    @cached_property
    def paper_list(self):
        return listing.researcher_list(self.researcher, self.filters, self.find, self.start)

    def get_name(self):
        return _("Publications")

    def structured_data(self, context):
        yield from self.listed(context)
        yield from super().structured_data(context)


class PublicationListView(ListMixin, LabMixin, ListView):
    template_name = "publications/publication_list.html"

    @cached_property
    def paper_list(self):
        return listing.site_list(self.filters, self.find, self.start)

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
        slug = self.kwargs["publication"]
        if self.editor is not None:
            papers = self.editable_by(self.editor).select_related("venue")
            return get_object_or_404(papers, slug=slug)
        paper = paper_page.public_paper(slug)
        if paper is None:
            raise Http404
        return paper

    def dispatch(self, request, *args, **kwargs):
        try:
            return super().dispatch(request, *args, **kwargs)
        except Http404:
            former = FormerAddress.objects.filter(slug=kwargs["publication"])
            rows = former.filter(publication__in=public_papers()).select_related("publication")
            if not (row := rows.first()):
                raise
        name = request.resolver_match.view_name
        target = reverse(name, kwargs={"publication": row.publication.slug})
        return moved_permanently(target, request)


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
            (title, page.item.url),
        ]
        return super().get_context_data(
            researcher=self.get_frame(page),
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

    def get_frame(self, page) -> Researcher | None:
        """In whose look and menu the page stands: its one author's here; None for the lab's."""
        people = {name.researcher.slug for name, _place in page.people}
        slug = settings.SINGLE_RESEARCHER or (people.pop() if len(people) == 1 else "")
        return public_researcher(slug, *ResearcherMixin.parts) if slug else None


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
        return documents.answer(stored.file.name, f"{paper.slug}.pdf")


# Papers: an answer of more is sent in parts, and not kept.
SENT_WHOLE = 500


class ExportView(View):
    """Citations as a file, in one of citations.FORMATS; a .bib file also in a ?dialect=."""

    format = "bibtex"

    def get(self, request, **kwargs):
        try:
            dialect = request.GET.get("dialect", "")
            style = citations.format_of(self.format, dialect, for_visitors=True)
        except LookupError as error:
            raise Http404 from error
        response = self.respond(style)
        name = f"{self.get_name()}.{style.extension}"
        response["Content-Disposition"] = f'inline; filename="{name}"'
        return readable_by_scripts(response)


class ResearcherExportView(ResearcherMixin, ExportView):
    """A short list is one text, which is kept; a long one is sent part by part."""

    def respond(self, style):
        papers = self.get_papers()
        some = list(papers[: SENT_WHOLE + 1])
        if len(some) <= SENT_WHOLE:
            text = style.write(citations.citable(some))
            return HttpResponse(text, content_type=style.content_type)
        parts = style.stream(papers, partial(citations.citable, people={}))
        # The parts are made when this request is over, yet in its language.
        within = copy_context()
        sent = iter(partial(within.run, next, parts, None), None)
        return StreamingHttpResponse(sent, content_type=style.content_type)

    def get_papers(self):
        # Of one day's papers, the first to come stands first: read in again, they stay in order.
        return papers_of(self.researcher).order_by("-date", "pk")

    def get_name(self):
        return self.researcher.slug


class PublicationExportView(PaperMixin, ExportView):
    def respond(self, style):
        text = style.write_one(citations.citable([self.get_paper()]))
        return HttpResponse(text, content_type=style.content_type)

    def get_name(self):
        return self.kwargs["publication"]


# Of a feed: names, where it appeared, its text.
ENTRY = "\n<p>{}</p>\n<p>{}{}{}</p>\n{}\n"


class PublicationsFeed(ResearcherFeed):
    """The latest papers of one researcher."""

    page_name, feed_name = "researcher-publications", "publications-feed"

    def title(self, researcher):
        return _("Publications of %(name)s") % {"name": researcher.translated("display_name")}

    def items(self, researcher):
        papers = papers_of(researcher).order_by("-date", "-id")
        items = list_items(papers[:LATEST], researcher)
        for item in items:
            item.origin = researcher.origin
        return items

    def item_title(self, item):
        title = plain_title(item.paper.translated("title"))
        is_retracted = item.paper.status == Status.RETRACTED
        return f"{_('Retracted:')} {title}" if is_retracted else title

    def authors(self, item):
        return [name.text for name in item.authors]

    def content(self, item):
        paper, page = item.paper, self.item_link(item)
        names = ", ".join([*self.authors(item), *([_("et al.")] if paper.et_al else [])])
        source = small_html("<em>{}</em>", item.source) if item.source else ""
        comma = ", " if item.source and paper.date else ""
        text = markup.render(paper.translated("abstract"), item.speaker, page=page)
        if not text and (tldr := paper.translated("tldr")):
            tldr = markup.render_inline(tldr, item.speaker, page=page)
            text = small_html("<p>{}</p>", tldr)
        return small_html(ENTRY, names, source, comma, str(paper.date or ""), text)

    def item_link(self, item):
        return item.origin + item.url

    def item_pubdate(self, item):
        paper = item.paper
        return paper.date.begins_at if paper.date else paper.published_at

    def item_updateddate(self, item):
        return max(item.paper.updated_at, item.paper.published_at)
