"""An entry of a CV file -> the values of a row, under whichever names the format has for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from exchange.site_import import cv_items
from exchange.site_import.markdown import to_line, to_words
from exchange.site_import.tree import Items, Mapping
from profiles.cv_lines import kind_of_role, kind_of_service
from profiles.dates.anywhere import only_period
from profiles.markup.structure import line_in_words as plain
from profiles.models import (
    Award,
    Education,
    Experience,
    Grant,
    Project,
    Section,
    Service,
    Talk,
    Teaching,
)

Kind = Section.Kind
Entry = Mapping | str
# Makes our Markdown of a text of the entry.
Convert = Callable[[str], str]
# Ours -> what the formats call it; the first that is there.
NAMES = {
    "title": ("title", "name", "course"),
    "role": ("position", "role", "title"),
    "degree": ("degree", "studyType", "title"),
    "organisation": ("company", "institution", "organization", "entity", "name"),
    "field": ("area",),
    "grade": ("gpa", "score"),
    "start": ("start_date", "startDate", "startdate"),
    "end": ("end_date", "endDate", "enddate"),
    "date": ("date", "year", "releaseDate"),
    "awarder": ("awarder", "institution", "organization", "issuer"),
    "url": ("url", "website", "link"),
    "event": ("event", "institution", "organization"),
    "funder": ("funder", "institution", "organization"),
}
TEXTS = ("summary", "description", "maindescription", "highlights", "items", "courses")
POINTS = ("highlights", "items", "courses", "description")
# "Supervisor: Prof. X" among the lines below a degree.
LABELLED = {
    "advisor": re.compile(r"- (?:co-?)?(?:super|ad)vis[eo]rs?\s*:\s*(.+)", re.I),
    "grade": re.compile(r"- (?:GPA|grade|score)\s*:\s*(.+)", re.I),
    "field_of_study": re.compile(r"- (?:major|field of study|subject)\s*:\s*(.+)", re.I),
    "thesis": re.compile(r"- (?:thesis|dissertation)(?:\s+title)?\s*:\s*(.+)", re.I),
}
LINK = re.compile(r"\[([^\[\]]+)\]\(<?([^()<>\s]+)>?\)|<a href=\"([^\"]+)\">")


def first(entry: Mapping, name: str) -> str:
    """The text under the first of its names that the entry has."""
    return next((text for key in NAMES[name] if (text := entry.text(key))), "")


def bullets(item: Entry | Items, indent: str = "") -> list[str]:
    """An item of any form as bullets, word for word."""
    if isinstance(item, str):
        return [f"{indent}- {' '.join(item.split())}"] if item.strip() else []
    if isinstance(item, Items):
        return [line for inner in item for line in bullets(inner, indent)]
    head, below = [], []
    for key in item:
        value = item.get(key)
        if key == "icon":
            continue
        if isinstance(value, str):
            head.append(value.strip())
        elif key in ("keywords", "courses") and all(isinstance(word, str) for word in value):
            head.append(", ".join(value))
        else:
            below += bullets(value, f"{indent}  ")
    head = [text for text in head if text]
    line = f"**{head[0]}**: {', '.join(head[1:])}" if len(head) > 1 else "".join(head)
    return [*([f"{indent}- {line}"] if line else []), *below]


def flat(item: Entry) -> Iterator[Entry]:
    """Award rows of the old form hold several: {year, items}; each comes with that year."""
    if isinstance(item, Items):
        for inner in item:
            yield from flat(inner)
    elif isinstance(item, Mapping) and set(item) == {"bullet"}:
        yield item.text("bullet")
    elif isinstance(item, Mapping) and "items" in item and "title" not in item:
        for text in filter(_is_text, item.list("items")):
            entry = Mapping()
            entry |= {"title": text, "year": item.text("year")}
            entry.lines = {"title": item.lines["items"]}
            yield entry
    else:
        yield item


# --- Rows -----------------------------------------------------------------------------------------


def education(_title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Education."""
    values = _where(first(entry, "organisation"), entry) | {
        "degree": to_words(first(entry, "degree")),
        "field_of_study": to_words(first(entry, "field")),
        "grade": first(entry, "grade"),
    }
    points = []
    for point in _points(entry):
        matches = ((column, pattern.fullmatch(point)) for column, pattern in LABELLED.items())
        column, match = next((pair for pair in matches if pair[1]), ("", None))
        if match and not values.get(column):
            values[column] = to_line(match[1])[0] if column == "advisor" else to_words(match[1])
        else:
            points.append(point)
    # One date alone is that of the degree.
    return values | _period(entry, ends=True) | {"description": _text(entry, convert, points)}


