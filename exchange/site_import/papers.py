"""The one reader of papers that a site keeps as files, or as records of a file: a table says which
keys fill which fields of BibTeX, and has the converters of what is odd about a theme.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.columns import Column, first, words
from exchange.site_import.links import PICTURES
from exchange.site_import.printed_references import Reference, bibtex_names, key_of, said
from exchange.site_import.records import Place
from exchange.site_import.theme import THEME_FILES, is_demo
from exchange.site_import.tree import Document, Items, Mapping, mark_read
from profiles.models import Section
from publications.matching import normalise_title
from publications.printed.lines import is_by
from publications.printed.marks import NUMBER, marked, plain
from publications.printed.names import LONGEST_LIST, names_in
from publications.printed.reference import PrintedReference
from publications.printed.venue import YEAR, read_venue, type_of
from uploads.documents import extension_of

LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
# "<a href='/kelp.pdf'>[paper]</a>"
HTML_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"']([^\"'<>\s]+)[\"'][^<>]*>\s*\[?([^<>\[\]]+)\]?\s*</a>"
)
AN_ADDRESS = re.compile(r"^(?:url|link)_|_?(?:url|link)$")
ADDRESS = re.compile(r"(?:https?://|\.{0,2}/)\S+|[\w./-]+\.pdf")
OWN_ADDRESSES = {"permalink", "redirect_from", "redirect_to", "canonical_url"}
IN = re.compile(r"^In:?\s+(?=[A-Z\d])")
# What sites call where a paper appeared, and what it is.
VENUES = "container-title journal publication venue journal-title booktitle conference where"
KINDS, TITLES = "type kind category", "title papertitle paper_title"
# So some call themselves.
SELF = {"me", "self"}
# The names, or those beside the owner's: "With Bob Brandt and Charlie Coral".
AUTHORS = ("authors", "author", "coauthors", "co_authors", "coauthor")
WITH = re.compile(r"^\s*\(?(?:joint(?:ly)?\s+)?(?:work\s+)?with:?\s+", re.I)
# Who is called by a key there.
PEOPLE = ("_data/coauthors.yml", "_data/authors.yml", "_data/people.yml")
# "(Authors in alphabetical order)", "(incl. A. Lind)"
REMARK = re.compile(r"\((?P<remark>(?:[A-Z]|incl)[^()]{8,200})\)[\s.]{0,9}$")
YEAR_OF_VENUE = re.compile(r"(?<=\S),\s{0,9}((?:19|20)\d\d)\.?$")
YEAR_BEHIND = re.compile(r"\s*\((\d{4})\)[\s.]{0,9}$")
# "[Kelp Consortium]", and no link.
IN_BRACKETS = re.compile(r"^\s*\[([^\[\]]+)\]\s*$")
NAME_PARTS = ("given", "firstname", "family", "lastname", "name")
# "9\\. Tides of Oslo": the number of a list.
NUMBERED = re.compile(r"^\d{1,3}\\\.\s+")
ITALICS = re.compile(r"(?<![\w_*])([_*])(?=[^\s_*])([^_*\n]{1,200})(?<=\S)\1(?![\w_*])")
# Behind a venue's name another word than those that count.
MORE = re.compile(r"(?i)(?!(?:vol(?:ume)?|no|nr|issue|pp|pages?|art(?:icle)?)\b)\b[^\W\d_]{2,}")
ABSTRACT = re.compile(r"\A#+ *(?:Abstract|Summary)\s*\n+")
NOT_READ = gettext_lazy("this file seems to list papers, and none was read: import them by hand")
NOT_PAPER = gettext_lazy("it stands among papers, and has no authors: add it by hand")
NO_TITLE = gettext_lazy("a paper without a title")
COUNTS = gettext_lazy("counts of citations, which another site made")
COAUTHORS = gettext_lazy("these are the co-authors, whom the owner leads here; check their order")
NO_NAMES = gettext_lazy("these are no names of authors; add them by hand")
LOST_NAME = gettext_lazy("this is no name and was left out of the authors; add it by hand")


def listed_names(theme: Any, reference: Reference, document: Document) -> list[str]:
    """Under the first of `AUTHORS`: each a text with a name or several, or a mapping of its parts.
    What is no name is told; a remark behind them is a note. A text may be the key of a person.
    """
    front, names = document.front, []
    people = [theme.source.data(path) for path in PEOPLE]
    key = next((key for key in AUTHORS if front.list(key)), "author")
    for author in front.list(key):
        if not isinstance(author, str):
            person = author.mapping("name") or author
            names.append(" ".join(filter(None, map(person.text, NAME_PARTS))))
            continue
        if author in SELF:
            names.append(theme.owner)
            continue
        called = (some.mapping(author).text("name") for some in people)
        author = unescape(next(filter(None, called), author))
        if match := YEAR_BEHIND.search(author):
            author = author[: match.start()]
            reference.fields.setdefault("year", match[1])
        if match := REMARK.search(author):
            author, reference.fields["note"] = author[: match.start()], match["remark"]
        author = WITH.sub("", IN_BRACKETS.sub(r"\1", author[:LONGEST_LIST]))
        names.append(NUMBER.sub("", plain(marked(author)[0])))
    # Together, for each tells whether the others have their family name first.
    names, lost = names_in("; ".join(filter(None, names)))
    for words_lost in lost:
        reason = LOST_NAME if names else NO_NAMES
        theme.tree.not_understood(document.place(key), words_lost, reason)
    if key not in AUTHORS[:2] and names and not is_by(theme.owner, "; ".join(names)):
        theme.tree.not_understood(document.place(key), "; ".join(names), COAUTHORS)
        names.insert(0, theme.owner)
    return names


def named_venue(
    theme: Any, document: Document, *more: str, default: str = "conference"
) -> tuple[str, dict[str, str]]:
    """By what the file, or `more` words, call the paper; else by the venue's name or key."""
    name = IN.sub("", LINK.sub(r"\1", first(theme, document, VENUES)))
    if (ends := YEAR_OF_VENUE.search(name)) and year(theme, document, YEARS) in ("", ends[1]):
        name = name[: ends.start()]  # the year is a field of its own
    default = "journal" if document.front.text("journal") else default
    entry_type, field = type_of(first(theme, document, KINDS), *more, name, default)
    return entry_type, {field: name}


