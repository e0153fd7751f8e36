"""Papers of luost26/academic-homepage: _publications/<year>/*.md, front matter alone."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from exchange.site_import.markdown import to_words
from exchange.site_import.printed_references import (
    Reference,
    bibtex_names,
    key_of,
)
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.theme import DEMO, SETTING, is_demo, is_demo_document
from exchange.site_import.tree import Document
from profiles.dates import PartialDate
from publications.models import Coauthor
from publications.printed.venue import badge_year, type_of

AUTHORS = "_data/authors.yml"
# "[ASPLOS 2025 (CCF-A) | First Author] ACM International Conference on …"
PRINTED = re.compile(r"\[(?P<badge>[^\[\]]+)\]\s*(?P<name>.*)", re.S)
IN_BRACKETS = re.compile(r"\s*\((?P<words>[^()]*)\)")
# Behind a name: "(MIT)", "(UIUC, VMware)".
AFFILIATION = re.compile(r"\s*\((?=[^()]*[A-Z][^()]*[A-Z])[\w&.,' -]+\)$", re.A)
RANK = re.compile(r"(?P<scheme>CCF|CORE|THU-CPL|CAAI|SCI|JCR)[\s:-]*(?P<level>[A-Z]\*?|Q[1-4])")
ROLE = re.compile(r"(?P<role>(?:co-?\s*)?[\w-]+)(?:[\s-]+author)", re.I)
STATUSES = (
    (r"under\s+review|submitted|in\s+submission", "submitted"),
    (r"to\s+appear|in\s+press|forthcoming", "inpress"),
    (r"accepted", "accepted"),
    (r"preprint", "preprint"),
)
NOTHING_ELSE = re.compile(r"\W*(?:(?:under|review|submitted|in|submission|preprint)\b\W*)+", re.I)
PRESENTATIONS = re.compile(r"\b(oral|spotlight|poster|demo|keynote)\b", re.I)
AWARDED = re.compile(
    r"\b(?:award|best|distinguished|outstanding|honou?rable|prize|nominat\w+)\b", re.I
)
JOURNALS = re.compile(
    r"VLDB Endowment|\b(?:PVLDB|PACM|Journal|Transactions|Letters|Magazine|Annals|Bulletin)\b"
    r"|^(?:Nature|Science|Cell|PNAS|The Lancet|eLife|PLOS|npj|BMC|NEJM|IEEE Access|ACS)\b"
    r"|^(?:\w+ )?(?:Communications|Reports|Reviews|Genomics)\b"
)
# Keys that some sites have beside the theme's, and that are fields of BibTeX.
FURTHER = ("tldr", "keywords", "note", "award", "doi", "volume", "number", "pages", "publisher")
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SELF = re.compile(r"<(?:strong|b|u)\b", re.I)
MARKS = "*∗†‡§¶#✉^"
YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass
class Venue:
    """What a line about a paper says of where it appeared. `notes`: words that are nothing else."""

    name: str = ""
    badge: str = ""
    rank: str = ""
    role: str = ""
    status: str = ""
    presentation: str = ""
    awards: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def year(self) -> str:
        return badge_year(self.badge)[1]


def venue_of(text: str) -> Venue:
    """ "[ICLR 2025 (Spotlight 5.1%) | Second Author] International Conference on …" in words."""
    venue = Venue(text.strip(" .,"))
    if match := PRINTED.fullmatch(text.strip()):
        venue.name = match["name"].strip(" .,")
        for part in match["badge"].split("|"):
            words = IN_BRACKETS.sub("", part).strip()
            for inner in IN_BRACKETS.findall(part):
                _remark(venue, inner)
            if not words:
                continue
            if ROLE.fullmatch(words):
                venue.role = words
            elif _status(words):
                venue.status = _status(words)
            elif not venue.badge:
                venue.badge = words
            else:
                _remark(venue, words)
    if not venue.badge and not venue.status and _status(venue.name):
        venue.status = _status(venue.name)
        venue.name = "" if NOTHING_ELSE.fullmatch(venue.name) else venue.name
    return venue


def _remark(venue, words):
    """A rank, how it was presented, an award, a status; else a note."""
    words = words.strip(" ,;|")
    if rank := RANK.fullmatch(words):
        venue.rank = f"{rank['scheme']}-{rank['level']}"
    elif ROLE.fullmatch(words):
        venue.role = words
    elif _status(words):
        venue.status = _status(words)
    elif AWARDED.search(words):
        venue.awards.append(words)
    elif match := PRESENTATIONS.search(words):
        venue.presentation = match[1].lower()
        if words.casefold() != match[1].casefold():
            venue.notes.append(words)
    elif words:
        venue.notes.append(words)


def _status(words):
    return next((name for pattern, name in STATUSES if re.search(pattern, words, re.I)), "")


def fields_of(venue: Venue) -> tuple[str, dict[str, str]]:
    """The entry type, and the fields that say the venue."""
    fields = {"abbr": venue.badge, "rank": venue.rank, "presentation": venue.presentation}
    entry_type = "misc"
    if venue.name:
        is_article = JOURNALS.search(venue.name)
        entry_type, name = ("article", "journal") if is_article else type_of(venue.name)
        fields[name] = venue.name
    elif venue.badge:
        entry_type, fields["booktitle"] = "inproceedings", badge_year(venue.badge)[0]
    fields["pubstate"] = venue.status
    for number, award in enumerate(venue.awards, 1):
        fields["award_name" if number == 1 else f"award_name{number}"] = award
    fields["note"] = "; ".join(venue.notes)
    return entry_type, fields


def roles_of(names: list[str], place: int) -> set[str]:
    """The roles that a name at a place (from 0) has by the list: {"first", "co-first"}."""
    roles = {ORDER[place]} if place < len(ORDER) else set()
    if place == len(names) - 1 and place:
        roles.add("last")
    are_equal = all("*" in name for name in names[: place + 1])
    if are_equal and sum("*" in name for name in names) > 1:
        roles |= {"co-first", "cofirst", "first"}
    if "#" in names[place]:
        roles.add("corresponding")
    return roles


def keep_rank(site: SiteRecord, venue: Venue, place: Place) -> None:
    """A rank is the venue's."""
    if venue.badge and venue.rank:
        scheme, _sign, level = venue.rank.rpartition("-")
        site.venue_ranks.setdefault(badge_year(venue.badge)[0], (scheme, level, place))


