"""What Jekyll makes of a site's files: the addresses of its pages, and what its texts say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.markdown import to_markdown, to_words
from exchange.site_import.records import Place, Row, SiteRecord
from exchange.site_import.theme import SETTING, THEME_FILES
from exchange.site_import.tree import Document, Mapping, Tree
from profiles.models import ResearcherLink
from profiles.slugs import RESERVED_PAGES, make_slug
from uploads.documents import SIGNATURES, extension_of

CONFIG = "_config.yml"
# {% cite key %} of jekyll-scholar is a reference to a paper, as `publications.references` reads it.
CITED = re.compile(r"{%-?\s*(?:cite|reference)\s+([\w:.+/-]+)[^%]*%}")
# What is no text of a page: how it begins and ends.
SPANS = [
    (re.compile(begin, re.I), re.compile(end, re.I))
    for begin, end in (
        (r"<!--", r"-->"),
        (r"{%-?\s*comment\s*-?%}", r"{%-?\s*endcomment\s*-?%}"),
        (r"<script\b", r"</script\s*>"),
        (r"<style\b", r"</style\s*>"),
        (r"{%", r"%}"),
        (r"{{", r"}}"),
    )
]
LINE_BREAK = re.compile(r"<br\s*/?>|</p>|</div>|\n", re.I)
DATE_IN_NAME = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)-(.+)")
# Letters of another script than the Latin one.
OTHER_SCRIPT = re.compile("[\u0370-\u1dff\u2e80-\ud7ff\uf900-\uffef\U00020000-\U0003ffff]")
Kind = ResearcherLink.Kind
NO_FILE = gettext_lazy("there is no such file below %s")
# Of documents: theme switches, and what no column here holds.
SWITCHES = """
    layout authors bibliography book_review category categories chart citation code_diff collection
    cv_format date description display_categories featured giscus_comments disqus_comments
    github_stars calendar hide_bibtex_buttons hide_links horizontal images importance_order inline
    keywords lang last_modified_at last_updated map max_width mermaid nav_rank og_image pagination
    pretty_table pseudocode related_posts related_publications scholar show_location sitemap social
    _styles tabs tags thumbnail tikzjax toc typograms years"""


class Site:
    """A site being read: its tree, its settings, and the record that it becomes."""

    def __init__(self, tree: Tree):
        self.tree, self.site = tree, SiteRecord("")
        self.config = self.mapping_of(CONFIG) if CONFIG in tree else Mapping()

    def mapping_of(self, path: str) -> Mapping:
        """A file of YAML that should be a mapping; of any other nothing, which stays unread."""
        front = self.tree.document(path).front if path in self.tree else None
        return front if isinstance(front, Mapping) else Mapping()

    # --- What is found becomes part of the record ---

    def fill(self, column: str, value: object, place: Place) -> None:
        """A column of the researcher; the first source that has a value speaks."""
        if value:
            self.site.researcher.setdefault(column, (value, place))

    def add(self, model, origin: str, place: Place, values: dict, label: str = "") -> Row:
        """A row of the values that are not empty."""
        values = {name: value for name, value in values.items() if value not in ("", None)}
        self.site.rows.append(Row(model, origin, place, values, label=label))
        return self.site.rows[-1]

    def link(self, kind: str, url: str, origin: str, place: Place, label: str = "") -> None:
        """To a service; unless the record links there already, or to that service, or is there."""
        rows = [row for row in self.site.rows if row.model is ResearcherLink]
        known = {_bare(str(row.values.get("url", ""))) for row in rows} | set(self.site.hosts)
        is_known = _bare(url) in known
        services = {row.values["kind"] for row in rows} - {Kind.OTHER, Kind.WEBSITE}
        if is_known or kind in services:
            self.tree.leave_out(
                place.file, _("linked already: %(url)s") % {"url": url}, line=place.line
            )
        else:
            values = {"kind": kind, "url": url, "label": label}
            self.add(ResearcherLink, origin, place, values, label or str(Kind(kind).label))

    def file(self, path: str, place: Place, *folders: str) -> str:
        """The file of the site at a path or an address of it; a missing one is reported."""
        own = site_path(self.site, path) or path
        if "://" in own:
            return ""
        if file := find_file(self.tree, own, *folders):
            self.tree.used.add(file)
        else:
            self.tree.not_understood(place, path, NO_FILE % (folders[0] if folders else "/"))
        return file

    def cv_document(self, path: str, place: Place) -> None:
        """The PDF of a CV: one link, however many pages name it."""
        is_known = any(row.values.get("kind") == Kind.CV for row in self.site.rows)
        if not path or is_known or path.endswith("example_pdf.pdf"):
            return
        values = {"kind": Kind.CV}
        file = self.file(path, place, "assets/pdf/")
        if file or "://" in path:
            values |= {} if file else {"url": path}
            row = self.add(ResearcherLink, f"{place.file}#cv_pdf", place, values)
            row.files = {"file": file} if file else {}
            row.old_paths = [f"/{file}"] if file else []

    # --- Texts ---

    def markdown(self, text: str, place: Place) -> str:
        """Our Markdown of a text that begins at a place; what it loses is reported."""
        markdown, problems = to_markdown(CITED.sub(r"[@\1]", text.strip("\n")), place.line or 1)
        for problem in problems:
            self.tree.not_understood(Place(place.file, problem.line), problem.text, problem.reason)
        return markdown.strip()

    def lines(self, html: str) -> str:
        """A postal address in HTML as lines of words."""
        lines = (to_words(line) for line in LINE_BREAK.split(html))
        return "\n".join(line for line in lines if line)

    def homepage(self, document: Document, body: str) -> homepage.Homepage:
        """Biography, interests and rows of a homepage's text; its papers are for the caller."""

        def convert(text):
            return self.markdown(text, Place(document.path, document.body_line))

        page = homepage.read(body, document.path, document.body_line, convert)
        place = Place(document.path, document.body_line)
        self.fill("biography", page.biography, place)
        self.fill("interests", page.interests, place)
        self.fill("native_name", page.native_name, place)
        self.site.rows += page.rows
        return page

    # --- Settings and front matter ---

    def read_hosts(self) -> None:
        """Where the site was: links there are links within it."""
        with suppress(ValueError):  # "http://[" is no address
            host = urlsplit(self.config.text("url")).hostname
            self.site.hosts = [host] if host else []
        if "CNAME" in self.tree:
            self.site.hosts += self.tree.text("CNAME").split()
        self.site.base_path = self.config.text("baseurl").rstrip("/")

    def place_of(self, path: str, *keys: str) -> Place:
        """The line of the first of the keys that the file's front matter has."""
        lines = self.tree.document(path).front.lines
        return Place(path, next((lines[key] for key in keys if key in lines), 1))

    def leave_switches(self, document: Document) -> None:
        unread = [key for key in SWITCHES.split() if key not in document.front.read]
        self.tree.leave_out(document.path, SETTING, *unread)

    def setting(self, document: Document, key: str, collection: str = "pages") -> str:
        """A key of its front matter, else what `defaults` of _config.yml gives its folder."""
        if value := document.front.text(key):
            return value
        value = ""
        for default in self.config.list("defaults"):
            if not isinstance(default, Mapping):
                continue
            scope = default.mapping("scope")
            is_kind = scope.text("type") in ("", collection)
            if is_kind and document.path.startswith(scope.text("path").strip("/")):
                value = default.mapping("values").text(key) or value
        return value

    def layout(self, document: Document) -> str:
        return self.setting(document, "layout")

    def position(self, text: str) -> int | str:
        """An order among rows; "" for what is no whole number."""
        return int(text) if text.isdecimal() and len(text) < 6 else ""

    # --- Addresses ---

    def pages(self) -> Iterator[str]:
        """The files that are pages: those of _pages/, and elsewhere those with front matter."""
        yield from self.tree.below("_pages/", *TEXTS)
        for path in self.tree.files:
            is_apart = HIDDEN.search(path) or THEME_FILES.match(path) or self.is_excluded(path)
            if path.endswith(TEXTS) and not path.startswith("assets/") and not is_apart:
                was_used = path in self.tree.used
                if self.tree.document(path).front:
                    yield path
                elif not was_used:
                    self.tree.used.discard(path)

    def is_excluded(self, path: str) -> bool:
        """Whether `exclude` of _config.yml keeps it from being published."""
        names = self.config.list("exclude")
        return path.startswith(tuple(name for name in names if isinstance(name, str) and name))

    def files(self) -> Iterator[str]:
        """Documents that nobody read, of which visitors have the address."""
        for path in self.tree.files:
            is_document = extension_of(path) in SIGNATURES and path not in self.tree.used
            if is_document and not HIDDEN.search(path) and not self.is_excluded(path):
                yield path

    def permalink(self, document: Document) -> str:
        return self.setting(document, "permalink")

    def old_path(self, document: Document) -> str:
        """Of a page: its permalink, or its place below the root."""
        if permalink := self.permalink(document):
            return permalink if permalink.startswith("/") else f"/{permalink}"
        stem = document.path.rpartition(".")[0]
        if stem.rpartition("/")[2] == "index":
            return f"/{stem.removesuffix('index')}"
        is_pretty = self.config.text("permalink").endswith("/") or (
            self.config.text("permalink") == "pretty"
        )
        return f"/{stem}/" if is_pretty else f"/{stem}.html"

    def redirect_from(self, document: Document) -> list[str]:
        """Addresses that jekyll-redirect-from sends to the document."""
        paths = document.front.list("redirect_from")
        return [path for path in paths if isinstance(path, str) and path]

    def document_path(self, document: Document, collection: str) -> str:
        """Of a document of a collection, posts among them: "/blog/2024/hello/"."""
        settings = self.config.mapping("collections").mapping(collection)
        pattern = self.setting(document, "permalink", collection) or settings.text("permalink")
        site_wide = self.config.text("permalink")
        if not pattern and collection == "posts":
            pattern = STYLES.get(site_wide or "date", site_wide)
        elif not pattern:
            is_pretty = site_wide.endswith("/") or site_wide == "pretty"
            pattern = "/:collection/:path/" if is_pretty else "/:collection/:path.html"
        path = document.path.partition("/")[2].rpartition(".")[0]
        name = path.rpartition("/")[2]
        year = month = day = ""
        if match := DATE_IN_NAME.fullmatch(name):
            year, month, day, name = match.groups()
        if match := re.match(r"(\d{4})-(\d\d?)-(\d\d?)", document.front.text("date")):
            year, month, day = match.groups()
        values = {
            "collection": collection,
            "path": path,
            "name": name,
            "title": document.front.text("slug") or name,
            "slug": document.front.text("slug") or name,
            "year": year,
            "month": month.zfill(2),
            "day": day.zfill(2),
            "i_month": month.lstrip("0"),
            "i_day": day.lstrip("0"),
            "categories": "/".join(_words(document.front, "categories", "category")),
            "output_ext": ".html",
        }
        filled = re.sub(r":(\w+)", lambda key: values.get(key[1], key[0]), pattern)
        return "/" + re.sub(r"/{2,}", "/", filled).lstrip("/")

    def page_slug(self, old_path: str, title: str) -> str:
        """Of a page here: the last part of its old address, where that is free."""
        last = old_path.strip("/").rpartition("/")[2].removesuffix(".html")
        taken = {str(row.values.get("slug")) for row in self.site.rows} | RESERVED_PAGES
        return make_slug(last or title, taken, fallback="page")


