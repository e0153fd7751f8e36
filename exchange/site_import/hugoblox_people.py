"""People of a site of HugoBlox: whose it is, and what it says of them."""

import re

from django.utils.translation import gettext as _

from exchange.site_import.hugo import TEXTS
from exchange.site_import.links import PICTURES
from exchange.site_import.own_names import without_degree
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.theme import DEMO, PART, is_demo
from exchange.site_import.tree import Document, Mapping, mark_read
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation
from profiles.slugs import make_slug

DATA = re.compile(r"data/authors/[^/]+\.(?:ya?ml|toml|json)$")
OWNERS = ("me", "_me", "admin", "author")


class People:
    """`all`: name of the folder, or of the file in data/ -> the person."""

    def __init__(self, theme: Theme):
        self.theme, self.tree, self.record = theme, theme.tree, theme.record
        self.all = self._found()
        self.owner = ""

    def _found(self) -> dict[str, Document]:
        people = {}
        for path in self.tree.below(self.theme.source.content, *TEXTS):
            folders = path.removeprefix(self.theme.source.content).split("/")
            if folders[0] in ("authors", "author") and len(folders) == 3:
                people[folders[1]] = self.tree.document(path)
        for path in filter(DATA.match, list(self.tree.files)):
            document = self.tree.document(path)
            slug = document.stem
            if slug in people:
                reason = _("the person stands in %(file)s") % {"file": path}
                self.theme.tree.leave_out(people[slug].path, reason)
            people[slug] = people[document.front.text("slug") or slug] = document
        return people

    def _owner_of(self, widgets) -> str:
        """Whom the home page shows, else who is said to be the owner; "" where nobody is."""
        named = (w.front.text("username") or w.front.text("author") for w in widgets)
        said = [slug for slug in named if slug in self.all]
        said += [
            slug
            for slug, person in self.all.items()
            if "true" in (person.front.text("superuser"), person.front.text("is_owner"))
        ]
        said += [slug for slug in OWNERS if slug in self.all]
        if len({person.path for person in self.all.values()}) == 1:
            said += self.all
        return said[0] if said else ""

    def name_of(self, text: str) -> str:
        """An author of a paper as printed: of a person of the site, the name."""
        text = line_in_words(text).strip(" ,")
        person = self.all.get(text) or self.all.get(text.lower())
        return (_names(person.front)[0] or text) if person else text

    def leave_others(self):
        """Authors of papers, who have pages of their own there."""
        for person in self.all.values():
            if person is not self.all.get(self.owner):
                self.tree.leave_out(person.path, _("a co-author: papers print the name"))

    def researcher(self, widgets) -> None:
        """Columns and links of whom the home page shows."""
        self.owner = self._owner_of(widgets)
        config, params = self.theme.source.config, self.theme.params
        nobody = Document("", Mapping(), "")
        person = self.all.get(self.owner) or nobody
        if is_demo(_names(person.front)[0]):
            self.theme.tree.leave_out(person.path, DEMO)
            person = nobody
        front, path = person.front, person.path or self.theme.config_path
        if not front:
            front = params  # of the first versions
        place = Place(path)
        name, given, family = _names(front)
        identity = params.mapping("hugoblox").mapping("identity")
        name = name or identity.text("name") or without_degree(config.text("title"))
        if name and not is_demo(name):
            old = make_slug(name, set(), fallback="author")
            self.record.redirects |= {f"/author/{old}/": ""}
            self.theme.fill("display_name", line_in_words(name), place)
            self.theme.fill("given_name", given, place)
            self.theme.fill("family_name", family, place)
        self.theme.fill("pronouns", front.mapping("name").text("pronouns"), place)
        self.theme.fill("headline", self.theme.markdown(front.text("role"), place), place)
        for number, one in enumerate([*front.list("organizations"), *front.list("affiliations")]):
            name, url = (one, "") if isinstance(one, str) else (one.text("name"), one.text("url"))
            if name and not is_demo(name):
                values = {"organisation": name, "organisation_url": url}
                self.theme.add(Affiliation, f"{path}#organizations/{number}", place, values)
        self._portrait(front, path)
        for key in ("social", "links", "profiles"):
            self._links(front.mappings(key), path)
        for source in (front, params):
            self.contact(source, path if source is front else self.theme.config_path)
        if person.path:
            self._texts(person)

    def _texts(self, person: Document):
        """The biography and the lists; a short one only where there is none of its own."""
        front, place = person.front, person.place("bio")
        self.theme.homepage(person)
        if "biography" not in self.record.researcher:
            self.theme.fill("biography", self.theme.markdown(front.text("bio"), place), place)
        elif front.text("bio"):
            self.tree.leave_out(person.path, _("the short biography, for the feet of posts"), "bio")
        self.interests(front, person.path)
        self.theme.leave_looks(person)

    def interests(self, front, path):
        interests = front.texts("interests") + front.mapping("interests").list("interests")
        text = "\n".join(f"- {text}" for text in interests if not is_demo(str(text)))
        self.theme.fill("interests", text, Place(path, front.lines.get("interests", 1)))

    def _portrait(self, front, path):
        """`avatar.jpg` beside the author, in the media of the kit, or as the settings name it."""
        folder = path.rpartition("/")[0].removeprefix(self.theme.source.content)
        named = front.first("avatar", "avatar_filename", "avatar_image")
        stems = [f"{folder}/avatar", f"{folder}/avatar_image", f"media/authors/{self.owner}"]
        found = (f"{stem}.{end}" for stem in stems for end in sorted(PICTURES))
        given = (f"{at}{named}" for at in (f"{folder}/", "img/", "media/", "") if named)
        file = next((one for one in (*given, *found) if one in self.tree), "")
        if file:
            self.tree.used.add(file)
            self.record.researcher_files["portrait"] = file, Place(path)

    def _links(self, links, path):
        for link in links:
            url, place = link.first("link", "url"), Place(path, min(link.lines.values()))
            label = link.first("label", "name") or link.mapping("display").text("header")
            icon = link.text("icon").rpartition("/")[2].capitalize()
            mark_read(link, "icon_pack", "display", "type")
            if url.startswith("#") or not url:
                self.tree.leave_out(path, PART, line=place.line)
            else:
                self.theme.service(url, place, label or icon)

    def contact(self, source, path):
        """Of settings, or of the widget: e-mail, postal address, links."""
        place = Place(path, source.lines.get("email", 1))
        self.theme.email(source.text("email"), place)
        address = source.get("address")
        if isinstance(address, Mapping):
            mark_read(address)
            where = f"{address.text('region')} {address.text('postcode')}".strip()
            town = ", ".join(filter(None, [address.text("city"), where]))
            lines = [address.text("street"), town, address.text("country")]
            address = "\n".join(filter(None, lines))
        if isinstance(address, str) and address and not is_demo(address.partition("\n")[0]):
            self.theme.fill("postal_address", self.theme.lines(address), place)
        self._links(source.mappings("contact_links"), path)


def _names(front):
    """(whole, given, family) of a person, in any version."""
    name = front.get("name")
    if isinstance(name, Mapping):
        whole, given, family = map(name.text, ("display", "given", "family"))
    else:
        whole, given, family = "", front.text("first_name"), front.text("last_name")
    whole = whole or front.text("title") or front.text("name")
    return whole or f"{given} {family}".strip(), given, family