def year(theme: Any, document: Document, keys: str) -> str:
    """The first in the words of several keys."""
    found = (YEAR.search(words(theme, document, key)) for key in keys.split())
    return next((match[0] for match in found if match), "")


def volume(theme: Any, document: Document, key: str) -> str:
    """Of "61(12)" the first."""
    return words(theme, document, key).partition("(")[0].strip()


def issue(theme: Any, document: Document, keys: str) -> str:
    """Of several keys, else what stands in brackets behind the volume."""
    behind = words(theme, document, "volume").partition("(")[2]
    return first(theme, document, keys) or behind.strip(" )")


# Fields that sites call as BibTeX does, or nearly.
FIELDS = {
    "title": (first, TITLES),
    "month": (words, "month"),
    "volume": (volume, "volume"),
    "number": (issue, "number issue"),
    "pages": (first, "pages page"),
    "doi": (first, "doi DOI"),
    **{name: (words, name) for name in ("isbn", "publisher", "school", "series", "editor")},
}


class PaperTable(NamedTuple):
    """How a theme says a paper.

    `columns`: field of BibTeX -> converter and key, as those of a `Collection`; what is empty is
    left out. `names` gives the authors, `venue` the entry type and the fields of where it appeared.
    """

    columns: dict[str, Column]
    names: Callable[[Any, Reference, Document], list[str]] = listed_names
    venue: Callable[[Any, Document], tuple[str, dict[str, str]]] = named_venue


def paper_of(theme: Any, document: Document, table: PaperTable) -> Reference | None:
    """None, which is told, for what has no title. `theme` is a `reading.Theme`."""
    reference = Reference(key_of(document.name), document.place("title"))
    values = {name: theme.value(document, how) for name, how in table.columns.items()}
    values["title"] = ITALICS.sub(r"\2", NUMBERED.sub("", values["title"]))
    if not values["title"]:
        text = " ".join(document.body.split())[:200] or document.path
        theme.tree.not_understood(reference.place, text, NO_TITLE)
        return None
    author = bibtex_names(table.names(theme, reference, document))
    reference.entry_type, venue = table.venue(theme, document)
    venue = _without_numbers(venue)
    fields = [("author", author), *venue.items(), *values.items(), *reference.fields.items()]
    reference.fields = {name: value for name, value in fields if value}
    for linked in LINK.finditer(first(theme, document, VENUES)):
        reference.link("Paper", linked[2])
    if document.is_unpublished:
        reference.fields["draft"] = "true"
    return reference


