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
from profiles.dates.anywhere import only_period
from profiles.items import KINDS, loses_words
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation, Award, Education, Experience
from profiles.pasting import read_entry
from profiles.pasting.words import ROLE, UNIT

PROFILE = "_data/profile.yml"
BREAKS = re.compile(r"<br\b[^<>]{0,20}>|\n", re.I)
LINK = re.compile(r"<a\b[^<>]*\bhref\s*=\s*[\"']([^\"'<>]*)[\"'][^<>]*>(.*?)</a>", re.I | re.S)
# "(HKUST)", "(MIT CSAIL)", and no "(Guangzhou)".
ABBREVIATION = re.compile(r"\s*\(((?=[^()]*[A-Z][^()]*[A-Z])[A-Z][\w&.\- ]{1,14})\)$")
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
    """A position, its organisation mostly linked: "PhD student in <a>…</a>"; "@ MIT" alone is where
    the one above it is.
    """
    place = Place(PROFILE, item.lines["name"])
    lines = [theme.line(part, place) for part in BREAKS.split(" ".join(item.text("name").split()))]
    said = read_entry(KINDS["experience"], [line.lstrip("@ ") for line in lines if line]).values
    rest, text = said.pop("description", ""), line_in_words("\n".join(lines))
    role = said.get("role", "")
    if UNIT.search(role) and not ROLE.search(UNIT.sub("", role)):  # "Faculty of Engineering"
        said["department"] = ", ".join(filter(None, [said.pop("role"), said.get("department")]))
    if "department" not in said:
        said["department"], rest = rest, ""
    if rest or loses_words("\n".join(lines), [(model, said)]):
        theme.tree.not_understood(place, rest or text, NO_ROLE)
    whole = f"{said.get('organisation')} ({said.get('place')})"
    if whole in text:  # "Coast University (Harbour)" is no other one's part
        said |= {"organisation": whole, "place": ""}
    above = next((row for row in reversed(theme.record.rows) if row.model is model), None)
    if text.startswith("@") and above is not None and "organisation" not in above.values:
        above.values |= {name: value for name, value in said.items() if value and name != "role"}
    else:
        said = {name: value for name, value in said.items() if hasattr(model, name)}
        _row(theme, model, key, item, number, said)


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
