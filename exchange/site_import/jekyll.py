"""Jekyll's reader: what it makes of a site's files. Settings, pages, collections, addresses.

A reader of another generator gives the same: `config`, `hosts`, `data`, `pages`, `documents`,
`files`, `addresses`.
"""

import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from os.path import splitext
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext_lazy

from exchange.site_import.markdown import COMMENT, to_words, without_spans
from exchange.site_import.theme import THEME_FILES
from exchange.site_import.tree import Document, Mapping, Tree
from uploads.documents import SIGNATURES, extension_of

CONFIG = "_config.yml"
PAGES = (".md", ".markdown")
TEXTS = (*PAGES, ".html")
# What Jekyll publishes only as a collection.
HIDDEN = re.compile(r"(?:^|/)[._]")
# What people copied with a library of styles or scripts.
OF_LIBRARIES = re.compile(
    r"(?:^|/)(?:(?:_s[ac]ss|vendor|node_modules|third_party|lib)/"
    r"|(?:readme|changelog|contributing|license)\.)",
    re.I,
)
BY_DAY = "/:categories/:year/:month/:day/:title"
STYLES = {"date": f"{BY_DAY}.html", "pretty": f"{BY_DAY}/", "none": "/:categories/:title.html"}
# What a setting says: `{{ site.author.name }}`.
SETTING = re.compile(r"\{\{-?\s*site\.(?P<keys>(?!(?:base)?url\b)\w+(?:\.\w+)*)\s*-?\}\}")
# What is no text of a page: how it begins and ends.
LIQUID = [
    (re.compile(r"{%-?\s*comment\s*-?%}", re.I), re.compile(r"{%-?\s*endcomment\s*-?%}", re.I)),
    (re.compile("{%"), re.compile("%}")),
    (re.compile("{{"), re.compile("}}")),
]
FEEDS = ("feed.xml", "atom.xml", "rss.xml", "index.xml")
NOT_PUBLISHED = gettext_lazy("Jekyll publishes no such file: `exclude`, or a name with _ or a dot")
DATE_IN_NAME = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)-(.+)")


