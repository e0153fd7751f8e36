"""Addresses of the old site: its menus, what each address became here, and the links within texts
that lead there.
"""

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from exchange.site_import.records import SiteRecord
from exchange.site_import.tree import Items, Mapping, Tree, mark_read
from profiles.models import Section
from uploads.documents import SIGNATURES, extension_of

# The name of a page that is a CV.
CV = re.compile(r"(?:cv|vita|resume|curriculum)\b", re.I)
# A page that is all of one kind -> the list here.
LIST_OF_KIND = {Section.Kind.PUBLICATIONS: "publications/", Section.Kind.NEWS: "news/"}


def list_of(kind: str) -> str:
    """Where the list of a kind stands here: rows on the home page; "" for no kind."""
    return LIST_OF_KIND.get(kind) or (f"#{kind}" if kind else "")


PICTURES = {"jpg", "jpeg", "png", "gif", "webp"}
# "[text](address", and "[name]: address" on a line of its own.
INLINE = re.compile(r"(\]\(\s*<?)([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)")
REFERENCE = re.compile(r"^( {0,3}\[[^\]\n]+\]:[ \t]*<?)([^\s<>]+)", re.M)


class Target(NamedTuple):
    """What an old address became. `kind` and `value`: "row" and its origin, "paper" and its slug,
    "page" and a path below the researcher's, "picture" or "document" and the file's path in the
    site; "" where nothing is left.
    """

    kind: str
    value: str


class OldSite:
    def __init__(self, record: SiteRecord, tree: Tree):
        self.tree = tree
        self.hosts = {host.lower().removeprefix("www.") for host in record.hosts}
        self.base_path = f"/{record.base_path.strip('/')}".rstrip("/")
        self.became: dict[str, Target] = {"/": Target("page", "")}
        # What something became -> its first old address.
        self._bases: dict[Target, str] = {}

    def add(self, old_path: str, target: Target) -> bool:
        """False where the address became something else already."""
        self._bases.setdefault(target, old_path)
        return self.became.setdefault(self._key(old_path), target) == target

    def find(self, address: str, base: str = "/") -> Target | None:
        """None for what leads elsewhere. `base`: the old address of what holds the link."""
        try:
            parts = urlsplit(address)
            host = (parts.hostname or "").removeprefix("www.")
        except ValueError:
            return None
        is_local = not parts.scheme and not parts.netloc
        if not is_local and (parts.scheme not in ("", "http", "https") or host not in self.hosts):
            return None
        if not parts.path or "{" in address:
            return None if is_local else self.became["/"]
        said = _plain(parts.path)
        path = posixpath.normpath(posixpath.join("/", posixpath.dirname(base), said))
        path = f"/{path.lstrip('/')}"
        if self.base_path and f"{path}/".startswith(f"{self.base_path}/"):
            path = path.removeprefix(self.base_path) or "/"
        if known := self.became.get(self._key(path)):
            return known
        found = self._file(path)
        if found.kind or base == "/" or said.startswith(("/", ".")):
            return found
        return self.find(address) or found  # meant from the root, as many do

    def rewrite(
        self, text: str, address_of: Callable[[Target], str], holder: Target
    ) -> tuple[str, list[str]]:
        """The text of `holder` with its links led to `address_of` what they became; and those that
        lead to nothing here, which stay. Relative ones start from the holder's first old address.
        """
        dead, base = [], self._bases.get(holder, "/")

        def replace(match):
            target = self.find(match[2], base)
            if target is None:
                return match[0]
            address = address_of(target) if target.kind else ""
            if not address:
                dead.append(match[2])
                return match[0]
            return match[1] + address

        if "](" in text:
            text = INLINE.sub(replace, text)
        if "]:" in text:
            text = REFERENCE.sub(replace, text)
        return text, dead

    def _file(self, path):
        name = path.lstrip("/")
        extension = extension_of(name)
        if name in self.tree and extension in PICTURES:
            return Target("picture", name)
        if name in self.tree and extension in SIGNATURES:
            return Target("document", name)
        return Target("", path)

    def _key(self, path):
        return page_key(_plain(path))


def _plain(path):
    """As the tree has its names, whichever way an accent was written."""
    return unicodedata.normalize("NFC", unquote(path))


# --- Menus ----------------------------------------------------------------------------------------

TITLES = ("title", "name", "text", "label", "icon")
ADDRESSES = ("url", "href", "link", "file", "pageRef", "permalink", "page")
# What of an address does not tell a page from another: "./talks/index.qmd#past" is "/talks".
BESIDE = re.compile(r"\A\.?/+|[?#].*\Z|/+\Z", re.S)
ENDING = re.compile(r"(?:(?:\A|/)_?index)?\.(?:html?|q?md|markdown|Rmd|ipynb)\Z")


class MenuEntry(NamedTuple):
    """`weight` orders it among the others; 0 where the menu does not say."""

    title: str
    url: str
    line: int = 1
    weight: int = 0


def menu_entries(value: Mapping | Items | str) -> Iterator[MenuEntry]:
    """All entries of a menu, those below others too: of a list of mappings or paths, or of a
    mapping of titles to paths.
    """
    if isinstance(value, Mapping):
        url = value.first(*ADDRESSES)
        texts = [title for title in value if isinstance(dict.get(value, title), str)]
        if url:
            line = min(value.lines.get(key, 1) for key in ADDRESSES if dict.get(value, key))
            yield MenuEntry(value.first(*TITLES), url, line, whole(value.text("weight")))
        elif not set(texts) & {"title", "name", "text"}:
            for title in texts:
                if re.match(r"\.?/|https?://|\w[\w-]*\.(?:html?|q?md)\b", value.text(title)):
                    yield MenuEntry(title, value.text(title), value.lines.get(title, 1))
        for inner in [value.get(key) for key in value]:
            if not isinstance(inner, str):
                yield from menu_entries(inner)
    elif isinstance(value, Items):
        for inner, line in zip(value, value.lines, strict=False):
            if isinstance(inner, str):
                yield MenuEntry("", inner, line)
            else:
                yield from menu_entries(inner)
    mark_read(value)


def page_key(address: str) -> str:
    """The same for all spellings of the address of one page: "/talks"."""
    path = posixpath.normpath(f"/{BESIDE.sub('', BESIDE.sub('', address.strip()))}")
    return f"/{ENDING.sub('', path.lstrip('/')).strip('/')}"


def whole(text: str) -> int:
    """A weight; 0 for what is no whole number."""
    return int(text) if text.isdecimal() else 0
