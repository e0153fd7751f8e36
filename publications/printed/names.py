"""Lists of people as pages print them and people type them, in any order and with any sign.

"A B*, C D and E F (* equal contribution)", "Smith, J., Doe, A. & Li, B.", "Noether, Emmy, and David
Hilbert", "Noether E, Hilbert DA", and BibTeX's "Noether, Emmy A. and Hilbert, David".
"""

import html
import re
from itertools import pairwise

from publications.latex import from_text
from publications.latex.decoding import TAG
from publications.names import (
    ET_AL,
    HAN,
    LAST_SUFFIX,
    MARKS,
    NUMBERS,
    OTHERS,
    PARTICLES,
    SUFFIX,
    Name,
    parse_name,
    parse_names,
    without_others,
)

# A list of names is no longer.
LONGEST_LIST = 50_000
# "(* Equal contribution).", "* denotes equal contribution", "† Corresponding author"
SIGNS = "*∗†‡§¶#✉^"
LEGEND = re.compile(
    rf"[(\[]?\s?(?<![{SIGNS}])(?P<mark>[{SIGNS}]+)\s?[:=]?\s?(?:[a-z]+\s){{0,4}}?"
    r"(?P<what>equal|contribut|correspond|co-first)[^()\[\]]{0,200}[)\]]?[\s.]{0,9}$",
    re.I,
)
# Of the sentence, not of "Smith, J." or "et al."
FULL_STOP = re.compile(r"(?<!\b[^\W\d_a-zß-öø-ÿ])(?<!\bal)\.\s*$")
BETWEEN = re.compile(
    rf"[\s,]+(?:and|&)\s+(?:and\s+)?|(?<=[.{SIGNS}])and\s+|\s*;\s*(?:(?:and|&)\s+)?|\s*[，、；،]\s*",
    re.I,
)
# In other languages; no "Ortega y Gasset".
AND_ELSEWHERE = re.compile(
    r"(?-i:(?<=\S)[\s,]+(?:e|et|und|y)\s+(?=[A-Z][\w.-]*\s+[A-Z](?:\.|[^\W\d_A-Z]))"
    r"|(?<=[A-Z]\.)\s+(?:e|et|und|y)\s+(?=[A-Z][\w'’-]+, [A-Z]\.))"
)
# Of affiliations, behind a name: "Noether1,2", "Hilbert²*" and "Klein (1)".
_place = r"(?:\d{1,2}|[¹²³⁰⁴-⁹]+)"
AFFILIATIONS = re.compile(
    rf"(?<=[^\s\d,;])[ ]?(?:{_place}(?:,\s?{_place})*(?!\w)|[\[(]{_place}(?:,\s?{_place})*[\])])"
)
_initials = r"(?:[^\W\d_]{1,3}|(?:[^\W\d_][^\W\d_]?\.[\s–-]?|[^\W\d_](?![^\W\d_])[\s–-]?){1,4})"
_marks = f"[{re.escape(MARKS)}{NUMBERS}]*"
INITIALS = re.compile(rf"({_initials}){_marks}")
# PubMed's: "Noether E", "Hilbert D. A."; and "NOETHER Emmy", whose family name leads as well.
FAMILY_AND_INITIALS = re.compile(rf"([^,]+?) (({_initials})(?<=\S){_marks})")
CAPITALS_LEAD = re.compile(
    r"([^\W\d_a-z]{2,}(?:[ -][^\W\d_a-z]{2,})*) ([^\W\d_a-z][^\W\d_A-Z]+(?:-[^\W\d_]+)?)"
)
LEADING_MARK = re.compile(rf"([{re.escape(MARKS)}]+)\s+(?=\w)")
# Given names that end a double one ("Gabriel José"), and hardly ever a whole name.
_names = """
    alberto alejandro ana andrés anna beatriz belén carlos carmen christine cristina eduardo elena
    elisabeth fernando ignacio isabel javier jesús joão josé juan katharina louise luis luisa luís
    luiz manuel maria marie mario maría miguel pablo paulo pedro pilar rafael ricardo roberto sofía
    sophie teresa
"""
GIVEN = re.compile(rf"(?:[^\W\d_]\.?|{'|'.join(_names.split())})", re.I)
# "Stefano De Angelis", whose particle BibTeX takes for a given name.
CAPITAL_PARTICLE = re.compile(
    r"(?<=\S)\s((?:De|Del|Della|Dal|Dalla|Di|Von|De L[ao]s?|Van (?:De|Den|Der))\s[^\s.]{2,})$"
)
BIBTEX_FIELD = re.compile(r"(?:author|editor)\s*=\s*[{\"](.*)[}\"]\s*,?", re.I | re.S)
# Behind names, where one of the sure ones shows that there are any: "MS" may be initials.
DEGREES = re.compile(
    r"(?:,?\s*\b(?:Ph\.?\s?D|M\.?D|MS[cN]?|MPH|MBA|M?Eng|BA|BSc?|MA|MBBS|DO|RN|DPhil|DrPH|ScD|FACS|FACEP"
    r"|FRC\w*)\b\.?(?=[\s,;.*\d]|$))+"
)
SURE_DEGREE = re.compile(
    r"\b(?:Ph\.?D|MSc|MPH|FACS|FACEP)\b"
    r"|[^\W\d_]{1,30} [^,;]{1,40}, (?:M\.?D|B[AS]|MS|RN)\b\W*(?:;|$)"
)
ADDED = re.compile(r"\s?[(\[][^()\[\]]{0,200}?[^\W\d_][^()\[\]]{0,200}[)\]]")

