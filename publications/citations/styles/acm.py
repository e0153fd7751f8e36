"""ACM Reference Format, without the number that a list gives."""

from publications.citations.styles.work import (
    Work,
    bracketed,
    italic,
    joined,
    name_list,
    ordinal,
    prefixed,
    sentences,
)

WHOLE = {"book", "report"}


def reference(work: Work) -> str:
    lead = _names(work.people("author"), et_al=work.et_al) or _editors(work, "Ed")
    access = work.doi
    if work["URL"] and not access:
        access = joined(" ", "Retrieved", work.accessed_on, "from", work["URL"])
    body = _BODIES.get(work.type, _other)(work)
    return joined(" ", sentences(lead, work.year, _title(work), *body), access)


def _names(persons, *, et_al=False):
    names = [p.straight() for p in persons]
    return name_list(names, et_al=et_al)


def _editors(work, word):
    editors = work.people("editor")
    return f"{_names(editors)} ({word}{'s' if len(editors) > 1 else ''}.)" if editors else ""


def _title(work):
    if work.type not in WHOLE:
        return work.title
    edition = ordinal(work["edition"]) or work["edition"]
    in_brackets = bracketed(f"{edition} ed." if edition else "")
    return joined(" ", italic(work.title), in_brackets)


def _article(work):
    date = bracketed(joined(" ", work.month, work.year))
    number = joined(", ", work["volume"], joined(" ", work["issue"], date))
    if work["volume"] and not work["issue"]:
        number = joined(" ", work["volume"], date)
    yield joined(", ", joined(" ", italic(work.short_container), number), work["page"])


def _paper(work):
    series = bracketed(work["collection-title"])
    whole = joined(" ", prefixed("In", italic(work["container-title"])), series)
    day = f"{work.day:02d}," if work.day else ""
    yield joined(", ", whole, joined(" ", work.month, day, work.year))
    yield joined(", ", _publisher(work), work["page"])


def _chapter(work):
    edition = bracketed(work.edition)
    whole = joined(" ", "In", italic(work["container-title"]), edition)
    yield joined(", ", whole, _editors(work, "ed") if work.people("author") else "")
    yield joined(", ", _publisher(work), work["page"])


def _thesis(work):
    yield work["genre"]
    yield _publisher(work)


def _whole(work):
    yield _publisher(work)


def _other(work):
    yield joined(", ", italic(joined(" ", work["container-title"], work["volume"])), work["page"])


_BODIES = {
    "article-journal": _article,
    "paper-conference": _paper,
    "chapter": _chapter,
    "thesis": _thesis,
    "book": _whole,
    "report": _whole,
}


def _publisher(work):
    return joined(", ", work["publisher"], work["publisher-place"])
