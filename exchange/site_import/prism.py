"""A site of PRISM -> records: the person of its settings, papers, news, and the cards of its pages.

PRISM makes pages with Next.js of the TOML, Markdown and .bib files in content/: config.toml has the
menu, each entry of which names the file of a page. What the menu does not name is not on the site.
"""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.al_folio_tables import read_file
from exchange.site_import.buttons import NO_TARGET
from exchange.site_import.cv_files import CVFile, kind_of, known_rows, name_of, read_news
from exchange.site_import.jekyll import Jekyll
from exchange.site_import.links import CV, LIST_OF_KIND
from exchange.site_import.own_names import without_degree
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import DEMO, PART, SETTING, is_demo_document, leave_settings
from exchange.site_import.tree import Document, Items, Mapping, Tree, mark_read
from profiles.items import kind_of_service
from profiles.models import Affiliation, Section, Service
from uploads.documents import SIGNATURES, extension_of

FOLDER = "content/"
CONFIG = f"{FOLDER}config.toml"
# Parts of a card -> as a CV's formats call them; its second line by the kind of its page.
KEYS, SUBTITLES = THEMES["prism"]["keys"], THEMES["prism"]["subtitles"]
LOOKS = THEMES["prism"]["looks"].split()
NOT_IN_MENU = gettext_lazy("the menu of the site does not name it")
KNOWN = gettext_lazy("a list of the site has it, too")
OTHER = Service.Kind.OTHER.value
TRANSLATION = gettext_lazy("in another language of the site; give translations by hand")


def are_alike(one: tuple, other: tuple) -> bool:
    """Whether two names of rows, as `cv_files.name_of` gives them, may be those of one row."""
    return all(
        a == b if callable(a) else a in b or b in a for a, b in zip(one, other, strict=False)
    )


class PrismSource(Jekyll):
    """The files, as PRISM would build pages of them: each entry of the menu is one."""

    def __init__(self, tree: Tree):
        self.tree = tree
        public = {path: path.removeprefix("public/") for path in tree.below("public/")}
        tree.publish(public)
        self.public = set(public.values())
        self.config = self.data(CONFIG)
        self.places = {
            f"{FOLDER}{entry.text('target')}.toml": entry.text("href")
            for entry in self.config.mappings("navigation")
            if entry.text("type") == "page"
        }

    def pages(self) -> Iterator[Document]:
        for path in [path for path in self.places if path in self.tree]:
            yield self.tree.document(path)

    def address(self, document: Document) -> str:
        return self.places[document.path]

    def is_excluded(self, path: str) -> bool:
        """Whether visitors have no address of it: all that did not stand in public/."""
        return path not in self.public


