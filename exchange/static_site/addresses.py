"""Where a live address stands in the folder, and how one exported page leads to another.

A folder's page is its index.html. What the site tells apart by a query and a file server cannot is
a file of its own, at a path that no slug can take:

    publications/?view=compact&page=2    publications/view/compact/page/2/
    publications.bib?dialect=biblatex    publications.biblatex.bib
    news/feed/                           news/feed/feed.xml
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse

from profiles import languages
from profiles.models import FormerSlug, Redirect, Researcher
from publications.models import FormerAddress

# What the views take for the site's own address while it is exported; no text holds it.
ORIGIN = "https://vitae-export.invalid"
# Of the queries of a list: what makes a file, in this order, and which values do.
VARIANTS = {"view": re.compile("compact"), "page": re.compile(r"[1-9]\d{0,5}")}
CITATIONS = re.compile(r"(?P<stem>.*/publications(?:/[\w-]+)?)\.(?P<suffix>bib|ris|json)")
DIALECT = re.compile("bibtex|biblatex")
FEEDS = {"lab-news-feed", "news-feed", "publications-feed"}
SITEMAP = re.compile(r"/sitemap-[\w-]+\.xml")
LONGEST_NAME = 255  # bytes that a file system takes


@dataclass(frozen=True)
class Address:
    """Of the exported site: `path` is percent-encoded, below the site's root; `query` is what
    scripts there read."""

    path: str
    query: str = ""
    fragment: str = ""

    @property
    def file(self) -> str:
        """Its name below the folder; "" for what cannot be one."""
        name = unquote(self.path)[1:]
        name += "index.html" if not name or name.endswith("/") else ""
        return name if all(_is_file_name(part) for part in name.split("/")) else ""


def _is_file_name(part):
    is_plain = part.isprintable() and "\\" not in part and len(part.encode()) <= LONGEST_NAME
    return is_plain and part not in ("", ".", "..", ".git", ".vitae-site")


def own_path(link: str, page: str) -> str | None:
    """The live path and query that `link`, on the page at the live address `page`, leads to.

    None: another site, or no place at all. A fragment is kept.
    """
    try:
        parts = urlsplit(urljoin(ORIGIN + page, link.strip()))
    except ValueError:  # such as http://[
        return None
    if f"{parts.scheme}://{parts.netloc}" != ORIGIN:
        return None
    return parts._replace(scheme="", netloc="", path=parts.path or "/").geturl()


def exported(live: str) -> Address:
    """Return the file and the address that a live path becomes."""
    parts = urlsplit(live)
    path, query = parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))
    if citations := CITATIONS.fullmatch(path):
        # The same in every language.
        stem = languages.split(citations["stem"])[1]
        dialect = query.pop("dialect", "")
        dialect = f".{dialect}" if DIALECT.fullmatch(dialect) else ""
        path = f"{stem}{dialect}.{citations['suffix']}"
    elif SITEMAP.fullmatch(path) and VARIANTS["page"].fullmatch(query.get("p", "")):
        path = path.replace(".xml", f".{query.pop('p')}.xml")
    elif is_feed(path):
        path += "feed.xml"
    elif path.endswith("/"):
        for name, values in VARIANTS.items():
            if values.fullmatch(query.get(name, "")):
                value = query.pop(name)
                path += f"{name}/{value}/" if (name, value) != ("page", "1") else ""
    is_whole = len(query) == len(dict(parse_qsl(parts.query, keep_blank_values=True)))
    return Address(path, parts.query if is_whole else urlencode(query), parts.fragment)


def is_feed(path: str) -> bool:
    """Whether it is a page that a server would not call HTML."""
    try:
        return path.endswith("/feed/") and resolve(without_prefix(path)).url_name in FEEDS
    except Resolver404:
        return False


def former(old_path: str) -> Address:
    """Where an old address, as typed, stands: one without a suffix is a folder's."""
    path = quote(unquote(old_path))
    last = path.rpartition("/")[2]
    return Address(path if "." in last or not last else f"{path}/")


class Links:
    """Writes links to exported pages: relative ones, so that a page works wherever it stands; whole
    ones, of `base_url`, for what is read elsewhere.
    """

    def __init__(self, base_url: str = ""):
        self.base_url = base_url.rstrip("/")
        # Where no page says from where one comes: 404.html, .htaccess.
        self.root = urlsplit(self.base_url).path

    def write(self, target: Address, page: Address | None) -> str:
        """As it stands on `page`; without one, from the root of the host."""
        tail = (f"?{target.query}" if target.query else "") + (
            f"#{target.fragment}" if target.fragment else ""
        )
        if page is None:
            return self.root + target.path + tail
        if target.path == page.path and tail.startswith("#"):
            return tail
        start = posixpath.dirname(page.path)
        path = posixpath.relpath(target.path, start)
        if target.path.endswith("/"):
            path = "./" if path == "." else f"{path}/"
        if ":" in path.partition("/")[0]:
            path = f"./{path}"
        return path + tail

    def absolute(self, live: str) -> str:
        """For what is read elsewhere; needs a `base_url`."""
        target = exported(live)
        return self.base_url + target.path + (f"?{target.query}" if target.query else "")


def without_prefix(path: str) -> str:
    """Return the path without the prefix of a language."""
    return languages.split(path)[1]


