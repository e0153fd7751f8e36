"""Hugo's reader: what it makes of a site's files. Settings, content, addresses; see `jekyll`.

Files that visitors reach (static/, assets/media/, what lies beside a page) get their address as
their path, so that a link finds them as it did on the site.
"""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import urlsplit

from exchange.site_import.jekyll import DATE_IN_NAME, Jekyll
from exchange.site_import.links import PICTURES
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.tree import Document, Mapping, Tree
from uploads.documents import SIGNATURES, extension_of

CONFIG = re.compile(
    r"(?:config/_default/)?(?P<name>config|hugo|params|menus?|languages)(?P<language>\.\w\w)?"
    r"\.(?:toml|ya?ml|json)$"
)
TEXTS = (".md", ".markdown", ".html", ".Rmarkdown")
# "index.fr.md", "_index.md", "hello.md"; the name is empty where the file is its folder's page.
NAME = re.compile(r"(?P<name>.+?)(?P<language>\.[a-z]{2}(?:-\w+)?)?\.\w+$")
SHORTCODE = re.compile(
    r"\{\{[<%]\s{0,9}(?P<end>/?)\s{0,9}(?P<name>[\w/-]{1,40})(?P<rest>[^{}]{0,1000}?)[>%]\}\}"
)
WORD = re.compile(r"(?:(\w+)\s*=\s*)?(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|([^\s\"']+))")
# Shortcodes whose content is all that there is to them, and those of links around words.
WRAPPERS = {"callout", "alert", "spoiler", "toc", "icon", "math", "cards", "card", "steps", "hl"}
# … and icons of Quarto.
WRAPPERS |= {"ai", "fa", "iconify", "bi", "pagebreak"}
LINKS = {"staticref", "button"}
VIDEOS = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
# Of a block, on a line of its own or behind a heading: {style="…"}, {.class}.
ATTRIBUTES = re.compile(
    r"(?<![ \t])[ \t]*\{(?:[.#][\w-]|(?:style|class|id)\s?=)[^{}\n]{0,300}\}[ \t]*$", re.M
)
# Folders of the content that hold pages: an index.md in it is their list.
LIST_FOLDERS = first_words(THEMES["hugoblox"]["folders"])
NOT_IN_ADDRESS = re.compile(r"[^\w\s./#+~%@-]")


