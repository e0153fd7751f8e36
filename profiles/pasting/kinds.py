"""What the parts of a line are, for each kind of row: by their words, then by their place."""

import re

from profiles.cv_lines import kind_of_role, kind_of_service
from profiles.models import Student, Talk
from profiles.pasting import words
from profiles.pasting.line import BODY, Line, Reader, is_place, is_town, score
from profiles.pasting.text import (
    CLOSE,
    HAN,
    LAST_BRACKET,
    OPEN,
    PLACE,
    QUOTED,
    SHORT_NAME,
    cells,
    parts,
    trimmed,
)

HAN_SIGN = re.compile(HAN)
# Behind a degree, but no part of its subject.
ASIDE = re.compile(
    r"(?:sub-?major|minor|major|double|speciali[sz]|option|track|focus|parcours|thesis|with|mit|last"
    r"|first|second|third|supervis|advis|grade|gpa|honou?rs|rank|top|awarded)",
    re.I,
)
ABOUT = re.compile(r"\b(?:in|en|de|em|of|der|di)\b|^.{24,}")
SUBJECT = re.compile(
    r"^(?:Ingenier|Engenh|Ingegn|Informati|Comput|Physi|F[ií]sic|Math|Matem|Chimi|Qu[ií]mi|Biolog|Econom"
    r"|Gerenc|Gest|Droit|Derecho|Direito|Histoire|Filo|Psi?ych|Psicolog|Medi[czk])"
    r"|(?:ics|ogy|graphy|istry|Sciences?|Engineering|Studies|History|Law|Arts|Medicine|Economy"
    r"|Education|Literature|Philosophy|Informatik|Physik|Mathematik|ie|专业|方向)$"
)
NAMED = re.compile(r"[A-Z]\S*(?:\s(?:[A-Z&]\S*|of|in|for|the|and|de|der|für)){2,}")
A_YEAR = re.compile(r"(?:令和|平成|昭和|第)?[\d元]*年?度$")
BY = re.compile(
    r"\s(?:(?:awarded|given|granted|offered)\sby\s|(?:by|from|at|verliehen von|vergeben von)\s(?=(?:the\s)?[A-Z]))"
    r"(?:the\s)?"
)
COURSE = re.compile(r"(?:\s+(?:for|of|in|on|für|de)|:)\s+(.+)")
CODE = re.compile(
    r"(?P<code>[A-Z]{2,8}[ -]?\d{1,5}[A-Z]{0,2}(?:[/-]\d{1,5}){0,2})(?:\s*[:–—|-]?\s+(?P<title>\S.*))?"
)
INVESTIGATOR = re.compile(
    r"(?:role:?\s*)?(?P<role>(?:co-?)?(?:PI|IP|(?<=co-)I|(?<=co)I|principal investigator|investigator|applicant|lead"
    r"|coordinator|responsable|Antragsteller(?:in)?)\b.*|\w*(?:主持|参与|骨干|负责人|代表者|分担者))",
    re.I,
)
STATE = re.compile(r"在研|结题|ongoing|completed|active|finished|laufend|en curso|in corso", re.I)
PURPOSE = re.compile(
    r"(?:to\s[a-z]+|awarded\s(?:to|for|on)|for\s(?:the|his|her|my|a)|in recognition)\s", re.I
)
SCHEME = re.compile(r"(?:grants?|funds?|funding|scheme|award|fellowship|program(?:me)?)$", re.I)
NUMBER = re.compile(
    r"(?:(?:grant|award|project)?\s*(?:no\.?|number|nr\.?|#|n°)\s*:?\s*)?"
    r"(?P<number>[A-Z]*[\d/-]{4,}[\w/-]*)",
    re.I,
)
FUNDER_AND_NUMBER = re.compile(
    r"(?P<funder>[A-Z][A-Za-z]{1,8})(?:\s(?:project|grant|award))?\s(?:no\.?\s|#)?"
    r"(?P<number>[A-Z/-]*\d[\w/-]*)",
    re.I,
)
MEETING = re.compile(
    r"conference|workshop|s[ée]mina[ir]|coloquio|encontro|atelier|taller|giornat|simp[oó]si|seminar|symposium|meeting|colloqui|congress|summit|lecture|days?\b"
    r"|tagung|kolloquium|kongress|colloque|journées|congr[eè]s|jornadas|convegno"
    r"|学会|会议|研讨会|论坛|シンポジウム|研究会",
    re.I,
)
LEVELS = {
    Student.Level.POSTDOC: r"post-?doc|博士后",
    Student.Level.DOCTORAL: r"ph\.?\s?d|doctor|doktor|promotion|thèse|doutor|dottor|博士",
    Student.Level.MASTER: r"master|m\.?\s?sc|mestr|maestr|magistral|m\.?a\b|m[12]\b|硕士|修士",
    Student.Level.BACHELOR: r"bachelor|b\.?\s?m?sc|undergrad|licence|grado|triennale|本科|学士",
    Student.Level.VISITOR: r"visit|intern|gast|stag",
}
SPEAKER = re.compile(r"(?:and\s)?(?:[A-ZÀ-Ý][\w'’.-]*\s){1,3}[A-ZÀ-Ý][\w'’-]+")
TALKS = {
    Talk.Kind.KEYNOTE: "keynote|plenary",
    Talk.Kind.SEMINAR: "seminar|coll?oqui|kolloqui",
    Talk.Kind.TUTORIAL: "tutorial",
    Talk.Kind.POSTER: "poster",
    Talk.Kind.PANEL: "panel",
    Talk.Kind.CONFERENCE: "contributed|conference|oral",
    Talk.Kind.INVITED: "invited|eingeladen|invitad",
}
TALK_KIND = re.compile(
    r"(?:(?:speech|contribution|chair(?:man|person)?\b|at session|invited|contributed|keynote|plenary|conference|oral|poster|panell?(?:ist)?|tutorial|seminar|talk"
    r"|speaker|presentation|lecture|address|eingeladener?|vortrag|ponencia|invitada)\s*)+",
    re.I,
)
SERVED_FOR = re.compile(
    r"(?P<role>.+?)\s+(?:(?:à|de|pour|per)\s(?:l['’]\s?|la\s)"
    r"|(?:for|of|at|au|aux|der|des|für|pour|de|del|della|para|per|do|da)\s+(?:the\s|la\s)?)"
    r"(?P<body>.+)"
)
SERVED_LAST = re.compile(rf"(?P<body>[A-Z].*?)\s+(?P<role>(?:{words.SERVED_AS.pattern}))", re.I)
COMMITTEE = re.compile(r"committee|board|commission|panel|comit|conseil|委员会|委員会", re.I)
MEMBER = re.compile(r"(?:member|chair|president|head|mitglied|membre|miembro|membro)\b", re.I)


