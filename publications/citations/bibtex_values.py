"""Values in BibTeX: titles, names, dates, links and awards, each as it reads back."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from django.conf import settings

from profiles.dates import PartialDate
from publications.bibtex import MONTHS, Record, date_of
from publications.latex import from_text
from publications.names import Name, parse_names

Pairs = list[tuple[str, str]]

MATHS = re.compile(r"(?<!\\)(\$[^$]+\$)")
# Letters and digits only: whatever from_text has escaped is left as it is.
WORD = re.compile(r"(?<![\\\w{])[^\W_]{2,}")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
GLUED = set("*†‡§¶")
JOINS = re.compile(r"\sand\s|^and\s|\sand$|,", re.IGNORECASE)
AWARD = re.compile(r"award(?:_name)?\d*")
BRACES = str.maketrans(
    {"{": "{\\textbraceleft}", "}": "{\\textbraceright}", "\\": "\\textbackslash "}
)
# The label that a plain `link` is read with.
PLAIN_LABELS = {"other": "Link"}


def title(text: str) -> str:
    """LaTeX of `text`, with braces around words such as DNA and PipeMorph."""
    parts = MATHS.split(from_text(text))
    return "".join(part if i % 2 else WORD.sub(_kept, part) for i, part in enumerate(parts))


def _kept(word):
    """A capital that is not merely the word's first letter is there for a reason."""
    has_capitals = any(sign.isupper() for sign in word[0][1:])
    return f"{{{word[0]}}}" if has_capitals else word[0]


def topic_list(topics: list[str]) -> str:
    """Names between commas; in braces where one would be read as two."""
    raw = map(from_text, topics)
    return ", ".join(f"{{{name}}}" if set(",;") & set(name) else name for name in raw)


# --- Names ----------------------------------------------------------------------------------------


def names(authors: list[list[str]], *, et_al: bool = False) -> str:
    """Rows of (role, given, family, particle, suffix, literal, marks) as one BibTeX list."""
    people = [name(*author[1:]) for author in authors]
    return " and ".join([*people, "others"] if et_al else people)


@lru_cache(4096)  # the people of a lab come again and again
def name(given, family, particle, suffix, literal, marks) -> str:
    """The first way that reads back as these very parts, but for marks that would be taken for
    letters of the name.
    """
    wanted = Name(given, family, particle, suffix, literal, marks)
    unmarked = wanted._replace(marks="")
    ways = [*_name_ways(wanted), *_name_ways(unmarked)]
    right = ([wanted], [wanted._replace(marks=marks.translate(RAISED))], [unmarked])
    return next((way for way in ways if parse_names(way)[0] in right), ways[-1])


def _name_ways(name: Name) -> Iterator[str]:
    marks = name.marks
    if not set(marks) <= GLUED:
        marks = f"\\textsuperscript{{{from_text(marks)}}}"
    if name.literal:
        yield _braced(name.literal) + marks
        return
    yield _classic(name, marks, _part)
    yield _classic(name, marks, _braced)
    yield _extended(name, marks)


def _classic(name, marks, part):
    """ "von Last, Jr, First", or the last part alone."""
    last = " ".join(filter(None, [from_text(name.particle), part(name.family)]))
    rest = [part(text) for text in (name.suffix, name.given) if text]
    return ", ".join([last + marks, *rest])


def _part(text):
    """Braced where BibTeX would split it, or take its small first word for a "von"."""
    small = " " in text and any(word[:1].islower() for word in text.split()[:-1])
    return _braced(text) if JOINS.search(text) or small else from_text(text)


def _braced(text):
    return f"{{{from_text(text)}}}" if text else ""


def _extended(name, marks):
    """biblatex's own form, for what the classic one has no place for: a family name of two words
    and nothing else, a particle in capitals.
    """
    parts = {"family": name.family, "given": name.given}
    parts |= {"prefix": name.particle, "suffix": name.suffix}
    written = {key: _braced(text) for key, text in parts.items() if text}
    if "family" in written:
        written["family"] += marks
    return ", ".join(f"{key}={text}" for key, text in written.items())


# --- Dates ----------------------------------------------------------------------------------------


@lru_cache(4096)  # as many as months
def date_fields(stored: str, text: str = "") -> Pairs:
    """ "2025-11-20" -> year and month as classic BibTeX takes them, the day before the month.

    `text` is what was printed where that says more. The first way that says all of it is taken,
    else the first that says the date itself.
    """
    if not stored:
        return [("year", from_text(text))]
    date = PartialDate.from_stored(stored)
    ways = [way for way in _date_ways(date, text) if _read_date(way)[0] == date.edtf]
    whole = [way for way in ways if _read_date(way)[1] == text]
    return next(iter([*whole, *ways]), [("year", f"{date.year:04d}")])


def _read_date(fields):
    return date_of(Record("", "", 0, "", fields))


def _date_ways(date: PartialDate, text: str) -> Iterator[Pairs]:
    year = ("year", f"{date.year:04d}")
    if date.season:
        yield [year, ("date", date.edtf)]
    if text:
        # "Fall 2023" as a year, and a month that is none.
        words = from_text(text.removesuffix(year[1]).strip())
        yield [year, ("month", words)] if words and words != text else [year]
        yield [("year", from_text(text))]
        yield [("date", from_text(text))]
    if not date.month:
        yield [year]
        return
    day = f"{date.day} " if date.day else ""
    yield [year, ("month", f"{day}{MONTHS[date.month - 1]}")]


# --- Links and awards -----------------------------------------------------------------------------


def link_fields(links: list[list[str]], taken: Collection[str]) -> Iterator[tuple[str, str]]:
    """A field for each row of (its name, kind, label, url), numbered where one has the name;
    `taken` are those that are used already.
    """
    names = set(taken)
    for field, kind, label, url in links:
        name, number, where = field, 2, raw_url(url)
        while name in names:
            name, number = f"{field}{number}", number + 1
        if where:
            names.add(name)
            is_plain = label == PLAIN_LABELS.get(kind, "")
            yield name, where if is_plain else f"\\href{{{where}}}{{{from_text(label)}}}"


def raw_url(url: str) -> str:
    """The raw field value; a path of this site as a whole URL, or nothing at all."""
    if url.startswith("/"):
        url = f"{settings.ORIGIN}{url}" if settings.ORIGIN else ""
    return url.translate(BRACES)


def award_fields(awards: list[list[str]]) -> Iterator[tuple[str, str]]:
    """al-folio's `award_name`, and the URL of the award as its `award`."""
    for index, (name, url) in enumerate(awards, start=1):
        number = index if index > 1 else ""
        yield f"award_name{number}", from_text(name)
        yield f"award{number}", raw_url(url)
