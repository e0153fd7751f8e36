"""Items of a homepage's lists, and entries of a CV in a file -> the values of rows.

An item is read as a pasted line is. It is understood only when every word of it ends in a value
(`loses_words`); whoever calls keeps the others as text, word for word. An entry has its parts under
whichever names the format has for them.
"""

import re
from collections.abc import Callable, Iterator

from exchange.site_import.markdown import to_line, to_words
from exchange.site_import.records import Item, SiteRecord
from exchange.site_import.tables import THEMES
from exchange.site_import.tree import Items, Mapping
from profiles.dates.anywhere import find_dates, only_period
from profiles.items import BREAK, KINDS, Reading, Values, kind_of_role, kind_of_service, loses_words
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
from profiles.pasting import read_entry, words
from profiles.pasting.certainty import SENTENCE
from profiles.pasting.kinds import READERS
from profiles.pasting.text import HAN

Kind = Section.Kind
# Longer than any line of a CV: such an item is a text.
LONGEST = 2_000
LONGEST_ROLE = 120
# Besides its first box, what tells that a line is such a row: one of these.
TOLD_BY = {kind: set(names.split()) for kind, names in THEMES["cv"]["told_by"].items()}
# "Wax Team (Internship) @ Acme", "Acme – Wax Team, Bath".
TEAM_AND_ROLE = re.compile(r"(?P<team>[^,\n]*\b(?:Team|Group|Lab))\s+\((?P<role>[^()]+)\)")
TEAM_BEHIND = re.compile(r"(?P<role>[^,\n\d]+?)\s+[–—]\s+(?P<team>[^,\n\d]+)")
# "Prize, Guild, 2017: for wax".
NOTE = re.compile(r"[)\]_*]*\s*:\s+(?=\S)")
# "I joined Acme", "my work" at the start of a box: somebody tells their life.
NARRATES = re.compile(
    r"(?:^|[,.;:] )(?:(?:I|[Ww]e|[Ss]?[Hh]e|[Tt]hey)(?:['’]\w+)? [a-z]|[Mm]y [a-z])"
)
# What names a row among those of its kind.
NAMES = ("role", "degree", "field_of_study", "name", "code", "title", "organisation", "start")


def read(kind: str, item: Item) -> Reading:
    """Rows of an item below a heading of this kind; [] where it is not understood whole."""
    if len(item.text) > LONGEST:
        return []
    reading = _roles(item) if kind == Kind.EXPERIENCE else []
    reading = reading or _row(kind, item.text, item)
    said = [(model, {name: _parted(text) for name, text in row.items()}) for model, row in reading]
    return [] if loses_words(_parted(f"{item.text}\n\n{item.rest}"), said) else reading


def course(text: str) -> Values:
    """ "TA for CS 100 - Programming (2019 Fall, 2020 Spring)": role, code, title, terms, link."""
    [(_model, values)] = read(Kind.TEACHING, Item(text)) or [(Teaching, {})]
    is_title = not values or any(name in values for name in ("organisation", "department", "place"))
    return {"title": plain(text)} if is_title else values


def name_of(values: Values) -> str:
    """A row in one line: "Research Intern, Acme, May 2025"."""
    return ", ".join(str(values[name]) for name in NAMES if values.get(name))


def _parted(text):
    """With each Chinese or Japanese sign as a word, for nothing parts the words of these."""
    return re.sub(HAN, r" \g<0> ", str(text))


def _row(kind, text, item):
    """The row that a text says, with what is below the item; [] where a box is not sure that every
    such row has, and something is left besides.
    """
    table, team = KINDS[kind], ""
    notes = table.markdown[0]
    if kind == Kind.EXPERIENCE:
        text, team = _without_team(text)
    head, note = _without_note(text)
    lines = [line.strip("\\ ") for line in BREAK.split(head) if line.strip("\\ ")]
    row, below = read_entry(table, lines), item.rest
    bullets = [child.text for child in item.children]
    if "organisation" not in row.values and len(bullets) == len(item.rest.splitlines()):
        row, below = read_entry(table, lines, bullets), ""
    if not _is_sure(kind, row):
        return []
    values, said = {"department": team} | row.values, [row.values.get(notes), note, below]
    boxes = [str(value) for name, value in values.items() if name != notes]
    is_told = NARRATES.match(text) or any(map(NARRATES.search, boxes))
    if kind == Kind.EXPERIENCE and is_told:
        return []
    if kind == Kind.TEACHING and "organisation" in row.doubts:
        said[:0] = [values.pop(name) for name in ("organisation", "place") if name in values]
    values[notes] = "\n\n".join(filter(None, said))
    return [(table.model, {name: value for name, value in values.items() if value})]


def _is_sure(kind, row):
    """Whether it is such a row beyond doubt: what is doubtful stays a text."""
    table, doubts, boxes = KINDS[kind], {*row.doubts}, row.values.keys()
    first, second, when = table.compact
    what, text = READERS[kind].what, row.values.get(first, "")
    if not text or not TOLD_BY.get(kind, boxes) & boxes or (what and not what.search(text)):
        return False
    if kind == Kind.EXPERIENCE and len(text.split()) >= SENTENCE and not {*when} & boxes:
        return False
    is_left = table.markdown[0] in doubts and second in doubts
    is_sure = "code" in boxes or not (is_left or {first, second} <= doubts)
    return is_sure and when not in doubts & boxes


