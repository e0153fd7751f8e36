"""What the parts of a line are, for each kind of row: by their words, then by their place."""

import re

from profiles.items import kind_of_role, kind_of_service
from profiles.models import Student
from profiles.pasting import words
from profiles.pasting.line import Line, Reader
from profiles.pasting.organisations import is_place, is_town, score
from profiles.pasting.spoken import cut_course, cut_talk, talks, teaching
from profiles.pasting.text import HAN, LAST_BRACKET, trimmed
from profiles.pasting.titled import awards, grants, projects, whole_names

# Behind a degree, but no part of its subject.
ASIDE = re.compile(
    r"(?:(?:no|minor|major)\scorrections|sub-?major|minor|major|double|speciali[sz]|option|track|focus|parcours|thesis|with|mit|last"
    r"|first|second|third|supervis|advis|grade|gpa|honou?rs|rank|top|awarded)",
    re.I,
)
# Of a role, no second one of the same: "Assistant, Chair of Bees (Prof. Bob)".
NOT_ALSO = re.compile(rf"^(?:{words.UNIT.pattern})|\b(?:Prof|Dr)\b\.?\s", re.I)
ABOUT = re.compile(r"\b(?:in|en|de|em|of|der|di)\b|^.{24,}")
SUPERVISED = re.compile(
    r"^(?:(?:main|primary|joint|co)[\s-]*)?(?:supervis|advis|mentor|co-?supervis)\w*\s(?:of|for)\s(?=[A-Z])"
    r"|^(?:student|name|étudiante?|alumn[oa]|studente)\s?:\s*",
    re.I,
)
LEVELS = {
    Student.Level.POSTDOC: r"post-?doc|博士后",
    Student.Level.DOCTORAL: r"ph\.?\s?d|doctor|doktor|promotion|thèse|doutor|dottor|博士",
    Student.Level.MASTER: r"master|m\.?\s?sc|mestr|maestr|magistral|m\.?a\b|m[12]\b|硕士|修士",
    Student.Level.BACHELOR: r"bachelor|b\.?\s?m?sc|undergrad|licence|grado|triennale|本科|学士",
    Student.Level.VISITOR: r"visit|intern|gast|stag",
}
SERVED_FOR = re.compile(
    r"(?P<role>.+?)\s+(?:(?:à|de|pour|per)\s(?:l['’]\s?|la\s)"
    r"|(?:for|of|at|to|au|aux|der|des|du|für|pour|de|del|della|para|per|do|da)\s+(?:the\s|la\s)?)"
    r"(?P<body>.+)"
)
SERVED_LAST = re.compile(
    rf"(?P<body>[A-Z].*?)\s+(?P<role>[一-鿿]{{0,4}}(?:{words.SERVED_AS.pattern}))", re.I
)
AT_BODY = re.compile(r"\s+(?:at|for|für|bei)\s")
MEMBER = re.compile(r"(?:member|chair|president|head|mitglied|membre|miembro|membro)\b", re.I)


# --- Education, experience ------------------------------------------------------------------------


def education(line: Line) -> None:
    """A degree, its subject, a school."""
    number = _number_of(line, words.DEGREE)
    if number is None:
        _of_organisation(line, "degree")
        return
    line.take("degree", number)
    if not line.order:
        number = _take_subject(line, number)
    degree, between, field = line.values["degree"].partition(" in ")
    if between:
        field = ", ".join(filter(None, [field, line.values.get("field_of_study", "")]))
        line.values |= {"degree": degree, "field_of_study": field}
        line.by_mark.add("field_of_study")
    line.take_organisation(number)
    subjects = [n for n, part in enumerate(line.parts) if _may_be_subject(part)]
    left = line.parts[0] if len(line.parts) == 1 and not subjects else "1"
    is_honour = words.AWARD.search(left)
    if not (is_town(left) or is_honour or re.search(r"[\d:：]", left)):
        subjects = [0]  # what is left of a table; so it is not sure
        line.doubts += ["field_of_study"] * line.is_table
    if subjects and line.is_table and not line.values.get("field_of_study"):
        line.take("field_of_study", subjects[0])
    place = line.values.get("place", "")
    if words.SUBJECT.search(place) and not (
        ABOUT.search(degree) or line.values.get("field_of_study")
    ):
        line.values["field_of_study"] = line.values.pop(
            "place"
        )  # "B.A., Reed College (Philosophy)"


def _may_be_subject(part):
    is_like = re.search(rf"{HAN}|{words.SUBJECT.pattern}", part)
    return bool(is_like) and not re.search(r"\d|[:：]", part)


def _take_subject(line, number):
    """What stands between a degree and a school was studied: "Ph.D., Bees, University of Hives".

    Returns where the part now is that stood behind the degree.
    """
    scores = [score(part) for part in line.parts]
    behind = [at for at in range(number, len(scores)) if scores[at]]
    school = next((at for at in behind if scores[at] != 4), next(iter(behind), None))
    if school is not None and school > number:
        between = [p for p in line.parts[number:school] if not (is_town(p) or words.UNIT.search(p))]
        if between and not any(map(ASIDE.match, between)):
            line.values["field_of_study"] = ", ".join(between)
            others = [part for part in line.parts[number:school] if part not in between]
            line.parts[number:school] = others
    elif number and re.search(r"[学业専攻]$", line.parts[number - 1]) and not scores[number - 1]:
        line.take("field_of_study", number - 1)  # "蜂学 博士"
        return number - 1
    elif (
        number
        and school is None
        and any(scores[: number - 1])
        and not (scores[number - 1] or is_place(line.parts[number - 1]))
    ):
        line.take("field_of_study", number - 1)
        return number - 1
    return number


