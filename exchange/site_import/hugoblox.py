"""HugoBlox, Wowchemy and Academic for Hugo -> records: authors, home page, folders of the content.

Its tables and papers are in hugoblox_tables. Of another theme of Hugo the person of its settings is
read, papers by the entry that their pages print, pages and posts.
"""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.columns import body, paragraphs
from exchange.site_import.hugo import Hugo, without_shortcodes
from exchange.site_import.hugoblox_home import Home, People, features
from exchange.site_import.hugoblox_tables import (
    COLLECTIONS,
    FOLDERS,
    LOOKS_OF_BLOCKS,
    TABLE,
    keep_back,
    read_papers,
)
from exchange.site_import.reading import Theme
from exchange.site_import.records import SiteRow
from exchange.site_import.theme import (
    DEMO,
    NO_TAGS,
    PART,
    SETTING,
    is_demo_document,
    leave_settings,
)
from exchange.site_import.tree import Document, Mapping, mark_read
from profiles.markup.structure import line_in_words

BUILT = re.compile(
    r"(?:public|resources|themes|archetypes|layouts|exampleSite|i18n|_vendor|scripts|admin)/"
    r"|assets/(?:css|js|scss|dist|tailwind)|data/(?:fonts|themes|page_sharer|assets)|static/(?:admin|css|js)/"
    r"|content/(?:\w\w/)?(?:courses|docs)/(?:hugo-blox|example[^/]*)/"
    r"|content/.*\.(?:Rmd|Rmarkdown|ipynb|json|csv|DS_Store)$|(?:.*/)?\.[^/]*$|[^/]+$"
)
POSTS = [folder for folder, here in FOLDERS.items() if here == "news/"]
LOOKS = {
    TABLE["switches"]: SETTING,
    "categories category": NO_TAGS,
    "projects": gettext_lazy("papers here are not tied to projects"),
    "abstract_short url_cite subtitle": gettext_lazy("a second form of what is here"),
}
TRANSLATION = gettext_lazy("in another language of the site; give translations by hand")
SHORTCODE_LOST = gettext_lazy("a shortcode of the theme, which is not run")


