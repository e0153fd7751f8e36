"""The tables of HugoBlox: types of papers, folders, widgets, lists, collections; its papers."""

import re
from difflib import SequenceMatcher
from itertools import zip_longest

from django.utils.translation import gettext_lazy

from exchange.site_import.columns import (
    FIRST_DAY,
    Collection,
    body,
    first,
    is_true,
    iso_day,
    line,
    listed,
    markdown,
    text,
)
from exchange.site_import.cv_items import course
from exchange.site_import.homepage import kind_of
from exchange.site_import.markdown import to_words
from exchange.site_import.papers import ARCHIVED, FIELDS, IN, PaperTable, paper_of
from exchange.site_import.printed_references import BIBTEX, Reference, entry_in, key_of
from exchange.site_import.records import Latex, Place
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.tree import mark_read
from profiles.items import LINK
from profiles.markup.structure import line_in_words
from profiles.models import Project, Section, Talk, Teaching
from publications import bibtex
from publications.matching.people import may_be_one
from publications.matching.titles import normalise_title
from publications.names import parse_name, parse_names
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
LOOKS_OF_BLOCKS = TABLE["blocks"].split()


# --- The collections ------------------------------------------------------------------------------


def _place(_theme, document, _key):
    """The location, and of the address what is no street."""
    address = document.front.mapping("address")
    parts = [document.front.text("location"), *map(address.text, ("city", "region", "country"))]
    mark_read(address)
    return ", ".join(dict.fromkeys(filter(None, parts)))


def _date(theme, document, keys):
    """The day of the first of several keys that has one."""
    named = filter(document.front.text, keys.split())
    return next((iso_day(theme, document, key) for key in named), "")


def _summary(theme, document, key):
    """A line above the text, where that does not begin with it."""
    said = markdown(theme, document, key)
    return "" if said.strip(" .") in document.body else said


def _talk(theme, row, document):
    mark_read(document.front, "date_end", "time_end", "event_end", "event_location")
    theme.add_links(row, document)
    theme.leave_authors(document)
    theme.talks.append((row, _speakers(theme, document.front)))


def keep_back(theme):
    """Talks that only others gave stay drafts; where most are, those that name nobody, too."""
    names = [names for _row, names in theme.talks]
    others = [one for one in names if one and not any(is_by(theme.owner, name) for name in one)]
    is_seminar = len(others) * 2 > len(names)
    for row, said in theme.talks:
        if said in others or (is_seminar and not said):
            row.is_draft = True
            reason = OF_OTHERS % {"names": ", ".join(said)} if said else OF_A_SEMINAR
            theme.tree.problem(row.place, reason)


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
    values.setdefault("dates", iso_day(theme, document, "date")[:4])
    row.values |= {name: value for name, value in values.items() if value}
    theme.leave_authors(document)


