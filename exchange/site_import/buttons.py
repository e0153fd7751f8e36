"""Links, files and pictures: the buttons and the cover of a document, services and the portrait."""

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import unquote

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.jekyll import find_file
from exchange.site_import.links import PICTURES
from exchange.site_import.markdown import to_words
from exchange.site_import.printed_papers import take_buttons
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import Latex, Place, SiteRecord, SiteRow
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.theme import is_demo
from exchange.site_import.tree import Document, Mapping, Tree, mark_read
from profiles.identifiers import BARE_HOST
from profiles.models import Researcher, ResearcherLink
from profiles.models.people import kind_of_link
from publications.names import fold
from uploads.documents import SIGNATURES, extension_of

Kind = ResearcherLink.Kind
NO_FILE = gettext_lazy("there is no such file below %s")
# Within a page, or of a program: "/#contact", "skype:alice".
AN_EMAIL = re.compile(r"[^\s/@:]+@[^\s/@:]+\.\w+")
NO_PLACE = re.compile(r"/?#|(?!https?:)[a-z]+:", re.I)
NO_TARGET = gettext_lazy("no file of the site, and no address")
# Where a bare name of a file is looked for.
AT = ("", "files/")
LISTS_OF_LINKS = "links external-links external-link buttons urls resources url_custom".split()
NAMES_OF_LINKS = ("name", "text", "label", "type")
ADDRESSES = ("url", "href", "link")
PICTURE_KEYS = ("image", "thumbnail", "teaser", "preview", "img")
IDENTIFIERS = (
    (re.compile(r"10\.\d{4,9}/"), "https://doi.org/"),
    (re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?$"), "https://arxiv.org/abs/"),
)
# What a button of a paper says -> the kind of its file.
KIND_OF_FILE = first_words(THEMES["buttons"]["files"])
# A further link of a paper.
HREF = re.compile(r"\\href\{([^{}]+)\}\{(.*)\}")
# "ada[at]example[dot]org", "ada AT example DOT org"
HIDDEN_AT = re.compile(r"\s*[\[({<]\s*(?:at|@)\s*[\])}>]\s*|\s+at\s+", re.I)
HIDDEN_DOT = re.compile(r"\s*[\[({<]\s*(?:dot|\.)\s*[\])}>]\s*|\s+dot\s+", re.I)


class Buttons:
    """The part of a `reading.Theme` that reads them."""

    tree: Tree
    record: SiteRecord
    # Keys of front matter with addresses -> what their buttons say.
    buttons_of: dict[str, str] = {}

    def buttons(self, document: Document) -> Iterator[tuple[str, str]]:
        """(label, address) of all its links: of keys for one, of a list or a mapping of several."""
        front = document.front
        yield from ((label, _address(front.text(key))) for key, label in self.buttons_of.items())
        for key in LISTS_OF_LINKS:
            named = front.mapping(key)
            for label in named:
                inner = named.get(label)
                yield label, inner.text("url") if isinstance(inner, Mapping) else inner
            for link in () if named and "url" not in named else front.mappings(key):
                label = (link.first(*NAMES_OF_LINKS) or "link").replace("_", " ")
                yield label[:1].upper() + label[1:], link.first(*ADDRESSES)
            mark_read(front, key)

    def targets(self, document: Document, more=()) -> Iterator[tuple[str, dict[str, str]]]:
        """(label, {"file"} or {"url"}) of its links, and of `more` in its text; what is neither is
        told.
        """
        for label, url in (*more, *self.buttons(document)):
            if file := self.own_file(document, url):
                yield label, {"file": file}
            elif "://" in url:
                yield label, {"url": url}
            elif url and not url.startswith("#"):
                place = document.body_place if (label, url) in more else document.place()
                self.tree.not_understood(place, f"{label}: {url}", NO_TARGET)

    def add_links(self, row: SiteRow, document: Document) -> None:
        """Its links as those of a row."""
        row.links += [{"label": label, **target} for label, target in self.targets(document)]

    def attach(self, reference: Reference, document: Document, more=()) -> None:
        """Its links, and `more`, as those of a paper, its picture as the cover."""
        for label, target in self.targets(document, more):
            if "url" in target:
                reference.link(label, target["url"])
            else:
                kind = KIND_OF_FILE.get(label.casefold(), "other")
                reference.files.append((kind, target["file"]))
        if cover := self.cover(document):
            reference.files.append(("cover", cover))

    def settle(self, reference: Reference) -> Reference:
        """A paper whose addresses that are files of the site became these; buttons of its page are
        its links.
        """
        abstract = reference.fields.get("abstract", "")
        if "](" in abstract and not isinstance(abstract, Latex):
            reference.fields["abstract"] = take_buttons(abstract, reference)
        document = self.tree.document(reference.place.file)
        for name, value in list(reference.fields.items()):
            link = HREF.fullmatch(str(value))
            url, label = link.groups() if link else (str(value), name)
            is_address = extension_of(re.split(r"[?#]", url)[0]) in SIGNATURES and "\n" not in url
            if is_address and (file := self.own_file(document, url)):
                label = "pdf" if label == "url" and file.lower().endswith(".pdf") else label
                kind = KIND_OF_FILE.get(label.casefold(), "other")
                reference.files.append((kind, file))
                del reference.fields[name]
        return reference

    def own_file(self, document: Document, url: str) -> str:
        """The file of the site that an address means: beside its page, or from the root."""
        own = (site_path(self.record, url) or url).removeprefix(self.record.base_path)
        if not url or "://" in own:
            return ""
        return self._used(self._beside(document, own), *(f"{at}{own.lstrip('/')}" for at in AT))

    def cover(self, document: Document) -> str:
        """The picture that a key names, or the one beside it that is called `featured`."""
        image = next(filter(None, map(document.front.get, PICTURE_KEYS)), "")
        named = image.text("filename") if isinstance(image, Mapping) else str(image)
        mark_read(image)
        names = [f"media/{named}", named.lstrip("/"), self._beside(document, named)]
        beside = self._beside(document, "featured")
        found = names if named else []
        found += self.tree.below(f"{beside}.") + self.tree.below(f"{beside}_")
        return self._used(*(one for one in found if extension_of(one) in PICTURES))

    def _beside(self, document, name):
        folder = posixpath.dirname(self.source.address(document))
        path = unicodedata.normalize("NFC", unquote(re.split(r"[?#]", name)[0]))
        return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")

    def _used(self, *paths):
        file = next((path for path in paths if path in self.tree), "")
        self.tree.used.update([file] if file else [])
        return file

    # --- Of the person ---

    def link(self, kind: str, url: str, origin: str, place: Place, label: str = "") -> None:
        """To a service; unless the record links there already, or to that service, or is there."""
        url = completed(url)
        rows = self.rows(ResearcherLink)
        known = {_bare(str(row.values.get("url", ""))) for row in rows} | set(self.record.hosts)
        services = {row.values["kind"] for row in rows} - {Kind.OTHER, Kind.WEBSITE}
        if _bare(url) in known or kind in services:
            reason = _("linked already: %(url)s") % {"url": url}
            self.tree.leave_out(place.file, reason, line=place.line)
        else:
            values = {"kind": kind, "url": url, "label": to_words(label)}
            self.add(ResearcherLink, origin, place, values, label or str(Kind(kind).label))

    def service(self, url: str, place: Place, label: str = "") -> None:
        """Any link beside a name: an e-mail address, an ORCID iD, a profile, a page elsewhere; a
        document of the site is the CV.
        """
        if url.startswith("mailto:") or AN_EMAIL.fullmatch(url):
            self.email(unquote(url.removeprefix("mailto:").partition("?")[0]), place)
        elif "orcid.org/" in url:
            self.fill("orcid", url.rstrip("/").rpartition("/")[2], place)
        elif "://" not in url and extension_of(url.partition("?")[0]) in SIGNATURES:
            self.cv_document(url, place)
        elif NO_PLACE.match(url):
            self.tree.not_understood(place, url, _("no address that pages link"))
        elif url and not is_demo(url):
            kind = kind_of_link(completed(url))
            label = label if kind == Kind.OTHER else ""
            self.link(kind, url, f"{place.file}#{url}", place, label)

    def file(self, path: str, place: Place, *folders: str) -> str:
        """The file of the site at a path or an address of it; a missing one is reported."""
        own = (site_path(self.record, path) or path).removeprefix(self.record.base_path)
        if not path or "://" in own:
            return ""
        if file := find_file(self.tree, own, *folders):
            self.tree.used.add(file)
        else:
            self.tree.not_understood(place, path, NO_FILE % (folders[0] if folders else "/"))
        return file

    def cv_document(self, path: str, place: Place) -> None:
        """The PDF of a CV: one link, however many pages name it."""
        is_known = any(row.values.get("kind") == Kind.CV for row in self.record.rows)
        if path and not is_known and not path.endswith("example_pdf.pdf"):
            self.document(Kind.CV, path, f"{place.file}#cv_pdf", place)

    def document(self, kind: str, path: str, origin: str, place: Place, label: str = "") -> None:
        """A link to a file of the site, whose old address stays, or to one elsewhere."""
        file = self.file(path, place, "assets/pdf/")
        if file or "://" in path:
            values = {"kind": kind, "url": "" if file else path, "label": label}
            row = self.add(ResearcherLink, origin, place, values)
            row.files = {"file": file} if file else {}
            row.old_paths = [f"/{file}"] if file else []

    def portrait(self, path: str, place: Place, *folders: str) -> None:
        """The picture of the person, where the site has its file."""
        if file := self.file(path, place, *folders):
            self.record.researcher_files["portrait"] = file, place
        elif "://" in path:
            self.tree.not_understood(place, path, _("a picture of another site; upload it here"))

    def service_of(self, path: str, settings: Mapping, key: str, service: tuple) -> None:
        """A link to a service, of which a setting has the address or the name there."""
        kind, label, pattern = service
        value = settings.text(key)
        if value and not is_demo(value):
            url = address_of(value, pattern)
            url = url if "://" in url else f"https://{url}"
            self.link(kind, url, f"{path}#{key}", Place(path, settings.lines[key]), label)

    def email(self, address: str, place: Place, display=Researcher.EmailDisplay.PROTECTED) -> None:
        """The researcher's, and how it is shown: protected where it was, in signs or words."""
        said = HIDDEN_AT.sub("@", unescape(address)).strip()
        if said != address:
            said, display = HIDDEN_DOT.sub(".", said), Researcher.EmailDisplay.PROTECTED
        if said and not is_demo(said):
            self.fill("email", said, place)
            self.fill("email_display", display.value, place)


def _address(text):
    """Of a DOI, or of a number of arXiv; any other as it stands."""
    starts = (start for pattern, start in IDENTIFIERS if pattern.match(text))
    return next(starts, "") + text


def _bare(url):
    return re.sub(r"^https?://(?:www\.)?|[#&].*", "", url.strip()).rstrip("/").casefold()


def site_path(record: SiteRecord, url: str) -> str:
    """ "https://ada.github.io/assets/pdf/notes.pdf" -> "/assets/pdf/notes.pdf"; elsewhere -> ""."""
    scheme, _sign, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if scheme not in ("http", "https") or host.lower() not in map(str.lower, record.hosts):
        return ""
    return f"{slash}{path}".removeprefix(record.base_path)


# --- Portraits: by what pictures are called, and by their shape -----------------------------------

PICTURE = re.compile(r"!\[([^\[\]]*)\]\(<?([^()\s<>]+)>?[^()]*\)[ \t]*\n?")
# What pictures of a person are called, and what those that show nobody.
FACE = re.compile(r"portrait|profile|photo|avatar|headshot|\bme\b|selfie", re.I)
NO_FACE = re.compile(r"logo|e?-?mail|icon|banner|header|badge|background|\bqr", re.I)
SMALLEST, WIDEST = 80, 1.7  # pixels; by its height


def find_portrait(theme, pictures: Iterable[tuple[str, str]], place: Place, *, is_named) -> str:
    """The address of the portrait, which the record then has, of (address, words) of each picture.

    It is the first that is called so, or as its person; else, unless it must be `is_named` so,
    the first that may be a face. "" without one, and where the record has one.
    """
    names = [fold(word) for word in theme.owner.split() if len(word) > 2]

    def is_called_so(picture):
        words = fold(" ".join(picture))
        return bool(FACE.search(words)) or any(name in words for name in names)

    for picture in sorted(pictures, key=lambda one: not is_called_so(one)):
        has_one = "portrait" in theme.record.researcher_files
        if has_one or (is_named and not is_called_so(picture)):
            break
        path = find_file(theme.tree, picture[0].removeprefix("./").lstrip("/"))
        if path and not NO_FACE.search(path) and _may_be_face(theme.tree.picture_size(path)):
            theme.tree.used.add(path)
            theme.record.researcher_files["portrait"] = path, place
            return picture[0]
    return ""


def without_portrait(theme, text: str, place: Place) -> str:
    """A text in our Markdown whose picture of the person became the portrait."""
    pictures = ((match[2], match[1]) for match in PICTURE.finditer(text))
    shown = find_portrait(theme, pictures, place, is_named=True)
    return without_picture(text, shown) if shown else text


def without_picture(text: str, address: str) -> str:
    """A text in our Markdown without the pictures of an address."""
    return PICTURE.sub(lambda match: "" if match[2] == address else match[0], text).strip("\n")


def _may_be_face(size):
    """Whether it is neither as small as a sign nor as wide as a banner; what is no picture is told
    when it is stored.
    """
    if size is None:
        return True
    width, height = size
    return min(width, height) >= SMALLEST and width <= WIDEST * height


# --- Services: the addresses that settings and pages make of a user name --------------------------


def _services():
    for name, address, *settings in map(str.split, THEMES["services"].splitlines()):
        is_kind = name in Kind.values
        kind, label = (Kind(name), "") if is_kind else (Kind.OTHER, name.replace("_", " "))
        address = "" if address == "-" else address
        yield from ((setting, (kind, label, address)) for setting in settings)


# Setting -> kind, label, address.
SERVICES = dict(_services())


def address_of(value: str, pattern: str) -> str:
    """The address that a setting means: a whole one, one without its beginning, or a name that the
    pattern makes one of.
    """
    if "://" in value or not value:
        return value
    if "/" in value and BARE_HOST.fullmatch(value):
        return f"https://{value}"
    return pattern.format(value.lstrip("@/").partition("&")[0])


def is_profile(url: str) -> bool:
    """Whether it is somebody's page at a service, and not any page there."""
    bare = url.partition("://")[2].removeprefix("www.")
    starts = (address.partition("{")[0] for _kind, _label, address in SERVICES.values())
    starts = (start.partition("://")[2].removeprefix("www.") for start in starts)
    start = next((one for one in starts if one and bare.startswith(one)), "")
    rest = bare.removeprefix(start).strip("/")
    return bool(start and rest) and "/" not in rest.partition("?")[0].strip("/")


def completed(url: str) -> str:
    """ "www.linkedin.com/in/ada" and "//github.com/ada" with the beginning that they lack."""
    if url.startswith("//"):
        return f"https:{url}"
    return f"https://{url}" if BARE_HOST.fullmatch(url) else url