# --- Whether words are a name ---

COLLECTIVE = re.compile(
    r"\b(?:Team|[Cc]ollaboration|[Cc]onsortium|Group|Project|Initiative|Network|Institute|Society"
    r"|Committee|Investigators|Laboratory)\.?$|^(?:The )?Working Group on\b"
)
# A second sentence, a number, or a word in small letters that joins none.
NO_COLLECTIVE = re.compile(
    r"[.:]\s|\d|\b(?!(?:of|the|for|and|on|in|de|des|du|la|für|der|collaboration|consortium)\b)"
    r"[a-zß-ÿ]"
)
ROLE = re.compile(r"eds?\.?|editors?|hrsg\.?", re.I)
NAME_WORD = re.compile(r"(?:(?:al|el|[dltDLT])['’-])?[^\W\d_](?:[^\W\d_]|['’`ʻ‘‐‑–·-](?=\w))*\.?")
# "al-Khalil", "deVries", "vanderBerg"
GLUED_PARTICLE = re.compile(
    r"(?:al|el|[dlt])['’-]|(?:de|di|du|le|mac|van(?:de[nr]?)?|von(?:der)?)[A-Z][a-z]"
)
# "Hsin-Chu Ho. Waiting Rooms", but "Ellis St. John".
SENTENCE_END = re.compile(r"(?!St|Md)[A-Z][a-z]\.")
# Of two letters and a full stop they are short for a given name: "Md.", "Yi-Bo."
LONGEST_SHORTENED = 3
# Words that no name has, in titles and venues that are set like names.
NO_NAMES = """
    the of for with from to towards toward using via about into over under between through beyond
    journal proceedings university international conference transactions symposium workshop
    letters review reviews reports access communications annals bulletin magazine press springer
    elsevier ieee acm arxiv preprint phd thesis vol volume pages doi paper accepted submitted
    theory systems dynamics dynamical mathematical mathematics physics chemistry biology statistics
    engineering science sciences studies analysis computing research discrete continuous american
    their how why what when who where is are do does can tbd tba todo
"""
NO_NAME_WORDS = frozenset(NO_NAMES.split())
# "The" is a given name beside these: "The Anh Tran".
VIETNAMESE = frozenset(
    "bui dang dinh duong hoang huynh le luong ngo nguyen pham phan tran trinh truong vo vu".split()
)
# Within a name: "Robert 'Bob' S. Fox", and the word that is none elsewhere: "Wang, Can".
NICKNAME = re.compile(r"(?<=\w )[\"“'‘][^\W\d_]+[\"”'’] (?=\w)|(?<=\w,) Can$| du Can(?=,|$)")
MOST_WORDS = 6
LONGEST_NAME = 150
# 前川喜久雄
LONGEST_HAN = 5


