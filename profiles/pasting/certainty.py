"""How surely the boxes of a row have what is theirs: the one rule of what is marked.

A box is known where its own words say what it has (a degree, an organisation), or a mark beside it
does ("at", quotation marks, the lines around). One box may also be told by the rest: all else of
the line is known, and nothing is left of it. What stands in a box by its place alone is marked,
and so are a box that says more than one thing, one that is empty though such a row has it, and what
no box took.
"""

import re

from profiles.dates import PERIOD
from profiles.dates.anywhere import YEAR
from profiles.pasting import words
from profiles.pasting.organisations import (
    LONG_NAME,
    MOST_WORDS,
    UNIVERSITY,
    is_known_place,
    is_place,
    score,
)
from profiles.pasting.text import (
    HAN,
    LAST_BRACKET,
    OF_SENTENCE,
    ONE_NAME,
    QUOTED,
    at_commas,
)

NAMES = ("organisation", "department", "awarder", "funder", "body", "event", "place")
# What all else of a line does not tell.
NOT_BY_REST = {"place", "organisation", "department", "role", "degree"}
# In what they tell: a bracket, a number in front.
NOT_ALONE = re.compile(r"[(（]|^\d|:\s*\d")
# Of what may be another's, where a role stands alone.
ANOTHER = re.compile(r"[(（/&]|[A-Z]{3}|\w{3}\.\s?\w|\s(?:at|bei|chez|em|en|na|no|presso)\s")
WHAT = ("degree", "field_of_study", "role")
ROLES = {"service": words.SERVED_AS, "teaching": words.TAUGHT_AS}
FORENAME = r"[^\W\d_a-z][\w.'’-]*"
PERSON = re.compile(
    rf"{FORENAME}(?:\s(?:(?:d[aeiou]s?|v[ao]n|de[rn]|la|y)\s)*{FORENAME}){{1,3}}|{HAN}{{2,4}}"
)
ADDRESS = re.compile(r"\S+\.\w+/\S*")
# An organisation of this score is a team or a few capitals.
OF_A_TEAM, OF_A_FIRM, OF_A_SCHOOL = 2, 4, 5
# So many words are a sentence, which belongs into the notes.
SENTENCE = 6
# No sentence on an entry: another one, with its date.
YEAR_WITHIN = re.compile(r"(?:19|20)\d\d(?!\d)")
DATED_BELOW = re.compile(rf"^- \W*{YEAR}", re.M)
# Of a prize: "Honey Prize 2014 (with Bob)".
YEAR_BEHIND = re.compile(r"\w\s(?:19|20)\d\d(?=$|\s*[(,])")
# "HiveConf 2014", "12. Kongress".
YEAR_OF_EVENT = re.compile(r"^(?:(?:19|20)\d\d|\d{1,2}\.)\s|\s(?:(?:19|20)\d\d|['’]\d\d)$")
# Of a box that says more than one thing.
SEVERAL = re.compile(
    r"[^\W\d_]{3}(?<!Univ)(?<!Govt)(?<!Dept)(?<!Inst)\.\s(?:[A-Z]|[a-z]{4})|[:：\t|]|\S\s[\"“„].|[\"”]\s\S|(?<!\d)(?:19|20)\d\d(?!\d)|\s[/—–-]\s"
)
# "HIVE - Hive Institute of Vienna", "Hive Institute – HIVE": one name.
OWN_DASH = re.compile(
    r"^(?:[A-Z]\w*[A-Z]\w*|Alma Mater \w+)\s[–—-]\s|\s[–—-]\s[A-Z]\w*[A-Z][\w/]*$"
)
# No name begins or ends like this: "parcours", "NSF DMS-1802012", "University until".
NO_NAME = re.compile(
    r"^Honou?rs\s|^(?!the\s)[a-zà-ÿ]+(?=\s)|^[a-zà-ÿ]+$|[をがはで]|\s[a-zà-ÿ]{1,5}$|\d{4}|^\W|\d月|年度?$|\sin\s(?:the|der)\s[A-Z]|(?<!Québec)\s(?:no|na|à)\s[A-Z]|\sen\s[A-ZÀ-Ý]\w+$|^[A-Z][a-z]{1,2}$"
)
# Of a grade, a rank.
BRACKET = re.compile(r"[(（][^()（）]*\d[^()（）]*[)）]|\(cum laude\)")
NUMBER = re.compile(r"(?<![\w.’'-])\d+(?![\w]|\.\s?[A-Z])")
# Of a prize: what is between quotation marks, a university in front.
TWO_IN_NAME = re.compile('["“”„«»「」]|大学.(?!.*(?:奖|奖学金|賞|称号|毕业生)$)')
# Of a title: with whom.
ASIDE_BEHIND = re.compile(
    r"\([^()]*\b(?:award|joint|collaborat\w+|with|co-\w+)\b[^()]*\)$|\n\n", re.I
)
# Of what was studied: two brackets, a figure.
ODD_SUBJECT = re.compile(r"[(（].*[(（]|\d{2}")
# Of a role: what one served.
OF_BODY = re.compile(r"\s(?:of|for|at|del?|du|der|für|pour|per)\s(?:the\s|la\s)?(?=[A-Z])")
BEHIND_SUBJECT = re.compile(
    r"\w+(?<!al)\s(?:Univ\w+\s(?:of|de|di)\s|Universität"
    r"|(?:[A-Z][\w-]+\s){1,3}(?:University|College|Universitet)\b)"
)
# "Economist, Bank of Hives".
WITHIN = re.compile(r"\s(?:with|in|at)\s|,\s")
ENDS_OPEN = re.compile(r"^[a-z]{2,3}\s|\s(?!élue?s?$)[a-zà-ÿ]{1,3}$|^\W|\W$(?<![).’'+）」”])")
WHATS = re.compile(rf"{words.DEGREE.pattern}|{words.ROLE.pattern}", re.I)
# What alone is only the kind of a body.
KIND_ALONE = re.compile(
    r"(?:the\s)?(?:universit\w+|institut\w*|college|school|dep\w+|facul\w+|hochschule|大学|研究所|研究院)\.?",
    re.I,
)
NO_PLACE = re.compile(
    r"[A-Z]\w*[A-Z]{2,}|[a-z][A-Z]\b|\band\b|\d|工程|科学|技术|学$|业$|修了|卒|现|期"
)


