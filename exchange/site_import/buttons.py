"""Links and pictures of a document: its buttons, the files beside it, its cover."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from django.utils.translation import gettext_lazy

from exchange.site_import.links import PICTURES
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import SiteRecord, SiteRow
from exchange.site_import.tree import Document, Mapping, Tree, mark_read
from uploads.documents import extension_of

NO_TARGET = gettext_lazy("no file of the site, and no address")
# Where a bare name of a file is looked for.
AT = ("", "files/")
LISTS_OF_LINKS = ("links", "external-links", "external-link", "buttons", "urls", "resources")
NAMES_OF_LINKS = ("name", "text", "label", "type")
ADDRESSES = ("url", "href", "link")
IDENTIFIERS = (
    (re.compile(r"10\.\d{4,9}/"), "https://doi.org/"),
    (re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?$"), "https://arxiv.org/abs/"),
)
# What a button of a paper says -> the kind of its file.
KIND_OF_FILE = dict.fromkeys(("pdf", "paper", "preprint"), "pdf")
KIND_OF_FILE |= {"slides": "slides", "poster": "poster", "video": "video"}
KIND_OF_FILE |= dict.fromkeys(("supp", "supplement", "appendix"), "supplement")


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
            for link in () if named and "url" not in named else front.list(key):
                if isinstance(link, Mapping):
                    label = next(filter(None, map(link.text, NAMES_OF_LINKS)), "link")
                    label = label.replace("_", " ")
                    url = next(filter(None, map(link.text, ADDRESSES)), "")
                    yield label[:1].upper() + label[1:], url
            mark_read(front.get(key))

    def targets(self, document: Document) -> Iterator[tuple[str, dict[str, str]]]:
        """(label, {"file"} or {"url"}) of its links; what is neither is told."""
        for label, url in self.buttons(document):
            if file := self.own_file(document, url):
                yield label, {"file": file}
            elif "://" in url:
                yield label, {"url": url}
            elif url and not url.startswith("#"):
                self.tree.not_understood(document.place(), f"{label}: {url}", NO_TARGET)

    def add_links(self, row: SiteRow, document: Document) -> None:
        """Its links as those of a row."""
        row.links += [{"label": label, **target} for label, target in self.targets(document)]

    def attach(self, reference: Reference, document: Document) -> None:
        """Its links as those of a paper, its picture as the cover."""
        for label, target in self.targets(document):
            if "url" in target:
                reference.link(label, target["url"])
            else:
                kind = KIND_OF_FILE.get(label.casefold(), "other")
                reference.files.append((kind, target["file"]))
        if cover := self.cover(document):
            reference.files.append(("cover", cover))

    def own_file(self, document: Document, url: str) -> str:
        """The file of the site that an address means: beside its page, or from the root."""
        own = (site_path(self.record, url) or url).removeprefix(self.record.base_path)
        if not url or "://" in own:
            return ""
        return self._used(self._beside(document, own), *(f"{at}{own.lstrip('/')}" for at in AT))

    def cover(self, document: Document) -> str:
        """The picture of `image`, or the one beside it that is called `featured`."""
        image = document.front.get("image")
        named = image.text("filename") if isinstance(image, Mapping) else str(image or "")
        mark_read(image)
        names = [f"media/{named}", named.lstrip("/"), self._beside(document, named)]
        beside = self._beside(document, "featured")
        found = [
            *(names if named else ()),
            *self.tree.below(f"{beside}."),
            *self.tree.below(f"{beside}_"),
        ]
        return self._used(*(one for one in found if extension_of(one) in PICTURES))

    def _beside(self, document, name):
        folder = posixpath.dirname(self.source.address(document))
        path = unicodedata.normalize("NFC", unquote(re.split(r"[?#]", name)[0]))
        return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")

    def _used(self, *paths):
        file = next((path for path in paths if path in self.tree), "")
        self.tree.used.update([file] if file else [])
        return file


def _address(text):
    """Of a DOI, or of a number of arXiv; any other as it stands."""
    starts = (start for pattern, start in IDENTIFIERS if pattern.match(text))
    return next(starts, "") + text


def site_path(record: SiteRecord, url: str) -> str:
    """ "https://ada.github.io/assets/pdf/notes.pdf" -> "/assets/pdf/notes.pdf"; elsewhere -> ""."""
    scheme, _sign, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if scheme not in ("http", "https") or host.lower() not in map(str.lower, record.hosts):
        return ""
    return f"{slash}{path}".removeprefix(record.base_path)
