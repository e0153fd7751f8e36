"""Our columns -> BibTeX fields, for what no imported entry says any more (or never said)."""

from collections.abc import Iterator

from publications import entry_types
from publications.bibtex import status_in
from publications.citations.bibtex_dates import date_fields
from publications.citations.bibtex_links import AWARD, address, award_fields
from publications.citations.bibtex_names import names
from publications.citations.bibtex_titles import title
from publications.citations.forms import Form
from publications.latex import from_text
from publications.matching import is_preprint

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
    "reportnumber": ("number",),
    "shorttitle": ("short_name",),
    "topics": ("topics",),
    "keywords": ("keywords",),
}
COLUMNS = {column for columns in TELLS.values() for column in columns}
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
    "published": "published",
}
PLAIN = ("series", "volume", "edition")
VERBATIM = ("doi", "isbn", "issn", "pmid")
TEXTS = ("abstract", "tldr", "note")


def columns_of(name: str) -> tuple[str, ...]:
    """The columns that a field tells of."""
    if AWARD.fullmatch(name):
        return ("awards",)
    return TELLS.get(name, ())


def made(form: Form, told: set[str]) -> Pairs:
    """Fields for every column that holds something and that `told` does not name."""
    for column, pairs in _columns(form):
        if column not in told:
            yield from ((name, raw) for name, raw in pairs if raw)


def _columns(form):
    values = {name: value for name, value in form.values.items() if isinstance(value, str)}
    for role in ("author", "editor", "translator"):
        et_al = role == "author" and form.values.get("et_al", False)
        yield role, [(role, names(form.printed(role), et_al=et_al))]
    yield "title", [("title", title(values.get("title", "")))]
    kind = entry_types.known(form.entry_type)
    container = from_text(values.get("container_title", ""))
    yield "container_title", [(CONTAINERS.get(kind, "booktitle"), container)]
    yield "date", date_fields(values.get("date", ""), values.get("date_text", ""))
    yield from _plain(values, PLAIN)
    yield from _numbers(form, values)
    yield "pages", [("pages", from_text(values.get("pages", "")).replace("–", "--"))]
    yield "publisher", [(PUBLISHERS.get(kind, "publisher"), from_text(values.get("publisher", "")))]
    yield "place", [("address", from_text(values.get("place", "")))]
    yield from ((column, [(column, values.get(column, ""))]) for column in VERBATIM)
    if "arxiv" in values:
        yield "arxiv", [("eprint", values["arxiv"]), ("archiveprefix", "arXiv")]
    yield "url", [("url", address(values.get("url", "")))]
    yield from _plain(values, TEXTS)
    yield from _ours(form, values)


def _plain(values, columns):
    for column in columns:
        yield column, [(column, from_text(values.get(column, "")))]


def _numbers(form, values):
    """Of what appears in issues, `number` is the issue's; a report's keeps INSPIRE's name."""
    in_issues = entry_types.is_in_issues(form.entry_type)
    issue, number = ("number", "reportnumber") if in_issues else ("issue", "number")
    yield "issue", [(issue, from_text(values.get("issue", "")))]
    yield "number", [(number, from_text(values.get("number", "")))]


def _ours(form, values):
    """What BibTeX has no field for, under the names that al-folio and biblatex use."""
    yield "status", [("pubstate", _pubstate(form, values))]
    yield "language", [("language", values.get("language", ""))]
    yield "short_name", [("shorttitle", title(values.get("short_name", "")))]
    yield "presentation", [("presentation", values.get("presentation", ""))]
    yield "awards", list(award_fields(form.awards))
    topics = ", ".join(map(_topic, form.topics))
    yield "topics", [("topics", topics)]
    yield "keywords", [("keywords", topics)]


def _topic(name):
    """In braces where it would be read as two."""
    raw = from_text(name)
    return f"{{{raw}}}" if set(",;") & set(raw) else raw


def _pubstate(form, values):
    """Left out where the entry lets one guess it anyway."""
    said = status_in(values.get("date_text", ""), values.get("note", "")).replace(" ", "-")
    is_early = is_preprint(values | {"entry_type": form.entry_type})
    guess = said or ("preprint" if is_early else "published")
    status = values.get("status", "published")
    return "" if status == guess else PUBSTATES[status]