def experience(line: Line) -> None:
    """A role at an organisation."""
    number = _number_of(line, words.ROLE)
    if number is None:
        _of_organisation(line, "role")
    else:
        is_role = (
            words.ROLE.search(line.parts[number + 1]) if number + 1 < len(line.parts) else None
        )
        if (
            is_role
            and not line.is_table
            and not (score(line.parts[number + 1]) or NOT_ALSO.search(line.parts[number + 1]))
        ):  # "Doctoral student, tutor"
            line.parts[number : number + 2] = [", ".join(line.parts[number : number + 2])]
        line.take("role", number)
        line.take_organisation(number)
    if role := line.values.get("role"):
        line.values["kind"] = kind_of_role(role)


def _number_of(line, pattern):
    """Of the part that has such words, and is no school."""
    if line.order:
        return line.order[0]
    line.split_at_place(pattern)
    numbers = line.find(pattern)
    others = [number for number in numbers if not words.SCHOOL.search(line.parts[number])]
    # "Cambridge, MA" is no degree.
    is_state = re.compile(r"(?:[^,]+, )?[A-Z]{2}").fullmatch
    others.sort(key=lambda n: (bool(is_state(line.parts[n])), score(line.parts[n]) > 0))
    return next(iter(others or [n for n in numbers if score(line.parts[n]) < 6]), None)


def _of_organisation(line, column):
    """Where nothing says what one was there, the first thing that is no organisation may."""
    scores = [score(part) for part in line.parts]
    where = scores.index(max(scores)) if max(scores, default=0) >= 4 else len(scores)
    others = [
        n
        for n, part in enumerate(line.parts)
        if not (scores[n] or is_town(part))
        and (n < where or len(scores) == 2 or not is_place(part) or words.SUBJECT.search(part))
    ]
    if others and not line.order:
        line.take(column, others[0])
    line.take_organisation(next(iter(others), 0))


def students(line: Line) -> None:
    """A name, a level, a topic."""
    for number, part in enumerate(line.parts):
        line.parts[number] = SUPERVISED.sub("", part) or part
    numbers = [number for number, part in enumerate(line.parts) if _level(part)]
    number = next((number for number in numbers if number), next(iter(numbers), None))
    if number == 0 and (match := LAST_BRACKET.match(line.parts[0])) and _level(match["inner"]):
        line.parts[0:1] = [match["before"], match["inner"]]
        number = 1
    is_level = number is not None and (
        len(line.parts[number].split()) <= 4 or _level(line.parts[number].split()[0])
    )
    if is_level and len(line.parts) > 1:
        line.told = line.parts.pop(number)
        line.values["level"] = _level(line.told)
    if line.parts:
        line.take("name", 0)
    if line.parts:
        line.values["topic"] = trimmed(line.parts.pop(0).strip('"“”„«»'))


def _level(part):
    found = (level for level, pattern in LEVELS.items() if re.search(pattern, part, re.I))
    return next((level.value for level in found), "")


def service(line: Line) -> None:
    """A role, and all that it was for."""
    line.values["kind"] = kind_of_service(line.text)
    roles = line.find(words.SERVED_AS)
    number = next(iter(roles), None)
    if number is None:
        if line.parts:
            line.take("body", 0)
        return
    is_board = words.AT.search(line.parts[number])
    if len(line.parts) == 1 and not is_board and (match := SERVED_LAST.fullmatch(line.parts[0])):
        line.parts = [match["role"], match["body"]]
    match = SERVED_FOR.fullmatch(line.parts[number])
    # "Member of the Board of Governors, University of Hives" is one role.
    is_whole = len(line.parts) > 1 and match and MEMBER.search(match["role"])
    is_whole = is_whole and not AT_BODY.match(line.parts[number], match.end("role"))
    is_role = match and any(each.search(match["role"]) for each in (words.SERVED_AS, words.ROLE))
    if is_role and not is_whole:
        line.parts[number : number + 1] = [match["role"], match["body"]]
    part = line.parts[number]
    is_body = words.COMMITTEE.search(part) and not (
        MEMBER.search(part) or words.SERVED_AS.fullmatch(part)
    )
    if not is_body:
        is_role = len(line.parts) > 1 or words.SERVED_AS.match(part)
        line.take("role" if is_role else "body", number)
    if line.parts:
        line.values["body"] = ", ".join(line.parts)
        line.parts = []


READERS = {
    "education": Reader(education, words.DEGREE),
    "experience": Reader(experience, words.ROLE),
    "awards": Reader(awards, has_title=True, prepare=whole_names),
    "grants": Reader(grants, has_title=True, quotes=True),
    "projects": Reader(projects, has_title=True),
    "talks": Reader(talks, has_title=True, quotes=True, prepare=cut_talk),
    "teaching": Reader(teaching, has_title=True, quotes=True, prepare=cut_course),
    "students": Reader(students, has_columns=False),
    "service": Reader(service, has_columns=False),
}
