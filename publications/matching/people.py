"""Whose name is printed: by ORCID iD, by the full name, by initials; ambiguity is no match."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from django.db.models import QuerySet
from django.utils import timezone

from profiles.folding import spellings
from profiles.models import Researcher
from profiles.models.researcher import forms_of_name
from publications.matching.titles import SIGNS
from publications.names import Name, fold, name_keys, parse_names

NOT_LETTERS = re.compile(r"[\W_]+")
# "Robert 'Bob' S." is "Robert S.", too.
NICKNAME = re.compile(r"(?<=\s)[\"“'‘][^\W\d_]+[\"”'’](?!\w)")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,3}")
# Names that are kept in mind, as are verdicts on them: most stand on several papers.
REMEMBERED = 20_000
EMPTY: Mapping = MappingProxyType({})
# The columns of a researcher that tell who is meant, and since when.
NAMING = "pk display_name given_name family_name native_name other_names translations orcid".split()
NAMING += ["updated_at", "published_at"]
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Verdict:
    """`exact`: the printed form is one of theirs. `maybe`: initials, or a name left out, fit.

    `by`: "orcid", "name" or "initials".
    """

    exact: set[int] = field(default_factory=set)
    maybe: set[int] = field(default_factory=set)
    by: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether it may be anybody here."""
        return bool(self.exact or self.maybe)


NOBODY = Verdict()


def naming_rows(people: QuerySet[Researcher]) -> QuerySet:
    """What tells who is meant: of a thousand people, whole rows cost more than an import's plan."""
    return people.values_list(*NAMING, named=True)


@dataclass(slots=True)
class KnownPerson:
    pk: int
    label: str
    orcid: str
    # When the record was written last, or its pages became public.
    changed_at: datetime
    # (family, given words), folded, of every form of the name that divides.
    parts: frozenset[tuple]


class ResearcherIndex:
    """All researchers that may be named."""

    def __init__(
        self,
        researchers: Iterable[Researcher],
        further: Mapping[int, Iterable[str]] = EMPTY,
    ):
        """`further`: names of a researcher, by primary key, that their row has not yet."""
        self.people = {}
        self.by_name = defaultdict(set)
        self.by_family = defaultdict(set)
        self.by_orcid = defaultdict(set)
        self._match, self._now = lru_cache(REMEMBERED)(self._find), timezone.now()
        for researcher in researchers:
            self._add(researcher, further.get(researcher.pk, ()))

    def _add(self, researcher, further):
        names = (*forms_of_name(researcher), *further)
        name_keys, parts = _forms(names, researcher.given_name, researcher.family_name)
        since = researcher.published_at
        moments = [researcher.updated_at, since and since <= self._now and since]
        person = KnownPerson(
            researcher.pk,
            researcher.display_name,
            researcher.orcid,
            max(filter(None, moments), default=LONG_AGO),
            parts,
        )
        self.people[person.pk] = person
        for key in name_keys:
            self.by_name[key].add(person.pk)
        for family, _given in person.parts:
            self.by_family[family].add(person.pk)
        if person.orcid:
            self.by_orcid[person.orcid].add(person.pk)

    def who(self, name: Name, orcid: str = "") -> Verdict:
        """Whose name this may be: NOBODY, of a stranger. Several in a set: it cannot be told."""
        return self._match(name, orcid)

    def _find(self, name, orcid):
        if orcid in self.by_orcid:
            return Verdict(exact=self.by_orcid[orcid], by="orcid")
        exact = set().union(*(self.by_name.get(key, ()) for key in keys(name)))
        if exact := self._not_another(exact, orcid):
            return Verdict(exact=exact, by="name")
        maybe = {
            pk
            for family, given in divisions(name)
            for pk in self.by_family.get(family, ())
            if any(f == family and compatible(g, given) for f, g in self.people[pk].parts)
        }
        maybe = self._not_another(maybe, orcid)
        return Verdict(maybe=maybe, by="initials") if maybe else NOBODY

    def _not_another(self, people, orcid):
        """A namesake whose ORCID iD is another one is somebody else."""
        return {pk for pk in people if not orcid or self.people[pk].orcid in ("", orcid)}

    def family_is_unique(self, name: Name) -> bool:
        families = {family for family, _given in divisions(name)}
        return len(set().union(*(self.by_family.get(f, ()) for f in families))) == 1


