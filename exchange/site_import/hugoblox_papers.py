"""Papers of HugoBlox: the entry in cite.bib first, then the front matter of the page."""

import re
from difflib import SequenceMatcher

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.columns import FIRST_DAY, body, listed, markdown, paragraphs
from exchange.site_import.hugoblox_tables import PAPERS, PREPRINTS, TYPES
from exchange.site_import.markdown import to_words
from exchange.site_import.papers import IN, NO_TITLE
from exchange.site_import.printed_references import Reference, bibtex_names, key_of
from exchange.site_import.records import Latex, Place
from exchange.site_import.theme import SETTING
from exchange.site_import.tree import mark_read
from profiles.markup.structure import LINK, line_in_words
from publications import bibtex
from publications.matching.titles import normalise_title
from publications.names import parse_names

EQUAL, CORRESPONDING = re.compile(r"equal|co-?first", re.I), re.compile("correspond", re.I)
LONGEST_SHORT_NAME, LEAST_LIKENESS = 24, 0.6
OTHER_PAPER = gettext_lazy("the entry is of another paper than its page: it is not read")
SECOND_ENTRY = gettext_lazy("a further entry in the file of one paper")


def read_papers(theme) -> set[str]:
    """`theme` is a hugoblox.HugoBlox. Adds the papers; the names that they print."""
    printed, keys = set(), set()
    for document in theme.own_documents(*PAPERS):
        paper = _Paper(theme, document)
        if not paper.read():
            continue
        reference = paper.reference
        while reference.key in keys:
            reference.key += "a"
        keys.add(reference.key)
        theme.record.papers.append(reference.paper())
        printed.update(name.strip("*✉") for name in paper.names)
    return printed


