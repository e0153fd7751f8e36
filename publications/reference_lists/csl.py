"""CSL-JSON, as Zotero, pandoc, citation.js and Vitae itself write it; and Crossref's works.

What Vitae puts under "custom" is read again; so its own export comes back as it was.
"""

import re
from collections.abc import Iterator

from publications import entry_types
from publications.bibtex import date_of_text
from publications.bibtex.grammar import NAME
from publications.citations.csl import FURTHER_DATES, FURTHER_TEXTS
from publications.entry_types import type_of_csl
from publications.fields import FIELDS, LINK_FIELDS, PUBSTATES, RANKS, ROLES
from publications.identifiers import doi_url
from publications.models import PublicationLink
from publications.names import Name
from publications.reference_lists.item import (
    UNPRINTABLE,
    Item,
    cleaned,
    family_and_given,
    page_range,
    printed_name,
)
from publications.reference_lists.json_items import as_object, first, objects_in

VARIABLES = {
    **{field.csl: field.column for field in FIELDS if field.csl},
    "title": "title",
    "title-short": "short_name",
    "container-title": "container_title",
}
del VARIABLES["URL"]
# Beside those that need a closer look.
FURTHER = {variable: names[0] for variable, names in FURTHER_TEXTS.items()}
del FURTHER["genre"], FURTHER["event-place"]
NUMBERS = ("number", "collection-number")
OF_MEETINGS = ("publisher-place", "event-place")
# Columns that our own export tells under "custom".
OWN_TEXTS = ("arxiv", "short_name", "tldr", "presentation")
# What BibTeX, schema.org and lists made at home call a variable of CSL.
OTHER_NAMES = {
    **dict.fromkeys(("date", "datePublished", "year"), "issued"),
    **dict.fromkeys(("journal", "journaltitle", "booktitle", "venue"), "container-title"),
    "authors": "author",
    "pages": "page",
    "doi": "DOI",
    "url": "URL",
    "isbn": "ISBN",
    "issn": "ISSN",
}
KINDS = dict(PublicationLink.Kind.choices)
# How services call their items; programs have names of their own.
OWN_ID = re.compile(r"pmid:|arxiv:|(?:https?://doi\.org/|doi:)?10\.\d", re.I)
# Of an item with names of BibTeX, what is read elsewhere, and what is none of its fields.
NO_FIELDS = {*OTHER_NAMES, *VARIABLES, *ROLES, "id", "type", "abstract"}
# Of two dates of an entry, the one that is left over is none of the work.
LEFT_OVER = {"date", "year", "month"}


def is_item(value: dict) -> bool:
    """Whether an object of JSON is an item of CSL."""
    has_type = isinstance(value.get("type"), str)
    return len(value.keys() & {"title", "author", "issued"}) > (0 if has_type else 1)


def read(value: dict) -> Iterator[Item]:
    """The item, and behind it the other versions of the work that an export of ours lists."""
    own = as_object(value.get("custom"))
    own = own if isinstance(own.get("entry_type"), str) else {}
    item = Item()
    if not own and not OTHER_NAMES.keys().isdisjoint(value):
        value = _renamed(item, value)
    item.set_key(value.get("citation-key"), value.get("id"))
    item.service = _service(value)
    if own:
        item.key = cleaned(value.get("citation-key")) or item.key
        item.entry_type = cleaned(own["entry_type"]) or "misc"
    else:
        item.set_type(_type(value), value.get("genre"))
    for role in ROLES:
        _people(item, role, value.get(role), own)
    item.set_date(*_date(value.get("issued"), own))
    item.set("abstract", value.get("abstract"))
    for variable, column in VARIABLES.items():
        item.set(column, first(value.get(variable)))
    if own:
        item.set("url", value.get("URL"))
    else:
        item.set_url(first(value.get("URL")))
    if not own and (pages := item.values.get("pages")):
        item.values["pages"] = page_range(pages)
    _numbers_and_places(item, value, is_own=bool(own))
    if status := PUBSTATES.get(cleaned(value.get("status")).lower()):
        item.values["status"] = status
    _own(item, value, own) if own else _further(item, value)
    yield item
    versions = own.get("versions")
    for version in versions if isinstance(versions, list) else ():
        if isinstance(version, dict):
            yield _version(item, version)


def _renamed(item, value):
    """The same in the names of CSL. What only BibTeX has goes to the item as it stands."""
    named = {OTHER_NAMES[name]: value[name] for name in OTHER_NAMES.keys() & value.keys()} | value
    if isinstance(people := named.get("author"), str):  # "Alice Lind and Bob Moss"
        item.add("author", people)
    for name, text in value.items():
        if isinstance(text, str) and NAME.fullmatch(name) and name not in NO_FIELDS:
            item.add(name.lower(), text)
    kind = cleaned(value.get("type")).lower()
    kind = "article" if kind == "journal" else entry_types.known(kind)
    return named | ({} if kind == "misc" else {"entry_type": kind})


