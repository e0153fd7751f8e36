"""Papers as CSL-JSON items, and as RIS. What CSL has no word for stands under "custom".

After the CSL 1.0.2 schema; "id" is the paper's slug, as in an import's report.
"""

import re
from collections.abc import Iterable

from profiles.dates import PartialDate
from profiles.markup import plain_text
from publications import entry_types
from publications.bibtex import date_of_text
from publications.citations.reference import container, first_and_last_page, printed_in
from publications.fields import FIELDS, ROLES
from publications.latex import (
    expand_bibstrings,
    plain_maths,
    plain_title,
    to_text,
    unescape_dollars,
    verbatim,
)
from publications.models import Authorship, Publication, Status, Version
from publications.names import Name, parse_names

# CSL variable -> fields without a column that may fill it; the first that is there does.
FURTHER_TEXTS = {
    "annote": ("annotation", "annote"),
    "chapter-number": ("chapter",),
    # `location` is among them where `address` has told of the publisher.
    "event-place": ("venue", "location"),
    "event-title": ("eventtitle",),
    "genre": ("type",),
    "keyword": ("keywords",),
    "number-of-pages": ("pagetotal",),
    "number-of-volumes": ("volumes",),
    "original-publisher": ("origpublisher",),
    "original-publisher-place": ("origlocation",),
    "original-title": ("origtitle",),
    "part": ("part",),
    "PMCID": ("pmcid",),
    "title-short": ("shorttitle",),
    "version": ("version",),
}
FURTHER_DATES = {
    "accessed": ("urldate",),
    "event-date": ("eventdate",),
    "original-date": ("origdate", "origyear"),
}
END = re.compile(r"[12]\d{3}(?:-\d\d){0,2}[~?%]?")
ABOUT = re.compile(r"[~?%]$")
# Further fields that hold an address, the name of a file or an identifier: read letter by letter.
VERBATIM = re.compile(
    r"(?:bdsk-)?(?:url|file)(?:-?\d+)?|.*[_-](?:id|url)|(?:ads|bib)url|hal|preview|pdf|html|code"
    r"|slides|poster|video|website|supp|blog|data|demo|arxiv|eprint|doi|\S*:.*"
)
IN_SERIES = {"book", "inbook", "incollection", "collection", "proceedings", "inproceedings"}
GENRES = {"phdthesis", "mastersthesis", "techreport"}


def csl_json(papers: Iterable[Publication]) -> list[dict]:
    """Return one CSL-JSON item for each paper."""
    return [csl_item(paper) for paper in papers]


def csl_item(paper: Publication, *, with_maths: bool = False) -> dict:
    """One paper as CSL-JSON; what CSL has no word for stands under "custom".

    Its readers know no maths: formulas are in plain signs, or `with_maths` between their dollars.
    """
    text = unescape_dollars if with_maths else plain_maths
    kind, known = entry_types.csl_type(paper.entry_type), entry_types.known(paper.entry_type)
    more = further(paper.fields)
    genre = str(entry_types.label(known)) if known in GENRES else ""
    # A book's number is its place in the series.
    number = "collection-number" if known in IN_SERIES and paper.series else "number"
    item = {
        "id": paper.slug,
        "citation-key": paper.citation_key or paper.slug,
        "type": kind,
        "title": paper.title,
        "title-short": paper.short_name,
        "status": Status.RETRACTED.value if paper.status == Status.RETRACTED else "",
        **{
            role: [csl_name(a) for a in paper.authorships.all() if a.role == role] for role in ROLES
        },
        "issued": issued(paper),
        "container-title": printed_in(paper),
        "container-title-short": paper.venue.short_name if paper.venue else "",
        **_place(paper, kind, more),
        number: paper.number,
        "genre": more.get("genre") or genre,
        "abstract": plain_text(paper.abstract),
        "keyword": ", ".join(topic.name for topic in paper.topics.all()) or more.get("keyword", ""),
        **{field.csl: getattr(paper, field.column) for field in FIELDS if field.csl},
    }
    return more | _filled(item, text) | {"custom": _custom(paper)}


def issued(form: Publication | Version) -> dict | None:
    """As far as it is known; where no year is, the text as printed."""
    date = form.date
    if not date or date.is_present:
        return {"literal": form.date_text} if form.date_text else None
    return csl_date(date.edtf, form.date_text)


def csl_name(name: Authorship | Name) -> dict:
    """A person in four parts, a group as a literal."""
    if name.literal:
        return {"literal": name.literal}
    return _filled(
        {
            "family": name.family,
            "given": name.given,
            "non-dropping-particle": name.particle,
            "suffix": name.suffix,
        }
    )


def _place(paper, kind, more):
    """Of a patent, where it holds; of a meeting, where it was, unless `venue` says that."""
    if kind == "patent":
        return {"jurisdiction": paper.place}
    at_event = kind == "paper-conference" and "event-place" not in more
    return {"event-place" if at_event else "publisher-place": paper.place}


def _custom(paper):
    authors = [a for a in paper.authorships.all() if a.role == Authorship.Role.AUTHOR]
    custom = {
        "arxiv": paper.arxiv,
        "short_name": paper.short_name,
        "marks": {str(i): a.marks for i, a in enumerate(authors) if a.marks},
        # Of "July/August 2003" or "Summer 2001" CSL's date says the year.
        "date_text": paper.date_text if paper.date else "",
        "et_al": paper.et_al,
        "tldr": paper.tldr,
        "presentation": paper.presentation,
        "awards": [award.name for award in paper.awards.all()],
        "links": [
            {"kind": link.kind, "label": str(link.name), "url": link.href}
            for link in paper.links.all()
        ],
        "fields": _fields(paper),
        "versions": [_version(form) for form in paper.printed_forms],
    }
    return {"entry_type": paper.entry_type, "status": paper.status} | _filled(custom)


