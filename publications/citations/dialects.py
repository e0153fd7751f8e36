"""BibTeX as one program wants it: the styles of classic BibTeX, or biblatex. Both read back alike.

Without a dialect an entry keeps the names that its file used; both programs read most of them.
Sources: the biblatex manual, sections 2.1 and 2.2.5, and the documentation of BibTeX's styles.
"""

import re
from collections.abc import Collection, Container

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import MONTHS, ORIGINAL_TYPE, Macro, Record, date_of, kept_beside
from publications.citations.bibtex_values import Pairs, date_fields, names
from publications.citations.datamodel import fitted, standard_type
from publications.fields import ROLES
from publications.names import cut, parse_names

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
# biblatex's extended names, of which BibTeX makes nothing.
EXTENDED_NAME = re.compile(r"(?:family|given|prefix|suffix)\s*=")
# Fields that hold lists of names.
NAMES = {
    *("afterword", "annotator", "author", "bookauthor", "commentator", "editor", "editora"),
    *("editorb", "editorc", "foreword", "holder", "introduction", "shortauthor", "shorteditor"),
    "translator",
}


def translated(
    entry_type: str,
    pairs: Pairs,
    dialect: str,
    rest: Collection[list[str]] = (),
    keys: Container[str] = (),
) -> tuple[str, Pairs]:
    """The entry in `dialect`, one of DIALECTS, without what its program complains of.

    `rest`: fields that belong to no column of ours; they keep their names. `keys`: those of the
    whole file, in small letters. What the dialect has no place for is kept where programs do not
    look, so that an import reads the same again.
    """
    own = [pair for pair in pairs if list(pair) not in rest]
    others = [pair for pair in pairs if list(pair) in rest]
    if dialect == "biblatex":
        kind, whole = standard_type(entry_type), _biblatex(own, dict(pairs)) + others
        whole = [(name, _names(name, raw)) for name, raw in whole]
        iso, _text = date_of(Record("", "", 0, "", list(dict(whole).items())))
        fitting = fitted(kind, whole, iso, keys)
        if kind != entry_type:
            whole.append((ORIGINAL_TYPE, entry_type))
        return kind, kept_beside(whole, fitting)
    kind = entry_types.classic_type(entry_type, dict(pairs).get("type", ""))
    extra = [(ORIGINAL_TYPE, entry_type)] if kind != entry_type else []
    if extra and "url" in dict(own) and "howpublished" not in dict(pairs):
        # What classic styles print of an address.
        extra = [("howpublished", f"\\url{{{dict(own)['url']}}}"), *extra]
    whole = [*_classic(own, kind, dict(pairs)), *others, *extra]
    whole = [(name, _names(name, raw)) for name, raw in whole]
    return kind, kept_beside(whole, _each_once(whole))


def _biblatex(pairs, whole):
    iso, text = date_of(Record("", "", 0, "", list(whole.items())))
    pairs = _renamed(pairs, BIBLATEX_NAMES, whole)
    if "date" not in whole and iso and not text and "month" in dict(pairs):
        pairs = [("date", iso) if name == "year" else (name, raw) for name, raw in pairs]
        pairs = [pair for pair in pairs if pair[0] != "month"]
    return pairs


def _each_once(pairs):
    """BibTeX knows one value of each field, and wants no month without its year."""
    first = {}
    for name, raw in pairs:
        first.setdefault(name, raw)
    if "year" not in first:
        first.pop("month", None)
    return list(first.items())


def _names(name, raw):
    """A list of names as both programs read it, where they would stumble over what was typed."""
    if name not in NAMES or _is_clean(raw):
        return raw
    people, others, _warnings = parse_names(raw)
    return names([["", *person] for person in people], et_al=others) or raw


def _is_clean(raw):
    """Whether between each "and" there is somebody, with no more commas than a name may have."""
    for person in cut(raw, "and"):
        parts = cut(person, ",")
        is_extended = EXTENDED_NAME.search(person)
        if not person.strip(" ~,") or not parts[-1].strip() or (len(parts) > 3 and not is_extended):
            return False
    return True


def _classic(pairs, kind, whole):
    pairs = _renamed(pairs, CLASSIC_NAMES, whole)
    if "thesis" in kind:
        pairs = _renamed(pairs, {"institution": "school"}, whole)
    if kind == "article":
        pairs = _renamed(pairs, {"issue": "number"}, whole)
    classic = []
    dated = _with_year(_with_subtitles(pairs), whole)
    for name, raw in dated:
        month = DAY_AND_MONTH.fullmatch(raw) if name == "month" else None
        if name in ROLES and EXTENDED_NAME.search(raw):
            people, others, _warnings = parse_names(raw)
            raw = names([["", *person] for person in people], et_al=others)
        elif month and month[2] in MONTHS and "year" in dict(dated):
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
