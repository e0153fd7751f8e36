"""A record -> values for our columns. Nothing is guessed; what has no column stays as it came."""

import hashlib
import re
from dataclasses import dataclass, field
from functools import lru_cache

from django.core.exceptions import ValidationError

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import (
    ORIGINAL_KEY,
    ORIGINAL_TYPE,
    Problem,
    Record,
    date_of,
    status_of,
    was_changed,
)
from publications.fields import LENGTHS, PUBSTATES, ROLES
from publications.importer import columns, links
from publications.importer.authors import name_of, read_authors
from publications.importer.orcids import prints_orcids, read_orcids
from publications.importer.shapes import plain_columns
from publications.importer.topics import read_topics
from publications.latex import expand_bibstrings, to_text, to_text_reporting
from publications.matching import is_preprint
from publications.models.publication import Publication, Status

FLAGS = ("presentation", "selected")
BLANK_DASH = re.compile(r"\s*–\s*")
IN_WORDS = {"place", "series"}
LANGUAGE_FIELDS = ("langid", "language", "hyphenation")
LANGUAGE = re.compile(r"[a-z]{2,3}(-\w{2,8})*")
JOINS_WITH_BLANK = tuple("?!.:…")
MISSING_TITLE = "There is no title; the paper is shown under “{}”. Give it one in the file or here."
# What biblatex never prints by itself.
NO_WORKS = {"xdata", "set"}
NO_WORK = "@{} is no work of its own; hide it, or delete it, if it should not be listed."


@dataclass(slots=True)
class Reading:
    """What one entry says. `values` is JSON-clean: column -> value, and the lists beside them:
    "authors", "links", "awards", "topics", "fields". Empty values are absent.
    """

    values: dict
    problems: list[Problem] = field(default_factory=list)
    abbr: str = ""
    is_draft: bool = False


def fingerprint(record: Record) -> str:
    """SHA-256 of what the entry says, macros and inherited fields included.

    Layout, fields without a value and a field that says the same twice are no part of it.
    """
    said = dict.fromkeys(record.fields)
    fields = [(name, value) for name, value in said if value and not value.isspace()]
    said = repr((record.entry_type, record.key, fields, sorted(record.inherited.items())))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def read(record: Record) -> Reading:
    """The record in our columns. Raises nothing: what cannot be stored is kept raw and told."""
    return Mapper(record).read()