# --- A site's files ------------------------------------------------------------------------------


def read(theme) -> None:
    """`theme` is a luost26.Luost26. Adds the papers and the sites of their authors."""
    people = theme.source.data(AUTHORS)
    printed = set()
    for document in theme.own_documents("publications"):
        if not document.front:
            theme.tree.leave_out(document.path, _("no paper: it has no front matter"))
            continue
        authors = document.front.list("authors")
        if "Your Name" in authors:
            theme.tree.leave_out(document.path, DEMO)
            continue
        paper = _Paper(theme, document, people)
        paper.read()
        printed.update(name.strip(MARKS) for name in paper.names)
        theme.record.papers.append(paper.reference.paper())
    _coauthors(theme, people, printed)


def _coauthors(theme, people, printed):
    """Where co-authors have their own sites, but for samples and for names on no paper."""
    if people and is_demo_document(theme.tree.document(AUTHORS)):
        theme.tree.leave_out(AUTHORS, DEMO)
        return
    for key in people:
        person, line = people.mapping(key), people.lines[key]
        name, url = person.text("name") or key, person.text("url")
        person.text("bold")
        if is_demo(key) or is_demo(url):
            theme.tree.leave_out(AUTHORS, DEMO, line=line)
        elif name in theme.self_names:
            theme.tree.leave_out(AUTHORS, _("these are the pages of that name"), line=line)
        elif url and name in printed:
            values = {"names": name, "url": url}
            theme.add(Coauthor, f"{AUTHORS}#{key}", Place(AUTHORS, line), values, name)
        elif url:
            theme.tree.leave_out(AUTHORS, _("no paper of the site prints this name"), line=line)


