"""What an entry of a .bib file says: its fields, when it appeared, and its status."""

import marshal
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from tempfile import SpooledTemporaryFile

from publications.bibtex.grammar import MONTHS
from publications.latex import to_text


class BibtexDecodeError(ValueError):
    """The bytes are no text that BibTeX could be in; `str()` of it says why."""


class UnsureEncodingError(BibtexDecodeError):
    """The bytes are text, but in which encoding only a person can say.

    `readings` has the encodings that may be meant, the likeliest first, each with some of the text
    as it would read.
    """

    def __init__(self, reason: str, readings: list[tuple[str, str]]):
        super().__init__(reason)
        self.readings = readings


@dataclass(slots=True)
class Problem:
    """Something worth telling the owner of the file.

    `line` is the 1-based line on which the block starts, 0 where there is none; `severity` is
    "error", "warning" or "info"; `reason` says what was found, and what was done or what to do.
    """

    line: int
    key: str
    severity: str
    reason: str


@dataclass(slots=True)
class Record:
    """One entry as read: its source, and its fields after macros and `#` were resolved.

    `fields` keeps file order and duplicates, names in lower case, values as raw LaTeX without
    their outer delimiters. `inherited` is what crossref and xdata gave. A `refused` record is a
    block that gave no usable field: its raw text is kept and an error tells why.
    """

    entry_type: str
    key: str
    line: int
    raw: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    inherited: dict[str, str] = field(default_factory=dict)
    refused: bool = False
    # The service whose own answer it is, "Crossref"; "" of a file.
    service: str = ""
    _own: dict[str, str] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def own(self) -> dict[str, str]:
        """Name -> first value that is not empty, of its own fields; looked up once."""
        if self._own is None:
            self._own = {}
            for name, value in self.fields:
                if name not in self._own and (value := value.strip()):
                    self._own[name] = value
        return self._own

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all that it says, what it inherited first."""
        return tuple(self.inherited | self.own)

    def get(self, *names: str) -> str:
        """The first non-empty raw value: own fields in the order of `names`, then inherited."""
        own = self.own
        for name in names:
            if value := own.get(name):
                return value
        for name in names if self.inherited else ():
            if value := self.inherited.get(name, "").strip():
                return value
        return ""

    def pack(self) -> bytes:
        """The record as it was read, without what it inherited, for `unpack`."""
        values = self.entry_type, self.key, self.line, self.raw, self.fields, self.refused
        return marshal.dumps(values)

    @classmethod
    def unpack(cls, packed: bytes) -> "Record":
        *values, refused = marshal.loads(packed)  # noqa: S302 - never out of this process
        return cls(*values, refused=refused)

    def set_field(self, at: int, value: str) -> None:
        """Give the field at an index another value."""
        self.fields[at] = self.fields[at][0], value
        self._own = None

    def text(self, *names: str) -> str:
        """Return the field as display text, decoded by `latex.to_text`."""
        return to_text(self.get(*names))


@dataclass(slots=True)
class ParsedFile:
    """Everything a file holds; each non-blank character of it is in exactly one of the parts.

    `comments` is the text outside entries and the `@comment` blocks, `strings` and `preambles`
    the source of those blocks, all in file order. `extension` is that of files of its format.
    `commented_out` counts entries behind `%`,
    `damaged` lines whose letters were read in a wrong encoding before they came here.
    """

    records: list[Record] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    encoding: str = "utf-8"
    extension: str = "bib"
    commented_out: int = 0
    damaged: int = 0
    comments: list[str] = field(default_factory=list)
    preambles: list[str] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)

    def tell(self, severity: str, line: int, key: str, reason: str) -> None:
        self.problems.append(Problem(line, key, severity, reason))


# --- When it appeared: never an invented day, a value that is no date stays as text -------------

YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
ISO = re.compile(r"([12]\d{3})(?:[-/](\d\d?)(?:[-/](\d\d?))?)?(?:[T ]\d\d:\d\d.*)?")
# EDTF (ISO 8601-2): seasons, "about" and "perhaps", and what is not known of a month or day.
SEASON = re.compile(r"([12]\d{3})-(2[1-4])")
LONGEST = 80
UNSURE = re.compile(r"[~?%]+$|(?:-(?:XX|uu|00))+$", re.I)
JAPANESE_MONTH = re.compile(r"(\d\d?)\s*[月월]")
DAY = re.compile(r"(?<!\d)(\d\d?)(?:st|nd|rd|th)?(?!\d)")
FILLERS = frozenset({"st", "nd", "rd", "th", "de", "of"})
WORD = re.compile(r"[^\W\d_]+")
# Full names in the languages of the files seen, besides English; three letters do for English.
FOREIGN_MONTHS = (
    "januar jänner janvier enero gennaio janeiro januari",
    "februar février fevrier febrero febbraio fevereiro februari",
    "märz maerz mars marzo março maart",
    "avril abril aprile",
    "mai mayo maggio maio mei maj",
    "juni juin junio giugno junho",
    "juli juillet julio luglio julho",
    "août aout agosto augusti augustus",
    "septembre septiembre settembre setembro",
    "oktober octobre octubre ottobre outubro",
    "novembre noviembre novembro",
    "dezember décembre decembre diciembre dicembre dezembro",
)


def _numbers_of_months() -> dict[str, int]:
    """Name in lower case -> number; beginnings too that mean one month alone: "okt", not "jui"."""
    english = {month.lower(): number for number, month in enumerate(MONTHS, 1)}
    foreign = {name: n for n, names in enumerate(FOREIGN_MONTHS, 1) for name in names.split()}
    numbers = foreign | english | {name[:3]: n for name, n in english.items()} | {"sept": 9}
    for name, number in foreign.items():
        for length in range(3, len(name)):
            meant = {n for other, n in foreign.items() if other.startswith(name[:length])}
            if meant == {number}:
                numbers.setdefault(name[:length], number)
    return numbers


NUMBERS_OF_MONTHS = _numbers_of_months()

STATUSES = (
    ("submitted", re.compile(r"\bsubmitted\b|\b(?:under|in) review\b", re.I)),
    ("in press", re.compile(r"\bto appear\b|\bforthcoming\b|\bin ?press\b", re.I)),
    ("accepted", re.compile(r"\baccepted\b", re.I)),
)
NOTE_LENGTH = 80
ONLY_STATUS = re.compile(
    r"\W*(?:(?:submitted|accepted|forthcoming|to appear|in ?press|(?:under|in) review"
    r"|for publication)\b\W*)+",
    re.I,
)


def date_of(record: Record) -> tuple[str, str]:
    """The date as "", "YYYY", "YYYY-MM", "YYYY-MM-DD" or EDTF season, and words that say more.

    A season is "YYYY-21" (spring) to "YYYY-24" (winter), where `date` says so. `date` beats
    `year` and `month`; the year is the first number from 1000 to 2999 of four digits. A month
    that is none of the twelve ("Summer", "July/August") stays in the words.
    """
    return _date_of(*map(record.get, ("date", "year", "day")), record.get("month", "mon"))


@lru_cache(4096)  # the works of a file appeared in the same few hundred months
def _date_of(raw: str, raw_year: str, raw_day: str, raw_month: str) -> tuple[str, str]:
    if typed := _typed(raw):
        iso, rest = _date(typed)
        if iso or not raw_year:
            return iso, rest
    month_text = to_text(raw_month)
    if raw_year.isdigit() and len(raw_year) == 4 and raw_year[0] in "12" and raw_year.isascii():
        year_text = year = raw_year
    else:
        year_text = _typed(to_text(raw_year)).removeprefix("%").strip()
        match = YEAR.search(year_text)
        year = match[0] if match else ""
    if not year:
        return "", " ".join(filter(None, [month_text, year_text]))
    month, day, whole = _month_and_day(month_text)
    if not month:
        return _year_without_month(year, year_text, month_text)
    if not day and raw_day.isascii() and raw_day.isdigit() and len(raw_day) < 3:
        day = int(raw_day)
    iso = _iso(int(year), month, day if whole else 0)
    if not whole:
        return iso, f"{month_text} {year_text}"
    return iso, "" if year_text == year else year_text


def date_of_text(raw: str) -> tuple[str, str]:
    """The same of a raw `date`, `urldate` or `eventdate`."""
    typed = _typed(raw)
    return _date(typed) if typed else ("", "")


def _typed(raw: str) -> str:
    """A date as typed: digits of any script as ASCII, `~` kept, for in dates it means "about"."""
    text = raw.replace("{", "").replace("}", "").strip()
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(c, c)) for c in text)
    return text


def _date(typed: str) -> tuple[str, str]:
    if SEASON.fullmatch(typed):
        return typed, ""
    if match := ISO.fullmatch(typed):
        parts = [int(part) for part in match.groups() if part]
        iso = _iso(*parts)
        return iso, "" if iso.count("-") == len(parts) - 1 else typed
    start = UNSURE.sub("", typed[:LONGEST].split("/")[0].strip())
    if start != typed and (ISO.fullmatch(start) or SEASON.fullmatch(start)):
        return _date(start)[0], typed
    match = YEAR.search(typed)
    if not match or typed.startswith("-"):
        return "", typed
    return _year_without_month(match[0], typed, "")


def _iso(year: int, month: int = 0, day: int = 0) -> str:
    """As much of it as there is in the calendar."""
    if not 1 <= month <= 12:
        return f"{year}"
    try:
        return str(date(year, month, day))
    except ValueError:
        return f"{year}-{month:02}"


def _year_without_month(year: str, year_text: str, month_text: str) -> tuple[str, str]:
    """The year's own words may name the month ("June 1980"), or the month's say what it is not."""
    if any(map(str.isalpha, month_text)):
        return year, f"{month_text} {year_text}"
    if year_text == year:
        return year, ""
    if ISO.fullmatch(year_text):
        return _date(year_text)
    month, day, whole = _month_and_day(year_text.replace(year, " "))
    return _iso(int(year), month, day), "" if month and whole else year_text


def _month_and_day(text: str) -> tuple[int, int, bool]:
    """(month, day, whether that is all the words say); 0 for unknown, and two months are none."""
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 3 else 0
        return (number if number <= 12 else 0), 0, True
    if match := JAPANESE_MONTH.fullmatch(text):
        return _month_and_day(match[1])
    words = [word for word in WORD.findall(text.lower()) if word not in FILLERS]
    if len(words) != 1:
        return 0, 0, False
    days = DAY.findall(text)
    month = NUMBERS_OF_MONTHS.get(unicodedata.normalize("NFC", words[0]), 0)
    return month, int(days[0]) if len(days) == 1 else 0, len(days) < 2


def status_of(record: Record) -> str:
    """'submitted', 'accepted', 'in press', 'preprint': as pubstate, year, date or a note says."""
    return _status_of(*map(record.get, ("pubstate", "year", "date", "note")))


@lru_cache(4096)
def _status_of(*raw: str) -> str:
    texts = list(map(to_text, raw))
    return "preprint" if texts[0].lower() == "prepublished" else status_in(*texts)


def status_in(*texts: str) -> str:
    """The same of texts, the last of them a note: a long one tells of other things."""
    *others, note = texts
    for text in filter(None, [*others, note if len(note) <= NOTE_LENGTH else ""]):
        if text.isdigit():  # a year, nearly always
            continue
        for status, pattern in STATUSES:
            if pattern.search(text):
                return status
    return ""


def is_outdated(note: str, status: str) -> bool:
    """Whether the note says nothing but a status ("To appear"), and the paper has a later one."""
    stated = status_in(note)
    is_later = status in ("published", "retracted") or (stated == "submitted" and status != stated)
    return bool(stated and is_later and ONLY_STATUS.fullmatch(note))


# --- On disk: what a long import needs later -----------------------------------------------------

# Bytes that a spool keeps in memory before it takes a file: what nearly all imports need.
IN_MEMORY = 8_000_000


class Spool:
    """Bytes in an unnamed temporary file, which goes with the spool or the process.

    Raises OSError where the disk is full.
    """

    def __init__(self):
        self._file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - open as long as the spool is
        self._end, self._is_at_end = 0, True

    def put(self, data: bytes) -> tuple[int, int]:
        """Store the bytes and return the ticket by which `get` reads them."""
        if not self._is_at_end:
            self._file.seek(self._end)
            self._is_at_end = True
        start, self._end = self._end, self._end + self._file.write(data)
        return start, self._end

    def get(self, ticket: tuple[int, int]) -> bytes:
        """Return the bytes of a ticket, which stay stored."""
        start, end = ticket
        self._is_at_end = False
        self._file.seek(start)
        return self._file.read(end - start)
