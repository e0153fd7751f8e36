"""Names of a CSL item: initials, inverted or not, and their lists."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from publications.names import leads_with_family

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

    def straight(self, given: str) -> str:
        """ "Donald E. Knuth Jr." """
        return self.whole or " ".join(filter(None, [given, self.last, self.suffix]))

    def inverted(self, given: str) -> str:
        """ "Knuth, Donald E., Jr." """
        return self.whole or ", ".join(filter(None, [self.last, given, self.suffix]))


def initials(given: str) -> str:
    """ "Jean-Paul A." -> "J.-P. A."; "Abd al" -> "A. al": words without a capital stay."""
    found = ""
    for piece in PIECE.findall(given):
        letter = next((sign for sign in piece if sign.isalpha()), "")
        if piece == "-":
            found = found.rstrip() + "-"
        elif letter.islower() and not found.endswith("-"):
            found += f"{piece} "
        elif letter:
            found += f"{letter.upper()}. "
    return found.strip()


def straight(person: Person) -> str:
    return person.straight(person.given)


def straight_initials(person: Person) -> str:
    return person.straight(initials(person.given))


def inverted_initials(person: Person) -> str:
    return person.inverted(initials(person.given))


def series(names: list[str], word: str = "and", *, always: bool = False) -> str:
    """ "A and B", "A, B, and C"; `always`: a comma before the word even between two."""
    if len(names) < 2:
        return "".join(names)
    comma = "," if always or len(names) > 2 else ""
    return f"{', '.join(names[:-1])}{comma} {word} {names[-1]}"


def cut(names: list[str], at_most: int, show: int, *, et_al: bool = False) -> str | None:
    """ "A, B, et al." where there are more than `at_most`, or the list came cut short."""
    if len(names) > at_most:
        names, et_al = names[:show], True
    if not et_al or not names:
        return None
    return f"{', '.join(names)}{',' if len(names) > 1 else ''} et al."


def written(people: list[Person], form: Callable[[Person], str]) -> list[str]:
    return [form(person) for person in people]
