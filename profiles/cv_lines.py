"""The lines of a homepage or a CV, as people type them -> the values of rows.

An item is understood only when every word of it ends in a value (`loses_words`); whoever calls
keeps the others as text, word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from textwrap import dedent

from django.db.models import Model

from profiles.dates.in_text import take_dates, take_period
from profiles.markup.structure import line_in_words as plain
from profiles.models import Award, Education, Experience, Service, Talk, Teaching

# Longer than any line of a CV: such an item is a text.
LONGEST = 2_000
BREAK = re.compile(r"[ \t]*(?:\\?\n|<br\s*/?>\s*\n?)[ \t]*")
PIECE = re.compile(
    r"\*\*[^*]*\*\*|\[[^\[\]]*\](?:\([^()]*(?:\([^()]*\))?[^()]*\))?|\([^()]*\)|[,;]|.", re.S
)
LINK = re.compile(r"\[([^\[\]]*)\]\(\s*([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)[^()]*\)")
WORD = re.compile(r"[^\W_]+")
# Words between values, which the page says in its own way.
CONNECTED_BY = """
    a al am an and au aux bei da de del della der des di do du el em en et für im in l la le les na
    no par para per por pour presso und y zum
    advised advisor advisors as at by co current currently expected for from host hosted
    hosts mentor mentored mentors now of ongoing on present since supervised supervisor
    supervisors the to today until with
