"""A record -> values for our columns. Nothing is guessed; what has no column stays as it came."""

import hashlib
import re
from functools import lru_cache
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError

from profiles.dates import PartialDate
from profiles.identifiers import clean_url
from profiles.markup import too_much
from publications import entry_types, identifiers
from publications.bibtex import (
    ORIGINAL_KEY,
    ORIGINAL_TYPE,
    Problem,
    Record,
    date_of,
    status_of,
    was_changed,
)
from publications.fields import BADGE_YEAR, FIELDS, LENGTHS, LINKS, PUBSTATES, ROLES
from publications.importer.authors import read_authors, read_orcids
from publications.importer.paper_store import Reading
from publications.importer.uniting import split_list
from publications.latex import expand_bibstrings, hrefs, to_text, to_text_reporting, urls
from publications.matching.forms import is_preprint
from publications.models import Publication, Status, Topic

# What databases write for a number that they have not.
NO_NUMBER = {"null", "{null}", "NULL", "None", "N/A", "n/a"}
NUMBERS = {"number", "issue", "volume", "pages", "issn", "isbn", "doi", "pmid", "month", "day"}
TEXT_FIELDS = tuple(field for field in FIELDS if field.is_text)
# Texts that pages set as Markdown.
MARKDOWN = {"abstract", "note"}
PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*|\\par(?![A-Za-z])")
TOO_MUCH = "{}: from its line {} on, more signs of Markdown than one text can hold; shown as typed."
CONTAINERS_OF_ARTICLES = ("journaltitle", "journal", "booktitle")
CONTAINERS = ("booktitle", "journaltitle", "journal", "maintitle", "eventtitle")
# A whole book's booktitle is its own, and its maintitle the work's that it is a volume of.
CONTAINERS_OF_BOOKS = ("journaltitle", "journal", "eventtitle")
SUBTITLES = {
    "title": "subtitle",
    "booktitle": "booksubtitle",
    "journaltitle": "journalsubtitle",
    "journal": "journalsubtitle",
    "maintitle": "mainsubtitle",
}
JOINS_WITH_BLANK = tuple("?!.:…")
# A work must be called something: what stands in for a missing title, best first.
INSTEAD_OF_TITLE = ("maintitle", "booktitle", "eventtitle", "issuetitle", "shorttitle", "label")
MISSING_TITLE = "There is no title; the paper is shown under “{}”. Give it one in the file or here."
# What biblatex never prints by itself.
NO_WORKS = {"xdata", "set"}
NO_WORK = "@{} is no work of its own; hide it, or delete it, if it should not be listed."
BLANK_DASH = re.compile(r"\s*–\s*")
TRUE = {"true", "yes", "1", "t", "y"}
FALSE = {"false", "no", "0", "f", "n"}
LANGUAGE_FIELDS = ("langid", "language", "hyphenation")
LANGUAGE = re.compile(r"[a-z]{2,3}(-\w{2,8})*")
# Babel's names, as `langid` and `language` have them, and their codes.
BABEL = """
    afrikaans=af american=en-US arabic=ar australian=en-AU austrian=de-AT brazil=pt-BR
    brazilian=pt-BR british=en-GB bulgarian=bg canadian=en-CA catalan=ca chinese=zh croatian=hr
    czech=cs danish=da dutch=nl english=en estonian=et finnish=fi french=fr german=de greek=el
    hebrew=he hungarian=hu icelandic=is indonesian=id italian=it japanese=ja korean=ko latin=la
    latvian=lv lithuanian=lt naustrian=de-AT newzealand=en-NZ ngerman=de norsk=no norwegian=no
    nswissgerman=de-CH nynorsk=nn persian=fa polish=pl portuguese=pt romanian=ro russian=ru
    serbian=sr slovak=sk slovene=sl slovenian=sl spanish=es swedish=sv swissgerman=de-CH thai=th
    turkish=tr ukenglish=en-GB ukrainian=uk usenglish=en-US vietnamese=vi
"""
LANGUAGES = dict(pair.split("=") for pair in BABEL.split())

