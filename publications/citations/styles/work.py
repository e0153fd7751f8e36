"""A CSL item as the styles ask for it: its names, dates and numbers; joining, quoting, cases."""

import re
from dataclasses import dataclass
from functools import cached_property

from publications.bibtex import MONTHS
from publications.names import leads_with_family

ITALIC = "\ue000", "\ue001"
ENDS = (".", "?", "!", "。", "?", "!", "…")
# Lower in a title unless they begin or end it: CSL 1.0.2, "Title Case Conversion".
SMALL = {
    *("a", "an", "and", "as", "at", "but", "by", "down", "for", "from", "in", "into", "nor", "of"),
    *("on", "onto", "or", "over", "so", "the", "till", "to", "up", "via", "with", "without"),
}
WORD = re.compile(r"[^\s–—/-]+")
# A title's second sentence, behind one of these, begins with a capital.
STOPS = (":", "?", "!")
MATHS = re.compile(r"(\$[^$]*\$)")
PAGES = re.compile(r"([A-Za-z]*)(\d+)\s*[–—-]+\s*(\1|)(\d+)")
NUMBERED = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)?\.?(?: ed(?:ition|\.)?)?", re.I)


def italic(text: str) -> str:
    """With the signs that stand for italics until it is HTML or plain text."""
    return f"{ITALIC[0]}{text}{ITALIC[1]}" if text else ""


def plain(text: str) -> str:
    """Return the text without the signs of italics."""
    return text.replace(ITALIC[0], "").replace(ITALIC[1], "")


def joined(delimiter: str, *parts: str) -> str:
    """Join the parts that are not empty."""
    return delimiter.join(part for part in parts if part)


def closed(text: str, sign: str = ".") -> str:
    """`text` with `sign` behind it, unless it closes with a stronger one."""
    return text if not text or plain(text).rstrip("”").endswith(ENDS) else text + sign


def quoted(text: str, sign: str = ".") -> str:
    """In quotation marks, the sign that follows within them, as in America."""
    if not text:
        return ""
    ends = sign if sign == "." or text.endswith(("?", "!")) else ""
    return f"“{closed(text, sign) if ends else text + sign}”"


def sentences(*parts: str) -> str:
    """Each part that is not empty, closed by a full stop."""
    return " ".join(closed(part) for part in parts if part)


def bracketed(text: str, signs: str = "()") -> str:
    """Put a text into brackets; "" stays ""."""
    return f"{signs[0]}{text}{signs[1]}" if text else ""


def prefixed(words: str, text: str) -> str:
    """ "vol. 3"; "" where there is no number to name."""
    return f"{words} {text}" if text else ""


def title_case(text: str) -> str:
    """As CSL has it: words that bear a capital stay as they are, so does maths."""
    parts = MATHS.split(text)
    last = len(parts) - 1
    return "".join(
        part if place % 2 else _title_cased(part, is_first=not place, is_last=place == last)
        for place, part in enumerate(parts)
    )


def _title_cased(text, *, is_first, is_last):
    words = list(WORD.finditer(text))
    begin = words[0].start() if words and is_first else -1
    end = words[-1].end() if words and is_last else -1
    cased, done = "", 0
    for match in words:
        cased += text[done : match.start()]
        word, done = match[0], match.end()
        is_edge = (
            match.start() == begin or match.end() == end or cased[-2:].rstrip().endswith(STOPS)
        )
        letters = word.strip("“”‘’\"'(),.;:?!")
        is_symbol = len(letters) == 1 and not letters.isascii()
        if letters.lower() in SMALL and not is_edge and letters[1:] == letters[1:].lower():
            word = word.lower()
        elif letters.islower() and letters[0].isalpha() and not is_symbol:
            place = word.index(letters[0])
            word = word[:place] + word[place].upper() + word[place + 1 :]
        cased += word
    return cased + text[done:]


def short_pages(pages: str) -> str:
    """ "235–257" -> "235–57", as the Chicago Manual says (9.63 of its 18th edition)."""

    def shortened(match):
        prefix, first, _prefix, last = match.groups()
        if len(first) == len(last) and int(first) > 100 and int(first) % 100:
            differs = next((i for i in range(len(last)) if first[i] != last[i]), 0)
            keep = 1 if int(first) % 100 < 10 else 2
            last = last[min(differs, len(last) - keep) :]
        return f"{prefix}{first}–{last}"

    return PAGES.sub(shortened, pages)


def ordinal(edition: str) -> str:
    """ "3" or "Third" -> "3rd"; "" for what counts nothing ("Revised")."""
    word, match = edition.lower().removesuffix(" edition"), ORDINAL.fullmatch(edition)
    word, number = word.removesuffix(" ed."), int(match[1]) if match else 0
    if word in NUMBERED:
        number = NUMBERED.index(word) + 1
    if not number:
        return ""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


# --- A CSL item as the styles ask for it -------------------------------------------------------


SEASONS = "Spring", "Summer", "Fall", "Winter"
PIECE = re.compile(r"[^\s.-]+\.?|-")


