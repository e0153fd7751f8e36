"""The Chicago Manual of Style, 18th edition, author and date."""

from publications.citations.styles.work import (
    Work,
    bracketed,
    italic,
    joined,
    name_list,
    prefixed,
    quoted,
    sentences,
    short_pages,
    title_case,
)

# Their titles are set in italics; those of the others are quoted.
WHOLE = {"book", "report", "pamphlet", "patent", "software"}


def reference(work: Work) -> str:
    lead, title = _lead(work), _title(work)
    year = f"[{work.year}?]" if work.is_about else work.year or "n.d."
    first = [lead, year, title] if lead else [title, year]
    # Of what has no date, the day it was seen.
    is_undated = work.accessed and not (work.doi or work.year)
    seen = f"Accessed {work.accessed_on}" if is_undated else ""
    return sentences(*first, *_BODIES.get(work.type, _other)(work), seen, work.url)


def _lead(work):
    authors = work.people("author")
    if authors:
        return _inverted(authors, et_al=work.et_al)
    editors = work.people("editor")
    word = "eds." if len(editors) > 1 else "ed."
    return f"{_inverted(editors)}, {word}" if editors else ""


def _inverted(persons, *, et_al=False):
    """Write the names, the first with the family name ahead."""
    first, *rest = persons
    names = [first.inverted(), *[p.straight() for p in rest]]
    return name_list(names, at_most=6, show=3, et_al=et_al, always=True)


def _straight(persons):
    return name_list([p.straight() for p in persons], at_most=6, show=3)


def _title(work):
    if work.type == "patent":
        return italic(work.title)
    title = _cased(work, work.title)
    return italic(title) if work.type in WHOLE else quoted(title)


def _cased(work, text):
    """Return a title in title case if it is English."""
    return title_case(text) if work["language"].lower()[:2] in ("", "en") else text


def _container(work):
    return italic(_cased(work, work["container-title"]))


def _serial(work):
    """A journal; a volume of proceedings that names no editors."""
    yield _by("Translated", work.people("translator"))
    journal = joined(", ", _container(work), work["collection-title"])
    volume, issue = work["volume"], work["issue"]
    pages = short_pages(work["page"])
    if not volume:
        numbered = joined(", ", journal, prefixed("no.", issue), "" if issue else _when(work))
        yield joined(": " if issue else ", ", numbered, pages)
        return
    if work["collection-title"]:
        volume = f"vol. {volume}"
    in_brackets = bracketed(issue or _when(work))
    place = ", " if work["collection-title"] else " "
    yield joined(": ", joined(place, journal, joined(" ", volume, in_brackets)), pages)


def _when(work):
    """Not the day: a volume of a journal has none."""
    return work.month if work.type == "article-journal" else work.month_and_day


def _paper(work):
    yield from _chapter(work) if work.people("editor") else _serial(work)


def _chapter(work):
    beside = work.people("editor") if work.people("author") else []
    volume = prefixed("vol.", work["volume"])
    hands = _by("edited", beside), _by("translated", work.people("translator"))
    whole = joined(", ", _container(work), work.edition, *hands, volume)
    yield prefixed("In", whole)
    yield _series(work)
    yield work["publisher"]


def _book(work):
    yield work.edition
    if work.people("author"):
        yield _by("Edited", work.people("editor"))
    yield _by("Translated", work.people("translator"))
    yield prefixed("Vol.", work["volume"])
    yield prefixed("No.", work["number"])
    yield _series(work)
    yield work["publisher"] or work["publisher-place"]


def _thesis(work):
    yield joined(", ", work["genre"], work["publisher"])
    yield bracketed(work["number"])


def _report(work):
    named = work["number"] and work["genre"]
    genre = title_case(work["genre"]) if named else work["genre"]
    number = work["number"] if genre else prefixed("No.", work["number"])
    yield joined(" ", genre, number)
    yield _series(work)
    yield work["publisher"]


def _patent(work):
    issued = joined(", ", work.month_and_day, work.year)
    yield joined(", ", prefixed("Patent", work["number"]) or "Patent", prefixed("issued", issued))


def _preprint(work):
    yield prefixed("In", _container(work))
    yield work["number"]
    yield joined(", ", "Preprint", work["publisher"], work.month_and_day)


def _software(work):
    yield prefixed("V.", work["version"])
    released = "released" if work["publisher"] else "Released"
    yield joined(", ", work["publisher"], prefixed(released, work.month_and_day))


def _dataset(work):
    yield prefixed("Version", work["version"])
    yield prefixed("No.", work["number"])
    yield _series(work)
    yield joined(", ", work["publisher"], work.month_and_day)


def _webpage(work):
    site = work["container-title"] or work["publisher"]
    yield joined(", ", site, work.month_and_day)


def _other(work):
    """Yield the parts of a reference to a paper that no book holds."""
    volume = prefixed("vol.", work["volume"])
    yield prefixed("In", joined(", ", _container(work), volume if work["container-title"] else ""))
    if work.type == "manuscript" and not work.url and not work["container-title"]:
        yield "Unpublished manuscript"
    yield joined(", ", work["publisher"] or work["publisher-place"], work.month_and_day)


_BODIES = {
    "article-journal": _serial,
    "paper-conference": _paper,
    "chapter": _chapter,
    "book": _book,
    "pamphlet": _book,
    "thesis": _thesis,
    "report": _report,
    "patent": _patent,
    "article": _preprint,
    "software": _software,
    "dataset": _dataset,
    "webpage": _webpage,
}


def _series(work):
    return joined(" ", work["collection-title"], work["collection-number"])


def _by(done, persons):
    return f"{done} by {_straight(persons)}" if persons else ""