def _service(value):
    """The service whose own answer it is; programs copy the name into what they keep themselves."""
    source, name = cleaned(value.get("source")), cleaned(value.get("id"))
    return source if source in RANKS and (not name or OWN_ID.match(name)) else ""


def _type(value):
    if "entry_type" in value:
        return value["entry_type"]
    entry_type = type_of_csl(value["type"] if isinstance(value.get("type"), str) else "")
    return "online" if entry_type == "preprint" else entry_type or "misc"


def _people(item, role, people, own):
    people = people if isinstance(people, list) else []
    marks = as_object(own.get("marks")) if role == "author" else {}
    for at, person in enumerate(people):
        name = _name(person, is_own=bool(own))
        if name.literal.lower() in ("others", "et al.") or name.family.lower() == "others":
            item.values["et_al"] = True
            continue
        name = name._replace(marks=cleaned(marks.get(str(at))))
        parts = as_object(person)
        item.add_person(role, name, parts.get("ORCID") or parts.get("orcid"))


def _name(person, *, is_own):
    """`is_own`: an export of ours says which words are the particle, and where there is none."""
    if not isinstance(person, dict):
        return printed_name(cleaned(person), is_spoken=True) if isinstance(person, str) else Name()
    parts = {key: cleaned(person.get(key)) for key in person}
    literal = parts.get("literal") or parts.get("name", "")
    if literal:
        return Name(literal=literal)
    family, given = parts.get("family", ""), parts.get("given", "")
    particle = parts.get("non-dropping-particle", "")
    dropping = parts.get("dropping-particle", "")
    if is_own or particle or dropping or not (family and given):
        particle = " ".join(filter(None, [dropping, particle]))
        return Name(given, family, particle, parts.get("suffix", ""))
    return family_and_given(family, given, parts.get("suffix", ""))


def _date(value, own=None):
    """A date of CSL as bibtex.date_of has it: never more precise than the item is."""
    if isinstance(value, str | int):
        return date_of_text(cleaned(value))
    value = as_object(value)
    ends = value.get("date-parts")
    ends = [_iso(end) for end in ends if isinstance(end, list)] if isinstance(ends, list) else []
    ends = list(filter(None, ends))
    words = cleaned(value.get("literal")) or cleaned(value.get("raw"))
    if not ends:
        return date_of_text(words) if words else ("", "")
    season = cleaned(value.get("season"))
    if season in "1234" and season and len(ends[0]) == 4:
        ends[0] = f"{ends[0]}-2{season}"
    iso, text = date_of_text("/".join(ends[:2]) + ("~" if value.get("circa") else ""))
    return iso, cleaned((own or {}).get("date_text")) or text


def _iso(parts):
    """ "2020-03" of [2020, "3"]; "" for what is no year."""
    numbers = []
    for part in parts[:3]:
        text = cleaned(part)
        if not (text.isdecimal() and text.isascii() and int(text[:5])):
            break
        numbers.append(text.zfill(2) if numbers else text.zfill(4))
    return "-".join(numbers)


def _numbers_and_places(item, value, *, is_own):
    if not entry_types.is_in_issues(item.entry_type):
        for variable in NUMBERS:
            item.set("number", first(value.get(variable)))
    elif "issue" not in item.values and not is_own:
        item.set("issue", first(value.get("number")))
    else:
        item.set("number", first(value.get("number")))
    if entry_types.known(item.entry_type) == "patent":
        item.set("place", value.get("jurisdiction"))
    for variable in OF_MEETINGS:
        item.set("place", first(value.get(variable)))


def _further(item, value):
    """What has no column and is no export of ours."""
    if isinstance(keywords := value.get("keyword"), list):
        item.add_keywords(keywords)
    for variable, name in FURTHER.items():
        item.add(name, first(value.get(variable)))
    if item.values.get("place") != (place := cleaned(value.get("event-place"))):
        item.add("venue", place)
    for variable, names in FURTHER_DATES.items():
        item.add(names[0], "/".join(filter(None, _date(value.get(variable))[:1])))
    item.add("shortjournal", first(value.get("container-title-short")))