"""
CONNECTING = set(CONNECTED_BY.split())
DEGREE = re.compile(
    r"\b(?:Ph\.?\s?D|D\.?Phil|Doctor\w*|Master\w*|Bachelor\w*|M\.?\s?Phil|M\.?\s?B\.?A|B\.?\s?A|M\.?A"
    r"|[BM]\.?\s?(?:S|Sc|E|Eng|Tech|Ed|Math)|Diplom\w*|Licen\w+|Undergraduate|Exchange|Degree"
    r"|Postdoc\w*|Visiting)\b|博士|硕士|学士|本科|交换",
    re.I,
)
SCHOOL = re.compile(
    r"Universi|Institut|College|Academy|Polytechnic|\bETH\b|EPFL|\bMIT\b|Normale|大学|学院", re.I
)
UNITS = r"\b(?:Department|Dept|School|Faculty|Division|Group|Team|Lab|Laboratory)\b"
UNIT = re.compile(UNITS, re.I)
ROLE = re.compile(
    r"\b(?:interns?|internship|engineer|scientist|assistant|associate|researcher|fellow|professor"
    r"|lecturer|instructor|teacher|tutor|student|developer|manager|lead|leader|head|director"
    r"|postdoc\w*|consultant|analyst|visit\w+|scholar|member|founder|co-?founder|chair|adviser"
    r"|advisor|architect|trainee|volunteer|grader|collaborator)\b|实习|研究员|工程师|助教|教授",
    re.I,
)
KINDS = [
    (r"intern|实习", Experience.Kind.INTERNSHIP),
    (r"visit", Experience.Kind.VISITING),
    (r"volunteer", Experience.Kind.VOLUNTEERING),
    (r"teach|lectur|instruct|tutor|grader|助教", Experience.Kind.TEACHING),
    (r"research|postdoc|scholar|研究", Experience.Kind.RESEARCH),
]
SERVICES = [
    (r"review|referee", Service.Kind.REVIEWING),
    (r"editor", Service.Kind.EDITORIAL),
    (r"organi[sz]|chair", Service.Kind.ORGANISING),
    (r"committee", Service.Kind.COMMITTEE),
]
BY = r"(?:(?:co-?)?(?:advis|supervis)\w*|mentor\w*|host(?:ed)?s?)"
MENTOR = re.compile(
    rf"\(\s*{BY}(?:\s+by)?\s*:?\s+((?:\[[^\]]*\]\([^)]*\)|[^()])+)\)"
    rf"|(?:^|[,;]\s*){BY}(?:\s*:|\s+by)\s+((?:\[[^\]]*\]\([^)]*\)|[^(),;])+)",
    re.I,
)
TEAM_AND_ROLE = re.compile(rf"(?P<team>.*{UNITS})\s*\((?P<role>[^()]+)\)", re.I)
ABBREVIATION = re.compile(r"\s*\(([A-Z][\w&.\- ]{1,20})\)$")
CODE = re.compile(
    r"(?P<code>[A-Z]{2,8}[ -]?\d{1,5}[A-Z]{0,2})\b\s*[:–—|-]?\s+(?P<title>\S.*)", re.S
)
TEACHER = re.compile(
    r"(?P<role>(?:(?:head|graduate|lead|student|guest|co-?)\s*)*"
    r"(?:teaching assistant|TA\b|teaching fellow|lecturer|instructor|tutor|grader))"
    r"\s*(?:for|of|in|on|,|:|–|-)\s+(?P<course>.+)",
    re.I | re.S,
)
TITLE = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<em>[^*]+)\*|[\"“](?P<quoted>[^\"”]+)[\"”]")


@dataclass
class Item:
    """One bullet: its first paragraph, what is below it as Markdown, and the bullets of that."""

    text: str
    rest: str = ""
    children: list[Item] = field(default_factory=list)
    line: int = 1
    source: str = ""


Values = dict[str, object]
Reading = list[tuple[type[Model], Values]]


# --- Words ---------------------------------------------------------------------------------------


def first_url(text: str) -> str:
    """The address of the first link; "" where there is none."""
    match = LINK.search(text)
    return match[2] if match else ""


def segments(text: str) -> list[str]:
    """Split at commas and semicolons outside brackets, links and bold."""
    parts = [""]
    for piece in PIECE.findall(text):
        if piece in ",;":
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip(" .")]


def loses_words(source: str, reading: Reading) -> bool:
    """Whether a word or an address of the source is in none of the values."""
    values = " ".join(str(value) for _model, row in reading for value in row.values())
    kept = {word.casefold() for word in WORD.findall(f"{values} {plain(values)}")} | CONNECTING
    words = {word.casefold() for word in WORD.findall(plain(source))}
    return not words <= kept or any(url not in values for _label, url in LINK.findall(source))


def organisation(text: str) -> Values:
    """ "[Hong Kong University (HKU)](https://…)" -> name, abbreviation, link."""
    name = plain(text)
    values = {"organisation": name, "organisation_url": first_url(text)}
    if match := ABBREVIATION.search(name):
        values |= {"organisation": name[: match.start()], "organisation_abbreviation": match[1]}
    return values


def lines_of(text: str) -> list[str]:
    """Of a text with line breaks of Markdown or HTML, those that are not empty."""
    return [line.strip() for line in BREAK.split(text) if line.strip()]


def take_mentor(text: str) -> tuple[str, str]:
    """ "Intern (Mentor: A B)" -> ("Intern", "A B"), with its links."""
    match = MENTOR.search(text)
    if not match:
        return text, ""
    name = (match[1] or match[2]).strip()
    return f"{text[: match.start()].rstrip()}{text[match.end() :]}", name


def _dated(lines):
    """The lines without their period, and that; a line of nothing else is gone."""
    for number, line in enumerate(lines):
        rest, start, end = take_period(line)
        if start or end:
            before, after = lines[:number], lines[number + 1 :]
            return [*before, *filter(None, [rest.strip(" .,;")]), *after], start, end
    return lines, "", ""


# --- Education, experience -----------------------------------------------------------------------


def education(item: Item) -> Reading:
    """[] where no degree and school can be told apart."""
    lines, start, end = _dated(lines_of(item.text))
    header, advisor = take_mentor(", ".join(lines))
    parts = segments(header)
    if len(parts) == 1 and parts[0].startswith("**"):
        parts = segments(parts[0].strip("*"))
    degrees = [part for part in parts if DEGREE.search(plain(part))]
    schools = [part for part in parts if SCHOOL.search(plain(part)) and part not in degrees[:1]]
    if not schools:
        schools = [part for part in parts if part not in degrees[:1] and not UNIT.search(part)]
    if not degrees or not schools:
        return []
    degree, _in, subject = plain(degrees[0]).partition(" in ")
    others = [part for part in parts if part not in (degrees[0], schools[0])]
    units = [plain(part) for part in others if UNIT.search(part) or SCHOOL.search(part)]
    places = [plain(part) for part in others if plain(part) not in units]
    values = organisation(schools[0]) | {
        "degree": degree,
        "field_of_study": subject,
        "department": ", ".join(units),
        "place": ", ".join(places),
        "start": start,
        "end": end,
        "advisor": advisor,
        "description": item.rest,
    }
    return [(Education, _given(values))]


def experience(item: Item) -> Reading:
    """A role at an organisation; several where the bullets below it are roles, or courses."""
    lines, start, end = _dated(lines_of(item.text))
    mentors = [take_mentor(line) for line in lines]
    lines = [line for line, _mentor in mentors if line]
    values = _position(lines) | {"start": start, "end": end}
    values["mentor"] = ", ".join(filter(None, (mentor for _line, mentor in mentors)))
    if not values.get("role") and item.children and (rows := _sub_positions(item, values)):
        return rows
    if not values.get("role"):
        return []
    if not values.get("organisation") and item.children:
        values |= _where_below(item)
    values["kind"] = kind_of_role(values["role"])
    return [(Experience, _given({"description": item.rest} | values))]


def _where_below(item):
    """academicpages' own form: the organisation is the first bullet, the supervisor another."""
    first, *others = item.children
    if first.children or ROLE.search(plain(first.text)) or len(segments(first.text)) > 3:
        return {}
    values, rest = _where(segments(first.text)), []
    for child in others:
        text, mentor = take_mentor(child.text)
        if mentor and not text.strip() and not child.rest:
            values["mentor"] = mentor
        else:
            rest.append(child.source)
    return values | {"description": dedent("\n".join(rest))}