@dataclass(frozen=True)
class CitedName:
    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""

    @classmethod
    def read(cls, name: dict) -> "CitedName":
        particle = name.get("non-dropping-particle", "")
        parts = {key: name.get(key, "") for key in ("family", "given", "suffix", "literal")}
        return cls(particle=particle, **parts)

    @property
    def last(self) -> str:
        return f"{self.particle} {self.family}".strip()

    @property
    def whole(self) -> str:
        """What is never turned around: a collaboration; a name that leads with the family."""
        if leads_with_family(self.family):
            return f"{self.family}{self.given}"
        return self.literal or ("" if self.given else self.last)

    @property
    def initials(self) -> str:
        return initials(self.given)

    def straight(self, given: str | None = None) -> str:
        """ "Donald E. Knuth Jr."; `given`: what stands for the given name."""
        given = self.given if given is None else given
        return self.whole or " ".join(filter(None, [given, self.last, self.suffix]))

    def inverted(self, given: str | None = None) -> str:
        """Write the name as "Knuth, Donald E., Jr." """
        given = self.given if given is None else given
        return self.whole or ", ".join(filter(None, [self.last, given, self.suffix]))


def initials(given: str) -> str:
    """ "Jean-Paul A." -> "J.-P. A."; "Abd al" -> "A. al": words without a capital stay."""
    letters = ""
    for piece in PIECE.findall(given):
        letter = next((sign for sign in piece if sign.isalpha()), "")
        if piece == "-":
            letters = letters.rstrip() + "-"
        elif letter.islower() and not letters.endswith("-"):
            letters += f"{piece} "
        elif letter:
            letters += f"{letter.upper()}. "
    return letters.strip()


def name_list(
    names: list[str],
    *,
    at_most: int | None = None,
    show: int = 1,
    et_al: bool = False,
    word: str = "and",
    always: bool = False,
) -> str:
    """ "A and B", "A, B, and C"; "A, B, et al." where the list came cut short.

    Of more than `at_most` names the first `show` stand there. `always`: a comma before the word
    even between two.
    """
    if at_most is not None and len(names) > at_most:
        names, et_al = names[:show], True
    if et_al and names:
        return f"{', '.join(names)}{',' if len(names) > 1 else ''} et al."
    if len(names) < 2:
        return "".join(names)
    comma = "," if always or len(names) > 2 else ""
    return f"{', '.join(names[:-1])}{comma} {word} {names[-1]}"


class Work:
    """`work["page"]` is the text of a variable, "" where there is none."""

    def __init__(self, item: dict):
        self.item = item
        self.type = item["type"]

    def __getitem__(self, variable: str) -> str:
        return plain(str(self.item.get(variable) or ""))

    @property
    def title(self) -> str:
        return self["title"]

    def people(self, role: str) -> list[CitedName]:
        return [CitedName.read(name) for name in self.item.get(role, ())]

    @property
    def et_al(self) -> bool:
        return bool(self.item.get("custom", {}).get("et_al"))

    @property
    def edition(self) -> str:
        """ "3rd ed."; words that count nothing as they are."""
        number = ordinal(self["edition"])
        return f"{number} ed." if number else self["edition"]

    @property
    def pages(self) -> str:
        """The pages as "pp. 3–9" or "p. 3"."""
        several = re.search(r"\d\s*[–—,&-]", self["page"])
        return prefixed("pp." if several else "p.", self["page"])

    @property
    def short_container(self) -> str:
        return self["container-title-short"] or self["container-title"]

    @property
    def url(self) -> str:
        return self.doi or self["URL"]

    @property
    def doi(self) -> str:
        return f"https://doi.org/{self['DOI']}" if self["DOI"] else ""

    @property
    def accessed(self) -> list[int]:
        """[year, month, day] of the last look at the address; [] where no day is told."""
        parts = (self.item.get("accessed") or {}).get("date-parts") or [[]]
        return parts[0] if len(parts[0]) == 3 else []

    @property
    def accessed_on(self) -> str:
        """ "March 5, 2024"; "" where no day is told."""
        if not self.accessed:
            return ""
        year, month, day = self.accessed
        return f"{MONTHS[month - 1]} {day}, {year}"

    # --- When ---------------------------------------------------------------------------------

    @cached_property
    def _issued(self) -> dict:
        return self.item.get("issued") or {}

    @cached_property
    def _parts(self) -> list[list[int]]:
        return self._issued.get("date-parts", [])

    @property
    def is_about(self) -> bool:
        return bool(self._issued.get("circa"))

    @property
    def year(self) -> str:
        """ "1843", "1840–1841", or the words of a date that says no year."""
        years = dict.fromkeys(str(parts[0]) for parts in self._parts)
        return "–".join(years) or self._issued.get("literal", "")

    @property
    def month(self) -> str:
        """The month or season; "" for a range, which says its years only."""
        parts = self._parts[0] if len(self._parts) == 1 else []
        if len(parts) > 1:
            return MONTHS[parts[1] - 1]
        season = self._issued.get("season")
        return SEASONS[season - 1] if season in (1, 2, 3, 4) else ""

    @property
    def day(self) -> int:
        parts = self._parts[0] if len(self._parts) == 1 else []
        return parts[2] if len(parts) > 2 else 0

    @property
    def month_and_day(self) -> str:
        return f"{self.month} {self.day}" if self.day else self.month