def _own(item, value, own):
    """What our own export says, in its words."""
    item.values.pop("short_name", None)
    for column in OWN_TEXTS:
        item.set(column, own.get(column))
    if own.get("et_al") is True:
        item.values["et_al"] = True
    item.set("status", own.get("status"))
    fields = as_object(own.get("fields"))
    for name, texts in fields.items():
        text = first(texts)
        if NAME.fullmatch(name) and isinstance(text, str) and name not in LEFT_OVER:
            item.further[name.lower()] = UNPRINTABLE.sub("", text)
    if badge := item.further.pop("abbr", ""):
        item.set("badge_text", badge)
    keywords = cleaned(value.get("keyword"))
    if keywords and "keywords" not in fields:
        item.topics = [name.strip() for name in keywords.split(", ")]
    awards = own.get("awards")
    item.awards = [[cleaned(name), ""] for name in awards] if isinstance(awards, list) else []
    links = own.get("links")
    for link in links if isinstance(links, list) else ():
        link = as_object(link)
        kind, label = cleaned(link.get("kind")), cleaned(link.get("label"))
        if kind in LINK_FIELDS:
            item.add_link(kind, link.get("url"), "" if label == KINDS[kind] else label)


def _version(item, version):
    """Another form of the same work, by the same people."""
    other = Item(cleaned(version.get("entry_type")) or _type(version))
    other.key = cleaned(version.get("citation-key"))
    other.people = [list(person) for person in item.people]
    other.set_date(*_date(version.get("issued")))
    other.set("arxiv", version.get("arxiv"))
    other.set("status", version.get("status"))
    for variable in ("title", "container-title", "DOI", "ISBN"):
        other.set(VARIABLES[variable], version.get(variable))
    other.set("url", version.get("URL"))
    return other


# --- Crossref ------------------------------------------------------------------------------------

# When it appeared: the first that is there, Crossref's own choice ahead.
DATES = ("issued", "published", "published-print", "published-online", "posted")
RENAMED = {
    "publisher-location": "publisher-place",
    "short-container-title": "container-title-short",
    "edition-number": "edition",
    "article-number": "page",
    "subject": "keyword",
    "degree": "genre",
}
LISTS = {"author", "editor", "translator", "keyword", "custom"}
# What a whole book stands in is its series.
BOOKS = {"book", "monograph", "edited-book", "reference-book"}


def is_crossref(value: dict) -> bool:
    """Whether it is a work of Crossref's REST interface."""
    return isinstance(value.get("title"), list) or "reference-count" in value


def read_crossref(work: dict) -> Iterator[Item]:
    """The work, which is CSL but for lists where CSL has one text, and for some names."""
    item = {name: value for name, value in work.items() if name != "custom"}
    for theirs, ours in RENAMED.items():
        if theirs in work:
            item.setdefault(ours, work[theirs])
    item |= {name: first(value) for name, value in item.items() if name not in LISTS}
    if cleaned(work.get("type")) in BOOKS and "container-title" in item:
        item.setdefault("collection-title", item.pop("container-title"))
    title, subtitle = cleaned(item.get("title")), cleaned(first(work.get("subtitle")))
    if title and subtitle and subtitle.lower() not in title.lower():
        item["title"] = f"{title}: {subtitle}"
    item["issued"] = next((work[name] for name in DATES if _has_year(work.get(name))), None)
    event = work.get("event")
    if isinstance(event, dict):
        item["event-title"], item["event-place"] = event.get("name"), event.get("location")
    for institution in objects_in(work.get("institution")):
        item["publisher"] = institution.get("name") or item.get("publisher")
    (only,) = read(item)
    _notices(only, work)
    only.service = "Crossref"
    yield only


def _has_year(value):
    parts = value.get("date-parts") if isinstance(value, dict) else None
    return bool(isinstance(parts, list) and parts and isinstance(parts[0], list) and any(parts[0]))


# What Crossref calls a notice on a work -> the label of the link to it.
NOTICES = {
    "retraction": "Retraction notice",
    "withdrawal": "Retraction notice",
    "removal": "Retraction notice",
    "partial_retraction": "Partial retraction",
    "expression_of_concern": "Expression of concern",
    "correction": "Correction",
    "corrigendum": "Correction",
    "erratum": "Correction",
    "addendum": "Addendum",
    "clarification": "Clarification",
}
RETRACTIONS = {"retraction", "withdrawal", "removal"}


def _notices(item, work):
    """That it was retracted, and links to the notices; the work itself may be one."""
    own = cleaned(work.get("DOI")).lower()
    notices = objects_in(work.get("updated-by"))
    notices += [n for n in objects_in(work.get("update-to")) if _doi(n) == own]
    for notice in notices:
        kind = cleaned(notice.get("type")).lower().replace("-", "_").replace(" ", "_")
        if kind in RETRACTIONS:
            item.values["status"] = "retracted"
        if kind in NOTICES and _doi(notice) not in ("", own):
            item.add_link("other", doi_url(_doi(notice)), NOTICES[kind])


def _doi(value):
    return cleaned(value.get("DOI")).lower()
