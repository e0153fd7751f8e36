"""What stands in a column, in words; and where two texts differ, word by word."""

import re
from difflib import SequenceMatcher
from pathlib import PurePath

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from profiles import access

# A character of Chinese or Japanese is a word; else words, blanks and signs.
TOKEN = re.compile(r"[぀-ヿ㐀-鿿]|\s+|[^\W぀-ヿ㐀-鿿]+|\S")
# Pairs of words that are compared at most; longer changes are shown as one.
MOST = 250_000
SHOWN = 3_000
# Of what stays the same, so many words are shown beside a change.
CONTEXT = 12
# So few that stay between two changes are shown as changed: else every "of" cuts a sentence up.
BETWEEN = 4


class Names:
    """What rows that a version points at are called, as far as `user` may know them."""

    def __init__(self, user):
        self.user, self.known = user, {}

    def of(self, model: type[models.Model], pk) -> str:
        if (model, pk) not in self.known:
            rows = access.pickable(model._base_manager.filter(pk=pk), self.user)
            self.known[model, pk] = str(rows.first() or "")
        return self.known[model, pk]


def label(field: models.Field) -> str:
    return capfirst(str(field.verbose_name))


def shown(field: models.Field, value, names: Names, text: str = "") -> str:
    """`value` as a state has it; `text` is what was typed, of a column that keeps it beside."""
    if value in (None, "", [], {}):
        return ""
    if field.many_to_many:
        return ", ".join(filter(None, (names.of(field.related_model, pk) for pk in value)))
    if field.is_relation:
        return names.of(field.related_model, value)
    return _plain(field, value, text)


def _plain(field, value, text):
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, models.DateTimeField):
        return date_format(timezone.localtime(parse_datetime(value)), "DATETIME_FORMAT")
    if isinstance(field, models.FileField):
        return PurePath(value).name
    if isinstance(value, list):
        return "\n".join(" = ".join(map(str, pair)) for pair in value)
    return text or str(dict(field.flatchoices).get(value, value))


def words(before: str, after: str) -> list[tuple[str, str]]:
    """[("same" | "out" | "in", text), …]; long stretches that stay the same are cut."""
    one, other = TOKEN.findall(before), TOKEN.findall(after)
    parts = [("same", one, other)] if one == other else list(_parts(one, other))
    return [(kind, text) for kind, text in _texts(parts) if text]


def _parts(one, other):
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    yield "same", one[:start], None
    yield from _compared(one[start : len(one) - end], other[start : len(other) - end])
    yield "same", one[len(one) - end :], None


def _compared(one, other):
    if len(one) * len(other) > MOST:
        yield "replace", one, other
        return
    made = None  # a change that goes on while only a word or two stay
    for kind, i, j, k, n in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "equal" and (made is None or j - i > BETWEEN):
            if made:
                yield "replace", *made
            yield "same", one[i:j], None
            made = None
        else:
            out, new = made or ([], [])
            made = out + one[i:j], new + other[k:n]
    if made:
        yield "replace", *made


def _common(one, other):
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _texts(parts):
    for number, (kind, one, other) in enumerate(parts):
        if kind == "same":
            yield "same", _cut(one, first=number == 0, last=number == len(parts) - 1)
        else:
            yield "out", Truncator("".join(one)).chars(SHOWN)
            yield "in", Truncator("".join(other)).chars(SHOWN)


def _cut(tokens, *, first, last):
    head = 0 if first else 2 * CONTEXT
    tail = 0 if last else 2 * CONTEXT
    if len(tokens) <= head + tail + CONTEXT:
        return "".join(tokens)
    end = tokens[len(tokens) - tail :] if tail else []
    return "".join(tokens[:head]) + " … " + "".join(end)