def experience(title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Experience."""
    role, name = first(entry, "role"), first(entry, "organisation")
    kind = kind_of_role(f"{role} volunteer" if "volunteer" in title.casefold() else role)
    values = _where(name if name != role else "", entry) | _period(entry)
    return values | {"role": to_words(role), "kind": kind, "description": _text(entry, convert)}


def award(_title: str, entry: Entry, convert: Convert) -> dict:
    """Return the columns of Award."""
    if isinstance(entry, str):
        line = to_line(entry)[0]
        reading = cv_items.read(Kind.AWARDS, cv_items.Item(line))
        name, url = linked(line)
        return reading[0][1] if reading else {"name": name, "url": url}
    name, url = linked(first(entry, "title"))
    # RenderCV, which has no awards, makes do with `authors`.
    by = dict.fromkeys([first(entry, "awarder"), *filter(_is_text, entry.list("authors"))])
    return {
        "name": name,
        "url": url or first(entry, "url"),
        "awarder": ", ".join(filter(None, map(to_words, by))),
        "dates": _dates(entry),
        "note": _text(entry, convert),
    }


def talk(_title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Talk."""
    values = _titled(entry, convert)
    return values | {
        "event": to_words(first(entry, "event")),
        "event_url": values.pop("url"),
        "place": _place(entry),
        "date": first(entry, "date"),
    }


def teaching(_title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Teaching."""
    where = _where(entry.text("institution") or entry.text("organization"), entry)
    values = where | _titled(entry, convert, "course")
    return values | {"role": _role(entry), "dates": _dates(entry)}


def service(title: str, entry: Entry, convert: Convert) -> dict:
    """Return the columns of Service."""
    if isinstance(entry, str):
        body, url = linked(entry)
        return {"body": body, "url": url, "kind": kind_of_service(f"{title} {entry}")}
    role, name = first(entry, "role"), first(entry, "organisation")
    body, url = linked(name or role)
    said = _text(entry, convert)
    return {
        "body": body or to_words(plain(said)),
        "url": url or first(entry, "url"),
        "kind": kind_of_service(f"{title} {role}"),
        "role": to_words(role) if name and role != name else "",
        "dates": _dates(entry),
        "description": said if body else "",
    }


def grant(_title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Grant."""
    said = {"role": _role(entry), "funder": to_words(first(entry, "funder"))}
    said |= {name: entry.text(name) for name in ("amount", "number")}
    return _period(entry) | _titled(entry, convert) | said


def project(_title: str, entry: Mapping, convert: Convert) -> dict:
    """With its address as `url`, which is a link of the row."""
    roles = [entry.text("position"), *filter(_is_text, entry.list("roles"))]
    values = _period(entry) | _titled(entry, convert)
    return values | {"role": ", ".join(filter(None, roles))}


MAKERS = {
    Kind.EDUCATION: (Education, education),
    Kind.EXPERIENCE: (Experience, experience),
    Kind.AWARDS: (Award, award),
    Kind.TALKS: (Talk, talk),
    Kind.TEACHING: (Teaching, teaching),
    Kind.SERVICE: (Service, service),
    Kind.GRANTS: (Grant, grant),
    Kind.PROJECTS: (Project, project),
}


# --- Parts of an entry ----------------------------------------------------------------------------


def linked(text: str) -> tuple[str, str]:
    """ "<a href='https://…'>Prize</a>" -> ("Prize", "https://…")."""
    line = to_line(text)[0]
    links = LINK.findall(line)
    url = (links[0][1] or links[0][2]) if len(links) == 1 else ""
    return to_words(plain(line)), url


def _titled(entry, convert, key="title"):
    """What it is called and leads to, and its text."""
    name, url = linked(entry.text(key) or first(entry, "title"))
    return {
        "title": name,
        "url": url or first(entry, "url"),
        "description": _text(entry, convert),
    }


def _role(entry):
    return to_words(entry.text("role") or entry.text("position"))


def _where(name, entry):
    words, url = linked(name)
    return {
        "organisation": words,
        "organisation_url": url or first(entry, "url"),
        "department": to_words(entry.text("department")),
        "place": _place(entry),
    }


def _place(entry):
    place = entry.get("location")
    if isinstance(place, Mapping):
        return ", ".join(filter(None, map(place.text, place)))
    return to_words(place) if isinstance(place, str) else ""


def _period(entry, *, ends=False):
    """One date alone is the end, or all there is. What is no date stays as it stands."""
    start, end = first(entry, "start"), first(entry, "end")
    if date := first(entry, "date"):
        begin, last = only_period(date)
        if not (begin or last):
            begin, last = date, ""
        elif not begin and not ends and last.casefold() != "present":
            begin = last
        start, end = start or begin, end or last
    return {"start": start, "end": end}


def _dates(entry):
    """One date or several, as they stand."""
    ends = [first(entry, name) for name in ("start", "end")]
    return first(entry, "date") or " - ".join(filter(None, ends))


def _points(entry):
    """The bullets below an entry, as Markdown with their levels."""
    lines = []
    for key in POINTS:
        if isinstance(dict.get(entry, key), Items):
            lines += bullets(entry[key])
    for link in entry.list("linkitems"):
        if isinstance(link, Mapping):
            url = link.text("link")
            lines.append(f"- [{link.text('linkname') or url}]({url})")
    return lines


def _text(entry, convert, points=None):
    texts = dict.fromkeys(entry.text(key) for key in TEXTS)
    points = "\n".join(_points(entry) if points is None else points)
    return convert("\n\n".join(filter(None, [*texts, points])))


def _is_text(value):
    return isinstance(value, str)
