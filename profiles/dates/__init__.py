"""Dates of honest precision: a year, a month, a day or a season, and their two fields."""

from profiles.dates.display import format_range
from profiles.dates.fields import PartialDateField, PartialDateFormField
from profiles.dates.value import PRESENT, PartialDate

__all__ = ["PRESENT", "PartialDate", "PartialDateField", "PartialDateFormField", "format_range"]
