"""Atom feeds of papers."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from profiles import markup
from profiles.feeds import LATEST, ResearcherFeed
from publications.latex import plain_title
from publications.list_items import list_items
from publications.visibility import papers_of


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
