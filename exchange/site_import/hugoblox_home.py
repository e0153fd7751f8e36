"""Whose a site of HugoBlox is, and its home page: files of widgets, or blocks of a page."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.buttons import completed
from exchange.site_import.columns import paragraphs
from exchange.site_import.cv_files import CVFile
from exchange.site_import.hugo import TEXTS
from exchange.site_import.hugoblox_tables import FOLDERS, LOOKS_OF_BLOCKS, TABLE
from exchange.site_import.links import PICTURES, whole
from exchange.site_import.own_names import in_two_scripts, without_degree
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.tables import first_words
from exchange.site_import.theme import (
    DEMO,
    PART,
    is_demo,
    is_demo_document,
    lines_of,
    links_to,
    own_text,
)
from exchange.site_import.tree import Document, Items, Mapping, mark_read
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation, Section
from profiles.slugs import make_slug

NOT_SHOWN = gettext_lazy("the site does not show it")
DATA = re.compile(r"data/authors/[^/]+\.(?:ya?ml|toml|json)$")
# Widgets of the members of a group.
OF_PEOPLE = re.compile(r"(?:v1/)?(?:people|team-showcase)")
MEMBER = gettext_lazy("a member of the group: name, role and a link are in the list of them")
OWNERS = ("me", "_me", "admin", "author")
# What holds a person: "about", "about.biography", "about.avatar", "resume-biography-3".
ABOUT = re.compile(r"(?:resume-)?(?:about|biography)\b.*")
LISTS, CV_LISTS = first_words(TABLE["lists"]), first_words(TABLE["cv"])
RESUME = {block: lists.split() for block, lists in TABLE["resume"].items()}
KEYS = first_words(TABLE["keys"])
LOOKS_OF_ENTRIES = set(TABLE["looks_of_entries"].split())


# --- Whose site it is ----------------------------------------------------------------------------


class People:
    """`all`: name of the folder, or of the file in data/ -> the person."""

    def __init__(self, theme: Theme):
        self.theme, self.tree, self.record = theme, theme.tree, theme.record
        self.all = self._found()
        self.owner = ""
        self.shown: set[str] = set()  # members of groups, by their paths

    def _found(self) -> dict[str, Document]:
        people = {}
        for path in self.tree.below(self.theme.source.content, *TEXTS):
            folders = path.removeprefix(self.theme.source.content).split("/")
            if folders[0] in ("authors", "author") and len(folders) == 3:
                people[folders[1]] = self.tree.document(path)
        for path in filter(DATA.match, list(self.tree.files)):
            document = self.tree.document(path)
            people[document.stem] = document
            people[document.front.text("slug") or document.stem] = document
        return people

    def _owner_of(self, widgets) -> str:
        """Whom the home page shows, else who is said to be the owner; "" where nobody is."""
        said = [widget.front.first("username", "author") for widget in widgets]
        for slug, person in self.all.items():
            if "true" in map(person.front.text, ("superuser", "is_owner")):
                said.append(slug)
        said = [slug for slug in (*said, *OWNERS) if slug in self.all]
        if len({person.path for person in self.all.values()}) == 1:
            said += self.all
        named = (slug for slug in said if _names(self.all[slug].front)[0])
        return next(named, said[0] if said else "")

    def name_of(self, text: str) -> str:
        """An author of a paper as printed: of a person of the site, the name."""
        text = line_in_words(text).strip(" ,")
        person = self.all.get(text) or self.all.get(text.lower())
        name = in_two_scripts(_names(person.front)[0])[0] if person else ""
        return name or (self.theme.owner if text.lower() in OWNERS else "") or text

    def leave_others(self):
        """Authors of papers, and members of a group, who have pages of their own there."""
        for person in self.all.values():
            if person is not self.all.get(self.owner):
                others = _("a co-author: papers print the name")
                self.tree.leave_out(person.path, MEMBER if person.path in self.shown else others)

    def members(self, kind: str, widget: Mapping) -> str:
        """The people of the groups that a widget shows: names with a link, and roles."""
        parts = []
        for group in widget.texts("user_groups") if OF_PEOPLE.match(kind) else ():
            people = {one.path: one for one in self.all.values() if not is_demo_document(one)}
            people = [one for one in people.values() if group in one.front.texts("user_groups")]
            self.shown |= {one.path for one in people}
            parts += [f"**{group}**", "\n".join(map(self._member, people))] * bool(people)
        return paragraphs(parts)

    def _member(self, person):
        name, role = _names(person.front)[0], person.front.first("role", "headline")
        urls = [link.first("link", "url") for link in person.front.mappings("social")]
        url = next((url for url in urls if url.startswith("http")), "")
        slug = make_slug(name, set(), fallback="author")
        self.record.redirects.setdefault(f"/author/{slug}/", "")
        return f"- {f'[{name}]({url})' if url else name}" + (f", {role}" if role else "")

    def researcher(self, widgets) -> None:
        """Columns and links of whom the home page shows."""
        self.owner = self._owner_of(widgets)
        config, params = self.theme.source.config, self.theme.params
        settings = Document(self.theme.config_path, params, "")
        person = self.all.get(self.owner)
        if person and is_demo(_names(person.front)[0]):
            self.tree.leave_out(person.path, DEMO)
            person = None
        said = person or Document(settings.path, self._in_settings(), "")
        front, place = said.front, Place(said.path)
        name, given, family = _names(front)
        identity = params.mapping("hugoblox").mapping("identity")
        name = name or identity.text("name") or params.text("author")
        name = name or without_degree(config.text("title"))
        if name and not is_demo(name):
            old = make_slug(name, set(), fallback="author")
            self.record.redirects |= {f"/author/{old}/": ""}
            self.theme.fill("display_name", line_in_words(name), place)
            self.theme.fill("given_name", given, place)
            self.theme.fill("family_name", family, place)
        self.theme.fill("pronouns", front.mapping("name").text("pronouns"), place)
        role = front.first("role", "headline") or params.mapping("profileMode").text("subtitle")
        self.theme.fill("headline", self.theme.markdown(role, place), place)
        for number, one in enumerate([*front.list("organizations"), *front.list("affiliations")]):
            name, url = (one, "") if isinstance(one, str) else (one.text("name"), one.text("url"))
            if name and not is_demo(name):
                values = {"organisation": name, "organisation_url": url}
                self.theme.add(Affiliation, f"{said.path}#organizations/{number}", place, values)
        self._portrait(said)
        self._links(said, "social", "links", "profiles")
        self._links(settings, "socialIcons")
        self.contact(said)
        self.contact(settings)
        if person:
            self._texts(person)
        for source in (params, self.theme.language.mapping("params")):
            text = source.mapping("homeInfoParams").text("Content")  # of PaperMod
            place = Place(settings.path)
            self.theme.fill("biography", self.theme.markdown(text, place), place)

    def _texts(self, person: Document):
        """The biography and the lists; a short one only where there is none of its own."""
        front, place = person.front, person.place("bio")
        self.theme.homepage(person)
        if "biography" not in self.record.researcher:
            self.theme.fill("biography", self.theme.markdown(front.text("bio"), place), place)
        elif front.text("bio"):
            self.tree.leave_out(person.path, _("the short biography, for the feet of posts"), "bio")
        self.interests(person)
        self.theme.leave_looks(person)

    def interests(self, document: Document) -> None:
        front = document.front
        interests = front.texts("interests") + front.mapping("interests").list("interests")
        text = "\n".join(f"- {text}" for text in interests if not is_demo(str(text)))
        self.theme.fill("interests", text, document.place("interests"))

    def _in_settings(self) -> Mapping:
        """The person as Congo, Blowfish and their like have it, else the settings themselves, as
        the first versions do.
        """
        params, language = self.theme.params, self.theme.language
        sources = (params, language.mapping("params"), language)
        return next(filter(None, (source.mapping("author") for source in sources)), params)

    def _portrait(self, person):
        """`avatar.jpg` beside the author, in the media of the kit, or as the settings name it."""
        folder = person.path.rpartition("/")[0].removeprefix(self.theme.source.content)
        named = person.front.first("avatar", "avatar_filename", "avatar_image", "image")
        named = named or self.theme.params.mapping("profileMode").text("imageUrl").lstrip("/")
        stems = [f"{folder}/avatar", f"{folder}/avatar_image", f"media/authors/{self.owner}"]
        found = (f"{stem}.{end}" for stem in stems for end in sorted(PICTURES))
        given = (f"{at}{named}" for at in (f"{folder}/", "img/", "media/", "") if named)
        file = next((one for one in (*given, *found) if one in self.tree), "")
        if file:
            self.tree.used.add(file)
            self.record.researcher_files["portrait"] = file, Place(person.path)

    def _links(self, document, *keys):
        for link in (link for key in keys for link in document.front.mappings(key)):
            key = next(iter(link))  # `{ github = "https://…" }`
            url = link.first("link", "url") or (link.text(key) if len(link) == 1 else "")
            place = Place(document.path, link.lines[key])
            label = link.first("label", "name") or link.mapping("display").text("header")
            icon = link.text("icon").rpartition("/")[2].capitalize()
            mark_read(link, "icon_pack", "display", "type")
            if url.startswith("#") or not url:
                self.tree.leave_out(document.path, PART, line=place.line)
            else:
                self.theme.service(url, place, label or icon)

    def contact(self, document: Document) -> None:
        """Of settings, or of the widget: e-mail, postal address, links."""
        place = Place(document.path, document.front.lines.get("email", 1))
        self.theme.email(document.front.text("email"), place)
        address = document.front.get("address")
        if isinstance(address, Mapping):
            mark_read(address)
            where = f"{address.text('region')} {address.text('postcode')}".strip()
            town = ", ".join(filter(None, [address.text("city"), where]))
            lines = [address.text("street"), town, address.text("country")]
            address = "\n".join(filter(None, lines))
        if isinstance(address, str) and address and not is_demo(address.partition("\n")[0]):
            self.theme.fill("postal_address", lines_of(address), place)
        self._links(document, "contact_links")


def _names(front):
    """(whole, given, family) of a person, in any version."""
    name = front.get("name")
    if isinstance(name, Mapping):
        whole, given, family = map(name.text, ("display", "given", "family"))
    else:
        whole, given, family = "", front.text("first_name"), front.text("last_name")
    whole = whole or front.text("title") or front.text("name")
    return whole or f"{given} {family}".strip(), given, family


# --- Its home page -------------------------------------------------------------------------------


@dataclass
class Widget(Document):
    """A part of a home page, in any version: a file of its own, or a block, a row of its page."""

    kind: str = ""


class Home:
    """Also of other pages that are made of widgets."""

    def __init__(self, theme: Theme, people: People):
        self.theme, self.people = theme, people
        self.tree, self.record = theme.tree, theme.record
        self.sections_made: Counter[str] = Counter()
        self.names: Counter[str] = Counter()

    def document(self) -> Document | None:
        """The page of the root, in any version; where it has files alone, one without a text."""
        content = self.theme.source.content
        stems = ("_index", "index", "home/index", "home/_index")
        paths = (f"{content}{stem}{end}" for stem in stems for end in TEXTS)
        for path in (path for path in paths if path in self.tree):
            document = self.tree.document(path)
            if path.startswith(f"{content}home/") or document.front.list("sections"):
                return document
        if self.tree.below(f"{content}home/"):
            return Document(f"{content}home/index.md", Mapping(), "")
        path = f"{content}_index.md"
        return self.tree.document(path) if path in self.tree else None

    def widgets(self, document: Document) -> Iterator[Widget]:
        """Blocks of `sections`, or files beside the page, by their weight; what is not shown is
        left out.
        """
        for number, block in enumerate(document.front.mappings("sections")):
            kind, content = block.text("block"), block.mapping("content")
            mark_read(block, "design", "id", "demo", "hide")
            line = content.lines.get("text", block.lines.get("block", 1))
            if block.text("demo") == "true" or block.text("hide") == "true":
                mark_read(content)
                self.tree.leave_out(document.path, NOT_SHOWN, line=line)
            else:
                text, row = content.text("text"), f"{number}"
                yield Widget(document.path, content, text, line, row=row, kind=kind)
        folder = document.path.rpartition("/")[0]
        depth = folder.count("/") + (2 if folder.endswith("/home") else 1)
        paths = self.tree.below(f"{folder}/", *TEXTS)
        found = [self.tree.document(path) for path in paths if path.count("/") <= depth]
        is_made = document.front.text("type") == "widget_page"  # of widgets, or of texts alone
        found = [one for one in found if one is not document and not one.stem.endswith("index")]
        widgets = [one for one in found if is_made or "widget" in one.front]
        for one in sorted(widgets, key=lambda one: whole(one.front.text("weight"))):
            if one.front.text("active") == "false" or self.theme.source.is_translation(one.path):
                self.tree.leave_out(one.path, NOT_SHOWN)
                continue
            text, kind = own_text(self.tree, one), one.front.text("widget")
            if content := one.front.mapping("content"):
                one.front.update(content)
                mark_read(content)
                one.front.lines.update(content.lines)
            yield Widget(one.path, one.front, text, one.body_line, kind=kind)
            self.theme.leave_looks(one)

    def read(self, document, widgets):
        for number, widget in enumerate(widgets, 1):
            self._widget(widget, 10 * number)
        if document and document.body.strip():
            self.theme.add_papers(self.theme.homepage(document).references)
        if document and document.path in self.tree:
            self.theme.leave_looks(document)
            self.tree.leave_out(document.path, _("the home page is titled with the name"), "title")

        # Lists of the person that no part shows stand on the page of the author.
        person = self.people.all.get(self.people.owner)
        for name in (*CV_LISTS, "skills", "languages") if person else ():
            self._list_of_person(name, _list(person.front, name), person)

    def _list_of_person(self, name, entries, document, title="", position=0):
        if name in CV_LISTS:
            self._cv_list(name, entries, document)
        else:
            heading = title or (_("Skills") if name == "skills" else _("Languages"))
            origin, place = f"{document.path}#{name}", Place(document.path)
            self._own_text(origin, heading, bullets(entries), place, position)

    def _widget(self, widget: Widget, position: int) -> None:
        front, title = widget.front, widget.front.text("title")
        mark_read(front, *{*LOOKS_OF_BLOCKS} - {"filters", "username"})
        folders = self.folders_of(widget)
        if ABOUT.fullmatch(widget.kind):
            self._about(widget)
        elif widget.kind == "contact":
            self.people.contact(widget)
            self._text(widget, title, widget.body, position)
        elif lists := self.lists_of(widget):
            self.cv_lists(widget, lists, position)
        elif folders:
            self._list(widget, folders, position)
        elif members := self.people.members(widget.kind, front):
            self._text(widget, title, widget.body, position)
            self._own_text(widget.origin, title, members, widget.body_place, position)
        elif not is_demo(title):
            self._text(widget, title, paragraphs([widget.body, features(front)]), position)

    def _about(self, widget):
        """The biography, and in old versions the lists of the person."""
        front, place = widget.front, widget.body_place
        if text := self.theme.markdown(widget.body, place):
            text = re.sub(r"\A#+ *(?:Biography|About(?: me)?|Bio)\s*\n+", "", text, flags=re.I)
            known = self.record.researcher.get("biography")
            if not known or len(known[0]) < len(text):
                self.record.researcher["biography"] = text, place
        self.people.interests(widget)
        self._cv_list("education", front.mapping("education").list("courses"), widget)
        self._list_of_person("skills", front.mapping("skills").list("skills"), widget)

    def lists_of(self, widget):
        """Name of a list -> what has it, and where: the widget itself, or the person it names."""
        own, kind = widget.front, widget.kind.removeprefix("v1/")
        names = RESUME.get(kind, ())
        person = self.people.all.get(own.first("username", "author") or self.people.owner)
        if kind in ("experience", "accomplishments"):
            for key in ("items", kind, "item"):
                if own.list(key):
                    return {kind: (own.list(key), widget)}
        if not person or not names:
            return {}
        return {name: (_list(person.front, name), person) for name in names}

    def cv_lists(self, widget, lists, position):
        for name, (entries, document) in lists.items():
            title = widget.front.text("title")
            self._list_of_person(name, entries, document, title, position)
            if name in CV_LISTS:
                self._place_section(widget, CV_LISTS[name].lower(), position)

    def _cv_list(self, name, entries, document):
        """Rows of a CV, under the names that a CV's formats have for their parts; once."""
        own = [entry for entry in entries if isinstance(entry, Mapping)]
        renamed = list(map(_renamed, own))
        entries = [one for one in renamed if not any(is_demo(str(text)) for text in one.values())]
        origin = f"{document.path}#{name}"
        if entries and not self.sections_made[origin]:
            self.sections_made[origin] += 1
            place = Place(document.path, document.front.lines.get(name, 1))
            CVFile(self.theme, document.path).section(CV_LISTS[name], entries, place)
            for entry, one in zip(own, renamed, strict=True):
                entry.read -= {key for key in one if key not in one.read} - set(KEYS.values())

    def _own_text(self, origin, heading, text, place, position):
        if text and not self.sections_made[origin]:
            self.sections_made[origin] += 1
            self.theme.add_text(origin, place, text, heading, position=position)

    def _text(self, widget, title, text, position):
        """A text below its heading: news and lists become rows, any other stays a text."""
        if not text.strip():
            return
        heading, place = f"# {title}\n\n" if title else "", widget.body_place
        at = Place(place.file, max(1, place.line - 2 * bool(heading)))
        page = self.theme.sections(heading + text, at, self.names)
        if page.biography and page.biography != self.record.researcher.get("biography", [""])[0]:
            self.names["text"] += 1
            origin = f"{widget.origin}/text{self.names['text']}"
            self.theme.add_text(origin, place, page.biography, title, position=position)
            own = Section.Kind.BIOGRAPHY
            page.rows = [row for row in page.rows if row.values.get("kind") != own]
        self.theme.fill("interests", page.interests, place)
        for row in page.rows:
            if row.model is Section:
                row.values["position"] = position
                position += 1
        self.record.rows += page.rows
        self.theme.add_papers(page.references)

    def folders_of(self, widget) -> list[str]:
        """The folders of the content that a widget lists."""
        front, filters = widget.front, widget.front.mapping("filters")
        named = filters.texts("folders") or front.texts("page_type") or front.texts("folder")
        mark_read(filters)
        of_kind = LISTS.get(widget.kind, "")
        return [folder.strip("/") for folder in named or [of_kind] if folder]

    def _list(self, widget, folders, position):
        """The place of a section of rows; of any other folder, links to its pages."""
        for folder in folders:
            if here := FOLDERS.get(folder):
                self._place_section(widget, here.strip("#/"), position)
            else:
                links, origin = "\n".join(self.links_to(folder)), f"{widget.origin}/{folder}"
                title = widget.front.text("title") or folder.capitalize()
                self._own_text(origin, title, links, widget.body_place, position)
        if widget.body.strip():
            self._text(widget, "", widget.body, position + 1)

    def _place_section(self, widget, kind, position):
        heading = line_in_words(widget.front.text("title"))[:120]
        origin, values = f"{widget.origin}#section/{kind}", {"heading": heading}
        self.theme.section(kind, origin, widget.body_place, position=position, **values)

    def links_to(self, folder):
        return links_to(self.theme.source, self.theme.source.documents(folder))


