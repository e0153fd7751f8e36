"""Any site that Jekyll builds -> records: what is not known as something better becomes a page.

It is read as one of academicpages, whose habits most have; beside that, menus of any theme, own
collections, files without front matter, the .bib files of jekyll-scholar, and pages that are a list
of papers or of news.
"""

import re
from collections.abc import Iterator

from exchange.site_import import al_folio_tables, homepage
from exchange.site_import.academicpages import MOST_WORDS_OF_LIST, NAVIGATION, AcademicPages
from exchange.site_import.buttons import SERVICES
from exchange.site_import.html_site import CV, NAV, HtmlSite, anchors
from exchange.site_import.jekyll import CONFIG, HIDDEN, Jekyll, words_outside_liquid
from exchange.site_import.links import LIST_OF_KIND, page_key
from exchange.site_import.markdown import COMMENT, spans, without_spans
from exchange.site_import.own_names import without_degree
from exchange.site_import.records import Place
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.theme import SETTING, THEME_FILES
from exchange.site_import.tree import Document, Mapping, mark_read
from profiles.markup.structure import line_in_words
from uploads.documents import SIGNATURES, extension_of

HOMES = ("index.md", "index.markdown", "index.html")
README = re.compile(r"readme\.(?:md|markdown)$", re.I)
MENU_FILE = re.compile(
    r"_(?:data|includes)/[\w-]*(?:nav|menu|header|masthead)[\w-]*\.(?:ya?ml|json|html)$", re.I
)
MENU_KEY = re.compile(
    r"nav(?:igation)?(?:_?(?:items|links|bar|pages))?|menu|header_(?:pages|links)", re.I
)
# Settings beside `author` that say what stands in it; of services, "github_link", too.
SIDE_BAR = first_words(THEMES["jekyll"]["side_bar"])
OF_SERVICE = re.compile(r"_(?:link|url|id|user(?:name)?)$|_")
OF_JEKYLL = {"jekyll", "jekyllrb"}  # what a new site of Jekyll says of itself
FRAME = re.compile(r"_(?:includes|layouts)/[\w -]+\.html")
# A value of Liquid, of which a path in quotes is the address.
VALUE = re.compile(r"\{\{(?:\s*[\"']([^\"'{}]*)[\"'])?[^{}]*\}\}")
HEADING = re.compile(
    r"\A\s*(?:#{1,2}[ \t]+(?P<atx>[^\n]+)|(?P<setext>[^\n]+)\n[=-]{3,}[ \t]*)(?:\n|\Z)"
)


class PlainJekyll(Jekyll):
    """As GitHub has it: a file without front matter is a page, too, and README.md the home page
    where there is no other.
    """

    def pages(self) -> Iterator[Document]:
        yield from super().pages()
        has_home = any(name in self.tree for name in HOMES)
        for path in self.tree.files:
            is_apart = HIDDEN.search(path) or self.is_excluded(path) or path.startswith("assets/")
            if is_apart or not path.endswith((".md", ".markdown")):
                continue
            is_home = bool(README.match(path)) and not has_home
            if is_home or not THEME_FILES.match(path):
                document = self.tree.document(path)
                if not document.front and document.body.strip():
                    yield document

    def address(self, document: Document) -> str:
        if README.match(document.path):
            return "/"
        return super().address(document)