def is_known(section: str, name: str, text: str) -> bool:
    """Whether the words of a box say themselves that it has what is its own."""
    match name:
        case "degree":
            return bool(words.DEGREE.search(text))
        case "role":
            return bool(ROLES.get(section, words.ROLE).search(text))
        case "name" if section == "students":
            return bool(PERSON.fullmatch(text)) and not words.DEGREE.match(text)
        case "name":
            return bool(words.AWARD.search(text))
        case "field_of_study":
            return bool(words.SUBJECT.search(text))
        case "event":
            return bool(words.MEETING.search(text) or score(text) >= 4)
        case "awarder" | "funder":
            return bool(words.FUNDER.search(LAST_BRACKET.sub(r"\g<before>", text)) or score(text))
        case "body":
            return bool(words.BODY.search(text) or score(text))
        case "organisation":
            # A firm is where one works: "Doctorate – Government".
            is_firm = section == "education" and not words.SCHOOL.search(text)
            return score(text) > (OF_A_FIRM if is_firm else OF_A_TEAM)
        case "department":
            return bool(words.UNIT.search(text) or score(text) or text.isupper())
        case "place":
            return is_known_place(text)
    return name not in ("title", "topic")


def says_more(section: str, name: str, text: str, values: dict) -> bool:
    """Whether a box has what is another's, or more than one thing."""
    is_open = text.count("(") != text.count(")") or text.count("“") != text.count("”")
    text = OWN_DASH.sub(" ", text).strip() if name == "organisation" else text
    text = YEAR_OF_EVENT.sub("", text) or text if name == "event" else text
    if name not in (*NAMES, *WHAT):
        is_two = _is_more_than_name(text) if name == "name" else ASIDE_BEHIND.search(text)
        return bool(is_open or is_two) and name in ("title", "topic", "name")
    is_two = SEVERAL.search(text) or (name != "event" and BRACKET.search(text))  # "BeeConf (BC21)"
    if is_open or is_two or len(text.split()) > MOST_WORDS:
        return True
    if name in WHAT:
        return _is_more_than_what(name, text)
    is_name = name == "body" and words.BODY.match(text)  # "comité de Miel"
    is_none = (NO_NAME.search(text) and not is_name) or KIND_ALONE.fullmatch(text)
    if is_none or words.DEGREE.match(text):
        return True
    if name == "organisation" and words.ROLE.match(text) and not words.SCHOOL.match(text):
        return True
    if name == "place":
        is_other = NO_PLACE.search(text) or words.SUBJECT.search(text) or score(text)
        return bool(is_other) and not is_known_place(text)
    if name == "department" and not all(map(words.UNIT.search, text.split(", "))):
        return "," in text
    inner = LAST_BRACKET.match(text)
    # "UCH (University of Hives)", "BeeConf (Bee Society Meeting)" are one.
    is_short = name == "event" or (inner and inner["before"].isupper())
    if inner and not is_short and score(inner["inner"]) > max(score(inner["before"]), 3):
        return True
    _name, comma, last = text.rpartition(", ")
    is_behind = is_place(last) if name == "organisation" else is_known_place(last)
    if comma and name != "body" and not ONE_NAME.search(text) and is_behind:
        return True
    if name == "body":
        is_served = re.search(HAN, text) and words.SERVED_AS.search(text)
        is_served = is_served or (comma and not values.get("role"))
        return bool(is_served or is_known_place(text) or NUMBER.search(text))
    is_inner = name == "organisation" and _is_inner(text, values.get("department", ""))
    is_number = NUMBER.search(text) and not UNIVERSITY.search(text)
    return bool(is_inner or is_number or (name == "organisation" and _is_behind_another(text)))


