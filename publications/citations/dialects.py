"""BibTeX as one program wants it: the styles of classic BibTeX, or biblatex. Both read back alike.

Without a dialect an entry keeps the names that its file used; both programs read most of them.
Sources: the biblatex manual, sections 2.1 and 2.2.5, and the documentation of BibTeX's styles.
"""

import re
from collections.abc import Collection, Container, Iterator

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import MONTHS, ORIGINAL_TYPE, Macro, Record, date_of, kept_beside
from publications.citations.bibtex_values import Pairs, date_fields, names
from publications.fields import ROLES
from publications.identifiers import normalise_isbn, normalise_issn
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


# --- What biblatex takes -------------------------------------------------------------------------
# After the default data model (blx-dm.def, section 4.5.4 of the biblatex manual), against which
# `biber --validate-datamodel` checks a file: a field that an entry of a type cannot have, a volume
# that is no number, a date or an ISBN that is none are warned of and left out.

ANY = frozenset(
    (
        "abstract annotation authortype bookpagination crossref date day doi entryset entrysubtype"
        " eprint eprintclass eprinttype execute file gender ids indexsorttitle indextitle isan ismn"
        " iswc keywords label langid langidopts library lista listb listc listd liste listf month"
        " namea nameaddon nameatype nameb namebtype namec namectype options origdate origlocation"
        " origpublisher origtitle pagination presort related relatedoptions relatedstring"
        " relatedtype shortauthor shorteditor shorthand shorthandintro shortjournal shortseries"
        " shorttitle sortkey sortname sortshorthand sorttitle sortyear url urldate usera userb"
        " userc userd usere userf verba verbb verbc xdata xref year"
    ).split()
)
_of_all = "addendum language note pubstate subtitle title titleaddon"
_editors = "editora editoratype editorb editorbtype editorc editorctype"
_helpers = "afterword annotator commentator foreword introduction translator origlanguage"
_book = (
    f"{_of_all} {_editors} {_helpers} editor editortype edition isbn location number publisher"
    " series volume volumes"
)
_whole = f"{_book} chapter eid pages part mainsubtitle maintitle maintitleaddon"
_part = f"{_whole} author booksubtitle booktitle booktitleaddon"
_issue = "issn issue issuesubtitle issuetitle issuetitleaddon number series volume"
_event = "eventdate eventtitle eventtitleaddon venue"
_meeting = (
    f"{_of_all} {_event} editor editortype isbn location number organization publisher series"
)
_paper = f"{_meeting} chapter eid pages part volume volumes mainsubtitle maintitle maintitleaddon"
_work = f"{_of_all} author editor editortype location type"
FIELDS = {
    name: ANY | frozenset(fields.split())
    for names, fields in {
        "article": f"{_of_all} {_editors} {_issue} annotator author commentator editor editortype"
        " eid journalsubtitle journaltitle journaltitleaddon origlanguage pages translator version",
        "book": f"{_whole} author pagetotal",
        "mvbook": f"{_book} author pagetotal",
        "inbook bookinbook suppbook": f"{_part} bookauthor",
        "booklet": f"{_work} chapter eid howpublished pages pagetotal",
        "collection reference": f"{_whole} pagetotal",
        "mvcollection mvreference": f"{_book} author",
        "incollection suppcollection inreference": _part,
        "dataset": f"{_work} edition number organization publisher series version",
        "manual": f"{_work} chapter edition eid isbn number organization pages pagetotal publisher"
        " series version",
        "misc software": f"{_work} howpublished organization version",
        "online": f"{_of_all} author editor editortype organization version",
        "patent": f"{_of_all} author holder location number type version",
        "periodical": f"{_of_all} {_editors} {_issue} editor editortype",
        "mvproceedings": f"{_meeting} pagetotal volumes",
        "proceedings": f"{_paper} pagetotal",
        "inproceedings": f"{_paper} author booksubtitle booktitle booktitleaddon",
        "report": f"{_of_all} author chapter eid institution isrn location number pages pagetotal"
        " type version",
        "thesis": f"{_of_all} author chapter eid institution location pages pagetotal type",
        "unpublished": f"{_of_all} {_event} author howpublished location type",
    }.items()
    for name in names.split()
}
FIELDS["patent"] -= {"language"}
FIELDS["mvreference"] = FIELDS["mvcollection"] = FIELDS["mvcollection"] - {"series"}
# What biber reads as another type or another field.
TYPES = {
    "conference": "inproceedings",
    "electronic": "online",
    "www": "online",
    "mastersthesis": "thesis",
    "phdthesis": "thesis",
    "techreport": "report",
}
ALIASES = {
    "address": "location",
    "school": "institution",
    "annote": "annotation",
    "archiveprefix": "eprinttype",
    "journal": "journaltitle",
    "primaryclass": "eprintclass",
    "key": "sortkey",
    "pdf": "file",
}
# Of a field such as `author+an`, the notes on the names of `author`.
NOTES = re.compile(r"\+an(?::\w+)?$")
INTEGER = re.compile(r"\d+")
_day = r"-?\d{4}(?:-(?:0[1-9]|1[0-2]|2[1-4])(?:-(?:0[1-9]|[12]\d|3[01]))?)?[~?%]?"
DATE = re.compile(rf"{_day}(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)?)?(?:/(?:{_day}|\.\.)?)?")
YEAR = re.compile(r"-?\d{1,4}")
MONTH = re.compile(r"0?[1-9]|1[0-2]")
# "s2-42": the 42nd volume of the second series.
OF_SERIES = re.compile(r"s(?:er(?:ies|\.)?)?\s*(\d+)\s*[-–,:.]+\s*(?:vol\.?\s*)?(\d+)", re.I)
REFERRING = {"xref", "related", "entryset", "xdata", "crossref"}