class Mapper:
    """Reads one record; `used` collects the field names that found a column."""

    def __init__(self, record: Record):
        self.record = record
        self.values = {}
        self.used = set()
        self.problems = []
        self.entry_type = self._entry_type()
        self.kind = entry_types.known(self.entry_type)

    def read(self) -> Reading:
        self._set("citation_key", self._key())
        self._set("entry_type", self.entry_type)
        self._title()
        self._container()
        self._plain()
        self._numbers()
        self._date()
        self._language()
        self._set_whole("short_name", "shorttitle")
        self._flags()
        links.read_identifiers(self)
        links.read_links(self)
        links.read_awards(self)
        read_topics(self)
        self._authors()
        self._status()
        self._rest()
        record = self.record
        return Reading(self.values, self.problems, record.text("abbr"), self._is_draft())

    # --- what the readers of this module and of `links` share --------------------------------

    def tell(self, severity: str, reason: str) -> None:
        self.problems.append(Problem(self.record.line, self.record.key, severity, reason))

    def take(self, *names: str) -> str:
        """Display text of the first of `names` that is there, and none other; marks it used."""
        for name in names:
            if self.record.get(name):
                self.used.add(name)
                return self.text(name)
        return ""

    def text(self, name: str) -> str:
        raw = self.record.get(name)
        if "\\" not in raw:
            return to_text(raw) if raw else ""
        text, unknown = to_text_reporting(raw)
        for macro in dict.fromkeys(unknown):
            # Where nothing but the macro names the journal, its name is all that is shown.
            severity = "warning" if text == macro else "info"
            self.tell(severity, f"{name}: unknown macro \\{macro}; its text is kept.")
        return text

    def set(self, column: str, value: str, *names: str) -> None:
        """Sets the column; a value that is too long for it stays, whole, under its own name."""
        if self._set(column, value):
            self.used.update(names)
        else:
            self.used.difference_update(names)

    def _set(self, column, value):
        limit = LENGTHS[column]
        if limit and len(value) > limit:
            self.tell("warning", f"{column}: longer than {limit} characters; cut for display.")
            self.values[column] = value[:limit].rstrip()
            return False
        if value:
            self.values[column] = value
        return True

    # --- one concept each --------------------------------------------------------------------

    def _entry_type(self):
        """Its own, where an export to classic BibTeX had to write another."""
        record, told = self.record, self.record.get(ORIGINAL_TYPE).lower()
        if not told or entry_types.classic_type(told, record.get("type")) != record.entry_type:
            return record.entry_type.lower()
        self.used.add(ORIGINAL_TYPE)
        if record.get("howpublished") == f"\\url{{{record.get('url')}}}":
            self.used.add("howpublished")
        return told

    def _key(self):
        """Its own, where an export had to write another because two were equal."""
        told = self.text(ORIGINAL_KEY)
        if told and was_changed(self.record.key, told):
            self.used.add(ORIGINAL_KEY)
            return told
        return self.record.key

    def _title(self):
        title = self._with_subtitle("title")
        if not title:
            instead = map(self.text, columns.INSTEAD_OF_TITLE)
            title = next(filter(None, instead), "") or self._key() or "Untitled"
            self.tell("warning", MISSING_TITLE.format(title))
        if self.record.entry_type in NO_WORKS:
            self.tell("info", NO_WORK.format(self.record.entry_type))
        self._set("title", title)

    def _with_subtitle(self, name):
        title, sub = self.take(name), columns.SUBTITLES.get(name, "")
        if not title or not sub or not self.record.get(sub):
            return title
        separator = " " if title.endswith(JOINS_WITH_BLANK) else ": "
        return f"{title}{separator}{self.take(sub)}"

    def _container(self):
        article = self.kind == "article"
        names = columns.CONTAINERS_OF_ARTICLES if article else columns.CONTAINERS
        if self.kind in {"book", "collection", "proceedings"}:
            names = columns.CONTAINERS_OF_BOOKS
        for name in names:
            if self.record.get(name):
                self._set("container_title", self._with_subtitle(name))
                return

    def _plain(self):
        for column, name in plain_columns(self.record.names):
            text = self.text(name)
            words = expand_bibstrings(text) if column in IN_WORDS else text
            self.set(column, BLANK_DASH.sub("–", words) if column == "pages" else words, name)

    def _numbers(self):
        if entry_types.is_in_issues(self.entry_type):
            name = "number" if self.record.get("number") else "issue"
            self.set("issue", self.text(name), name)
            self._set_whole("number", "reportnumber")
            return
        self.set("number", self.text("number"), "number")
        self.set("issue", self.text("issue"), "issue")

    def _set_whole(self, column, name):
        """Sets the column from the field, unless it is too long: then the field says it all."""
        text = self.text(name) if self.record.get(name) else ""
        if text and len(text) <= LENGTHS[column]:
            self.set(column, text, name)

    def _date(self):
        iso, text = date_of(self.record)
        if iso:
            self.values["date"] = stored_date(iso)
        if text:
            self._set("date_text", text)
        if self.record.get("date"):
            self.used |= {"date", "year"} if self.record.get("year") == iso[:4] else {"date"}
        elif iso or text:
            self.used.add("year")
            # A month that is none ("30") is kept as it came.
            if len(iso) != 4 or (text and self.record.text("month") in text):
                self.used.add("month")

    def _language(self):
        for name in LANGUAGE_FIELDS if self.record.has_any(LANGUAGE_FIELDS) else ():
            told = self.record.get(name).replace("_", "-")
            code = columns.LANGUAGES.get(told.lower(), told if LANGUAGE.fullmatch(told) else "")
            if code:
                self.set("language", code, name)
                return

    def _flags(self):
        if not self.record.has_any(FLAGS):
            return
        presentation = self.record.get("presentation").lower()
        if presentation and presentation in Publication.Presentation:
            self.set("presentation", presentation, "presentation")
        if self.record.get("selected").lower() in columns.TRUE:
            self.values["selected"] = True

    def _is_draft(self):
        return (
            self.record.get("published").lower() in columns.FALSE
            or self.record.get("draft").lower() in columns.TRUE
        )

    def _authors(self):
        authors, et_al, warnings = read_authors(self.record)
        self.used |= set(ROLES)
        if authors:
            self.values["authors"] = authors
            if prints_orcids(self.record.names):
                self._orcids(authors)
        if et_al:
            self.values["et_al"] = True
        for warning in warnings:
            self.tell("warning", warning)

    def _orcids(self, rows):
        names = [name_of(row) for row in rows if row[0] == "author"]
        if found := read_orcids(self.record, names):
            self.values["orcids"] = found + [""] * (len(rows) - len(names))

    def _status(self):
        stated = PUBSTATES.get(self.record.get("pubstate").lower())
        told = stated or status_of(self.record).replace(" ", "-")
        if stated:
            self.used.add("pubstate")
        if told and told in Status:
            self.values["status"] = told
        else:
            preprint = is_preprint(self.values)
            self.values["status"] = (Status.PREPRINT if preprint else Status.PUBLISHED).value

    def _rest(self):
        """Fields without a column; a second value of a field that has one; nothing twice."""
        rest, seen = [], set()
        for name, value in self.record.fields:
            first = name not in seen
            seen.add(name)
            if name in self.used and (first or value.strip() == self.record.get(name)):
                continue
            if value.strip():
                rest.append([name, value])
        if rest:
            self.values["fields"] = [list(pair) for pair in dict.fromkeys(map(tuple, rest))]


@lru_cache(4096)  # most works of a file appeared in the same few hundred months
def stored_date(iso: str) -> str:
    """ "2023-23" (an EDTF season) -> the form that PartialDate stores; no date -> ""."""
    try:
        return PartialDate.from_iso(iso).stored
    except ValidationError:
        return ""
