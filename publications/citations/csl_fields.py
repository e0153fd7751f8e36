"""Fields that Vitae has no column for and CSL has a word for. They stay under "custom", too."""

import re
from collections.abc import Iterable

from profiles.dates import PartialDate
from publications.bibtex import date_of_text
from publications.latex import expand_bibstrings, to_text
from publications.names import parse_names

# CSL variable -> the fields that may fill it; the first that is there does.
TEXTS = {
    "annote": ("annotation", "annote"),
    "chapter-number": ("chapter",),
    # `location` is among them where `address` has told of the publisher.
    "event-place": ("venue", "location"),
    "event-title": ("eventtitle",),
    "genre": ("type",),
    "keyword": ("keywords",),
    "number-of-pages": ("pagetotal",),
    "number-of-volumes": ("volumes",),
    "original-publisher": ("origpublisher",),
    "original-publisher-place": ("origlocation",),
    "original-title": ("origtitle",),
    "part": ("part",),
    "PMCID": ("pmcid",),
    "title-short": ("shorttitle",),
    "version": ("version",),
}
DATES = {
    "accessed": ("urldate",),
    "event-date": ("eventdate",),
    "original-date": ("origdate", "origyear"),
}
END = re.compile(r"[12]\d{3}(?:-\d\d){0,2}[~?%]?")
ABOUT = re.compile(r"[~?%]$")


def further(fields: Iterable[list[str]]) -> dict:
    """CSL variables of a paper's further fields, in the shape of CSL-JSON."""
    raw: dict[str, str] = {}
    for name, value in fields:
        raw.setdefault(name, value)
    texts = {
        variable: expand_bibstrings(to_text(_first(raw, names)))
        for variable, names in TEXTS.items()
    }
    dates = {
        variable: csl_date(*date_of_text(_first(raw, names))) for variable, names in DATES.items()
    }
    people = [_name(name) for name in parse_names(raw.get("bookauthor", ""))[0]]
    return {k: v for k, v in (texts | dates | {"container-author": people}).items() if v}


def _first(raw, names):
    return next((value for name in names if (value := raw.get(name, "").strip())), "")


def _name(name):
    if name.literal:
        return {"literal": name.literal}
    parts = {"family": name.family, "given": name.given, "non-dropping-particle": name.particle}
    return {k: v for k, v in (parts | {"suffix": name.suffix}).items() if v}


def csl_date(edtf: str, text: str = "") -> dict:
    """Date parts of honest length; both ends of a range, "about", and a season where told.

    `edtf`: a date or season, or ''; `text`: the words, if they say more.
    """
    if not edtf:
        return {"literal": text} if text else {}
    start, _slash, end = text.partition("/")
    found = date_of_text(end)[0] if END.fullmatch(end) else ""
    first = PartialDate.from_iso(edtf)
    date = {"date-parts": [first.date_parts]}
    if found:
        date["date-parts"].append(PartialDate.from_iso(found).date_parts)
    if first.season:
        date["season"] = first.season - 20
    if ABOUT.search(start):
        date["circa"] = True
    return date