class _Paper:
    def __init__(self, theme, document):
        self.theme, self.tree, self.document = theme, theme.tree, document
        self.front = document.front
        name = document.path.removesuffix("/index.md").rpartition("/")[2].rpartition(".")
        self.reference = Reference(key_of(name[0] or name[2]), document.place("title"))
        self.names: list[str] = []

    def read(self) -> bool:
        """Whether it is a paper: the theme's own form of one has no title."""
        reference, entry = self.reference, self._entry()
        title = line_in_words(self.front.text("title")) or (entry.text("title") if entry else "")
        if not title:
            reason = NO_TITLE
            self.tree.not_understood(self.document.place(), self.document.path, reason)
            return False
        own = {name: Latex(value) for name, value in entry.own.items()} if entry else {}
        own = {name: value for name, value in own.items() if "+" not in name}
        if normalise_title(title) != normalise_title(entry.text("title") if entry else ""):
            own.pop("title", None)  # the page is called so
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
        author = self._authors(entry, own)
        reference.fields = {
            name: value
            for name, value in ({"author": author} | said | own | {"author": author}).items()
            if value
        }
        self.theme.attach(reference, self.document)
        self._documents_beside()
        reference.old_paths = self.theme.source.addresses(self.document)
        self._leave()
        return True

    def _entry(self):
        """The entry in cite.bib beside it."""
        folder = self.document.path.rpartition("/")[0]
        path = f"{folder}/cite.bib"
        if not self.document.path.rpartition("/")[2].startswith("index.") or path not in self.tree:
            return None
        parsed = bibtex.parse(self.tree.text(path))
        for problem in parsed.problems:
            if problem.severity != "info":
                self.tree.not_understood(Place(path, problem.line), problem.key, problem.reason)
        for record in parsed.records[1:]:
            self.tree.not_understood(Place(path, record.line), record.key, SECOND_ENTRY)
        entry = parsed.records[0] if parsed.records else None
        title = line_in_words(self.front.text("title"))
        if entry and title and not _is_like(title, entry.text("title")):
            self.tree.not_understood(Place(path, entry.line), entry.text("title"), OTHER_PAPER)
            return None
        return entry

    def _said(self, title) -> dict[str, str]:
        """The fields as the front matter says them."""
        front, document = self.front, self.document
        kind = next(iter(front.texts("publication_types")), "")
        venue = IN.sub("", line_in_words(to_words(front.text("publication")))).strip(" .")
        short = IN.sub("", line_in_words(to_words(front.text("publication_short")))).strip(" .")
        default = ("article", "journal") if venue else ("misc", "howpublished")
        self.reference.entry_type, container = TYPES.get(kind.lower(), default)
        abstract = markdown(self.theme, document, "abstract")
        summary = markdown(self.theme, document, "summary")
        is_said = summary in abstract or summary.strip(" .*") in (venue, short, title)
        ids = front.mapping("hugoblox").mapping("ids")
        fields = {
            "title": title,
            "date": FIRST_DAY.sub("", self.theme.day(document, "date")),
            container: venue or short,
            "abbr": short if short != venue and len(short) <= LONGEST_SHORT_NAME else "",
            "doi": front.text("doi") or ids.text("doi"),
            "arxiv": ids.text("arxiv"),
            "pmid": ids.text("pmid"),
            "isbn": ids.text("isbn"),
            "abstract": paragraphs([abstract, body(self.theme, document)]),
            "tldr": "" if is_said else summary,
            "topics": listed(self.theme, document, "tags"),
            "selected": "true"
            if "true" in (front.text("featured"), front.text("selected"))
            else "",
            "draft": "true" if front.text("draft") == "true" else "",
            "pubstate": "preprint" if kind.lower() in PREPRINTS else "",
        }
        return {name: value for name, value in fields.items() if value or name == "date"}

    def _authors(self, entry, own) -> str:
        """Those of the entry, unless the front matter has more; "me" is the person of the site."""
        notes = [note if isinstance(note, str) else "" for note in self.front.list("author_notes")]
        printed = self.front.texts("authors")
        if any(";" in name for name in printed):
            # "Lind, Ada; Moreau, C", which an editor cut at its commas.
            printed = [name.strip() for name in ", ".join(printed).split(";")]
        for number, name in enumerate(printed):
            note = notes[number] if number < len(notes) else ""
            mark = "*" * bool(EQUAL.search(note)) + "✉" * bool(CORRESPONDING.search(note))
            self._keep_link(name)
            self.names.append(self.theme.people.name_of(LINK.sub(r"\1", name)) + mark)
        cited = parse_names(entry.get("author"))[0] if entry and "author" in own else []
        is_whole = len(cited) >= len(printed) and not any(notes)
        slugs = [name.display for name in cited if name.display in self.theme.people.all]
        is_anonymous = [name.display.casefold() for name in cited] == ["anonymous"]
        if not cited or not is_whole or is_anonymous:
            return bibtex_names(self.names)
        self.names = [self.theme.people.name_of(name.display) for name in cited]
        parts = re.split(r"\s+and\s+", own["author"])
        return Latex(" and ".join(self.theme.people.name_of(p) if p in slugs else p for p in parts))

    def _keep_link(self, name):
        """ "[Bob Brandt](https://bob.example)" """
        for label, url in LINK.findall(name):
            if "://" in url:
                self.theme.people.sites[label] = url

    def _documents_beside(self):
        base = self.theme.source.address(self.document).strip("/")
        for path in self.tree.below(f"{base}/", ".pdf"):
            if path not in self.tree.used:
                self.tree.used.add(path)
                self.reference.files.append(("pdf", path))

    def _leave(self):
        self.theme.leave_looks(self.document)
        reason = _("papers here are not tied to projects")
        self.tree.leave_out(self.document.path, reason, "projects")
        reason = _("a second form of what is here")
        self.tree.leave_out(self.document.path, reason, "abstract_short", "url_cite", "subtitle")
        mark_read(self.front, "hugoblox", "publication_types", "publishDate", "image")
        self.tree.leave_out(self.document.path, SETTING, "categories")


def _is_like(title, other):
    """Whether two titles are one, with a word changed: entries are copied from paper to paper."""
    pair = (normalise_title(title), normalise_title(other))
    return not pair[1] or SequenceMatcher(None, *pair).ratio() > LEAST_LIKENESS
