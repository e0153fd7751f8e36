"""BibTeX as one program wants it: the styles of classic BibTeX, or biblatex. Both read back alike.

Without a dialect an entry keeps the names that its file used; both programs read most of them.
Sources: the biblatex manual, sections 2.1 and 2.2.5, and the documentation of BibTeX's styles.
"""

import re
from collections.abc import Collection

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import MONTHS, ORIGINAL_TYPE, Macro, Record, date_of
from publications.citations.bibtex_values import Pairs, date_fields, names
from publications.fields import ROLES
from publications.names import parse_names

DIALECTS = ("bibtex", "biblatex")
# What BibTeX's own styles and biblatex read, and the usual names beside them: an entry to cite has
# these. Everything else (`selected`, `preview`, a local `pdf`) is its owner's own affair.
STANDARD_FIELDS = {
    *("abstract", "address", "afterword", "annotator", "archiveprefix", "author"),
    *("authortype", "bookauthor", "bookpagination", "booksubtitle", "booktitle"),
    *("booktitleaddon", "chapter", "commentator", "crossref", "date", "day", "doi"),
    *("edition", "editor", "editora", "editorb", "editorc", "editortype", "eid"),
    *("entrysubtype", "eprint", "eprintclass", "eprinttype", "eventdate", "eventtitle"),
    *("eventtitleaddon", "foreword", "gender", "holder", "howpublished", "institution"),
    *("introduction", "isan", "isbn", "ismn", "isrn", "issn", "issue", "issuesubtitle"),
    *("issuetitle", "iswc", "journal", "journalsubtitle", "journaltitle"),
    *("journaltitleaddon", "key", "keywords", "label", "langid", "language", "library"),
    *("location", "mainsubtitle", "maintitle", "maintitleaddon", "month", "nameaddon"),
    *("note", "number", "organization", "origdate", "origlanguage", "origlocation"),
    *("origpublisher", "origtitle", "pages", "pagetotal", "pagination", "part", "pmid"),
    *("primaryclass", "publisher", "pubstate", "school", "series", "shortauthor"),
    *("shorteditor", "shortjournal", "shortseries", "shorttitle", "subtitle", "title"),
    *("titleaddon", "translator", "type", "url", "urldate", "venue", "version", "volume"),
    *("volumes", "xdata", "year"),
}

CLASSIC_NAMES = {
    "journaltitle": "journal",
    "location": "address",
    "eprinttype": "archiveprefix",
}
BIBLATEX_NAMES = {
    "journal": "journaltitle",
    "address": "location",
    "school": "institution",
    "archiveprefix": "eprinttype",
}
# Classic styles print no subtitle of their own.
SUBTITLES = {"subtitle": "title", "booksubtitle": "booktitle", "journalsubtitle": "journal"}
DAY_AND_MONTH = re.compile(r"(?:(\d\d?)[ ~])?([A-Z][a-z]+)")
# biblatex's extended names, and stray commas, of which BibTeX makes nothing.
NO_CLASSIC_NAMES = re.compile(r"(?:family|given|prefix|suffix)\s*=|,\s*(?:and\s|$)")


def translated(
    entry_type: str, pairs: Pairs, dialect: str, rest: Collection[list[str]] = ()
) -> tuple[str, Pairs]:
    """The entry in `dialect`, one of DIALECTS.

    `rest`: fields that belong to no column of ours; they keep their names.
    """
    own = [pair for pair in pairs if list(pair) not in rest]
    others = [pair for pair in pairs if list(pair) in rest]
    if dialect == "biblatex":
        iso, text = date_of(Record("", "", 0, "", list(dict(pairs).items())))
        own = _renamed(own, BIBLATEX_NAMES, dict(pairs))
        if "date" not in dict(pairs) and iso and not text and "month" in dict(own):
            own = [("date", iso) if name == "year" else (name, raw) for name, raw in own]
            own = [pair for pair in own if pair[0] != "month"]
        return entry_type, own + others
    kind = entry_types.classic_type(entry_type, dict(pairs).get("type", ""))
    extra = [(ORIGINAL_TYPE, entry_type)] if kind != entry_type else []
    if extra and "url" in dict(own) and "howpublished" not in dict(pairs):
        # What classic styles print of an address.
        extra = [("howpublished", f"\\url{{{dict(own)['url']}}}"), *extra]
    return kind, _classic(own, kind, dict(pairs)) + others + extra


def _classic(pairs, kind, whole):
    pairs = _renamed(pairs, CLASSIC_NAMES, whole)
    if "thesis" in kind:
        pairs = _renamed(pairs, {"institution": "school"}, whole)
    if kind == "article":
        pairs = _renamed(pairs, {"issue": "number"}, whole)
    classic = []
    for name, raw in _with_year(_with_subtitles(pairs), whole):
        month = DAY_AND_MONTH.fullmatch(raw) if name == "month" else None
        if name in ROLES and NO_CLASSIC_NAMES.search(raw):
            people, others, _warnings = parse_names(raw)
            raw = names([["", *person] for person in people], et_al=others)
        elif month and month[2] in MONTHS:
            # "20 November" -> 20 # "~" # nov, which each style writes in its own way.
            macro = month[2][:3].lower()
            raw = Macro(f'{month[1]} # "~" # {macro}' if month[1] else macro)
        classic.append((name, raw))
    return classic


def _renamed(pairs, table, whole):
    """`eprinttype` only where it is arXiv's: other names of archives are no column of ours."""
    renamed = []
    for name, raw in pairs:
        is_other = name in ("eprinttype", "archiveprefix") and raw.lower() != "arxiv"
        target = table.get(name, name)
        renamed.append((name if is_other or target in whole else target, raw))
    return renamed


def _with_subtitles(pairs):
    whole = dict(pairs)
    joined = {}
    for sub, name in SUBTITLES.items():
        if sub in whole and name in whole:
            separator = " " if whole[name].endswith(tuple("?!.:…")) else ": "
            joined |= {name: f"{whole[name]}{separator}{whole[sub]}", sub: ""}
    return [(name, raw) for pair in pairs if (raw := joined.get((name := pair[0]), pair[1]))]


def _with_year(pairs, whole):
    """`date` as year and month; kept beside them where they cannot say all of it."""
    iso, text = date_of(Record("", "", 0, "", pairs))
    if "date" not in dict(pairs) or not iso or {"year", "month", "mon"} & whole.keys():
        return pairs
    made = date_fields(PartialDate.from_iso(iso).stored, text)
    at = [name for name, _raw in pairs].index("date")
    return [*pairs[:at], *made, *pairs[at + 1 :]]