def _position(lines):
    """Role, organisation, team and place of one line or two."""
    if not lines:
        return {}
    if len(lines) == 1:
        role, sign, where = _at(lines[0])
        if sign:
            return _role(role) | _where(segments(where))
        parts = segments(lines[0])
        at = next((n for n, part in enumerate(parts) if ROLE.search(plain(part))), None)
        if at is None:
            return _where(parts) if len(parts) <= 3 else {}
        return _role(parts.pop(at)) | (_where(parts) if parts else {})
    roles = [line for line in lines if ROLE.search(plain(line))]
    role = roles[-1] if roles else ""
    others = [line for line in lines if line != role]
    return _role(role) | _where(segments(", ".join(others)))


def _at(line):
    for sign in (" @ ", " at "):
        role, found, where = line.partition(sign)
        if found and (sign == " @ " or ROLE.search(plain(role))):
            return role.strip(), sign, where.strip()
    return line, "", ""


def _role(text):
    """ "LLM Team (Internship)" is a team, and the role in brackets."""
    role = plain(text).strip(" ,:")
    match = TEAM_AND_ROLE.fullmatch(role)
    if match and ROLE.search(match["role"]):
        return {"role": match["role"], "department": match["team"]}
    return {"role": role}


def _where(parts):
    """Read organisation, team and place from parts such as "Org – Team", "City", "ST"."""
    if not parts:
        return {}
    first, *rest = parts
    name, dash, team = (first, "", "") if LINK.search(first) else _dashed(first)
    values = organisation(name)
    is_unit = UNIT.search(plain(first)) and not SCHOOL.search(plain(first))
    if is_unit and not dash and rest and (SCHOOL.search(rest[0]) or LINK.search(rest[0])):
        team, values, rest = first, organisation(rest[0]), rest[1:]
    if team:
        values["department"] = plain(team)
    return values | {"place": ", ".join(map(plain, rest))}


def _dashed(text):
    match = re.search(r"\s+[–—|-]\s+", text)
    return (text[: match.start()], "-", text[match.end() :]) if match else (text, "", "")


def kind_of_role(role: str) -> str:
    """ "Research intern" -> the kind of experience, "internship"."""
    kinds = (kind for words, kind in KINDS if re.search(words, role, re.I))
    return next(kinds, Experience.Kind.EMPLOYMENT).value


def kind_of_service(text: str) -> str:
    """ "Area chair" -> the kind of service, "organising"."""
    kinds = (kind for words, kind in SERVICES if re.search(words, text, re.I))
    return next(kinds, Service.Kind.OTHER).value


def _sub_positions(item, where):
    """Rows of one organisation: each bullet below it a role, or a role with its courses."""
    rows = []
    for child in item.children:
        text, start, end = take_period(child.text)
        text, mentor = take_mentor(text)
        if not ROLE.search(plain(text)) or len(text) > 120:
            return []
        place = {name: value for name, value in where.items() if value and name != "role"}
        courses = [course(grandchild.text) for grandchild in child.children]
        if courses and all(values.get("code") or values.get("dates") for values in courses):
            shared = {k: v for k, v in place.items() if hasattr(Teaching, k)}
            rows += [(Teaching, shared | {"role": plain(text)} | values) for values in courses]
            continue
        own = {"start": start, "end": end, "mentor": mentor, "description": child.rest}
        values = place | _role(text) | _given(own)
        rows.append((Experience, values | {"kind": kind_of_role(values["role"])}))
    return rows