def is_collective(text: str) -> bool:
    """ "The Tide Consortium", in one sentence."""
    is_none = NO_COLLECTIVE.search(text) or text.startswith(("Transactions", "Journal", "Annals"))
    return bool(COLLECTIVE.search(text)) and not is_none


def bibtex_name(name: str) -> str:
    """A name for BibTeX, as `parse_name` reads it; a collective is one name in braces."""
    if name.startswith("{") or COLLECTIVE.search(name):
        return f"{{{from_text(name.strip('{}'))}}}"
    if "," not in name and (family := CAPITAL_PARTICLE.search(name)):
        name = f"{family[1]}, {name[: family.start()]}"
    return from_text(name)


def is_name(text: str) -> bool:
    """Whether the words could be one person's name, marks and a comma within allowed."""
    if len(text) > LONGEST_NAME or re.search(r"\w&\w", text):  # "A&A" is a journal
        return False
    text = NICKNAME.sub("", text)
    words = re.sub(rf"[{re.escape(MARKS)}{NUMBERS}]|(?<=[\w.]),", " ", text).split()
    if len(words) > 2 and not VIETNAMESE.isdisjoint((words[0].lower(), words[-1].lower())):
        words = [word for word in words if word != "The"]
    if not 0 < len(words) <= MOST_WORDS or (INITIALS.fullmatch(text) and are_initials(text)):
        return False
    if any(map(SENTENCE_END.fullmatch, words[1:-1])) or all(word[0].islower() for word in words):
        return False
    return all(map(_is_word_of_name, words))


def _is_word_of_name(word):
    if word.lower() in PARTICLES or LAST_SUFFIX.fullmatch(word):
        return True
    parts = word.removesuffix(".").split("-")
    is_brief = word.endswith(".") and max(map(len, parts)) < LONGEST_SHORTENED
    is_none = word.casefold().strip(".") in NO_NAME_WORDS
    if (is_none and not (is_brief and word[0].isupper())) or word in (",", "."):
        return False
    if HAN.search(word):
        is_short = len(word) <= LONGEST_HAN or "·" in word or "・" in word
        return is_short and not re.search(r"[.．。]", word)
    if re.fullmatch(rf"{_initials}", word):
        return are_initials(word) or word[0].isupper() or word.lower() == word.upper()
    is_shortened = word.endswith(".") and not is_brief
    starts_low = word[0].islower() and not GLUED_PARTICLE.match(word)
    return bool(NAME_WORD.fullmatch(word)) and not is_shortened and not starts_low


def are_initials(text: str) -> bool:
    """ "J. P.", "JP", "J.-P.", "Ch.": capitals, unless a full stop follows."""
    if not INITIALS.fullmatch(text.strip()):
        return False
    return all(
        sign.isupper() or following == "."
        for sign, following in pairwise(f"{text} ")
        if sign.isalpha()
    )


def names_in(text: str) -> tuple[list[str], list[str]]:
    """The names of a printed list as `parse_name` reads them, and the pieces that are none.

    A list that is cut short ends in "others"; a collective is in braces.
    """
    if len(text) > LONGEST_LIST:
        return [], [text[:200]]
    text = AFFILIATIONS.sub("", ADDED.sub("", _without_legends(text)[0]).strip(" ,;:：．。⋅-–"))
    text = re.sub(r"(?<=[a-zß-ÿ]{3})\.(?=,)", "", text)  # "Emmy Noether., David Hilbert"
    text = re.sub(r"\s(?:on behalf of|for) the [^,]{2,60}\b[Cc]ollaboration\b", "", text)
    if SURE_DEGREE.search(text):
        text = DEGREES.sub("", text)
    text = re.sub("(?<=[\u4e00-\u9fff])・(?=[\u4e00-\u9fff])", ", ", text)
    text = re.sub(r"(?<=[.\w]) 他$|\s+(?:In|En|Em|Dans)$", _end_of_list, text)
    text = re.sub("(?<=[\u4e00-\u9fff]{2})(?:等|ら|ほか|他)\\.?$", ", et al", text)
    stripped, is_cut = ET_AL.subn("", text.rstrip(" ."))
    names, lost = [], []
    for piece in split_printed(stripped if is_cut else text):
        if OTHERS.fullmatch(piece.strip("… .") or "…"):
            is_cut = True
        elif ROLE.fullmatch(piece) or re.fullmatch("[a-z]", piece):
            continue
        elif is_collective(piece):
            names.append(f"{{{piece}}}")
        elif is_name(piece) or is_name(piece.removesuffix(".")):  # "Simon G. Lind., Ada Berg"
            names.append(piece if is_name(piece) else piece.removesuffix("."))
        elif piece.startswith(("…", "...")) and is_name(piece.lstrip("…. ")):
            is_cut = True
            names.append(piece.lstrip("…. "))
        else:
            # "Hilbert, David. Review of": a sentence behind the last name.
            stops = [match.start() for match in re.finditer(r"\.\s", piece[:LONGEST_NAME])]
            stop = next((at for at in reversed(stops) if is_name(piece[:at])), None)
            names += [piece[:stop]] * (stop is not None)
            lost.append(piece[stop + 2 :] if stop else piece)
    return names + ["others"] * (is_cut and bool(names)), lost


