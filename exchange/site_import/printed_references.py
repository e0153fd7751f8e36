"""A paper as a homepage prints it, or the `excerpt` of a file -> fields of BibTeX."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from itertools import chain, count

from django.utils.translation import gettext_lazy

from exchange.site_import.records import Latex, Paper, Place, bibtex_entry
from exchange.site_import.tables import THEMES
from exchange.site_import.tree import Tree
from profiles.markup.structure import line_in_words as plain
from publications import identifiers
from publications.bibtex import parse
from publications.latex import from_text
from publications.matching.people import may_be_one
from publications.matching.titles import normalise_title, titles_agree
from publications.names import OTHERS as AND_OTHERS
from publications.names import cut, parse_name
from publications.printed.lines import SPEAKS
from publications.printed.marks import marked
from publications.printed.marks import plain as without_marks
from publications.printed.names import LONGEST_LIST, bibtex_name, names_in
from publications.printed.reference import PrintedReference
from publications.printed.venue import YEAR

# What a button of a paper says -> our kind of link; the others keep their label.
BUTTONS = THEMES["buttons"]
LABELS = {label: kind for kind, said in BUTTONS["kinds"].items() for label in said.split(", ")}
OTHERS, BESIDE = (set(BUTTONS[name].split()) for name in ("others", "beside"))
OTHER_AUTHORS = gettext_lazy(
    "the same title as “%(title)s”, but other authors, or in another order; both are one paper "
    "here, without these authors: %(authors)s"
)
OTHER_YEAR = gettext_lazy(
    "“%(title)s” is from %(year)s here; this other place on the site says %(other)s"
)
NO_AUTHORS = gettext_lazy("a paper without authors; add them by hand")
# Of a paper without a year: where it is, how far, or a title that is set off.
SIGN = re.compile(
    r"\((?:submitted|under review|in (?:press|prep\w*|review)|accepted|forthcoming)\b[^()]*\)"
    r"|arxiv\.org/|doi\.org/|(?<![*_\w])([*_])[^*_\n]{3,}\1(?![*_\w])|“[^”\n]{3,}”"
)
LEAST_WORDS, MOST_WORDS = 8, 120
# Entries in a text: in a block of code or of HTML, or all of it.
BIBTEX = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*\w*\n\s*(?P<block>@\w+\s*\{.*?)^[ \t]*\1[ \t]*$"
    r"|<pre[^<>]*>\s*(?:<code[^<>]*>)?\s*(?P<html>@\w+\s*\{.*?)</pre>"
    r"|\A\s*(?P<whole>@\w+\s*\{.*\})\s*\Z",
    re.S | re.M,
)
# Within other text, in a block of code or printed as words; its end is where its braces end.
ENTRY = re.compile(
    r"(?:^[ \t]*(?:`{3,}|~{3,})\w*\s*)?^[ \t]*(?P<entry>@[A-Za-z]{4,}\s*\{[^\s{}=]+,)", re.M
)
CLOSED = re.compile(r"\s*(?:`{3,}|~{3,})[ \t]*$", re.M)
WHERE = {"booktitle", "journal"}
KEY = re.compile(r"[^\w.:+-]+")


@dataclass
class Reference:
    """The fields of a paper before it is an entry; `files`, `old_paths` and `doubt` as in Paper."""

    key: str
    place: Place
    entry_type: str = "misc"
    fields: dict[str, str] = field(default_factory=dict)
    files: list[tuple[str, str]] = field(default_factory=list)
    old_paths: list[str] = field(default_factory=list)
    doubt: str = ""
    entry: str = ""  # in BibTeX, where it is printed beside it

    @property
    def title_key(self) -> str:
        """The same for two spellings of one title."""
        return normalise_title(plain(self.fields.get("title", "")))

    @property
    def year(self) -> str:
        return str(self.fields.get("date") or self.fields.get("year", ""))[:4]

    @property
    def arxiv(self) -> str:
        """Its number there, without a version."""
        said = (str(self.fields.get(name, "")) for name in ("arxiv", "eprint", "doi", "url", "pdf"))
        return next(filter(None, map(identifiers.normalise_arxiv, said)), "")

    def is_printing_of(self, other: Reference) -> bool:
        """Whether both are one paper, by the title; with other authors and another year it is two,
        such as a talk and what became of it, and with another DOI or number of arXiv.
        """
        dois = {identifiers.normalise_doi(str(one.fields.get("doi", ""))) for one in (self, other)}
        numbers = ({self.arxiv, other.arxiv} - {""}, dois - {""})
        if self.title_key != other.title_key or max(map(len, numbers)) > 1:
            return False
        is_one_year = self.year == other.year or not (self.year and other.year)
        return is_one_year or _united_names(self, other) is not None

    def unite_authors(self, other: Reference, tree: Tree) -> None:
        """The fuller form of each name of two printings; that they are others is told."""
        names = _united_names(self, other)
        if names is None:
            said = {"title": self.fields["title"], "authors": ", ".join(_names(other))}
            tree.problem(other.place, OTHER_AUTHORS % said)
        elif names:
            self.fields["author"] = Latex(" and ".join(names))

    def link(self, label: str, url: str) -> None:
        """A button: in its own field, or further ones in `link2`, … with their labels."""
        url = url.strip()
        values = [value for key, value in self.fields.items() if key != "file"]
        if not url or any(value == url or f"{{{url}}}" in value for value in values):
            return
        name = LABELS.get(label.strip().casefold(), "")
        if name in ("url", "arxiv", ""):
            name = _address(url) if name else name
        if name and name not in self.fields:
            self.fields[name] = url
            return
        names = chain(["link"], (f"link{number}" for number in count(2)))
        name = next(name for name in names if name not in self.fields)
        self.fields[name] = Latex(f"\\href{{{_escaped(url)}}}{{{from_text(label.strip() or url)}}}")

    def take(self, other: Reference) -> None:
        """What another printing of the paper says besides: its links, and what is missing here."""
        own = {"url", "pdf", "arxiv"}
        self.doubt = self.doubt and other.doubt
        said = {"year"} if "date" in self.fields else set()
        here, there = (
            {normalise_title(str(one.fields[name])) for name in WHERE & set(one.fields)}
            for one in (self, other)
        )
        said |= WHERE if here else set()
        said |= {"volume", "number", "pages"} if here and there - here else set()
        for name, value in other.fields.items():
            if name not in self.fields.keys() | said:
                self.fields[name] = value
            elif name in own and value != self.fields[name]:
                self.link("Paper", value)
        self.files += [file for file in other.files if file not in self.files]
        self.old_paths += [path for path in other.old_paths if path not in self.old_paths]

    def fill(self, entry: str) -> None:
        """What its own entry in BibTeX says besides, unless that is another paper's."""
        for record in parse(entry).records[:1]:
            if titles_agree(record.text("title"), str(self.fields.get("title", ""))):
                said = WHERE if WHERE & set(self.fields) else set()
                own = {name: value for name, value in record.own.items() if name not in said}
                self.fields = {name: Latex(value) for name, value in own.items()} | self.fields

    def paper(self) -> Paper:
        state = {"draft": "true"} if self.doubt else {}
        entry = bibtex_entry(self.entry_type, self.key, self.fields | state)
        return Paper(self.key, entry, self.place, self.files, self.old_paths, str(self.doubt))


