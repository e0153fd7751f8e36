"""Atom feeds of papers."""

from django.contrib.syndication.views import Feed
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from profiles import markup
from profiles.context_processors import origin
from profiles.feeds import AtomFeed
from profiles.models import Researcher
from publications import rows
from publications.visibility import papers_of

LATEST = 50


class PublicationsFeed(Feed):
    """Every address in it is absolute, from the configured origin and not from the request."""

    feed_type = AtomFeed

    def get_object(self, request, slug):
        researcher = get_object_or_404(Researcher.objects.public(), slug=slug)
        researcher.origin = origin(request)
        return researcher

    def title(self, researcher):
        return _("Publications of %(name)s") % {"name": researcher.translated("display_name")}

    def subtitle(self, researcher):
        return markup.plain_text(researcher.translated("headline"))

    def link(self, researcher):
        address = {"slug": researcher.slug}
        return researcher.origin + reverse("researcher-publications", kwargs=address)

    def feed_url(self, researcher):
        return researcher.origin + reverse("publications-feed", kwargs={"slug": researcher.slug})

    def feed_guid(self, researcher):
        return self.feed_url(researcher)

    def author_name(self, researcher):
        return researcher.display_name

    def author_link(self, researcher):
        return researcher.origin + researcher.get_absolute_url()

    def language(self):
        return get_language()

    def items(self, researcher):
        newest = papers_of(researcher).select_related("venue").order_by("-date", "-id")[:LATEST]
        found = rows.rows(newest, researcher)
        for row in found:
            row.origin = researcher.origin
        return found

    def item_title(self, row):
        return markup.plain_text(row.paper.translated("title"))

    def item_description(self, row):
        return render_to_string("publications/_feed_entry.html", {"row": row})

    def item_link(self, row):
        return row.origin + row.paper.get_absolute_url()

    def item_pubdate(self, row):
        return row.paper.published_at

    def item_updateddate(self, row):
        return row.paper.updated_at
