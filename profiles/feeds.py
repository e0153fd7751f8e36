"""Atom feeds: what they share, and those of news."""

from io import BytesIO

from django.contrib.syndication.views import Feed
from django.shortcuts import get_list_or_404, get_object_or_404
from django.urls import reverse
from django.utils import feedgenerator
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from profiles import languages, markup
from profiles.context_processors import origin
from profiles.models import LabNewsItem, Researcher
from profiles.site import site_settings

LATEST = 50
# XML 1.0 has no way to write these; a pasted one must not take the feed down.
CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF])


class AtomFeed(feedgenerator.Atom1Feed):
    """Atom (RFC 4287) with whole texts, that drops the control characters of pasted ones.

    An entry's `content` is its text as HTML, its `authors` are names; a feed without entries is
    as old as `changed_at`.
    """

    def __init__(self, **values):
        super().__init__(**_writable(values))

    def add_item(self, **values):
        super().add_item(**_writable(values))

    def write(self, outfile, encoding):
        """In one piece: an answer takes much longer for each of thousands."""
        whole = BytesIO()
        super().write(whole, encoding)
        outfile.write(whole.getvalue())

    def add_item_elements(self, handler, item):
        for name in item["authors"]:
            handler.startElement("author", {})
            handler.addQuickElement("name", name)
            handler.endElement("author")
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["content"], {"type": "html"})

    def latest_post_date(self):
        return super().latest_post_date() if self.items else self.feed["changed_at"]


def _writable(values):
    return {name: _without_controls(value) for name, value in values.items()}


def _without_controls(value):
    if isinstance(value, list):
        return [_without_controls(item) for item in value]
    return str(value).translate(CONTROLS) if isinstance(value, str | Promise) else value


@method_decorator(require_safe, name="__call__")
class WholeFeed(Feed):
    """Of whole texts. Every address in it is absolute, from the configured origin and not from the
    request.
    """

    feed_type = AtomFeed

    @property
    def language(self):
        """Django reads it, and does not call it."""
        return languages.current()

    def item_description(self, item):
        """Give no summary, for the whole text stands in `content`."""

    def item_extra_kwargs(self, item):
        return {"content": self.content(item), "authors": self.authors(item)}

    def authors(self, item) -> list[str]:
        """The names, where they are not the feed's own author alone."""
        return []

    def item_updateddate(self, item):
        return max(item.updated_at, item.published_at)


class ResearcherFeed(WholeFeed):
    """What a feed says of whose it is; its addresses are named `page_name` and `feed_name`."""

    page_name = feed_name = None

    def get_object(self, request, slug):
        researcher = get_object_or_404(Researcher.objects.public(), slug=slug)
        researcher.origin = origin(request)
        return researcher

    def subtitle(self, researcher) -> str | None:
        return markup.plain_text(researcher.translated("headline"), researcher)

    def link(self, researcher):
        return self._address(self.page_name, researcher)

    def feed_url(self, researcher):
        return self._address(self.feed_name, researcher)

    def feed_guid(self, researcher):
        return self.feed_url(researcher)

    def author_name(self, researcher):
        return researcher.translated("display_name")

    def author_link(self, researcher):
        return researcher.origin + researcher.get_absolute_url()

    def feed_extra_kwargs(self, researcher):
        return {"changed_at": researcher.updated_at}

    def _address(self, name, researcher):
        return researcher.origin + reverse(name, kwargs={"slug": researcher.slug})


class NewsFeed(ResearcherFeed):
    """The latest news of one researcher."""

    page_name, feed_name = "news", "news-feed"

    def title(self, researcher):
        return _("News of %(name)s") % {"name": researcher.translated("display_name")}

    def items(self, researcher):
        return researcher.newsitem_set.public().order_by("-date", "-id")[:LATEST]

    def item_title(self, item):
        text = item.translated("headline") or item.translated("body")
        return Truncator(markup.plain_text(text, item.researcher)).chars(100)

    def content(self, item):
        """Full text, with whole addresses: it is read elsewhere."""
        return markup.render(
            item.translated("body"), item.researcher, page=self.link(item.researcher)
        )

    def item_link(self, item):
        return item.researcher.origin + item.get_absolute_url()

    def item_pubdate(self, item):
        return item.date.begins_at


class LabNewsFeed(WholeFeed):
    """The latest news of the lab; as of their page, there is none without any."""

    def get_object(self, request) -> str:
        get_list_or_404(LabNewsItem.objects.public()[:1])
        return origin(request)

    def title(self, origin):
        return _("News of %(name)s") % {"name": site_settings().site_name}

    def link(self, origin):
        return origin + reverse("lab-news")

    def feed_url(self, origin):
        return origin + reverse("lab-news-feed")

    feed_guid = feed_url

    def author_name(self):
        return site_settings().site_name

    def items(self, origin):
        news = list(LabNewsItem.objects.public()[:LATEST])
        for item in news:
            item.origin = origin
        return news

    def item_title(self, item):
        return markup.plain_text(item.translated("headline"), site_settings())

    def content(self, item):
        page = item.origin + reverse("lab-news")
        return markup.render(item.translated("body"), site_settings(), page=page)

    def item_link(self, item):
        return item.origin + item.get_absolute_url()

    def item_pubdate(self, item):
        return item.date.begins_at