TALK = {
    "title": (line, "title"),
    "event": (first, "event event_name"),
    "event_url": (text, "event_url"),
    "place": (_place, "location"),
    "date": (_date, "date event_start time_start"),
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
# Behind the name of an archive.
PREPRINT = re.compile(r"[\s.,:(]+preprint\W*$", re.I)
# Of other themes: the parts of a page of a paper.
PART = re.compile(r"^#{1,6}[ \t]+(?P<heading>[^\n]+)\n(?P<text>(?:(?!#{1,6}[ \t])[^\n]*\n)*)", re.M)
CITATION = re.compile(r"citation|cite|bibtex", re.I)
LINKS_OF_PART = re.compile(r"downloads?|links", re.I)
OF_ABSTRACT = re.compile(r"^#{1,6}[ \t]+abstract\b", re.I | re.M)
RULER = re.compile(r"^-{3,}[ \t]*$", re.M)
# Fields of an entry that say where it appeared.
VENUES = {"journal", "booktitle", "journaltitle", "publisher", "school", "institution"}
OF_A_SEMINAR = gettext_lazy(
    "it names no speaker among talks of others, so it stays a draft; publish it if it is yours"
)
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
        if reference := _paper(theme, document):
            theme.record.papers.append(reference.paper())
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
    if printed := BIBTEX.search(document.body):
        entry = next(iter(bibtex.parse(entry_in(printed)).records), None)
        return bool(entry) and _is_like(line_in_words(front.text("title")), entry.text("title"))
    names = "; ".join([*front.texts("authors"), *front.texts("author")])
    return kind_of(section) == Section.Kind.PUBLICATIONS and is_by(theme.owner, names)


def _venue(theme, document):
    """Where and when it appeared, and as what."""
    front = document.front
    names = map(front.text, ("publication", "publication_short"))
    venue, short = (IN.sub("", line_in_words(to_words(name))).strip(" .") for name in names)
    kind = next(iter(front.texts("publication_types")), "").lower()
    default = ("article", "journal") if venue else ("misc", "howpublished")
    entry_type, container = TYPES.get(kind, default)
    if ARCHIVED.search(venue):
        venue, container = PREPRINT.sub("", venue), "journal"
    return entry_type, {
        "date": FIRST_DAY.sub("", _date(theme, document, "date publishDate")),
        container: venue or short,
        "abbr": short if short != venue and len(short) <= LONGEST_SHORT_NAME else "",
        "pubstate": "preprint" if kind in PREPRINTS else "",
    }


def _identifier(_theme, document, key):
    ids = document.front.mapping("hugoblox").mapping("ids")
    return document.front.text(key) or ids.text(key)


def _in_short(theme, document, key):
    """The summary, unless the abstract has it, or where it appeared."""
    is_said = any(
        document.front.text(key) in document.front.text(n) for n in ("abstract", "publication")
    )
    return "" if is_said else markdown(theme, document, key)


def _is_draft(_theme, document, _key):
    return "true" * document.is_unpublished


def _names_and_notes(document):
    """The names that a page prints of a paper, and what it notes of each."""
    front = document.front
    notes = [note if isinstance(note, str) else "" for note in front.list("author_notes")]
    names = front.texts("authors") or front.texts("author")
    if 2 * sum(" and " in name for name in names) >= len(names) > 2 and " and " not in names[0]:
        # "[Lind, Ada and Berg, Bo]": BibTeX in a list of YAML.
        names = [name.display for name in parse_names(", ".join(names))[0]]
    return names, notes


def _names(theme, _reference, document):
    """With the marks of their notes; "me" is the person of the site."""
    return [
        theme.people.name_of(LINK.sub(r"\1", name))
        + "*" * bool(EQUAL.search(note))
        + "✉" * bool(CORRESPONDING.search(note))
        for name, note in zip_longest(*_names_and_notes(document), fillvalue="")
        if name
    ]


PAPER = PaperTable(
    FIELDS
    | {name: (_identifier, name) for name in ("doi", "arxiv", "pmid", "isbn")}
    | {
        "abstract": [(markdown, "abstract"), (body, "")],
        "tldr": (_in_short, "summary"),
        "topics": (listed, "tags"),
        "selected": (is_true, "featured selected"),
        "draft": (_is_draft, "draft"),
    },
    names=_names,
    venue=_venue,
)


def _paper(theme, document) -> Reference | None:
    """None, which is told, for the theme's own form of a paper, which has no title."""
    front, entry, links = document.front, _entry(theme, document), []
    if entry and not front.text("title"):
        front["title"], front.lines["title"] = entry.text("title"), 1
    if "publication" in front:  # whose link leads to the journal
        front["publication"] = LINK.sub(r"\1", front.text("publication"))
    if theme.source.section_of(document) not in PAPERS:
        links = _without_parts(theme, document)
    if not (reference := paper_of(theme, document, PAPER)):
        return None
    if entry:
        _take_entry(theme, document, reference, entry)
    theme.attach(reference, document, links)
    theme.settle(reference)
    base = theme.source.address(document).strip("/")
    for path in theme.tree.below(f"{base}/", ".pdf"):
        if path not in theme.tree.used:
            theme.tree.used.add(path)
            reference.files.append(("pdf", path))
    reference.old_paths = theme.source.addresses(document)
    mark_read(front, "hugoblox", "publication_types", "publishDate", "image")
    theme.leave_looks(document)
    return reference


def _without_parts(theme, document) -> list[tuple[str, str]]:
    """Makes a page's body the abstract, without its heading; the links of its parts. Of a page
    that has an abstract what else stands below headings is told.
    """
    links, has_abstract = [], bool(OF_ABSTRACT.search(document.body))

    def left(part):
        heading = part["heading"].strip("# :")
        if heading.casefold() == "abstract":
            return part["text"]
        if LINKS_OF_PART.fullmatch(heading):
            links.extend(LINK.findall(part["text"]))
        elif not CITATION.match(heading):
            if not has_abstract:
                return part[0]
            line = document.body_line + part.string.count("\n", 0, part.start())
            theme.tree.not_understood(Place(document.path, line), heading, NO_PART)
        return ""

    text = PART.sub(left, f"{document.body}\n")
    document.body = RULER.sub("", BIBTEX.sub("", text))
    return links


def _entry(theme, document):
    """The entry in cite.bib beside it, else the one that the page prints."""
    folder, _slash, name = document.path.rpartition("/")
    path, line, tree = f"{folder}/cite.bib", 0, theme.tree
    if name.startswith("index.") and path in tree:
        source = tree.text(path)
    elif printed := BIBTEX.search(document.body):
        path, source = document.path, entry_in(printed)
        line = document.body_line + document.body.count("\n", 0, printed.start())
    else:
        return None
    parsed = bibtex.parse(source)
    for problem in parsed.problems:
        if problem.severity != "info":
            tree.not_understood(Place(path, line + problem.line), problem.key, problem.reason)
    for record in parsed.records[1:]:
        tree.not_understood(Place(path, line + record.line), record.key, SECOND_ENTRY)
    entry = parsed.records[0] if parsed.records else None
    title = line_in_words(document.front.text("title"))
    if entry and title and not _is_like(title, entry.text("title")):
        tree.not_understood(Place(path, line + entry.line), entry.text("title"), OTHER_PAPER)
        return None
    return entry


def _take_entry(theme, document, reference, entry):
    """What it says comes first; of the page are its title, its abstract, and what it lacks."""
    said, own = reference.fields, {name: Latex(value) for name, value in entry.own.items()}
    reference.key = key_of(entry.key)
    archived = [name for name in VENUES & set(own) if ARCHIVED.search(own[name])]
    shown = " ".join(said.get(name, "") for name in VENUES)
    if archived and shown and not ARCHIVED.search(shown):  # it appeared since
        own = {name: value for name, value in own.items() if name not in archived}
    else:
        reference.entry_type = entry.entry_type
    if normalise_title(said["title"]) != normalise_title(entry.text("title")):
        own.pop("title", None)
    if VENUES & set(own):
        said = {name: said[name] for name in said if name not in {*VENUES, "howpublished"}}
    if re.search(r"\d{4}", f"{own.get('year', '')}{own.get('date', '')}"):
        said.pop("date", None)
    else:
        own.pop("year", None)  # "TBD"
    if "abstract" in said:
        own.pop("abstract", None)
    if said.get("tldr") in own.values():
        said.pop("tldr", None)  # where it appeared
    if not (author := _authors_of_entry(theme, document, entry)) and "author" in said:
        own.pop("author", None)
    reference.fields = said | own | ({"author": author} if author else {})


def _authors_of_entry(theme, document, entry) -> str:
    """Those of the entry; "" where the page has more of them, or more to say."""
    printed, notes = _names_and_notes(document)
    cited = parse_names(entry.get("author") or "")[0]
    if not cited or len(cited) < len(printed) or any(notes):
        return ""
    owner, by_page = parse_name(theme.owner), map(parse_name, printed)
    is_of_page, is_of_entry = (
        any(may_be_one(name, owner) for name in names) for names in (by_page, cited)
    )
    # She is "Kovac Novak" in the entry; or it names nobody.
    is_other = is_of_page and not is_of_entry and len(cited) == len(printed)
    if is_other or [name.display.casefold() for name in cited] == ["anonymous"]:
        return ""
    if 1 < len(printed) != len(cited):
        counts = {"page": len(printed), "entry": len(cited)}
        theme.tree.problem(document.place("authors"), OTHER_COUNT % counts)
    people, names = theme.people, re.split(r"\s+and\s+", entry.own["author"])
    return Latex(" and ".join(people.name_of(n) if n in people.all else n for n in names))


def _is_like(title, other):
    """Whether two titles are one, with a word changed: entries are copied from paper to paper."""
    pair = (normalise_title(title), normalise_title(other))
    return not pair[1] or SequenceMatcher(None, *pair).ratio() > LEAST_LIKENESS
