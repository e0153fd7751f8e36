"""Person lists and single names of BibTeX and biblatex, kept as they are printed.

Coauthors are split on the raw text, each name is cut into words there too, and only the words
are decoded: `{Barnes and Noble}` stays one name, and `{\\O}ystein` counts as a capital.
"""

import html
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from publications.latex import to_text

_words = str.split

MARKS = "*∗⁎＊†‡§¶‖#✉✝★☆^&"
_NUMBERS = "¹²³⁰⁴⁵⁶⁷⁸⁹⁺⁽⁾"
MARKED = re.compile(
    rf"(?<=[^\s])\s*((?:[{re.escape(MARKS)}{_NUMBERS}]|(?<=[{_NUMBERS}])[,\s]+(?=[{_NUMBERS}{re.escape(MARKS)}]))+)$"
)
MARKED_BEFORE = re.compile(r"^([*∗†‡]+)\s*(?=\w)")
DECORATION = re.compile(r"[*∗⁎＊†‡§¶‖#✉✝★☆^&¹²³⁰⁴-⁹$\\]")

TOKEN = re.compile(r"\\.|[{}]| and(?=[ {])|^and(?= )|[;&,]", re.S | re.I)
AND = re.compile(" and ", re.I)
STRAY_AND = re.compile(r"^(?:and\s+)+|\s+and$|^and$", re.I)
OTHERS = re.compile(r"others|et\.?\s*al\.?|and others|\.{3}|…", re.I)
ET_AL = re.compile(r"[\s,;]+(?:et\.?\s*al\.?|and\s+others)$", re.I)
SUFFIX = re.compile(
    r"(?:[Jj]n?r|[Ss]n?r|JR|SR)\.?|II|III|IV|VI{0,3}|Esq\.?|Ph\.?\s?D\.?|M\.?\s?D\.?"
)
LAST_SUFFIX = re.compile(r"(?:[Jj]r|[Ss]r)\.?|II|III|IV")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,4}")
CJK = re.compile(
    r"[\u2e80-\u2fdf\u3005\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af·・\s\U00020000-\U0003ffff]+"
)
EXTENDED = re.compile(r"\s*(family|given|prefix|suffix|useprefix|[a-z]+-i|id|nosort\w*)\s*=", re.I)
EMPHASIS = re.compile(
    r"(\\(?:textbf|underline|uline|emph|textit|mkbibbold)\s*\{|\{\\(?:bf|it|em|bfseries|itshape)\s+)"
    r"([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}(.*)",
    re.S,
)
GROUPS = re.compile(r".*\b(?:collaboration|consortium)", re.I)
SPECIAL_START = re.compile(r"\{\s*\\")
PARTICLES = frozenset(
    _words(
        "van von der den de del della di da dos das do du la le ten ter zu zum zur af av bin ibn"
        " al el y"
    )
)


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name in parts, or a `literal` for what has none; `marks` as printed ("*†")."""

    given: str = ""
    family: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    marks: str = ""

    @property
    def display(self) -> str:
        """ "Given particle Family, Suffix", or the literal."""
        if self.literal:
            return self.literal
        name = " ".join(filter(None, (self.given, self.particle, self.family)))
        return f"{name}, {self.suffix}" if self.suffix else name

    @property
    def is_literal(self) -> bool:
        return bool(self.literal)


def parse_names(raw: str) -> tuple[list[Name], bool, list[str]]:
    """The names of an author or editor field, whether it ends in "and others", and warnings.

    Names are decoded text. Lists joined by `;`, `&` or commas alone are split with a warning.
    """
    warnings: list[str] = []
    if "&" in raw:
        raw = html.unescape(raw)
    parts, others = _without_others(split_list(raw))
    parts = [piece for part in parts for piece in _split_further(part, warnings)]
    parts, others_too = _without_others(parts)
    names = [name for part in parts if (name := parse_name(part, warnings)) != Name()]
    return names, others or others_too, warnings


def split_list(raw: str) -> list[str]:
    """The raw names of a list, cut at `and` outside braces; empty ones are left out."""
    raw = " ".join(raw.split())
    parts = _cut_at_and(raw) if "{" in raw or "}" in raw else AND.split(raw)
    parts = (STRAY_AND.sub("", part.strip()).strip() for part in parts)
    return [part for part in parts if part.strip(" ,;")]


def _cut_at_and(raw: str) -> list[str]:
    parts, start, depth = [], 0, 0
    for token in TOKEN.finditer(raw):
        sign = token[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth == 0 and sign[-3:].lower() == "and" and sign[0] != "\\":
            parts.append(raw[start : token.start()])
            start = token.end()
    return [*parts, raw[start:]]


def _cut(raw: str, signs: str) -> list[str]:
    """Cut at any of the single `signs` outside braces."""
    if not any(sign in raw for sign in signs):
        return [raw]
    parts, start, depth = [], 0, 0
    for token in TOKEN.finditer(raw):
        sign = token[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth == 0 and sign in signs:
            parts.append(raw[start : token.start()])
            start = token.end()
    return [*parts, raw[start:]]


def _without_others(parts: list[str]) -> tuple[list[str], bool]:
    kept = []
    for part in parts:
        part = ET_AL.sub("", part) if "{" not in part[-8:] else part
        if not OTHERS.fullmatch(part.strip("{} ,")):
            kept.append(part)
    return kept, kept != parts


def _split_further(part: str, warnings: list[str]) -> list[str]:
    """One `and`-part may still be a list: by semicolons, ampersands or commas."""
    if EXTENDED.match(part):
        return [part]
    if ";" in part and len(pieces := _some(_cut(part, ";"))) > 1:
        warnings.append("names separated by “;” instead of “and” were split")
        return pieces
    if "&" in part:
        pieces = _some(re.split(r"\s\\?&\s", part) if "{" not in part else _cut(part, "&"))
        if len(pieces) > 1:
            warnings.append("names separated by “&” instead of “and” were split")
            return [one for piece in pieces for one in _split_commas(piece, warnings)]
    return _split_commas(part, warnings)


def _some(parts: list[str]) -> list[str]:
    return [part.strip(" \\\n\t") for part in parts if part.strip(" ,\\\n\t")]


def _split_commas(part: str, warnings: list[str]) -> list[str]:
    if part.count(",") < 2:
        return [part]
    pieces = [piece.strip() for piece in _cut(part, ",")]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 3 or any(SUFFIX.fullmatch(piece) for piece in pieces[1:3]):
        return [part]
    if all(re.search(r"[\s~]", piece) for piece in pieces):
        warnings.append("names separated by commas instead of “and” were split")
        return pieces
    if len(pieces) == 3:
        return [part]
    if len(pieces) % 2 == 0 and all(INITIALS.fullmatch(piece) for piece in pieces[1::2]):
        warnings.append("names separated by commas instead of “and” were split")
        return [f"{family}, {given}" for family, given in list(pairwise(pieces))[::2]]
    warnings.append(f"“{to_text(part)[:60]}” has too many commas; separate names with “and”")
    return ["{" + part.replace("{", "").replace("}", "") + "}"]


def parse_name(raw: str, warnings: list[str] | None = None) -> Name:
    """One raw name in any of BibTeX's three forms, or biblatex's `family=..., given=...`."""
    name, told = _parsed(raw)
    if warnings is not None:
        warnings += told
    return name


@lru_cache(8192)  # the people of a file come again and again
def _parsed(raw: str) -> tuple[Name, tuple[str, ...]]:
    warnings: list[str] = []
    raw = raw.strip(" ,;\t\n")
    if EXTENDED.match(raw):
        return _extended(raw), ()
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


def _decorated(raw: str, warnings: list[str]) -> Name:
    """A name with LaTeX or marks in it: cut into raw words, decode each, take the marks off."""
    parts, marks = [], ""
    for part in _cut(raw, ","):
        words = []
        for word in _words(part):
            text, mark = _unmarked(to_text(word))
            marks += mark
            if text:
                words.append(_Protected(text) if _is_protected(word) else text)
        parts.append(words)
    return _from_parts(parts, marks, warnings)


class _Protected(str):
    """A word in braces: it has no case, and is never a particle."""

    __slots__ = ()


def _is_protected(word: str) -> bool:
    return word.startswith("{") and not SPECIAL_START.match(word)


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
        elif depth == 0 and not in_maths and sign[0] != "\\" and not _macro_ends(raw, token):
            words.append(raw[start : token.start()])
            start = token.end()
    words.append(raw[start:])
    return [word for word in words if word]


def _macro_ends(raw: str, blank: re.Match) -> bool:
    """Whether the blank only ends a macro's name: `\\v c`, `\\o ystein`."""
    before = raw[max(0, blank.start() - 8) : blank.start()]
    return "~" not in blank[0] and bool(re.search(r"\\[A-Za-z]{1,7}$", before))


