"""What the lines of a CV say, typed, pasted or on a homepage: breaks, kinds of rows."""

from __future__ import annotations

import re

from django.db.models import Model

from profiles.markup.structure import LINK
from profiles.markup.structure import line_in_words as plain
from profiles.models import Experience, Service

BREAK = re.compile(r"[ \t]*(?:\\?\n|<br\s*/?>\s*\n?)[ \t]*")
WORD = re.compile(r"[^\W_]+")
# Words between values, which the page says in its own way.
CONNECTED_BY = """
    a al am an and au aux bei da de del della der des di do du el em en et für im in l la le les na
    no par para per por pour presso und y zum
    advised advisor advisors as at by co current currently expected for from host hosted
    hosts mentor mentored mentors now of ongoing on present since supervised supervisor
    supervisors the to today until with 至 今
"""
CONNECTING = set(CONNECTED_BY.split())
KINDS = [
    (r"intern|实习", Experience.Kind.INTERNSHIP),
    (r"visit", Experience.Kind.VISITING),
    (r"volunteer", Experience.Kind.VOLUNTEERING),
    (r"teach|lectur|instruct|tutor|grader|助教", Experience.Kind.TEACHING),
    (r"research|postdoc|scholar|研究", Experience.Kind.RESEARCH),
]
SERVICES = [
    (r"review|referee", Service.Kind.REVIEWING),
    (r"editor", Service.Kind.EDITORIAL),
    (r"organi[sz]|chair", Service.Kind.ORGANISING),
    (r"committee", Service.Kind.COMMITTEE),
]

Values = dict[str, object]
Reading = list[tuple[type[Model], Values]]


def loses_words(source: str, reading: Reading) -> bool:
    """Whether a word or an address of the source is in none of the values."""
    values = " ".join(str(value) for _model, row in reading for value in row.values())
    kept = {word.casefold() for word in WORD.findall(f"{values} {plain(values)}")} | CONNECTING
    words = {word.casefold() for word in WORD.findall(plain(source))}
    return not words <= kept or any(url not in values for _label, url in LINK.findall(source))


def kind_of_role(role: str) -> str:
    """ "Research intern" -> the kind of experience, "internship"."""
    kinds = (kind for words, kind in KINDS if re.search(words, role, re.I))
    return next(kinds, Experience.Kind.EMPLOYMENT).value


def kind_of_service(text: str) -> str:
    """ "Area chair" -> the kind of service, "organising"."""
    kinds = (kind for words, kind in SERVICES if re.search(words, text, re.I))
    return next(kinds, Service.Kind.OTHER).value
