"""A site of academicpages -> records: settings, navigation, homepage, pages, CV, and what is left.

The files of its collections are read in academicpages_collections. Formats after the theme's own
files and layouts (academicpages.github.io, 2016 to 2026).
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import cv_files, homepage, profile_links
from exchange.site_import.academicpages_collections import NO_HOST, Collections
from exchange.site_import.jekyll import CONFIG, Site, words_outside_liquid
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.theme import (
    DEMO,
    LIST,
    SETTING,
    is_demo,
    is_demo_document,
    is_list_of_theme,
    leave_out_theme,
    own_text,
)
from exchange.site_import.tree import Document, Mapping, Tree
from profiles.identifiers import normalise_orcid
from profiles.models import Affiliation, Page, Researcher, ResearcherLink, Section
from publications.names import parse_name

Kind = ResearcherLink.Kind
NAVIGATION = "_data/navigation.yml"
COLLECTIONS = ("publications", "talks", "teaching", "portfolio")
# Of _config.yml: how Jekyll and the theme build and dress the site.
SETTINGS = """
    locale site_theme title_separator teaser breadcrumbs words_per_minute future read_more
    talkmap_link comments staticman atom_feed google_site_verification bing_site_verification
    alexa_site_verification yandex_site_verification twitter facebook og_image og_description
    analytics include exclude keep_files encoding markdown_ext markdown highlighter lsi
    excerpt_separator incremental kramdown sass permalink paginate paginate_path timezone plugins
    plugins_dir whitelist category_archive tag_archive compress_html jekyll-archives gems theme
    remote_theme reading_time show_excerpts search search_full_content logo subtitle masthead_title
    minimal_mistakes_skin defaults collections port host livereload safe future liquid mathjax
"""
# Names of its pages that only list what Vitae lists by itself, and where that is.
LISTS = {
    "publications": "publications/",
    "talks": "cv/",
    "teaching": "cv/",
    "portfolio": "",
    "year-archive": "news/",
    "posts": "news/",
    "category-archive": "",
    "categories": "",
    "tag-archive": "",
    "tags": "",
    "collection-archive": "",
    "page-archive": "",
    "sitemap": "",
    "talkmap": "cv/",
    "cv-json": "cv/",
}
LOOP = re.compile(r"\{%-?\s?for\b")
MOST_WORDS_OF_LIST = 40
A_SPLASH = gettext_lazy("a front page without a text of its own; the home page is /about/")
ON_THE_HOMEPAGE = gettext_lazy("the home page says it already")
A_LOOP = gettext_lazy("Liquid that prints the site’s own collections, which are here")


def detect(tree: Tree) -> str:
    """The generation, or "": the year by whose end it was the theme's."""
    config = tree.document(CONFIG).front if CONFIG in tree else Mapping()
    author = config.mapping("author") if isinstance(config, Mapping) else Mapping()
    has_author = {"avatar", "googlescholar"} & set(author)
    collections = config.mapping("collections") if has_author else Mapping()
    if not set(collections) & set(COLLECTIONS):
        return ""
    return "2025" if "site_theme" in config or "_data/cv.json" in tree else "2016"


def read(tree: Tree) -> SiteRecord:
    """Raises SiteError where it cannot be read at all."""
    site = AcademicPages(tree)
    site.site.system, site.site.generation = "academicpages", detect(tree)
    site.read()
    return site.site


