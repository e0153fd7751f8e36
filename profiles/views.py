"""The public pages and Atom feeds of people. None of them looks at who asks: host, path and query
decide.
"""

from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.core.cache import caches
from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import get_list_or_404, get_object_or_404
from django.urls import reverse
from django.utils import feedgenerator
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.functional import Promise, cached_property
from django.utils.http import MAX_URL_LENGTH
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.http import require_safe
from django.views.generic import DetailView, ListView, TemplateView

from profiles import access, languages, markup, schema_org
from profiles.items import visible, with_possessions
from profiles.markup import plain_text
from profiles.models import LabNewsItem, Researcher
from profiles.sections import (
    MENU_PAGES,
    SECTIONS,
    home_sections,
    public_researcher,
    written_languages,
)
from profiles.site import origin, researcher_theme, site_settings, site_theme
from uploads.social_cards import Card, jpeg

# --- The picture of a shared link ----------------------------------------------------------------

A_YEAR = 365 * 24 * 3600


def researcher_card(researcher: Researcher) -> Card:
    """From the researcher's own row alone, and of that only what the home page shows."""
    look, native = researcher_theme(researcher), researcher.native_language
    text = researcher.translated("headline") or researcher.translated("biography")
    return Card(
        title=researcher.translated("display_name"),
        second=researcher.name_beside[0],
        text=Truncator(plain_text(text, researcher)).chars(180),
        foot=site_name(),
        picture=researcher.portrait.name or "",
        is_portrait=True,
        accent=look.accent,
        paper=look.papers[0],
        language=languages.current() if languages.fits(native) else native,
    )


def site_card() -> Card:
    """Return the social card of the lab's own pages."""
    look = site_theme()
    return Card(
        title=site_settings().site_name,
        text=_("Researchers, their news and their publications"),
        accent=look.accent,
        paper=look.papers[0],
        language=languages.current(),
    )


def site_card_address() -> str:
    """Path of the card of the whole site."""
    return reverse("site-card", kwargs={"digest": site_card().digest})


def card_address(researcher: Researcher) -> str:
    """Path of the card of a researcher's pages."""
    kwargs = {"slug": researcher.slug, "digest": researcher_card(researcher).digest}
    return reverse("researcher-card", kwargs=kwargs)


def site_name() -> str:
    """One person's site goes by that person's name."""
    return "" if settings.SINGLE_RESEARCHER else site_settings().site_name


def card_picture(card: Card) -> bytes:
    """The JPEG file, from the cache or drawn now. A cache that cannot be written is no loss."""
    with suppress(OSError):
        if kept := caches["cards"].get(card.digest):
            return kept
    drawn = jpeg(card)
    with suppress(OSError):
        caches["cards"].set(card.digest, drawn)
    return drawn


class CardView(View):
    """A subclass says whose card it is: `get_card()` and `get_address()`, or 404."""

    http_method_names = ["get", "head"]

    def get(self, request, digest, **kwargs):
        shown = self.get_object()
        current = self.get_card(shown)
        if digest != current.digest:
            return HttpResponseRedirect(self.get_address(shown))
        response = HttpResponse(card_picture(current), content_type="image/jpeg")
        # Other sites show it: that is what it is for. A JPEG is not compressed again.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        response.headers["Content-Encoding"] = "identity"
        response.headers["ETag"] = f'"{digest}"'
        patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
        return response


class SiteCardView(CardView):
    def get_object(self):
        return None

    def get_card(self, _nothing):
        return site_card()

    def get_address(self, _nothing):
        return site_card_address()


class ResearcherCardView(CardView):
    get_card = staticmethod(researcher_card)
    get_address = staticmethod(card_address)

    def get_object(self):
        return get_object_or_404(Researcher.objects.public(), slug=self.kwargs["slug"])


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
        known |= {"card": card_address(self.researcher), "card_alt": name}
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
        known = {"languages": written_languages(), "card": site_card_address()}
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
        return Truncator(f"{who}. {markup.plain_text(text, person)}".strip()).chars(200)

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


# --- Feeds ----------------------------------------------------------------------------------------

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
