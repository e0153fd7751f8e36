"""Rows with a title or a name: awards, grants, projects."""

import re
from itertools import takewhile

from profiles.pasting import words
from profiles.pasting.line import Line
from profiles.pasting.organisations import has_where, is_known_place, is_town, score
from profiles.pasting.text import (
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
    r"[,.]?\s(?:(?i:awarded|given|granted|offered|provided|funded|sponsored|otorgad[ao]|concedid[ao])\s(?:by|por)\s|(?:données?|octroyée?s?|décernée?s?|attribuée?s?)\spar\s"
    r"|(?:by|from|at|verliehen von|vergeben von|beim|al|alla|au|na"
    r"|(?<!for\s)(?<!with\s)(?<!as\s)(?<!of\s)(?<!in\s)a)\s(?=(?:the\s)?[A-Z])"
    r"|presso\s(?=(?:l[aeo]\s|il\s|l['’])?[A-Z]))"
    r"(?:(?:the|l[aeo]s?|el|il)\s)?"
)
# "基盤研究（B） 代表": what one was in it.
ROLE_BEHIND = re.compile(r"(?<=[^\t])\s(?=(?:研究)?(?:代表|分担)者?(?:\t|$))")
# Of the Japanese societies that fund research.
SCHEME = re.compile(
    r"(?:特別研究員奨励費|若手研究|基盤(?:研究)?|挑戦的研究|萌芽研究|研究活動スタート支援)\S{0,6}"
)
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
    r"([賞奖])\t([^\W\d_]{1,8}(?:部門|部门|分野))(?=\t|$)|(学術振興会)\s(特別研究員)(?:\t(DC\d?|R?PD))?"
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
# What one got it for, with whom and how much: "“Of hives”", "Team: Alice and Bob", "500 € a year".
NO_GIVER = re.compile(
    r"[\"“„«]|(?!.*(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]a):)[^\W\d_]+(?:[\s-][^\W\d_]+)?:\s|\d[\d\s.,]*[€$£]"
)
GIVEN_BY = re.compile(
    r"(?:^|\s)(?:awarded|given|granted|offered|provided|funded|supported|financed)\s(?:by|through|from)\s"
    r"(?:the\s)?",
    re.I,
)
STATE = re.compile(
    r"在研|已?结题|ongoing|completed|active|finished|laufend|en curso|in corso"
    r"|declined|rejected|withdrawn|abgelehnt|refusée?|décliné|rechazad[ao]|recusad[ao]",
    re.I,
)
PURPOSE = re.compile(
    r"(?:to\s[a-z]+|awarded\s(?:to|for|on)|for\s(?:the|his|her|my|a)|in recognition)\s", re.I
)
# "Guild of Hives for my studies", "Hive Centre to work on “Dances”".
FOR_WHAT = re.compile(
    r"\s(?:for|pour|für|para|per)\s(?:(?:an?|my|his|her|their|the|une?|mon|ma|l[ae]|die|das)\s)?"
    r"(?:(?:best|research|outstanding|phd|doctoral)\s)?(?:paper|thesis|work|visit|stay|stud(?:y|ies)|participation|travel"
    r"|project|period|dissertation|article|papier|thèse|séjour)\b|\s(?:for|to)\s(?:my|his|her|(?-i:[a-z]+)\s(?:on|in|at|the))\s"
    r"|\s(?:for\s)?(?=[“\"‘])",
    re.I,
)
# "Baker", "A. B.", "and Eve Stone" before what they said.
ONE_NAME = rf"(?:[^\W\d_a-z][\w.'’-]*|d[aeiou]s?|v[ao]n|de[rn]|la|{HAN}{{2,4}})"
NAMES = re.compile(
    rf"(?:(?:and|&|y|et|und)\s)?{ONE_NAME}(?:,?\s(?:(?:and|&|y|et|und)\s)?{ONE_NAME})*"
)
SEVERAL_NAMES = re.compile(r".*(?<!\w)(?:(?:and|&|y|et|und)\s|[A-Z]\.|[A-Z]$)")
NUMBER = re.compile(
    r"(?:(?:grant|award|project)?\s*(?:no\.?|number|nr\.?|#|n°)\s*:?\s*)?"
    r"(?P<number>[A-Z]*[\d/-]{4,}[\w/-]*)",
    re.I,
)


# --- Awards, grants -------------------------------------------------------------------------------


def awards(line: Line) -> None:
    """A name, and who gives it."""
    if not any(line.parts):
        return
    named = line.find(words.AWARD)
    others = [n for n, part in enumerate(line.parts) if not (_gives(part) or is_town(part))]
    weakest = min(
        range(len(line.parts)), key=lambda n: (is_town(line.parts[n]), score(line.parts[n]), -n)
    )
    number = next(iter(named or others or line.find(BY)), weakest)
    part = line.parts[number]
    by, match = BY.search(part) or _school_behind(part), LAST_BRACKET.match(part)
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