class _Paper:
    def __init__(self, theme, document: Document, people):
        self.theme, self.document, self.people = theme, document, people
        self.front = document.front
        # Files of two years may have one name.
        path = document.path.removeprefix("_publications/").rpartition(".")[0]
        key = key_of(path.rpartition("/")[2])
        is_taken = any(paper.key == key for paper in theme.record.papers)
        self.reference = Reference(key_of(path) if is_taken else key, document.place("title"))
        self.names: list[str] = []
        self.own_place = -1

    def read(self) -> None:
        theme, front, reference = self.theme, self.front, self.reference
        self._authors()
        venue = self._venue()
        self._check_role(venue)
        keep_rank(theme.record, venue, self.document.place("pub"))
        reference.entry_type, fields = fields_of(venue)
        abstract = theme.html(front.text("abstract"), self.document.place("abstract"))
        reference.fields = {
            "title": to_words(front.text("title")),
            "author": bibtex_names(self.names),
            **fields,
            **self._date(venue),
            "abstract": abstract,
            "selected": "true" if front.text("selected").lower() == "true" else "",
        }
        for name in FURTHER:
            texts = (to_words(text) for text in front.list(name) if isinstance(text, str))
            if text := ", ".join(texts):
                notes = reference.fields.get(name) if name == "note" else ""
                reference.fields[name] = "; ".join(filter(None, [notes, text]))
        reference.fields = {name: text for name, text in reference.fields.items() if text}
        theme.attach(reference, self.document)
        cover = front.text("cover")
        if cover and (file := theme.file(cover, self.document.place("cover"))):
            reference.files.append(("cover", file))
        reason = _("it asks another site for a count of citations")
        theme.tree.leave_out(self.document.path, reason, "semantic_scholar_id")
        theme.tree.leave_out(self.document.path, SETTING, "layout", "collection")

    def _authors(self):
        for printed in self.front.list("authors"):
            if not isinstance(printed, str):
                continue
            words = to_words(printed)
            bare = words.rstrip(MARKS + " ")
            marks = re.sub(r"\s", "", words[len(bare) :])
            name = self.people.mapping(bare).text("name") if bare in self.people else ""
            if not name and AFFILIATION.search(bare):
                name = AFFILIATION.sub("", bare)
                place = self.document.place("authors")
                reason = _("names of authors stand without where they are")
                self.theme.tree.leave_out(place.file, reason, line=place.line)
            name = name or bare
            if SELF.search(printed) or name in self.theme.self_names:
                self.own_place = len(self.names)
            self.names.append(f"{name}{marks}")

    def _venue(self):
        """`pub`, and what the theme prints around it."""
        before = to_words(self.front.text("pub_pre")).strip()
        name = to_words(self.front.text("pub"))
        after = to_words(self.front.text("pub_post")).strip(" ,.")
        last = to_words(self.front.text("pub_last")).strip(" ,.")
        status = _status(before)
        if before and not status and before.casefold().rstrip(":") != "in":
            name = f"{before} {name}"
        venue = venue_of(name)
        venue.status = status or venue.status
        for words in (after, last):
            _remark(venue, words)
        venue.badge = venue.badge or to_words(self.front.text("pub_ab"))
        if venue.presentation:
            # "Spotlight" in the line and again as a mark behind it.
            same = venue.presentation.casefold()
            venue.notes = [note for note in venue.notes if note.casefold() != same]
        return venue

    def _date(self, venue):
        """Year and month of `pub_date`; the day of `date` orders the list, and is none."""
        text = to_words(self.front.text("pub_date"))
        sort_key = self.front.text("date")
        with suppress(ValidationError):
            return {"date": PartialDate.parse(text).edtf} if text else {"year": sort_key[:4]}
        years = YEAR.findall(text) or [venue.year or sort_key[:4]]
        reason = _("no date: the year alone is taken")
        self.theme.tree.not_understood(self.document.place("pub_date"), text, reason)
        return {"year": years[-1]}

    def _check_role(self, venue):
        """A role that the source states is computed here from the list of authors."""
        if not venue.role:
            return
        place = self.document.place("pub")
        stated = ROLE.fullmatch(venue.role)["role"].lower().replace(" ", "-")
        computed = roles_of(self.names, self.own_place) if self.own_place >= 0 else set()
        if stated not in computed:
            reason = _("the list of authors says another role, which pages here show")
            self.theme.tree.not_understood(place, venue.role, reason)