def _unmarked(text: str) -> tuple[str, str]:
    """The text without the signs printed around it, and those signs."""
    found = MARKED.search(text)
    marks = re.sub(r"\s", "", found[1]).replace("^", "") if found else ""
    text = text[: found.start()] if found else text
    if before := MARKED_BEFORE.match(text):
        text, marks = text[before.end() :], before[1] + marks
    if text and not text.strip(MARKS + _NUMBERS + ","):
        return "", re.sub(r"[\s,^]", "", text) + marks
    return text, marks


def _from_parts(parts: list[list[str]], marks: str, warnings: list[str]) -> Name:
    parts = [part for part in parts if part]
    if not parts:
        return Name()
    if len(parts) == 1:
        return replace(_first_von_last(parts[0]), marks=marks)
    suffix = ""
    if len(parts) > 2:
        suffix, parts = _suffix_of(parts)
    if len(parts) > 2:
        shown = ", ".join(" ".join(part) for part in parts)
        warnings.append(f"“{shown[:60]}” has more commas than a name has")
    if len(parts) == 2 and not suffix and LAST_SUFFIX.fullmatch(" ".join(parts[1])):
        return replace(_first_von_last(parts[0]), suffix=" ".join(parts[1]), marks=marks)
    particle, family = _von_last(parts[0])
    given = " ".join(" ".join(part) for part in parts[1:])
    return Name(_joined(given), family, particle, suffix, "", marks)


