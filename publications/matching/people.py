"""Whose name is printed: an ordered tuple of small matchers; ambiguity is no match."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from profiles.models import Researcher
from publications.matching.titles import SIGNS
from publications.names import Name, fold, name_keys, parse_names

NOT_LETTERS = re.compile(r"[\W_]+")
# Names of which the verdict is kept in mind.
REMEMBERED = 20_000
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Verdict:
    """`exact`: the printed form is one of theirs. `maybe`: initials, or a name left out, fit."""

    exact: set[int] = field(default_factory=set)
    maybe: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Person:
    pk: int
    slug: str
    label: str
    orcid: str
    # When the record was written last, or its pages became public.
    changed_at: datetime
    # (family, given words), folded, of every form of the name that divides.
    parts: set[tuple]


class ResearcherIndex:
    """All researchers that may be named, in one query."""

    def __init__(self, researchers: Iterable[Researcher]):
        self.people = {}
        self.by_name = defaultdict(set)
        self.by_family = defaultdict(set)
        self.by_orcid = defaultdict(set)
        self._known = {}
        for researcher in researchers:
            self._add(researcher)

    def _add(self, researcher):
        names = [_parsed(form) for form in researcher.names]
        if researcher.family_name:
            names.append(Name(given=researcher.given_name, family=researcher.family_name))
        person = Person(
            researcher.pk,
            researcher.slug,
            researcher.display_name,
            researcher.orcid,
            _changed_at(researcher),
            {part for name in names if (part := divided(name))},
        )
        self.people[person.pk] = person
        for key in {key for name in names for key in keys(name)}:
            self.by_name[key].add(person.pk)
        for family, _given in person.parts:
            self.by_family[family].add(person.pk)
        if person.orcid:
            self.by_orcid[person.orcid].add(person.pk)

    def who(self, name: Name, orcid: str = "") -> Verdict:
        """Whose name this may be. More than one pk in a set: it cannot be told."""
        asked = (name.given, name.particle, name.family, name.literal, orcid)
        if asked not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[asked] = self._ask(name, orcid)
        return self._known[asked]

    def is_stranger(self, given: str, family: str, particle: str, literal: str) -> bool:
        """Whether it can be told at a glance that nobody here is meant; `who` asks closely."""
        if literal or not (given.isascii() and family.isascii() and particle.isascii()):
            return False
        last, first = _letters(particle + family), _letters(given)
        return not (
            last in self.by_family or first + last in self.by_name or last + first in self.by_name
        )

    def _ask(self, name, orcid):
        for matcher in self.matchers:
            verdict = matcher(self, name, orcid)
            if verdict.exact or verdict.maybe:
                return verdict
        return Verdict()

    def family_is_unique(self, name: Name) -> bool:
        part = divided(name)
        return bool(part) and len(self.by_family.get(part[0], ())) == 1

    def _by_orcid(self, _name, orcid):
        return Verdict(exact=self.by_orcid.get(orcid, set()) if orcid else set())

    def _by_full_name(self, name, _orcid):
        return Verdict(exact=set().union(*(self.by_name.get(key, ()) for key in keys(name))))

    def _by_initials(self, name, _orcid):
        part = divided(name)
        if not part:
            return Verdict()
        family, given = part
        return Verdict(
            maybe={
                pk
                for pk in self.by_family.get(family, ())
                if any(f == family and compatible(g, given) for f, g in self.people[pk].parts)
            }
        )

    matchers = (_by_orcid, _by_full_name, _by_initials)


def keys(name: Name) -> set[str]:
    """The whole name, letters only, in both orders: "Weng Qi-Zhen" is "Qizhen Weng"."""
    return {NOT_LETTERS.sub("", key) for key in name_keys(name)} - {""}


def divided(name: Name) -> tuple | None:
    """(family, given words), folded; None where the name has no two parts."""
    if name.literal:
        words = name.literal.split()
        if len(words) < 2:
            return None
        name = Name(given=" ".join(words[:-1]), family=words[-1])
    family, given = _letters(f"{name.particle} {name.family}"), _words(name.given)
    return (family, given) if family and given else None


def compatible(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Given names that may be one person's: "alec j m", "alec", "a j" are; "alec", "anna" not."""
    return all(
        a.startswith(b) if len(b) == 1 else b.startswith(a) if len(a) == 1 else a == b
        for a, b in zip(one, other, strict=False)
    )


def _letters(text):
    if text.isascii():
        return text.lower().translate(SIGNS)
    return NOT_LETTERS.sub("", fold(text))


def _words(text):
    """ "A.J. Maria" -> ("a", "j", "maria"); undotted capitals of two are initials: "AJ"."""
    if 1 < len(text) <= 3 and text.isupper() and text.isascii() and text.isalpha():
        text = " ".join(text)
    return tuple(filter(None, NOT_LETTERS.split(fold(text.replace(".", ". ")))))


def _changed_at(researcher):
    moments = [researcher.updated_at, researcher.is_public and researcher.published_at]
    return max(filter(None, moments), default=LONG_AGO)


def _parsed(form):
    names, _et_al, _warnings = parse_names(form)
    return names[0] if len(names) == 1 else Name(literal=form)
