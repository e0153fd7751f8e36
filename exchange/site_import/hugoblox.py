"""HugoBlox, Wowchemy and Academic for Hugo -> records: authors, home page, folders of the content.

Its tables are in hugoblox_tables, papers are read in hugoblox_papers. Generations: "academic" has
its home page in content/home/, "wowchemy" in `sections` of content/_index.md, "kit" its authors in
data/; "hugo" is a site of another theme, of which pages and posts are read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import homepage, profile_links
from exchange.site_import.cv_files import CVFile
from exchange.site_import.hugo import TEXTS, Hugo
from exchange.site_import.hugoblox_papers import read_papers
from exchange.site_import.hugoblox_tables import (
    ABOUT,
    COLLECTIONS,
    CV_LISTS,
    FOLDERS,
    KEYS,
    KIND_OF_LIST,
    LINKS,
    LISTS,
    LOOKS,
    LOOKS_OF_BLOCKS,
    LOOKS_OF_ENTRIES,
    POSTS,
    RESUME,
)
from exchange.site_import.links import PICTURES
from exchange.site_import.reading import OTHER_SCRIPT, Kind, Theme, body, day, line, paragraphs
from exchange.site_import.records import Place
from exchange.site_import.theme import DEMO, PART, SETTING, is_demo, is_demo_document, own_text
from exchange.site_import.tree import Document, Items, Mapping, mark_read
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation, Section
from publications.models import Coauthor
from uploads.documents import SIGNATURES, extension_of

DATA = re.compile(r"data/authors/[^/]+\.(?:ya?ml|toml|json)$")
OWNERS = ("me", "_me", "admin", "author")
SHORTCODE = re.compile(
    r"\{\{[<%]\s*(?P<end>/?)\s*(?P<name>[\w/-]+)(?P<rest>[^{}\n]*?)/?\s*[>%]\}\}"
)
WORD = re.compile(r"(?:(\w+)\s*=\s*)?(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|([^\s\"']+))")
# Shortcodes whose content is all that there is to them.
WRAPPERS = {"callout", "alert", "spoiler", "toc", "icon", "math", "cards", "card", "steps", "hl"}
BUILT = re.compile(
    r"(?:public|resources|themes|archetypes|layouts|exampleSite|i18n|_vendor|scripts|admin)/"
    r"|assets/(?:css|js|scss|dist|tailwind)|data/(?:fonts|themes|page_sharer|assets)|static/(?:admin|css|js)/"
    r"|content/.*\.(?:Rmd|Rmarkdown|ipynb|json|csv|DS_Store)$|(?:.*/)?\.[^/]*$|[^/]+$"
)
NOT_SHOWN = gettext_lazy("the site does not show it")
TRANSLATION = gettext_lazy(
    "a text in another language of the site; pages take translations by hand"
)
SHORTCODE_LOST = gettext_lazy("a shortcode of the theme, which is not run")
OWN_TITLE = gettext_lazy("the page here that lists the same has its own")


class Widget(NamedTuple):
    """A part of a home page, in any version: its kind, settings, text and where that begins."""

    kind: str
    front: Mapping
    text: str
    place: Place
    origin: str


class HugoBlox(Theme):
    system = "hugoblox"
    generator = Hugo
    looks = LOOKS
    page_place = "title"

    @classmethod
    def detect(cls, tree) -> str:
        """ "kit", "wowchemy", "academic" or "hugo"; "" for a site that Hugo does not build."""
        names = ("config.toml", "config.yaml", "config.yml", "hugo.toml", "hugo.yaml", "hugo.yml")
        is_hugo = any(name in tree for name in names) or tree.below("config/_default/")
        if not is_hugo or not tree.below("content/"):
            return ""
        if any(DATA.match(path) for path in tree.files):
            return "kit"
        if any("/home/" in path for path in tree.below("content/", ".md")):
            return "academic"
        is_known = any("authors/" in path for path in tree.below("content/", "_index.md"))
        return "wowchemy" if is_known else "hugo"

    def read(self):
        self.read_hosts()
        self.sections_made: Counter[str] = Counter()
        self.names: Counter[str] = Counter()
        self.sites: dict[str, str] = {}
        self.opened: list[str] = []
        self.people = self._people()
        self.menu = self._menu()
        home = self._home_document()
        widgets = list(self._widgets(home)) if home else []
        self.owner = self._owner(widgets)
        self._researcher()
        papers = read_papers(self)
        for collection in COLLECTIONS:
            self.read_collection(collection)
        for document in self.own_documents(*POSTS):
            self.post(document, document.front.text("title"), body(self, document))
        self._coauthors(papers)
        self._home(home, widgets)
        for document in self.source.pages():
            if document is not home:
                self._page(document)
        self._rest()
        return self.record

    def read_hosts(self):
        self.record.hosts = self.source.hosts()
        path = urlsplit(self.source.base_url).path if self.record.hosts else ""
        self.record.base_path = path.rstrip("/")

    def own_documents(self, *collections):
        """Drafts are none of what the site shows, but they are kept as drafts."""
        for document in self.source.documents(*collections):
            if is_demo_document(document):
                self.leave_document(document, DEMO)
            else:
                yield document

    def day(self, document, key):
        return self.iso(day(self, document, key), document.place(key))

    # --- People ---

    def _people(self) -> dict[str, Document]:
        """Name of the folder, or of the file in data/ -> the person."""
        people = {}
        for path in self.tree.below(self.source.content, *TEXTS):
            folders = path.removeprefix(self.source.content).split("/")
            if folders[0] in ("authors", "author") and len(folders) == 3:
                people[folders[1]] = self.tree.document(path)
        for path in filter(DATA.match, list(self.tree.files)):
            document = self.tree.document(path)
            slug = document.stem
            people[slug] = people[document.front.text("slug") or slug] = document
        return people

    def _owner(self, widgets) -> str:
        """Whom the home page shows, else who is said to be the owner; "" where nobody is."""
        named = (w.front.text("username") or w.front.text("author") for w in widgets)
        said = [slug for slug in named if slug in self.people]
        said += [
            slug
            for slug, person in self.people.items()
            if "true" in (person.front.text("superuser"), person.front.text("is_owner"))
        ]
        said += [slug for slug in OWNERS if slug in self.people]
        if len({person.path for person in self.people.values()}) == 1:
            said += self.people
        return said[0] if said else ""

    def name_of(self, text: str) -> str:
        """An author of a paper as printed: of a person of the site, the name."""
        text = line_in_words(text).strip(" ,")
        person = self.people.get(text) or self.people.get(text.lower())
        return (_names(person.front)[0] or text) if person else text

    def _coauthors(self, printed):
        """Where other people of the site have their own, and papers print their names."""
        own = self.record.researcher.get("display_name", [""])[0]
        for name, url in self.sites.items():
            if name != own:
                values = {"names": name, "url": url}
                self.add(Coauthor, f"links#{name}", Place(self._config_path()), values, name)
        for slug, person in self.people.items():
            front, name = person.front, _names(person.front)[0]
            if slug == self.owner or person is self.people.get(self.owner):
                continue
            url = front.text("external_link") or front.text("url")
            if "://" in url and name in printed:
                values = {"names": name, "url": url}
                self.add(Coauthor, f"{person.path}#link", person.place(), values, name)
            self.leave_document(person, _("a co-author: papers print the name"))

    def _researcher(self):
        config, params = self.source.config, self._params()
        person = self.people.get(self.owner) or Document("", Mapping(), "")
        front, path = person.front, person.path or self._config_path()
        if not front:
            front = params  # of the first versions
        place = Place(path)
        name, given, family = _names(front)
        identity = params.mapping("hugoblox").mapping("identity")
        name = name or identity.text("name") or config.text("title")
        if not is_demo(name):
            self.fill("display_name", line_in_words(name), place)
            self.fill("given_name", given, place)
            self.fill("family_name", family, place)
        native = front.mapping("name").text("alternate")
        if OTHER_SCRIPT.search(native):
            self.fill("native_name", native, place)
        self.fill("pronouns", front.mapping("name").text("pronouns"), place)
        self.fill("headline", self.markdown(front.text("role"), place), place)
        for number, one in enumerate([*front.list("organizations"), *front.list("affiliations")]):
            values = {"organisation": one} if isinstance(one, str) else {}
            if isinstance(one, Mapping):
                values = {"organisation": one.text("name"), "organisation_url": one.text("url")}
            if values and values["organisation"] and not is_demo(values["organisation"]):
                self.add(Affiliation, f"{path}#organizations/{number}", place, values)
        self._portrait(front, path)
        for key in ("social", "links", "profiles"):
            self._links(front.list(key), path)
        for source in (front, params):
            self._contact(source, path if source is front else self._config_path())
        if person.path:
            self._texts(person)

    def _texts(self, person: Document):
        """The biography and the lists; a short one only where there is none of its own."""
        front, place = person.front, person.place("bio")
        self.homepage(person)
        if "biography" not in self.record.researcher:
            self.fill("biography", self.markdown(front.text("bio"), place), place)
        elif front.text("bio"):
            self.tree.leave_out(person.path, _("the short biography, for the feet of posts"), "bio")
        self._interests(front, person.path)
        self.leave_looks(person)
        reason = _("how the theme shows the person")
        keys = ("status", "highlight_name", "user_groups", "authors", "weight", "email", "schema")
        self.tree.leave_out(person.path, reason, *keys, "name_pronunciation", "avatar_filename")

    def _interests(self, front, path):
        interests = [text for text in front.list("interests") if isinstance(text, str)]
        interests += front.mapping("interests").list("interests")
        text = "\n".join(f"- {text}" for text in interests if not is_demo(str(text)))
        self.fill("interests", text, Place(path, front.lines.get("interests", 1)))

    def _portrait(self, front, path):
        """`avatar.jpg` beside the author, in the media of the kit, or as the settings name it."""
        folder = path.rpartition("/")[0].removeprefix(self.source.content)
        named = front.text("avatar") or front.text("avatar_filename")
        stems = [f"{folder}/avatar", f"{folder}/avatar_image", f"media/authors/{self.owner}"]
        found = (f"{stem}.{end}" for stem in stems for end in sorted(PICTURES))
        given = (f"{at}{named}" for at in (f"{folder}/", "img/", "media/", "") if named)
        file = next((one for one in (*given, *found) if one in self.tree), "")
        if file:
            self.tree.used.add(file)
            self.record.researcher_files["portrait"] = file, Place(path)

    # --- Services and addresses ---

    def _links(self, links, path):
        for link in filter(lambda link: isinstance(link, Mapping), links):
            url = link.text("link") or link.text("url")
            label = (
                link.text("label") or link.text("name") or link.mapping("display").text("header")
            )
            icon, place = (
                link.text("icon").rpartition("/")[2],
                Place(path, min(link.lines.values())),
            )
            for key in ("icon_pack", "display", "type"):
                mark_read(link.get(key))
            if url.startswith("mailto:"):
                self.email(url.removeprefix("mailto:"), place)
            elif "orcid.org/" in url:
                self.fill("orcid", url.rstrip("/").rpartition("/")[2], place)
            elif url.startswith("#") or not url or is_demo(url):
                self.tree.leave_out(path, PART, line=place.line)
            elif "://" not in url and extension_of(url) in SIGNATURES:
                self.cv_document(url, place)
            else:
                kind = profile_links.kind_of(url)
                label = label if kind == Kind.OTHER else ""
                self.link(kind, url, f"{path}#{url}", place, label or icon.capitalize())

    def _contact(self, source, path):
        """Of settings, or of the widget: e-mail, postal address, links."""
        place = Place(path, source.lines.get("email", 1))
        self.email(source.text("email"), place)
        address = source.get("address")
        if isinstance(address, Mapping):
            parts = [address.text(key) for key in ("street", "postcode", "city", "region")]
            address.text("country_code")
            street, code, city, region = parts
            lines = [street, f"{code} {city}".strip(), region, address.text("country")]
            address = "\n".join(filter(None, lines))
        if isinstance(address, str) and address and not is_demo(address.partition("\n")[0]):
            self.fill("postal_address", self.lines(address), place)
        self._links(source.list("contact_links"), path)

    def _params(self):
        return self.source.all_of("params")

    def _config_path(self):
        document = next(self.source.settings("params", "config", "hugo"), None)
        return document.path if document else "config.toml"

    # --- The home page ---

    def _home_document(self) -> Document | None:
        content = self.source.content
        for stem in ("_index", "index", "home/index", "home/_index"):
            for end in TEXTS:
                path = f"{content}{stem}{end}"
                if path in self.tree and (
                    stem.startswith("home") or self.tree.document(path).front.list("sections")
                ):
                    return self.tree.document(path)
        if self.tree.below(f"{content}home/"):
            return Document(f"{content}home/index.md", Mapping(), "")
        path = f"{content}_index.md"
        return self.tree.document(path) if path in self.tree else None

    def _widgets(self, document: Document) -> Iterator[Widget]:
        """Blocks of `sections`, or files beside the page, by their weight; what is not shown is
        left out.
        """
        for number, block in enumerate(document.front.list("sections")):
            if not isinstance(block, Mapping):
                continue
            kind, content = block.text("block"), block.mapping("content")
            for key in ("design", "id", "demo", "hide"):
                mark_read(block.get(key))
            place = Place(document.path, content.lines.get("text", block.lines.get("block", 1)))
            if block.text("demo") == "true" or block.text("hide") == "true":
                mark_read(content)
                self.tree.leave_out(document.path, NOT_SHOWN, line=place.line)
            else:
                origin = f"{document.path}#{number}"
                yield Widget(kind, content, content.text("text"), place, origin)
        folder = document.path.rpartition("/")[0]
        found = [self.tree.document(path) for path in self.tree.below(f"{folder}/", *TEXTS)]
        widgets = [one for one in found if "widget" in one.front and one is not document]
        for one in sorted(widgets, key=lambda one: _number(one.front.text("weight"))):
            if one.front.text("active") == "false" or self.source.is_translation(one.path):
                self.leave_document(one, NOT_SHOWN)
                continue
            text = own_text(self.tree, one)
            if content := one.front.mapping("content"):
                one.front.update(content)
                one.front.lines.update(content.lines)
            yield Widget(one.front.text("widget"), one.front, text, one.body_place, one.path)
            self.leave_looks(one)

    def _home(self, document, widgets):
        for number, widget in enumerate(widgets, 1):
            self._widget(widget, 10 * number)
        if document and document.body.strip():
            self.record.papers += self.homepage(document).papers
        if document and document.path in self.tree:
            self.leave_looks(document)
            self.tree.leave_out(document.path, _("the home page is titled with the name"), "title")

    def _widget(self, widget: Widget, position: int) -> None:
        front, title = widget.front, widget.front.text("title")
        for key in LOOKS_OF_BLOCKS.split():
            if key not in ("filters", "username"):
                mark_read(front.get(key))
        folders = self._folders(widget)
        if ABOUT.fullmatch(widget.kind):
            self._about(widget)
        elif widget.kind == "contact":
            self._contact(front, widget.place.file)
            self._text(widget, title, widget.text, position)
        elif lists := self._lists_of(widget):
            self._cv_lists(widget, lists, position)
        elif folders:
            self._list(widget, folders, position)
        elif not is_demo(title):
            self._text(widget, title, paragraphs([widget.text, self._features(front)]), position)

    def _about(self, widget):
        """The biography, and in old versions the lists of the person."""
        front, path = widget.front, widget.place.file
        if text := self.markdown(widget.text, widget.place):
            text = re.sub(r"\A#+ *(?:Biography|About(?: me)?|Bio)\s*\n+", "", text, flags=re.I)
            known = self.record.researcher.get("biography")
            if not known or len(known[0]) < len(text):
                self.record.researcher["biography"] = text, widget.place
        self._interests(front, path)
        education = front.mapping("education").list("courses")
        self._cv_list("education", education, front, path)
        self._skills(front.mapping("skills").list("skills"), path)

    def _lists_of(self, widget):
        """Name of a list -> what has it, and where: the widget itself, or the person it names."""
        kind, own = widget.kind.removeprefix("v1/"), widget.front
        names = RESUME.get(kind, ())
        person = self.people.get(own.text("username") or own.text("author") or self.owner)
        if kind in ("experience", "accomplishments"):
            for key in ("items", kind, "item"):
                if own.list(key):
                    return {kind: (own.list(key), own, widget.place.file)}
        if not person or not names:
            return {}
        return {name: (_list(person.front, name), person.front, person.path) for name in names}

    def _cv_lists(self, widget, lists, position):
        for name, (entries, front, path) in lists.items():
            if name in CV_LISTS:
                self._cv_list(name, entries, front, path)
                kind = {"Awards": "awards", "Education": "education"}.get(CV_LISTS[name])
                self._place_section(widget, kind or "experience", position)
            elif name == "skills":
                self._skills(entries, path, widget.front.text("title"), position)
            else:
                self._languages(entries, path, position)

    def _cv_list(self, name, entries, front, path):
        """Rows of a CV, under the names that a CV's formats have for their parts; once."""
        entries = [_renamed(entry) for entry in entries if isinstance(entry, Mapping)]
        entries = [one for one in entries if not any(is_demo(str(text)) for text in one.values())]
        if entries and not self.sections_made[f"{path}#{name}"]:
            self.sections_made[f"{path}#{name}"] += 1
            place = Place(path, front.lines.get(name, 1))
            CVFile(self, path).section(CV_LISTS[name], entries, place)

    def _skills(self, groups, path, title="", position=0):
        lines = []
        for group in groups:
            if isinstance(group, str):
                lines.append(f"- {group}")
                continue
            items = [item for item in group.list("items") if isinstance(item, Mapping)]
            names = [item.text("name") or item.text("label") for item in items]
            names = [name for name in names if name and not is_demo(name)]
            for item in (group, *items):
                mark_read(item)
            if names:
                lines.append(f"- **{group.text('name')}**: {', '.join(names)}")
        self._own_text(f"{path}#skills", title or _("Skills"), lines, Place(path), position)

    def _languages(self, entries, path, position):
        lines = []
        for one in entries:
            mark_read(one)
            level = one.text("label") or one.text("description")
            lines.append(f"- {one.text('name')}{f' ({level})' if level else ''}")
        self._own_text(f"{path}#languages", _("Languages"), lines, Place(path), position)

    def _own_text(self, origin, heading, lines, place, position):
        if lines and not self.sections_made[origin]:
            self.sections_made[origin] += 1
            values = {"kind": "text", "heading": heading, "body": "\n".join(lines)}
            self.add(Section, origin, place, values | {"position": position}, heading)

    def _features(self, front):
        """Of cards with an icon, a name and a line: bullets."""
        lines = []
        for key in ("feature", "features", "items", "item"):
            for one in front.list(key):
                if isinstance(one, Mapping):
                    title = one.text("name") or one.text("title")
                    said = line_in_words(one.text("description") or one.text("content"))
                    lines.append(f"- **{title}**" + (f": {said}" if said else ""))
                    mark_read(one)
        return "\n".join(lines)

    def _text(self, widget, title, text, position):
        """A text below its heading: news and lists become rows, any other stays a text."""
        if not text.strip() or is_demo_document(Document("content/", Mapping(), text)):
            if text.strip():
                self.tree.leave_out(widget.place.file, DEMO, line=widget.place.line)
            return
        heading = f"## {title}\n\n" if title else ""
        place = widget.place

        def convert(part):
            return self.markdown(part, place)

        line_of_text = max(1, place.line - 2 * bool(heading))
        page = homepage.read(heading + text, place.file, line_of_text, convert, self.names)
        if page.biography and page.biography != self.record.researcher.get("biography", [""])[0]:
            self.names["text"] += 1
            origin = f"{widget.origin}/text{self.names['text']}"
            values = {"kind": "text", "heading": "", "body": page.biography}
            self.add(Section, origin, place, values | {"position": position})
        self.fill("interests", page.interests, place)
        for row in page.rows:
            if row.model is Section:
                row.values["position"] = position
                position += 1
        self.record.rows += page.rows
        self.record.papers += page.papers

    # --- Lists ---

    def _folders(self, widget) -> list[str]:
        """The folders of the content that a widget lists."""
        filters = widget.front.mapping("filters")
        named = filters.list("folders") or widget.front.list("page_type")
        named = named or widget.front.list("folder")
        mark_read(filters)
        folders = [folder.strip("/") for folder in named if isinstance(folder, str)]
        return folders or [LISTS[kind] for kind in (widget.kind,) if kind in LISTS]

    def _list(self, widget, folders, position):
        """The place of a section of rows; of any other folder, links to its pages."""
        for folder in folders:
            if here := FOLDERS.get(folder):
                self._place_section(widget, KIND_OF_LIST[here], position)
            else:
                lines = list(self._links_to(folder))
                title = widget.front.text("title") or folder.capitalize()
                self._own_text(f"{widget.origin}/{folder}", title, lines, widget.place, position)
        if widget.text.strip():
            self._text(widget, "", widget.text, position + 1)

    def _place_section(self, widget, kind, position):
        known = any(row.values.get("kind") == kind for row in self.rows(Section))
        if not known:
            heading = line_in_words(widget.front.text("title"))
            values = {"kind": str(kind), "heading": heading[:120], "position": position}
            self.add(Section, f"{widget.origin}#section", widget.place, values)

    def _links_to(self, folder):
        for document in self.source.documents(folder):
            title = line(self, document, "title")
            if title and not is_demo_document(document):
                summary = document.front.text("summary")
                said = f": {line_in_words(summary)}" if summary else ""
                yield f"- [{title}]({self.source.address(document)}){said}"

    # --- Pages ---

    def _menu(self) -> dict[str, tuple[str, int]]:
        """Old path -> title and place; links elsewhere are links of one's, a PDF is the CV."""
        menu, menus = {}, self.source.all_of("menus", "menu")
        path = next((one.path for one in self.source.settings("menus", "menu")), "")
        for entry in filter(lambda one: isinstance(one, Mapping), menus.list("main")):
            title, url = entry.text("name"), entry.text("url") or entry.text("pageRef")
            place = Place(path or self._config_path(), entry.lines.get("url", 1))
            if "://" in url:
                self.link(profile_links.kind_of(url), url, f"{place.file}#{url}", place, title)
            elif extension_of(url) in SIGNATURES:
                self.cv_document(url, place)
            elif not url.lstrip("/").startswith("#"):
                weight = _number(entry.text("weight")) or len(menu) + 1
                menu[f"/{url.strip('/').partition('#')[0].strip('/')}"] = title, weight
            mark_read(entry)
        return menu

    def _page(self, document: Document) -> None:
        """A page of one's own; the page of a folder that is a list here leads there."""
        path, section = document.path, self.source.section_of(document)
        is_index = path.rpartition("/")[2].startswith("_index.")
        if path in self.tree.used and document.front.read & {"title"} and not is_index:
            return
        if section in ("authors", "author", "home") or (not section and is_index):
            self._redirect(document, "")
        elif is_demo_document(document) or is_demo(document.front.text("title")):
            self.leave_document(document, DEMO)
        elif is_index and section in FOLDERS:
            self._redirect(document, FOLDERS[section])
        elif section not in FOLDERS and (widgets := list(self._widgets(document))):
            self._widget_page(document, widgets)
        elif section not in FOLDERS:
            links = "\n".join(self._links_to(section)) if is_index else ""
            self._own_page(document, paragraphs([body(self, document), links]))

    def _redirect(self, document, here):
        paths = [path for path in self.source.addresses(document) if path != "/"]
        self.record.redirects |= dict.fromkeys(paths, here)
        if document.path not in self.tree.used or document.body.strip():
            words = document.body.strip()
            if words and not document.front.read & {"title"}:
                reason = _("the page here that lists the same has no text of one's own")
                self.tree.not_understood(document.body_place, words[:200], reason)
        self.leave_document(document, OWN_TITLE)

    def _widget_page(self, document, widgets):
        """A page of blocks: of lists that are here the address leads there, texts are a page."""
        texts, here = [], ""
        for widget in widgets:
            for key in LOOKS_OF_BLOCKS.split():
                mark_read(widget.front.get(key))
            title, folders = widget.front.text("title"), self._folders(widget)
            if lists := self._lists_of(widget):
                self._cv_lists(widget, lists, 0)
                here = here or "cv/"
            elif folders and folders[0] in FOLDERS:
                here = here or FOLDERS[folders[0]]
            else:
                links = "\n".join(link for folder in folders for link in self._links_to(folder))
                said = self.markdown(widget.text, widget.place)
                said = paragraphs([said, self._features(widget.front), links])
                texts.append(f"## {title}\n\n{said}" if title and said else said)
        if any(texts):
            self._own_page(document, paragraphs(texts))
        else:
            self._redirect(document, here)

    def _own_page(self, document, text):
        address = self.source.address(document)
        title, position = self.menu.get(address.rstrip("/"), ("", 0))
        title = line_in_words(document.front.text("title")) or title or document.stem
        if not text.strip() and not position:
            self.leave_document(document, _("a page without a text"))
            return
        summary = document.front.text("summary")
        text = paragraphs([summary if summary not in text else "", text])
        if cover := self.cover(document):
            text = f"![](/{cover})\n\n{text}"
        menu = {"in_menu": bool(position), "position": position}
        for key in ("date", "tags", "subtitle", "authors", "image", "links", "projects"):
            mark_read(document.front.get(key))
        row = self.page(document, title, text, self.source.addresses(document), **menu)
        row.is_draft |= document.front.text("draft") == "true"

    # --- Of documents ---

    def cover(self, document: Document) -> str:
        """The picture `featured.jpg` beside it, or the one of `image`."""
        image = document.front.get("image")
        named = image if isinstance(image, str) else ""
        if isinstance(image, Mapping):
            named = image.text("filename")
            mark_read(image)
        base = self.source.address(document).strip("/")
        names = [f"media/{named}", named.lstrip("/"), f"{base}/{named}"] if named else []
        beside = [path for path in self.tree.below(f"{base}/featured.")]
        beside += [path for path in self.tree.below(f"{base}/featured_")]
        found = (one for one in (*names, *beside) if extension_of(one) in PICTURES)
        file = next((one for one in found if one in self.tree), "")
        self.tree.used.update([file] if file else [])
        return file

    def buttons(self, document: Document) -> Iterator[tuple[str, str]]:
        """(label, address) of all its links."""
        front = document.front
        for key, label in LINKS.items():
            if url := front.text(key):
                yield label, url
        for link in front.list("links"):
            if isinstance(link, Mapping):
                label = link.text("name") or link.text("label") or link.text("type")
                yield label.replace("_", " ").capitalize() or "Link", link.text("url")
                mark_read(link)

    def add_links(self, row, document):
        for label, url in self.buttons(document):
            file = self.own_file(document, url)
            if file or "://" in url:
                row.links.append(
                    {"label": label, "file": file} if file else {"label": label, "url": url}
                )
            elif url:
                self.tree.not_understood(row.place, url, _("no file of the site, and no address"))

    def own_file(self, document: Document, url: str) -> str:
        """The file of the site that an address means: beside its page, or from the root."""
        if not url or ("://" in url and urlsplit(url).hostname not in self.record.hosts):
            return ""
        path = urlsplit(url).path.lstrip("/")
        beside = f"{self.source.address(document).strip('/')}/{path}"
        file = next((one for one in (path, beside, f"files/{path}") if one in self.tree), "")
        self.tree.used.update([file] if file else [])
        return file

    def leave_authors(self, document):
        """Who gave a talk, or made a project: the person whose page it is."""
        for key in ("authors", "tags", "projects", "image", "publishDate"):
            mark_read(document.front.get(key))

    def markdown(self, text, place):
        """Without shortcodes, of which some are links and pictures."""
        return super().markdown(
            SHORTCODE.sub(lambda match: self._shortcode(match, place), text), place
        )

    def _shortcode(self, match, place):
        name, words = match["name"], {}
        for number, (key, *values) in enumerate(WORD.findall(match["rest"])):
            words[key or str(number)] = next(filter(None, values), "")
        first = words.get("src") or words.get("url") or words.get("0", "")
        if match["end"]:
            return (
                f"]({self.opened.pop()})"
                if name in ("staticref", "button", "cta") and self.opened
                else ""
            )
        if name in ("figure", "gallery"):
            return (
                f"![{words.get('caption', '') or words.get('alt', '')}]({first})" if first else ""
            )
        if name in ("staticref", "button"):
            self.opened.append(f"/{first.lstrip('/')}" if "://" not in first else first)
            return "["
        if name in ("youtube", "vimeo"):
            host = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}[
                name
            ]
            return f"<{host}{words.get('id') or first}>"
        if name in ("ref", "relref"):
            return f"/{first.removesuffix('.md').removesuffix('/index').strip('/')}/"
        if name == "cta":
            return f"[{words.get('cta_text', first)}]({words.get('cta_link', first)})"
        if name not in WRAPPERS:
            self.tree.not_understood(place, match[0], SHORTCODE_LOST)
        return ""

    # --- What is left ---

    def leave_document(self, document, reason):
        self.tree.leave_out(document.path, reason)

    def _rest(self):
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if (not path.startswith(self.source.content) and path.startswith("content/")) or (
                self.source.is_translation(path) and path.startswith("content/")
            ):
                self.tree.leave_out(path, TRANSLATION)
            elif BUILT.match(path):
                self.tree.leave_out(path, PART)
        names = ("config", "hugo", "params", "menus", "menu", "languages")
        for document in self.source.settings(*names):
            keys = [key for key in document.front if key not in document.front.read]
            self.tree.leave_out(document.path, SETTING, *(keys or [""]))
        for path in self.tree.below("config/"):
            if path not in self.tree.used:
                self.tree.leave_out(path, SETTING)
        self.leave_rest()