@lru_cache(maxsize=REMEMBERED)  # the same people at each import
def _forms(forms: tuple[str, ...], given: str, family: str) -> tuple[frozenset, frozenset]:
    """The keys and the divisions of whatever a paper may print for one person."""
    names = []
    for form in forms:
        parsed = parse_names(form)[0]
        names.append(parsed[0] if len(parsed) == 1 else Name(literal=form))
    if family:
        names.append(Name(given=given, family=family))
    whole = frozenset(key for name in names for key in keys(name))
    return whole, frozenset(part for name in names for part in divisions(name))


def keys(name: Name) -> set[str]:
    """The whole name, letters only, in both orders: "Weng Qi-Zhen" is "Qizhen Weng"."""
    return {NOT_LETTERS.sub("", key) for key in name_keys(name)} - {""}


def divisions(name: Name) -> set[tuple]:
    """(family, given words), folded, in each way the name may be read; none of a name in one word.

    Umlauts count as one letter and as two. "Weng Q." is what indexes print of "Q. Weng".
    """
    if name.literal:
        words = name.literal.split()
        if len(words) < 2:
            return set()
        name = Name(given=" ".join(words[:-1]), family=words[-1])
    family = f"{name.particle} {name.family}".strip()
    ways = [(family, name.given)]
    letters = NOT_LETTERS.sub("", family)
    is_initials = INITIALS.fullmatch(family) and len(letters) <= 3 and letters.isupper()
    if is_initials and not INITIALS.fullmatch(name.given):
        ways.append((name.given, family))
    pairs = {(_letters(f), _words(g)) for way in ways for f, g in product(*map(spellings, way))}
    return {(family, given) for family, given in pairs if family and given}


def same_person(one: Name, other: Name) -> bool:
    """One family, and given names that begin alike: "Q. Weng" and "Qizhen Weng"."""
    return not beginnings(one).isdisjoint(beginnings(other))


def beginnings(name: Name) -> set[tuple[str, str]]:
    """(family, first letter of the given name), folded, in each way the name may be read."""
    return {(family, given[0][0]) for family, given in divisions(name)}


def may_be_one(one: Name, other: Name) -> bool:
    """Whether two printed names can be one person's: "Li, W." and "Li, Wei", not "Li, Xiaoming".

    A name of one word fits whoever has it for a family name. Umlauts count in any spelling.
    """
    if one == other:
        return True
    readings = _readings(other)
    return any(
        family == other_family and compatible(given, other_given)
        for family, given in _readings(one)
        for other_family, other_given in readings
    ) or not keys(one).isdisjoint(keys(other))


@lru_cache(maxsize=REMEMBERED)
def _readings(name):
    """The divisions of a name, umlauts in one letter; whole, too, as one may print it at once."""
    ways = divisions(name)
    if name.particle:
        ways |= divisions(name._replace(particle=""))
    # "Lima Neto, A." is "Adelino Lima Neto" where nobody says which words are the family's.
    *middle, last = name.family.split() or [""]
    if middle and name.given:
        ways |= divisions(Name(given=" ".join([name.given, *middle]), family=last))
    if not (name.literal and ways) and not name.given:
        ways.add((_letters(name.literal or name.particle + name.family), ()))
    return {(_narrow(family), tuple(map(_narrow, given))) for family, given in ways}


def _narrow(letters):
    """ "mueller" -> "muller": what is left where an umlaut is written as one letter, or as two."""
    for umlaut in ("ae", "oe", "ue"):
        letters = letters.replace(umlaut, umlaut[0])
    return letters


def compatible(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Given names that may be one person's: "alec j m", "alec", "a j" are; "alec", "anna" not."""
    return all(
        a.startswith(b) if len(b) == 1 else b.startswith(a) if len(a) == 1 else a == b
        for a, b in zip(one, other, strict=False)
    )


@lru_cache(maxsize=REMEMBERED)
def _letters(text):
    if text.isascii():
        return text.lower().translate(SIGNS)
    return NOT_LETTERS.sub("", fold(text))


def _words(text):
    """ "A.J. Maria" -> ("a", "j", "maria"); undotted capitals of two are initials: "AJ"."""
    if 1 < len(text) <= 3 and text.isupper() and text.isascii() and text.isalpha():
        text = " ".join(text)
    text = NICKNAME.sub("", text).replace(".", ". ")
    return tuple(filter(None, NOT_LETTERS.split(fold(text))))
