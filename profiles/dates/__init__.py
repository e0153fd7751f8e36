"""Dates of honest precision: a year, a month, a day or a season; one, or several in one box.

value      a date: how it is stored, sorted and printed in each language; what somebody typed in a
           box -> a date: names of months, seasons, “present”
anywhere   dates that stand anywhere in a line of a CV, and before the words of news

The order of day, month and year of a moment (of news, of a version): config/formats/.
"""

from __future__ import annotations

import datetime
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace

from django import forms
from django.core import checks
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles.dates.value import DAYS_AGO, PRESENT, PartialDate, format_range
from profiles.languages import list_comma

# --- Several dates or ranges in one text: a course has several terms, and an award is won twice --

SEPARATOR = re.compile(r"\s*(?:&|;|,|\band\b|和|、)\s*", re.IGNORECASE)
YEAR = re.compile(r"\d{4}")
# A dash with blanks around it, or between two years. "2025-11" is a month, not a range.
RANGE = re.compile(
    r"\s+[-–—]{1,3}\s+|\s*[–—]\s*|(?<=\d{4})[-/](?=\d{4}\b)|\s+to\s+|(?<=\d{4})-(?=present|today|now)"
    r"|\s*至(?!今)|(?<=\S)\s*(?=至今)"
)


@dataclass(frozen=True, order=True)
class Periods:
    """Dates and ranges, newest first; `text` is what was typed."""

    items: tuple[tuple[PartialDate, PartialDate | None], ...] = ()
    text: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str, *, today: datetime.date | None = None) -> Periods:
        """Raises ValidationError naming the part that is not a date. `today`: as for one date."""
        items = []
        for part in _parts(text):
            begin, *rest = RANGE.split(part, maxsplit=1)
            start = PartialDate.parse(begin, today=today)
            end = PartialDate.parse(rest[0], end=True, today=today) if rest else None
            if end is not None and end.is_before(start):
                raise ValidationError(_("“%(text)s” ends before it begins."), params={"text": part})
            items.append((start, end))
        items.sort(key=lambda period: period[0], reverse=True)
        is_lasting = all(date.text for period in items for date in period if date)
        return cls(tuple(items), text.strip() if is_lasting else "")

    @classmethod
    def from_stored(cls, stored: str, text: str = "") -> Periods:
        read = PartialDate.from_stored
        pairs = (part.partition("/") for part in stored.split(";") if part)
        return cls(
            tuple((read(start), read(end) if end else None) for start, _sign, end in pairs), text
        )

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


def _parts(text):
    """Each part is "today", or has its year: the comma of "Nov 20, 2024" parts nothing."""
    waiting = ""
    for part in filter(None, SEPARATOR.split(text.strip())):
        waiting = f"{waiting}, {part}" if waiting else part
        if YEAR.search(waiting) or waiting.casefold() in DAYS_AGO:
            yield waiting
            waiting = ""
    if waiting:
        yield waiting


LONGEST = 200


class PartialDateFormField(forms.CharField):
    """One box for a date of any precision. Cleans to a PartialDate that keeps its text, or None.

    `end` only words the message; `allow_present` says whether what lasts is taken.
    """

    def __init__(self, *, end=False, allow_present=True, **kwargs):
        self.end, self.allow_present = end, allow_present
        kwargs.setdefault(
            "help_text", _("As exact as you know it: 2025, 11/2025, 20 Nov 2024, today.")
        )
        super().__init__(**kwargs)

    def widget_attrs(self, widget):
        attrs = super().widget_attrs(widget)
        return attrs | {"placeholder": _("2025, 11/2025 or 20 Nov 2024"), "autocomplete": "off"}

    def clean(self, value):
        if isinstance(value, PartialDate):
            return value
        text = super().clean(value)
        if not text:
            return None
        date = PartialDate.parse(text, end=self.end, today=timezone.localdate())
        check_kind(date, allow_present=self.allow_present)
        return date

    def prepare_value(self, value):
        return typed(value) if isinstance(value, PartialDate) else value

    def has_changed(self, initial, data):
        if self.disabled:
            return False
        shown = (self.prepare_value(initial) or "").strip()
        written = (data or "").strip()
        if shown == written:
            return False
        # Shown in one language and sent back in another: the same date, so no change.
        silent = isinstance(initial, PartialDate) and not initial.text
        return not (silent and means(written, initial))