def _without_numbers(venue):
    """Of "Tides of Oslo. 29: 931-946" the name, and the numbers behind it in their own fields."""
    name = next((name for name in ("journal", "booktitle") if venue.get(name)), "")
    printed = PrintedReference()
    read_venue(printed, text := venue.get(name, ""))
    is_name = text.startswith(printed.venue) and not MORE.search(text[len(printed.venue) :])
    if not (printed.volume or printed.pages) or not printed.venue or not is_name:
        return venue
    printed.year = ""  # the file has it
    return venue | said(printed, name)


# --- Papers in files of data ----------------------------------------------------------------------


def _state(theme, document, keys):
    said = first(theme, document, keys)
    found = (name for name, how in STATES.items() if re.search(how, said, re.I))
    return next(found, "")


DATA = (".yml", ".yaml", ".json")
# Of a paper that has not appeared, by what a file calls its state.
STATES = {"submitted": r"\b(?:submitted|review)\b", "accepted": r"\baccepted\b"}
YEARS = "year date issued published"
# "Tides of Oslo 12, 3 (2020)", and not "Lind et al. (2020)".
VENUE_OF_LINK = re.compile(r"([^\W\d]+)(?:(?! et al)[^\d(])*", re.I)
ARCHIVED = re.compile(r"rxiv\b|\bssrn\b", re.I)
DATA_TABLE = PaperTable(
    FIELDS
    | {
        "year": (year, f"{YEARS} {VENUES}"),
        "abstract": (first, "abstract summary description"),
        "award_name": (first, "award awards"),
        "pubstate": (_state, "status state type"),
    }
)


def read_data(theme: Any, path: str) -> Iterator[Reference]:
    """Each paper of a file of data that no .bib file has; none where most of what it lists is not
    by the owner, which is told. `theme` is a `reading.Theme`.
    """
    if not path.endswith(DATA) or THEME_FILES.match(path):
        return
    document = theme.tree.document(path)
    if {"citedby", "hindex"} <= set(document.front) or document.stem == "citations":
        theme.tree.leave_out(path, COUNTS)
        return
    items = _items(document)
    found = [item for item in items if _is_paper(item)]
    # Beside papers one may have no year, and be nowhere yet.
    found = [item for item in items if _is_paper(item, is_among=bool(found))]
    by_owner = sum(not theme.owner or _is_by(theme.owner, item) for item in found)
    if 2 * by_owner <= len(found):
        is_list = not found and _is_called_a_list(document, items)
        references = _printed(theme, document, items) if is_list else []
        yield from references
        theme.tree.used -= set() if references else {path}  # nothing of it is here
        if (found or is_list) and not references:
            said = "; ".join(filter(None, (str(dict.get(item, "title", "")) for item in items)))
            theme.tree.not_understood(document.place(), said[:200] or document.stem, NOT_READ)
        return
    theme.tree.used.add(path)
    known = set(map(normalise_title, theme.record.titles())) - set(theme.printed.by_title)
    found = [item for item in found if normalise_title(dict.get(item, "title")) not in known]
    for item in found:
        record = Document(path, item, "", min(item.lines.values()))
        record.row = " ".join(words(theme, record, "title").split()[:4])
        reference = paper_of_front(theme, record)
        if reference:
            page = f"_publications/{item.first('key', 'id')}.md"
            if page in theme.tree:  # that prints it by Liquid
                reference.old_paths = theme.addresses(theme.tree.document(page), "publications")
                for path in reference.old_paths:
                    theme.record.redirects.pop(path, None)
            yield reference
    for item in items:
        title = str(dict.get(item, "title", ""))
        is_unsigned = title and not any(dict.get(item, key) for key in AUTHORS)
        if is_unsigned and not is_demo(title):
            theme.tree.not_understood(Place(path, min(item.lines.values())), title, NOT_PAPER)
    mark_read(document.items or document.front)


def paper_of_front(theme: Any, document: Document) -> Reference | None:
    """A paper by the keys that files of data have, with its links. `theme` as for `paper_of`."""
    if reference := paper_of(theme, document, DATA_TABLE):
        links = [(label or "Paper", url) for label, url in addresses_in(document.front)]
        theme.attach(reference, document, links)
    return reference