class Jekyll:
    """One site's files, as Jekyll would build pages of them; nothing is run."""

    # The key of a document's further addresses; whether collections have settings of their own.
    redirects, has_collections = "redirect_from", True

    def __init__(self, tree: Tree):
        self.tree = tree
        self.config = self.data(CONFIG)

    @property
    def collections(self) -> Mapping:
        """Their settings."""
        return self.config.mapping("collections")

    def collection_names(self) -> list[str]:
        """All that the site has: the keys of a mapping, or a list of names."""
        return [*self.collections, *self.config.texts("collections")]

    def data(self, path: str) -> Mapping:
        """A file of YAML that should be a mapping; of any other nothing, which stays unread."""
        return self.tree.document(path).front if path in self.tree else Mapping()

    @property
    def url(self) -> str:
        """Where the site says that it is."""
        return self.config.text("url")

    @property
    def base_path(self) -> str:
        """The folder below the host in which the site was; some say it in `url` alone."""
        folder = self.url.partition("://")[2].partition("/")[2]
        return (self.config.text("baseurl") or f"/{folder}").rstrip("/")

    def hosts(self) -> list[str]:
        """Where the site was."""
        try:
            host = urlsplit(self.url).hostname
        except ValueError:  # "http://[" is no address
            host = ""
        own = self.tree.text("CNAME").split() if "CNAME" in self.tree else []
        return [*([host] if host else []), *own]

    # --- Documents ---

    def pages(self) -> Iterator[Document]:
        """Those of _pages/, and elsewhere the files with front matter."""
        for path in self.tree.below("_pages/", *TEXTS):
            if not (OF_LIBRARIES.search(path.removeprefix("_pages/")) or self._is_hidden(path)):
                yield self.tree.document(path)
        for path in self.tree.files:
            is_apart = HIDDEN.search(path) or THEME_FILES.match(path) or self.is_excluded(path)
            if path.endswith(TEXTS) and not is_apart:
                yield from self._with_front(path)

    def documents(self, *collections: str) -> Iterator[Document]:
        """The files of collections, "posts" and "drafts" among them, in order of their paths; of
        what is no Markdown those with front matter, for Jekyll copies others as they are.
        """
        for collection in collections:
            for path in self.tree.below(f"_{collection}/"):
                name, suffix = splitext(path.rpartition("/")[2])
                if self._is_hidden(path):
                    continue
                if suffix in PAGES:
                    yield self.tree.document(path)
                elif suffix in (".html", ".txt") or not (suffix or name.startswith(".")):
                    yield from self._with_front(path)

    def _is_hidden(self, path):
        """Whether a name within a folder keeps it from visitors, as owners hide drafts."""
        is_hidden = "/_" in path and path.endswith(TEXTS)
        if is_hidden and path not in self.tree.used:
            self.tree.leave_out(path, NOT_PUBLISHED)
        return is_hidden

    def _with_front(self, path):
        """The document, where it has front matter."""
        was_used = path in self.tree.used
        if (document := self.tree.document(path)).front:
            yield document
        elif not was_used:
            self.tree.used.discard(path)

    def is_excluded(self, path: str) -> bool:
        """Whether `exclude` of _config.yml keeps it from being published."""
        return path.startswith(tuple(filter(None, self.config.texts("exclude"))))

    def files(self) -> Iterator[str]:
        """Documents that nobody read, of which visitors have the address."""
        for path in self.tree.files:
            is_document = extension_of(path) in SIGNATURES and path not in self.tree.used
            if is_document and not HIDDEN.search(path) and not self.is_excluded(path):
                yield path

    def feeds(self) -> list[str]:
        """Addresses to which readers subscribed: of a plug-in, and of files that make one."""
        plugins = [name for key in ("plugins", "gems") for name in self.config.list(key)]
        made = ["feed.xml"] if "jekyll-feed" in plugins else []
        return [f"/{path}" for path in FEEDS if path in made or path in self.tree]

    def setting(self, document: Document, key: str, collection: str = "pages") -> str:
        """A key of its front matter, else what `defaults` of _config.yml gives its folder."""
        if value := document.front.text(key):
            return value
        for default in self.config.mappings("defaults"):
            scope = default.mapping("scope")
            is_kind = scope.text("type") in ("", collection)
            if is_kind and document.path.startswith(scope.text("path").strip("/")):
                value = default.mapping("values").text(key) or value
        return value

    # --- Addresses ---

    @property
    def is_pretty(self) -> bool:
        """Whether addresses end in "/"."""
        style = self.config.text("permalink")
        return style.endswith("/") or style == "pretty"

    def address(self, document: Document) -> str:
        """Of a page: its permalink, or its place below the root."""
        if permalink := self.setting(document, "permalink"):
            return permalink if permalink.startswith("/") else f"/{permalink}"
        stem = splitext(document.path)[0]
        if stem.rpartition("/")[2] == "index":
            return f"/{stem.removesuffix('index')}"
        return f"/{stem}/" if self.is_pretty else f"/{stem}.html"

    def redirect_from(self, document: Document) -> list[str]:
        """Further addresses that lead to the document, as jekyll-redirect-from has them."""
        return list(filter(None, document.front.texts(self.redirects)))

    def former_addresses(self, document: Document) -> list[str]:
        """Those that it names itself, but for the root."""
        paths = [document.front.text("permalink"), *self.redirect_from(document)]
        return [path for path in paths if path not in ("", "/")]

    def addresses(self, document: Document, collection: str = "pages") -> list[str]:
        """All of them: of a page, or of a document of a collection that has pages."""
        if collection == "pages" or not self.has_collections:
            own = [self.address(document)]
        elif collection == "posts" or self.collections.mapping(collection).text("output") == "true":
            own = [self.document_path(document, collection)]
        else:
            own = []
        return [*own, *self.redirect_from(document)]

    def document_path(self, document: Document, collection: str) -> str:
        """Of a document of a collection, posts among them: "/blog/2024/hello/"."""
        settings, style = self.collections.mapping(collection), self.config.text("permalink")
        pattern = self.setting(document, "permalink", collection) or settings.text("permalink")
        if not pattern and collection == "posts":
            pattern = STYLES.get(style or "date", style)
        elif not pattern:
            pattern = "/:collection/:path/" if self.is_pretty else "/:collection/:path.html"
        path = splitext(document.path.partition("/")[2])[0]
        name = path.rpartition("/")[2]
        year = month = day = ""
        if match := DATE_IN_NAME.fullmatch(name):
            year, month, day, name = match.groups()
        if match := re.match(r"(\d{4})-(\d\d?)-(\d\d?)", document.front.text("date")):
            year, month, day = match.groups()
        slug = document.front.text("slug") or name
        values = {"collection": collection, "path": path, "name": name, "title": slug, "slug": slug}
        values |= {"year": year, "month": month.zfill(2), "day": day.zfill(2)}
        values |= {"i_month": month.lstrip("0"), "i_day": day.lstrip("0"), "output_ext": ".html"}
        values["categories"] = "/".join(_words(document.front, "categories", "category"))
        filled = re.sub(r":(\w+)", lambda key: values.get(key[1], key[0]), pattern)
        return "/" + re.sub(r"/{2,}", "/", filled).lstrip("/")


def find_file(tree: Tree, value: str, *folders: str) -> str:
    """The path in the tree that a bare file name means, or a path from the root; else ""."""
    name = unquote(value.partition("#")[0].partition("?")[0]).lstrip("/")
    name = unicodedata.normalize("NFC", name)
    candidates = (*(f"{folder}{name}" for folder in folders), name)
    return next((path for path in candidates if path in tree), "")


def _words(front, *keys):
    """Categories: a list, or a text with blanks between."""
    for value in (value for key in keys for value in front.texts(key)):
        yield from value.lower().split()


def elements(*names: str) -> list[tuple[re.Pattern, re.Pattern]]:
    """How tags of HTML begin and end, with all that they hold."""
    return [(re.compile(rf"<{n}\b", re.I), re.compile(rf"</{n}\s*>", re.I)) for n in names]


def with_settings(text: str, config: Mapping) -> str:
    """A text with what `{{ site.author.name }}` says, as _config.yml has it."""

    def setting(match):
        value: object = config
        for key in match["keys"].split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        return value if value and isinstance(value, str) else match[0]

    return SETTING.sub(setting, text)


SPANS = [*COMMENT, LIQUID[0], *elements("script", "style"), *LIQUID[1:]]


def words_outside_liquid(text: str) -> str:
    """What a page says by itself, in plain words."""
    words = unescape(to_words(without_spans(text, SPANS)))
    return words if re.search(r"\w", words) else ""