def features(front: Mapping) -> str:
    """Of cards with an icon, a name and a line."""
    keys = ("feature", "features", "items", "item")
    return bullets(one for key in keys for one in front.mappings(key))


def bullets(entries: Iterable) -> str:
    """What skills, languages or cards are called, and what is said of each."""
    lines = []
    for one in (one for one in entries if isinstance(one, Mapping)):
        said = ", ".join(item.first("name", "label") for item in one.mappings("items"))
        said = said or line_in_words(one.first("label", "description", "content"))
        mark_read(one)
        lines.append(f"- **{one.first('name', 'title')}**" + (f": {said}" if said else ""))
    return "\n".join(lines)


def _list(front, name):
    """A list of a person; of the first versions, within a mapping."""
    value = front.get(name)
    return value.list("courses") if isinstance(value, Mapping) else front.list(name)


def _renamed(entry: Mapping) -> Mapping:
    """An entry of a list of the theme as one of a CV's; the dates without their days."""
    result = Mapping()
    for key in entry:
        value, place = entry[key], entry.lines[key]
        if key in LOOKS_OF_ENTRIES:
            continue
        if key == "button" and isinstance(value, Mapping):
            key, value = "linkitems", _one_link(value)
        name = KEYS.get(key, key)
        if name in ("startDate", "endDate") and isinstance(value, str):
            value = value[:7] if re.match(r"\d{4}-\d\d-\d\d", value) else value
        if name == "url" and isinstance(value, str):
            value = completed(value)
        if value and name not in result:
            result[name], result.lines[name] = value, place
    return result


def _one_link(button):
    link, links = Mapping(), Items()
    link |= {"linkname": button.text("text"), "link": button.text("url")}
    link.lines = dict.fromkeys(link, 1)
    mark_read(button)
    links.append(link)
    return links
