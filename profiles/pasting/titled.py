"""Rows with a title or a name: awards, grants, talks, courses, projects."""

import re

from profiles.models import Talk
from profiles.pasting import words
from profiles.pasting.certainty import PERSON
from profiles.pasting.line import Line
from profiles.pasting.organisations import (
    has_where,
    is_known_place,
    is_town,
    score,
    unit_and_place,
)
from profiles.pasting.text import (
    CLOSE,
    GONE,
    HAN,
    HELD,
    LAST_BRACKET,
    OPEN,
    QUOTED,
    SHORT_NAME,
    parts,
    trimmed,
    with_titles_held,
)

BY = re.compile(
    r"[,.]?\s(?:(?i:awarded|given|granted|offered|otorgad[ao]|concedid[ao])\s(?:by|por)\s|(?:données?|octroyée?s?|décernée?s?|attribuée?s?)\spar\s"
    r"|(?:by|from|at|verliehen von|vergeben von|beim|al?|alla|au|na)\s(?=(?:the\s)?[A-Z])"
    r"|presso\s(?=(?:l[aeo]\s|il\s|l['’])?[A-Z]))"
    r"(?:(?:the|l[aeo]s?|el|il)\s)?"
)
OF_COURSE = re.compile(
    r"(?:\s+(?:nel|per\sil|del|al|for\sthe|du|del)\s(?:corso|course|cours|curso)"
    r"(?:\s(?:di|de|of)(?:\s(?:dottorato|laurea))?)?|\s+(?:for|of|in|on|für|de|di|zu|[-–—])|[:,.])(?:\s+|$)"
)
OPEN_BEHIND_WORD = re.compile(rf"(?<=\b(?:in|zu|of|de|di)\s){OPEN}|(?<=\bf[oü]r\s){OPEN}")
# Of the Japanese societies that fund research.
SCHEME = re.compile(
    r"(?:特別研究員奨励費|若手研究|基盤研究|挑戦的研究|萌芽研究|研究活動スタート支援)\S{0,6}"
)
IN_SQUARES = re.compile(r"\[([^\[\]]+)\]\s*")  # "[Tutor] Dances"
# "for the degree in Bees": for whom a course is.
OF_PROGRAMME = re.compile(
    r"\s+(?:per|nel|for|pour|para)\s(?:il\s|the\s|le\s|o\s|el\s)?"
    r"(?:corso\sdi\slaurea|CdL|dottorato|degree|master|licence|grado|curso)\b.*$"
)
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
INVESTIGATOR = re.compile(
    r"(?:role:?\s*)?(?P<role>(?:co-?)?(?:PI|IP|(?<=co-)I|(?<=co)I"
    r"|principal investigator|investigator|applicant|lead"
    r"|coordinator|responsable|Antragsteller(?:in)?)\b.*|\w*(?:主持|参与者?|参加者?|骨干|负责人|代表者?|分担者?))",
    re.I,
)
# "Of hives (PI)", "(PI), Bee Foundation".
IN_BRACKETS = re.compile(r"\s*[(（]([^()（）]+)[)）],?")
# "蜂蜜財団・養蜂研究", "蜂蜜財団奨学金": who funds, and its scheme.
FUNDER_AND_SCHEME = re.compile(
    r"(科研費|振興会|財団|機構|協会|JSPS|JST|NEDO|AMED)(?:・|(?=\w+(?:奨学金|助成金?|プログラム|事業)(?:\W|$)))"
)
# "院级": how high a prize is; "蜂蜜賞 学生部門": for whom it is.
RANK = re.compile(r"(?:国家|省部?|市|校|院|系)级")
WON = re.compile(
    r"winner|finalist|runner-?up|recipient|laureate|nominee|lauréate?|finaliste|ganadora?|vincit\w+",
    re.I,
)
CLASS_OF_PRIZE = re.compile(
    r"([賞奖])\t([^\W\d_]{1,8}(?:部門|部门|分野))(?=\t|$)|(学術振興会)\t(特別研究員)(?:\t(DC\d?|R?PD))?"
)
# "Prize for Bees, Wasps and Flies (2014) - Guild".
DATED_NAME = re.compile(rf"(?P<name>[^{GONE}\t]+?)\s*{GONE}\s*[-–—]\s(?P<awarder>[^{GONE}\t]+?)\s*")
PRIZE = re.compile(r"(?:premio|prix|preis|prize|prêmio|prémio)\b(?=.*\s)", re.I)
# What one was given of a prize, behind its name.
PLACED = re.compile(
    r"(?:hono[u]?rable\smention|mention\shonorable|menci[oó]n(?:\s\w+)?|menzione(?:\s\w+)?|finalist[ae]?"
    r"|runner-?up|winner|shortlisted|(?:(?:first|second|third|1st|2nd|3rd|\dth|primer|segundo|tercer)\s(?:prize|place|premio|lugar)"
    r"|(?:gold|silver|bronze)\s(?:medal|prize|award)|[一二三特]等奖|(?:最)?優秀賞))",
    re.I,
)
GIVEN_BY = re.compile(
    r"^(?:awarded|given|granted|offered|funded|supported|financed)\s(?:by|through|from)\s"
    r"(?:the\s)?",
    re.I,
)
STATE = re.compile(
    r"在研|已?结题|ongoing|completed|active|finished|laufend|en curso|in corso", re.I
)
PURPOSE = re.compile(
    r"(?:to\s[a-z]+|awarded\s(?:to|for|on)|for\s(?:the|his|her|my|a)|in recognition)\s", re.I
)
NUMBER = re.compile(
    r"(?:(?:grant|award|project)?\s*(?:no\.?|number|nr\.?|#|n°)\s*:?\s*)?"
    r"(?P<number>[A-Z]*[\d/-]{4,}[\w/-]*)",
    re.I,
)
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
# What one says of a talk, and who asked for it.
NO_TALK = re.compile(
    r"(?:slides|abstract|video|pdf|link)s?\W*$|https?:|"
    r"(?:On\W+)?I\s|(?:invit(?:ed|ation)|hosted|eingeladen)\s(?:by|from|von)\s",
    re.I,
)
SPEAKER = re.compile(
    r"(?:and\s|&\s|y\s|et\s|und\s)?(?:[A-ZÀ-Ý]\.[\s-]?){1,3}[A-ZÀ-Ý][\w'’–-]+(?:\s[A-Z]\w+)?"
)
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
    r"(?:(?:speech|contribution|chair(?:man|person)?\b|at session|invited|contributed|keynote"
    r"|plenary|conference|oral|poster|panell?(?:ist)?|tutorial|seminar|talk|speaker|presentation"
    r"|guest|lecture|address|eingeladener?|vortrag|ponencia|invitada|charla|exposé)\s*)+",
    re.I,
)
# "Contributed talk and poster: “How bees count”".
TALK_TOLD = re.compile(rf"(?:{TALK_KIND.pattern}|and\s)+:\s*[“\"„«]", re.I)
# "Seminar: How bees count", "Invited talk at BeeConf".
KIND_OF = re.compile(
    rf"{OPEN}?(?P<kind>{TALK_KIND.pattern}){CLOSE}?(?:(?P<colon>:)|\s(?:at|in)(?:\sthe)?(?=\s[A-Z]))\s+",
    re.I,
)
# "University of Hives. Talk: How bees count".
KIND_LATER = re.compile(rf"(?<=\w)\.\s+(?=(?:{TALK_KIND.pattern}):\s)", re.I)
# Of an event beside a title: "ICB 2024", "BeeConf XXV", "EBPR6".
SHORT_EVENT = re.compile(r"[A-Z](?:\S*\s){0,4}(?:\S*\s?['’]?\d{1,4}|[IVXL]+)|[A-Z]\w*[A-Z]\w*")


