"""Person lists and single names of BibTeX and biblatex, kept as they are printed.

Coauthors are split on the raw text, each name is cut into words there too, and only the words
are decoded: `{Barnes and Noble}` stays one name, and `{\\O}ystein` counts as a capital.
"""

import html
import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from profiles.folding import fold_accents, spellings
from publications.latex import TAG, to_text

MARKS = "*∗⋆⁎＊†‡§¶‖#✉✝★☆^&"
NUMBERS = "¹²³⁰⁴⁵⁶⁷⁸⁹⁺⁽⁾"
_mark = f"[{re.escape(MARKS)}{NUMBERS}]"
MARKED = re.compile(rf"(?<=[^\s])\s*((?:{_mark}|(?<={_mark})[,\s]+(?={_mark}))+)$")
MARKS_IN_BRACKETS = re.compile(rf"\(({_mark}+)\)$")
MARKS_LENGTH = 40
MARKED_BEFORE = re.compile(r"^([*∗†‡]+)\s*(?=\w)")
DECORATION = re.compile(r"[*∗⋆⁎＊†‡§¶‖#✉✝★☆^&¹²³⁰⁴-⁹$\\]")

TOKEN = re.compile(r"\\.|[{}]| and(?=[ {])|^and(?= )|[;|&,；、，]", re.S | re.I)
SUFFIX = re.compile(
    r"(?:[Jj]n?r|[Ss]n?r|JR|SR)\.?|II|III|IV|VI{0,3}|Esq\.?|Ph\.?\s?D\.?|M\.?\s?D\.?"
)
LAST_SUFFIX = re.compile(r"(?:[Jj]r|[Ss]r)\.?|II|III|IV")
CJK = re.compile(
    r"[\u2e80-\u2fdf\u3005\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af·・\s\U00020000-\U0003ffff]+"
)
EXTENDED = re.compile(
    r"\s*\"?\s*(family|given|prefix|suffix|use\w+|[a-z]+-i|id|nosort\w*|\w*template(?:s|name))\s*=",
    re.I,
)
EMPHASIS = re.compile(
    r"(\\(?:textbf|underline|uline|emph|textit|textnormal|mkbibbold)\s*\{|\{\\(?:bf|it|em|bfseries|itshape)\s+)"
    r"([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}(.*)",
    re.S,
)
GROUPS = re.compile(r".*\b(?:collaboration|consortium)|.*\s(?:Inc|Ltd|LLC|GmbH|Corp)\.?", re.I)
COMPANY = re.compile(r"(?:Inc|Ltd|LLC|GmbH|Corp|S\.A|Co)\.?", re.I)
SPECIAL_START = re.compile(r"\{\s*\\")
INITIAL = r"[^\W\d_a-z]\.-?"
GLUED = re.compile(rf"((?:{INITIAL})+)([^\W\d_]{{3}}.*)")
DOTTED = re.compile(rf"(?:{INITIAL})+")
PARTICLES = {
    *("van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "das", "do", "du", "la"),
    *("le", "ten", "ter", "zu", "zum", "zur", "af", "av", "bin", "ibn", "al", "el", "y"),
}

MARKDOWN = re.compile(r"(\*\*|__)(?=\w)(.+\w\W?)\1(.*)", re.S)
# What people add to a name, and no part of one: "(Supervisor)", "(ed.)", "(University of X)".
ADDED = re.compile(r"(.*[^\s(])\s*\((?!e?s\))([^()]*[^\W\d_][^()]*)\)", re.S)
# DBLP tells people of one name apart: "Wei Wang 0001".
HOMONYM = re.compile(r"(?<=[^\W\d_]) 0\d{3}$")
ROLE = re.compile(
    r"(?:ph\.?\s?d\.?\s+)?(?:co-?)?(?:supervisor|advis[oe]r|mentor|editor|ed|hrsg|hg|translator|trans"
    r"|chair|author|pi)s?\.?|.*\b(?:universit\w+|institut\w*|college|department|labs?)\b.*",
    re.I | re.S,
)
BREAKS = re.compile(r"[^\w']+|_")
HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


class Name(NamedTuple):
    """A person's name in parts, or a `literal` for what has none; `marks` as printed ("*†")."""

    given: str = ""
    family: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    marks: str = ""

    def __bool__(self) -> bool:
        """Whether there is anything of a name in it."""
        return bool(self.family or self.literal or self.given or self.particle or self.suffix)

    @property
    def display(self) -> str:
        """The name as "Given particle Family, Suffix", 王博, or the literal one."""
        if self.literal:
            return self.literal
        if leads_with_family(self.family):
            return f"{self.family}{self.given}"
        name = " ".join(filter(None, (self.given, self.particle, self.family)))
        return f"{name}, {self.suffix}" if self.suffix else name


NOBODY = Name()


def cut(raw: str, separator: str) -> list[str]:
    """Cut outside braces at `separator`: one sign, or the word "and"."""
    if separator not in raw.lower():
        return [raw]
    parts, start, depth = [], 0, 0
    for token in TOKEN.finditer(raw):
        sign = token[0].lower()
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth == 0 and sign.lstrip() == separator:
            parts.append(raw[start : token.start()])
            start = token.end()
    return [*parts, raw[start:]]


def parse_name(raw: str, warnings: list[str] | None = None) -> Name:
    """One raw name in any of BibTeX's three forms, or biblatex's `family=..., given=...`."""
    name, doubts = _parsed(raw)
    if warnings is not None:
        warnings += doubts
    return name


@lru_cache(32768)  # the people of a file come again and again
def _parsed(raw: str) -> tuple[Name, tuple[str, ...]]:
    warnings: list[str] = []
    raw = raw.strip(" ,;\t\n")
    if EXTENDED.match(raw):
        return _extended(raw), ()
    raw = _without_additions(raw, warnings)
    if (bold := EMPHASIS.fullmatch(raw)) and not bold[3].strip(" ,$^{}*†‡\\dager"):
        raw = bold[2].strip() + bold[3]
    if _is_wholly_braced(raw):
        text, marks = _unmarked(to_text(raw))
        return Name(literal=text, marks=marks), ()
    if not DECORATION.search(raw) and "{" not in raw and "~" not in raw:
        name = _from_parts([part.split() for part in raw.split(",")], "", warnings)
    else:
        name = _decorated(raw, warnings)
    return name, tuple(warnings)


def _without_additions(raw: str, warnings: list[str]) -> str:
    """The name without brackets behind it, a number of DBLP's, or bold type of Markdown.

    "Smith, Robert (Bob)" keeps his.
    """
    added = ADDED.fullmatch(raw) if raw.endswith(")") else None
    if added and ("," not in added[1] or ROLE.fullmatch(added[2])):
        warnings.append(f"“({added[2][:60]})” behind a name was left out of it.")
        raw = added[1]
    raw = HOMONYM.sub("", raw)
    bold = MARKDOWN.fullmatch(raw)
    return bold[2] + bold[3] if bold else raw


def _decorated(raw: str, warnings: list[str]) -> Name:
    """A name with LaTeX or marks in it: cut into raw words, decode each, take the marks off."""
    parts, marks = [], ""
    for part in cut(raw, ","):
        words = []
        for word in _words(part):
            text, mark = _unmarked(to_text(word))
            if mark == "&" and words and not text:  # "Kelp & Sons"
                text, mark = mark, ""
            marks += mark
            if text:
                is_protected = word.startswith("{") and not SPECIAL_START.match(word)
                words.append(_Protected(text) if is_protected else text)
        parts.append(words)
    if len(parts) == 1 and len(parts[0]) == 1 and isinstance(parts[0][0], _Protected):
        return Name(literal=str(parts[0][0]), marks=marks)
    return _from_parts(parts, marks, warnings)


class _Protected(str):
    """A word in braces: it has no case, and is never a particle."""

    __slots__ = ()


def _is_wholly_braced(raw: str) -> bool:
    if not (raw.startswith("{") and raw.endswith("}")) or (
        SPECIAL_START.match(raw) and " " not in raw
    ):
        return False
    depth = 0
    for sign in re.finditer(r"\\.|[{}]", raw, re.S):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if depth == 0:
            return sign.end() == len(raw)
    return False


def _words(raw: str) -> list[str]:
    words, start, depth, in_maths = [], 0, 0, False
    for token in re.finditer(r"\\.|[{}$]|[\s~]+", raw, re.S):
        sign = token[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif sign == "$":
            in_maths = not in_maths
        elif depth == 0 and not in_maths and sign[0] != "\\":
            # A blank may only end a macro's name: `\v c`, `\o ystein`.
            before = raw[max(0, token.start() - 8) : token.start()]
            if "~" in sign or not re.search(r"\\[A-Za-z]{1,7}$", before):
                words.append(raw[start : token.start()])
                start = token.end()
    words.append(raw[start:])
    return [word for word in words if word]


def _unmarked(text: str) -> tuple[str, str]:
    """The text without the signs printed around it, and those signs."""
    text = MARKS_IN_BRACKETS.sub(r"\1", text)
    mark = MARKED.search(text, max(0, len(text) - MARKS_LENGTH))
    marks = re.sub(r"\s", "", mark[1]).replace("^", "") if mark else ""
    text = text[: mark.start()] if mark else text
    if before := MARKED_BEFORE.match(text):
        text, marks = text[before.end() :], before[1] + marks
    if text and not text.strip(MARKS + NUMBERS + ","):
        return "", re.sub(r"[\s,^]", "", text) + marks
    return text, marks


def _from_parts(parts: list[list[str]], marks: str, warnings: list[str]) -> Name:
    parts = [part for part in parts if part]
    if not parts:
        return NOBODY
    if len(parts) == 1:
        name = _first_von_last(parts[0])
        return name._replace(marks=marks) if marks else name
    suffix = ""
    if len(parts) > 2:  # `von Last, Jr, First`, or `Last, First, Jr.` as many type it
        second, third = " ".join(parts[1]), " ".join(parts[2])
        at = 2 if SUFFIX.fullmatch(third) and not SUFFIX.fullmatch(second) else 1
        suffix, parts = " ".join(parts[at]), parts[:at] + parts[at + 1 :]
    if len(parts) > 2:
        shown = ", ".join(" ".join(part) for part in parts)
        warnings.append(f"“{shown[:60]}” has more commas than a name has")
    if len(parts) == 2 and not suffix and LAST_SUFFIX.fullmatch(" ".join(parts[1])):
        return _first_von_last(parts[0])._replace(suffix=" ".join(parts[1]), marks=marks)
    if len(parts) == 2 and COMPANY.fullmatch(" ".join(parts[1])):
        return Name(literal=", ".join(" ".join(part) for part in parts), marks=marks)
    if len(parts) == 2 and len(parts[0]) > 1 and LAST_SUFFIX.fullmatch(parts[0][-1]):
        suffix = parts[0].pop()
    lower = [index for index, word in enumerate(parts[0][:-1]) if _is_lower(word)]
    cut = lower[-1] + 1 if lower else 0
    particle, family = " ".join(parts[0][:cut]), " ".join(parts[0][cut:])
    given = " ".join(" ".join(part) for part in parts[1:])
    return Name(given, family, particle, suffix, "", marks)


def _first_von_last(words: list[str]) -> Name:
    whole = " ".join(words)
    if CJK.fullmatch(whole) or GROUPS.fullmatch(whole):
        return Name(literal=whole)
    suffix = ""
    if len(words) > 2 and LAST_SUFFIX.fullmatch(words[-1]):
        suffix, words = words[-1], words[:-1]
    words = _initials_first(words)
    lower = [index for index, word in enumerate(words[:-1]) if _is_lower(word)]
    starts_with_particle = _is_lower(words[0]) and words[0].lower() in PARTICLES
    first = last = len(words) - 1
    if lower and (starts_with_particle or (len(words) > 2 and lower[0] > 0)):
        first, last = lower[0], lower[-1] + 1
    return Name(
        " ".join(words[:first]), " ".join(words[last:]), " ".join(words[first:last]), suffix
    )


def _initials_first(words: list[str]) -> list[str]:
    """Initials apart and in front: "J.Smith" and "Smith J." are J. Smith."""
    if glued := GLUED.fullmatch(words[0]):
        return [glued[1], glued[2], *words[1:]]
    at = len(words)
    while DOTTED.fullmatch(words[at - 1]) and not DOTTED.fullmatch(words[0]):
        at -= 1
    return words[at:] + words[:at]


def _is_lower(word: str) -> bool:
    letter = next(filter(str.isalpha, word), "")
    return letter.islower() and not isinstance(word, _Protected)


def _extended(raw: str) -> Name:
    """Read biblatex's extended format, `family=Goethe, given=Johann, prefix=von`."""
    values = {}
    for part in cut(raw.replace('"', ""), ","):
        name, equals, value = part.partition("=")
        if equals:
            values[name.strip().lower()] = to_text(value.strip().strip('"'))
    family, marks = _unmarked(values.get("family", ""))
    given, more = _unmarked(values.get("given", ""))
    parts = (given, family, values.get("prefix", ""), values.get("suffix", ""))
    return Name(*parts, "", marks + more)


def fold(text: str) -> str:
    """Lower case without accents, dashes and dots as blanks: "Jae‐Jae Łoś." is "jae jae los"."""
    return BREAKS.sub(" ", fold_accents(text)).replace("'", "").strip()


def name_keys(name: Name) -> frozenset[str]:
    """The folded full name in both orders, its umlauts in one letter each or in two."""
    family = " ".join(filter(None, (name.particle, name.family)))
    whole = [f"{name.given} {family}", f"{family} {name.given}"]
    orders = [name.literal] if name.literal else whole
    spelt_out = [spellings(order)[-1] for order in orders if not order.isascii()]
    return frozenset(fold(order) for order in [*orders, *spelt_out])


def leads_with_family(family: str) -> bool:
    """Whether the name is written family first and without a blank: 王小明."""
    return bool(HAN.search(family))


# --- Lists of people: cut at `and`, or at what people type instead of it -----------------------


AND = re.compile(" and ", re.I)
STRAY_AND = re.compile(r"^(?:and\s+)+|\s+and$|^and$", re.I)
OTHERS = re.compile(
    r"(?:and |the |many |several )*others\.?|et\.?[\s~]*al\.?|\.{3}|…|等|и др\.?", re.I
)
MAY_BE_OTHERS = re.compile(r"others|\bet\b|\betal|\.{3}|…|dots", re.I)
ET_AL = re.compile(r"[\s,;]+(?:et\.?[\s~]*al\.?|and\s+others)$", re.I)
HREF = re.compile(r"\\href\s*\{[^{}]*\}\s*(?=\{)")
AND_MACRO = re.compile(r"\\and(?![A-Za-z])")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,4}")


# "Alice Ahlgren, Bob Brandt," before "and Chris Charlie": no name ends so.
THREE = re.compile(r"([^,;{}]{1,99}\s[^,;{}]{1,99}),\s*([^,;{}]{1,99}\s[^,;{}]{1,99}),")


def parse_names(raw: str) -> tuple[list[Name], bool, list[str]]:
    """The names of an author or editor field, whether it ends in "and others", and warnings.

    Names are decoded text. Lists joined by `;`, `&` or commas alone are split with a warning.
    """
    warnings: list[str] = []
    if "&" in raw:
        raw = html.unescape(raw)
    if "<" in raw:
        raw = TAG.sub("", raw)
    if "\\" in raw:
        raw = AND_MACRO.sub("and", HREF.sub("\\\\textnormal", raw))
    raw = " ".join(raw.split())
    may_be_cut, others, others_too = MAY_BE_OTHERS.search(raw), False, False
    parts = cut(raw, "and") if "{" in raw or "}" in raw else AND.split(raw)
    parts = [STRAY_AND.sub("", part.strip()).strip() for part in parts]
    if len(parts) == 2 and (three := THREE.fullmatch(parts[0])) and "," not in parts[1]:
        parts[0] = f"{three[1]}; {three[2]}"
    parts = [part for part in parts if part.strip(" ,;")]
    if may_be_cut:
        parts, others = without_others(parts)
    parts = [piece for part in parts for piece in _split_further(part, warnings)]
    if may_be_cut:
        parts, others_too = without_others(parts)
    names = [name for part in parts if (name := parse_name(part, warnings))]
    return names, others or others_too, warnings


def without_others(parts: list[str]) -> tuple[list[str], bool]:
    kept = []
    for part in parts:
        part = ET_AL.sub("", part) if "{" not in part[-8:] else part
        plain = to_text(part) if "\\" in part else part
        if not OTHERS.fullmatch(plain.strip("{} ,")):
            kept.append(part)
    return kept, kept != parts


def _split_further(part: str, warnings: list[str]) -> list[str]:
    """One `and`-part may still be a list: by semicolons, bars, ampersands or commas."""
    if "=" in part and EXTENDED.match(part):
        return [part]
    for sign in ";|；、，":
        if sign in part and len(pieces := _some(cut(part, sign))) > 1:
            warnings.append(f"names separated by “{sign}” instead of “and” were split; check them.")
            return pieces
    if part.count(",") > 3:  # Mendeley's braces, around the sign between two names
        part = part.replace("{\\&}", "&")
    if "&" in part:
        pieces = _some(re.split(r"\s\\?&\s", part) if "{" not in part else cut(part, "&"))
        if len(pieces) > 1:
            warnings.append("names separated by “&” instead of “and” were split; check them.")
            return [one for piece in pieces for one in _split_commas(piece, warnings)]
    return _split_commas(part, warnings)


def _some(parts: list[str]) -> list[str]:
    return [part.strip(" \\\n\t") for part in parts if part.strip(" ,\\\n\t")]


def _split_commas(part: str, warnings: list[str]) -> list[str]:
    if part.count(",") < 2:
        return [part]
    pieces = [piece.strip() for piece in cut(part, ",")]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 3 or any(SUFFIX.fullmatch(piece) for piece in pieces[1:3]):
        return [part]
    if all(re.search(r"[\s~]", piece) for piece in pieces):
        warnings.append("names separated by commas instead of “and” were split; check them.")
        return pieces
    if len(pieces) == 3:
        return [part]
    if len(pieces) % 2 == 0 and all(INITIALS.fullmatch(piece) for piece in pieces[1::2]):
        warnings.append("names separated by commas instead of “and” were split; check them.")
        return [f"{family}, {given}" for family, given in list(pairwise(pieces))[::2]]
    warnings.append(f"“{to_text(part)[:60]}” has too many commas; separate names with “and”.")
    return ["{" + part.replace("{", "").replace("}", "") + "}"]
