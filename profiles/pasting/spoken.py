"""Talks and courses: of each part what its words tell, and the title from what is left."""

import re

from profiles.models import Talk
from profiles.pasting import words
from profiles.pasting.certainty import PERSON
from profiles.pasting.line import Line
from profiles.pasting.organisations import is_known_place, is_town, score, unit_and_place
from profiles.pasting.text import CLOSE, GONE, HAN, LAST_BRACKET, OPEN, at_commas, parts, trimmed
from profiles.pasting.titled import put_speakers_aside, quoted

# "Apimondia 2021 – How bees count": where one talked stands before the year.
DATED_FIRST = re.compile(rf"([^,;:–—\t]{{2,40}}?) {GONE}\W+\w")
LONGEST_EVENT = 6
# "I presented a poster that showed how bees count".
SAID = re.compile(
    r"(?:I|we|my)\s(?:.{0,120}?\s)??(?:(?:presented|showed)(?=\s(?-i:[A-Z]))"
    r"|(?:presented|showed|gave|talked|spoke)\b.*?\s(?:showing|presenting|(?:en)?titled|called|on|about)"
    r"|(?:talk|work|poster|presentation)\swas\s(?:en)?titled):?\s+(?P<title>.+)",
    re.I,
)
LINK_IN_BRACKETS = re.compile(r"\s*\([^()]*(?:website|pdf|slides|link|video)[^()]*\)[.,]*", re.I)
# "HiveConf - Oslo (Norway)".
AT_PLACE = re.compile(r"(?P<name>.+?)\s[-–—]\s(?P<place>[^–—]+)")
# "How bees count, en la 21a HiveConf".
IN_EVENT = re.compile(
    r"(?P<title>.{8,}?),?\s(?:en\s(?:el|la|las|los)|al|no|na|à\sla|at\sthe)\s"
    r"(?P<event>\d{1,3}\s?(?:[aªºo°e]|er[ao]?|th|nd|rd)\.?\s[A-Z].*)"
)
# "in HiveConf", "In _HiveConf_": before an event.
IN = re.compile(
    rf"^(?:(?:in|at|en|em|auf|bei)\s+(?=[A-ZÀ-Ý])|(?:[Ii]n|[Aa]t|[Ee][mn]|[Aa]uf|[Bb]ei)(?:\s+(?={OPEN})|$))"
)
# What one says of a talk, and who asked for it.
NO_TALK = re.compile(
    r"(?:slides|abstract|video|pdf|link)s?\W*$|https?:|"
    r"(?:On\W+)?I\s|(?:invit(?:ed|ation)|hosted|eingeladen)\s(?:by|from|von)\s"
    r"|con\s(?:l['’]intervento|una?\srelazione|la\sponencia)|with\s(?:the|a)\s(?:talk|paper)\W*$",
    re.I,
)
TALKS = {
    Talk.Kind.KEYNOTE: "keynote|plen[ae]r|plenary|hauptvortrag|magistral|基調|大会报告",
    Talk.Kind.SEMINAR: "s[eé]mina[ir]|coll?oqui|kolloqui",
    Talk.Kind.TUTORIAL: "tutorial",
    Talk.Kind.POSTER: "p[oóô]ster|affiche|ポスター|海报|墙报",
    Talk.Kind.PANEL: "panel",
    Talk.Kind.CONFERENCE: "contributed|conference|oral|口头|分会|口頭|一般",
    Talk.Kind.INVITED: "invit|eingeladen|特邀|邀请|招待|依頼",
}
TALK_KIND = re.compile(
    r"(?:(?:speech|contribution|chair(?:man|person)?\b|at\ssession|invited|contributed|keynote|plenary|conference|oral|poster|panell?(?:ist)?|tutorial|seminar|talk|speaker|presentation|guest|lecture|address|(?:eingeladener?|gast|haupt|plenar|kurz|fach)?[-\s]?vortrag(?:ende[rn]?)?|referat|referent(?:in)?\b|posterpräsentation|ponen(?:cia|te)|invitad[ao]|invitat[ao]|charla|p[óô]ster"
    r"|comunicaci[óo]n|presentaci[óo]n|comunicação|magistral|palestra(?:nte)?|apresentação|relat(?:ore|rice)|relazione|intervento|comunicazione|su\sinvito|exposé|communication|affichée?|affiche|présentation|orale?"
    r"|invitée?|orat(?:eur|rice)|(?:口头|特邀|邀请|分会|大会|墙报)?报告|海报|墙报|(?:口頭|招待|依頼|基調|一般|ポスター|学会)?(?:発表|講演))[\s,]*)+",
    re.I,
)
# "Seminar: How bees count", "Invited talk at BeeConf".
KIND_OF = re.compile(
    rf"{OPEN}?(?P<kind>{TALK_KIND.pattern}){CLOSE}?(?:(?P<colon>:)|(?<=\s)(?:(?:at|in|a[ulm]|alla|na|no"
    r"|en\s(?:el|la)|à\sl['’]|(?:auf|an)\s(?:der|dem)|bei(?:m|\sder)?|lors\sd[eu]s?|presso)(?:\sthe)?)(?=\s\w{3}))\s+",
    re.I,
)
# Of an event beside a title: "ICB 2024", "BeeConf XXV", "EBPR6".
SHORT_EVENT = re.compile(r"[A-Z](?:\S*\s){0,4}(?:\S*\s?['’]?\d{1,4}|[IVXL]+)|[A-Z]\w*[A-Z]\w*")