# --- Awards, grants -------------------------------------------------------------------------------


def awards(line: Line) -> None:
    """A name, and who gives it."""
    if not any(line.parts):
        return
    named = line.find(words.AWARD)
    others = [n for n, part in enumerate(line.parts) if not (_gives(part) or is_town(part))]
    weakest = min(range(len(line.parts)), key=lambda n: (score(line.parts[n]), -n))
    number = next(iter(named or others or line.find(BY)), weakest)
    part = line.parts[number]
    by, match = BY.search(part), LAST_BRACKET.match(part)
    if by:
        line.parts[number : number + 1] = [part[: by.start()], part[by.end() :]]
        line.by_mark.update(["name", "awarder"])
    elif match and len(line.parts) == 1 and _gives(match["inner"]):
        line.parts = [match["before"], match["inner"]]
    line.take("name", number)
    match = LAST_BRACKET.match(line.values["name"])
    if match and SHORT_NAME.fullmatch(match["inner"]):
        line.values |= {"name": match["before"], "abbreviation": match["inner"]}
    _take_awarder(line, number)


def whole_names(line: Line) -> None:
    """What is of the name of a prize goes to it: its class, its rank; what is not goes aside."""
    _put_purpose_aside(line)
    gives = [part for part in line.parts[1:] if score(part) >= 4]
    if line.is_table and has_where(line.parts[0]) and not gives:
        line.put_aside(line.parts[1:])  # "Honey Prize, University of Hives" above what it is for
        line.parts = parts(line.parts[0])
    line.put_aside(p for p in line.parts if RANK.fullmatch(p) or words.AMOUNT.fullmatch(p))
    if match := DATED_NAME.fullmatch(line.text):
        line.parts = [trimmed(match["name"]), trimmed(match["awarder"])]
    text = "\t".join(line.parts)
    text = CLASS_OF_PRIZE.sub(lambda match: " ".join(filter(None, match.groups())), text)
    line.parts = text.split("\t")
    for number in reversed(range(1, len(line.parts))):
        above, part = line.parts[number - 1 : number + 1]
        # "Winner – Honey Contest", "National prize, Prix Alice Abeille"
        is_kind = len(above.split()) < 3 and PRIZE.match(part)
        is_placed = PLACED.fullmatch(part) and words.AWARD.search(above)
        is_won = WON.fullmatch(above) or (PLACED.fullmatch(above) and words.AWARD.search(part))
        if is_won or is_kind or is_placed:
            line.parts[number - 1 : number + 1] = [f"{above}, {part}"]


