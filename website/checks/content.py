"""Texts that were damaged, that refer to nothing, or that time has overtaken; ends that have
passed; pictures without a description.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles import encoding
from profiles.dates import PartialDate
from profiles.markdown_lint import is_bare
from profiles.markup.references import doubt
from profiles.models import Affiliation, Education, Experience, NewsItem, Researcher
from profiles.models.base import Period
from publications.completeness import a_year_before
from uploads.fields import PictureField
from website.checks.record import WRITTEN, Check, Issue, Record, Written, columns, issue

# "final-year Ph.D. candidate", "a fourth-year student": true for a year.
OF_A_YEAR = re.compile(
    r"\b(?:(?:final|last)[- ]year|(?:first|second|third|fourth|fifth|sixth|[1-6](?:st|nd|rd|th))"
    r"-year)(?:\s+[\w.’'-]+){0,3}?\s+(?:student|candidate|undergraduate|graduate)\b"
    r"|应届(?:毕业生|生)|[一二三四五]年级",
    re.I,
)
LASTING = tuple({Researcher, *WRITTEN} - {NewsItem})
AROUND = 40


# --- Damaged encoding --------------------------------------------------------------------------


def find_damaged(record: Record) -> Iterator[Issue]:
    for written in record.texts:
        text = written.text
        if text.isascii():
            continue
        if (sound := encoding.repaired(text)) != text:
            before, after = difference(text, sound)
            yield written.issue(before, repaired=after, source=written)
        elif encoding.is_beyond_repair(text):
            shown = excerpt(text, text.index(encoding.REPLACEMENT), 1)
            yield written.issue(shown)


def difference(before: str, after: str) -> tuple[str, str]:
    """The parts in which two texts differ, with a few words around them."""
    pairs = zip(before, after, strict=False)
    start = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
    backwards = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    common = next((n for n, (a, b) in enumerate(backwards) if a != b), 0)
    spans = (start, len(before) - common), (start, len(after) - common)
    return tuple(
        excerpt(text, begin, end - begin)
        for text, (begin, end) in zip((before, after), spans, strict=True)
    )


def excerpt(text: str, start: int, length: int) -> str:
    begin, end = max(start - AROUND, 0), start + min(length, 200) + AROUND
    words = " ".join(text[begin:end].split())
    return f"{'…' if begin else ''}{words}{'…' if end < len(text) else ''}"


# --- References and pictures --------------------------------------------------------------------


def find_references(record: Record) -> Iterator[Issue]:
    for written in record.markdown:
        if "[@" in written.text or "[[" in written.text:
            for reference in written.survey.references:
                if doubt(reference, record.researcher) in ("unknown", "several"):
                    yield written.issue(reference.typed)


def find_bare_pictures(record: Record) -> Iterator[Issue]:
    for row in record.rows:
        for name in _pictures(type(row)):
            if getattr(row, name) and not getattr(row, f"{name}_alt"):
                yield issue(row, f"{name}_alt")
    for written in record.markdown:
        if "![" in written.text and any(map(is_bare, written.survey.pictures)):
            yield written.issue("![…]")


def _pictures(model):
    described = set(columns(model).texts)
    fields = [f.name for f in model._meta.fields if isinstance(f, PictureField)]
    return [name for name in fields if f"{name}_alt" in described]


# --- What time has overtaken ----------------------------------------------------------------------


def find_overtaken(record: Record) -> Iterator[Issue]:
    """In what tells of today: news and papers are of their day."""
    for written in record.texts:
        match = isinstance(written.row, LASTING) and OF_A_YEAR.search(written.text)
        if match and changed_at(written, record).date() < a_year_before(record.today):
            yield written.issue(excerpt(written.text, match.start(), len(match[0])))


def changed_at(written: Written, record: Record):
    """When the text was last changed: by the admin's log, else when its row was made."""
    row = written.row
    log = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk)
    )
    label = str(row._meta.get_field(written.column).verbose_name).casefold()
    for entry in log.order_by("-action_time"):
        if label in _changed(entry):
            return entry.action_time
    for name in ("created_at", "updated_at"):
        if moment := getattr(row, name, None):
            return moment
    return record.researcher.created_at


def _changed(entry):
    """The fields that an entry of the log names, but those of the rows on the same form."""
    try:
        parts = [part for change in json.loads(entry.change_message) for part in change.values()]
    except (ValueError, AttributeError, TypeError):  # a message in words
        return set()
    return {
        name.casefold() for part in parts if "name" not in part for name in part.get("fields", ())
    }


def find_passed(record: Record) -> Iterator[Issue]:
    """An expected end that has passed; an affiliation "now" where the position has ended."""
    for row in record.of(Period):
        if row.end and row.end.expected and row.end.is_before(_day(record.today)):
            yield issue(row, "end", row.end.display())
    for row in record.of(Affiliation):
        if row.is_current and (last := _last_end(row, record)):
            detail = _("%(place)s, until %(end)s")
            detail %= {"place": row.organisation, "end": last.display()}
            yield issue(row, "end", detail)


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
    return last if last.is_before(_day(record.today)) else None


def _day(day: datetime.date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)


DAMAGED = Check(
    name="encoding",
    heading=gettext_lazy("Text that looks damaged"),
    advice=gettext_lazy(
        "It was read in the wrong encoding on its way here. Compare, then use the repaired text, "
        "or mend it by hand."
    ),
    find=find_damaged,
)
REFERENCES = Check(
    name="references",
    heading=gettext_lazy("References that lead nowhere"),
    advice=gettext_lazy("No one paper on your pages has this key or name, so it stays as typed."),
    find=find_references,
)
PICTURES = Check(
    name="pictures",
    heading=gettext_lazy("Pictures without a description"),
    advice=gettext_lazy("Say in a few words what each shows, for those who cannot see it."),
    find=find_bare_pictures,
)
OVERTAKEN = Check(
    name="overtaken",
    heading=gettext_lazy("Words that a year has overtaken"),
    advice=gettext_lazy("This was written more than a year ago. Is it still so?"),
    find=find_overtaken,
)
PASSED = Check(
    name="passed",
    heading=gettext_lazy("Positions whose end has passed"),
    advice=gettext_lazy("They stand on the page as if they lasted. Give the end, or a later one."),
    find=find_passed,
)
