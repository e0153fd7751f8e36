"""Atom feeds of papers."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from profiles import markup
from profiles.feeds import LATEST, ResearcherFeed
from publications import rows
from publications.latex import plain_title
from publications.visibility import papers_of


class PublicationsFeed(ResearcherFeed):
    """The latest papers of one researcher."""

    page_name, feed_name = "researcher-publications", "publications-feed"

    def title(self, researcher):
        return _("Publications of %(name)s") % {"name": researcher.translated("display_name")}

    def items(self, researcher):
        newest = papers_of(researcher).select_related("venue").order_by("-date", "-id")[:LATEST]
        found = rows.rows(newest, researcher)
        for row in found:
            row.origin = researcher.origin
        return found

    def item_title(self, row):
        return plain_title(row.paper.translated("title"))

    def authors(self, row):
        return [name.text for name in row.authors]

    def content(self, row):
        page = self.item_link(row)
        abstract = markup.render(row.paper.translated("abstract"), row.whose, page=page)
        tldr = markup.render_inline(row.paper.translated("tldr"), row.whose, page=page)
        context = {"row": row, "abstract": abstract, "tldr": tldr}
        return render_to_string("publications/_feed_entry.html", context)

    def item_link(self, row):
        return row.origin + row.paper.get_absolute_url()

    def item_pubdate(self, row):
        return row.paper.published_at

    def item_updateddate(self, row):
        return max(row.paper.updated_at, row.paper.published_at)