def _end_of_list(match):
    """ "Alice Ahlgren 他" is cut short; in "Ahlgren, A. In" the place follows."""
    return ", et al" if "他" in match[0] else ""


# --- Lists -------------------------------------------------------------------------------------


def split_printed(text: str) -> list[str]:
    """The names of a printed list, each still with its marks; ✉ marks who a legend says
    corresponds.
    """
    text, corresponding = _without_legends(text)
    text = FULL_STOP.sub("", text.strip(" ,"))
    text = AND_ELSEWHERE.sub(" and ", text) if "," in text or ";" in text else text
    parts = [part.strip(" ,") for part in BETWEEN.split(text)]
    parts = [part for part in parts if part]
    if len(parts) > 1 and all(part.count(",") == 1 for part in parts):
        names = parts
    else:
        names = [name for part in parts for name in _printed_names(part)]
    names = _families_first(names)
    return [name.replace(corresponding, "✉") if corresponding else name for name in names]


def _without_legends(text):
    corresponding = ""
    while match := LEGEND.search(text):
        if match["what"].lower().startswith("corr"):
            corresponding = match["mark"]
        text = text[: match.start()].rstrip(" ,;.")
    return text, corresponding


def _families_first(names):
    """With a comma, where each name has its family name first by its form."""
    bare = [name for name in names if "," not in name and is_name(name)]
    for form in (FAMILY_AND_INITIALS, CAPITALS_LEAD):
        matches = {name: form.fullmatch(name) for name in bare}
        if matches and all(map(_leads, matches.values())):
            led = {name: f"{match[1]}, {match[2]}" for name, match in matches.items()}
            return [led.get(name, name) for name in names]
    first = FAMILY_AND_INITIALS.fullmatch(names[0]) if names[1:] else None
    if bare == names and _leads(first) and all(map(initials_lead, names[1:])):
        return [f"{first[1]}, {first[2]}", *names[1:]]  # "Noether E, D Hilbert, F Klein"
    return names


def initials_lead(name: str) -> bool:
    """ "D Hilbert", "J.-P. Serre"."""
    first, _blank, rest = name.partition(" ")
    return bool(rest) and are_initials(first) and not are_initials(rest)


def _leads(match):
    """Whether what leads is a family name: no initials, but "HU Z"; nor is "Owen III" one."""
    if not match or is_collective(match[0]) or (" " in match[1] and SUFFIX.fullmatch(match[2])):
        return False
    if match.re is CAPITALS_LEAD:
        return match[1].isupper()
    is_family = not are_initials(match[1]) or len(match[1]) > len(match[3].strip(".")) == 1
    return is_family and are_initials(match[3].strip())


