"""YAML, JSON and TOML as texts, lists and mappings that know their lines and what of them was read.

Every scalar is a text: a date stays as typed, a phone number keeps its zero. Tags are not followed,
so nothing can be made to run; what is repeated by aliases is bounded. All are read event by event:
`yaml.compose` with libyaml recurses as deep as a text says, which ends the process.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from textwrap import shorten
from typing import NamedTuple

import yaml
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# libyaml where PyYAML was built with it, as in its wheels; ten times as fast.
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
NULLS = {"", "~", "null", "Null", "NULL"}
MAX_DEPTH = 50
# Of one file: a character weighs 1, each text 16 besides, each list and mapping 128; what aliases
# repeat weighs again.
MAX_WEIGHT = 2_000_000
# Of the tags, those that say what a text is anyway; "!" makes it a text.
PLAIN_TAGS = {"!", *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool"))}
PLAIN_TAGS |= {f"tag:yaml.org,2002:{kind}" for kind in ("null", "map", "seq", "timestamp")}
# What is a text or a key of JSON; a name of TOML before "=", and each part of a table's heading.
JSON_KEY = re.compile(r'"((?:[^"\\]|\\.)*+)"\s*+(:?)', re.S)
TOML_KEY = re.compile(r"(?<![\w-])([\w-]++)[\"']?\s*+(=|\])")
# A key of TOML with more parts than anything here may be deep: tomllib takes long over it.
DEEP_KEY = re.compile(rf"^[ \t]*+\[*+(?:[\w\"' \t-]*\.){{{MAX_DEPTH}}}", re.M)
# A value with a colon in it, which wants quotes and has none.
UNQUOTED = re.compile(r"^([\w-]+:[ \t]+)([^\s\"'|>\[{&*!#%@`][^\n]*:[ \t][^\n]*)$", re.M)
# A key and its text, whatever is wrong with other lines.
ALONE = re.compile(
    r"[\w-]+:[ \t]+(?:'(?:[^']|'')*'|\"[^\"\\]*\"|[^\s\"'|>\[\]{},&*!#%@`-].*)[ \t]*"
)
QUOTE = "'"
NO_QUOTES = gettext_lazy("not YAML (%(problem)s): read as if its values with “: ” had quotes")
LINES_ALONE = gettext_lazy(
    "not YAML (%(problem)s): of its lines only those like “key: value” are read"
)
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Keyed:
    """What may have keys; what is asked for and is not there, or of another kind, is empty."""

    def text(self, key: str) -> str:
        """Its text without blanks around; "" where there is none, or something else."""
        value = self.get(key)
        return value.strip() if isinstance(value, str) else ""

    def first(self, *keys: str) -> str:
        """The first text that one of several keys has."""
        return next(filter(None, map(self.text, keys)), "")

    def list(self, key: str) -> list:
        """Its items; one text or mapping alone is a list of one."""
        value = self.get(key)
        if isinstance(value, Items):
            return value
        return [value] if value else []

    def texts(self, key: str) -> list[str]:
        """Those of its items that are texts."""
        return [item for item in self.list(key) if isinstance(item, str)]

    def mappings(self, key: str) -> list[Mapping]:
        """Those of its items that are mappings."""
        return [item for item in self.list(key) if isinstance(item, Mapping)]

    def mapping(self, key: str) -> Mapping:
        """The mapping of a key; one without keys where there is none."""
        value = self.get(key)
        return value if isinstance(value, Mapping) else Mapping()


class Mapping(Keyed, dict):
    """A mapping of YAML: keys are texts, values texts, lists and mappings. `lines`: key -> line.

    A value without anything, or null, is "". A key that `get` or [] was asked for counts as read.
    """

    def __init__(self):
        super().__init__()
        self.lines: dict[str, int] = {}
        self.read: set[str] = set()

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key, default=""):
        self.read.add(key)
        return super().get(key, default)


class Items(Keyed, list):
    """A list of YAML, with the line of each item. Where a mapping was expected, it has no key."""

    def __init__(self):
        super().__init__()
        self.lines: list[int] = []

    def get(self, key, default=""):
        return default


Value = str | Mapping | Items


class Note(NamedTuple):
    """Something to report of a line that was read nevertheless, or of the whole that was not."""

    line: int
    reason: str


class TooMuchError(ValueError):
    """More than is read, as a `Note` says."""


class Event(NamedTuple):
    """`kind`: "{" and "[" open, "]" closes either; "text"; "alias" repeats what `text` names."""

    kind: str
    line: int
    text: str = ""
    anchor: str | None = None


CLOSE = Event("]", 0)


def read_yaml(text: str, notes: list[Note], first_line: int = 1) -> Value:
    """The first document of a text. What cannot be read at all is noted, and is ""."""
    try:
        return _build(_yaml_events(text, first_line, notes), notes)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = _("not YAML, so nothing of it is read: %(problem)s")
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        line = first_line + (mark.line if mark else 0)
        quoted = UNQUOTED.sub(
            lambda match: f"{match[1]}'{match[2].replace(QUOTE, QUOTE * 2)}'", text
        )
        alone = "\n".join(one if ALONE.fullmatch(one) else "" for one in quoted.split("\n"))
        for mended, how in ((quoted, NO_QUOTES), (alone, LINES_ALONE)):
            if mended != text and mended.strip():
                with suppress(yaml.YAMLError):
                    value = _build(_yaml_events(mended, first_line, []), notes)
                    notes.append(Note(line, how % {"problem": problem}))
                    return value
        notes.append(Note(line, reason % {"problem": problem}))
    return ""


def read_json(text: str, notes: list[Note]) -> Value:
    """As `read_yaml`, which reads what is not quite JSON, as Jekyll does."""
    try:
        value = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return read_yaml(text, notes)
    return _build(_events(value, _Lines(text, 1, JSON_KEY)), notes)


def read_toml(text: str, notes: list[Note], first_line: int = 1) -> Value:
    """As `read_yaml`. The line of a key is that of the next one of its name, which in TOML as
    people write it is its own.
    """
    if DEEP_KEY.search(text):
        notes.append(Note(first_line, _("nested too deep, so nothing of it is read")))
        return ""
    try:
        value = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        reason = _("not TOML, so nothing of it is read: %(problem)s")
        match = re.search(r"line (\d+)", str(error))
        line = first_line + int(match[1]) - 1 if match else first_line
        notes.append(Note(line, reason % {"problem": error}))
        return ""
    return _build(_events(value, _Lines(text, first_line, TOML_KEY)), notes)


def _build(events, notes):
    try:
        first = next(events, None)
        value = _Builder(events, notes).build(first) if first else ""
        next(events, None)  # to the end: what follows may be no YAML
    except TooMuchError as error:
        notes.append(error.args[0])
        return ""
    return value


def _yaml_events(text, first_line, notes) -> Iterator[Event]:
    documents, has_tag = 0, False
    for event in yaml.parse(text, Loader=Loader):
        line = first_line + event.start_mark.line
        tag = getattr(event, "tag", None)
        if tag and tag not in PLAIN_TAGS and not has_tag:
            has_tag = True
            reason = _("the tag “%(tag)s” is not followed: what it marks is read as it stands")
            notes.append(Note(line, reason % {"tag": tag[:100]}))
        anchor = getattr(event, "anchor", None)
        match event:
            case yaml.DocumentStartEvent():
                documents += 1
                if documents > 1:
                    notes.append(Note(line, _("from here on, a second document, is not read")))
                    return
            case yaml.MappingStartEvent():
                yield Event("{", line, anchor=anchor)
            case yaml.SequenceStartEvent():
                yield Event("[", line, anchor=anchor)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                yield CLOSE
            case yaml.AliasEvent():
                yield Event("alias", line, anchor)
            case yaml.ScalarEvent():
                is_plain = event.implicit[0]
                value = "" if is_plain and event.value in NULLS else event.value
                yield Event("text", line, UNPRINTABLE.sub("", value), anchor)


class _Lines:
    """Where in a text of JSON or TOML the keys stand, asked for in their order."""

    def __init__(self, text: str, first_line: int, keys: re.Pattern):
        self.places: dict[str, list[int]] = {}
        line, end = first_line, 0
        for match in keys.finditer(text):
            line += text.count("\n", end, match.start())
            end = match.start()
            if match[2]:
                self.places.setdefault(match[1], []).append(line)
        self.places = {name: lines[::-1] for name, lines in self.places.items()}
        self.last = first_line

    def of(self, key: str) -> int:
        if left := self.places.get(key):
            self.last = left.pop()
        return self.last

    def begin(self, value, line: int) -> int:
        """Where an item of a list begins: a mapping at its first key, else on the list's line."""
        first = next(iter(dict(value)), "") if isinstance(value, dict | tuple) else ""
        return (self.places.get(first) or [line])[-1]