class JekyllSite(AcademicPages):
    system = "jekyll"
    generator = PlainJekyll
    looks = {
        **AcademicPages.looks,
        "nav nav_order navigation menu order weight permalink tags": SETTING,
    }

    @classmethod
    def detect(cls, tree) -> str:
        """The name of its theme; "" where neither settings nor a page say that it is Jekyll's."""
        texts = [path for path in tree.files if path.endswith((".md", ".markdown"))]
        if CONFIG not in tree and not (HOMES[0] in tree and len(tree.files) > 1):
            return ""
        homes = [path for path in HOMES if path in tree]
        if homes == [HOMES[2]] and HtmlSite.detect(tree):
            return ""  # a page of HTML that Jekyll gives as it is
        if not texts and not any(tree.document(path).front for path in tree.below("", ".html")):
            return ""
        config = tree.document(CONFIG).front if CONFIG in tree else Mapping()
        theme = config.text("remote_theme") or config.text("theme")
        return theme.rpartition("/")[2].partition("@")[0] or "(a theme of its own)"

    def _config(self):
        super()._config()
        place = self.tree.place_of(CONFIG, "author") if CONFIG in self.tree else Place("index.md")
        self.fill("display_name", without_degree(self.config.text("author")), place)
        author = self.config.mapping("author")
        for link in author.mappings("links"):
            self.service(link.text("url"), place, link.text("label"))
            mark_read(link)
        self.fill("display_name", without_degree(self.config.text("title")), place)

    def _author(self, author):
        """Many themes have the words of its side bar among the settings."""
        for key, line in self.config.lines.items():
            bare = OF_SERVICE.sub("", key)
            word = SIDE_BAR.get(key) or next((one for one in (key, bare) if one in SERVICES), "")
            if bare == "cv":
                self.cv_document(self.config.text(key), Place(CONFIG, line))
            elif word and word not in author:
                text = self.config.text(key).removeprefix("./")
                author[word], author.lines[word] = "" if text in OF_JEKYLL else text, line
        super()._author(author)

    def _navigation(self):
        """Menus of any theme: a list, or names and addresses, in settings or in _data/."""
        super()._navigation()
        for key in filter(MENU_KEY.fullmatch, list(self.config)):
            self.read_menu(self.config.get(key), CONFIG)
        for path in filter(MENU_FILE.match, self.tree.below("_data/")):
            if path != NAVIGATION:
                document = self.tree.document(path)
                self.read_menu(document.items or document.front, path)
        self.menu = self.menu or self._menu_of_frame() or self._menu_of_pages()

    def _menu_of_frame(self):
        """Links to pages of the site in what stands around each of them."""
        keys = {page_key(self.source.address(one)) for one in self.source.pages()} - {"/"}
        found, frames = {}, filter(FRAME.fullmatch, list(self.tree.files))
        for path in frames:
            html = VALUE.sub(r"\1", without_spans(self.tree.text(path), COMMENT))
            if not MENU_FILE.match(path):
                html = "".join(html[start:end] for start, end in spans(html, *NAV[0]))
            for href, words in anchors(html):
                if CV.fullmatch(words) and extension_of(href) in SIGNATURES:
                    self.cv_document(href, Place(path))
                elif page_key(href) in keys:
                    found[page_key(href)] = words
        return {key: (words, place) for place, (key, words) in enumerate(found.items(), 1)}

    def _menu_of_pages(self):
        """Where no file has one: the pages that ask for a place, else those at the root."""
        pages = [one for one in self.source.pages() if self.source.address(one) != "/"]
        asks = {"nav", "nav_order", "menu", "navigation"}
        asking = [
            one for one in pages if asks & set(one.front) and one.front.text("nav") != "false"
        ]
        own = asking or [one for one in pages if "/" not in one.path and "404" not in one.path]
        keys = (page_key(self.source.address(one)) for one in own)
        return {key: ("", place) for place, key in enumerate(keys, 1)}

    def _further_papers(self):
        """The .bib files of jekyll-scholar, too."""
        if "scholar" in self.config or self.tree.below(al_folio_tables.FOLDER, ".bib"):
            al_folio_tables.read_papers(self)
        super()._further_papers()

    def _page(self, document):
        """Its first heading is its title, where it has no other."""
        title = document.front.text("title")
        if not title and (heading := HEADING.match(document.body)):
            title = line_in_words(heading["atx"] or heading["setext"])
            document.front["title"] = title
            document.front.lines["title"] = document.body_line
            document.body = document.body[heading.end() :]
            document.body_line += heading[0].count("\n")
        super()._page(document)

    def without_list(self, document, title, text):
        """A few words around Liquid that prints the papers are no page."""
        left = super().without_list(document, title, text)
        kind = homepage.kind_of(title) or homepage.kind_of(document.stem)
        said = words_outside_liquid(document.body)
        is_made = said != document.body.strip() and len(said.split()) < MOST_WORDS_OF_LIST
        has_papers = self.papers.references or self.record.papers
        if left and kind in LIST_OF_KIND and is_made and has_papers:
            self.lead(document, LIST_OF_KIND[kind])
            return ""
        return left
