"""How surely a part is an organisation or a place; and a part that is two things, as both."""

import re

from profiles.pasting import words
from profiles.pasting.text import GONE, HAN, LAST_BRACKET, PLACE, SHORT_NAME, at_commas, parts

# "2012–2014 University of Graz Lecturer in Bees": nothing parts where from what.
SCHOOL_FIRST = re.compile(
    r"(?P<school>(?:\W*\d[\d–-]*\s+)?(?:University of [A-Z]\w+|[A-Z]\w+ (?:University|College)))\s"
    r"(?P<rest>[A-Z].*)",
    re.S,
)
TOWN_BEHIND = re.compile(rf"(?P<name>.+\w)\s(?P<place>(?:{words.TOWN.pattern}), [^,]+)")
# "Hive Security Graz, Austria".
NAME_ALONE = re.compile(r"[A-Z]\w*\s(?:[A-Z]\w*\s)*[A-Z]\w{3,}")
# "University of Hives", not "University of".
OF_SOMETHING = re.compile(r"\s(?:of|du|de|des|di|do|da)\s(?:la\s|los\s)?[A-Z][\w-]+$")
# So many words are a sentence, no name.
MOST_WORDS = 14
# A firm or a team of more words is a sentence, too; a university may have them.
LONG_NAME = 9
# Signs of a degree before a name that nothing parts from it: "B.A. Reed College".
SHORT_DEGREE = 8
AT_PLACES = re.compile(rf"[,，/()（）]|\s-\s|(?<={HAN})-(?={HAN})|(?<=[^\W\d_])–(?=[A-ZÀ-Ý])")
PIECES = re.compile(r"[,–\t]|\s-\s")
WITH_SHORT_NAME = re.compile(r"(?:[^\W\d_]\S* ){2,}\([A-Z]{2,}\w*\)$")
UNIVERSITY = re.compile(
    r"\b(?:the\s)?(?<!des\s)(?<!titular\sde\s)(?<!tic[oa]\sde\s)univ(?:ersi(?!tari|taire|täts(?:ass|prof|doz)|ty\s(?:intern|lectur|prof|assist|teach|research|fellow))|\b)"
    r"|大学(?!院)(?!生)|大學|法人[\s　]*\w{3}"
    r"|\b(?:Paris|Lyon|Lille|Bordeaux|Toulouse|Rennes|Grenoble|Nancy|Montpellier)\s(?:\d\d?|[IVX]+)\b"
    r"|\b(?:\w*institut[eo]?\s(?:of|für|de|di)\ste[ck]h?nolog|(?:TU|TH|FH|LMU|RWTH|KIT)\b)",
    re.I,
)
PART_OF_UNIVERSITY = re.compile(r"Dep|Facul|Fakult|School|Institut(?!\w*\s\w+\sTe)")
# "Alma Mater Alveare - Università di Miele" is one name.
TWO_NAMES = re.compile(r"\b((?:Alma Mater|Sapienza)\b[^,;\t]*) [-–] (?=Univ)")
# "Alice J. Drone" is a person.
INITIAL = re.compile(r"\b[A-Z]\.\s[A-Z]\w")
# "University of Hives – UH".
ACRONYM = re.compile(
    rf"(?P<name>(?:[\w'’-]+\s){{1,9}}[\w'’-]+)(?P<between>\s[-–—]|,)\s(?P<short>(?:UNI)?[A-Z]{{2,8}})(?=\s*(?:$|[\t,.;(){GONE}]))"
)


def score(part: str) -> float:
    """How surely a part is an organisation, and the outer one of several: 0 where nothing says so.

    A university is more than its institutes, these more than a firm, a team, a few capitals.
    """
    if len(LAST_BRACKET.sub(r"\g<before>", part).split()) > MOST_WORDS:
        return 0
    if part[:1].islower() and not (UNIVERSITY.match(part) or part.startswith("the ")):
        return 0
    if UNIVERSITY.search(part):
        return 1 if PART_OF_UNIVERSITY.match(part) and "," not in part else 6
    is_unit = bool(words.UNIT.search(part))
    if WITH_SHORT_NAME.match(part) and not (is_unit or words.ROLE.search(part)):
        return 4
    if words.SCHOOL.search(part):
        if re.fullmatch(r"[A-Z]{2,6}", part):
            return 5.5
        return 3 if is_unit else 4 if part.startswith("Instit") else 5
    if words.COUNTRY.fullmatch(part) or len(part.split()) > LONG_NAME:
        return 0
    if any(not match[0][0].islower() for match in words.FIRM.finditer(part)):
        return 2.5 if is_unit else 4
    if is_unit:
        return 2
    is_short = re.fullmatch(r"[A-Z][A-Z&-]{1,7}\d?(?:\s[A-Z][a-z]+)?", part) and len(part) > 2
    return 1 if is_short else 0


