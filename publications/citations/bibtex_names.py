"""Printed names in BibTeX: "von Neumann, John", "{The ATLAS Collaboration}", marks restored."""

import re

from publications.latex import from_text

GLUED = set("*†‡§¶")
JOINS = re.compile(r"\sand\s|^and\s|\sand$|,", re.IGNORECASE)


def names(authors: list[list[str]], *, et_al: bool = False) -> str:
    """Rows of (role, given, family, particle, suffix, literal, marks) as one BibTeX list."""
    people = [name(*author[1:]) for author in authors]
    if et_al and people:
        people.append("others")
    return " and ".join(people)


def name(given, family, particle, suffix, literal, marks) -> str:
    if literal:
        return f"{{{from_text(literal)}}}{_marks(marks)}"
    last = " ".join(filter(None, [from_text(particle), _part(family, keep=True)]))
    parts = [last + _marks(marks), *([_part(suffix)] if suffix else []), _part(given)]
    return ", ".join(parts) if given or suffix else parts[0]


def _part(text, *, keep=False):
    """Braced where BibTeX would split it, or take its small first word for a "von"."""
    latex = from_text(text)
    small = keep and " " in text and any(word[:1].islower() for word in text.split()[:-1])
    return f"{{{latex}}}" if JOINS.search(text) or small else latex


def _marks(marks):
    if set(marks) <= GLUED:
        return marks
    return f"\\textsuperscript{{{from_text(marks)}}}"
