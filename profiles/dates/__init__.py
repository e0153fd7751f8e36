"""Dates of honest precision: a year, a month, a day or a season; one, or several in one box."""

from profiles.dates.fields import (
    PartialDateField,
    PartialDateFormField,
    PeriodsField,
    PeriodsFormField,
    box_kind,
)
from profiles.dates.value import PRESENT, PartialDate, Periods, format_range
