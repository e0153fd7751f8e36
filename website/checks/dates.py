"""What time has overtaken: ends that have passed, and what is older than a year."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles.dates import PartialDate
from profiles.models import Affiliation, Education, Experience
from profiles.models.base import Period
from website.checks import Finding, Kind
from website.checks.record import Record, address, place, subject


def a_year_before(day: datetime.date) -> datetime.date:
    return day.replace(year=day.year - 1, day=min(day.day, 28))


def partial(day: datetime.date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)


def find_passed(record: Record) -> Iterator[Finding]:
    """An expected end that has passed; an affiliation "now" where the position has ended."""
    for row in record.of(Period):
        if row.end and row.end.expected and row.end.is_before(partial(record.today)):
            yield _finding(row, row.end.display())
    for row in record.of(Affiliation):
        if row.is_current and (last := _last_end(row, record)):
            yield _finding(
                row,
                _("%(place)s, until %(end)s") % {"place": row.organisation, "end": last.display()},
            )


def _last_end(affiliation, record):
    """When the last position there ended; None where one lasts, or none is known."""
    here = affiliation.organisation.strip().casefold()
    rows = [
        row
        for row in record.of(Experience, Education)
        if here and row.organisation.strip().casefold() == here
    ]
    if not rows or any(row.is_current for row in rows):
        return None
    last = max(row.end for row in rows)
    return last if last.is_before(partial(record.today)) else None


def _finding(row, detail):
    return Finding(place(row, "end"), subject(row, "end"), address(row, "end"), detail)


KIND = Kind(
    name="passed",
    heading=gettext_lazy("Positions whose end has passed"),
    advice=gettext_lazy("They stand on the page as if they lasted. Give the end, or a later one."),
    find=find_passed,
    place=35,
)
