"""Dates in BibTeX: the fields that say them to BibTeX, and that we read back as they are."""

from collections.abc import Iterator

from profiles.dates import PartialDate
from publications.bibtex import MONTHS, Record, date_of
from publications.latex import from_text

Pairs = list[tuple[str, str]]


def date_fields(stored: str, text: str = "") -> Pairs:
    """ "2025-11-20" -> year and month as classic BibTeX takes them, the day before the month.

    `text` is what was printed where that says more. The first way that says all of it is taken,
    else the first that says the date itself.
    """
    if not stored:
        return [("year", from_text(text))]
    date = PartialDate.from_stored(stored)
    ways = [way for way in _ways(date, text) if _read(way)[0] == date.edtf]
    whole = [way for way in ways if _read(way)[1] == text]
    return next(iter([*whole, *ways]), [("year", f"{date.year:04d}")])


def _read(fields):
    return date_of(Record("", "", 0, "", fields))


def _ways(date: PartialDate, text: str) -> Iterator[Pairs]:
    year = ("year", f"{date.year:04d}")
    if date.season:
        yield [year, ("date", date.edtf)]
    if text:
        yield [*_month(text, year)]
        yield [("year", from_text(text))]
        yield [("date", from_text(text))]
    if not date.month:
        yield [year]
        return
    day = f"{date.day} " if date.day else ""
    yield [year, ("month", f"{day}{MONTHS[date.month - 1]}")]


def _month(text, year):
    """ "Fall 2023" as a year, and a month that is none."""
    words = from_text(text.removesuffix(year[1]).strip())
    return [year, ("month", words)] if words and words != text else [year]