def _escaped(url):
    return url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C")


def _address(url):
    """The field of a paper's own address."""
    if "arxiv.org/" in url and identifiers.normalise_arxiv(url):
        return "arxiv"
    if "doi.org/" in url and identifiers.normalise_doi(url):
        return "doi"
    return "pdf" if url.partition("?")[0].lower().endswith(".pdf") else "url"


def key_of(text: str) -> str:
    """A citation key: of a file's name, or of a title."""
    return KEY.sub("-", text).strip("-.")[:80] or "paper"


# --- BibTeX ---


def entry_in(match: re.Match) -> str:
    """The BibTeX of a match of BIBTEX."""
    return match["block"] or match["whole"] or html.unescape(match["html"])


def without_entry(text: str) -> tuple[str, str]:
    """A text without the first entry that it prints among others; and the entry."""
    if not (start := ENTRY.search(text) if "@" in text else None):
        return text, ""
    depth = 0
    for sign in re.finditer(r"(?<!\\)[{}]", text[start.start("entry") :]):
        depth += 1 if sign[0] == "{" else -1
        if not depth:
            end = start.start("entry") + sign.end()
            entry = text[start.start("entry") : end].replace("\\\\", "\\")
            closed = CLOSED.match(text, end)
            return text[: start.start()] + text[closed.end() if closed else end :], entry
    return text, ""


def entries_of(text: str, place: Place) -> list[Reference]:
    """The papers of a text that is BibTeX and nothing else; [] of any other."""
    match = BIBTEX.fullmatch(text.strip())
    found = []
    for record in parse(entry_in(match)).records if match else ():
        if record.own.get("title"):
            fields = {name: Latex(value) for name, value in record.own.items()}
            found.append(Reference(record.key, place, record.entry_type, fields))
    return found


