"""Rows of luost26/academic-homepage: positions, education, experience and awards of
_data/profile.yml.
"""

import re
from contextlib import suppress

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.columns import paragraphs
from exchange.site_import.list_items import joined
from exchange.site_import.markdown import to_words
from exchange.site_import.own_names import OTHER_SCRIPT
from exchange.site_import.records import Place
from exchange.site_import.theme import DEMO, is_demo
from exchange.site_import.tree import Mapping
from profiles.cv_lines import loses_words
from profiles.dates.anywhere import only_period
from profiles.items import KINDS
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation, Award, Education, Experience
from profiles.pasting import read_entry
from profiles.pasting.words import DEGREE, ROLE, SCHOOL, UNIT

PROFILE = "_data/profile.yml"
BREAKS = re.compile(r"<br\b[^<>]{0,20}>|\n", re.I)
LINK = re.compile(r"<a\b[^<>]*\bhref\s*=\s*[\"']([^\"'<>]*)[\"'][^<>]*>(.*?)</a>", re.I | re.S)
# "(HKUST)", "(MIT CSAIL)", and no "(Guangzhou)".
ABBREVIATION = re.compile(r"\s*\(((?=[^()]*[A-Z][^()]*[A-Z])[A-Z][\w&.\- ]{1,14})\)$")
AT = re.compile(r"\s+(?:@|at|in|with|of|from)\s*$|\s*[@,]\s*$", re.I)
AT_PLACE = re.compile(r"\s+(?:@|at)\s+|\s*@\s*|,\s+", re.I)
OTHERS = {re.compile("[\u3040-\u30ff]"): "ja", re.compile("[\uac00-\ud7af]"): "ko"}
HAN = re.compile("[\u3400-\u9fff]")
# "2020/2021" are two years.
SLASH = re.compile(r"(?<=\d{4})\s*/\s*(?=\d{4})")
NO_ROLE = gettext_lazy("a position is a role at an organisation")


def read_profile(theme) -> None:
    """`theme` is a luost26.Luost26."""
    for key, (model, read_row) in LISTS.items():
        for number, item in enumerate(_mappings(theme, key), 1):
            read_row(theme, item, number, key, model)


def _mappings(theme, key):
    """The mappings of a list, samples left out; anything else is reported."""
    items = theme.profile.list(key)
    lines = getattr(items, "lines", None) or [theme.profile.lines.get(key, 1)]
    for item, line in zip(items, lines, strict=False):
        if not isinstance(item, Mapping):
            theme.tree.not_understood(Place(PROFILE, line), str(item), _("not `name: …`"))
        elif is_demo(name := item.text("name")) or is_demo(f"{name}, {item.text('date')}"):
            item.read.update(item)
            theme.tree.leave_out(PROFILE, DEMO, line=line)
        else:
            yield item


def _row(theme, model, key, item, number, values):
    """With its logos, and its place in the site's order among rows of one date."""
    name, line = item.text("name"), next(iter(item.lines.values()), 1)
    origin = f"{PROFILE}#{key}/{to_words(name)}/{item.text('date')}"
    place = Place(PROFILE, line)
    row = theme.add(model, origin, place, values | {"position": number}, to_words(name))
    if model is not Award and (logo := theme.file(item.text("logo"), place)):
        row.files["organisation_logo"] = logo
    return row


def _affiliation(theme, item, number, key, model):
    """A position, its organisation mostly linked: "PhD student in <a>…</a>".

    A line "@ MIT", alone or below a role, is the organisation of what stands above it.
    """
    html = " ".join(item.text("name").split())
    parts = list(filter(None, map(str.strip, BREAKS.split(html))))
    above = next((row for row in reversed(theme.record.rows) if row.model is model), None)
    row = above if parts and parts[0].startswith("@") and _is_open(above) else None
    for part in parts:
        values = affiliation(part)
        place = Place(PROFILE, item.lines["name"])
        for url, _words in LINK.findall(part)[:-1]:
            theme.tree.not_understood(place, url, _("an affiliation has one link, its last"))
        if row is None:
            row = _row(theme, model, key, item, number, values)
        elif _is_open(row) and not (values.get("role") and ROLE.search(values["role"])):
            row.values |= {name: text for name, text in values.items() if name != "role"}
        elif "department" not in row.values and UNIT.search(to_words(part)):
            row.values["department"] = to_words(part)
        elif ROLE.search(values.get("role", "")):
            row = _row(theme, model, key, item, number, values)
        else:
            theme.tree.not_understood(place, to_words(part), NO_ROLE)


def _is_open(row):
    """A role without an organisation."""
    return row is not None and "organisation" not in row.values