def _school_behind(part):
    """ "Bourse doctorale École de Miel": where the name of a school begins behind a prize."""
    match = words.NAME_OF_SCHOOL.search(part)
    is_prize = match and words.AWARD.search(part[: match.start()])
    return match if is_prize and score(part[match.end() :]) >= 4 else None


def whole_names(line: Line) -> None:
    """What is of the name of a prize goes to it: its class, its rank; what is not goes aside."""
    _put_purpose_aside(line)
    gives = [part for part in line.parts[1:] if score(part) >= 4]
    if line.is_table and has_where(line.parts[0]) and not gives:
        line.put_aside(line.parts[1:])  # "Honey Prize, University of Hives" above what it is for
        line.parts = parts(line.parts[0])
    aside = (RANK, STATE, words.AMOUNT)
    line.put_aside(p for p in line.parts if any(each.fullmatch(p) for each in aside))
    if match := DATED_NAME.fullmatch(line.text):
        line.parts = [trimmed(match["name"]), trimmed(match["awarder"])]
    *before, town, state = ["", "", *line.parts]
    if before[1:] and not score(town) and is_known_place(f"{town}, {state}"):
        line.parts[-2:] = [f"{town}, {state}"]  # "Nestville, TN"
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
    line.put_aside(p for p in line.parts if NO_GIVER.match(p) or words.DEGREE.fullmatch(p))
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
    text = ROLE_BEHIND.sub("\t", "\t".join(line.parts))
    line.parts = FUNDER_AND_SCHEME.sub(r"\1\t", text).split("\t")
    line.text = FUNDER_AND_SCHEME.sub(r"\1 ", line.text)
    title = put_speakers_aside(line, quoted(line))
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
    if funders and (title is not None or len(line.parts) > 1):
        # Of "NASA, NASA Snow School" the first; else a title may have such a word, too.
        is_first = title is not None or re.search(rf"^[A-Z][\w&.-]*[A-Z]$|{HAN}", line.parts[0])
        line.take("funder", funders[0 if is_first else -1])
    # "科研費 若手研究" and a line with a title: both are who funds it.
    scheme = next(filter(SCHEME.fullmatch, line.parts), "") if title is None else ""
    if scheme and line.parts[1:]:
        line.parts.remove(scheme)
        line.values["funder"] = f"{line.values.get('funder', '')} {scheme}".strip()
    named = [n for n, part in enumerate(line.parts) if not is_town(part)]
    if named and title is None:
        part = line.parts[named[0]]
        if (by := GIVEN_BY.search(part)) and "funder" not in line.values:
            line.parts[named[0] : named[0] + 1] = [part[: by.start()], part[by.end() :]]
        line.take("title", named[0])
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
    given = [GIVEN_BY.match(part) for part in line.parts]
    line.parts = [p[m.end() :] if m else p for p, m in zip(line.parts, given, strict=True)]
    for number, part in enumerate(line.parts):
        if (match := FOR_WHAT.search(part)) and score(part[: match.start()]):
            line.parts[number] = part[: match.start()]
            line.asides.append(part[match.start() :].strip())
    line.put_aside(part for part in line.parts[1:] if PURPOSE.match(part))


def projects(line: Line) -> None:
    """A title, one's role."""
    roles = [n for n in line.find(words.ROLE) if n and len(line.parts[n].split()) <= 4]
    if roles:
        line.take("role", roles[0])
    if line.parts:
        line.take("title", 0)
        line.by_mark |= {"title"} if line.is_table else set()


# --- Titles in quotation marks --------------------------------------------------------------------


def put_speakers_aside(line: Line, title: int | None) -> int | None:
    """ "Bee, A., & Wasp, B. (2014). Of hives": who said it, for the notes. Takes and returns the
    number of the title, where that is told.
    """
    count = title or sum(1 for _ in takewhile(NAMES.fullmatch, line.parts))
    names, others = line.parts[:count], line.parts[count:]
    are_names = all(NAMES.fullmatch(part) and not words.MEETING.search(part) for part in names)
    is_said = title and line.kind.section == "talks" and others[1:]
    is_said = is_said and all(" " in name or re.match(HAN, name) for name in names)
    is_told = others and (is_said or any(map(SEVERAL_NAMES.match, names)))
    if not (names and are_names and is_told):
        return title
    line.put_aside(names)
    return title and 0


def quoted(line):
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
        is_of_name = is_of_name and line.kind.section != "teaching"
        is_within = re.search(rf"{HAN}$", before) and not words.TAUGHT_AS.fullmatch(before.strip())
        if not match or is_of_name or is_within:
            continue
        held = map(with_titles_held, (before, part[match.end() :]))
        before, after = ([trimmed(each.translate(HELD)) for each in parts(text)] for text in held)
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