def _take_awarder(line, number):
    """ "Bee Department, University of Hives" is one."""
    if "awarder" in line.by_mark:
        line.take("awarder", number)
        return
    givers = [n for n, part in enumerate(line.parts) if _gives(part)]
    givers.sort(key=lambda n: -score(line.parts[n]))
    unknown = [n for n, part in enumerate(line.parts) if not words.AWARD.search(part)]
    others = [n for n in unknown if not is_known_place(line.parts[n])]
    if giver := givers or others:
        line.take("awarder", giver[0])


def _gives(part):
    return bool(score(part) or words.FUNDER.search(part))


def grants(line: Line) -> None:
    """A title, a funder, a number, one's role."""
    line.put_aside(part for part in line.parts if STATE.fullmatch(part))
    _take_roles_in_brackets(line)
    line.parts = FUNDER_AND_SCHEME.sub(r"\1\t", "\t".join(line.parts)).split("\t")
    line.text = FUNDER_AND_SCHEME.sub(r"\1 ", line.text)
    title = _quoted(line)
    if title is not None:
        line.take("title", title)
    for number, part in reversed(list(enumerate(line.parts))):
        for column, pattern in (("role", INVESTIGATOR), ("number", NUMBER)):
            if match := pattern.fullmatch(part):
                line.values[column] = trimmed(match[column])
                line.by_mark.add(column)
                line.parts.pop(number)
                break
    _put_purpose_aside(line)
    names = [IN_BRACKETS.sub("", part) for part in line.parts]
    funders = [number for number, name in enumerate(names) if words.FUNDER.search(name)]
    schools = [n for n, name in enumerate(names) if score(name) >= 4]
    given = [n for n, name in enumerate(names) if words.AWARD.search(name) and n not in schools]
    # "University of Hives, Bee Fellowship"
    if title is None and len(schools) == len(given) == 1 and len(names) < 4:
        funders = schools
    if funders and (title is not None or len(line.parts) > 1):
        # Of "NASA, NASA Snow School" the first; else a title may have such a word, too.
        is_first = title is not None or re.search(rf"^[A-Z][\w&.-]*[A-Z]$|{HAN}", line.parts[0])
        line.take("funder", funders[0 if is_first else -1])
    # "科研費 若手研究" and a line with a title: both are who funds it.
    if title is None and line.parts[1:] and SCHEME.fullmatch(line.parts[0]):
        line.values["funder"] = f"{line.values.get('funder', '')} {line.parts.pop(0)}".strip()
    if line.parts and title is None:
        line.take("title", 0)
    if line.parts and not line.values.get("funder"):
        line.take("funder", 0)


def _take_roles_in_brackets(line):
    for number, part in enumerate(line.parts):
        role, colon, title = part.partition(": ")
        if colon and INVESTIGATOR.fullmatch(role) and len(role.split()) < 3:
            line.values["role"], line.parts[number], part = role, title, title
            line.by_mark.add("role")
        for match in IN_BRACKETS.finditer(part):
            if INVESTIGATOR.fullmatch(match[1]):
                line.values["role"] = match[1]
                line.parts[number] = f"{part[: match.start()]} {part[match.end() :]}".strip()
                line.by_mark.add("role")