def typed(date: PartialDate) -> str:
    """What to show in a box: the text as typed, else words that read back as the same date."""
    if date.is_present:
        return date.display()
    plain = f"expected {date.edtf}" if date.expected else date.edtf
    candidates = (date.text, date.display(), plain)
    return next(text for text in candidates if means(text, date))


def means(text: str, date: PartialDate) -> bool:
    """Return whether the text is read as this date."""
    try:
        return bool(text) and PartialDate.parse(text) == date
    except ValidationError:
        return False


def check_kind(date, *, allow_present):
    """Raises ValidationError where only an end may be "present"."""
    if date.is_present and not allow_present:
        raise ValidationError(
            _("“Present” is not possible here. Write a date such as 2025 or 11/2025."),
            code="present",
        )


class PartialDateAttribute(DeferredAttribute):
    """Keeps the text column in step with the date, as ImageField does with width and height."""

    def __set__(self, instance, value):
        value = self._read(value)
        if isinstance(value, PartialDate) and value.text:
            self._write_text(instance, value.text)
        elif not hasattr(value, "resolve_expression"):
            value = self._keep_or_clear(instance, value)
        instance.__dict__[self.field.attname] = value

    def _read(self, value):
        if not value:
            return None
        if not isinstance(value, str):
            return value
        for read in (PartialDate.parse, PartialDate.from_stored):
            with suppress(ValidationError):
                return read(value)
        return value  # full_clean() and save() refuse it; the form shows it again

    def _keep_or_clear(self, instance, value):
        """The first setting is __init__, from the database or a fixture: the text is its own."""
        data, name = instance.__dict__, self.field.attname
        text = data.get(self.field.text_field, "")
        if not isinstance(value, PartialDate):
            if name in data and data[name] != value:
                self._write_text(instance, "")
            return value
        if name not in data or data[name] == value or means(text, value):
            return value if value.text == text else replace(value, text=text)
        self._write_text(instance, "")
        return value

    def _write_text(self, instance, text):
        limit = instance._meta.get_field(self.field.text_field).max_length
        setattr(instance, self.field.text_field, text[:limit])


class PartialDateField(models.CharField):
    """Stores `PartialDate.stored`; the attribute is a PartialDate or None.

    `text_field` names a CharField declared before this one, which holds the text as typed. Assign
    a PartialDate, a text (one that is no date stays until full_clean() or save() raises), or None.
    """

    descriptor_class = PartialDateAttribute

    def __init__(self, *args, text_field="date_text", allow_present=True, **kwargs):
        self.text_field, self.allow_present = text_field, allow_present
        super().__init__(*args, **{"max_length": 24, "blank": True, "default": ""} | kwargs)

    def check(self, **kwargs):
        errors = super().check(**kwargs)
        with suppress(FieldDoesNotExist):
            other = self.model._meta.get_field(self.text_field)
            if other.creation_counter < self.creation_counter:
                return errors
        message = f"'{self.text_field}' must be a text column declared before this field."
        return [*errors, checks.Error(message, obj=self, id="profiles.E001")]

    def deconstruct(self):
        name, _path, args, kwargs = super().deconstruct()
        kwargs["text_field"] = self.text_field
        if not self.allow_present:
            kwargs["allow_present"] = False
        return name, "profiles.dates.PartialDateField", args, kwargs

    def from_db_value(self, value, expression, connection):
        return PartialDate.from_stored(value) if value else None

    def to_python(self, value):
        """Stored form, or words, -> PartialDate; "" and None -> None."""
        if not value or isinstance(value, PartialDate):
            return value or None
        try:
            return PartialDate.from_stored(str(value))
        except ValidationError:
            return PartialDate.parse(str(value), end=self.allow_present)

    def get_prep_value(self, value):
        if hasattr(value, "resolve_expression"):
            return value
        date = self.to_python(value)
        return date.stored if date else ""

    def value_to_string(self, obj):
        return self.get_prep_value(self.value_from_object(obj))

    def validate(self, value, model_instance):
        if value is None:
            if not self.blank:
                raise ValidationError(self.error_messages["blank"], code="blank")
            return
        check_kind(value, allow_present=self.allow_present)

    def run_validators(self, value):
        super().run_validators(value.stored if value else "")

    def formfield(self, **kwargs):
        defaults = {
            "form_class": PartialDateFormField,
            "max_length": self.model._meta.get_field(self.text_field).max_length,
            "end": self.allow_present,
            "allow_present": self.allow_present,
        }
        if self.help_text:
            defaults["help_text"] = self.help_text
        return models.Field.formfield(self, **defaults | kwargs)