def _suffix_of(parts: list[list[str]]) -> tuple[str, list[list[str]]]:
    """`von Last, Jr, First`, or `Last, First, Jr.` as many type it."""
    last = " ".join(parts[2])
    if SUFFIX.fullmatch(last) and not SUFFIX.fullmatch(" ".join(parts[1])):
        return last, [*parts[:2], *parts[3:]]
    return " ".join(parts[1]), [parts[0], *parts[2:]]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _first_von_last(words: list[str]) -> Name:
    whole = " ".join(words)
    if CJK.fullmatch(whole) or GROUPS.fullmatch(whole):
        return Name(literal=whole)
    suffix = ""
    if len(words) > 2 and LAST_SUFFIX.fullmatch(words[-1]):
        suffix, words = words[-1], words[:-1]
    if len(words) < 3 and not _is_particle(words[0]):
        return Name(_joined(" ".join(words[:-1])), str(words[-1]), "", suffix)
    lower = [index for index, word in enumerate(words[:-1]) if _is_lower(word)]
    if not lower or (lower[0] == 0 and not _is_particle(words[0])):
        return Name(_joined(" ".join(words[:-1])), str(words[-1]), "", suffix)
    first, last = lower[0], lower[-1] + 1
    return Name(
        " ".join(words[:first]), " ".join(words[last:]), " ".join(words[first:last]), suffix
    )


def _von_last(words: list[str]) -> tuple[str, str]:
    lower = [index for index, word in enumerate(words[:-1]) if _is_lower(word)]
    cut = lower[-1] + 1 if lower else 0
    return " ".join(words[:cut]), " ".join(words[cut:])


def _is_particle(word: str) -> bool:
    return word.lower() in PARTICLES and _is_lower(word)


def _is_lower(word: str) -> bool:
    if isinstance(word, _Protected):
        return False
    for sign in word:
        if sign.isalpha():
            return sign.islower()
    return False


def _extended(raw: str) -> Name:
    """biblatex's extended format: `family=Goethe, given=Johann, prefix=von`."""
    values = {}
    for part in _cut(raw, ","):
        name, equals, value = part.partition("=")
        if equals:
            values[name.strip().lower()] = to_text(value.strip().strip('"'))
    family, marks = _unmarked(values.get("family", ""))
    given, more = _unmarked(values.get("given", ""))
    parts = (given, family, values.get("prefix", ""), values.get("suffix", ""))
    return Name(*parts, "", marks + more)


# Folding, for matching only: what is shown is never folded.

FOLDED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ȷ": "j", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ħ": "h", "Ħ": "h", "ŋ": "n", "’": "'", "‘": "'", "ʼ": "'", "`": "'",
})  # fmt: skip
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
BREAKS = re.compile(r"[^\w']+|_")


def fold(text: str) -> str:
    """Lower case without accents, dashes and dots as blanks: "Jae‐Jae Łoś." is "jae jae los"."""
    if text.isascii():
        folded = text
    else:
        folded = unicodedata.normalize("NFKD", text.translate(FOLDED))
        folded = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return BREAKS.sub(" ", folded.casefold()).replace("'", "").strip()


def name_keys(name: Name) -> frozenset[str]:
    """The folded full name in both orders, with umlauts also as ae, oe, ue."""
    family = " ".join(filter(None, (name.particle, name.family)))
    orders = (
        [name.literal] if name.literal else [f"{name.given} {family}", f"{family} {name.given}"]
    )
    keys = {fold(order) for order in orders}
    for order in orders:
        if not order.isascii():
            keys.add(fold(unicodedata.normalize("NFC", order).translate(UMLAUTS)))
    return frozenset(keys)


def initials_key(name: Name) -> str:
    """ "family|initials" such as "thomson|ajm"; '' where there is no given name."""
    if name.literal or not name.given:
        return ""
    family = fold(" ".join(filter(None, (name.particle, name.family))))
    return f"{family}|{''.join(word[0] for word in fold(name.given).split())}"
