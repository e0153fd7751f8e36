"""A text of JSON cut into the references that it holds; a broken one costs no other."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publications import bibtex
from publications.bibtex import date_of_text
from publications.entry_types import named_type
from publications.identifiers import NORMALISERS, find_arxiv
from publications.names import parse_names
from publications.reference_lists.item import Item, cleaned, printed_name

# Where lists of references stand: the whole file, Zotero's "items", Crossref's "message",
# OpenAlex's "results", ORCID's "group" and "bulk".
LISTS = {
    *((), ("items",), ("message",), ("message", "items"), ("results",), ("group",), ("bulk",)),
    *(("works", "group"), ("activities-summary", "works", "group")),
}
# No list stands deeper.
DEEPEST = 12
# Keys on the way there; an object with one of them is no reference itself.
ON_THE_WAY = {key for path in LISTS for key in path} | {"activities-summary"}
LEADS_ON = re.compile(rf'"(?:{"|".join(sorted(ON_THE_WAY))})"\s*:\s*')
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[{}\[\]]')
INNER = re.compile(r"[\[{]")
COLON = re.compile(r"\s*:\s*")
CLOSED_BY = {"{": "}", "[": "]"}
DECODER = json.JSONDecoder(strict=False)
NEVER_CLOSED = gettext_lazy("A bracket of this is never closed.")
# How many signs are looked at for brackets that close nowhere; then the rest of the text is one.
PATIENCE = 20_000_000


class Cut(NamedTuple):
    """One reference: where it begins and ends in the text, and its value or what is wrong."""

    start: int
    end: int
    value: dict
    problem: str = ""


def cut(text: str) -> Iterator[Cut]:
    """The references of a text in JSON, or in lines of JSON."""
    opened, path, at, last, patience = [], [], 0, None, PATIENCE
    while token := TOKEN.search(text, at):
        sign, start, at = token[0], token.start(), token.end()
        if sign[0] == '"':
            last = token
        elif sign in "{[":
            key = _key(text, last, start) if len(opened) < DEEPEST else ""
            here = (*path, key) if key else tuple(path)
            is_place = sign == "{" and here in LISTS and len(opened) < DEEPEST
            if is_place and not _leads_on(text, start):
                one = _read(text, start, is_last=patience < 0)
                patience -= (len(text) - start) if one.problem == NEVER_CLOSED else 0
                at = one.end
                yield one
                continue
            opened.append((sign, bool(key)))
            path += [key] if key else []
        elif opened and CLOSED_BY[opened[-1][0]] == sign:
            path = path[: len(path) - opened.pop()[1]]


def _key(text, last, start):
    """The key whose value begins at `start`, where the string before it is one; or ""."""
    if last is None or not COLON.fullmatch(text, last.end(), start):
        return ""
    return last[0].strip('"')


def _leads_on(text, start):
    """Whether the object that begins here holds a list of references, and is none."""
    try:
        value, _end = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        # Broken somewhere: then its first inner bracket tells.
        inner = INNER.search(text, start + 1)
        end = inner.start() if inner else start
        return any(match.end() == end for match in LEADS_ON.finditer(text, start, end))
    return any(isinstance(value.get(key), list | dict) for key in ON_THE_WAY)


def _read(text, start, *, is_last):
    try:
        value, end = DECODER.raw_decode(text, start)
        return Cut(start, end, value)
    except json.JSONDecodeError as error:
        line = text.count("\n", start, error.pos) + 1
        problem = _("This is no well-formed JSON, on its line %(line)s: %(error)s.")
        problem %= {"line": line, "error": error.msg}
    except RecursionError:
        problem = _("This is nested too deeply.")
    except ValueError:
        problem = _("There is a number in this that is too long.")
    end = len(text) if is_last else _end_of_broken(text, start)
    if end < 0:
        return Cut(start, _next(text, start), {}, str(NEVER_CLOSED))
    return Cut(start, end, {}, problem)


def _end_of_broken(text, start):
    """Where the bracket that opens at `start` is closed, others counted; -1 where nowhere."""
    opened = []
    for token in TOKEN.finditer(text, start):
        sign = token[0]
        if sign in CLOSED_BY:
            opened.append(sign)
        elif sign in ("}", "]"):
            while opened and CLOSED_BY[opened.pop()] != sign:
                if not opened:
                    return -1  # of the list around it
            if not opened:
                return token.end()
    return -1


def _next(text, start):
    """Where a line begins like the one at `start`, with as many blanks; or the end of the text."""
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    if indent.strip():
        return len(text)
    following = re.compile(rf"\n(?={indent}\{{)").search(text, start)
    return following.end() if following else len(text)


# --- Values of any kind, as a file may have them in any place -------------------------------------


def first(value: object) -> object:
    """Of a list the first, None of an empty one; all else as it is."""
    return (value[0] if value else None) if isinstance(value, list) else value


def as_object(value: object) -> dict:
    """The value, where it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[dict]:
    """Those of a list that are objects."""
    return list(filter(None, map(as_object, value))) if isinstance(value, list) else []


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
