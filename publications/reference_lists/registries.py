"""Works as OpenAlex and ORCID give them out: their JSON, saved as a file."""

import re
from collections.abc import Iterator

from publications import bibtex
from publications.bibtex import date_of_text
from publications.identifiers import NORMALISERS, find_arxiv
from publications.names import parse_names
from publications.reference_lists.item import Item, cleaned, printed_name
from publications.reference_lists.json_items import as_object, objects_in
from publications.reference_lists.types import named_type

# --- OpenAlex ------------------------------------------------------------------------------------

LONGEST_ABSTRACT = 20_000  # words
CC = re.compile(r"cc(?:0|-by(?:-n[cd]|-sa)*)")


def is_openalex(value: dict) -> bool:
    """Whether it is a work of OpenAlex."""
    return "authorships" in value or "openalex.org/W" in str(value.get("id"))


def read_openalex(work: dict) -> Iterator[Item]:
    """The work; of its dates no more than is sure."""
    item = Item(service="OpenAlex")
    place = as_object(work.get("primary_location")) or as_object(work.get("host_venue"))
    source = as_object(place.get("source")) or as_object(work.get("host_venue"))
    item.entry_type = _openalex_type(work, source)
    for authorship in objects_in(work.get("authorships")):
        author = as_object(authorship.get("author"))
        name = cleaned(author.get("display_name")) or cleaned(authorship.get("raw_author_name"))
        item.add_person("author", printed_name(name, is_spoken=True), author.get("orcid"))
    item.set("title", work.get("title") or work.get("display_name"))
    item.set("container_title", source.get("display_name"))
    item.set("publisher", source.get("host_organization_name") or source.get("publisher"))
    item.set("issn", source.get("issn_l"))
    item.set_date(*_openalex_date(work))
    biblio = as_object(work.get("biblio"))
    item.set("volume", biblio.get("volume"))
    item.set_number(biblio.get("issue"))
    first, last = cleaned(biblio.get("first_page")), cleaned(biblio.get("last_page"))
    item.set("pages", f"{first}–{last}" if last and last != first else first)
    ids = as_object(work.get("ids"))
    item.set("doi", work.get("doi") or ids.get("doi"))
    item.set("pmid", NORMALISERS["pmid"](cleaned(ids.get("pmid"))))
    item.add("pmcid", cleaned(ids.get("pmcid")).rpartition("/")[2])
    item.set("language", work.get("language"))
    item.set("abstract", _openalex_abstract(work.get("abstract_inverted_index")))
    item.add_keywords(_names(work.get("keywords")))
    _openalex_links(item, work, place)
    yield item


def _openalex_type(work, source):
    token = named_type(work.get("type_crossref")) or named_type(work.get("type"))
    if source.get("type") == "conference" and token in ("article", ""):
        return "inproceedings"
    return "online" if "preprint" in (token, work.get("type")) else token or "misc"


def _openalex_date(work):
    """OpenAlex fills what it does not know with ones: the first of a month may be any day of it."""
    iso = cleaned(work.get("publication_date"))
    for unknown in ("-01", "-01"):
        iso = iso.removesuffix(unknown) if iso.count("-") else iso
        if not iso.endswith(unknown):
            break
    year = cleaned(work.get("publication_year"))
    return date_of_text(iso if iso.startswith(year) else year)


def _openalex_abstract(index):
    """The words of an "inverted index", {"word": [places]}, in their order."""
    if not isinstance(index, dict):
        return ""
    places = [
        (place, word)
        for word, at in index.items()
        for place in (at if isinstance(at, list) else ())
        if isinstance(place, int)
    ]
    return " ".join(word for _place, word in sorted(places)[:LONGEST_ABSTRACT])


def _openalex_links(item, work, place):
    landing = cleaned(place.get("landing_page_url")) or cleaned(place.get("url"))
    item.set_url(landing)
    best = as_object(work.get("best_oa_location")) or place
    item.add_link("pdf", best.get("pdf_url"), _licence(best))
    for location in [place, *objects_in(work.get("locations"))]:
        item.set("arxiv", find_arxiv(cleaned(location.get("landing_page_url"))))