def lists_papers(document: Document) -> bool:
    """Whether a file of data lists papers, by its name or most of what it has."""
    items = _items(document)
    return _is_called_a_list(document, items) or 2 * sum(map(_is_paper, items)) > len(items)


def _items(document):
    """The mappings of a file; what links say of a journal and a year, they say of theirs:
    `link: {url: …, display: "Tides 12, 3 (2020)"}`.
    """
    items = list(_mappings(document.items or document.front))
    items = [item for item in items if not _is_link(item)]
    for item in items:
        names = str(dict.get(item, "authors", ""))
        for key, link in list(item.items()):
            if _is_link(link) and (said := link.text("display")):
                item.lines["year"] = item.lines["journal"] = item.lines[key]
                said = "" if ARCHIVED.search(said) else said
                if (found := YEAR.search(said)) and not dict.get(item, "year"):
                    item["year"] = found[0]
                name = VENUE_OF_LINK.match(said)
                if found and name and not dict.get(item, "journal") and name[1] not in names:
                    item["journal"] = name[0].strip(" ,")
    return items


def _is_link(value):
    return isinstance(value, Mapping) and {"url", "display"} <= set(value)


def _is_called_a_list(document, items):
    """Of papers, by the name of the file or of what it has."""
    by_name = homepage.kind_of(document.stem) == Section.Kind.PUBLICATIONS
    return by_name or bool(items and all("citation" in item for item in items))


def _printed(theme, document, items):
    """Papers that the items of a file print as references, each on its line of the file."""
    lines: dict[int, str] = {}
    for item in items:
        said = [text for text in item.values() if isinstance(text, str) and YEAR.search(text)]
        if said:
            place = Place(document.path, min(item.lines.values()))
            text = HTML_LINK.sub(r"[\2](\1)", max(said, key=len))
            lines[place.line] = " ".join(theme.markdown(text, place).split())
    rows = [f"- {lines[n]}" if n in lines else "" for n in range(1, max(lines, default=0) + 1)]
    place = Place(document.path, 1)
    page, _left = theme.printed_list(Section.Kind.PUBLICATIONS, "\n".join(rows), place)
    if page.references:
        told = {one.place.line for one in page.references} | {at.line for at, _text in page.unread}
        rest = [(Place(document.path, n), text) for n, text in lines.items() if n not in told]
        theme.tell_unread(homepage.Homepage(unread=rest))
        theme.tree.used.add(document.path)
        for item in items:
            mark_read(item)
    return page.references


def _mappings(value) -> Iterator[Mapping]:
    """All of them, in lists and mappings of lists (by year, by kind)."""
    if isinstance(value, Mapping):
        yield value
        value = value.values()
    for inner in value:
        if isinstance(inner, Mapping | Items):
            yield from _mappings(inner)


def _is_paper(item, is_among=False):
    has_names = any(isinstance(dict.get(item, key), (str, Items)) for key in AUTHORS[:2])
    has_place = is_among or any(dict.get(item, key) for key in f"{YEARS} {VENUES}".split())
    has_place = has_place or any(map(_is_link, item.values()))
    is_shown = str(dict.get(item, "visible", "true")).casefold() != "false"
    title = dict.get(item, "title")
    is_titled = isinstance(title, str) and not is_demo(title)
    return has_names and has_place and is_shown and is_titled


def _is_by(owner, item):
    """Whether its names, in whatever form, have the owner's, or "me"."""
    names = " ".join(str(dict.get(item, key, "")) for key in AUTHORS[:2])
    return is_by(owner, names) or bool(SELF & set(re.findall(r"\w+", names)))


def addresses_in(item: Mapping) -> Iterator[tuple[str, str]]:
    """(label, address) of the keys that nothing else asked for: "url_arxiv", "recording", "link",
    of which the label is "".
    """
    for key in [key for key in item if key not in item.read | OWN_ADDRESSES]:
        value = dict.get(item, key)
        if _is_link(value):
            yield "", item.mapping(key).text("url")
        elif ADDRESS.fullmatch(str(value)) and extension_of(str(value)) not in PICTURES:
            label = AN_ADDRESS.sub("", key).replace("_", " ")
            yield label[:1].upper() + label[1:], item.text(key)
