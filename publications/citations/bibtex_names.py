"""Printed names in BibTeX: "von Neumann, John", "{The ATLAS Collaboration}", marks restored."""

import re
from collections.abc import Iterator
from functools import lru_cache

from publications.latex import from_text
from publications.names import Name, parse_names

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
GLUED = set("*†‡§¶")
JOINS = re.compile(r"\sand\s|^and\s|\sand$|,", re.IGNORECASE)


def names(authors: list[list[str]], *, et_al: bool = False) -> str:
    """Rows of (role, given, family, particle, suffix, literal, marks) as one BibTeX list."""
    people = [name(*author[1:]) for author in authors]
    return " and ".join([*people, "others"] if et_al else people)


@lru_cache(4096)  # the people of a lab come again and again
def name(given, family, particle, suffix, literal, marks) -> str:
    """The first way that reads back as these very parts, but for marks that would be taken for
    letters of the name.
    """
    wanted = Name(given, family, particle, suffix, literal, marks)
    unmarked = wanted._replace(marks="")
    ways = [*_ways(wanted), *_ways(unmarked)]
    right = ([wanted], [wanted._replace(marks=marks.translate(RAISED))], [unmarked])
    return next((way for way in ways if parse_names(way)[0] in right), ways[-1])


def _ways(name: Name) -> Iterator[str]:
    marks = _marks(name.marks)
    if name.literal:
        yield _braced(name.literal) + marks
        return
    yield _classic(name, marks, _part)
    yield _classic(name, marks, _braced)
    yield _extended(name, marks)


def _classic(name, marks, part):
    """ "von Last, Jr, First", or the last part alone."""
    last = " ".join(filter(None, [from_text(name.particle), part(name.family)]))
    rest = [part(text) for text in (name.suffix, name.given) if text]
    return ", ".join([last + marks, *rest])


def _part(text):
    """Braced where BibTeX would split it, or take its small first word for a "von"."""
    small = " " in text and any(word[:1].islower() for word in text.split()[:-1])
    return _braced(text) if JOINS.search(text) or small else from_text(text)


def _braced(text):
    return f"{{{from_text(text)}}}" if text else ""


def _extended(name, marks):
    """biblatex's own form, for what the classic one has no place for: a family name of two words
    and nothing else, a particle in capitals.
    """
    parts = {"family": name.family, "given": name.given}
    parts |= {"prefix": name.particle, "suffix": name.suffix}
    written = {key: _braced(text) for key, text in parts.items() if text}
    if "family" in written:
        written["family"] += marks
    return ", ".join(f"{key}={text}" for key, text in written.items())


def _marks(marks):
    if set(marks) <= GLUED:
        return marks
    return f"\\textsuperscript{{{from_text(marks)}}}"
