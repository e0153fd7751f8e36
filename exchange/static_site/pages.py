"""A live page -> the exported one: its links, and what only a server could do."""

import re
from collections.abc import Callable
from html import escape, unescape

from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import Resolver404, resolve

from exchange.static_site.addresses import (
    ORIGIN,
    Address,
    Links,
    exported,
    own_path,
    without_prefix,
)
from profiles import languages

# Pages are made of our templates and of what nh3 wrote: every value is quoted, every "<" of a text
# is escaped. So a tag is found without a parser, and all else stays as it is, byte by byte.
TAG = re.compile(r'<([a-zA-Z][^\s/>]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*/?>')
LINKS = re.compile(r'(\s(?:href|src|srcset|action|data-script|data-style))="([^"]*)"')
ACTION = re.compile(r'action="[^"]*"')
FURTHER = re.compile(r"page/\d+/$")
# By the form of our templates; such a link in a text goes, too.
FEED = r'<a [^>]*?href="[^"]*/feed/"[^>]*>[^<]*(?:<(?!/a>)[^<]*)*</a>'
FEEDS = re.compile(rf'<li>{FEED}</li>|{FEED}|<link [^>]*href="[^"]*/feed/"[^>]*>')
JSON_LD = re.compile(r'<script type="application/ld\+json">.*?</script>\s*', re.DOTALL)
ABSOLUTE = re.compile(re.escape(ORIGIN) + r"""([^\s"'<>&#\\]*)""")
IN_CSS = re.compile(r'url\(\s*["\']?([^"\')]+)["\']?\s*\)|@import\s+["\']([^"\']+)["\']')
LIST_INDEX, SEARCH_INDEX = "filter.index.json", "search/search.index.json"
SCRIPT = "js/static-site.js"


class PageWriter:
    """`follow(live path)` is called for each address of the site that a page leads to, and
    `is_elsewhere(live path)` of a link in a text: whether it is not exported. Such a link leads to
    the site at `live_url`; without one it is only words.
    """

    def __init__(
        self,
        links: Links,
        follow: Callable[[str], None],
        is_elsewhere: Callable[[str], bool] = lambda live: False,
        live_url: str = "",
    ):
        self.links, self.follow = links, follow
        self.is_elsewhere, self.live_url = is_elsewhere, live_url.rstrip("/")

    def html(self, html: str, live: str, page: Address | None) -> str:
        """`page` None: 404.html, which stands at every address that leads nowhere."""
        if not self.links.base_url:
            html = JSON_LD.sub("", FEEDS.sub("", html))

        def tag(match):
            name, text = match[1], match[0]
            is_whole = ORIGIN in text or 'property="og:image' in text
            if is_whole and name in ("meta", "link"):
                return text if self.links.base_url else ""
            if name == "a" and (target := self._elsewhere(text, live)):
                address = f' href="{escape(self.live_url + target)}" rel="noopener"'
                return f"<a{address if self.live_url else ''}>"
            text = LINKS.sub(lambda link: self._link(link, live, page), text)
            return self._with_index(name, text, live, page)

        html = self.text(TAG.sub(tag, html))
        if page and without_prefix(page.path) == "/search/":
            script = self._to(staticfiles_storage.url(SCRIPT), live, page)
            html = html.replace("</head>", f'<script type="module" src="{script}"></script></head>')
        return html

    def _elsewhere(self, text, live):
        """The live path that a link leads to, where it is not exported."""
        found = LINKS.search(text)
        target = own_path(unescape(found[2]), live) if found else None
        return target if target and self.is_elsewhere(target) else ""

    def _link(self, match, live, page):
        name, value = match[1], unescape(match[2])
        if name.endswith("srcset"):
            parts = (part.strip().partition(" ") for part in value.split(",") if part.strip())
            value = ", ".join(f"{self._to(url, live, page)} {width}" for url, _, width in parts)
        else:
            value = self._to(value, live, page, follow=name.strip() != "action")
        return f'{name}="{escape(value)}"'

    def _to(self, link, live, page, follow=True):
        target = own_path(link, live)
        if target is None or link.startswith("#"):
            return link
        if follow:
            self.follow(target)
        return self.links.write(exported(target), page)

    def _with_index(self, name, text, live, page):
        """What asks a server, with the index and the script that answer in its place."""
        prefix = languages.prefix(languages.split(live)[0])
        if name == "form" and 'class="filters"' in text:
            index = exported(live.partition("?")[0]).path + LIST_INDEX
            first = self.links.write(Address(FURTHER.sub("", page.path)), page)
            text = ACTION.sub(f'action="{first}"', text)
        elif 'class="search-form"' in text or 'class="search-link"' in text:
            index = f"{prefix}/{SEARCH_INDEX}"
        else:
            return text
        if 'class="search-form"' in text:  # that of the people, too
            target = self.links.write(Address(f"{prefix}/search/"), page)
            text = ACTION.sub(f'action="{target}"', text)
        index = self.links.write(Address(index), page)
        script = self._to(staticfiles_storage.url(SCRIPT), live, page)
        return f'{text[:-1]} data-index="{index}" data-finder="{script}">'

    def text(self, text: str) -> str:
        """Whole addresses, as in feeds, sitemaps and JSON-LD. Without a base they lose the host."""
        return ABSOLUTE.sub(lambda match: self._absolute(match[1] or "/"), text)

    def _absolute(self, live):
        is_page = "{" not in live  # the search's template of an address
        if is_page:
            self.follow(live)
        return self.links.absolute(live)

    def css(self, sheet: str, live: str) -> None:
        """Static files lie side by side as they do on the site: their links hold."""
        for one, other in IN_CSS.findall(sheet):
            if (target := own_path(one or other, live)) is not None:
                self.follow(target)


def list_of(path: str) -> tuple[str, str] | None:
    """(name of the view, slug) where a list of papers stands at `path`, below any prefix."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.url_name in ("researcher-publications", "publication-list"):
        return match.url_name, match.kwargs.get("slug", "")
    return None