# Texts in which an \href may stand; its address becomes a link with its own words.
WITH_HREFS = (
    *("title", "subtitle", "journal", "journaltitle", "booktitle", "series", "publisher"),
    *("note", "howpublished", "award", "additional_info", "annotation", "addendum"),
)
ONLY_HREFS = re.compile(r"(?:\\href\s*\{[^{}]*\}\s*\{[^{}]*\}[\s,;]*)+")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# What is plainly an address that may be linked, and nearly all are: it needs no closer look.
PLAIN_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]*[A-Za-z0-9](?:/[\w./?=:+%~#!-]*)?", re.A)
LONGEST_ADDRESS = 2000
# Links that would say nothing more, where they lead to the paper's own address.
PLAIN_LINKS = {("publisher", ""), ("other", "Link"), ("preprint", "")}
# Where a bare value is the name of a file that lay on the old site.
FILES = {"pdf", "slides", "poster", "supp"}
OLD_FILE = "{}={} is a file of the old site; upload it to the paper."
DIGITS = "0123456789"
AWARD = re.compile(r"award(?:_name)?(\d*)")
LONGEST_TOPIC = Topic._meta.get_field("name").max_length
LONG_TOPIC = "topics: a name is longer than {} characters, the field is kept as it came"


def fingerprint(record: Record) -> str:
    """SHA-256 of what the entry says, macros and inherited fields included.

    Layout, fields without a value and a field that says the same twice are no part of it.
    """
    pairs = dict.fromkeys(record.fields)
    fields = [(name, value) for name, value in pairs if value and not value.isspace()]
    text = repr((record.entry_type, record.key, fields, sorted(record.inherited.items())))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read(record: Record) -> Reading:
    """The record in our columns. Raises nothing: what cannot be stored is kept raw and reported."""
    return Mapper(record).read()


class Mapper:
    """Reads one record; `used` collects the field names that found a column."""

    def __init__(self, record: Record):
        self.record = record
        fields = {n: v.strip() for n, v in record.inherited.items()} | record.own
        self.fields = {n: v for n, v in fields.items() if n not in NUMBERS or v not in NO_NUMBER}
        self.values, self.used, self.problems = {}, set(), []
        self.entry_type = self._entry_type()
        self.kind = entry_types.known(self.entry_type)

    def read(self) -> Reading:
        self._set("citation_key", self._key())
        self._set("entry_type", self.entry_type)
        self._title()
        self._container()
        self._texts()
        self._numbers()
        self._date()
        self._language()
        self._set_whole("short_name", "shorttitle")
        if BADGE_YEAR.search(to_text(self.get("abbr"))):  # without, the venue says as much
            self._set_whole("badge_text", "abbr")
        presentation = self.get("presentation").lower()
        if presentation and presentation in Publication.Presentation:
            self._set("presentation", presentation, "presentation")
        if self.get("selected").lower() in TRUE:
            self.values["selected"] = True
        self._identifiers()
        self._links()
        self._awards()
        self._topics()
        self._authors()
        self._status()
        self._rest()
        is_draft = self.get("published").lower() in FALSE or self.get("draft").lower() in TRUE
        return Reading(self.values, self.problems, self.record.text("abbr"), is_draft)

    # --- what the readers of one concept share ------------------------------------------------

    def get(self, name: str) -> str:
        """The raw value of a field, its own or inherited, or ""."""
        return self.fields.get(name, "")

    def _report(self, severity, reason):
        self.problems.append(Problem(self.record.line, self.record.key, severity, reason))

    def _text(self, name):
        """Return a field as display text."""
        return self._decoded(name, self.get(name))

    def _paragraphs(self, name):
        """The same, with the paragraphs that it has."""
        texts = (self._decoded(name, part) for part in PARAGRAPHS.split(self.get(name)))
        return "\n\n".join(filter(None, texts))

    def _decoded(self, name, raw):
        if "\\" not in raw:
            return to_text(raw) if raw else ""
        text, unknown = to_text_reporting(raw)
        for macro in dict.fromkeys(unknown):
            # Where nothing but the macro names the journal, its name is all that is shown.
            severity = "warning" if text == macro else "info"
            self._report(severity, f"{name}: unknown macro \\{macro}; its text is kept.")
        return text

    def _set(self, column, value, *names):
        """Sets the column; a value that is too long for it stays, whole, under its own name."""
        limit = LENGTHS[column]
        if limit and len(value) > limit:
            self._report("warning", f"{column}: longer than {limit} characters; cut for display.")
            self.values[column] = value[:limit].rstrip()
            self.used.difference_update(names)
            return
        if value:
            self.values[column] = value
        self.used.update(names)

    def _set_whole(self, column, name):
        """Sets the column from the field, unless it is too long: then the field says it all."""
        text = self._text(name)
        if text and len(text) <= LENGTHS[column]:
            self._set(column, text, name)

    # --- one concept each ---------------------------------------------------------------------

    def _entry_type(self):
        """Its own, where an export to a dialect had to write another."""
        original, written = self.get(ORIGINAL_TYPE).lower(), self.record.entry_type
        if not original or written not in entry_types.stand_ins(original, self.get("type")):
            return written.lower()
        self.used.add(ORIGINAL_TYPE)
        if self.get("howpublished") == f"\\url{{{self.get('url')}}}":
            self.used.add("howpublished")
        return original

    def _key(self):
        """Its own, where an export had to write another because two were equal."""
        original = self._text(ORIGINAL_KEY)
        if original and was_changed(self.record.key, original):
            self.used.add(ORIGINAL_KEY)
            return original
        return self.record.key

    def _title(self):
        title = self._with_subtitle("title")
        if not title:
            instead = map(self._text, INSTEAD_OF_TITLE)
            title = next(filter(None, instead), "") or self._key() or "Untitled"
            self._report("warning", MISSING_TITLE.format(title))
        if self.record.entry_type in NO_WORKS:
            self._report("info", NO_WORK.format(self.record.entry_type))
        self._set("title", title, "title")

    def _with_subtitle(self, name):
        if not self.get(name):
            return ""
        title, subtitle = self._text(name), SUBTITLES.get(name, "")
        self.used.add(name)
        if not title or not self.get(subtitle):
            return title
        self.used.add(subtitle)
        separator = " " if title.endswith(JOINS_WITH_BLANK) else ": "
        return f"{title}{separator}{self._text(subtitle)}"

    def _container(self):
        names = CONTAINERS_OF_ARTICLES if self.kind == "article" else CONTAINERS
        if self.kind in {"book", "collection", "proceedings"}:
            names = CONTAINERS_OF_BOOKS
        if name := next(filter(self.fields.get, names), ""):
            self._set("container_title", self._with_subtitle(name), name)

    def _texts(self):
        for each in TEXT_FIELDS:
            if name := next(filter(self.fields.get, each.bibtex), ""):
                is_markdown = each.column in MARKDOWN
                text = self._paragraphs(name) if is_markdown else self._text(name)
                if each.column in {"place", "series"}:
                    text = expand_bibstrings(text)
                elif each.column == "pages":
                    text = BLANK_DASH.sub("–", text)
                self._set(each.column, text, name)
                if is_markdown and (excess := too_much(text)):
                    reason = TOO_MUCH.format(each.column, excess.line)
                    self._report("warning", reason)

    def _numbers(self):
        if entry_types.is_in_issues(self.entry_type):
            name = "number" if self.get("number") else "issue"
            self._set("issue", self._text(name), name)
            self._set_whole("number", "reportnumber")
        else:
            self._set("number", self._text("number"), "number")
            self._set("issue", self._text("issue"), "issue")

    def _date(self):
        iso, text = date_of(self.record)
        if iso:
            self.values["date"] = stored_date(iso)
        if text:
            self._set("date_text", text)
        if self.get("date"):
            self.used |= {"date", "year"} if self.get("year") == iso[:4] else {"date"}
        elif iso or text:
            self.used.add("year")
            # A month that is none ("30") is kept as it came.
            if len(iso) != 4 or (text and self.record.text("month") in text):
                self.used.add("month")

    def _language(self):
        for name in LANGUAGE_FIELDS:
            language = self.get(name).replace("_", "-")
            code = language if LANGUAGE.fullmatch(language) else ""
            if code := LANGUAGES.get(language.lower(), code):
                self._set("language", code, name)
                return

    def _authors(self):
        rows, et_al, warnings = read_authors(self.record)
        self.used |= set(ROLES)
        if rows:
            self.values["authors"] = rows
            if orcids := read_orcids(self.record, rows):
                self.values["orcids"] = orcids
        if et_al:
            self.values["et_al"] = True
        for warning in warnings:
            self._report("warning", warning)

    def _status(self):
        stated = PUBSTATES.get(self.get("pubstate").lower())
        status = stated or status_of(self.record).replace(" ", "-")
        if stated:
            self.used.add("pubstate")
        if not status or status not in Status:
            preprint = is_preprint(self.values)
            status = (Status.PREPRINT if preprint else Status.PUBLISHED).value
        self.values["status"] = status

    def _rest(self):
        """Fields without a column; a second value of a field that has one; nothing twice."""
        rest, seen = {}, set()
        for name, value in self.record.fields:
            is_first = name not in seen
            seen.add(name)
            if name in self.used and (is_first or value.strip() == self.get(name)):
                continue
            if value.strip():
                rest[name, value] = [name, value]
        if rest:
            self.values["fields"] = list(rest.values())

    # --- identifiers and addresses ------------------------------------------------------------

    def _identifiers(self):
        """DOI, arXiv, ISBN, ISSN, PubMed: from their own fields, or out of addresses and notes."""
        known = identifiers.find_identifiers(self.record.own)
        for name in identifiers.NORMALISERS:
            value, raw = known.get(name), self.get(name)
            if value:
                self._set(name, value)
                if name != "arxiv" or identifiers.normalise_arxiv(raw):
                    self.used.add(name)
                # Those that say nothing beside the number.
                places = self.get("eprinttype"), self.get("archiveprefix")
                if name == "arxiv" and "arxiv" in map(str.lower, places):
                    self.used |= {"eprint", "eprinttype", "archiveprefix"}
            elif name == "doi" and identifiers.short_doi_url(raw):
                self._report("info", f"doi={raw} is a short DOI; it is linked, and kept as text.")
            elif raw and name in {"doi", "pmid"}:
                reason = f"{name}={raw[:80]} is no {name.upper()}; it is kept as text."
                self._report("warning", reason)
            elif raw and name in {"isbn", "issn"}:
                reason = f"{name}={raw[:80]} has a wrong check digit or form; it is kept as text."
                self._report("info", reason)

    def _links(self):
        """`url` is the paper's own; al-folio's buttons become typed links; files are reported."""
        rows, own = [], addresses(self.get("url"))
        if own:
            self._set("url", own[0], "url")
            rows += [["other", urlsplit(url).hostname or "", url] for url in own[1:]]
        elif raw := self.get("url"):
            self._report("warning", f"url={raw[:80]} is no address; it is kept as text.")
        elif printed := addresses(self.get("howpublished")):
            self._set("url", printed[0])
        elif short := identifiers.short_doi_url(self.get("doi")):
            self._set("url", short)
        for name in self.record.own:
            if kind := LINKS.get(name.rstrip(DIGITS)):
                rows += self._button(name, kind)
        if preview := self.get("preview"):
            self._report("info", OLD_FILE.format("preview", preview[:120]))
        # An address in `arxiv` that is another server's is a link like any other.
        if "arxiv" not in self.used and (others := addresses(self.get("arxiv"))):
            self.used.add("arxiv")
            rows += [["preprint", urlsplit(url).hostname or "", url] for url in others]
        # What it inherits is its volume's: that volume's addresses are not its own.
        for raw in filter(None, map(self.record.own.get, WITH_HREFS)):
            rows += [["other", label[:80], url] for url, label in linkable_hrefs(raw)]
        first = {row[2]: row for row in reversed(rows)}
        own = self.values.get("url")
        rows = [
            r for r in reversed(first.values()) if r[2] != own or (r[0], r[1]) not in PLAIN_LINKS
        ]
        if rows:
            self.values["links"] = rows

    def _button(self, name, kind):
        """The links of one field, `pdf` and `pdf2` alike: addresses, or \\href with labels."""
        value = self.get(name)
        urls = addresses(value)
        if urls and is_only_addresses(value):
            self.used.add(name)
        elif not urls and SCHEME.match(value):
            self._report("warning", f"{name}={value[:80]} may not be linked; it is kept as text.")
        elif not urls and name in FILES:
            self._report("info", OLD_FILE.format(name, value[:120]))
        labels = dict(linkable_hrefs(value))
        default = name.rstrip(DIGITS).capitalize() if kind == "other" else ""
        return [[kind, labels.get(url, default)[:80], url] for url in urls]

    def _awards(self):
        """al-folio's `award_name` and `award`, and our `award_name2`, `award2` for further ones."""
        matches = map(AWARD.fullmatch, self.record.own)
        awards = []
        for number in dict.fromkeys(match[1] for match in matches if match):
            name, raw = self._text(f"award_name{number}"), self.get(f"award{number}")
            text = self._text(f"award{number}")
            url = next(iter(addresses(raw)), "")[:500]
            if url and is_only_addresses(raw):
                self.used |= {f"award_name{number}", f"award{number}"}
                awards.append([(name or "Award")[:300], url])
            elif name or text:
                self.used.add(f"award_name{number}" if name else f"award{number}")
                awards.append([(name or text)[:300], url])
        if awards:
            self.values["awards"] = awards

    def _topics(self):
        """Also marks `keywords` used that say the same: an export writes them beside."""
        if not (raw := self.get("topics")):
            return
        names = [" ".join(to_text(part).split()) for part in split_list(raw)]
        first = {name.casefold(): name for name in reversed(names) if name}
        if any(len(name) > LONGEST_TOPIC for name in names):
            self._report("warning", LONG_TOPIC.format(LONGEST_TOPIC))
        elif first:
            self.values["topics"] = list(reversed(first.values()))
            self.used |= {"topics", "keywords"} if self.get("keywords") == raw else {"topics"}


@lru_cache(4096)  # most works of a file appeared in the same few hundred months
def stored_date(iso: str) -> str:
    """ "2023-23" (an EDTF season) -> the form that PartialDate stores; no date -> ""."""
    try:
        return PartialDate.from_iso(iso).stored
    except ValidationError:
        return ""


def addresses(raw: str) -> list[str]:
    """The http and https addresses in a field, in order, that our own forms would take."""
    if not raw:
        return []
    if len(raw) <= LONGEST_ADDRESS and PLAIN_ADDRESS.fullmatch(raw):
        return [raw]
    return [url for url in urls(raw) if is_linkable(url)]


def is_linkable(url: str) -> bool:
    """Whether pages may link to an address as it is."""
    if not url.lower().startswith(("http://", "https://")) or len(url) > LONGEST_ADDRESS:
        return False
    try:
        return clean_url(url) == url
    except ValidationError:
        return False


def linkable_hrefs(raw: str) -> list[tuple[str, str]]:
    """(address, label) of each \\href that our own forms would take."""
    pairs = hrefs(raw) if "\\href" in raw else []
    return [(url, label) for url, label in pairs if is_linkable(url)]


def is_only_addresses(raw: str) -> bool:
    """Whether nothing but addresses is in the field, so that the links say all of it."""
    if "\\href" in raw:
        return bool(ONLY_HREFS.fullmatch(raw))
    return len(raw.split()) == len(addresses(raw))
