"""A site of Quarto -> records: settings, the page that is about somebody, papers, talks, pages.

A document is a paper by what its front matter says of it: authors, and a venue, a DOI or the folder
in which it lies. Code is never run: what it would print is not there, and is told.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property

from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.columns import (
    Collection,
    body,
    day,
    first,
    listed,
    markdown,
    paragraphs,
    words,
)
from exchange.site_import.hugo import without_shortcodes
from exchange.site_import.hugoblox_tables import TALK
from exchange.site_import.jekyll import Jekyll
from exchange.site_import.links import CV, list_of, menu_entries
from exchange.site_import.markdown import spans, without_spans
from exchange.site_import.own_names import without_degree
from exchange.site_import.papers import (
    ABSTRACT,
    FIELDS,
    VENUES,
    PaperTable,
    named_venue,
    paper_of,
    year,
)
from exchange.site_import.reading import Theme
from exchange.site_import.records import Paper, Place
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import PART, SETTING, leave_settings, links_to
from exchange.site_import.tree import Document, Mapping, Tree, mark_read
from profiles.markup.structure import LINK, line_in_words
from profiles.models import Section, Talk
from publications import bibtex
from publications.printed.lines import is_by

CONFIG = ("_quarto.yml", "_quarto.yaml")
TEXTS = (".qmd", ".md", ".Rmd", ".ipynb")
BUILT = re.compile(
    r"(?:_site|docs|_book|_freeze|_extensions|renv|site_libs|R|scripts|custom|ejs|_includes)/"
    r"|(?:.*/)?(?:README|CLAUDE|AGENTS)\.md$|[^/]*readme[^/]*$|(?:.*/)?\..*$"
    r"|(?:.*/)?_metadata\.yml$|[^/]*\.(?:Rproj|lock|toml|R|py)$"
    r"|.*\.(?:scss|css|ejs|lua|csl|js|Rhistory|quarto_ipynb|ipynb|json|log|code-workspace|html)$"
)
PAPERS = re.compile(r"(?:^|/)(?:publications?|papers?|pubs?|articles|working-papers)/", re.I)
POSTS = re.compile(r"(?:^|/)(?:posts?|blog|blogposts|news)/", re.I)
TALKS = re.compile(r"(?:^|/)(?:talks?|presentations?)/", re.I)
DIV = re.compile(r"^[ \t]*:{3,}[^\n]*$", re.M)
SPAN = re.compile(
    r"\[(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]*\]\([^()\n]*\))*)\]\{[.#](?P<name>[^{}\n]*)\}"
)
# A file that stands in others.
INCLUDED = re.compile(r"^\{\{<\s*include\s+[\"']?(?P<path>[^\s\"'>]+)[\"']?\s*>\}\}[ \t]*$", re.M)
# Files within files, and the characters that they all add to a site.
DEEPEST, MOST_INCLUDED = 3, 4_000_000
ATTRIBUTES = re.compile(r"(?<=\))\{[^{}\n]*\}|^(#{1,6} [^\n{]*)\{[^{}\n]*\}[ \t]*$", re.M)
# HTML that stands as it is; the lines stay.
RAW = re.compile(r"^[ \t]*```\s?\{=html\}[ \t]*(?=\n)(.*?\n)[ \t]*```[ \t]*$", re.M | re.S)
CHUNK = [(re.compile(r"^```\{\w[^\n]*\n", re.M), re.compile(r"^```[ \t]*$", re.M))]
# "2010--2015", "tides -- and boats", as Pandoc prints dashes; those of code stay.
DASHES = re.compile(r"```.*?```|`[^`\n]*`|(?<=\d)--(?=\d)|(?<=[\w.,;:)] )-{2,3}(?= [\w(])", re.S)
# Entries that a page lists without naming them in its text; "*" are all.
NOCITE = re.compile(r"@(\*|[\w:.+/-]+)")
BIB_FILE = re.compile(r"(?<![\w./-])[\w./-]{1,200}\.bib\b")
OF_STRANGER = gettext_lazy(
    "a post by %(names)s that no page of the menu lists, so it stays a draft; publish it if it is "
    "yours"
)
LISTS_STRANGERS = gettext_lazy("a list of posts that stay drafts, so it stays a draft, too")
CODE = gettext_lazy("code, which is not run: what it prints is not here")
# Before keys of a listing of one's own: `pub-authors`, `paper_year`.
OF_PAPERS = re.compile(r"(?:pub|paper)[-_](?=\w)")


def _venue(theme, document):
    """What does not say what it is has appeared in a journal."""
    has_venue = first(theme, document, VENUES)
    return named_venue(theme, document, default="journal" if has_venue else "preprint")


TABLE = PaperTable(
    FIELDS
    | {
        "year": (year, "year issued publication-date date"),
        "abstract": [(markdown, "abstract"), (body, "")],
        "topics": (listed, "categories"),
    },
    venue=_venue,
)


class QuartoSource(Jekyll):
    """The files, as Quarto would build pages of them."""

    redirects, has_collections = "aliases", False

    def __init__(self, tree: Tree):
        self.tree = tree
        self.config = self.data(next((path for path in CONFIG if path in tree), ""))
        self.website = self.config.mapping("website")
        self._whole_texts: dict[str, str] = {}
        self._left = MOST_INCLUDED

    @property
    def url(self) -> str:
        return self.website.text("site-url")

    def pages(self) -> Iterator[Document]:
        """All texts, but those of tools and those of which Quarto makes no page."""
        for path in self.tree.below("", ".qmd", ".md", ".Rmd"):
            is_apart = path.rpartition("/")[2].startswith("_") or BUILT.match(path)
            if not is_apart and not path.endswith(".html.md"):
                document = self.tree.document(path)
                document.body = RAW.sub(r"\1", self._whole(document))
                yield document

    def _whole(self, document: Document, depth: int = 0) -> str:
        """Its text with the files that it includes; of one that includes itself, as it stands."""

        def included(match):
            folder = posixpath.dirname(document.path) if match["path"][0] != "/" else ""
            path = posixpath.normpath(posixpath.join(folder, match["path"].lstrip("/")))
            if path not in self.tree or depth > DEEPEST:
                return match[0]
            text = self._whole(self.tree.document(path), depth + 1)
            if len(text) > self._left:
                return match[0]
            self._left -= len(text)
            return text

        path = document.path
        if path not in self._whole_texts:
            self._whole_texts[path] = document.body
            self._whole_texts[path] = INCLUDED.sub(included, document.body)
        return self._whole_texts[path]

    def is_excluded(self, path: str) -> bool:
        """Whether it is made by Quarto, or for it."""
        return bool(BUILT.match(path))


OF_TALKS = TALK | {"date": (day, "date"), "description": [(markdown, "description"), (body, "")]}
TALKS_HERE = Collection("talks", Talk, OF_TALKS, finish=Theme.add_links)


class Quarto(Theme):
    system = "quarto"
    generator = QuartoSource
    looks = {THEMES["quarto"]["switches"]: SETTING}
    buttons_of = THEMES["quarto"]["links"]
    page_place = "title"

    @classmethod
    def detect(cls, tree) -> str:
        """ "website"; "" for another site, or a book."""
        path = next((path for path in CONFIG if path in tree), "")
        if not path or tree.document(path).front.mapping("project").text("type") == "book":
            return ""
        return "website" if tree.below("", *TEXTS) else ""

    def read(self):
        self._navbar()
        pages = list(self.own(self.source.pages()))
        home = next((page for page in pages if self.source.address(page) == "/"), None)
        if home:
            self._home(home)
        rest = [page for page in pages if page is not home]
        for document in rest:
            self._call_keys_as_usual(document.front)
        for document in [page for page in rest if self._is_paper(page)]:
            self._paper(document)
            rest.remove(document)
        for document in rest:
            self._bibliography(document)
        for document in rest:
            self._page(document)
        for path in CONFIG:
            leave_settings(self.tree, path)
        self.leave_rest(BUILT)
        return self.record

    def markdown(self, text, place):
        """With the dashes of Pandoc, without its divs, spans and attributes, and without code that
        would be run.
        """
        for start, _stop in spans(text, *CHUNK[0]):
            self.tree.leave_out(place.file, CODE, line=place.line + text.count("\n", 0, start))
        text = without_spans(text, CHUNK, lambda chunk: "\n" * chunk.count("\n"))
        text = DASHES.sub(_dash, text)
        text = SPAN.sub(_of_span, ATTRIBUTES.sub(lambda m: m[1] or "", DIV.sub("", text)))
        text, lost = without_shortcodes(text)
        for shortcode in lost:
            self.tree.not_understood(place, shortcode, PART)
        return super().markdown(text, place)

    # --- Settings ---

    def _navbar(self):
        path = next((path for path in CONFIG if path in self.tree), CONFIG[0])
        website = self.source.website
        self.fill("display_name", without_degree(website.text("title")), Place(path))
        for key in ("navbar", "sidebar"):
            self.read_menu(website.get(key), path)
        for entry in menu_entries(website.get("page-footer")):
            if "://" in entry.url:
                self.service(entry.url, Place(path, entry.line), entry.title)

    def service(self, url, place, label=""):
        if "quarto.org" not in url and "creativecommons.org" not in url:
            super().service(url, place, line_in_words(without_shortcodes(label)[0]).strip())

    # --- The home page ---

    def _home(self, document):
        front, about = document.front, document.front.mapping("about")
        place = document.place("title")
        self.fill("display_name", without_degree(front.text("title")), place)
        self.fill("headline", markdown(self, document, "subtitle"), document.place("subtitle"))
        self.fill("headline", markdown(self, document, "description"), place)
        image = about.text("image") or front.text("image")
        self.portrait(image.lstrip("./"), place)
        for link in about.mappings("links"):
            self.service(link.first("href", "url"), place, link.first("text", "icon"))
        mark_read(about)
        self.add_papers(self.homepage(document).references)
        self.leave_looks(document)

    # --- Papers ---

    def _call_keys_as_usual(self, front):
        """`pub-authors` is `authors`, where the page says that no other way."""
        for key in [key for key in front if OF_PAPERS.match(key)]:
            name = OF_PAPERS.sub("", key)
            if name not in front:
                front[name], front.lines[name] = front.pop(key), front.lines[key]

    def _is_paper(self, document):
        front, citation = document.front, document.front.mapping("citation")
        is_named = "/" in document.path and PAPERS.search(document.path)
        is_cited = any(one.first("doi", *VENUES.split()) for one in (citation, front))
        is_cited = is_cited and not POSTS.search(document.path)
        has_authors = front.list("author") or front.list("authors")
        return bool(has_authors and words(self, document, "title") and (is_named or is_cited))

    def _paper(self, document):
        front, citation = document.front, document.front.mapping("citation")
        for key in [key for key in citation if key not in front]:
            front[key], front.lines[key] = citation[key], citation.lines[key]
        reference = paper_of(self, document, TABLE)
        abstract = _without_reference(reference.fields.get("abstract", ""), front, reference)
        reference.fields["abstract"] = ABSTRACT.sub("", abstract)
        self.attach(reference, document)
        reference.old_paths = self.source.addresses(document)
        mark_read(citation)
        front.read.update(citation)
        self._leave_people(document)
        mark_read(front, "date", "type", "description", "status")
        self.leave_looks(document)
        self.add_papers([reference])

    def _bibliography(self, document):
        """The .bib files that a page of papers prints whole, be it by code, and the owner's entries
        that any page lists.
        """
        front, folder = document.front, document.path.rpartition("/")[0]
        names = (front.text("title"), document.name, self.in_menu(document)[0])
        cited = NOCITE.findall(" ".join(front.texts("nocite")))
        is_list = Section.Kind.PUBLICATIONS in map(homepage.kind_of, names)
        is_list |= "*" in cited and bool(CV.match(document.name))
        names = front.texts("bibliography") + BIB_FILE.findall(document.body)
        for name in names if is_list or cited else ():
            path = posixpath.normpath(posixpath.join(folder, name))
            path = path if path in self.tree else name.lstrip("./")
            if path not in self.tree:
                continue
            known = self.record.bib_files.setdefault(path, bibtex.ParsedFile())
            keys = {one.key for one in known.records}
            records = bibtex.parse(self.tree.text(path)).records
            own = {one.key for one in records if is_by(self.owner, one.get("author") or "")}
            # One of what a page cites has others' works.
            is_whole = "*" in cited or not self.owner or 2 * len(own) >= len(records)
            for entry in records:
                is_own = entry.key in own and (is_list or entry.key in cited)
                if ((is_list and is_whole) or is_own) and entry.key not in keys:
                    known.records.append(entry)
                    place = Place(path, entry.line)
                    self.record.papers.append(Paper(entry.key, entry.raw, place))

    # --- Pages ---

    def _page(self, document):
        path, front = document.path, document.front
        title = line_in_words(front.text("title"))
        if document.stem.startswith("404"):
            self.tree.leave_out(path, PART)
        elif POSTS.search(path) and (front.text("date") or document.stem == "index"):
            lead = markdown(self, document, "description")
            said = paragraphs([lead, body(self, document)])
            self._leave_people(document)
            if names := self._strangers(document):
                self.tree.problem(document.place("author"), OF_STRANGER % {"names": names})
            self.post(document, title or document.stem, said, bool(names))
        elif TALKS.search(path) and title:
            self._leave_people(document)
            self.read_collection(TALKS_HERE, [document])
        elif not (CV.match(document.stem) and self.cv_page(document)):
            self._own_page(document, title, body(self, document))

    @cached_property
    def _lists(self):
        """Where the pages are that visitors reach, and what each lists."""
        found = [(page, dict.get(page.front, "listing")) for page in self.source.pages()]
        return [
            f"{page.path}: {listing}"
            for page, listing in found
            if listing and (page.path.startswith("index.") or self.in_menu(page)[1])
        ]

    def _strangers(self, document):
        """By whom a post is, if by others, and no page of the menu lists it: of a site that was
        copied with all that was in it.
        """
        authors = document.front.list("author") or document.front.list("authors")
        names = [one if isinstance(one, str) else one.text("name") for one in authors]
        names = [name for name in names if name]
        folder = document.path.partition("/")[0]
        is_listed = any(folder in listing for listing in self._lists)
        is_own = is_listed or any(is_by(self.owner, name) for name in names)
        return "" if is_own else ", ".join(names)

    def _leave_people(self, document):
        mark_read(document.front, "author", "authors", "affiliation", "image", "subtitle")

    def _own_page(self, document, title, said):
        front = document.front
        listed = list(self._listed(document))
        listing = "\n".join(links_to(self.source, listed))
        self._leave_people(document)
        front.get("date")
        text = paragraphs([front.text("subtitle"), front.text("description"), said, listing])
        if not text:
            kind = homepage.kind_of(title) or homepage.kind_of(document.stem)
            self.lead(document, list_of(kind))
            return
        row = self.own_page(document, title, text)
        if row and listed and not said and all(map(self._strangers, listed)):
            row.is_draft = True
            self.tree.problem(document.place("listing"), LISTS_STRANGERS)

    def _listed(self, document) -> Iterator[Document]:
        """The documents of a listing."""
        for listing in document.front.list("listing"):
            contents = listing.list("contents") if isinstance(listing, Mapping) else [listing]
            mark_read(listing)
            folder = document.path.rpartition("/")[0]
            for pattern in (one for one in contents if isinstance(one, str)):
                base = re.split(r"[*!]", pattern)[0].strip("./")
                start = "/".join(filter(None, [folder, base])).rstrip("/")
                paths = self.tree.below(f"{start}/", ".qmd") if base else ()
                yield from (self.tree.document(path) for path in paths if path != document.path)


def _without_reference(text, front, reference):
    """A text without the paragraph that prints the names once more, and buttons beside it."""
    names = front.text("authors")
    if not names or names not in text:
        return text
    for label, url in LINK.findall(text):
        if "://" in url:
            reference.link(label, url)
    parts = (part for part in text.split("\n\n") if names not in part)
    return "\n\n".join(part for part in parts if re.search(r"\w", LINK.sub("", part)))


def _dash(match):
    return {"--": "–", "---": "—"}.get(match[0], match[0])


def _of_span(span):
    """What a span of Pandoc holds; a title of a list of papers is set off, and what is bold."""
    is_set_off = re.search("title|bold|strong", span["name"])
    return f"**{span['words']}**" if is_set_off else span["words"]