# What stands between what one was and the course.
OF_COURSE = re.compile(
    r"(?:\s+(?:nel|per\sil|de[li]|dei|al|for\sthe|du|n?d?a|de\s?la|dello|en\sla)\s(?:cors[oi]|courses?|cours|cursos?|disciplinas?|asignatura|matéria)"
    r"(?:\s(?:di|de|of)(?:\s(?:dottorato|laurea))?)?|\s+(?:for|of|in|on|für|de|di|zu|[-–—])(?:\sthe)?|[:,.：，])(?:\s*(?<=[：，])|\s+|$)"
)
OPEN_BEHIND_WORD = re.compile(
    rf"(?<=\b(?:in|zu|of|de|di)\s){OPEN}|(?<=\bf[oü]r\s){OPEN}|^{OPEN}(?={words.TAUGHT_AS.pattern})",
    re.I,
)
IN_SQUARES = re.compile(r"\[([^\[\]]+)\]\s*")  # "[Tutor] Dances"
# "Dances of bees (tutor) Hive University".
ROLE_INSIDE = re.compile(r"(?P<title>[^()（）]+?)\s*[(（](?P<role>[^()（）]+)[)）]\s*(?P<rest>.*)")
# "for the degree in Bees": for whom a course is.
OF_PROGRAMME = re.compile(
    r"\s+(?:per|nel|for|pour|para|del|within|im)\s(?:il\s|the\s|le\s|o\s|el\s)?"
    r"(?:corso\sdi\slaurea|CdL|[Dd]ottorato|degree|[Mm]aster|licence|grado|curso|[Pp]rogram\w*|Studiengang)\b.*$"
)
# How a course was given, and to whom.
OF_COURSES = re.compile(
    r"(?:(?:(?:under)?graduates?|bachelor(?:['’]s)?|master(?:['’]s)?|[BM]\.?Sc\.?|[BM]A|ph\.?d\.?|doctoral|[LM][123]\s[A-Z]\w+|level|year|courses?|class(?:es)?"
    r"|lab(?:orator(?:y|ies|io))?s?|lectures?|exercises?|seminars?|tutorials?|recitations?|online|students?|participants|hours?|h|hrs|credits?|ects|cfu|sws|lp|per|week|semester"
    r"|vorlesung|übung(?:en)?|seminar|praktikum|proseminar|hauptseminar|cours|cm|td|tp|ore|horas|heures|stunden|étudiants|studierende|alunos|alumnos|studenti|eq|htd"
    r"|本科生?|研究生|课程|学时|必修课?|选修课?|学分|講義|演習|実習|required|elective|core|for|of|and|und|et|e|y|the|\d+(?:st|nd|rd|th))(?![a-zà-ÿ])[\s\d.,，;:/&+×x~–-]*)+",
    re.I,
)
# "Dances at the Class of Bees".
AT = re.compile(r"\s(?:presso|at|chez|bei|an)\s(?:(?:the|la|il|lo|der|dem)\s)?(?=[A-ZÀ-Ý])")
WITH = re.compile(r"\s+\(?(?:with|mit|avec|con|com)\s(?:Prof|Dr)\b[^,;\t()]*\)?", re.I)
TITLED = re.compile(
    r"(?P<before>.+?)(?:\s(?:per|for)\s(?:\S+\s){1,3}?)?\s?(?:dal\stitolo|intitolat[oa]|(?:en)?titled)\s"
    r"(?P<title>.+?)(?=\sper\sil\scorso|\s\(|$).*"
)
# "Dances for the Waxford Keepers Group": who heard it.
FOR_GROUP = re.compile(
    r"(?P<title>.+?)\sfor\sthe\s(?P<where>[A-Z].*\b(?:Group|Lab|Club|Network|Society|Centre|Center))"
)
CODE_ALONE = r"[A-Z]{2,8}[ -]?\d{1,5}[A-Z]{0,2}(?:[/-]\d{1,5}){0,2}"
CODE = re.compile(
    rf"(?P<code>{CODE_ALONE})(?:\s\([A-Z]{{1,3}}\))?(?:\s*[:–—|-]?\s+(?P<title>\S.*))?"
)
CODE_BEHIND = re.compile(rf"(?P<title>.+?)\s*\((?P<code>{CODE_ALONE})\)")
LIST_ENDS = re.compile(r"\s(?:and|e|ed|et|und|y|&)\s")


