"""The tables of HugoBlox: types of papers, folders, widgets, lists, collections; its papers."""

import re
from difflib import SequenceMatcher

from django.utils.translation import gettext_lazy

from exchange.site_import.buttons import KIND_OF_FILE
from exchange.site_import.columns import (
    FIRST_DAY,
    Collection,
    body,
    first,
    line,
    listed,
    markdown,
    paragraphs,
    text,
)
from exchange.site_import.cv_items import course
from exchange.site_import.homepage import kind_of
from exchange.site_import.markdown import to_words
from exchange.site_import.papers import IN, NO_TITLE
from exchange.site_import.printed_references import Reference, bibtex_names, key_of
from exchange.site_import.records import Latex, Place
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.theme import NO_TAGS, SETTING
from exchange.site_import.tree import mark_read
from profiles.cv_lines import LINK
from profiles.markup.structure import line_in_words
from profiles.models import Project, Section, Talk, Teaching
from publications import bibtex
from publications.matching.titles import normalise_title
from publications.names import parse_names
from publications.printed.lines import is_by
from publications.printed.names import is_name

TABLE = THEMES["hugoblox"]
# `publication_types` -> the type of entry, and its field for the venue.
TYPES = {name: tuple(kind.split()) for name, kind in first_words(TABLE["types"]).items()}
PREPRINTS = {"3", "article", "manuscript", "preprint"}
# Folders of the content -> where the same list stands here.
FOLDERS = first_words(TABLE["folders"])
TALKS = [folder for folder, here in FOLDERS.items() if here == "#talks"]
PAPERS = [folder for folder, here in FOLDERS.items() if here == "publications/"]
POSTS = [folder for folder, here in FOLDERS.items() if here == "news/"]
# What holds a person: "about", "about.biography", "about.avatar", "resume-biography-3".
ABOUT = re.compile(r"(?:resume-)?(?:about|biography)\b.*")
LISTS, CV_LISTS = first_words(TABLE["lists"]), first_words(TABLE["cv"])
RESUME = {block: lists.split() for block, lists in TABLE["resume"].items()}
KEYS = first_words(TABLE["keys"])
LOOKS_OF_ENTRIES = set(TABLE["looks_of_entries"].split())
LOOKS_OF_BLOCKS = TABLE["blocks"].split()
LOOKS = {
    TABLE["switches"]: SETTING,
    "categories category": NO_TAGS,
    "projects": gettext_lazy("papers here are not tied to projects"),
    "abstract_short url_cite subtitle": gettext_lazy("a second form of what is here"),
}


# --- The collections ------------------------------------------------------------------------------


def _place(_theme, document, _key):
    """The location, and of the address what is no street."""
    address = document.front.mapping("address")
    parts = [document.front.text("location"), *map(address.text, ("city", "region", "country"))]
    mark_read(address)
    return ", ".join(dict.fromkeys(filter(None, parts)))


def _date(theme, document, key):
    """When it is, which is not when its page was published; the day alone."""
    names = (key, "event_start", "time_start", "date")
    return next((theme.day(document, name) for name in names if document.front.text(name)), "")


def _summary(theme, document, key):
    """A line above the text, where that does not begin with it."""
    said = markdown(theme, document, key)
    return "" if said.strip(" .") in document.body else said


def _talk(theme, row, document):
    mark_read(document.front, "date_end", "time_end", "event_end", "event_location")
    theme.add_links(row, document)
    theme.leave_authors(document)
    others = _speakers(theme, document.front)
    if others and not any(is_by(theme.owner, name) for name in others):
        row.is_draft = True
        theme.tree.problem(document.place(), OF_OTHERS % {"names": ", ".join(others)})


def _speakers(theme, front) -> list[str]:
    """Who gave a talk; in a seminar's list that may be a link above the text. [] is its owner."""
    said = [name for name in front.texts("authors") if name]
    for key in ("subtitle", "summary"):
        link = LINK.match(front.text(key))
        said = said or ([link[1]] if link and is_name(link[1]) else [])
    return [theme.people.name_of(name) for name in said]


