"""A date in the words of the active language."""

from __future__ import annotations

import datetime

from django.utils import formats
from django.utils.dateformat import format as format_date
from django.utils.translation import get_language, gettext, pgettext

from profiles.dates.parsing import SEASON_SIGNS

DASH = " – "
# Chinese sets a dash without blanks (GB/T 15834), and none before "to this day".
CHINESE_DASH = "—"


def display(date, *, short: bool = False) -> str:
    """ "2025", "November 2025", "20 November 2024", "Fall 2023", "present", "expected 2027"."""
    if date.is_present:
        return gettext("present")
    words = _season(date) if date.season else _calendar(date, short=short)
    return gettext("expected %(date)s") % {"date": words} if date.expected else words


def format_range(start, end, *, short: bool = False) -> str:
    """ "2020 – present", "May – August 2025"; one date when they are equal or one is missing."""
    if start is None or end is None or start == end:
        only = start or end
        return display(only, short=short) if only else ""
    if _chinese():
        return _chinese_range(start, end)
    if _months_of_one_year(start, end):
        first = display(start, short=short).removesuffix(f" {start.year:04d}")
        return first + DASH + display(end, short=short)
    return display(start, short=short) + DASH + display(end, short=short)


def _chinese_range(start, end):
    """ "2020年9月至今", "2016—2020年", "2025年5—8月"."""
    if end.is_present:
        return display(start) + display(end)
    first = display(start)
    if _plain_years(start, end):
        first = first.removesuffix("年")
    elif _months_of_one_year(start, end):
        return f"{first.removesuffix('月')}{CHINESE_DASH}{end.month}月"
    return first + CHINESE_DASH + display(end)


def _calendar(date, *, short):
    if date.month is None:
        return f"{date.year:04d}年" if _chinese() else f"{date.year:04d}"
    layout = _layout(with_day=date.day is not None)
    if short:
        layout = _with_short_month(layout)
    return format_date(datetime.date(date.year, date.month, date.day or 1), layout)


def _layout(*, with_day):
    """Django's own order of day, month and year; in English the day first, as in a CV."""
    if _english():
        return "j F Y" if with_day else "F Y"
    return formats.get_format("DATE_FORMAT" if with_day else "YEAR_MONTH_FORMAT")


def _with_short_month(layout):
    # A letter behind a backslash stands for itself.
    letters = layout.split("\\")
    swap = str.maketrans({"F": "M", "E": "M"})
    rest = [part[:1] + part[1:].translate(swap) for part in letters[1:]]
    return "\\".join([letters[0].translate(swap), *rest])


def _season(date):
    if _chinese():
        return f"{date.year:04d}年{SEASON_SIGNS[date.season - 21]}季"
    names = (
        pgettext("season", "Spring"),
        pgettext("season", "Summer"),
        pgettext("season", "Fall"),
        pgettext("season", "Winter"),
    )
    return f"{names[date.season - 21]} {date.year:04d}"


def _months_of_one_year(start, end):
    plain = all(d.month and not d.day and not d.expected for d in (start, end))
    return plain and (_chinese() or _english()) and start.year == end.year


def _plain_years(start, end):
    return not any(d.month or d.season or d.expected for d in (start, end))


def _english():
    return (get_language() or "en").startswith("en")


def _chinese():
    return (get_language() or "").startswith("zh")
