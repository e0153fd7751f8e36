"""ORCID iDs that an entry prints beside its names.

Where they stand in real files: biblatex's annotations (`author+an:orcid = {1="0000-…"; 2="…"}`,
biblatex manual, "Data annotations"), Web of Science's `orcid-numbers = {Weng, Q/0000-…; …}`, and
`orcid`, `orcidid` or `authorid` of an entry with one author.
"""

import re
from functools import lru_cache

from django.core.exceptions import ValidationError

from profiles.identifiers import normalise_orcid
from publications.bibtex import Record
from publications.matching.people import same_person
from publications.names import Name, name_keys, parse_name

ANNOTATIONS = ("author+an:orcid", "author+an:orcidid", "author+an:id", "author+an")
ANNOTATION = re.compile(r"(\d+)(?::\w+)?\s*=\s*([^;]+)")
NUMBERED = ("orcid-numbers", "orcid_numbers")
ALONE = ("orcid", "orcidid", "authorid", "author-orcid", "author_orcid")
SHAPE = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]")


def read_orcids(record: Record, names: list[Name]) -> list[str]:
    """One for each of the authors, '' where none is printed; [] where the entry prints none."""
    found = _annotated(record) or _numbered(record, names) or _alone(record, names)
    return [found.get(place, "") for place in range(len(names))] if found else []


@lru_cache(1024)  # most entries of a file have the same few fields
def prints_orcids(names: tuple[str, ...]) -> bool:
    """Whether one of these fields may hold some: asked first, for few entries have."""
    return any("orcid" in name or "+an" in name or name == "authorid" for name in names)


def _annotated(record):
    found = {}
    for name in ANNOTATIONS:
        for place, text in ANNOTATION.findall(record.get(name)):
            if orcid := orcid_in(text):
                found.setdefault(int(place) - 1, orcid)
    return found


def _numbered(record, names):
    """ "Weng, Qizhen/0000-0002-…": whose it is, by the name, where only one author fits."""
    found = {}
    for name in NUMBERED:
        for piece in re.split(r"[;\n]|(?<=\d[\dXx])\s+", record.get(name)):
            printed, _slash, text = piece.rpartition("/")
            places = _places(parse_name(printed), names) if printed.strip() else []
            if len(places) == 1 and (orcid := orcid_in(text)):
                found.setdefault(places[0], orcid)
    return found


def _places(asked, names):
    exact = [at for at, name in enumerate(names) if name_keys(name) & name_keys(asked)]
    return exact or [at for at, name in enumerate(names) if same_person(name, asked)]


def _alone(record, names):
    told = next((orcid for name in ALONE if (orcid := orcid_in(record.get(name)))), "")
    return {0: told} if told and len(names) == 1 else {}


def orcid_in(text: str) -> str:
    """The one iD in the text whose check character is right; '' if there is none."""
    found = SHAPE.findall(text)
    try:
        return normalise_orcid(found[0]) if len(found) == 1 else ""
    except ValidationError:
        return ""