# --- Talks ----------------------------------------------------------------------------------------


def cut_talk(line: Line) -> None:
    """How a talk was held, and who asked for it, is no part of its own; what is said, or stands
    behind a colon or between quotation marks, is its title.
    """
    told = put_speakers_aside(line, quoted(line))
    line.parts = [p if n == told else IN.sub("", p) for n, p in enumerate(line.parts)]
    line.parts = [*filter(None, line.parts)]
    for number, part in reversed(list(enumerate(line.parts))):
        line.parts[number : number + 1] = _pieces_of_talk(line, part)
    line.put_aside(part for part in line.parts if NO_TALK.match(part))
    kinds = [part for part in line.parts if TALK_KIND.fullmatch(part.strip(f"“”{OPEN}{CLOSE}:"))]
    line.told = " ".join(kinds)
    for kind, pattern in TALKS.items():
        if re.search(pattern, line.told, re.I):
            line.values["kind"] = kind.value
            break
    line.parts = [part for part in line.parts if part not in kinds]


def _pieces_of_talk(line, part):
    """Of one part what was told, and the rest; `line.titles` has what is a title."""
    if match := SAID.fullmatch(part):
        title = trimmed(LINK_IN_BRACKETS.sub("", match["title"]))
        line.asides.append(part.replace(title, "…"))
        line.titles.append(title)
        return [title]
    if match := IN_EVENT.fullmatch(part):
        line.titles.append(match["title"])
        return [match["title"], match["event"]]
    if (match := AT_PLACE.fullmatch(part)) and is_known_place(match["place"]):
        return [match["name"], match["place"]]
    match = LAST_BRACKET.match(part) if part not in line.titles else None
    if match and is_known_place(match["inner"]) and not words.TOWN.fullmatch(match["before"]):
        return [*_pieces_of_talk(line, match["before"]), match["inner"]]
    if match and TALK_KIND.fullmatch(match["inner"]):
        return [*_pieces_of_talk(line, match["before"]), match["inner"]]
    match = KIND_OF.match(part)
    if match and match["colon"] and not line.titles:
        line.titles.append(part[match.end() :])
        return [match["kind"], part[match.end() :]]
    if match:
        return [match["kind"].strip(), *_event_and_title(line, part[match.end() :], is_event=True)]
    return _event_and_title(line, part)


def _event_and_title(line, part, *, is_event=False):
    """ "Workshop on Hives: How bees count", "Norway: How bees count"."""
    event, colon, title = part.partition(": ")
    is_named = words.MEETING.search(event) and len(event.split()) <= LONGEST_EVENT
    is_named = is_named and len(line.find(words.MEETING)) == 1
    is_event = is_event or is_named or score(event) >= 4 or is_known_place(event)
    if not (colon and is_event) or line.titles:
        return [part]
    line.titles.append(title)
    return [event, title]


def talks(line: Line) -> None:
    """A title, an event, a place, and what kind of talk it was."""
    told = [n for n, part in enumerate(line.parts) if part in line.titles]
    if len(told) == 1:
        line.by_mark.add("title")
    if line.parts:
        _take_title(line, told[0] if told else None)
    number = _event(line)
    if number is None and line.parts:  # "HiveConf, Oslo" in a column
        name, *place = at_commas(line.parts[0])
        if place and not words.TOWN.fullmatch(name):
            line.parts[:1], number = [name, ", ".join(place)], 0
    if number is not None:
        number = _join_event(line, number)
        line.take("event", number)
    line.take_place(number or 0)


