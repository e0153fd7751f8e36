"""A CSL item as the styles ask for it, and what they make of its names."""

import re
from dataclasses import dataclass
from functools import cached_property

from publications.bibtex import MONTHS
from publications.citations.styles.words import numbered_edition, page_label, plain
from publications.names import leads_with_family

SEASONS = "Spring", "Summer", "Fall", "Winter"
PIECE = re.compile(r"[^\s.-]+\.?|-")


@dataclass(frozen=True)
class Person:
    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""

    @classmethod
    def read(cls, name: dict) -> "Person":
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
        """ "Knuth, Donald E., Jr." """
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

    def people(self, role: str) -> list[Person]:
        return [Person.read(name) for name in self.item.get(role, ())]

    @property
    def et_al(self) -> bool:
        return bool(self.item.get("custom", {}).get("et_al"))

    @property
    def is_english(self) -> bool:
        """Only English titles change their case."""
        return self["language"].lower()[:2] in ("", "en")

    @property
    def edition(self) -> str:
        """ "3rd ed."; words that count nothing as they are."""
        return numbered_edition(self["edition"])

    @property
    def pages(self) -> str:
        """ "pp. 3–9", "p. 3"."""
        return page_label(self["page"])

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
