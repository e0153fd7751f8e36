"""What biblatex takes: its types of entries, the fields of each, and what a field may hold.

After the default data model (blx-dm.def, section 4.5.4 of the biblatex manual), against which
`biber --validate-datamodel` checks a file: a field that an entry of a type cannot have, a volume
that is no number, a date or an ISBN that is none are warned of and left out.
"""

import re
from collections.abc import Container, Iterator

from publications import entry_types
from publications.bibtex import MONTHS
from publications.identifiers import normalise_isbn, normalise_issn

Pairs = list[tuple[str, str]]

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