def _project(theme, row, document):
    """Its date is the page's: it orders the list, and is not shown."""
    mark_read(document.front, "date")
    theme.add_links(row, document)
    theme.leave_authors(document)
    if cover := theme.cover(document):
        row.files["cover"] = cover


def _course(theme, row, document):
    values = course(line(theme, document, "title"))
    values["url"] = values.get("url") or document.front.text("external_link")
    values.setdefault("dates", theme.day(document, "date")[:4])
    row.values |= {name: value for name, value in values.items() if value}
    theme.leave_authors(document)


TALK = {
    "title": (line, "title"),
    "event": (first, "event event_name"),
    "event_url": (text, "event_url"),
    "place": (_place, "location"),
    "date": (_date, "date"),
    "description": [(_summary, "summary"), (markdown, "abstract"), (body, "")],
}
PROJECT = {
    "title": (line, "title"),
    "description": [(_summary, "summary"), (body, "")],
}
TEACHING = {"description": [(_summary, "summary"), (body, "")]}
COLLECTIONS = [
    *(Collection(name, Talk, TALK, finish=_talk) for name in TALKS),
    *(Collection(name, Project, PROJECT, finish=_project) for name in ("project", "projects")),
    Collection("teaching", Teaching, TEACHING, finish=_course),
]


# --- Papers: the entry in cite.bib first, then the front matter of the page -----------------------

EQUAL, CORRESPONDING = re.compile(r"equal|co-?first", re.I), re.compile("correspond", re.I)
LONGEST_SHORT_NAME, LEAST_LIKENESS = 24, 0.6
# Of other themes: the entry that a page prints of its paper, and the parts of such a page.
PRINTED = re.compile(r"^(```+)[ \t]*\w*\n(?P<entry>\s*@\w+\s*\{.*?)\n[ \t]*\1[ \t]*$", re.M | re.S)
PART = re.compile(r"^#{1,6}[ \t]+(?P<heading>[^\n]+)\n(?P<text>(?:(?!#{1,6}[ \t])[^\n]*\n)*)", re.M)
CITATION, LINKS_OF_PART = (
    re.compile(r"citation|cite|bibtex", re.I),
    re.compile(r"downloads?|links", re.I),
)
OF_ABSTRACT = re.compile(r"^#{1,6}[ \t]+abstract\b", re.I | re.M)
RULER = re.compile(r"^-{3,}[ \t]*$", re.M)
OF_OTHERS = gettext_lazy("a talk of %(names)s, so it stays a draft; publish it if it is yours")
OTHER_COUNT = gettext_lazy(
    "the page names %(page)s authors, and its BibTeX %(entry)s, which are the ones here"
)
OTHER_PAPER = gettext_lazy("the entry is of another paper than its page: it is not read")
NO_PART = gettext_lazy("a paper here has no place for this part of its page")
SECOND_ENTRY = gettext_lazy("a further entry in the file of one paper")


def read_papers(theme) -> set[str]:
    """The paths of their pages. `theme` is a hugoblox.HugoBlox."""
    others = (document for document in theme.source.pages() if _is_of_paper(theme, document))
    read = set()
    for document in [*theme.own_documents(*PAPERS), *others]:
        paper = _Paper(theme, document)
        if paper.read():
            theme.record.papers.append(paper.reference.paper())
        read.add(document.path)
    return read


def _is_of_paper(theme, document) -> bool:
    """Whether a page says which type of paper it is, in whatever folder; or one of another theme
    prints the entry of its title, or is in a folder of papers and by the owner.
    """
    front, section = document.front, theme.source.section_of(document)
    if section in FOLDERS or theme.source.is_of_folder(document.path) or not front.text("title"):
        return False
    if any(front.texts("publication_types")):
        return True
    if printed := PRINTED.search(document.body):
        entry = next(iter(bibtex.parse(printed["entry"]).records), None)
        return bool(entry) and _is_like(line_in_words(front.text("title")), entry.text("title"))
    names = "; ".join([*front.texts("authors"), *front.texts("author")])
    return kind_of(section) == Section.Kind.PUBLICATIONS and is_by(theme.owner, names)