# --- Education, experience ------------------------------------------------------------------------


def education(line: Line) -> None:
    """A degree, its subject, a school."""
    number = _number_of(line, words.DEGREE)
    if number is None:
        _of_organisation(line, "degree")
        return
    match = LAST_BRACKET.match(line.parts[number])
    is_where = match and (score(match["inner"]) >= 4 or SHORT_NAME.fullmatch(match["inner"]))
    if is_where and len(line.parts) == 1:  # "Ph.D. in Biology (UAB)"
        line.parts = [match["before"], *parts(match["inner"])]
        line.doubts += [] if score(match["inner"]) >= 4 else ["organisation"]
    line.take("degree", number)
    if not line.order:
        number = _take_subject(line, number)
    degree, between, field = line.values["degree"].partition(" in ")
    if between:
        field = ", ".join(filter(None, [field, line.values.get("field_of_study", "")]))
        line.values |= {"degree": degree, "field_of_study": field}
    if words.UNIT.match(line.values.get("field_of_study", "")):
        line.parts.insert(number, line.values.pop("field_of_study"))
    line.take_organisation(number)
    place = line.values.get("place", "")
    if SUBJECT.search(place) and not (ABOUT.search(degree) or line.values.get("field_of_study")):
        line.values["field_of_study"] = line.values.pop(
            "place"
        )  # "B.A., Reed College (Philosophy)"