def _put_purpose_aside(line):
    """ "…, to attend BeeConf", "…, awarded to young keepers": for the notes. "Awarded by" goes."""
    line.parts = [GIVEN_BY.sub("", part) for part in line.parts]
    line.put_aside(part for part in line.parts[1:] if PURPOSE.match(part))


# --- Titles in quotation marks --------------------------------------------------------------------


def _quoted(line):
    """The number of the part that is a title in quotation marks; what is around it is apart, and so
    is what is emphasised, which may be anything.
    """
    for number, part in enumerate(line.parts):
        match = QUOTED.search(part)
        before = part[: match.start()] if match else ""
        # "Workshop “Bees of the future”" is one name.
        is_of_name = (
            line.parts[1:] and words.MEETING.search(before) and before.rstrip()[-1].isalpha()
        )
        if not match or is_of_name or re.search(rf"{HAN}$", before):
            continue
        held = map(with_titles_held, (before, part[match.end() :]))
        before, after = ([each.translate(HELD) for each in parts(text)] for text in held)
        is_quoted = match[0][0] != OPEN or re.search(r'["“„«]$', part[: match.start()])
        above = [*line.parts[:number], *before]
        line.parts[: number + 1] = [*above, trimmed(match["title"]), *after]
        is_event = words.MEETING.search(match["title"])
        # "_How bees count_, Graz": what leads is the title; "Bees, _Nestlings_" has it before.
        is_told = is_quoted or not above
        if not is_told or (len(line.parts) > 1 and is_event):
            continue
        line.titles.append(line.parts[len(above)])
        line.by_mark.add("title")
        return len(above)
    return None


# --- Talks, courses, projects ---------------------------------------------------------------------


def cut_talk(line: Line) -> None:
    """How a talk was held, and who asked for it, is no part of its own; what is said, or stands
    behind a colon or between quotation marks, is its title.
    """
    told = _quoted(line)
    before = line.parts[:told]  # who spoke
    if told and all(map(PERSON.fullmatch, before)) and line.parts[told + 1 :]:
        line.put_aside(before)
    for number, part in reversed(list(enumerate(line.parts))):
        line.parts[number : number + 1] = _pieces_of_talk(line, part)
    line.put_aside(part for part in line.parts if NO_TALK.match(part) or SPEAKER.fullmatch(part))
    kinds = [part for part in line.parts if TALK_KIND.fullmatch(part.strip(f"“”{OPEN}{CLOSE}"))]
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
    if match := KIND_LATER.search(part):
        rest = part[match.end() :]
        return [*_pieces_of_talk(line, part[: match.start()]), *_pieces_of_talk(line, rest)]
    if match := KIND_OF.match(part):
        rest = part[match.end() :]
        line.titles += [rest] * bool(match["colon"])
        return [match["kind"], *([rest] if match["colon"] else _pieces_of_talk(line, rest))]
    if (match := AT_PLACE.fullmatch(part)) and is_known_place(match["place"]):
        return [match["name"], match["place"]]
    event, colon, title = part.partition(": ")
    # "Workshop on Hives: How bees count", "Norway: How bees count"
    is_event = words.MEETING.search(event) and len(event.split()) <= LONGEST_EVENT
    is_event = is_event and len(line.find(words.MEETING)) == 1
    is_event = is_event or score(event) >= 4
    if colon and not line.titles and (is_event or is_known_place(event)):
        line.titles.append(title)
        return [event, title]
    return [part]


def talks(line: Line) -> None:
    """A title, an event, a place, and what kind of talk it was."""
    told = [n for n, part in enumerate(line.parts) if part in line.titles]
    if len(told) == 1:
        line.by_mark.add("title")
    if line.parts:
        _take_title(line, told[0] if told else None)
    number = _event(line)
    if number is not None:
        line.take("event", number)
    line.take_place(number or 0)


def _event(line):
    """Of the part with a meeting's word; else of a name before a school; else of the first."""
    others = [n for n, part in enumerate(line.parts) if not is_town(part)]
    schools = [n for n in others if score(line.parts[n])]
    names = [n for n in others if n < schools[0]] if schools else others
    names.sort(key=lambda n: bool(PERSON.fullmatch(line.parts[n])))
    return next(iter(line.find(words.MEETING) or names or schools), None)