def _names(front):
    """(whole, given, family) of a person, in any version."""
    name = front.get("name")
    if isinstance(name, Mapping):
        whole, given, family = map(name.text, ("display", "given", "family"))
    else:
        whole, given, family = "", front.text("first_name"), front.text("last_name")
    whole = whole or front.text("title") or front.text("name")
    return whole or f"{given} {family}".strip(), given, family


def _list(front, name):
    """A list of a person; of the first versions, within a mapping."""
    value = front.get(name)
    return value.list("courses") if isinstance(value, Mapping) else front.list(name)


def _renamed(entry: Mapping) -> Mapping:
    """An entry of a list of the theme as one of a CV's; the dates without their days."""
    result = Mapping()
    for key in entry:
        value = entry[key]
        if key in LOOKS_OF_ENTRIES:
            continue
        if key == "button" and isinstance(value, Mapping):
            key, value = "linkitems", _one_link(value)
        name = KEYS.get(key, key)
        if name in ("startDate", "endDate") and isinstance(value, str):
            value = value[:7] if re.match(r"\d{4}-\d\d-\d\d", value) else value
        if value and not result.get(name):
            result[name], result.lines[name] = value, entry.lines[key]
    return result


def _one_link(button):
    link, links = Mapping(), Items()
    link |= {"linkname": button.text("text"), "link": button.text("url")}
    link.lines = dict.fromkeys(link, 1)
    mark_read(button)
    links.append(link)
    return links


def _number(text):
    return int(text) if text.isdecimal() else 0