def _event(line):
    """Of the part with a meeting's word; else of a name before a school; else of the first."""
    others = [n for n, part in enumerate(line.parts) if not is_town(part)]
    schools = [n for n in others if score(line.parts[n])]
    names = [n for n in others if n < schools[0]] if schools else others
    names.sort(key=lambda n: bool(PERSON.fullmatch(line.parts[n])))
    return next(iter(line.find(words.MEETING) or names or schools), None)


def _join_event(line, number):
    """ "Bee Seminar, University of Hives" is one event; the number that it has then."""
    start, end = number, number + 1
    while end < len(line.parts) and score(line.parts[end]) >= 2:
        end += 1
    while start and score(line.parts[start - 1]) >= 4:
        start -= 1
    event = ", ".join(line.parts[start:end])
    event = re.sub(rf"({HAN}), (?={HAN})", r"\1", event) if "\u2003" in line.text else event
    line.parts[start:end] = [event]
    return start


def _is_where(part):
    """ "HiveConf, Oslo", "HiveConf (Oslo, Norway)": with where it was."""
    _name, *others = at_commas(part)
    match = LAST_BRACKET.match(part)
    place = match["inner"] if match else ", ".join(others)
    return bool(place) and is_known_place(place) and not is_known_place(part)


def _take_title(line, title):
    """The part of number `title`; else the first that is no meeting and no place."""
    meetings = line.find(words.MEETING) or [
        n for n, part in enumerate(line.parts) if score(part) >= 4 or _is_where(part)
    ]
    first = DATED_FIRST.match(line.text)
    is_dated = first and trimmed(first[1]) == line.parts[0]
    is_short = SHORT_EVENT.fullmatch(line.parts[0]) and line.parts[1:]
    if title is None and not meetings and (is_dated or is_short):
        meetings = [0]
    others = [n for n, part in enumerate(line.parts) if n not in meetings and not is_town(part)]
    if title is None and meetings[:1] == [0] and others:  # "HiveConf 2019, How bees count"
        title = max(others, key=lambda n: (score(line.parts[n]) < 4, len(line.parts[n])))
    if title is None and others:
        title = others[0]
    if title is not None or len(line.parts) == 1:
        line.take("title", title or 0)


# --- Courses --------------------------------------------------------------------------------------


def cut_course(line: Line) -> None:
    """What one was, and how a course was given, are no parts of what is left."""
    # "Tutor for _Dances_", "_Tutor, Dances_": told by its word, and not by how it is set.
    line.parts = [OPEN_BEHIND_WORD.sub("", part) for part in line.parts]
    for number, part in reversed(list(enumerate(line.parts))):
        line.parts[number : number + 1] = _pieces_of_course(line, part, line.parts[:number])
    title = quoted(line)
    if title is not None:
        line.take("title", title)
        if match := CODE.fullmatch(line.values["title"]):
            line.values |= {name: text for name, text in match.groupdict().items() if text}
    _take_role_and_code(line)
    _put_remarks_aside(line)


def teaching(line: Line) -> None:
    """A course, its number, one's role, a school."""
    scores = [score(part) for part in line.parts]
    is_told = line.values.get("title") or line.values.get("role")
    if (is_told or len(scores) > 1) and max(scores, default=0) > 1:
        _take_school(line, scores.index(max(scores)))
    others = [n for n, part in enumerate(line.parts) if not is_known_place(part)]
    if others and not line.values.get("title"):
        number = others[0]
        while line.parts[number + 1 :] and LIST_ENDS.search(line.parts[number + 1]):
            line.parts[number : number + 2] = [", ".join(line.parts[number : number + 2])]
        line.take("title", number)
    # "38h (TD)" is no school.
    others = [n for n, p in enumerate(line.parts) if not (is_known_place(p) or p[0].isdigit())]
    if others and not line.values.get("organisation"):
        line.take("organisation", others[0])
    if places := [n for n, part in enumerate(line.parts) if is_known_place(part)]:
        line.take_place(places[0])