def pieces_of(column: str) -> list[str]:
    """The names in a column: "Bee School, Hives, Kyiv" are three, "Ministry of Bees, Woods" one."""
    pieces = at_commas(column)
    is_school = words.SCHOOL.search(column) or words.COUNTRY.fullmatch(pieces[-1])
    is_split = is_school if any(map(score, [column, *pieces])) else is_place(column)
    is_split = is_split or (len(pieces) == 2 and is_place(pieces[1]))
    match = re.match(r"(?P<name>.+?)\s[-–—]\s(?P<place>.+)", column)  # "Hive School - Lublin - PL"
    if match and is_known_place(match["place"]) and score(match["name"]):
        return [*pieces_of(match["name"]), match["place"]]
    return pieces if is_split else [column]


def has_where(column):
    """Whether an organisation or a place stands behind the first of its commas."""
    _first, *others = at_commas(column)
    return any(score(each) >= 2 or words.UNIT.match(each) for each in others) or (
        len(others) > 1 and is_known_place(", ".join(others[-2:]))
    )


def with_school_apart(text: str, what: re.Pattern) -> str:
    """A tab between the university that a line begins with and what one was there."""
    match = SCHOOL_FIRST.match(text)
    is_what = match and what.search(re.split(r"[,\t]", match["rest"])[0])
    return f"{match['school']}\t{match['rest']}" if is_what else text


def is_where(before: str, inner: str) -> bool:
    """Whether a bracket behind a name says where that is: "University of Hives (DE)", a country's
    code, and no letters of the name; "HiveConf (Oslo)".
    """
    initials = "".join(word[0] for word in before.split()).upper()
    if words.COUNTRY.fullmatch(inner) and not re.search(".*".join(inner), initials):
        return True
    is_like = is_place(inner) and not (SHORT_NAME.fullmatch(inner) or score(inner) > 1)
    return is_known_place(inner) or is_like


def with_towns_apart(columns: list[str], what: re.Pattern) -> list[str]:
    """ "Keeper Graz, Austria", "University of Hives Graz, Austria": a town that had a column."""
    found = []
    for column in columns:
        match = TOWN_BEHIND.fullmatch(column)
        name = match["name"].rpartition(", ")[2] if match else ""
        is_what = what.search(name) and not (score(name) or re.search(r"\s\w{1,3}$", name))
        is_name = NAME_ALONE.fullmatch(name) and not score(name)
        is_apart = is_what or is_name or OF_SOMETHING.search(name)
        is_apart = match and is_apart and is_known_place(match["place"])
        found += [match["name"], match["place"]] if is_apart else [column]
    return found


def is_place(part: str) -> bool:
    """Whether it is written as "Kyiv", "Kyiv (Ukraine)", "Kyiv, Ukraine" are."""
    if INITIAL.search(part) or (re.search(HAN, part) and words.DEGREE.search(part)):
        return False
    if part.count("/") > 1 or (re.search(r"[A-Z]{3}", part) and part.isupper()):
        return is_known_place(part)
    names = [name for each in AT_PLACES.split(part) if (name := each.strip(" ."))]
    return bool(names) and all(PLACE.fullmatch(name) or _is_country(name) for name in names)


def is_town(part: str) -> bool:
    """Whether it is surely a place: by its name, with its country, or after a comma."""
    is_named = "," in part and is_place(part) and not words.SUBJECT.search(part)
    return is_known_place(part) or (is_named and not score(part))


def is_known_place(part: str) -> bool:
    """Whether it ends with a town or a country that the lists have, and at most one other name
    stands before that; "CA" only behind a comma.
    """
    names = map(str.strip, AT_PLACES.split(part))
    *before, last = [name for name in names if name] or [""]
    others = [name for name in before if not (words.TOWN.fullmatch(name) or _is_country(name))]
    town, blank, country = last.rpartition(" ")
    is_last = words.TOWN.fullmatch(last) or (
        _is_country(last) and (before or not last.isupper() or len(last) > 2)
    )
    is_last = is_last or (blank and words.TOWN.fullmatch(town) and _is_country(country))
    are_towns = len(others) <= 1 and all(map(PLACE.fullmatch, others))
    return bool(is_last) and are_towns and not any(o.isupper() or score(o) for o in others)