def _licence(location):
    """ "PDF (CC BY-NC)", where it names one of Creative Commons."""
    name = cleaned(location.get("license")).lower()
    return f"PDF ({name.upper().replace('-', ' ', 1)})" if CC.fullmatch(name) else ""


def _names(keywords):
    rows = keywords if isinstance(keywords, list) else ()
    return [row.get("display_name") if isinstance(row, dict) else row for row in rows]


# --- ORCID ---------------------------------------------------------------------------------------

# Identifiers that are the work's own, and those of what it appeared in.
PART_OF = {"isbn", "issn"}
ORCID_FURTHER = {"pmc": "pmcid"}
# Roles of people who wrote none of it.
NO_AUTHORS = {"assignee", "chair-or-translator", "support-staff"}


def is_orcid(value: dict) -> bool:
    """Whether it is a work of ORCID's, or a group of such that say one work."""
    title = value.get("title")
    is_work = isinstance(title, dict) and "title" in title
    return is_work or "work-summary" in value or isinstance(value.get("work"), dict)


def read_orcid(value: dict) -> Iterator[Item]:
    """One item of a work, or of a group: the form that its owner prefers, gaps filled by others."""
    if "work-summary" in value:
        works = objects_in(value["work-summary"])
        works.sort(key=_preference, reverse=True)
    else:
        works = [as_object(value.get("work")) or value]
    item = Item(service="ORCID")
    for work in works:
        _read_work(item, work)
    yield item


def _preference(work):
    index = cleaned(work.get("display-index"))
    return int(index[:9]) if index.isdecimal() else 0


def _read_work(item, work):
    titles = as_object(work.get("title"))
    title, subtitle = _value(titles.get("title")), _value(titles.get("subtitle"))
    if "title" not in item.values:
        kind = named_type(work.get("type"))
        item.entry_type = "online" if kind == "preprint" else kind or "misc"
    is_more = subtitle and subtitle.lower() not in title.lower()
    item.set("title", f"{title}: {subtitle}" if is_more else title)
    item.set("container_title", _value(work.get("journal-title")))
    date = as_object(work.get("publication-date"))
    item.set_date(*date_of_text(_iso(date)))
    _identifiers(item, objects_in(as_object(work.get("external-ids")).get("external-id")))
    item.set_url(_value(work.get("url")))
    item.set("abstract", work.get("short-description"))
    item.set("language", work.get("language-code"))
    if not item.people:
        _contributors(item, work)


def _iso(date):
    parts = []
    for name in ("year", "month", "day"):
        if not (text := _value(date.get(name))).isdecimal():
            break
        parts.append(text.zfill(2))
    return "-".join(parts)


def _identifiers(item, rows):
    for row in rows:
        kind = cleaned(row.get("external-id-type")).lower()
        text = cleaned(row.get("external-id-value"))
        is_own = cleaned(row.get("external-id-relationship")).lower() in ("self", "")
        if kind in NORMALISERS and (is_own or kind in PART_OF):
            item.set(kind, NORMALISERS[kind](text))
        elif kind in ORCID_FURTHER and is_own:
            item.add(ORCID_FURTHER[kind], text)


def _contributors(item, work):
    """Those that the work lists, each once, though they stand there once for each of their roles;
    else the authors of the BibTeX that it cites itself by.
    """
    roles = {}
    for person in objects_in(as_object(work.get("contributors")).get("contributor")):
        role = (
            cleaned(as_object(person.get("contributor-attributes")).get("contributor-role"))
            .lower()
            .replace("_", "-")
        )
        orcid = cleaned(as_object(person.get("contributor-orcid")).get("path"))
        text = _value(person.get("credit-name"))
        known = roles.setdefault((text, orcid), role)
        if known != role or role in NO_AUTHORS:
            continue
        name = printed_name(text, is_spoken=True)
        item.add_person("editor" if role == "editor" else "author", name, orcid)
    citation = as_object(work.get("citation"))
    if not item.people and cleaned(citation.get("citation-type")).lower() == "bibtex":
        for record in bibtex.parse(str(citation.get("citation-value"))).records[:1]:
            for name in parse_names(record.get("author"))[0]:
                item.add_person("author", name)


def _value(value):
    return cleaned(value.get("value") if isinstance(value, dict) else value)