def _printed_names(part):
    """ "Smith", "J." are one name; so is the first of "Noether, Emmy, David Hilbert"."""
    pieces = []
    for piece in filter(None, map(str.strip, part.split(","))):
        # "King, Jr.", and the second sign of "Noether*,†"
        if pieces and (mark := LEADING_MARK.match(piece)):
            pieces[-1] += mark[1]
            piece = piece[mark.end() :]
        belongs = SUFFIX.fullmatch(piece) or not piece.strip(MARKS + NUMBERS)
        if belongs and piece.startswith("M.") and len(pieces) % 2:
            # "Hilbert, D., Noether, M. D., Klein, F.", but "Hilbert, David, M.D., Klein, Felix"
            belongs = not are_initials(pieces[1]) if pieces[1:] else " " in pieces[0]
        if pieces and belongs:
            pieces[-1] += f", {piece}" if piece[0].isalpha() else piece
        else:
            pieces.append(piece)
    names, number, is_inverted, are_pairs = [], 0, True, _are_pairs(pieces)
    while number < len(pieces):
        first, second, third = [*pieces[number:], "", ""][:3]
        is_inverted = are_pairs or (
            bool(second) and _is_one_name(first, second, third, is_inverted, len(pieces) == 2)
        )
        names.append(f"{first}, {second}" if is_inverted else first)
        number += 2 if is_inverted else 1
    return names


def _are_pairs(pieces):
    """Whether of three names or more each has its family name first, which is one word in most:
    "Noether, Emmy, Ortega Ruiz, Ana del Sol, Hilbert, David".
    """
    families = pieces[::2]
    capitals = [_capitals(family) for family in families]  # none: 王明, "et al."
    is_even = len(pieces) == 2 * len(families) > 4 and 0 not in capitals
    words = [word for family in families for word in family.split() if word != "St."]
    are_words = not any(word.lower() == word.upper() or are_initials(word) for word in words)
    return is_even and are_words and 3 * capitals.count(1) >= 2 * len(families)


def _is_one_name(first, second, third, is_inverted, are_two):
    """Whether "first, second" is a family name and given names. `is_inverted`: so is the name
    before; `are_two`: nothing else is in the list.
    """
    family, given = first.partition(",")[0], second.partition(",")[0]
    if is_collective(family):
        return False
    if given.lower() == given.upper() or family.lower() == family.upper():  # 王明, 李娜
        return False
    words = (word for word in family.split() if word != "St.")
    if any(map(are_initials, words)) or OTHERS.fullmatch(second):
        return False
    if are_initials(given):
        return True
    if are_two:
        return _is_family_first(family, second)
    if " " in third and " " not in second and _capitals(family) > 1:
        # "Asif Ali, Shweta, Carol Kelp", but "Ortega Ruiz, María, Carol Kelp"
        is_inverted &= bool(GIVEN.fullmatch(second)) or family.split()[0] in PARTICLES
    return is_inverted and (_capitals(family) == 1 or " " not in second)


def _capitals(words):
    return sum(not word[0].islower() for word in words.split())


def _is_family_first(left, right):
    """ "Noether, Emmy" and "García Márquez, Gabriel José"; "Emmy Noether, David Hilbert" are two.

    Where both have several words, it is one that begins with a particle, or one whose second half
    alone has a given name or an initial where it should have a family name.
    """
    words = left.split()
    if " " not in right or _capitals(left) == 1:
        return True
    is_given = GIVEN.fullmatch(right.split()[-1]) and not any(map(GIVEN.fullmatch, words))
    return bool(is_given) or words[0] in PARTICLES


def parse_typed(text: str) -> tuple[list[Name], bool, list[str]]:
    """As parse_names, of a list in any form that people type or paste, BibTeX's own among them."""
    text = text.strip()
    if match := BIBTEX_FIELD.fullmatch(text):
        text = match[1]
    if "{" in text or "\\" in text:
        return parse_names(text)
    text = TAG.sub("", html.unescape(text))
    warnings: list[str] = []
    lines = [line.strip(" ,;") for line in text.splitlines() if line.strip(" ,;")]
    if all(line.count(",") < 2 and not BETWEEN.search(line) for line in lines):
        text = ";".join(lines)
    text = AFFILIATIONS.sub("", bare := " ".join(text.split()))
    if text != bare:
        warnings.append("numbers behind names were left out.")
    text, is_cut = ET_AL.subn("", text)
    parts, others = without_others(split_printed(text))
    names = [name for part in parts if (name := parse_name(part, warnings))]
    return names, bool(is_cut) or others, warnings
