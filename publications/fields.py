"""The columns of a paper, once: what BibTeX, CSL and RIS call each, and whose word it is.

The importer, the exporters, the merging of records and the admin read this table. BibTeX names are
biblatex's and al-folio's too, in small letters; CSL variables after CSL 1.0.2; RIS tags after
Research Information Systems' format. A column's length and its label are the model's own.
"""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from profiles.dates import PartialDate
from profiles.limits import longest
from publications import entry_types
from publications.models.publication import Publication, Version
from publications.names import Name


@dataclass(frozen=True, slots=True)
class Field:
    """`bibtex`: the fields that tell of the column, the best one first.

    `is_text`: the first of them that an entry has fills the column with its display text.
    `is_verbatim`: what stands in the column is written letter by letter, not as LaTeX.
    `of_work`: a work says it whatever its printed form; anything else that one form says would be
    wrong on another (arXiv is no journal's publisher).
    `csl`, `ris`: the variable and the tag that take the column's value as it is.
    """

    column: str
    bibtex: tuple[str, ...] = ()
    csl: str = ""
    ris: str = ""
    is_text: bool = False
    is_verbatim: bool = False
    of_work: bool = False


PUBLISHERS = ("publisher", "institution", "school", "organization")
JOURNALS = ("journal", "journaltitle", "journalsubtitle")
FIELDS = (
    Field("citation_key"),
    Field("entry_type"),
    Field("title", ("title", "subtitle")),
    Field("container_title", (*JOURNALS, "booktitle", "booksubtitle", "eventtitle")),
    Field("date", ("date", "year", "month", "mon", "day")),
    Field("date_text"),
    Field("series", ("series",), "collection-title", "T3", is_text=True),
    Field("volume", ("volume",), "volume", "VL", is_text=True),
    Field("issue", ("number", "issue"), "issue", "IS"),
    Field("number", ("number", "reportnumber"), ris="IS"),
    Field("edition", ("edition",), "edition", "ET", is_text=True),
    Field("pages", ("pages", "eid", "articleno", "article-number"), "page", is_text=True),
    Field("publisher", PUBLISHERS, "publisher", "PB", is_text=True),
    Field("place", ("address", "location"), ris="CY", is_text=True),
    Field("doi", ("doi",), "DOI", "DO", is_verbatim=True),
    Field("isbn", ("isbn",), "ISBN", "SN", is_verbatim=True),
    Field("issn", ("issn",), "ISSN", "SN", is_verbatim=True),
    Field("pmid", ("pmid",), "PMID", "AN", is_verbatim=True, of_work=True),
    Field("arxiv", ("eprint", "eprinttype", "archiveprefix", "arxiv"), of_work=True),
    Field("url", ("url",), "URL"),
    Field("language", ("langid", "language", "hyphenation"), "language", "LA", of_work=True),
    Field("abstract", ("abstract",), is_text=True, of_work=True),
    Field("tldr", ("tldr",), is_text=True, of_work=True),
    Field("note", ("note",), "note", "N1", is_text=True, of_work=True),
    Field("status", ("pubstate",)),
    Field("short_name", ("shorttitle",), of_work=True),
    Field("badge_text", ("abbr",)),
    Field("presentation", ("presentation",), of_work=True),
    Field("et_al", of_work=True),
)
COLUMNS = tuple(field.column for field in FIELDS)
FORM_COLUMNS = tuple(field.column for field in FIELDS if not field.of_work)
# Those that the other versions of a paper have as well.
VERSION_COLUMNS = tuple(name for name in COLUMNS if hasattr(Version, name))
LENGTHS = {name: longest(Publication._meta.get_field(name)) for name in COLUMNS}

# BibTeX fields and CSL variables that hold names, each also the role of an Authorship; RIS's tags.
ROLES = {"author": "AU", "editor": "ED", "translator": "A4"}
# A printed name's columns, as exporters write them and Source.values keeps them.
NAME_COLUMNS = ("role", "given", "family", "particle", "suffix", "literal", "marks")
# One row of a reading's "authors", and of what the database holds: compared as lists.
AUTHOR_COLUMNS = (*NAME_COLUMNS, "is_equal", "is_corresponding")

# Our status -> what biblatex's `pubstate` says of it; the first is what we write.
STATUSES = {
    "submitted": ("submitted",),
    "accepted": ("accepted",),
    "in-press": ("inpress", "in press", "in-press", "forthcoming"),
    "preprint": ("prepublished", "preprint"),
    "published": ("published",),
    "retracted": ("retracted", "withdrawn"),
}
PUBSTATES = {word: status for status, words in STATUSES.items() for word in words}
# Behind a short name of a venue: "NSDI 26", "ICDCS'24", "KDD 2026".
BADGE_YEAR = re.compile(r"[\s,’']*(?:(?:19|20)\d\d|(?<=[\s’'])\d\d)$")
# Kind of link -> its fields: al-folio's buttons, and what sites call them beside; the first is
# what we write.
LINK_FIELDS = {
    "pdf": ("pdf",),
    "publisher": ("html",),
    "preprint": ("preprint",),
    "code": ("code", "github", "repository"),
    "data": ("data", "dataset"),
    "slides": ("slides",),
    "poster": ("poster",),
    "video": ("video", "talk", "presentation-video"),
    "website": ("website", "project"),
    "demo": ("demo",),
    "blog": ("blog",),
    "supplement": ("supp", "supplement", "supplementary"),
    "other": ("link",),
}
LINKS = {name: kind for kind, names in LINK_FIELDS.items() for name in names}


def name_of(row: list) -> Name:
    """Return the Name of a row of authors, for matching."""
    return Name(*row[1:6])


def label(name: str) -> str:
    """ "container_title" -> "appeared in"; "" for what is neither a column nor a list of ours."""
    labels = {
        "authors": _("authors"),
        "links": _("link"),
        "awards": _("award"),
        "topics": _("topic"),
        "date_text": _("date as printed"),
    }
    columns = {field.name: field for field in Publication._meta.concrete_fields}
    return labels.get(name) or (str(columns[name].verbose_name) if name in columns else "")


def display(name: str, value) -> str:
    """The column's value as a person reads it, "" for none; a date may be in its stored form."""
    if not value:
        return ""
    if name == "entry_type":
        return entry_types.display(value)
    if name == "date":
        date = value if isinstance(value, PartialDate) else PartialDate.from_stored(value)
        return date.display()
    if name in ("status", "presentation"):
        choices = dict(Publication._meta.get_field(name).choices)
        return str(choices.get(value, value))
    return str(value)


# --- Whose word counts where two sources of a paper contradict each other ------------------------
# What a person typed stands above all. Of sources the most trusted has the word, of equals the one
# that came first.

# What entries are called that came from services, the most trusted first: the publisher's own
# record of the DOI, indexes that take care of theirs, what people say of themselves. A file that
# somebody typed, or exported, comes last.
TRUST = (
    ("Crossref", "DataCite", "doi.org"),
    ("PubMed", "arXiv", "DBLP", "OpenReview", "OpenAlex"),
    ("ORCID",),
)
RANKS = {name: trust_rank for trust_rank, names in enumerate(TRUST) for name in names}


def trust_rank(file: str) -> int:
    """The place of a source among all, 0 for the most trusted; `file` as Source has it."""
    return RANKS.get(file, len(TRUST))