def _events(value, lines: _Lines, line: int = 1) -> Iterator[Event]:
    """Of a value in which a mapping is a dict, or the pairs of one."""
    if isinstance(value, dict | tuple):
        yield Event("{", line)
        for key, inner in value.items() if isinstance(value, dict) else value:
            place = lines.of(key)
            yield Event("text", place, UNPRINTABLE.sub("", key))
            yield from _events(inner, lines, place)
        yield CLOSE
    elif isinstance(value, list):
        yield Event("[", line)
        for inner in value:
            yield from _events(inner, lines, lines.begin(inner, line))
        yield CLOSE
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield Event("text", line, "" if value is None else UNPRINTABLE.sub("", text))


class _Builder:
    """Events -> a value; `weight` is what all of it weighs until now."""

    def __init__(self, events: Iterator[Event], notes: list[Note]):
        self.events, self.notes = events, notes
        self.weight = 0
        self.anchors: dict[str, tuple[Value, int]] = {}

    def build(self, event: Event, depth: int = 1) -> Value:
        """What begins with the event. Raises TooMuchError."""
        before, value = self.weight, event.text
        if event.kind in ("{", "["):
            if depth >= MAX_DEPTH:
                raise TooMuchError(Note(event.line, _("nested too deep, so nothing of it is read")))
            self.weight += 128
            fill = self._mapping if event.kind == "{" else self._items
            value = fill(depth + 1)
        elif event.kind == "alias":
            if event.text not in self.anchors:
                reason = _("“*%(name)s” repeats what has no such name, so nothing of it is read")
                raise TooMuchError(Note(event.line, reason % {"name": event.text[:100]}))
            value, more = self.anchors[event.text]
            self.weight += more
        else:
            self.weight += 16 + len(value)
        if self.weight > MAX_WEIGHT:
            reason = _("more than is read of one file, so nothing of it is read")
            raise TooMuchError(Note(event.line, reason))
        if event.anchor:
            self.anchors[event.anchor] = value, self.weight - before
        return value

    def _items(self, depth):
        items = Items()
        for event in iter(self.events.__next__, CLOSE):
            items.append(self.build(event, depth))
            items.lines.append(event.line)
        return items

    def _mapping(self, depth):
        mapping = Mapping()
        for event in iter(self.events.__next__, CLOSE):
            key = self.build(event, depth)
            key = key if isinstance(key, str) else "?"
            value = self.build(next(self.events), depth)
            previous = dict.get(mapping, key, "")
            if previous not in ("", value):
                self._tell_of_both(key, event.line, previous, mapping.lines[key])
            mapping[key] = value
            mapping.lines[key] = event.line
        return mapping

    def _tell_of_both(self, key, line, previous, previous_line):
        reason = _(
            "“%(key)s” stands here and on line %(line)s. The last one is read, as Jekyll does; "
            "this one is “%(value)s”"
        )
        shown = shorten(previous, 200) if isinstance(previous, str) else "…"
        values = {"key": key, "line": line, "value": shown}
        self.notes.append(Note(previous_line, reason % values))