def _is_more_than_what(name, text):
    """Whether a degree, a subject or a role has a school or a place in it."""
    school = words.SCHOOL.search(text)
    is_unit = words.UNIT.search(text) and not WHATS.match(text) and not words.ROLE.search(text)
    if name == "field_of_study" and ODD_SUBJECT.search(text):
        return True
    place, blank, _what = text.partition(" ")
    if blank and is_known_place(place) and not words.DEGREE.match(text):
        return True  # "USA PhD", "Berlin Assistant"
    if "," in text and is_known_place(text.rpartition(",")[2]):
        return True  # "Bees Graz, Austria"
    is_within = name == "role" and any(map(score, WITHIN.split(text)[1:]))
    return bool(is_unit or is_within or (school and school.start()) or ENDS_OPEN.search(text))


def _is_behind_another(text):
    """Whether a university stands behind what is none: "Tutorials, Hive University", "Economics
    Hive University".
    """
    first, *others = at_commas(text)
    is_glued = words.SUBJECT.search(text.split()[0]) and BEHIND_SUBJECT.match(text)
    return bool(is_glued) or (others and not score(first) and score(others[-1]) >= OF_A_SCHOOL)


def _is_inner(text, unit):
    """Whether an organisation is a part of its unit, or no name of one."""
    is_inner = words.UNIT.match(text) and UNIVERSITY.search(text)
    is_inner = is_inner or score(unit) >= max(score(text), 4)
    named = words.SCHOOL.search(text) or words.UNIT.search(text)
    is_inner = is_inner or (words.SUBJECT.search(text) and not named)
    return bool(is_inner) or len(text.split()) > LONG_NAME or is_known_place(text)


def _is_more_than_name(text):
    """Whether the name of a prize has a year, a place or a faculty in it."""
    patterns = (TWO_IN_NAME, BRACKET, YEAR_BEHIND, OF_SENTENCE)
    return (
        any(pattern.search(f" {text}") for pattern in patterns)
        or (score(text) >= OF_A_FIRM and not words.AWARD.search(text))
        or any(score(piece) >= OF_A_FIRM for piece in OF_BODY.split(text)[1:])
        or bool(re.search(HAN, text) and words.UNIT.search(text))
        or is_known_place(text)
    )