def _take_subject(line, number):
    """What stands between a degree and a school was studied: "Ph.D., Bees, University of Hives".

    Returns where the part now is that stood behind the degree.
    """
    scores = [score(part) for part in line.parts]
    school = next((at for at in range(number, len(scores)) if scores[at]), None)
    if school is not None and school > number:
        between = [part for part in line.parts[number:school] if not is_town(part)]
        if between and not any(map(ASIDE.match, between)):
            line.values["field_of_study"] = ", ".join(between)
            line.parts[number:school] = list(filter(is_town, line.parts[number:school]))
    elif HAN_SIGN.search(line.text) and school is None and number < len(scores):
        if not PLACE.fullmatch(line.parts[number]):
            line.take("field_of_study", number)
    elif number and school is None and not scores[number - 1] and any(scores[: number - 1]):
        is_subject = SUBJECT.search(line.parts[number - 1]) or re.search(HAN, line.text)
        if is_subject or not is_place(line.parts[number - 1]):
            line.take("field_of_study", number - 1, doubt=not is_subject)
            return number - 1
    if school is None and number < len(line.parts):
        part = line.parts[number]
        if not line.is_table and not SUBJECT.search(part):
            return number
        is_subject = SUBJECT.search(part) or not (is_place(part) or re.search(r"\d", part))
        if is_subject and not ASIDE.match(part) and len(part.split()) < 8:
            line.take("field_of_study", number)
    return number