def _is_country(name):
    return bool(words.COUNTRY.fullmatch(re.sub(r"^(?:the|die|la)\s|\.$", "", name, flags=re.I)))


def unit_and_place(where: str) -> list[str]:
    """ "Institut für Physik an der Universität X" -> both; "EAMEA à Cherbourg" -> both."""
    for inner in words.AT.finditer(where):
        before, after = where[: inner.start()], where[inner.end() :]
        is_university = score(after) >= 5 and score(before) < 5.5
        is_in = re.fullmatch(r"\s+à\s+", inner[0]) and not UNIVERSITY.search(before)
        if is_university or (is_in and PLACE.fullmatch(after)):
            return [before, after]
    return [where]


def what_and_where(part: str, pattern: re.Pattern) -> list[str] | None:
    """ "Keeper at the Hive", "Ph.D. (Hives)": what has words of `pattern`, and where it was."""
    return _bracket_apart(part, pattern) or _place_apart(part, pattern)


def _bracket_apart(part, pattern):
    """ "Ph.D. (Institute of Bees, University of Hives)": what, and the parts of where."""
    bracket = LAST_BRACKET.match(part)
    is_behind = bracket and pattern.search(bracket["inner"]) and not score(bracket["inner"])
    found = [*pattern.finditer(bracket["inner"])] if is_behind else []
    is_all = found and (not found[0].start() or found[-1].end() == len(bracket["inner"]))
    is_behind = is_behind and (is_all or re.search(HAN, bracket["inner"]))
    is_behind = is_behind and (score(bracket["before"]) or re.search(HAN, part))
    if is_behind and not pattern.search(bracket["before"]):  # "University of Hives (keeper)"
        return [bracket["inner"], bracket["before"]]
    if not bracket or score(bracket["before"]) or bracket["before"].isupper():
        return None
    inner = bracket["inner"]
    is_firm = "," not in inner and score(inner) >= 3 and pattern.search(bracket["before"])
    is_school = (words.SCHOOL.search(inner) and pattern.search(bracket["before"])) or is_firm
    return [bracket["before"], *parts(inner)] if is_school else None


def _place_apart(part, pattern):
    """What is before a word such as "at", and the organisation behind it."""
    for between in (words.AT, words.SCHOOL_BEHIND, words.NAME_OF_SCHOOL, words.WITHIN):
        for match in between.finditer(part):
            what, where = part[: match.start()], part[match.end() :]
            if len(what) < 2 or what.count("(") > what.count(")"):
                continue
            is_plain = re.fullmatch(r"\s+(?:at(?:\sthe)?|@|bei|chez|presso)\s+", match[0])
            is_what = pattern.search(what) and (
                not words.SCHOOL.search(what) or (is_plain and score(where) >= 5)
            )
            # "in Bee Dances (UCH)": the bracket is where, not the whole.
            name = LAST_BRACKET.sub(r"\g<before>", where)
            # "Ph.D. in Information Systems": what follows was studied.
            least = 5 if pattern is words.DEGREE else 4
            is_place = between in (words.AT, words.WITHIN) and (is_plain or score(name) >= least)
            is_sure = is_what and between is not words.WITHIN
            if is_sure or (is_place and where[:1].isupper() and score(what) < 2):
                return [what, *unit_and_place(where)]
    return None


def with_short_names(text: str) -> str:
    """ "University of Hives – UH" -> "University of Hives (UH)", where its letters begin the
    words of the name.
    """
    text = TWO_NAMES.sub("\\1 \x03 ", text)
    return ACRONYM.sub(_short_name, text)


def _short_name(match):
    initials = "".join(word[0] for word in match["name"].split()).upper()
    is_short = re.search(".*".join(match["short"].removeprefix("UNI")), initials)
    is_short = is_short and (match["between"] != "," or score(match["name"]) >= 4)
    return f"{match['name']} ({match['short']})" if is_short else match[0]


def with_rest_of_title(parts: list[str], text: str) -> list[str]:
    """ "Dances of bees, as seen from afar": what goes on in small letters, no date between."""
    goes_on = rf"\w[^\w{GONE}]+(?=[a-zà-ÿ]+\s\w)"
    while (
        len(parts) > 1
        and re.search(goes_on + re.escape(parts[1]), text)
        and not any(told.search(parts[1]) for told in (words.ROLE, words.MEETING))
        and not score(parts[1])
    ):
        parts = [", ".join(parts[:2]), *parts[2:]]
    return parts