# --- Courses, awards, talks ----------------------------------------------------------------------


def course(text: str) -> Values:
    """ "TA for CS 100 - Programming (2019 Fall, 2020 Spring)": role, code, title, terms, link."""
    if len(text) > LONGEST:
        return {"title": plain(text)}
    rest, dates, note = take_dates(" ".join(lines_of(text)))
    values = {"dates": dates, "url": first_url(rest), "description": note}
    rest = plain(rest).strip(" ,;:")
    if match := TEACHER.fullmatch(rest):
        values["role"], rest = match["role"], match["course"]
    if match := CODE.fullmatch(rest):
        values["code"], rest = match["code"], match["title"]
    return _given(values | {"title": rest})


def teaching(item: Item) -> Reading:
    """A course: code, title, role, terms, and what stands below."""
    header, *more = lines_of(item.text) or [""]
    rest, dates, note = take_dates(header)
    parts = segments(rest)
    roles = [part for part in parts[1:] if TEACHER.fullmatch(f"{plain(part)}: x")]
    places = [part for part in parts[1:] if SCHOOL.search(plain(part))]
    kept = [part for part in parts if part not in roles and part not in places]
    if not parts or not (dates or CODE.match(plain(parts[0])) or roles):
        return []
    values = course(", ".join(kept)) | {"dates": dates}
    if roles:
        values["role"] = plain(roles[0])
    if places:
        values |= organisation(places[0])
    values["description"] = "\n\n".join(filter(None, [note, *more, item.rest]))
    return [(Teaching, _given(values))]


def award(item: Item) -> Reading:
    """ "[name](url) (abbr), awarder, year: note", "name; _Oct 2024_", "name, 2017-2019"."""
    rest, dates, note = take_dates(" ".join(lines_of(item.text)))
    parts = segments(rest)
    if not parts:
        return []
    name, *awarder = parts
    values = {"name": plain(name), "url": first_url(name), "dates": dates}
    if match := ABBREVIATION.search(values["name"]):
        values |= {"name": values["name"][: match.start()], "abbreviation": match[1]}
    by = ", ".join(awarder)
    values |= {"awarder": plain(by), "note": "\n\n".join(filter(None, [note, item.rest]))}
    if url := first_url(by):
        values["note"] = f"[{plain(by)}]({url})\n\n{values['note']}".strip()
    return [(Award, _given(values))]


def talk(item: Item) -> Reading:
    """A title in bold, italics or quotes; event, place and date after it."""
    rest, dates, note = take_dates(", ".join(lines_of(item.text)))
    match = TITLE.search(rest)
    if not match or not dates or len(segments(dates)) > 1:
        return []
    title = match["bold"] or match["em"] or match["quoted"]
    around = segments(f"{rest[: match.start()]},{rest[match.end() :]}")
    values = {"title": plain(title).strip(" .,"), "date": dates}
    if around:
        values |= {"event": plain(around[0]), "event_url": first_url(around[0])}
        values["place"] = ", ".join(map(plain, around[1:]))
    values["description"] = "\n\n".join(filter(None, [note, item.rest]))
    return [(Talk, _given(values))]


def _given(values):
    return {name: value for name, value in values.items() if value}


# What names a row among those of its kind.
NAMES = ("role", "degree", "field_of_study", "name", "code", "title", "organisation", "start")


def name_of(values: Values) -> str:
    """A row in one line: "Research Intern, Acme, May 2025"."""
    return ", ".join(str(values[name]) for name in NAMES if values.get(name))


READERS = {
    "education": education,
    "experience": experience,
    "awards": award,
    "talks": talk,
    "teaching": teaching,
}


def read(kind: str, item: Item) -> Reading:
    """Rows of an item below a heading of this kind; [] where it is not understood whole."""
    if len(item.text) > LONGEST:
        return []
    reading = READERS[kind](item)
    if loses_words(f"{item.text}\n\n{item.rest}", reading) or not _fits(reading):
        return []
    return reading


def _fits(reading):
    """Return whether the columns are long enough for the values."""
    limits = (
        (model._meta.get_field(name).max_length, value)
        for model, values in reading
        for name, value in values.items()
    )
    return bool(reading) and all(not limit or len(str(value)) <= limit for limit, value in limits)