class Hugo(Jekyll):
    """One site's files, as Hugo would build pages of them; nothing is run."""

    redirects, has_collections = "aliases", False

    def __init__(self, tree: Tree):
        self.tree, self.language = tree, "en"
        # Some sites have one at the root, too, for a tool: the fuller one is the site's.
        configs = [document.front for document in self.settings("config", "hugo")]
        self.config = max(configs, key=len, default=Mapping())
        languages = self.config.mapping("languages") or self.all_of("languages")
        self.language = self.config.text("defaultContentLanguage") or "en"
        folder = languages.mapping(self.language).text("contentDir").strip("/")
        self.content = f"{folder or self.config.text('contentDir').strip('/') or 'content'}/"
        if not folder and tree.below(f"content/{self.language}/"):
            self.content = f"content/{self.language}/"
        self._publish()

    # --- Settings ---

    def settings(self, *names: str) -> Iterator[Document]:
        """Files of settings: "params", "menus"; those of the site's first language first."""
        found = [(path, match) for path in self.tree.files if (match := CONFIG.match(path))]
        found.sort(key=lambda one: (one[1]["language"] or "") != f".{self.language}")
        for path, match in found:
            if match["name"] in names:
                yield self.tree.document(path)

    def all_of(self, *names: str) -> Mapping:
        """The first file of settings of these names; else what is so called in the main one."""
        found = [document.front for document in self.settings(*names)]
        return next(filter(None, [*found[:1], *map(self.config.mapping, names)]), Mapping())

    @property
    def url(self) -> str:
        names = {name.lower(): name for name in self.config}
        return self.config.text(names.get("baseurl", "baseURL"))

    @property
    def base_path(self) -> str:
        return urlsplit(self.url).path.rstrip("/") if self.hosts() else ""

    # --- Content ---

    def documents(self, *sections: str) -> Iterator[Document]:
        """Pages below folders of the content, in order of their paths; not those of folders."""
        for section in sections:
            for path in self.tree.below(f"{self.content}{section}/", *TEXTS):
                if self.is_page(path):
                    yield self.tree.document(path)

    def pages(self) -> Iterator[Document]:
        """All of the content."""
        for path in self.tree.below(self.content, *TEXTS):
            is_list = self.is_of_folder(path) and not self.is_translation(path)
            if is_list or self.is_page(path):
                yield self.tree.document(path)

    def section_of(self, document: Document) -> str:
        """The first folder; "" at the root of the content."""
        return document.path.removeprefix(self.content).rpartition("/")[0].partition("/")[0]

    def is_page(self, path: str) -> bool:
        """Not a folder's own page, a further text of a bundle, or a text in another language."""
        match = NAME.fullmatch(path.rpartition("/")[2])
        if not match or self.is_of_folder(path) or self.is_translation(path):
            return False
        folder = path.rpartition("/")[0]
        bundle = [one for end in TEXTS if (one := f"{folder}/index{end}") in self.tree]
        # "index.html" beside "index.md" was made of it.
        return path not in bundle[1:] and (match["name"] == "index" or not bundle)

    def is_of_folder(self, path: str) -> bool:
        """Whether it is the page of a folder of the content, and none of those in it."""
        folder, _slash, name = path.removeprefix(self.content).rpartition("/")
        is_index = name.startswith("index.") and folder in LIST_FOLDERS
        return name.startswith("_index.") or is_index

    def is_translation(self, path: str) -> bool:
        """Whether it is of another language than the site's first one."""
        match = NAME.fullmatch(path.rpartition("/")[2])
        language = match["language"] if match else None
        is_apart = path.startswith("content/") and not path.startswith(self.content)
        folder = path.removeprefix(self.content).partition("/")[0]
        is_apart |= bool(re.fullmatch(r"[a-z]{2}(?:-[a-z]{2,4})?", folder))
        return is_apart or (bool(language) and language != f".{self.language}")

    def is_excluded(self, path: str) -> bool:
        """Whether visitors have no address of it."""
        return path not in self.published

    # --- Addresses ---

    def feeds(self) -> list[str]:
        """Hugo makes one of all pages."""
        return ["/index.xml"]

    def address(self, document: Document) -> str:
        """ "/publication/kelp/", by `url`, by `permalinks`, else by its place."""
        front = document.front
        if url := front.text("url"):
            return f"/{url.lstrip('/')}"
        folder, _slash, file = document.path.removeprefix(self.content).rpartition("/")
        name = NAME.fullmatch(file)["name"]
        if name == "_index":
            return _address(folder)
        if name == "index":
            folder, _slash, name = folder.rpartition("/")
        section, slug = self.section_of(document), front.text("slug")
        pattern = self.config.mapping("permalinks").get(section)
        if not isinstance(pattern, str) or not pattern:
            return _address(f"{folder}/{slug or name}")
        date = DATE_IN_NAME.match(f"{front.text('date')[:10]}-x") or [""] * 4
        title = front.text("title") or name
        values = {"section": section, "sections": folder, "title": title, "slug": slug or title}
        values |= dict.fromkeys(("filename", "contentbasename"), name)
        values |= dict.fromkeys(("slugorfilename", "slugorcontentbasename"), slug or name)
        values |= {"year": date[1], "month": date[2], "day": date[3]}
        return _address(re.sub(r":(\w+)", lambda key: values.get(key[1], key[0]), pattern))

    def _publish(self):
        addresses = {}
        for path in self.tree.files:
            if extension_of(path) not in SIGNATURES and extension_of(path) not in PICTURES:
                continue
            for folder in ("static/", "assets/"):
                if path.startswith(folder):
                    addresses[path] = path.removeprefix(folder)
            if path.startswith(self.content):
                folder, _slash, name = path.rpartition("/")
                pages = (f"{folder}/index{end}" for end in TEXTS)
                page = next((page for page in pages if page in self.tree), "")
                base = self.address(self.tree.document(page)).strip("/") if page else ""
                addresses[path] = f"{base or folder.removeprefix(self.content)}/{name}"
        self.published = set(addresses.values())
        self.tree.publish(addresses)


def _address(path):
    """As Hugo writes it: small letters, hyphens for blanks that are not beside one, no signs."""
    path = NOT_IN_ADDRESS.sub("", unicodedata.normalize("NFC", path))
    path = re.sub(r"\s+", "-", re.sub(r"\s*(-+)\s*", r"\1", path.strip())).lower().strip("/")
    return f"/{path}/" if path else "/"


# --- Shortcodes -----------------------------------------------------------------------------------


def without_shortcodes(text: str) -> tuple[str, list[str]]:
    """The text with those that are links and pictures as Markdown; those that are lost."""
    opened: list[str] = []
    lost: list[str] = []

    def written(match):
        name, words = match["name"], {}
        for number, (key, *values) in enumerate(WORD.findall(match["rest"])):
            words[key or str(number)] = next(filter(None, values), "")
        first = words.get("src") or words.get("url") or words.get("0", "")
        if match["end"]:
            return f"]({opened.pop()})" if name in LINKS and opened else ""
        if name in LINKS:
            opened.append(first if "://" in first else f"/{first.lstrip('/')}")
            return "["
        if name == "figure" and first:
            return f"![{words.get('caption') or words.get('alt', '')}]({first})"
        if name in VIDEOS:
            return f"<{VIDEOS[name]}{words.get('id') or first}>"
        if name in ("ref", "relref"):
            return f"/{first.removesuffix('.md').removesuffix('/index').strip('/')}/"
        if name not in WRAPPERS:
            lost.append(match[0])
        return ""

    return ATTRIBUTES.sub("", SHORTCODE.sub(written, text)), lost
