"""IEEE, without the number that a list gives: that is the list's."""

from publications.bibtex import MONTHS
from publications.citations.styles.work import (
    Work,
    bracketed,
    closed,
    italic,
    joined,
    name_list,
    prefixed,
    quoted,
    sentences,
)

WHOLE = {"book", "software"}
YEAR_ONLY = {"book", "chapter", "thesis"}
YEAR_AND_MONTH = {"article-journal", "report", "paper-conference"}
PLACE_FIRST = {"book", "chapter", "paper-conference"}
UNBROKEN = {"May"}


def reference(work: Work) -> str:
    if work.type in _BEHIND_TITLE:
        rest = _BEHIND_TITLE[work.type](work)
        body = joined(" ", _title(work, rest), closed(rest))
    else:
        body = _BODIES.get(work.type, _other)(work)
    lead = _names(work.people("author"), et_al=work.et_al) or _editors(work)
    return joined(" ", joined(", ", lead, body), _access(work))


def _names(persons, *, et_al=False):
    names = [p.straight(p.initials) for p in persons]
    if len(names) > 6 or (et_al and len(names) == 1):
        return f"{names[0]} {italic('et al.')}"
    return name_list(names, et_al=et_al)


def _editors(work):
    editors = work.people("editor")
    return joined(", ", _names(editors), ("Eds." if len(editors) > 1 else "Ed.") if editors else "")


def _article(work):
    parts = italic(work.short_container), _locators(work), work.pages, _date(work)
    rest = joined(", ", *parts)
    return joined(" ", _title(work, rest), rest + ("," if work.url else "."))


def _within(work):
    """Write a reference to a part of proceedings or of a book."""
    whole = prefixed("in", italic(work["container-title"]))
    locators = _locators(work) if work.type == "chapter" else ""
    # The editors, where they do not lead.
    editors = _editors(work) if work.people("author") else ""
    volume = joined(", ", whole, locators, editors, _series(work))
    out = joined(", ", _publisher(work), _date(work), work.pages)
    # The series closes a sentence of its own.
    return joined(". " if _series(work) else ", ", volume, out)


def _report(work):
    number = joined(" ", work["genre"], work["number"])
    return joined(", ", _publisher(work), number, _date(work))


def _thesis(work):
    return joined(", ", work["genre"], _publisher(work), _date(work))


def _preprint(work):
    return joined(", ", _date(work), joined(": ", italic(_publisher(work)), work["number"]))


def _patent(work):
    return joined(", ", work["number"], _date(work))


def _webpage(work):
    return work["container-title"]


def _software(work):
    date = bracketed(_date(work))
    return sentences(_title(work, ""), date, work["genre"], _publisher(work))


def _manuscript(work):
    parts = italic(work["container-title"]), _locators(work), _publisher(work)
    return joined(", ", *parts, work.pages, _date(work))


def _book(work):
    title = joined(", ", _title(work, ""), _locators(work))
    out = joined(", ", _publisher(work), _date(work), work.pages)
    return sentences(title, _series(work, named=work["volume"]), out)


def _other(work):
    within = joined(", ", italic(work["container-title"]), _locators(work))
    title = joined(" ", _title(work, within), closed(within))
    out = joined(", ", _publisher(work), work.pages, _date(work))
    return sentences(title, _series(work), out)


# What stands behind the title, within its sentence.
_BEHIND_TITLE = {
    "paper-conference": _within,
    "chapter": _within,
    "report": _report,
    "thesis": _thesis,
    "article": _preprint,
    "patent": _patent,
    "webpage": _webpage,
    "manuscript": _manuscript,
}
_BODIES = {"article-journal": _article, "software": _software, "book": _book}


def _title(work, rest):
    """Quoted with the sign that leads on to `rest` inside; a whole work's in italics."""
    if work.type in WHOLE:
        return italic(work.title)
    return quoted(work.title, "," if rest else ".")


def _locators(work):
    wholes = {"book", "chapter", "paper-conference"}
    edition = work.edition if work.type in wholes else ""
    return joined(", ", edition, prefixed("vol.", work["volume"]), prefixed("no.", work["issue"]))


def _series(work, *, named=""):
    """Write the series, without its volume where `named` has it already."""
    if not work["collection-title"]:
        return ""
    volume = "" if named or work.type == "chapter" else work["volume"]
    number = prefixed("no.", work["collection-number"])
    return f"in {joined(', ', work['collection-title'], number, prefixed('vol.', volume))}"


def _publisher(work):
    if work.type in PLACE_FIRST:
        return joined(": ", work["publisher-place"], work["publisher"])
    return joined(", ", work["publisher"], work["publisher-place"])


def _date(work):
    if work.type in YEAR_ONLY or work.month not in MONTHS:
        return work.year
    day = f"{work.day:02d}," if work.day and work.type not in YEAR_AND_MONTH else ""
    return joined(" ", _short(work.month), day, work.year)


def _access(work):
    if work.type != "webpage" and work["DOI"]:
        return f"doi: {work['DOI']}."
    online = f"[Online]. Available: {work['URL']}" if work["URL"] else ""
    if not work.accessed or not online:
        return online
    year, month, day = work.accessed
    return f"Accessed: {_short(MONTHS[month - 1])} {day:02d}, {year}. {online}"


def _short(month):
    return month if month in UNBROKEN else f"{month[:3]}."