def _without_team(text):
    for pattern in (TEAM_AND_ROLE, TEAM_BEHIND):
        match = pattern.match(text)
        if match and not words.ROLE.search(match["team"]):
            is_role = words.ROLE.search(match["role"])
            if bool(is_role) == (pattern is TEAM_AND_ROLE):
                return f"{match['role']}{text[match.end() :]}", plain(match["team"])
    return text, ""


def _without_note(text):
    for found in find_dates(text):
        start, end = found.at
        if re.search(r"\w", text[:start]) and (match := NOTE.match(text, end)):
            return text[: match.start()], text[match.end() :]
    return text, ""


def _roles(item):
    """Rows of one organisation: each bullet below it a role, or a role with its courses."""
    rows = []
    if words.ROLE.search(plain(item.text)):
        return []
    for child in item.children:
        if not words.ROLE.search(plain(child.text)) or len(child.text) > LONGEST_ROLE:
            return []
        courses = [
            _row(Kind.TEACHING, f"{each.text}\n{child.text}\n{item.text}", each)
            for each in child.children
        ]
        if courses and all(courses):
            rows += [row for reading in courses for row in reading]
        elif row := _row(Kind.EXPERIENCE, f"{child.text}\n{item.text}", child):
            rows += row
        else:
            return []
    return rows


# --- Entries of a file ----------------------------------------------------------------------------

Entry = Mapping | str
# Makes our Markdown of a text of the entry.
Convert = Callable[[str], str]
# Ours -> what the formats call it; the first that is there.
KEYS_OF = {name: keys.split() for name, keys in THEMES["cv"]["keys"].items()}
TEXTS = ("summary", "description", "maindescription", "highlights", "items", "courses")
POINTS = ("highlights", "items", "courses", "description")
# "Supervisor: Prof. X" among the lines below a degree.
LABELLED = {
    column: re.compile(rf"- {label}\s*:\s*(.+)", re.I)
    for column, label in THEMES["cv"]["labelled"].items()
}
# "Invited oral presentation at …", before any other words.
CALLED = re.compile(r"\W*((?:[\w-]+ ){1,5}?)(?:(?:presented|given|held) )?(?:at|for|in|on)\b")
LINK = re.compile(r"\[([^\[\]]+)\]\(<?([^()<>\s]+)>?\)|<a href=\"([^\"]+)\">")


def first(entry: Mapping, name: str) -> str:
    """The text under the first of its names that the entry has."""
    return entry.first(*KEYS_OF[name])


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
        for text in item.texts("items"):
            entry = Mapping()
            entry |= {"title": text, "year": item.text("year")}
            entry.lines = {"title": item.lines["items"]}
            yield entry
    else:
        yield item


# --- Rows -----------------------------------------------------------------------------------------


def education(_title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Education."""
    values = _where(_organisation(entry), entry) | {
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
    role, name = first(entry, "role"), _organisation(entry)
    kind = kind_of_role(f"{role} volunteer" if "volunteer" in title.casefold() else role)
    values = _where(name if name != role else "", entry) | _period(entry)
    return values | {"role": to_words(role), "kind": kind, "description": _text(entry, convert)}


def award(_title: str, entry: Entry, convert: Convert) -> dict:
    """Return the columns of Award."""
    if isinstance(entry, str):
        line = to_line(entry)[0]
        reading = read(Kind.AWARDS, Item(line))
        name, url = linked(line)
        return reading[0][1] if reading else {"name": name, "url": url}
    name, url = linked(first(entry, "title"))
    # RenderCV, which has no awards, makes do with `authors`.
    by = dict.fromkeys([first(entry, "awarder"), *entry.texts("authors")])
    return {
        "name": name,
        "url": url or first(entry, "url"),
        "awarder": ", ".join(filter(None, map(to_words, by))),
        "dates": _dates(entry),
        "note": _text(entry, convert),
    }


def talk(title: str, entry: Mapping, convert: Convert) -> dict:
    """Return the columns of Talk."""
    values = _titled(entry, convert)
    return values | {
        "kind": kind_of_talk(title),
        "event": to_words(first(entry, "event")),
        "event_url": values.pop("url"),
        "place": _place(entry),
        "date": first(entry, "date"),
    }


def kind_of_talk(said: str) -> str:
    """What words call a talk: "poster", "seminar", "invited"; "" where they do not."""
    kinds = (kind for kind, words in THEMES["talks"].items() if re.search(words, said, re.I))
    return next(kinds, "")


def name_talks(record: SiteRecord) -> None:
    """Says what talks are that say it themselves at most: "Poster presented at …"."""
    for row in (row for row in record.rows if row.model is Talk):
        said = CALLED.match(str(row.values.get("description", "")))
        kind = kind_of_talk(said[1] if said else "")
        row.values.setdefault("kind", kind or Talk.Kind.OTHER.value)


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
    roles = [entry.text("position"), *entry.texts("roles")]
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


def _organisation(entry):
    """All that it names: a company, and an institution, are two employers."""
    said = [entry.text(key) for key in KEYS_OF["organisation"] if key != "name"]
    return ", ".join(dict.fromkeys(filter(None, said))) or entry.text("name")


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
    elif start:  # so these formats say that it goes on
        end = end or "present"
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
    for link in entry.mappings("linkitems"):
        url = link.text("link")
        lines.append(f"- [{link.text('linkname') or url}]({url})")
    return lines


def _text(entry, convert, points=None):
    texts = dict.fromkeys(entry.text(key) for key in TEXTS)
    points = "\n".join(_points(entry) if points is None else points)
    return convert("\n\n".join(filter(None, [*texts, points])))