class AcademicPages(Collections, Site):
    # The file of the homepage.
    about = ""

    def read(self):
        self._config()
        self.author(self.config.mapping("author"))
        self.menu = self._navigation()
        about = self._about()
        self.read_collections(about)
        for path in list(self.pages()):
            if path != self.about:
                self._page(self.tree.document(path))
        self._cv()
        for path in self.menu:
            if path.strip("/") in LISTS and f"{path}/" not in self.site.redirects:
                self.site.redirects[f"{path}/"] = LISTS[path.strip("/")]
        self.finish_papers()
        self._rest()

    # --- Settings ---

    def _config(self):
        config, place = self.config, self.place_of
        host = urlsplit(config.text("url")).netloc
        _owner, _slash, repository = config.text("repository").partition("/")
        cname = self.tree.text("CNAME").strip() if "CNAME" in self.tree else ""
        is_host = repository.endswith(".github.io")
        hosts = [host, cname, repository if is_host else ""]
        self.site.hosts = [name for name in dict.fromkeys(hosts) if name] or [NO_HOST]
        self.site.base_path = config.text("baseurl").rstrip("/")
        self.fill("display_name", config.mapping("author").text("name"), place(CONFIG, "author"))
        self.fill("display_name", config.text("name"), place(CONFIG, "name"))
        for key in ("title", "name", "description"):
            config.get(key)
        categories = config.mapping("publication_category")
        self.categories = {key: categories.mapping(key).text("title") for key in categories}
        for url in config.mapping("social").list("links"):
            if isinstance(url, str):
                self._link(Kind.OTHER, urlsplit(url).hostname or "", url, place(CONFIG, "social"))
        self.tree.leave_out(CONFIG, SETTING, *(["social/type", "social/name", *SETTINGS.split()]))

    def author(self, author: Mapping) -> None:
        """The side bar: names, portrait, where one is, services; each with its line."""

        def place(key):
            return Place(CONFIG, author.lines.get(key, 1))

        name = parse_name(author.text("name"))
        self.fill("given_name", name.given, place("name"))
        family = f"{name.particle} {name.family}".strip()
        self.fill("family_name", family, place("name"))
        self.fill("pronouns", author.text("pronouns"), place("pronouns"))
        if not is_demo(author.text("bio")):
            self.fill("headline", self.markdown(author.text("bio"), place("bio")), place("bio"))
        if not is_demo(author.text("location")):
            self.fill("location", author.text("location"), place("location"))
        if (employer := author.text("employer")) and not is_demo(employer):
            values = {"organisation": employer}
            self.add(Affiliation, f"{CONFIG}#author/employer", place("employer"), values, employer)
        if (email := author.text("email")) and not is_demo(email):
            self.fill("email", email, place("email"))
            self.fill("email_display", Researcher.EmailDisplay.PLAIN.value, place("email"))
        self._portrait(author.text("avatar"), place("avatar"))
        self._orcid(author.text("orcid"), place("orcid"))
        services = profile_links.ACADEMICPAGES
        for key in author:
            kind, label, pattern = services.get(key, (Kind.OTHER, key.capitalize(), ""))
            value = author.text(key) if key in services or key not in author.read else ""
            if "://" in value or (value and pattern):
                url = value if "://" in value else pattern.format(value.lstrip("@/"))
                self._link(kind, label, url, place(key))
            elif value:
                self.tree.not_understood(place(key), value, _("no address of a service"))

    def _portrait(self, avatar, place):
        if not avatar:
            return
        if path := self.file(avatar, place, "images/"):
            self.site.researcher_files["portrait"] = path, place
        elif "://" in avatar:
            self.tree.not_understood(place, avatar, _("a picture of another site; upload it here"))

    def _orcid(self, orcid, place):
        if orcid and not is_demo(orcid):
            try:
                self.fill("orcid", normalise_orcid(orcid), place)
            except ValidationError as error:
                self.tree.not_understood(place, orcid, " ".join(error.messages))

    def _link(self, kind, label, url, place):
        if not is_demo(url):
            self.link(kind, url, f"{place.file}#{url}", place, label)

    def _navigation(self):
        """Old path -> its title and its place in the menu; links elsewhere are links of one's."""
        if NAVIGATION not in self.tree:
            return {}
        menu = {}
        for number, entry in enumerate(self.tree.document(NAVIGATION).front.list("main"), 1):
            if not isinstance(entry, Mapping):
                continue
            title, url = entry.text("title"), entry.text("url")
            entry.get("target"), entry.get("children")
            place = Place(NAVIGATION, entry.lines.get("url", 1))
            if url.lower().partition("?")[0].endswith(".pdf"):
                self.cv_document(url, place)
            elif "://" in url:
                self._link(Kind.OTHER, title, url, place)
            else:
                menu[f"/{url.strip('/')}".removesuffix(".html")] = title, number
        return menu

    # --- Pages ---

    def _about(self) -> homepage.Homepage:
        """The homepage: the page at "/" if it says anything, else the one at "/about/"."""
        documents = {self.old_path(self.tree.document(path)): path for path in self.pages()}
        for old_path in ("/", "/about/", "/about.html"):
            document = self.tree.document(documents[old_path]) if old_path in documents else None
            if document and words_outside_liquid(document.body):
                self.about = document.path
                self.leave_theme_keys(document)
                document.front.get("title"), document.front.get("excerpt")
                paths = [old_path, *self.redirect_from(document)]
                self.site.old_paths = [path for path in paths if path != "/"]
                return self.homepage(document, own_text(self.tree, document))
        return homepage.Homepage()

    def _page(self, document: Document) -> None:
        """A page of one's own, unless it lists what Vitae lists, or is the theme's."""
        path, front = document.path, document.front
        address = self.old_path(document)
        name = path.rpartition("/")[2].partition(".")[0]
        if name == "404" or is_demo_document(document):
            self.leave_document(document, DEMO)
            return
        if address == "/":
            self.leave_document(document, A_SPLASH)
            return
        known = name if name in LISTS else address.strip("/")
        is_list = is_list_of_theme(document) or (known in LISTS and prints_a_list(document.body))
        is_list |= known == "talkmap"
        if is_list and not self._is_cv(document):
            for old_path in (address, *self.redirect_from(document)):
                self.site.redirects[old_path] = LISTS.get(known, "")
            self.leave_document(document, LIST)
            return
        if self._is_cv(document):
            return
        title = front.text("title") or self.menu.get(address.rstrip("/"), ("",))[0]
        values = self.page_values(document, title or name, address)
        _title, place = self.menu.get(address.rstrip("/"), ("", 0))
        values |= {"in_menu": bool(place), "position": place}
        row = self.add(Page, path, document.place("title"), values, title)
        row.values["in_menu"] = bool(place)
        row.old_paths = [address, *self.redirect_from(document)]
        self.leave_theme_keys(document)

    # --- The CV ---

    def _cv(self):
        """_pages/cv.md: rows that neither the homepage nor a collection gave, and its texts."""
        for path in list(self.pages()):
            document = self.tree.document(path)
            if self._is_cv(document):
                self._read_cv(document)
        cv_files.read_all(self)

    def _is_cv(self, document):
        name = document.path.rpartition("/")[2].partition(".")[0]
        return name == "cv" or self.permalink(document).strip("/") == "cv"

    def _read_cv(self, document):
        place = Place(document.path, document.body_line)
        for old_path in (self.old_path(document), *self.redirect_from(document)):
            self.site.redirects[old_path] = "cv/"
        self.leave_theme_keys(document)
        title = document.front.text("title")
        body = self._without_loops(document)
        page = homepage.read(
            body, document.path, document.body_line, lambda text: self.markdown(text, place)
        )
        for row in page.rows:
            is_text = row.model is Section and row.values["kind"] == "text"
            if row.model is Section and not is_text:
                continue
            if _is_demo_row(row):
                self.tree.leave_out(document.path, DEMO, line=row.place.line)
                continue
            if self._is_known(row):
                self.tree.leave_out(document.path, ON_THE_HOMEPAGE, line=row.place.line)
                continue
            row.values.pop("position", None)
            self.site.rows.append(row)
        if page.biography:
            values = {"kind": "text", "heading": title or "CV", "body": page.biography}
            self.add(Section, f"{document.path}#text", place, values, title or "CV")
        self.join_papers(page.references)

    def _without_loops(self, document):
        """The body without parts that only print collections, and without Liquid's own lines."""
        text = own_text(self.tree, document)
        lines = text.split("\n")
        for part in homepage.split(text):
            start = part.line - 1
            end = start + part.text.count("\n") + 1
            if LOOP.search(part.text) and not words_outside_liquid(part.text):
                self.tree.leave_out(document.path, A_LOOP, line=document.body_line + start)
                heads = 2 if start > 1 and re.fullmatch(r"[=-]+\s*", lines[start - 1]) else 1
                first = max(0, start - heads) if part.heading else start
                lines[first:end] = [""] * (end - first)
        return "\n".join(lines)

    def _is_known(self, row):
        """Whether the homepage said the same, in other words."""
        return any(
            other.model is row.model
            and other.place.file != row.place.file
            and _same(row.values, other.values)
            for other in self.site.rows
        )

    # --- What is left ---

    def _rest(self):
        if "_data/authors.yml" in self.tree:
            is_sample = is_demo_document(self.tree.document("_data/authors.yml"))
            reason = DEMO if is_sample else _("guest authors, whom no page here names")
            self.leave_document(self.tree.document("_data/authors.yml"), reason)
        leave_out_theme(self.tree)
        self.site.old_files += self.files()
        self.tree.used.update(self.site.old_files)


def _is_demo_row(row):
    """Of the theme's own CV."""
    if row.model is not Section:
        return any(is_demo(str(value)) for value in row.values.values())
    lines = [line.strip(" -*") for line in str(row.values["body"]).split("\n")]
    return all(is_demo(line) for line in lines if line)


def prints_a_list(body: str) -> bool:
    """Liquid over a collection, with a few words around it: of filters, of where else to look."""
    start, end = LOOP.search(body), body.rfind("endfor")
    if not start or end < start.end():
        return False
    outside = body[: start.start()] + body[body.find("}", end) + 1 :]
    return len(words_outside_liquid(outside).split()) < MOST_WORDS_OF_LIST


def _same(ours, theirs):
    """The same prize, or the same organisation in the same years and role."""
    for names in (("name",), ("organisation", "degree"), ("organisation", "role", "start")):
        if all(ours.get(name) or theirs.get(name) for name in names):
            return all(_folded(ours.get(name)) == _folded(theirs.get(name)) for name in names)
    return False


def _folded(value):
    return re.sub(r"\W+", "", str(value or "")).casefold()