def _entry(theme, item, number, key, model):
    """A degree or a job: `[Role] <br/> - what one did <br/> - …`, which is read as a pasted line
    of a CV is; where and when it was has keys of its own.
    """
    table, lines = KINDS[key], _lines(theme, item)
    bullets = [line for line in lines if line.startswith("- ")]
    head = [line.strip("[]【】 ") for line in lines if line not in bullets]
    department = theme.line(item.text("dept"), Place(PROFILE))
    who = read_entry(table, [department]).values.keys() & {"advisor", "mentor"}
    head += [department] if who else []
    said = read_entry(table, head).values
    if loses_words("\n".join(head), [(model, said)]):
        said = {table.compact[0]: line_in_words(head[0]), "description": paragraphs(head[1:])}
    # The organisation is known: what else looks like one is a part of it, or no place at all.
    where = said.pop("organisation", "")
    if short := said.pop("organisation_abbreviation", ""):
        where = f"{where} ({short})"
    is_unit = bool(UNIT.search(where))
    units = [said.pop("department", ""), where * is_unit, department * (not who)]
    start, end, place = _when_and_where(item.text("date"))
    values = organisation(item.text("name")) | {"start": start, "end": end, "place": place}
    values["department"] = ", ".join(filter(None, map(line_in_words, units)))
    place = Place(PROFILE, item.lines.get("description", 1))
    own = theme.html(item.text("description"), place)  # which some sites have
    rest = [where * (not is_unit), said.pop("description", ""), joined(bullets), own]
    values = said | {name: value for name, value in values.items() if value}
    _row(theme, model, key, item, number, values | {"description": paragraphs(rest)})


def _lines(theme, item):
    """The lines of a position as Markdown."""
    place = Place(PROFILE, item.lines.get("position", next(iter(item.lines.values()), 1)))
    parts = BREAKS.split(" ".join(item.text("position").split()))
    lines = [theme.line(part, place) for part in parts]
    return [re.sub(r"^[-–•·*]\s+", "- ", line) for line in lines if line]


def _when_and_where(date):
    """ "Mar. 2026 - Now, Oslo" as start, end and place."""
    for dates, place in ((date, ""), tuple(map(str.strip, date.partition(",")[::2]))):
        start, end = only_period(dates)
        if (start or end) and not (place[:1].islower() or any(map(str.isdecimal, place))):
            return start, end, place
    return date, "", ""  # not a date all through: it says itself why it cannot be stored


def _award(theme, item, number, key, model):
    """ "Prize | 奖": one name, and the same in another language."""
    html = item.text("name")
    first, _bar, second = (part.strip() for part in to_words(html).partition("|"))
    if OTHER_SCRIPT.search(first) and second and not OTHER_SCRIPT.search(second):
        first, second = second, first
    url = next((url for url, _words in LINK.findall(html)), "")
    values = {
        "name": first,
        "alternate_name": second,
        "alternate_language": language_of(second),
        "dates": SLASH.sub(", ", item.text("date")),
        "url": url,
    }
    _row(theme, model, key, item, number, values)


# Lists of profile.yml -> what an item becomes, and what reads it.
LISTS = {
    "positions": (Affiliation, _affiliation),
    "education": (Education, _entry),
    "experience": (Experience, _entry),
    "awards": (Award, _award),
}


# --- Words ---------------------------------------------------------------------------------------


def language_of(text: str) -> str:
    """A language code for a text in another script than the Latin one; "" where it is not plain.

    Han characters are Chinese here: simplified if GB 2312 has them all, else traditional.
    """
    for signs, language in OTHERS.items():
        if signs.search(text):
            return language
    han = "".join(HAN.findall(text)) or "?"
    for encoding, language in (("ascii", ""), ("gb2312", "zh-Hans"), ("big5", "zh-Hant")):
        with suppress(UnicodeEncodeError):
            han.encode(encoding)
            return language
    return "zh"


def organisation(html: str) -> dict[str, str]:
    """ "<a href=…>Peking University (PKU)</a>" -> name, abbreviation and link."""
    name = to_words(html)
    values = {"organisation": name}
    if match := ABBREVIATION.search(name):
        values = {"organisation": name[: match.start()], "organisation_abbreviation": match[1]}
    if link := LINK.search(html):
        values["organisation_url"] = link[1]
    return values


def affiliation(html: str) -> dict[str, str]:
    """ "A Ph.D. Candidate in <a href=…>Peking University (PKU)</a>", "Postdoc @ MIT"."""
    links = list(LINK.finditer(html))
    if links:
        role = to_words(html[: links[-1].start()])
        rest = to_words(html[links[-1].end() :]).strip(" .,")
        values = {"role": AT.sub("", role)} | organisation(links[-1][0])
        return values | ({"place": rest} if rest else {})
    words = to_words(html)
    if words.startswith("@"):
        return organisation(words.lstrip("@ "))
    role, *where = AT_PLACE.split(words, maxsplit=1)
    is_role = ROLE.search(role) or DEGREE.search(role)
    if not is_role and (UNIT.search(role) or SCHOOL.search(role)):
        # No role at all: "School of Bridges, Coast University".
        return {"department": role} | organisation(where[0]) if where else organisation(words)
    return {"role": role} | (_at(where[0]) if where else {})


def _at(words):
    """ "Computer Science, Coast University": the school is the organisation."""
    department, _comma, school = words.rpartition(", ")
    if department and SCHOOL.search(school) and not SCHOOL.search(department):
        return {"department": department} | organisation(school)
    return organisation(words)
