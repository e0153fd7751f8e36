"""From what a generator's reader gives to a record, by the tables of a theme.

A theme is a `Theme` with its tables: which collection becomes which rows, which key fills which
column by which converter, which services its settings name, what is left out. What no table can say
is a method of the theme.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.buttons import Buttons, without_portrait
from exchange.site_import.columns import Collection, Column, iso_day, markdown, paragraphs, words
from exchange.site_import.jekyll import DATE_IN_NAME, Jekyll, with_settings
from exchange.site_import.links import LIST_OF_KIND, menu_entries, page_key
from exchange.site_import.markdown import to_markdown, to_words
from exchange.site_import.offered import read_left
from exchange.site_import.own_names import in_two_scripts, is_group, name_of, without_degree
from exchange.site_import.papers import read_data
from exchange.site_import.printed_papers import BULLET
from exchange.site_import.printed_references import Printings, Reference, entries_of
from exchange.site_import.records import Place, SiteRecord, SiteRow
from exchange.site_import.theme import (
    DEMO,
    LIST,
    NO_TAGS,
    PART,
    THEME_FILES,
    is_demo,
    is_demo_document,
    own_text,
)
from exchange.site_import.tree import FAILURES, Document, Items, Mapping, Tree
from profiles.dates import PartialDate
from profiles.markup.structure import line_in_words
from profiles.models import NewsItem, Page, Section
from profiles.slugs import RESERVED_PAGES, make_slug
from publications.printed.lines import is_by
from uploads.documents import SIGNATURES, extension_of

# {% cite key %} of jekyll-scholar is a reference to a paper, as `publications.references` reads it.
CITED = re.compile(r"{%-?\s*(?:cite|reference)\s+([\w:.+/-]+)[^%]*%}")
# Headings, links and pictures, and all that is no letter.
NOT_WORDS = re.compile(r"^#.*$|!?\[[^\[\]]*\]\([^()]*\)|[\W\d_]", re.M)
NOT_READ = gettext_lazy("it looks like a paper and stays a text; paste it into “Import papers”")
BROKEN = gettext_lazy("this stays one text, because it could not be read (%(error)s)")
NO_ROOM = gettext_lazy("the page here that lists the same has no text of one's own")
# Of "2019-09-10-13" the last day.
DAYS = re.compile(r"(?<=\d{4}-\d\d-\d\d)-\d\d?$")
LAST_HEADING = re.compile(r"(?:#+ [^\n]+|[^\n]+\n[=-]+)\s*\Z")
# What a card without a text says for itself.
CARD = ("about", "description", "summary", "abstract", "excerpt")
# What some call the title of a course, a talk or a project.
FURTHER_TITLES = ("name", "course", "course_name", "module", "subject", "project")
# A title that is all one link, as a text of ours.
LINKED_TITLE = re.compile(r"<a href=\"(?P<url>https?://[^\"]+)\">(?P<words>[^<>]+)</a>")
# Of what is left of a list; of a post's first paragraph, else it is the whole post.
FEW_LETTERS, LONGEST_REST, LONGEST_NEWS = 120, 300, 2_000


class Theme(Buttons):
    """A site being read: `source` gives its files as the generator knows them, `record` is what it
    becomes.
    """

    system = ""
    # What reads the files of its sites.
    generator = Jekyll
    # Keys of front matter that only the theme needs -> why they are left out.
    looks: dict[str, str] = {}
    # The same of its files of settings and data: path -> keys -> why.
    left_out: dict[str, dict[str, str]] = {}
    # The key that says where a page stands.
    page_place = ""

    def __init__(self, tree: Tree):
        self.tree, self.source = tree, self.generator(tree)
        self.config = self.source.config
        self.record = SiteRecord(self.system, self.detect(tree))
        # Links to where the site was are links within it.
        self.record.hosts, self.record.base_path = self.source.hosts(), self.source.base_path
        self.record.redirects = dict.fromkeys(self.source.feeds(), "news/feed/")
        # The menu of the site: `page_key` of an address -> title and place.
        self.menu: dict[str, tuple[str, int]] = {}
        self.printed = Printings(tree, self.record.papers)
        # Of pages that are BibTeX, which another page may list: read after the others.
        self.entries: list[Reference] = []

    @classmethod
    def detect(cls, tree: Tree) -> str:
        """The generation of the theme; "" where the site is another's."""
        return ""

    def read(self) -> SiteRecord:
        """Raises SiteError where it cannot be read at all."""
        raise NotImplementedError

    @property
    def shown_name(self) -> str:
        """The name that the site carries; "" where it has none yet."""
        return str(self.record.researcher.get("display_name", ("",))[0])

    @property
    def owner(self) -> str:
        """The name of whom the site is about; "" where it is not said, or no person's."""
        name = without_degree(self.shown_name)
        return "" if is_group(name) else name

    # --- What is found becomes part of the record ---

    def fill(self, column: str, value: object, place: Place) -> None:
        """A column of the researcher; the first source that has a value speaks."""
        if column == "display_name":
            value, native = in_two_scripts(to_words(str(value)))
            self.fill("native_name", native, place)
            value, others = name_of(value)
            self.fill("other_names", "\n".join(others), place)
        elif column == "other_names" and value and column in self.record.researcher:
            known, place = self.record.researcher.pop(column)
            value = "\n".join(dict.fromkeys(f"{known}\n{value}".strip().split("\n")))
        if value:
            self.record.researcher.setdefault(column, (value, place))

    def add(self, model, origin: str, place: Place, values: dict, label: str = "") -> SiteRow:
        """A row of the values that are not empty."""
        values = {name: value for name, value in values.items() if value not in ("", None)}
        self.record.rows.append(SiteRow(model, origin, place, values, label=label))
        return self.record.rows[-1]

    def add_text(self, origin: str, place: Place, body: str, heading: str = "", **more) -> None:
        """A text of one's own on the home page, where it says anything."""
        if re.search(r"[^\W_]", body):
            heading = line_in_words(to_words(heading))[:120]
            values = {"kind": Section.Kind.TEXT.value, "heading": heading, "body": body} | more
            self.add(Section, origin, place, values, heading)

    def section(self, kind: str, origin: str, place: Place, label: str = "", **values) -> None:
        """The part of the home page of a kind: one row, however many settings speak of it; the
        first that has a value speaks.
        """
        known = (row for row in self.rows(Section) if row.values.get("kind") == kind)
        row = next(known, None) or self.add(Section, origin, place, {"kind": str(kind)}, label)
        row.values |= values | row.values

    def head(self, here: str, title: str, place: Place) -> None:
        """Calls a part of the home page, such as "#talks", as the site calls its list."""
        title, kind = line_in_words(title), here.removeprefix("#")
        if title and here != kind and title.casefold() != Section.Kind(kind).label.casefold():
            self.section(kind, f"{place.file}{here}", place, title, heading=title)

    def rows(self, model: type[Model]) -> list[SiteRow]:
        """What the record has of a model so far."""
        return [row for row in self.record.rows if row.model is model]

    def read_collection(self, collection: Collection, documents=None) -> None:
        """A row for each document. `documents`: where they are no files of the collection."""
        for document in documents or self.own_documents(collection.name):
            if not (document.front or document.body.strip()):
                self.tree.leave_out(document.path, _("it says nothing"))
                continue
            if documents is None and not document.front.text(collection.label):
                stem = document.stem.replace("-", " ").replace("_", " ")
                name = document.front.first(*FURTHER_TITLES) or (document.body and stem)
                document.front.lines.setdefault(collection.label, 1)
                document.front[collection.label] = name
            values = {
                column: self.value(document, how) for column, how in collection.columns.items()
            }
            place, label = document.place(collection.place), document.front.text(collection.label)
            row = self.add(collection.model, document.origin, place, values, label)
            row.is_draft = document.is_unpublished
            row.old_paths = self.addresses(document, collection.name)
            if linked := LINKED_TITLE.fullmatch(str(values.get("title", ""))):
                row.values["title"] = linked["words"]
                row.links += [{"label": "", "url": linked["url"]}] * hasattr(row.model, "links")
            if collection.finish:
                collection.finish(self, row, document)
            self.leave_looks(document)

    def value(self, document: Document, how: Column) -> object:
        """Of one converter and key, or of several: their texts as paragraphs."""
        if isinstance(how, list):
            return paragraphs(convert(self, document, key) for convert, key in how)
        convert, key = how
        return convert(self, document, key)

    def own_documents(self, *collections: str) -> Iterator[Document]:
        """Those of collections, without the theme's demo."""
        yield from self.own(self.source.documents(*collections))

    def own(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Without those that are the theme's demo, which are left out."""
        for document in documents:
            if is_demo_document(document):
                self.tree.leave_out(document.path, DEMO)
            else:
                yield document

    def own_data(self, path: str) -> Mapping:
        """A file of data of the site's own; the theme's demo is left out."""
        if path in self.tree and is_demo_document(self.tree.document(path)):
            self.tree.leave_out(path, DEMO)
            return Mapping()
        return self.source.data(path)

    def addresses(self, document: Document, collection: str) -> list[str]:
        """Of a document of a collection: all that it had."""
        return self.source.addresses(document, collection)

    def page(self, document: Document, title: str, text: str, paths: list[str], **more) -> SiteRow:
        """A page of one's own with its old addresses, of which the first names it where that is
        free.
        """
        stem = (paths[0] if paths else document.stem).strip("/").rpartition("/")[2]
        taken = {str(row.values.get("slug")) for row in self.record.rows} | RESERVED_PAGES
        slug = make_slug(stem.removesuffix(".html") or title, taken, fallback="page")
        values = {"title": title, "slug": slug, "body": text} | more
        row = self.add(Page, document.origin, document.place(self.page_place), values, title)
        row.old_paths, row.is_draft = paths, document.is_unpublished
        self.leave_looks(document)
        return row

    def own_page(self, document: Document, title: str, text: str) -> SiteRow | None:
        """A page that stands in the menu if it did on the site, under the title there where
        several pages share theirs; None where all of it is a list that is here.
        """
        name, position = self.in_menu(document)
        title = title or name or document.stem
        title = "Curriculum vitae" if title.upper() == "CV" else title  # ours is in the menu, too
        if not (left := self.without_list(document, title, text)) and text:
            return None
        # A sentence beside a list that is here would be a second entry of the same name.
        is_rest = left != text and len(line_in_words(left)) < LONGEST_REST
        alike = [one for one in self.source.pages() if dict.get(one.front, "title") == title]
        if position and name and len(alike) > 1:
            title = name
        menu = {"in_menu": bool(position) and not is_rest, "position": position}
        return self.page(document, title, left, self.source.addresses(document), **menu)

    def own_collections(self, known: Iterable[str], alike: dict[str, Collection]) -> None:
        """Collections of the site's own: a page outside the menu for each document.

        `known`: names of those that are read already; `alike`: by a further name of theirs.
        """
        for name in self.source.collection_names():
            if name in known:
                continue
            if name in alike:
                self.read_collection(alike[name]._replace(name=name))
                continue
            for document in self.own_documents(name):
                self.document_page(document, name)

    def document_page(self, document: Document, collection: str) -> SiteRow | None:
        """A page outside the menu; None of a document that says nothing."""
        is_draft = collection == "drafts"
        paths = self.addresses(document, "posts" if is_draft else collection)
        name = DATE_IN_NAME.fullmatch(document.stem)
        title = words(self, document, "title") or (name[4] if name else document.stem)
        text = self.page_text(document, title)
        text = text or paragraphs(markdown(self, document, key) for key in CARD)
        if not text:
            self.record.redirects |= dict.fromkeys(paths, "")
            self.tree.leave_out(document.path, _("a page without a text"))
            return None
        row = self.page(document, title, text, paths, in_menu=False)
        if is_draft:
            row.is_draft, row.old_paths = True, []
        return row

    def title_of(self, document: Document) -> str:
        """What a page calls itself; "" where it does not."""
        return str(dict.get(document.front, "title", ""))

    def page_text(self, document: Document, title: str) -> str:
        """What a page says below its title."""
        return self.markdown(document.body, document.body_place)

    def post(self, document: Document, title: str, text: str, is_draft: bool = False) -> None:
        """A page outside the menu, which a news item of its day leads to."""
        paths = self.addresses(document, "posts")
        self.tree.leave_out(document.path, NO_TAGS, "tags", "categories", "category")
        row = self.page(document, title, text, paths, in_menu=False)
        row.is_draft |= is_draft
        row.old_paths = [] if row.is_draft else paths
        if date := iso_day(self, document, "date"):
            first = text.partition("\n\n")[0]
            is_said = first and not first.startswith(("#", "!", "```", "<"))
            said = first if is_said and len(first) <= LONGEST_NEWS else title
            values = {"date": date, "headline": title, "body": said, "page": document.path}
            item = self.add(NewsItem, f"{document.path}#news", row.place, values, title)
            item.is_draft = row.is_draft

    def read_menu(self, value: Mapping | Items, path: str) -> None:
        """Fills the menu; links elsewhere are links of one's own, a PDF is the CV."""
        for number, entry in enumerate(menu_entries(value), 1):
            place, key = Place(path, entry.line), page_key(entry.url)
            is_file = extension_of(entry.url.partition("?")[0]) in SIGNATURES
            if is_file or "://" in entry.url or entry.url.startswith("mailto:"):
                self.service(entry.url, place, entry.title)
            elif not entry.url.lstrip("/").startswith("#"):
                title = line_in_words(entry.title)  # which may be a picture
                self.menu.setdefault(key, (title, entry.weight or number))

    def in_menu(self, document: Document) -> tuple[str, int]:
        """Its title and place in the menu of the site; "" and 0 where it has none."""
        return self.menu.get(page_key(self.source.address(document)), ("", 0))

    def sections(self, text: str, place: Place, names: Counter | None = None) -> homepage.Homepage:
        """What a text that begins at a place says by its headings; see `homepage.read`."""
        page = self._read(text, place, convert=lambda part: self.markdown(part, place), names=names)
        return self.tell_unread(page or homepage.Homepage(self.markdown(text, place)))

    def _read(self, text, place, **options):
        """As `homepage.read`; None, which is told, of what has a shape that was not thought of: one
        page is no reason to refuse a site.
        """
        try:
            return homepage.read(text, *place, owner=self.owner, **options)
        except FAILURES as error:
            reason = BROKEN % {"error": f"{type(error).__name__}: {error}"}
            self.tree.not_understood(place, text.strip()[:200], reason)
            return None

    def tell_unread(self, page: homepage.Homepage) -> homepage.Homepage:
        """Papers of a list that are kept as text, because not enough of them is sure."""
        for place, text in page.unread:
            place = self.tree.place_of_words(place.file, text, place.line)
            self.record.unread_papers.append(place)
            self.tree.not_understood(place, line_in_words(text)[:200], NOT_READ)
        return page

    def add_papers(self, references: Iterable[Reference]) -> None:
        """What pages print; once, however many do."""
        for reference in map(self.settle, references):
            self.printed.add(reference)

    def without_list(self, document: Document, title: str, text: str) -> str:
        """What a page says besides the papers, or the news, that it lists by its title, its name or
        what it says. Where that is nothing, or a few words, its address leads to the list here.
        """
        entries = entries_of(text, document.body_place)
        if entries and all(is_by(self.owner, one.fields.get("author", "")) for one in entries):
            self.entries += entries
            self.lead(document, LIST_OF_KIND[Section.Kind.PUBLICATIONS])
            return ""
        kind = homepage.kind_of(title) or homepage.kind_of(document.name)
        if not kind and homepage.are_papers(text, self.owner, title):
            kind = Section.Kind.PUBLICATIONS
        if kind not in LIST_OF_KIND:
            return self._without_papers(document, text)
        page, left = self.printed_list(kind, text, document.body_place)
        self.record.rows += page.rows
        self.add_papers(page.references)
        is_whole = not (page.unread or any(map(BULLET.match, left.split("\n"))))
        is_rest = bool(page.references) and is_whole and len(NOT_WORDS.sub("", left)) < FEW_LETTERS
        if text and (is_rest or not left):
            self.lead(document, LIST_OF_KIND[kind], said=left)
        return "" if is_rest else left

    def _without_papers(self, document, text):
        """What a page of something else says besides the papers below a heading that says so."""
        first = document.body_place.line
        for part in homepage.split(text):
            if part.kind != Section.Kind.PUBLICATIONS or not part.heading:
                continue
            place = Place(document.path, first and first + part.line - 1)
            page, left = self.printed_list(part.kind, part.text, place)
            if page.references:
                self.add_papers(page.references)
                above, _text, below = text.partition(part.text)
                above = above if left else LAST_HEADING.sub("", above)
                text = f"{above}{left}\n\n{below}".strip()
        return text

    def read_data(self, paths: Iterable[str]) -> None:
        """Lists of papers in files of data that nothing else reads."""
        for path in paths:
            if path not in self.tree.used:
                self.add_papers(read_data(self, path))

    def lead(self, document: Document, here: str, reason: str = LIST, said: str = "") -> None:
        """Its addresses lead to the page here that has the same list; what it `said` is told."""
        if said:
            line = document.body_line or self.tree.place_of_words(document.path, said).line
            self.tree.not_understood(Place(document.path, line), said[:200], NO_ROOM)
        paths = [path for path in self.source.addresses(document) if path != "/"]
        self.record.redirects |= dict.fromkeys(paths, here)
        label, position = self.in_menu(document)
        if position:
            self.head(here, label or document.front.text("title"), document.place("title"))
        self.tree.leave_out(document.path, reason)

    def printed_list(self, kind: str, text: str, place: Place) -> tuple[homepage.Homepage, str]:
        """A page that is a list of papers, or of news, as rows and references; and what of it is
        neither, which stays a text: all of it, where nothing is understood.
        """
        page = self.tell_unread(self._read(text, place, kind=kind) or homepage.Homepage())
        left = [str(row.values["body"]) for row in page.rows if row.values.get("kind") == "text"]
        page.rows = [row for row in page.rows if row.model is not Section]
        for reference in page.references:
            reference.fields.pop("selected", None)
            # Lines of a text that was made of the file are not quite those of the file.
            (file, near), title = reference.place, str(reference.fields["title"])
            reference.place = self.tree.place_of_words(file, title, near)
        left = "\n\n".join(left) if page.rows or page.references else text
        return page, left if NOT_WORDS.sub("", left) else ""

    def cv_page(self, document: Document) -> bool:
        """Rows by its headings, its other texts as sections; False where it has no rows."""
        page = self.sections(document.body, document.body_place)
        rows = [row for row in page.rows if row.model is not Section]
        if not rows and not page.references:
            return False
        texts = [row for row in page.rows if row.values.get("kind") == "text"]
        for row in (*rows, *texts):
            row.values.pop("position", None)
            self.record.rows.append(row)
        self.add_papers(page.references)
        self.lead(document, "cv/")
        return True

    def homepage(self, document: Document) -> homepage.Homepage:
        """Biography, interests and rows of a homepage's text; its papers are for the caller."""
        page = self.sections(own_text(self.tree, document), document.body_place)
        page.biography = without_portrait(self, page.biography, document.body_place)
        for column in ("biography", "interests", "native_name"):
            self.fill(column, getattr(page, column), document.body_place)
        self.record.rows += page.rows
        return page

    # --- Texts ---

    def own_value(self, path: str, mapping: Mapping, key: str, within: str = "") -> str:
        """The text of a key; of the theme's own nothing, and it is left out. `within`: "profile/"
        of a key in a mapping of the file.
        """
        if is_demo(value := mapping.text(key)):
            self.tree.leave_out(path, DEMO, f"{within}{key}")
            return ""
        return value

    def markdown(self, text: str, place: Place) -> str:
        """Our Markdown of a text that begins at a place; what it loses is reported."""
        text = CITED.sub(r"[@\1]", with_settings(text.strip("\n"), self.config))
        markdown, problems = to_markdown(text, place.line or 1)
        for problem in problems:
            self.tree.not_understood(Place(place.file, problem.line), problem.text, problem.reason)
        return markdown.strip()

    def iso(self, text: str, place: Place) -> str:
        """ "2024-01-30": times are left away, a date that is none is reported."""
        text = DAYS.sub("", text)
        try:
            return PartialDate.parse(text.strip(" '\"")).iso if text else ""
        except ValidationError as error:
            self.tree.not_understood(place, text, " ".join(error.messages))
            return ""

    # --- What is left ---

    def leave_rest(self, built: re.Pattern | None = None) -> None:
        """When all else is read: the theme's files, among them what tools `built`, and documents of
        which visitors know.
        """
        read_left(self)
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if THEME_FILES.match(path) or (built and built.match(path)):
                self.tree.leave_out(path, PART)
        for path, reasons in self.left_out.items():
            for keys, reason in reasons.items() if path in self.tree else ():
                self.tree.leave_out(path, reason, *keys.split())
        self.record.old_files += self.source.files()
        self.tree.used.update(self.record.old_files)

    def leave_looks(self, document: Document) -> None:
        """What the theme knows and nothing here asked for; other keys are nobody's, and told."""
        for keys, reason in self.looks.items():
            unread = [key for key in keys.split() if key not in document.front.read]
            if unread:
                self.tree.leave_out(document.path, reason, *unread)