def experience(line: Line) -> None:
    """A role at an organisation."""
    number = _number_of(line, words.ROLE)
    if number is None:
        _of_organisation(line, "role")
    else:
        is_role = (
            words.ROLE.search(line.parts[number + 1]) if number + 2 < len(line.parts) else None
        )
        if (
            is_role and not line.is_table and not score(line.parts[number + 1])
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
    others.sort(key=lambda number: score(line.parts[number]) > 0)
    return next(iter(others or numbers), None)


def _of_organisation(line, column):
    """Where nothing says what one was there, the first thing that is no organisation may."""
    scores = [score(part) for part in line.parts]
    where = scores.index(max(scores)) if max(scores, default=0) >= 4 else len(scores)
    others = [
        n
        for n, part in enumerate(line.parts)
        if not (scores[n] or is_town(part))
        and (n < where or not is_place(part) or SUBJECT.search(part))
    ]
    if len(line.parts) == 1 and not SUBJECT.search(line.parts[0]):
        others = []
    is_told = len(others) == 1 and len(line.units) == len(cells(line.text))
    if others:
        line.take(column, others[0], doubt=not is_told)
    line.take_organisation(next(iter(others), 0))
    line.doubts += [] if is_told else ["organisation"]


# --- Awards, grants -------------------------------------------------------------------------------


def awards(line: Line) -> None:
    """A name, and who gives it."""
    if line.order:
        line.take_in_order()
        return
    if not line.parts:
        return
    _put_purpose_aside(line)
    named = line.find(words.AWARD)
    others = [n for n, part in enumerate(line.parts) if not _gives(part)]
    number = next(iter(named or others), 0)
    part = line.parts[number]
    by, match, quoted = BY.search(part), LAST_BRACKET.match(part), QUOTED.search(part)
    if by and len(part[: by.start()].split()) > 1:
        line.parts[number : number + 1] = [part[: by.start()], part[by.end() :]]
    elif quoted and quoted.start() and words.AWARD.search(part[quoted.start() :]):
        line.parts[number : number + 1] = [part[quoted.start() :], trimmed(part[: quoted.start()])]
    elif match and len(line.parts) == 1 and _gives(match["inner"], or_named=True):
        line.parts = [match["before"], match["inner"]]
    is_told = named or (number == 0 and any(map(_gives, line.parts[1:])))
    line.take("name", number, doubt=not is_told and len(line.parts) > 1)
    match = LAST_BRACKET.match(line.values["name"])
    if match and SHORT_NAME.fullmatch(match["inner"]):
        line.values |= {"name": match["before"], "abbreviation": match["inner"]}
    givers = [n for n, part in enumerate(line.parts) if _gives(part)]
    givers.sort(key=lambda n: -score(line.parts[n]))
    others = [
        n
        for n, part in enumerate(line.parts)
        if not (words.AWARD.search(part) or A_YEAR.fullmatch(part))
    ]
    others = [n for n in others if not is_town(line.parts[n])] or others
    if giver := givers or others:
        line.take("awarder", giver[0], doubt=not givers and len(line.parts) > 1)


def _put_purpose_aside(line):
    """ "…, to attend BeeConf", "…, awarded to young keepers": for the notes."""
    line.asides += [part for part in line.parts[1:] if PURPOSE.match(part)]
    line.parts = [part for part in line.parts if part not in line.asides]


def _gives(part, *, or_named=False):
    """Whether a part gives awards; with `or_named`, also what is only written like a name."""
    return bool(score(part) or words.FUNDER.search(part) or (or_named and NAMED.fullmatch(part)))


def grants(line: Line) -> None:
    """A title, a funder, a number, one's role."""
    if line.order:
        line.take_in_order()
        return
    line.asides = [part for part in line.parts if STATE.fullmatch(part)]
    line.parts = [part for part in line.parts if part not in line.asides]
    title = _quoted(line)
    if title is not None:
        line.take("title", title)
    for number, part in reversed(list(enumerate(line.parts))):
        for column, pattern in (("role", INVESTIGATOR), ("number", NUMBER)):
            if match := pattern.fullmatch(part):
                line.values[column] = trimmed(match[column])
                line.parts.pop(number)
                break
    if title is None and len(line.parts) == 1 and (match := LAST_BRACKET.match(line.parts[0])):
        is_funder = words.FUNDER.search(match["inner"])
        line.parts = [match["before"], match["inner"]] if is_funder else line.parts
    for number, part in enumerate(line.parts):
        if match := FUNDER_AND_NUMBER.fullmatch(part):
            line.parts[number], line.values["number"] = match["funder"], match["number"]
    _put_purpose_aside(line)
    funders = line.find(words.FUNDER)
    first, *others = line.parts or [""]
    if others and SCHEME.search(others[0]) and (score(first) >= 4 or SHORT_NAME.fullmatch(first)):
        line.take("funder", 0)  # "Bee Society, Small Grant"
    elif funders and (title is not None or len(line.parts) > 1):
        # Of "NASA, NASA Snow School" the first; else a title may have such a word, too.
        is_first = title is not None or SHORT_NAME.fullmatch(line.parts[0])
        line.take("funder", funders[0 if is_first else -1], doubt=len(funders) > 1)
    if line.parts and title is None:
        line.take("title", 0, doubt=len(line.parts) > 1 or not line.values.get("funder"))
    if line.parts and not line.values.get("funder"):
        line.take("funder", 0, doubt=True)


# --- Talks, courses, students, service, projects --------------------------------------------------


def _quoted(line):
    """The number of the part that is a title in quotation marks; what is around it is apart."""
    for number, part in enumerate(line.parts):
        match = QUOTED.search(part)
        if not match or re.search(rf"{HAN}$", part[: match.start()]):
            continue
        before, after = parts(part[: match.start()]), parts(part[match.end() :])
        above = [re.sub(r"\s(?:at|in|on)(?:\sthe)?$", "", each) for each in before]
        line.asides += [each for each in above if TALK_KIND.fullmatch(each)]
        above = [*line.parts[:number], *(each for each in above if each not in line.asides)]
        line.parts[: number + 1] = [*above, trimmed(match["title"]), *after]
        is_event = MEETING.search(match["title"]) or score(match["title"]) >= 4
        is_behind = any(len(part.split()) > 2 and not _is_speaker(part) for part in above)
        if len(line.parts) > 1 and (is_event or (OPEN in match[0] and is_behind)):
            if is_behind and OPEN in match[0]:  # "How bees count, dances and all, *BeeConf*"
                line.parts[: len(above)] = [", ".join(above)]
                return 0
            continue
        if above and all(map(_is_speaker, above)):
            line.asides.append(", ".join(above))
            del line.parts[: len(above)]
            above = []
        return len(above)
    return None


def talks(line: Line) -> None:
    """A title, an event, a place, and what kind of talk it was."""
    if line.order:
        line.take_in_order()
        return
    if line.parts and (match := re.match(rf"({TALK_KIND.pattern}):\s+", line.parts[0], re.I)):
        line.parts[0:1] = [match[1], line.parts[0][match.end() :]]
    kinds = [part for part in line.parts if TALK_KIND.fullmatch(part.strip("“”\ue000\ue001"))]
    line.told = " ".join(kinds)
    for kind, pattern in TALKS.items():
        if re.search(pattern, line.told, re.I):
            line.values["kind"] = kind.value
            break
    line.parts = [part for part in line.parts if part not in kinds]
    _put_speakers_aside(line)
    title = _quoted(line)
    if not line.parts:
        return
    meetings = line.find(MEETING) or [n for n, part in enumerate(line.parts) if score(part) >= 4]
    meetings = [n for n in meetings if n != title]
    if title is None and line.is_table and len(meetings) == 1 and len(line.parts) > 1:
        title = max(set(range(len(line.parts))) - {*meetings}, key=lambda n: len(line.parts[n]))
    if title is None and meetings[:1] == [0] and line.told:  # "Seminar, University of Hives, Apia"
        line.values["title"] = line.told.capitalize()
    else:
        line.take("title", title or 0, doubt=title is None and len(line.parts) != 1)
    line.asides += [part for part in line.parts if TALK_KIND.fullmatch(part)]
    line.parts = [part for part in line.parts if part not in line.asides]
    named = "" if line.parts else line.values["title"]
    if MEETING.search(named) or score(named) >= 4:
        line.doubts.append("title")
    meetings = line.find(MEETING) or [n for n, part in enumerate(line.parts) if score(part)]
    if title is None and meetings[:1] == [0] and not MEETING.search(line.values["title"]):
        line.doubts = [name for name in line.doubts if name != "title"]
    if line.parts:
        number = next(iter(meetings), 0)
        behind = line.parts[number + 1 :]
        is_told = bool(meetings) or any(map(is_town, behind)) or all(map(is_place, behind))
        line.take("event", number, doubt=not is_told)
        line.take_place(number)


def _is_speaker(part):
    is_named = SPEAKER.fullmatch(part.strip(OPEN + CLOSE))
    return bool(is_named) and not (score(part) or MEETING.search(part))


def _put_speakers_aside(line):
    """ "Ada Bee, Bo Wasp. How bees count": who spoke stands in the notes."""
    names = 0
    while names < len(line.parts) and _is_speaker(line.parts[names]):
        names += 1
    if 2 <= names < len(line.parts):
        line.asides.append(", ".join(line.parts[:names]))
        del line.parts[:names]


def teaching(line: Line) -> None:
    """A course, its number, one's role, a school."""
    if line.order:
        line.take_in_order()
        return
    title = _quoted(line)
    if title is not None:
        line.take("title", title)
        if match := CODE.fullmatch(line.values["title"]):
            line.values |= {name: text for name, text in match.groupdict().items() if text}
    for number, part in enumerate(line.parts):
        role = words.TAUGHT_AS.match(part)
        if role and (course := COURSE.fullmatch(part[role.end() :])):
            line.values["role"], line.parts[number] = role[0], course[1]
        elif role and role.end() == len(part):
            line.values["role"] = line.parts.pop(number)
        else:
            continue
        break
    for number, part in enumerate(line.parts):
        match = CODE.fullmatch(part)
        if match and (match["title"] or len(line.parts) > 1):
            line.values["code"] = match["code"]
            line.parts[number : number + 1] = [match["title"]] if match["title"] else []
            break
    if len(line.parts) == 1 and (match := LAST_BRACKET.match(line.parts[0])):
        inner = parts(match["inner"])
        line.parts = [match["before"], *inner] if any(map(score, inner)) else line.parts
    if line.is_table and any(len(part) >= 4 for part in line.parts):  # "M2 | Bees | 12 | 24"
        line.asides += [part for part in line.parts if len(part) < 4]
        line.parts = [part for part in line.parts if len(part) >= 4]
    scores = [score(part) for part in line.parts]
    if (len(scores) > 1 or title is not None) and max(scores, default=0) > 1:
        number = scores.index(max(scores))
        line.take("organisation", number)
        while number < len(line.parts) and words.UNIT.search(line.parts[number]):
            line.take("department", number)
        line.take_place(number)
    if title is None and line.parts and not line.values.get("organisation"):
        if len(line.parts) == 1 and line.values.get("role") and score(line.parts[0]):
            line.values["title"] = line.values.pop("role")
            line.take("organisation", 0)
            line.doubts.append("title")
    if line.parts and not line.values.get("title"):
        line.take("title", 0, doubt=len(line.parts) > 1)
    if line.parts and not line.values.get("organisation"):
        is_told = len(line.parts) == 1 and score(line.parts[0])
        line.take("organisation", 0, doubt=not is_told)


def students(line: Line) -> None:
    """A name, a level, a topic."""
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
    else:
        line.doubts.append("level")
    if line.parts:
        name = line.parts[0]
        is_name = 1 < len(name.split()) <= 4 or re.fullmatch(rf"{HAN}{{2,4}}", name)
        line.take("name", 0, doubt=not is_name)
    if line.parts:
        line.values["topic"] = trimmed(line.parts.pop(0).strip('"“”„«»'))


def _level(part):
    found = (level for level, pattern in LEVELS.items() if re.search(pattern, part, re.I))
    return next((level.value for level in found), "")


def service(line: Line) -> None:
    """A role, and all that it was for."""
    line.values["kind"] = kind_of_service(line.text)
    roles = line.find(words.SERVED_AS)
    # "Hiring committee: member": the committee is what it is for.
    roles.sort(
        key=lambda n: (
            not words.SERVED_AS.fullmatch(line.parts[n]),
            bool(COMMITTEE.search(line.parts[n])),
            not words.SERVED_AS.match(line.parts[n]),
        )
    )
    number = next(iter(roles), None)
    if number is None:
        if line.parts:
            line.take("body", 0, doubt=not BODY.search(line.parts[0]))
        return
    if len(line.parts) == 1 and (match := SERVED_LAST.fullmatch(line.parts[0])):
        line.parts = [match["role"], match["body"]]
    match = SERVED_FOR.fullmatch(line.parts[number])
    # "Member of the Board of Governors, University of Hives" is one role.
    is_whole = len(line.parts) > 1 and match and MEMBER.search(match["role"])
    if match and words.SERVED_AS.search(match["role"]) and not is_whole:
        line.parts[number : number + 1] = [match["role"], match["body"]]
    part = line.parts[number]
    is_body = COMMITTEE.search(part) and not (
        MEMBER.search(part) or words.SERVED_AS.fullmatch(part)
    )
    if not is_body:
        line.take("role" if len(line.parts) > 1 else "body", number)
    if line.parts:
        line.values["body"] = ", ".join(line.parts)
        line.parts = []


def projects(line: Line) -> None:
    """A title, one's role."""
    roles = [n for n in line.find(words.ROLE) if n and len(line.parts[n].split()) <= 4]
    if roles:
        line.take("role", roles[0])
    if line.parts:
        line.take("title", 0, doubt=len(line.parts) > 1)


READERS = {
    "education": Reader(education, words.DEGREE),
    "experience": Reader(experience, words.ROLE),
    "awards": Reader(awards, has_title=True),
    "grants": Reader(grants, has_title=True, quotes=True),
    "projects": Reader(projects, has_title=True),
    "talks": Reader(talks, has_title=True, quotes=True),
    "teaching": Reader(teaching, has_title=True, quotes=True),
    "students": Reader(students, has_columns=False),
    "service": Reader(service, has_columns=False),
}