def _take_title(line, title):
    """The part of number `title`; else the first that is no meeting and no place."""
    meetings = line.find(words.MEETING) or [
        n for n, part in enumerate(line.parts) if score(part) >= 4
    ]
    first = DATED_FIRST.match(line.text)
    is_dated = first and trimmed(first[1]) == line.parts[0]
    is_short = SHORT_EVENT.fullmatch(line.parts[0]) and line.parts[1:]
    if title is None and not meetings and (is_dated or is_short):
        meetings = [0]
    others = [n for n, part in enumerate(line.parts) if n not in meetings and not is_town(part)]
    if title is None and meetings[:1] == [0] and others:  # "HiveConf 2019, How bees count"
        title = max(others, key=lambda n: len(line.parts[n]))
    if title is None and others:
        title = others[0]
    if title is not None or len(line.parts) == 1:
        line.take("title", title or 0)


def teaching(line: Line) -> None:
    """A course, its number, one's role, a school."""
    for number, part in enumerate(line.parts):
        if match := TITLED.fullmatch(part):  # "Tutor for the course titled Dances"
            line.parts[number : number + 1] = [match["before"], f"“{match['title']}”"]
    # "Tutor for _Dances_": what follows is told by its word, and not by how it is set.
    line.parts = [OPEN_BEHIND_WORD.sub("", part) for part in line.parts]
    title = _quoted(line)
    if title is not None:
        line.take("title", title)
        if match := CODE.fullmatch(line.values["title"]):
            line.values |= {name: text for name, text in match.groupdict().items() if text}
    _take_role_and_code(line)
    for number, part in enumerate(line.parts):
        if match := FOR_GROUP.fullmatch(part):
            line.parts[number : number + 1] = [match["title"], match["where"]]
            break
        if len(split := unit_and_place(part)) == 2:  # "Dances at the School of Bees, ..."
            course = OF_PROGRAMME.search(split[1])
            line.asides += [course[0].strip()] if course else []
            where = OF_PROGRAMME.sub("", split[1])
            line.parts[number : number + 1] = [split[0], *unit_and_place(where)]
            break
    if len(line.parts) == 1 and (match := LAST_BRACKET.match(line.parts[0])):
        inner = [] if words.DEGREE.search(match["inner"]) else parts(match["inner"])
        line.parts = [match["before"], *inner] if any(map(score, inner)) else line.parts
    scores = [score(part) for part in line.parts]
    if (len(scores) > 1 or title is not None) and max(scores, default=0) > 1:
        _take_school(line, scores.index(max(scores)))
    if line.parts and not line.values.get("title"):
        line.take("title", 0)
    if line.parts and not line.values.get("organisation"):
        if not is_known_place(line.parts[0]):
            line.take("organisation", 0)
        line.take_place(0)


def _take_school(line, number):
    line.take("organisation", number)
    for unit in reversed(line.find(words.UNIT)):
        if score(line.parts[unit]):
            line.take("department", unit)
            number -= unit < number


def _take_role_and_code(line):
    """ "Teaching assistant for BEE 101: Dances" -> both, and the course."""
    for number, part in enumerate(line.parts):
        if (match := IN_SQUARES.match(part)) and words.TAUGHT_AS.fullmatch(match[1]):
            part = f"{match[1]}: {part[match.end() :]}"
        role = words.TAUGHT_AS.match(part)
        behind = part[role.end() :] if role else ""
        course = OF_COURSE.match(behind) or words.AT.match(behind)
        if not role or not (course or role.end() == len(part)):
            continue
        title = part[role.end() + course.end() :] if course else ""
        line.values["role"], line.parts[number : number + 1] = role[0], [title] * bool(title)
        line.text = line.text.replace(part, f"{role[0]} {title}")
        break
    for number, part in enumerate(line.parts):
        match = CODE.fullmatch(CODE_BEHIND.sub(r"\g<code> \g<title>", part))
        if match and (match["title"] or len(line.parts) > 1):
            line.values["code"] = match["code"]
            line.parts.pop(number)
            if match["title"]:
                line.values.setdefault("title", match["title"])
            break


def projects(line: Line) -> None:
    """A title, one's role."""
    roles = [n for n in line.find(words.ROLE) if n and len(line.parts[n].split()) <= 4]
    if roles:
        line.take("role", roles[0])
    if line.parts:
        line.take("title", 0)