def unsure(line, values: dict) -> list[str]:
    """The boxes of a row that are to be looked at."""
    section = line.kind.section
    texts = {name: str(text) for name, text in values.items() if name in line.columns}
    missing = [name for name in _needed(line, texts) if name not in texts]
    if "place" in line.columns and "place" not in texts:  # it is among what found no box
        missing += ["place"] * any(map(is_known_place, line.parts))
    # In a column of its own a dash parts nothing: "Keeper – Bees and Wasps".
    parting = " – " if line.is_table and line.reader.what else "\0"
    whole = {n: text.replace(parting, " ") if n in WHAT else text for n, text in texts.items()}
    odd = [name for name, text in whole.items() if says_more(section, name, text, texts)]
    if (
        section == "talks"
        and "title" not in line.by_mark
        and is_known("", "event", texts.get("title", ""))
    ):
        odd.append("title")
    guessed = [
        name
        for name, text in texts.items()
        if text not in line.by_form
        and name not in line.by_mark
        and not is_known(section, name, text)
    ]
    is_left = _is_left(line, texts, {*odd, *guessed})
    if section in ("education", "service") and not (line.parts or odd or guessed or line.below):
        missing = [name for name in missing if name != line.kind.compact[0]]  # it says none
    is_alone = len(guessed) == 1 and not (missing or odd or is_left)
    if is_alone and _is_told_by_rest(guessed[0], texts, section):
        guessed = []
    is_other = not line.reader.what and DATED_BELOW.search(line.below)  # it may be another one
    is_left = is_left or is_other or (guessed and line.parts)
    notes = [line.kind.notes or line.kind.markdown[0]] * bool(is_left)
    if line.below and line.kind.notes:  # what is below a student is no topic
        notes = [line.kind.notes]
    return [*line.doubts, *missing, *odd, *guessed, *notes]


def _may_be_of_event(part):
    """Whether it may be another title, another event, or the rest of it: "特別講演会"."""
    patterns = (QUOTED, YEAR_WITHIN, re.compile("[会議议]$"))
    return any(pattern.search(part) for pattern in patterns)


def _is_left(line, texts, unsure):
    """Whether something found no box that may be of one."""
    first, second = line.main
    section, is_left = line.kind.section, not all(map(_explains_itself, line.parts))
    if not (second in texts or section == "projects") or {first, second} & unsure:
        return is_left
    if section != "awards" and "title" in line.by_mark:  # it is no other title
        return any(map(_may_be_of_event, line.parts))
    if section == "awards" and first in texts:
        return is_left and any(map(_may_be_of_box, line.parts))
    return is_left


def _is_told_by_rest(name, texts, section):
    """Whether all else of a row, which is known, tells what is in one of its boxes."""
    where, place = texts.get("organisation", ""), texts.get("place", "")
    if name == "place" and (score(where) >= OF_A_FIRM or words.SCHOOL.search(where)):
        return True
    if name == "organisation" and place.count(",") < 2 and is_known_place(place):
        return True
    is_person = section == "students" and name == "name"
    return not (name in NOT_BY_REST or is_person or NOT_ALONE.search(texts[name]))


def _may_be_of_box(part):
    """Whether it may be of a name, such as that of a prize or who gave it, and no remark."""
    found = (words.AWARD, words.MEETING, words.FUNDER, words.ROLE, words.DEGREE, words.SUBJECT)
    is_named = score(part) or is_place(part) or re.search(HAN, part)
    is_named = is_named or any(each.search(part) for each in found)
    is_unit = words.UNIT.search(part) and not words.AWARD.search(part)
    return bool(is_named) and not (_explains_itself(part) or is_unit)


def _needed(line, texts):
    """The boxes that no such row is without."""
    section, (first, second, last) = line.kind.section, line.kind.compact
    needed = [first]
    if section == "service" and words.BODY.search(texts.get(second, "")):
        needed = []
    what = texts.get(first, "")
    is_alone = len(line.units) == 1 and not (ANOTHER.search(what) or score(what) >= 4)
    is_alone = is_alone and is_known(section, first, what) and not line.below
    if section in ("education", "experience", "service", "talks") and not is_alone:
        needed.append(second)
    if section not in ("service", "projects"):
        # A line without a figure has no date that was missed.
        is_dated = re.search(r"\d", line.source) or re.search(YEAR, line.below)
        needed += [last[1] if last == PERIOD else last] * bool(is_dated)
    return needed


def _explains_itself(part):
    """Whether what found no box belongs into the notes: a place, a link, a figure, a sentence."""
    part = re.sub(r"^\W*\d[\d./]*\W*|\.$", "", part)
    if not part:
        return True
    is_name = 2 * len(re.findall(r"\b[A-Z]", part)) > len(part.split())
    return (
        bool(ADDRESS.fullmatch(part))
        or is_known("", "place", part)
        or (len(part.split()) >= SENTENCE and not (is_name or YEAR_WITHIN.search(part)))
    )