def every_prefix() -> list[str]:
    """Of each language of the site; "" of its own."""
    return [languages.prefix(code) for code, _name in settings.LANGUAGES]


def quoted(path: str) -> str:
    """As typed, with blanks and letters that an address cannot hold spelt in hexadecimal."""
    return quote(unquote(path))


# --- Old addresses, three times: as pages that lead on, for Netlify and Cloudflare, for Apache ----
# Whatever answers 301 on the live site: old paths of moved sites, former addresses of people and of
# papers that were merged.

PAGES = {"", ".html", ".htm", ".php"}
UNSAFE = re.compile(r'["\\\x00-\x1f\x7f]')


def write_redirects(crawl) -> None:
    """Export the redirects, after `crawl` has exported every page."""
    # Feeds have a name there by which a file server knows what they are.
    rules = [(feed, exported(feed)) for feed in crawl.feeds]
    found = [(old, target) for old in _old_paths() if (target := _target(crawl, old))]
    for _old, target in found:
        crawl.follow(target)  # a file that nothing else shows
    crawl.follow_all()
    for old, target in found:
        if exported(target).file in crawl.target.names:
            rules.append((old, exported(target)))
            if not write_redirect(crawl, former(old), target):
                crawl.report.files_only_redirected.append(old)
    moved_folders = list(_former_folders())
    for old, new in moved_folders:
        for live in crawl.live_pages:
            prefix, path = live.removesuffix(without_prefix(live)), without_prefix(live)
            if path.startswith(new) and "?" not in live and path != reverse("search"):
                write_redirect(crawl, Address(f"{prefix}{old}{path.removeprefix(new)}"), live)
    _write_rules(crawl, rules, moved_folders)


def _target(crawl, old) -> str | None:
    """The live path that an old one leads to, by more than a slash at its end."""
    for path in dict.fromkeys([quoted(old), quoted(old).rstrip("/") + "/"]):
        answer = crawl.get(path)
        target = own_path(answer.headers.get("Location", ""), path)
        if answer.status_code == 301 and target != f"{path}/":
            return target
    return None


def write_redirect(crawl, old: Address, target: str) -> bool:
    """A page at `old` that leads to the live path `target`, or a copy of the file that is there.

    False where neither can be: no page under the name of a PDF.
    """
    new = exported(target)
    if not old.file:
        return False
    if old.file in crawl.target.names:  # no redirect hides a page
        return True
    if PurePosixPath(old.file).suffix not in PAGES:
        if PurePosixPath(old.file).suffix != PurePosixPath(new.file).suffix:
            return False
        answer = crawl.get(target)
        return answer.status_code == 200 and crawl.add(old.file, answer.getvalue())
    href = crawl.links.write(new, old)
    whole = crawl.links.absolute(target) if crawl.links.base_url else href
    with languages.speaking(languages.split(target)[0]):
        page = render_to_string("exchange/moved.html", {"href": href, "canonical": whole})
    return crawl.add(old.file, page.encode())


def _old_paths() -> Iterator[str]:
    """Each may answer 301, or lead nowhere: the live site says."""
    people = Researcher.objects.public()
    rows = Redirect.objects.filter(researcher__in=people).order_by("old_path", "pk")
    paths = []
    for slug, path in rows.values_list("researcher__slug", "old_path"):
        paths += [path] if settings.SINGLE_RESEARCHER else [path, f"/{slug}{path}"]
    for slug in FormerAddress.objects.order_by("slug").values_list("slug", flat=True):
        paths.append(reverse("publication", kwargs={"publication": slug}))
    yield from dict.fromkeys(paths)


def _former_folders() -> Iterator[tuple[str, str]]:
    """(old, new) beginnings of the paths of people who were renamed."""
    for row in FormerSlug.objects.public().select_related("researcher").order_by("slug"):
        yield f"/{row.slug}/", row.researcher.get_absolute_url()
    if settings.SINGLE_RESEARCHER:
        yield f"/{settings.SINGLE_RESEARCHER}/", "/"


def _write_rules(crawl, rules, moved_folders):
    root = crawl.links.root
    netlify = []
    apache = [f"ErrorDocument 404 {root}/404.html", "<IfModule mime_module>"]
    apache += ["AddCharset utf-8 .bib .ris .txt", "</IfModule>"]
    for old, new in rules:
        if UNSAFE.search(unquote(new.path)) or UNSAFE.search(unquote(old)):
            continue
        to = crawl.links.write(new, None)
        spellings = dict.fromkeys([old, old.rstrip("/") or old])
        netlify += [f"{root}{quoted(spelling)} {to} 301" for spelling in spellings]
        pattern = re.escape(root + unquote(old).rstrip("/"))
        apache.append(f'RedirectMatch 301 "^{pattern}/?$" "{unquote(to)}"')
    for old, new in moved_folders:
        for prefix in every_prefix():
            start = f"{root}{prefix}"
            netlify.append(f"{start}{old}* {start}{new}:splat 301")
            apache.append(f'RedirectMatch 301 "^{re.escape(start + old)}(.*)$" "{start}{new}$1"')
    if netlify:
        crawl.add("_redirects", "\n".join([*netlify, ""]).encode())
    crawl.add(".htaccess", "\n".join([*apache, ""]).encode())