def standard_type(entry_type: str) -> str:
    """The type as biblatex knows fields for it; what stands for another, "misc" at the last."""
    entry_type = entry_type.lower()
    if entry_type in FIELDS or entry_type in TYPES:
        return entry_type
    return entry_types.TO_CLASSIC.get(entry_type, "misc")  # one of entry_types.stand_ins


def fitted(entry_type: str, pairs: Pairs, iso: str, keys: Container[str]) -> Pairs:
    """The fields that an entry of a type may have, each once, with values as biber takes them.

    `iso`: the date of the entry, "" for none; `keys`: those of the file, in small letters.
    """
    allowed, whole = FIELDS[TYPES.get(entry_type, entry_type)], {}
    for name, raw in pairs:
        whole.setdefault(name, raw)
    fitting = {}
    for name, raw in whole.items():
        plain = NOTES.sub("", name)
        target = ALIASES.get(plain, plain)
        if target not in allowed or (target != plain and target in whole) or "xdata=" in raw:
            continue
        if name in REFERRING and not all(key.strip().casefold() in keys for key in raw.split(",")):
            continue
        fitting.update(_fitting(entry_type, name, raw, whole))
    return list((_dated(fitting, iso)).items())


def _fitting(entry_type, name, raw, whole) -> Iterator[tuple[str, str]]:
    """What becomes of one field: itself, another that says it as biber takes it, or nothing."""
    text = raw.strip("{} ")
    if name in ("volumes", "sortyear") and not INTEGER.fullmatch(text):
        return
    if name == "volume" and not INTEGER.fullmatch(text):
        yield from _of_volume(entry_type, text, whole)
    elif name in ("isbn", "issn"):
        normalised = (normalise_isbn if name == "isbn" else normalise_issn)(raw)
        is_alone = re.sub(r"[-\s]", "", text).upper() == normalised.replace("-", "")
        if normalised:
            yield name, raw if is_alone else normalised
    elif not (name.endswith("date") and not DATE.fullmatch(text)):
        yield name, raw


def _of_volume(entry_type, text, whole):
    """A volume that is no number, where standard styles print it all the same."""
    series = OF_SERIES.fullmatch(text)
    if series and "series" not in whole:
        yield from (("series", series[1]), ("volume", series[2]))
    elif entry_type == "article" and "journaltitleaddon" not in whole:
        yield "journaltitleaddon", text
    elif "addendum" not in whole:
        yield "addendum", f"vol. {text}"


def _dated(fields: dict[str, str], iso: str) -> dict[str, str]:
    """One date: `date`, or a year in digits and a month, which biber takes as a number alone."""
    is_year = YEAR.fullmatch(fields.get("year", "").strip("{} "))
    if "date" not in fields and iso and not is_year:
        fields["date"] = iso
    if "date" in fields or not is_year:
        fields.pop("year", None)
        fields.pop("month", None)
    month = fields.get("month", "").strip("{} .")
    if month and not MONTH.fullmatch(month):
        names = [
            name
            for name in MONTHS
            if name.lower() == month.lower() or name[:3] == month[:3].title()
        ]
        if len(names) == 1 and month.isalpha():
            fields["month"] = str(MONTHS.index(names[0]) + 1)
        else:
            del fields["month"]
    return fields
