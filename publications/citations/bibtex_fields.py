"""Our columns -> BibTeX fields, for what no imported entry says any more (or never said)."""

from collections.abc import Iterator

from django.conf import settings

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import MONTHS
from publications.citations.bibtex_names import names
from publications.citations.bibtex_titles import title
from publications.citations.forms import Form
from publications.latex import from_text

Pairs = Iterator[tuple[str, str]]

# Field -> the columns that it tells of. Names that are not here are nobody's column.
TELLS = {
    "title": ("title",),
    "subtitle": ("title",),
    "author": ("author",),
    "editor": ("editor",),
    "translator": ("translator",),
    "journal": ("container_title",),
    "journaltitle": ("container_title",),
    "journalsubtitle": ("container_title",),
    "booktitle": ("container_title",),
    "booksubtitle": ("container_title",),
    "eventtitle": ("container_title",),
    "year": ("date",),
    "month": ("date",),
    "mon": ("date",),
    "day": ("date",),
    "date": ("date",),
    "address": ("place",),
    "location": ("place",),
    "series": ("series",),
    "volume": ("volume",),
    "number": ("issue", "number"),
    "issue": ("issue",),
    "edition": ("edition",),
    "pages": ("pages",),
    "eid": ("pages",),
    "articleno": ("pages",),
    "article-number": ("pages",),
    "publisher": ("publisher",),
    "institution": ("publisher",),
    "school": ("publisher",),
    "organization": ("publisher",),
    "doi": ("doi",),
    "isbn": ("isbn",),
    "issn": ("issn",),
    "pmid": ("pmid",),
    "eprint": ("arxiv",),
    "eprinttype": ("arxiv",),
    "archiveprefix": ("arxiv",),
    "arxiv": ("arxiv",),
    "url": ("url",),
    "langid": ("language",),
    "language": ("language",),
    "hyphenation": ("language",),
    "abstract": ("abstract",),
    "tldr": ("tldr",),
    "note": ("note",),
    "pubstate": ("status",),
    "presentation": ("presentation",),
    "award": ("awards",),
    "award_name": ("awards",),
    "shorttitle": ("short_name",),
    "keywords": ("keywords",),
}
# Field -> the kind of link it holds, as al-folio names them; the first of a kind is what we write.
LINKS = {
    "pdf": "pdf",
    "html": "publisher",
    "code": "code",
    "data": "data",
    "slides": "slides",
    "poster": "poster",
    "video": "video",
    "website": "website",
    "demo": "demo",
    "blog": "blog",
    "supp": "supplement",
    "link": "other",
}
CONTAINERS = {
    "article": "journal",
    "book": "eventtitle",
    "collection": "eventtitle",
    "proceedings": "eventtitle",
}
PUBLISHERS = {
    "thesis": "school",
    "phdthesis": "school",
    "mastersthesis": "school",
    "report": "institution",
    "techreport": "institution",
    "manual": "organization",
}
PUBSTATES = {
    "submitted": "submitted",
    "accepted": "accepted",
    "in-press": "inpress",
    "preprint": "prepublished",
}
PLAIN = ("series", "volume", "edition")
VERBATIM = ("doi", "isbn", "issn", "pmid")
TEXTS = ("abstract", "tldr", "note")


def made(form: Form, told: set[str]) -> Pairs:
    """Fields for every column that holds something and that `told` does not name."""
    for column, pairs in _columns(form):
        if column not in told:
            yield from ((name, raw) for name, raw in pairs if raw)


def _columns(form):
    values = {name: value for name, value in form.values.items() if isinstance(value, str)}
    kind = entry_types.known(form.entry_type)
    for role in ("author", "editor", "translator"):
        et_al = role == "author" and form.values.get("et_al", False)
        yield role, [(role, names(form.printed(role), et_al=et_al))]
    yield "title", [("title", title(values.get("title", "")))]
    container = from_text(values.get("container_title", ""))
    yield "container_title", [(CONTAINERS.get(kind, "booktitle"), container)]
    yield "date", list(_date(values))
    yield from _plain(values, PLAIN)
    yield (
        "issue",
        [("number" if kind == "article" else "issue", from_text(values.get("issue", "")))],
    )
    if not (kind == "article" and "issue" in values):
        yield "number", [("number", from_text(values.get("number", "")))]
    yield "pages", [("pages", from_text(values.get("pages", "")).replace("–", "--"))]
    yield "publisher", [(PUBLISHERS.get(kind, "publisher"), from_text(values.get("publisher", "")))]
    yield "place", [("address", from_text(values.get("place", "")))]
    yield from ((column, [(column, values.get(column, ""))]) for column in VERBATIM)
    if "arxiv" in values:
        yield "arxiv", [("eprint", values["arxiv"]), ("archiveprefix", "arXiv")]
    yield "url", [("url", values.get("url", ""))]
    yield from _plain(values, TEXTS)
    yield from _ours(form, values)


def _plain(values, columns):
    for column in columns:
        yield column, [(column, from_text(values.get(column, "")))]


def _ours(form, values):
    """What BibTeX has no field for, under the names that al-folio and biblatex use."""
    state = PUBSTATES.get(values.get("status"), "")
    # An arXiv number says so already.
    is_plain = state == "prepublished" and "arxiv" in values
    yield "status", [("pubstate", "" if is_plain else state)]
    yield "language", [("language", values.get("language", ""))]
    yield "short_name", [("shorttitle", title(values.get("short_name", "")))]
    yield "presentation", [("presentation", values.get("presentation", ""))]
    yield "awards", [("award_name", from_text("; ".join(name for name, _url in form.awards)))]
    yield "keywords", [("keywords", from_text(", ".join(form.keywords)))]
    yield from _links(form)


def _links(form):
    """One link of each kind: a second one has no name in BibTeX."""
    fields = {kind: name for name, kind in reversed(LINKS.items())}
    for kind, _label, url in reversed(form.links):
        if kind in fields:
            address = f"{settings.ORIGIN}{url}" if url.startswith("/") and settings.ORIGIN else url
            yield f"link:{kind}", [(fields.pop(kind), address if "://" in address else "")]


def _date(values):
    """ "2025-11-20" -> year and month as classic BibTeX takes them, the day before the month."""
    if "date" not in values:
        return [("year", from_text(values.get("date_text", "")))]
    date = PartialDate.from_stored(values["date"])
    pairs = [("year", f"{date.year:04d}")]
    if date.month:
        day = f"{date.day} " if date.day else ""
        pairs.append(("month", f"{day}{MONTHS[date.month - 1]}"))
    return pairs
