"""Several dates or ranges in one box: "Apr 2019 & Apr 2020", "2017-2019", "Fall 2023, Fall 2024".

A course is given in several terms and an award is won twice; both are one row with one text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.dates import PartialDate, format_range
from profiles.languages import list_comma

SEPARATOR = re.compile(r"\s*(?:&|;|,|\band\b|和|、)\s*", re.IGNORECASE)
YEAR = re.compile(r"\d{4}")
# A dash with blanks around it, or between two years. "2025-11" is a month, not a range.
RANGE = re.compile(
    r"\s+[-–—]\s+|\s*[–—]\s*|(?<=\d{4})[-/](?=\d{4}\b)|\s+to\s+|(?<=\d{4})-(?=present)"
    r"|\s*至(?!今)|(?<=\S)\s*(?=至今)"
)


@dataclass(frozen=True, order=True)
class Periods:
    """Dates and ranges, newest first; `text` is what was typed."""

    items: tuple[tuple[PartialDate, PartialDate | None], ...] = ()
    text: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str) -> Periods:
        """Raises ValidationError naming the part that is not a date."""
        items = sorted((_period(part) for part in _parts(text)), key=lambda p: p[0], reverse=True)
        return cls(tuple(items), text.strip())

    @classmethod
    def from_stored(cls, stored: str, text: str = "") -> Periods:
        return cls(tuple(_stored_period(part) for part in stored.split(";") if part), text)

    @property
    def stored(self) -> str:
        """ "2024-09~23;2023-09~23" or "2017/2019": newest first, so that the column sorts."""
        return ";".join(
            start.stored if end is None else f"{start.stored}/{end.stored}"
            for start, end in self.items
        )

    def __bool__(self):
        return bool(self.items)

    def __iter__(self):
        return iter(self.items)

    def __str__(self):
        ranges = [format_range(start, end) for start, end in self.items]
        return list_comma().join(ranges)

    @property
    def latest(self) -> PartialDate | None:
        return self.items[0][0] if self.items else None


def _parts(text):
    """Each part has its year: the comma of "Nov 20, 2024" and of "Oct, 2024" parts nothing."""
    waiting = ""
    for part in filter(None, SEPARATOR.split(text.strip())):
        waiting = f"{waiting}, {part}" if waiting else part
        if YEAR.search(waiting):
            yield waiting
            waiting = ""
    if waiting:
        yield waiting


def _period(text):
    begin, *rest = RANGE.split(text, maxsplit=1)
    start = PartialDate.parse(begin)
    end = PartialDate.parse(rest[0], end=True) if rest else None
    if end is not None and end.is_before(start):
        raise ValidationError(_("“%(text)s” ends before it begins."), params={"text": text})
    return start, end


def _stored_period(stored):
    start, _slash, end = stored.partition("/")
    return PartialDate.from_stored(start), PartialDate.from_stored(end) if end else None


class PeriodsFormField(forms.CharField):
    def to_python(self, value):
        if isinstance(value, Periods):
            return value
        return Periods.parse(super().to_python(value) or "")

    def prepare_value(self, value):
        return (value.text or str(value)) if isinstance(value, Periods) else value

    def run_validators(self, value):
        super().run_validators(value.text)

    def has_changed(self, initial, data):
        shown = self.prepare_value(initial) if initial else ""
        return shown.strip() != (data or "").strip()


class PeriodsAttribute:
    """Keeps the text as typed in its own column, as ImageField does with width and height."""

    def __init__(self, field):
        self.field = field

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        stored = instance.__dict__.get(self.field.attname) or ""
        if isinstance(stored, Periods):
            return stored
        return Periods.from_stored(stored, instance.__dict__.get(self.field.text_field, ""))

    def __set__(self, instance, value):
        if isinstance(value, Periods):
            instance.__dict__[self.field.text_field] = value.text
        instance.__dict__[self.field.attname] = value or ""


class PeriodsField(models.CharField):
    """Stores `Periods.stored`; assign a Periods, or text already in stored form."""

    descriptor_class = PeriodsAttribute

    def __init__(self, *args, text_field, **kwargs):
        self.text_field = text_field
        kwargs = {"max_length": 250, "blank": True, "default": ""} | kwargs
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"text_field": self.text_field}

    def to_python(self, value):
        if isinstance(value, Periods):
            return value
        return Periods.from_stored(value or "")

    def get_prep_value(self, value):
        return value.stored if isinstance(value, Periods) else super().get_prep_value(value)

    def value_to_string(self, obj):
        return self.value_from_object(obj).stored

    def value_from_object(self, obj):
        return getattr(obj, self.name)

    def run_validators(self, value):
        super().run_validators(value.stored)

    def validate(self, value, model_instance):
        if not value and not self.blank:
            raise ValidationError(_("Write at least one date."))

    def formfield(self, **kwargs):
        defaults = {"form_class": PeriodsFormField, "max_length": 120}
        return super().formfield(**defaults | kwargs)