TEXTS = (".md", ".html", ".markdown")
# What Jekyll publishes only as a collection.
HIDDEN = re.compile(r"(?:^|/)[._]")
STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "none": "/:categories/:title.html",
}


def find_file(tree: Tree, value: str, *folders: str) -> str:
    """The path in the tree that a bare file name means, or a path from the root; else ""."""
    name = unquote(value.partition("#")[0].partition("?")[0]).lstrip("/")
    candidates = (*(f"{folder}{name}" for folder in folders), name)
    return next((path for path in candidates if path in tree), "")


def site_path(site: SiteRecord, url: str) -> str:
    """ "https://ada.github.io/assets/pdf/notes.pdf" -> "/assets/pdf/notes.pdf"; elsewhere -> ""."""
    scheme, _sign, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if scheme not in ("http", "https") or host not in site.hosts:
        return ""
    return f"{slash}{path}".removeprefix(site.base_path)


def _words(front, *keys):
    """Categories: a list, or a text with blanks between."""
    for value in (value for key in keys for value in front.list(key)):
        yield from value.lower().split() if isinstance(value, str) else ()


def _bare(url):
    return re.sub(r"^https?://(?:www\.)?|[#&].*", "", url.strip()).rstrip("/").casefold()


def words_outside_liquid(text: str) -> str:
    """What a page says by itself, in plain words."""
    for begin, end in SPANS:
        text = _without(text, begin, end)
    words = unescape(to_words(text))
    return words if re.search(r"\w", words) else ""


def _without(text, begin, end):
    """A span without an end stays. In one go: what has no end is searched for it once."""
    parts, at = [], 0
    while (start := begin.search(text, at)) and (stop := end.search(text, start.end())):
        parts += [text[at : start.start()], " "]
        at = stop.end()
    return "".join(parts) + text[at:]