class Prism(Theme):
    system = "prism"
    generator = PrismSource

    def __init__(self, tree: Tree):
        super().__init__(tree)
        self.listed: set[str] = set()  # files whose lists are read

    @classmethod
    def detect(cls, tree) -> str:
        """ "next"; "" for a site of another system."""
        is_prism = CONFIG in tree and "navigation" in tree.document(CONFIG).front
        return "next" if is_prism else ""

    def read(self):
        self._settings()
        for document in self.source.pages():
            if self.source.address(document) == "/":
                self._home(document)
            elif is_demo_document(document):
                self.tree.leave_out(document.path, DEMO)
            else:
                self._page(document)
        leave_settings(self.tree, CONFIG)
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if path.startswith("content"):
                reason = NOT_IN_MENU if path.startswith(FOLDER) else TRANSLATION
                self.tree.leave_out(path, reason)
            elif path not in self.source.public or extension_of(path) not in SIGNATURES:
                self.tree.leave_out(path, PART)
        self.leave_rest()
        return self.record

    def _settings(self):
        site, author = self.config.mapping("site"), self.config.mapping("author")
        name = author.text("name") or site.text("title")
        self.fill("display_name", without_degree(name), self._place(author, "name"))
        self.fill("headline", author.text("title"), self._place(author, "title"))
        self.portrait(author.text("avatar"), self._place(author, "avatar"))
        place = self._place(author, "institution")
        if organisation := " ".join(author.text("institution").split()):
            values = {"organisation": organisation}
            self.add(Affiliation, f"{CONFIG}#author", place, values, organisation)
        social = self.config.mapping("social")
        self.email(social.text("email"), self._place(social, "email"))
        self.fill("location", social.text("location"), self._place(social, "location"))
        lines = "\n".join(line.strip(" ,") for line in social.texts("location_details"))
        self.fill("postal_address", lines, self._place(social, "location_details"))
        mark_read(social, "location_url")
        for key in [key for key in social if key not in social.read]:
            for url in filter(None, social.texts(key)):
                place, label = self._place(social, key), key.replace("_", " ").capitalize()
                if url.startswith("/") and extension_of(url) not in SIGNATURES:
                    self.tree.not_understood(place, f"{label}: {url}", NO_TARGET)
                else:
                    self.service(url, place, label)
        self.read_menu(self.config.get("navigation"), CONFIG)

    def _place(self, mapping, key):
        return Place(CONFIG, mapping.lines.get(key, 1))

    def _home(self, document):
        """Its sections, in their order; the first text is the biography."""
        front = document.front
        interests = "\n".join(
            f"- {one}" for one in front.mapping("profile").texts("research_interests")
        )
        self.fill("interests", interests, document.place("profile"))
        for part in front.mappings("sections"):
            title = part.text("title")
            if (text := self._source(part)) and text.path.endswith(".md"):
                if "biography" not in self.record.researcher:
                    self.add_papers(self.homepage(text).references)
                else:
                    said = self.markdown(text.body, text.body_place)
                    self.add_text(text.origin, text.body_place, said, title)
            else:
                self._lists(title, part, document.path)
                mark_read(part, "id", "type", "filter", "limit")
        mark_read(front)
        self.record.old_paths = []

    def _page(self, document):
        """A list of what is here leads there; a text is a page of its own."""
        front = document.front
        title = front.text("title")
        text = self._source(front)
        mark_read(front, "type", "description", "source")
        if text and text.path.endswith(".md"):
            self.source.places[text.path] = self.source.address(document)
            self.tree.leave_out(document.path, SETTING)
            if is_demo_document(text):
                self.tree.leave_out(text.path, DEMO)
            elif not (CV.match(text.stem) and self._cv(text)):
                self.own_page(text, title, self.markdown(text.body, text.body_place))
        elif front.text("source").endswith(".bib") or homepage.kind_of(title) or kind_of(title):
            self.lead(document, self._lists(title, front, document.path))
        elif text and text.path in self.listed:
            self.lead(document, "")  # the home page has it
        else:
            shown = text.front if text else front
            lists = [shown.mappings(key) for key in shown]
            cards = "\n".join(self._card(card) for cards in lists for card in cards)
            self.own_page(document, title, self.markdown(cards, (text or document).place()))

    def _cv(self, document: Document) -> bool:
        """Of a CV in words the rows that no list of the site has."""
        rows, known = len(self.record.rows), list(known_rows(self.record))
        is_cv = self.cv_page(document)
        for row in self.record.rows[rows:]:
            if any(are_alike(name_of(row.model, row.values), name) for name in known):
                self.record.rows.remove(row)
                self.tree.leave_out(document.path, f"{row.label}: {KNOWN}", line=row.place.line)
        return is_cv

    def _card(self, card: Mapping) -> str:
        """A card of a page that is no list of a CV, as a bullet."""
        card = self._renamed(card, "")
        title, url = card.first("title", "name"), card.text("url")
        mark_read(card)
        rest = ", ".join(filter(None, (card.text(key) for key in ("subtitle", "date"))))
        said = card.text("description").replace("\n", "\n  ")
        head = f"[{title}]({url})" if url else f"**{title}**"
        return "\n\n  ".join(filter(None, [f"- {', '.join(filter(None, [head, rest]))}", said]))

    def _source(self, front: Mapping) -> Document | None:
        """The file of content/ that has what a page or a section shows."""
        path = f"{FOLDER}{front.text('source')}"
        return self.tree.document(path) if path != FOLDER and path in self.tree else None

    def _lists(self, title: str, front: Mapping, path: str) -> str:
        """Papers of a .bib file, else the lists of a part or of its file, by its title; once.
        Returns where they are here.
        """
        if source := self._source(front):
            front, path = source.front, source.path
        if path.endswith(".bib"):
            if path not in self.record.bib_files:
                read_file(self, path)
            return LIST_OF_KIND[Section.Kind.PUBLICATIONS]
        here = ""
        self.listed.add(path)
        for key in [key for key in front if isinstance(dict.get(front, key), Items)]:
            entries = front.mappings(key)
            kind = homepage.kind_of(key) or homepage.kind_of(title) or kind_of(title)
            if kind == Section.Kind.NEWS:
                read_news(self, path, entries)
                here = here or LIST_OF_KIND[kind]
            elif entries:
                cards = [self._renamed(entry, kind) for entry in entries]
                heading = key.capitalize() if homepage.kind_of(key) else title
                CVFile(self, path).section(heading, cards, Place(path, front.lines[key]))
                here = here or "cv/"
        return here

    def _renamed(self, entry: Mapping, kind: str) -> Mapping:
        """A card under the names that the parts of a CV's entries have. Of a service, what says
        which it is may stand in its first or in its second line.
        """
        kinds = [kind_of_service(entry.text(key)) for key in ("title", "subtitle")]
        if kind == Section.Kind.SERVICE and kinds[0] == OTHER != kinds[1]:
            entry["title"], entry["subtitle"] = entry["subtitle"], entry["title"]
        for key, name in (KEYS | {"subtitle": SUBTITLES.get(kind, "description")}).items():
            if name not in entry and dict.get(entry, key):
                entry[name], entry.lines[name] = entry.pop(key), entry.lines[key]
        mark_read(entry, *LOOKS)
        return entry