class _Paper:
    def __init__(self, theme, document):
        self.theme, self.tree, self.document = theme, theme.tree, document
        self.front, self.has_abstract = document.front, False
        name = document.path.removesuffix("/index.md").rpartition("/")[2].rpartition(".")
        self.reference = Reference(key_of(name[0] or name[2]), document.place("title"))

    def read(self) -> bool:
        """Whether it is a paper: the theme's own form of one has no title."""
        reference, entry = self.reference, self._entry()
        title = line_in_words(self.front.text("title")) or (entry.text("title") if entry else "")
        if not title:
            self.tree.not_understood(self.document.place(), self.document.path, NO_TITLE)
            return False
        own = {name: Latex(value) for name, value in entry.own.items()} if entry else {}
        own = {name: value for name, value in own.items() if "+" not in name}
        if normalise_title(title) != normalise_title(entry.text("title") if entry else ""):
            own.pop("title", None)  # the page is called so
        if self.theme.source.section_of(self.document) not in PAPERS:
            self.has_abstract = bool(OF_ABSTRACT.search(self.document.body))
            self.document.body = PART.sub(self._part, f"{self.document.body}\n")
            self.document.body = RULER.sub("", PRINTED.sub("", self.document.body))
        said = self._said(title)
        if entry:
            reference.entry_type, reference.key = entry.entry_type, key_of(entry.key)
            venues = {"journal", "booktitle", "journaltitle", "publisher", "school", "institution"}
            if venues & set(own):
                for name in (*venues, "howpublished"):
                    said.pop(name, None)
            if re.search(r"\d{4}", f"{own.get('year', '')}{own.get('date', '')}"):
                said.pop("date")
            else:
                own.pop("year", None)  # "TBD"
        if said.get("abstract"):
            own.pop("abstract", None)
        if said.get("tldr") in own.values():
            said.pop("tldr")  # where it appeared
        author = self._authors(entry, own)
        fields = {"author": author} | reference.fields | said | own | {"author": author}
        reference.fields = {name: value for name, value in fields.items() if value}
        self.theme.attach(reference, self.document)
        self._documents_beside()
        reference.old_paths = self.theme.source.addresses(self.document)
        mark_read(self.front, "hugoblox", "publication_types", "publishDate", "image")
        self.theme.leave_looks(self.document)
        return True

    def _part(self, part) -> str:
        """The abstract without its heading; links become those of the paper. Of a page that has an
        abstract what else stands below headings is told.
        """
        heading, body = part["heading"].strip("# :"), part.string
        if LINKS_OF_PART.fullmatch(heading):
            for label, url in LINK.findall(part["text"]):
                if file := self.theme.own_file(self.document, url):
                    kind = KIND_OF_FILE.get(label.casefold(), "other")
                    self.reference.files.append((kind, file))
                elif "://" in url:
                    self.reference.link(label, url)
                else:
                    self.tree.not_understood(self.document.body_place, f"{label}: {url}", NO_PART)
            return ""
        if heading.casefold() == "abstract" or CITATION.match(heading):
            return part["text"] if heading.casefold() == "abstract" else ""
        if not self.has_abstract:
            return part[0]
        line = self.document.body_line + body.count("\n", 0, part.start())
        self.tree.not_understood(Place(self.document.path, line), heading, NO_PART)
        return ""

    def _entry(self):
        """The entry in cite.bib beside it, else the one that the page prints."""
        folder, _slash, name = self.document.path.rpartition("/")
        path, line = f"{folder}/cite.bib", 0
        if name.startswith("index.") and path in self.tree:
            source = self.tree.text(path)
        elif printed := PRINTED.search(self.document.body):
            path, source = self.document.path, printed["entry"]
            line = self.document.body_line + self.document.body.count("\n", 0, printed.start())
        else:
            return None
        parsed = bibtex.parse(source)
        for problem in parsed.problems:
            if problem.severity != "info":
                place = Place(path, line + problem.line)
                self.tree.not_understood(place, problem.key, problem.reason)
        for record in parsed.records[1:]:
            self.tree.not_understood(Place(path, line + record.line), record.key, SECOND_ENTRY)
        entry = parsed.records[0] if parsed.records else None
        title = line_in_words(self.front.text("title"))
        if entry and title and not _is_like(title, entry.text("title")):
            place = Place(path, line + entry.line)
            self.tree.not_understood(place, entry.text("title"), OTHER_PAPER)
            return None
        return entry

    def _said(self, title) -> dict[str, str]:
        """The fields as the front matter says them."""
        front, document = self.front, self.document
        kind = next(iter(front.texts("publication_types")), "")
        names = map(front.text, ("publication", "publication_short"))
        venue, short = (IN.sub("", line_in_words(to_words(name))).strip(" .") for name in names)
        default = ("article", "journal") if venue else ("misc", "howpublished")
        self.reference.entry_type, container = TYPES.get(kind.lower(), default)
        abstract = markdown(self.theme, document, "abstract")
        summary = markdown(self.theme, document, "summary")
        is_said = summary in abstract or summary.strip(" .*") in (venue, short, title)
        ids = front.mapping("hugoblox").mapping("ids")
        dated = "date" if front.text("date") else "publishDate"  # as Hugo has it
        fields = {
            "title": title,
            "date": FIRST_DAY.sub("", self.theme.day(document, dated)),
            container: venue or short,
            "abbr": short if short != venue and len(short) <= LONGEST_SHORT_NAME else "",
            "doi": front.text("doi") or ids.text("doi"),
            **{name: ids.text(name) for name in ("arxiv", "pmid", "isbn")},
            "abstract": paragraphs([abstract, body(self.theme, document)]),
            "tldr": "" if is_said else summary,
            "topics": listed(self.theme, document, "tags"),
            "selected": "true" * ("true" in map(front.text, ("featured", "selected"))),
            "draft": "true" * (front.text("draft") == "true"),
            "pubstate": "preprint" if kind.lower() in PREPRINTS else "",
        }
        return {name: value for name, value in fields.items() if value or name == "date"}

    def _authors(self, entry, own) -> str:
        """Those of the entry, unless the front matter has more; "me" is the person of the site."""
        notes = [note if isinstance(note, str) else "" for note in self.front.list("author_notes")]
        printed, names = self.front.texts("authors") or self.front.texts("author"), []
        for number, name in enumerate(printed):
            note = notes[number] if number < len(notes) else ""
            mark = "*" * bool(EQUAL.search(note)) + "✉" * bool(CORRESPONDING.search(note))
            names.append(self.theme.people.name_of(LINK.sub(r"\1", name)) + mark)
        cited = parse_names(entry.get("author"))[0] if entry and "author" in own else []
        is_whole = len(cited) >= len(printed) and not any(notes)
        slugs = [name.display for name in cited if name.display in self.theme.people.all]
        is_anonymous = [name.display.casefold() for name in cited] == ["anonymous"]
        if not cited or not is_whole or is_anonymous:
            return bibtex_names(names)
        if 1 < len(printed) != len(cited):
            counts = {"page": len(printed), "entry": len(cited)}
            self.tree.problem(self.document.place("authors"), OTHER_COUNT % counts)
        parts = re.split(r"\s+and\s+", own["author"])
        return Latex(" and ".join(self.theme.people.name_of(p) if p in slugs else p for p in parts))

    def _documents_beside(self):
        base = self.theme.source.address(self.document).strip("/")
        for path in self.tree.below(f"{base}/", ".pdf"):
            if path not in self.tree.used:
                self.tree.used.add(path)
                self.reference.files.append(("pdf", path))


def _is_like(title, other):
    """Whether two titles are one, with a word changed: entries are copied from paper to paper."""
    pair = (normalise_title(title), normalise_title(other))
    return not pair[1] or SequenceMatcher(None, *pair).ratio() > LEAST_LIKENESS
