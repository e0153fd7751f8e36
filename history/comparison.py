"""Two states of a row -> what differs, as a person reads it, word by word."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import PurePath

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import Truncator, capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from history.models import InlineRows, VersionedModel
from history.snapshots import NOT_COMPARED, edited_part

# What a row that a version points at is called, as far as the reader may know it: "" if not.
RowName = Callable[[type[models.Model], int], str]

# A character of Chinese or Japanese is a word; else words, blanks and signs.
TOKEN = re.compile(r"[぀-ヿ㐀-鿿]|\s+|[^\W぀-ヿ㐀-鿿]+|\S")
# Pairs of words that are compared at most; longer changes are shown as one.
MAX_PAIRS = 250_000
MAX_CHARACTERS = 3_000
# Of what stays the same, so many words are shown beside a change.
CONTEXT = 12
# So few that stay between two changes are shown as changed: else every "of" cuts a sentence up.
BETWEEN = 4


@dataclass
class Difference:
    """`name`: the column, "body@zh-hans" for a translation, or "app.model" for rows."""

    name: str
    label: str
    before: str
    after: str

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        return compare_words(self.before, self.after)


def differences(
    model: type[VersionedModel], before: dict, after: dict, row_name: RowName
) -> list[Difference]:
    """In the order of the columns; rows last. What reads the same is left out."""
    states = edited_part(model, before), edited_part(model, after)
    fields = [state["fields"] for state in states]
    result = [
        Difference(
            field.name, label(field), *(display(field, values, row_name) for values in fields)
        )
        for field in compared_fields(model)
    ]
    before, after = (values.get("translations") or {} for values in fields)
    for code in sorted({*before, *after}):
        for name in getattr(model, "translatable", ()):
            language = get_language_info(code)["name_local"]
            texts = (texts.get(code, {}).get(name, "") for texts in (before, after))
            column = label(model._meta.get_field(name))
            result.append(Difference(f"{name}@{code}", f"{column} ({language})", *texts))
    for inline in model.get_edited_inlines():
        texts = (display_rows(inline, state["rows"][inline.name], row_name) for state in states)
        name = capfirst(str(inline.model._meta.verbose_name_plural))
        result.append(Difference(inline.name, name, *texts))
    return [difference for difference in result if difference.before != difference.after]


def contents(model: type[VersionedModel], state: dict, row_name: RowName) -> list[Difference]:
    """Return all that a state says, as differences from nothing."""
    return differences(model, {"fields": {}, "rows": {}}, state, row_name)


# --- One column, one row --------------------------------------------------------------------------


def compared_fields(model: type[models.Model]) -> list[models.Field]:
    """Those that a person fills; the text of a date belongs to the date."""
    fields = [*model._meta.concrete_fields, *model._meta.many_to_many]
    texts = {getattr(field, "text_field", None) for field in fields} | {"translations"}
    return [field for field in fields if field.name not in NOT_COMPARED | texts]


def label(field: models.Field) -> str:
    """Return the name of a column as a heading."""
    return as_heading(str(field.verbose_name))


def as_heading(name: str) -> str:
    """Return the name with a capital; "arXiv" has its own."""
    return name if re.match(r"\w+[A-Z]", name) else capfirst(name)


def display(field: models.Field, values: dict, row_name: RowName) -> str:
    """What the column says among the `values` of a state."""
    value = values.get(field.name)
    if field.name == "published_at" and field.name in values and value is None:
        return _("Draft")
    if value in (None, "", [], {}):
        return ""
    if field.many_to_many:
        return ", ".join(filter(None, (row_name(field.related_model, pk) for pk in value)))
    if field.is_relation:
        return row_name(field.related_model, value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, models.DateTimeField):
        return date_format(timezone.localtime(parse_datetime(value)), "DATETIME_FORMAT")
    if isinstance(field, models.FileField):
        return PurePath(value).name
    if isinstance(value, list):
        return "\n".join(" = ".join(map(str, pair)) for pair in value)
    as_typed = values.get(getattr(field, "text_field", ""), "")
    return as_typed or str(dict(field.flatchoices).get(value, value))


def display_rows(inline: InlineRows, rows: list[dict], row_name: RowName) -> str:
    """A line for each row, in their order. What is as usual goes without saying."""
    hidden = inline.private | {inline.parent, "position"}
    fields = compared_fields(inline.model)
    fields += [f for f in inline.model._meta.concrete_fields if f.name == "researcher"]
    fields = [field for field in fields if field.name not in hidden and field.editable]
    last = max((row["id"] for row in rows if row["id"]), default=0) + 1  # a new row has no key
    ordered = sorted(rows, key=lambda row: (row.get("position") or 0, row["id"] or last))
    lines = []
    for row in ordered:
        texts = []
        for field in fields:
            value = row.get(field.name)
            if value is True:
                texts.append(str(field.verbose_name))
            elif value is not False and value != field.get_default():
                texts.append(display(field, row, row_name))
        lines.append(" · ".join(filter(None, texts)))
    return "\n".join(lines)


# --- Two texts ------------------------------------------------------------------------------------


def compare_words(before: str, after: str) -> list[tuple[str, str]]:
    """[("same" | "out" | "in", text), …]; long stretches that stay the same are cut."""
    one, other = TOKEN.findall(before), TOKEN.findall(after)
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    middle = one[start : len(one) - end], other[start : len(other) - end]
    texts = [("same", _cut(one[:start], head=0))]
    for tokens in _changes(*middle):
        if isinstance(tokens, list):
            texts.append(("same", _cut(tokens)))
        else:
            pair = (Truncator("".join(part)).chars(MAX_CHARACTERS) for part in tokens)
            texts += zip(("out", "in"), pair, strict=True)
    texts.append(("same", _cut(one[len(one) - end :], tail=0)))
    return [(kind, text) for kind, text in texts if text]


def _changes(one, other):
    """A list of tokens for each stretch that stays, a pair of lists for each that changes."""
    if len(one) * len(other) > MAX_PAIRS:
        yield one, other
        return
    change = [], []  # one that goes on while only a word or two stay
    for kind, i, j, k, n in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "equal" and (change == ([], []) or j - i > BETWEEN):
            yield change
            yield one[i:j]
            change = [], []
        else:
            change = change[0] + one[i:j], change[1] + other[k:n]
    yield change


def _common(one, other):
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _cut(tokens, head=2 * CONTEXT, tail=2 * CONTEXT):
    if len(tokens) <= head + tail + CONTEXT:
        return "".join(tokens)
    return "".join(tokens[:head]) + " … " + "".join(tokens[len(tokens) - tail :])