# --- Several dates in one box --------------------------------------------------------------------


class PeriodsFormField(forms.CharField):
    def to_python(self, value):
        if isinstance(value, Periods):
            return value
        return Periods.parse(super().to_python(value) or "", today=timezone.localdate())

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
        # The first setting is __init__: what has no text of its own leaves the one that is there.
        is_first = self.field.attname not in instance.__dict__
        if isinstance(value, Periods) and (value.text or not is_first):
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
        examples = _("One date or several: 2025, 2017-2019, Apr 2019 & Apr 2020.")
        defaults = {"form_class": PeriodsFormField, "max_length": 120}
        defaults["help_text"] = self.help_text or examples
        return super().formfield(**defaults | kwargs)


# --- Under a box of the admin --------------------------------------------------------------------


def box_kind(column: models.Field) -> str:
    """ "date"; "end", which may be "present"; "several" for dates and ranges in one box."""
    if isinstance(column, PeriodsField):
        return "several"
    return "end" if column.allow_present else "date"


def read_back(request):
    """GET ?text=11/1/2024 -> "Read as: 1 November 2024"; 400 and what is wrong. Plain text.

    `box`: what it takes, as in `box_kind`; refused here is what is refused on saving.
    """
    kind = request.GET.get("box")
    if kind == "several":
        field = PeriodsFormField(required=False)
    else:
        is_end = kind == "end"
        field = PartialDateFormField(end=is_end, allow_present=is_end, required=False)
    try:
        words = field.clean(request.GET.get("text", "")[:LONGEST]) or ""
        answer, status = gettext("Read as: %(date)s") % {"date": words}, 200
    except ValidationError as error:
        answer, status = " ".join(error.messages), 400
    return HttpResponse(answer, content_type="text/plain; charset=utf-8", status=status)


# --- Rows that last from one date to another -----------------------------------------------------

# The columns of a Period.
PERIOD = ("start", "end")
END_FIRST = "end_first"  # the code of what is wrong
# `Period.is_current`, asked of the database.
CURRENT = models.Q(end="") | models.Q(end=PRESENT) | models.Q(end__endswith="expected")


class Period(models.Model):
    """A start and an end, as precise as they are known. The texts hold them as typed."""

    start_text = models.CharField(max_length=60, blank=True, editable=False)
    start = PartialDateField(_("start"), text_field="start_text", allow_present=False)
    end_text = models.CharField(max_length=60, blank=True, editable=False)
    end = PartialDateField(
        _("end"), text_field="end_text", help_text=_("Write “present” while it lasts.")
    )

    class Meta:
        abstract = True

    def clean(self):
        super().clean()
        # A text that is no date is refused by its own field, and stands here as it is.
        dates = [d for d in (self.start, self.end) if isinstance(d, PartialDate)]
        if len(dates) == 2 and dates[1].is_before(dates[0]):
            raise ValidationError(_("The end is before the start."), code=END_FIRST)

    @property
    def is_current(self) -> bool:
        """It has no end, or one that is yet to come: "present", "expected 2027"."""
        return not self.end or self.end.is_present or self.end.expected