class HugoBlox(Theme):
    system = "hugoblox"
    generator = Hugo
    looks = LOOKS
    buttons_of = TABLE["links"]
    page_place = "title"

    @classmethod
    def detect(cls, tree) -> str:
        """ "hugo"; "" for a site that Hugo does not build."""
        names = ("config.toml", "config.yaml", "config.yml", "hugo.toml", "hugo.yaml", "hugo.yml")
        is_hugo = any(name in tree for name in names) or tree.below("config/_default/")
        return "hugo" if is_hugo and tree.below("content/") else ""

    def read(self):
        self.people = People(self)
        self._menu()
        self.home = Home(self, self.people)
        home = self.home.document()
        widgets = list(self.home.widgets(home)) if home else []
        self.people.researcher(widgets)
        self.papers = read_papers(self)
        # Rows, and whom each names as its speakers.
        self.talks: list[tuple[SiteRow, list[str]]] = []
        for collection in COLLECTIONS:
            self.read_collection(collection)
        keep_back(self)
        for document in self.own_documents(*POSTS):
            self.post(document, document.front.text("title"), self._page_text(document))
        self.home.read(home, widgets)
        for path in filter(BUILT.match, self.tree.below(self.source.content)):
            self.tree.leave_out(path, PART)
        for document in self.source.pages():
            if document is not home and not BUILT.match(document.path):
                self._page(document)
        self.people.leave_others()
        self._rest()
        return self.record

    @property
    def params(self) -> Mapping:
        """Settings of the theme."""
        return self.source.all_of("params")

    @property
    def language(self) -> Mapping:
        """Settings of the main language: of a file of its own, or among those of all."""
        languages = self.source.all_of("languages")
        main = self.source.config.text("defaultContentLanguage") or "en"
        return languages.mapping(main) or languages

    @property
    def config_path(self) -> str:
        """The file of settings that a line of the report names."""
        document = next(self.source.settings("params", "config", "hugo"), None)
        return document.path if document else "config.toml"

    # --- Pages ---

    def _menu(self) -> None:
        path = next((one.path for one in self.source.settings("menus", "menu")), self.config_path)
        self.read_menu(self.source.all_of("menus", "menu").get("main"), path)

    def _page(self, document: Document) -> None:
        """A page of one's own; the page of a folder that is a list here leads there."""
        path, section = document.path, self.source.section_of(document)
        is_index = self.source.is_of_folder(path)
        # A part of another page; `headless` means nothing of a folder's own one.
        if path in self.papers or ("widget" in document.front and "/_index." not in path):
            return
        if section in ("authors", "author", "home") or (not section and is_index):
            is_owner = document is self.people.all.get(self.people.owner)
            paths = self.source.addresses(document) if is_owner or not section else []
            self.record.redirects |= dict.fromkeys((path for path in paths if path != "/"), "")
        elif is_demo_document(document):
            self.tree.leave_out(document.path, DEMO)
        elif is_index and (here := self._list_here(document)) and not document.body.strip():
            self.lead(document, here)
        elif section not in FOLDERS and (widgets := list(self.home.widgets(document))):
            self._widget_page(document, widgets)
        elif is_index or section not in FOLDERS:
            # What an index.md says is a page, for that is all that Hugo shows there.
            is_listed = is_index and section not in FOLDERS
            links = "\n".join(self.home.links_to(section)) if is_listed else ""
            self._own_page(document, paragraphs([self._page_text(document), links]))

    def _list_here(self, document) -> str:
        """Where the list of a folder stands here; any whose pages are all papers lists those."""
        source, folder = self.source, document.path.rpartition("/")[0]
        pages = {path for path in self.tree.below(f"{folder}/", ".md") if source.is_page(path)}
        here = FOLDERS.get(source.section_of(document), "")
        return here or "publications/" * bool(pages and pages <= self.papers)

    def _widget_page(self, document, widgets):
        """A page of blocks: of lists that are here the address leads there, texts are a page."""
        texts, here = [], ""
        for widget in widgets:
            mark_read(widget.front, *LOOKS_OF_BLOCKS)
            title, folders = widget.front.text("title"), self.home.folders_of(widget)
            if lists := self.home.lists_of(widget):
                self.home.cv_lists(widget, lists, 0)
                here = here or "cv/"
            else:
                links = "\n".join(link for folder in folders for link in self.home.links_to(folder))
                said = self.markdown(widget.body, widget.body_place)
                shown = self.people.members(widget.kind, widget.front)
                said = paragraphs([said, shown or features(widget.front), links])
                texts.append(f"## {title}\n\n{said}" if title and said else said)
        if any(texts):
            self._own_page(document, paragraphs(texts))
        else:
            self.lead(document, here, said=document.body.strip())

    def _own_page(self, document, text):
        _title, position = self.in_menu(document)
        if not text.strip() and not position:
            self.tree.leave_out(document.path, _("a page without a text"))
            return
        if cover := self.cover(document):
            text = f"![](/{cover})\n\n{text}"
        self.own_page(document, line_in_words(document.front.text("title")), text)

    # --- Of documents ---

    def _page_text(self, document) -> str:
        """With its subtitle or summary above, its buttons below."""
        front, text = document.front, body(self, document)
        leads = [lead for lead in map(front.text, ("subtitle", "summary")) if lead not in text]
        links = [f"[{label}]({url})" for label, url in self.buttons(document) if url]
        self.leave_authors(document)
        return paragraphs([*leads, text, " · ".join(links)])

    def leave_authors(self, document):
        """Who gave a talk, or made a project: the person whose page it is."""
        mark_read(document.front, "authors", "tags", "projects", "image", "publishDate")

    def markdown(self, text, place):
        """Without shortcodes, of which some are links and pictures."""
        text, lost = without_shortcodes(text)
        for shortcode in lost:
            self.tree.not_understood(place, shortcode, SHORTCODE_LOST)
        return super().markdown(text, place)

    # --- What is left ---

    def _rest(self):
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if path.startswith("content/") and self.source.is_translation(path):
                self.tree.leave_out(path, TRANSLATION)
        names = ("config", "hugo", "params", "menus", "menu", "languages")
        for document in self.source.settings(*names):
            leave_settings(self.tree, document.path)
        for path in self.tree.below("config/"):
            if path not in self.tree.used:
                self.tree.leave_out(path, SETTING)
        self.leave_rest(BUILT)