def _fields(paper):
    """Field -> its text; of a repeated field, the list of its texts.

    Where a column speaks under a field's name, as in BibTeX, what an entry said there is not told.
    """
    badge = {"abbr": paper.badge_text} if paper.badge_text else {}
    fields: dict[str, list[str]] = {}
    for name, raw in paper.fields:
        is_address = "://" in raw and not raw.lstrip("{ ").startswith("\\")
        is_one = len(raw.split()) == 1 and (is_address or VERBATIM.fullmatch(name))
        text = verbatim(raw) if is_one else unescape_dollars(to_text(raw))
        fields.setdefault(name, []).append(text)
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in fields.items()} | badge


def _version(form):
    version = {
        "citation-key": form.citation_key,
        "type": entry_types.csl_type(form.entry_type),
        "entry_type": form.entry_type,
        "status": form.status,
        "title": form.title,
        "issued": issued(form),
        "container-title": form.container_title,
        "DOI": form.doi,
        "ISBN": form.isbn,
        "URL": form.url,
        "arxiv": form.arxiv,
    }
    return _filled(version)


def _filled(item, text=plain_maths):
    """Without what is empty; for readers that know no maths a dollar sign is one."""
    return {
        key: text(value) if isinstance(value, str) else value
        for key, value in item.items()
        if value
    }


# --- Fields that Vitae has no column for and CSL has a word for: they stay under "custom", too ----


def further(fields: Iterable[list[str]]) -> dict:
    """CSL variables of a paper's further fields, in the shape of CSL-JSON."""
    raw: dict[str, str] = {}
    for name, value in fields:
        raw.setdefault(name, value)
    item = {v: expand_bibstrings(to_text(_first(raw, names))) for v, names in FURTHER_TEXTS.items()}
    for variable, names in FURTHER_DATES.items():
        item[variable] = csl_date(*date_of_text(_first(raw, names)))
    authors = parse_names(raw.get("bookauthor", ""))[0]
    item["container-author"] = [csl_name(name) for name in authors]
    return {variable: value for variable, value in item.items() if value}


def _first(raw, names):
    return next((value for name in names if (value := raw.get(name, "").strip())), "")


def csl_date(edtf: str, text: str = "") -> dict:
    """Date parts of honest length; both ends of a range, "about", and a season where told.

    `edtf`: a date or season, or ''; `text`: the words, if they say more.
    """
    if not edtf:
        return {"literal": text} if text else {}
    start, _slash, end = text.partition("/")
    last = date_of_text(end)[0] if END.fullmatch(end) else ""
    first = PartialDate.from_iso(edtf)
    date = {"date-parts": [first.date_parts]}
    if last:
        date["date-parts"].append(PartialDate.from_iso(last).date_parts)
    if first.season:
        date["season"] = first.season - 20
    if ABOUT.search(start):
        date["circa"] = True
    return date


# --- RIS -----------------------------------------------------------------------------------------

TAGS = (
    *("TY", "ID", "AU", "ED", "A4", "TI", "T2", "J2", "PY", "DA", "VL", "IS", "T3", "SP", "EP"),
    *("ET", "PB", "CY", "DO", "SN", "AN", "UR", "LA", "AB", "N1", "L1", "L2", "KW", "U1"),
)
ORDER = {tag: place for place, tag in enumerate(TAGS)}


def ris(papers: Iterable[Publication]) -> str:
    """Records in the order of `papers`, each ending in "ER  - ", lines in CR LF."""
    return "\r\n".join(record(paper) for paper in papers)


def record(paper: Publication) -> str:
    """One paper in RIS, its tags in the order of the standard."""
    tags = sorted(_tags(paper), key=lambda tag: ORDER[tag[0]])
    lines = [f"{tag}  - {' '.join(str(value).split())}" for tag, value in tags if value]
    return "\r\n".join([*lines, "ER  - ", ""])


def _tags(paper):
    kind = entry_types.ris_type(paper.entry_type)
    yield "TY", kind
    if entry_types.RIS_TYPES[kind] != paper.entry_type:
        yield "U1", f"@{paper.entry_type}"
    yield "ID", paper.citation_key or paper.slug
    for role, tag in ROLES.items():
        yield from ((tag, a.inverted) for a in paper.authorships.all() if a.role == role)
    yield "TI", plain_title(paper.title)
    yield "T2", plain_title(container(paper))
    if paper.venue and entry_types.known(paper.entry_type) == "article":
        yield "J2", paper.venue.short_name
    plain = {}
    for field in FIELDS:
        # Of two columns with one tag the first that is filled speaks.
        plain[field.ris] = plain.get(field.ris) or getattr(paper, field.column)
    yield from ((tag, value) for tag, value in plain.items() if tag)
    if (date := paper.date) and not date.is_present:
        yield "PY", f"{date.year:04d}"
        if date.month:
            # YYYY/MM/DD/ with what is unknown left empty.
            yield "DA", f"{date.year:04d}/{date.month:02d}/{f'{date.day:02d}' if date.day else ''}/"
    yield from zip(("SP", "EP"), first_and_last_page(paper.pages), strict=True)
    # An address at arXiv comes back as the number alone, so it is not the paper's own address here.
    url = (paper.url if paper.url != paper.arxiv_url else "") or paper.doi_url
    yield from (("UR", address) for address in (url, paper.arxiv_url))
    yield "AB", plain_text(paper.abstract)
    yield from (("KW", topic.name) for topic in paper.topics.all())
    for link in paper.links.all():
        if "://" in link.url:
            yield ("L1" if link.kind == link.Kind.PDF else "L2"), link.url
