"""Papers of academicpages: files of _publications/, what the homepage and the CV print of them."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from django.utils.translation import gettext_lazy

from exchange.site_import.buttons import site_path
from exchange.site_import.columns import first, iso_date, listed, markdown, text
from exchange.site_import.markdown import BASE, to_words
from exchange.site_import.papers import (
    AUTHORS,
    FIELDS,
    NO_NAMES,
    TITLES,
    VENUES,
    WITH,
    PaperTable,
    addresses_in,
    named_venue,
    paper_of,
    year,
)
from exchange.site_import.printed_references import (
    BIBTEX,
    LABELS,
    NO_AUTHORS,
    Reference,
    authors_of,
    bibtex_names,
    entry_in,
    is_list_of_names,
    key_of,
    said,
)
from exchange.site_import.reading import Theme
from exchange.site_import.records import Latex
from exchange.site_import.theme import DEMO, LIST
from exchange.site_import.tree import Document, Mapping
from profiles.items import BREAK
from profiles.markup.structure import LINK
from publications.bibtex import parse
from publications.matching import titles_agree
from publications.matching.titles import names_a_work
from publications.names import fold
from publications.printed.reference import read_reference
from publications.printed.venue import type_of
from uploads.documents import SIGNATURES, extension_of

# The body that the theme's generator writes.
DOWNLOAD = re.compile(r"^(?:<a [^>]*>|\[)(?:Download|Access) [^\n]*$", re.I | re.M)
# A line of its own, such as \[[pdf](/files/kelp.pdf)\].
BUTTON = re.compile(r"^\s*\\?\[\[([^\[\]\n]{1,20})\]\(([^()\s]+)\)\\?\][ \t]*$", re.M)
# Behind the names: "[[Video](https://...)]", and "\\[Best Paper\\]".
BUTTON_IN_LINE = re.compile(r"\[\[([^\[\]\n]{1,30})\]\\?\]?\(([^()\s]+)\)")
NOTE_IN_LINE = re.compile(r"\\\[([^\[\]\\\n]{4,60})\\\](?!\()")
HREF = re.compile(r"href=['\"]([^'\"]+)|\]\(([^()\s]+)\)")
RECOMMENDED = re.compile(
    r"^(?:[*_]*Recommended citation:?[*_]*:?|#+[ \t]*Citation:?[ \t]*$)\s*(?!#)(.+)$", re.I | re.M
)
# "Authors: A, B" or names below such a heading; else the first line may be names.
BYLINE = re.compile(
    r"^(?:#+[ \t]*)?[*_]*Authors?[*_]*[ \t]*:?[*_]*[ \t]*(?:\n(?:[=-]+[ \t]*\n)?\s*)?"
    r"(?P<names>[^\n]+)$"
    r"|\A\s*(?P<first>[^\n]+?)\\?$",
    re.I | re.M,
)
OF_DEMO = re.compile(r"\W*your name, (?:you|first)\b", re.I)
# What a paper's file says, and hardly any other.
TITLE_KEYS, VENUE_KEYS = set(TITLES.split()), set(VENUES.split())
PAPER_KEYS = {"citation", "doi", "paperurl", "bibtexurl", *AUTHORS}
NAME_PARTS = ("given", "family")
MARKED = re.compile(r"\*\*\w|<(?:u|b|strong)>")
# Of a site that does not say where it is: a name that leads nowhere (RFC 2606).
NO_HOST = "old-site.invalid"
NO_OLD_FILE = gettext_lazy("this file is not among the site’s; the link leads to the old site")
OTHER_YEAR = gettext_lazy("its BibTeX says %(entry)s, its page %(page)s, which is taken: check it")
FROM_EXCERPT = gettext_lazy(
    "no key names the authors; check these, which were read of the excerpt or of a line of the "
    "text: %s"
)


def _pubstate(_theme, document, key):
    return "preprint" if document.front.text(key).startswith("preprint") else ""


def _year(theme, document, key):
    """Of a file without a date, which is more."""
    return "" if document.front.text("date") else year(theme, document, key)


TABLE = PaperTable(
    {name: how for name, how in FIELDS.items() if name != "doi"}  # which is a button here
    | {
        "date": (iso_date, "date"),
        "year": (_year, "year conference_year"),
        "abbr": (first, "badge tag"),
        "award_name": (text, "award"),
        "keywords": (listed, "keywords"),
        "topics": (listed, "research_areas tags categories"),
        "pubstate": (_pubstate, "category"),
    }
)


def is_paper(front: Mapping) -> bool:
    """Whether a file has a title, a venue, and how to cite or to get it, as a paper has."""
    has_venue = not VENUE_KEYS.isdisjoint(front)
    has_title = not TITLE_KEYS.isdisjoint(front)
    return has_title and has_venue and not PAPER_KEYS.isdisjoint(front)


def _goes_on(author, names):
    """Whether a list that ends in "et al." begins as these names do, which are more."""
    given, *others = author.split(" and ")
    is_cut = others[-1:] == ["others"] and len(names) > len(others)
    return is_cut and bool({*fold(given).split()} & {*fold(names[0]).split()})


class Papers:
    """`cited`: the homepage's texts, which may call a paper by a short name."""

    def __init__(self, theme: Theme, categories: dict[str, str], cited: str):
        self.theme, self.tree, self.record = theme, theme.tree, theme.record
        self.categories, self.cited = categories, cited
        self.references: list[Reference] = []
        # Of the file being read: what its body recommends to cite, and its line of names.
        self.recommended = self.byline = ""

    def read(self, document: Document, collection: str = "publications") -> None:
        # What the site calls a part of its papers, such as "journal".
        self.part = "" if collection == "publications" else collection
        if TITLE_KEYS.isdisjoint(document.front) and "site.data." in document.body:
            # A paper of a file of data, which finds its page.
            paths = self.theme.addresses(document, collection)
            self.record.redirects |= dict.fromkeys(paths, "publications/")
            self.tree.leave_out(document.path, LIST)
            return
        reference = paper_of(self.theme, document, TABLE._replace(venue=self._venue))
        if not reference:
            return
        self._texts(reference, document)
        self._links(reference, document)
        self._authors(reference, document)
        self._short_name(reference, document.stem)
        reference.old_paths = self.theme.addresses(document, collection)
        self.references.append(reference)

    def _venue(self, theme, document):
        """By its category, and the heading that the site has for that."""
        heading = self.categories.get(document.front.text("category"), self.part)
        entry_type, fields = named_venue(theme, document, heading)
        return entry_type, {name: value.strip(" .") for name, value in fields.items()}

    def _texts(self, reference, document):
        """The body is the abstract; of an excerpt that is no list of names, a short one."""
        front, self.recommended, self.byline = document.front, "", ""
        for line in DOWNLOAD.finditer(document.body):
            for quoted, linked in HREF.findall(line[0]):
                reference.link("Paper", self.absolute(quoted or linked))
        for label, url in BUTTON.findall(document.body):
            reference.link(label, self.absolute(url))
        if match := BIBTEX.search(document.body):
            self._bibtex(reference, entry_in(match))
        text = BIBTEX.sub("", BUTTON.sub("", DOWNLOAD.sub("", document.body)))
        if match := RECOMMENDED.search(text):
            self.recommended = match[1].strip(" '")
        text = RECOMMENDED.sub("", text)
        line, _break, rest = text.strip().partition("\n")
        is_unsaid = not (front.text("citation") or self.recommended)
        if is_unsaid and self._is_cited(line, reference.fields["title"]):
            self.recommended, text = line, rest  # the reference stands above the abstract
        for match in BYLINE.finditer(text):
            names = match["names"] or match["first"]
            if self._listed(names):
                self.byline = names
                for label, url in BUTTON_IN_LINE.findall(names):
                    reference.link(label, self.absolute(url))
                if note := NOTE_IN_LINE.search(names):
                    reference.fields.setdefault("note", note[1])
                text = text[: match.start()] + text[match.end() :]
                break
        reference.fields["abstract"] = self.theme.markdown(text, document.body_place)
        excerpt = front.text("excerpt")
        is_list = self._listed(excerpt) or self._is_cited(excerpt, reference.fields["title"])
        if excerpt and not is_list:
            name = "tldr" if reference.fields["abstract"] else "abstract"
            reference.fields[name] = markdown(self.theme, document, "excerpt")

    def _bibtex(self, reference, text):
        """An entry of its own fills what the file does not say, unless it is another paper's."""
        for record in parse(text).records[:1]:
            if titles_agree(record.text("title"), reference.fields["title"]):
                fields, given = reference.fields, record.text("year")
                own = str(fields.get("date", fields.get("year", "")))[:4]
                if own and given and own != given[:4]:
                    said = OTHER_YEAR % {"entry": given, "page": own}
                    self.tree.problem(reference.place, said)
                for name, value in record.own.items():
                    fields.setdefault(name, Latex(value))

    def _links(self, reference, document):
        front = document.front
        for label, url in (*self.theme.buttons(document), *addresses_in(front)):
            path, word = self.theme.own_file(document, url), label.casefold()
            if path and word.startswith("bib"):
                self._bibtex(reference, self.tree.text(path))
            elif word and word not in LABELS and extension_of(path) in SIGNATURES:
                reference.files.append(("other", path))
            else:
                reference.link(label or "Paper", self.absolute(url))
        if "://" in (elsewhere := front.text("permalink")):
            reference.link("Paper", elsewhere)
        for part in front.text("extra_links").split("|"):
            label, _sign, url = part.rpartition("~>")
            if url.strip():
                reference.link(label.strip() or "Link", self.absolute(url.strip()))
        if cover := self.theme.teaser(document) or self.theme.cover(document):
            reference.files.append(("cover", cover))

    def _authors(self, reference, document):
        """Of the key for them or an entry in BibTeX, else of the citation or the excerpt."""
        front, author = document.front, reference.fields.pop("author", "")
        title, excerpt = reference.fields["title"], front.text("excerpt")
        citation = front.text("citation") or self.recommended
        if OF_DEMO.match(citation):
            self.tree.leave_out(document.path, DEMO, "citation")
            citation = ""
        if not citation and self._is_cited(excerpt, title):
            citation = excerpt
        printed = read_reference(citation, title) if citation else None
        if printed and all(name in first(self.theme, document, VENUES) for name in printed.authors):
            printed.authors = []  # "<b>Reef Letters</b>, 2016" names where it appeared
        if printed and printed.authors and (not author or _goes_on(author, printed.authors)):
            author = bibtex_names(printed.authors)
            if citation is excerpt:
                names = ", ".join(printed.authors)
                self.tree.problem(document.place("excerpt"), FROM_EXCERPT % names)
            if lost := printed.unsure.get("authors"):
                self.tree.not_understood(document.place("citation"), citation, lost)
        if not author:
            lines = [self.byline, *(line.strip(" >") for line in BREAK.split(excerpt))]
            names = next(filter(None, map(self._listed, lines)), [])
            author = bibtex_names(names)
            if names:
                self.tree.problem(document.place("excerpt"), FROM_EXCERPT % ", ".join(names))
        if author:
            reference.fields = {"author": author, **reference.fields}
        if printed and printed.authors:
            self._said(reference, printed)
        elif citation:
            reference.fields["citation"] = to_words(citation)

    def _said(self, reference, printed):
        """What a printed reference says besides fills what the file does not say."""
        has_venue = {"journal", "booktitle", "institution", "publisher"} & set(reference.fields)
        given = said(printed, "" if has_venue else type_of(printed.venue)[1])
        given.pop("", None)
        if "date" in reference.fields:
            given.pop("year", None)
        reference.fields = given | reference.fields

    def _listed(self, text):
        """The names of a list with the researcher's own among them, or of a team; of "Joint with
        Bob Brandt" they lead. [] of any other text.
        """
        if match := WITH.match(text):
            names, owner = authors_of(text[match.end() :].strip(" .)")), self.theme.owner
            is_own = not names or not owner or self._names_own(text)
            return [] if is_own else [owner, *names]
        names = authors_of(text) if is_list_of_names(text) else []
        return names if names and (self._names_own(text) or names[0].startswith("{")) else []

    def _is_cited(self, text, title):
        """Whether an excerpt is the paper's own reference, and names the researcher."""
        printed = read_reference(text, title)
        is_sure = not {"title", "authors"} & set(printed.unsure)
        return is_sure and self._names_own(" ".join(printed.authors))

    def _names_own(self, text):
        """Whether it names the researcher; of a site that does not say who it is, marks anybody."""
        said, words = self.record.researcher, set(fold(text).split())
        given, family = (fold(said.get(f"{part}_name", ("",))[0]).split() for part in NAME_PARTS)
        if (native := str(said.get("native_name", ("",))[0])) and native in text:
            return True
        if not family:
            return bool(MARKED.search(text))
        return family[-1] in words or (bool(given) and words.issuperset(given))

    def _short_name(self, reference, stem):
        """A system's name, before the colon or in the file's name: where the homepage cites it."""
        before, colon, _rest = reference.fields.get("title", "").partition(":")
        if colon and re.search(rf"(?<!\w){re.escape(before)}(?![\w:])", self.cited):
            reference.fields["shorttitle"] = before
            return
        for label, _url in LINK.findall(self.cited):
            name = label.partition(",")[0].strip()
            if name and key_of(name).casefold() == key_of(stem.replace("_", "-")).casefold():
                reference.fields["shorttitle"] = name
                return

    def join(self, printed: list[Reference]) -> None:
        """What the homepage or the CV prints and a file tells is one paper."""
        for other in printed:
            known = (r for r in self.references if other.is_printing_of(r))
            if reference := next(known, None):
                reference.unite_authors(other, self.tree)
                reference.take(other)
            else:
                self.references.append(other)

    def finish(self) -> None:
        """When all that is said of them is known, they become part of the record.

        A file without authors is the paper of another that has its title, and them.
        """
        named = [one for one in reversed(self.references) if "author" in one.fields]
        known = {
            one.title_key: one
            for one in named
            if names_a_work(one.fields.get("title", ""), one.title_key)
        }
        for reference in self.references:
            if "author" not in reference.fields and reference.title_key in known:
                for name in ("citation", "draft"):
                    reference.fields.pop(name, None)
                known[reference.title_key].take(reference)
        told = {item.place.file for item in self.tree.unclear if item.reason is NO_NAMES}
        for reference in self.references:
            if "author" not in reference.fields:
                if reference.title_key in known:
                    continue
                if reference.place.file not in told:
                    title = reference.fields["title"]
                    self.tree.not_understood(reference.place, title, NO_AUTHORS)
            self._settle_files(reference)
            self.record.papers.append(reference.paper())
        self.references = []

    def _settle_files(self, reference):
        """Addresses of files of the site become files; those that are missing are reported."""
        self.theme.settle(reference)
        for name, value in list(reference.fields.items()):
            if value.startswith(("http://", "https://")) and site_path(self.record, value):
                self.tree.not_understood(reference.place, value, NO_OLD_FILE)
                if NO_HOST in value:
                    del reference.fields[name]

    # --- Addresses ---

    def absolute(self, url: str) -> str:
        """An address of the site as a whole one: "/files/a.pdf", "../files/a.pdf"; "" stays ""."""
        if not url:
            return ""
        base, url = f"https://{self.record.hosts[0]}{self.record.base_path}/", BASE.sub("", url)
        if url.lower().startswith(tuple(f"{host.lower()}/" for host in self.record.hosts)):
            return f"https://{url}"
        try:
            return urljoin(base, url.lstrip("/") if not url.startswith("//") else url)
        except ValueError:  # "https://[::1"
            return url