def _pieces_of_course(line, part, above):
    """What one was, the course, and where, as parts of their own."""
    if match := TITLED.fullmatch(part):  # "Tutor for the course titled Dances"
        return [*_pieces_of_course(line, match["before"], above), f"“{match['title']}”"]
    if match := WITH.search(part):
        line.asides.append(match[0].strip(" ()"))
        part = f"{part[: match.start()]}{part[match.end() :]}"
    if (match := IN_SQUARES.match(part)) and words.TAUGHT_AS.fullmatch(match[1]):
        return [match[1], part[match.end() :]]
    if (match := ROLE_INSIDE.fullmatch(part)) and words.TAUGHT_AS.fullmatch(match["role"]):
        return [each for each in match.groups() if each]
    if programme := OF_PROGRAMME.search(part):
        line.asides.append(programme[0].strip())
        part = OF_PROGRAMME.sub("", part)
    pieces, rest, where = [], part, []
    role = words.TAUGHT_AS.match(part)
    behind = part[role.end() :] if role else ""
    if course := OF_COURSE.match(behind) or words.AT.match(behind):
        pieces, rest = [role[0]], behind[course.end() :]
        line.text = line.text.replace(part, f"{role[0]} {rest}")
    if match := FOR_GROUP.fullmatch(rest):
        rest, where = match["title"], [match["where"]]
    elif ": " in rest and score(rest.partition(": ")[0]) >= 4:
        school, _colon, rest = rest.partition(": ")
        pieces.append(school)
    elif len(split := unit_and_place(rest)) == 2 or (pieces and len(split := AT.split(rest)) == 2):
        rest, where = split[0], unit_and_place(OF_PROGRAMME.sub("", split[1]))
    elif line.is_table and _has_where(rest, above):
        rest, *where = at_commas(rest)
    return [*pieces, *[rest] * bool(rest), *where]


def _has_where(text, before):
    """ "Dances, Department of Bees, University of Hives" behind one's role; "lecture, Dances"."""
    first, *others = at_commas(text) or [""]
    is_behind = others and not score(first) and score(others[-1]) >= 4
    is_first = all(map(words.TAUGHT_AS.fullmatch, before))
    return (is_behind and is_first) or OF_COURSES.fullmatch(first)


def _put_remarks_aside(line):
    """How a course was given, and for whom, unless that is all there is: "Dances (lecture),
    undergraduates", "Dances, B.Sc. Biology".
    """
    if line.parts and (match := LAST_BRACKET.match(line.parts[-1])):
        inner = [] if words.DEGREE.search(match["inner"]) else parts(match["inner"])
        is_where = any(score(each) >= 2 for each in inner)
        line.parts[-1:] = [match["before"], *inner] if is_where else line.parts[-1:]
    for number, part in enumerate(line.parts):
        match = LAST_BRACKET.match(part)
        if match and OF_COURSES.fullmatch(match["inner"]):
            line.parts[number] = match["before"]
            line.asides.append(match["inner"])
    remarks = [part for part in line.parts if OF_COURSES.fullmatch(part)]
    remarks += [part for part in line.parts[1:] if words.DEGREE.match(part) and not score(part)]
    others = [p for p in line.parts if p not in remarks and not (score(p) > 1 or is_known_place(p))]
    if others or line.values.get("title"):
        line.put_aside([*dict.fromkeys(remarks)])


def _take_school(line, number):
    line.take("organisation", number)
    units = [line.parts[unit] for unit in line.find(words.UNIT) if score(line.parts[unit])]
    # "TA, Bee Physics Lab, University of Hives": what nothing else says is the course.
    is_course = len(units) == len(line.parts) == 1 and not words.UNIT.match(units[0])
    if units and (line.values.get("title") or not is_course):
        line.parts = [part for part in line.parts if part not in units]
        line.parts.append(", ".join(units))
        line.take("department", len(line.parts) - 1)


def _take_role_and_code(line):
    """ "BEE 101: Dances", "Dances (BEE 101)": the course and its number."""
    roles = [n for n, part in enumerate(line.parts) if words.TAUGHT_AS.fullmatch(part)]
    if roles:
        line.take("role", roles[0])
    for number, part in enumerate(line.parts):
        match = CODE.fullmatch(CODE_BEHIND.sub(r"\g<code> \g<title>", part))
        if match and (match["title"] or len(line.parts) > 1):
            line.values["code"] = match["code"]
            line.parts.pop(number)
            if match["title"]:
                line.values.setdefault("title", match["title"])
            break