class Printings:
    """The papers that the pages of a site print, each once, however many do."""

    def __init__(self, tree: Tree, papers: list[Paper]):
        self.tree, self.papers = tree, papers
        self.by_title: dict[str, list[tuple[Reference, Paper]]] = {}

    def add(self, reference: Reference, *, is_file: bool = False) -> None:
        """`is_file`: it has a file of its own, and so is none of those before it."""
        same = self.by_title.setdefault(reference.title_key, [])
        for known, paper in same if not is_file else ():
            if reference.is_printing_of(known):
                known.unite_authors(reference, self.tree)
                if reference.year and known.year and reference.year != known.year:
                    said = {"title": known.fields["title"], "year": known.year}
                    said["other"] = reference.year
                    self.tree.problem(reference.place, OTHER_YEAR % said)
                known.take(reference)
                paper.entry, paper.doubt = known.paper().entry, str(known.doubt)
                return
        same.append((reference, reference.paper()))
        self.papers.append(same[-1][1])


def _names(reference):
    names = [name.strip() for name in cut(reference.fields.get("author", ""), "and")]
    return [name for name in names if name and not AND_OTHERS.fullmatch(name)]


def _united_names(reference, other):
    """As `reference` has them, each in the fuller form of both; None where they cannot be the same
    people in the same order. A list may be cut short; one that is missing says nothing.
    """
    own, others = _names(reference), _names(other)
    cuts = [one.fields.get("author", "").endswith(" and others") for one in (reference, other)]
    pairs = list(zip(own, others, strict=False))
    names = []
    for raw, other_raw in pairs:
        name, other_name = parse_name(raw), parse_name(other_raw)
        if not may_be_one(name, other_name):
            return None
        is_fuller = len(normalise_title(other_name.given)) > len(normalise_title(name.given))
        if is_fuller and not other_name.literal:
            raw = other_raw + name.marks * (not other_name.marks)
        names.append(raw)
    is_longer = cuts[0] and len(others) > len(own)
    rest = others[len(own) :] if is_longer else own[len(others) :]
    return names + rest + ["others"] * cuts[is_longer] if pairs else []


# --- Authors -------------------------------------------------------------------------------------


def authors_of(text: str) -> list[str]:
    """Names as printed, with their signs; [] where the text is something else than names.

    From "A B*, <u>C D*</u>, … (* Equal contribution)." and "Smith, J., Doe, A. and Li, B."
    """
    if len(text) > LONGEST_LIST:
        return []
    names, others = names_in(without_marks(marked(text)[0]))
    return [] if others else names


def is_list_of_names(text: str) -> bool:
    """Whether an excerpt is authors: several names, a marked one, or a collective's name."""
    names = authors_of(text)
    is_marked = re.search(r"<(?:u|b|strong)>|\*\*", text)
    return len(names) > 1 or bool(names and (is_marked or names[0].startswith("{")))


def bibtex_names(names: list[str]) -> Latex:
    """The names for an `author` field; a team is one name in braces."""
    return Latex(" and ".join(map(bibtex_name, names)))


def said(printed: PrintedReference, container: str) -> dict[str, str]:
    """Where and when it appeared, as fields; `container`: the field of the venue."""
    venue = printed.venue.strip(" *_·|")
    venue = venue if venue.count("(") == venue.count(")") else venue.strip("()")
    fields = {
        container: venue if re.search(r"[^\W\d_]{2}", venue) else "",
        "volume": printed.volume,
        "number": printed.issue,
        "pages": printed.pages,
        "year": printed.year,
        "date": printed.date if printed.year and printed.date.startswith(printed.year) else "",
        "doi": printed.doi,
    }
    return {name: value for name, value in fields.items() if value}


# --- What words look like -------------------------------------------------------------------------


def is_like_paper(text: str) -> bool:
    """Whether a part of a list of papers may be one of which not enough is sure."""
    is_signed = YEAR.search(text) or (SIGN.search(text) and not SPEAKS.search(text))
    return bool(is_signed) and MOST_WORDS > len(text.split()) >= LEAST_WORDS


def is_button(label: str) -> bool:
    """Whether it says what a link of a paper leads to, and nothing else: "Read the full paper"."""
    words = re.findall(r"[^\W\d_]+", label.casefold())
    if label.casefold() in LABELS or label.casefold() in OTHERS:
        return True
    known = [word in LABELS or word in OTHERS for word in words]
    return any(known) and all(
        is_known or word in BESIDE for is_known, word in zip(known, words, strict=True)
    )
