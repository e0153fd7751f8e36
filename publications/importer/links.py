"""Identifiers and addresses of an entry -> columns and links."""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError

from profiles.identifiers import clean_url
from publications import identifiers
from publications.importer import columns
from publications.importer.shapes import DIGITS, award_numbers, buttons
from publications.latex import hrefs, urls

# Texts in which an \href may stand; its address becomes a link with its own words.
WITH_HREFS = ("note", "howpublished", "award", "additional_info", "annotation", "addendum")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
ONLY_HREFS = re.compile(r"(?:\\href\s*\{[^{}]*\}\s*\{[^{}]*\}[\s,;]*)+")
# Buttons that would say nothing more, where they lead to the paper's own address.
PLAIN = {("publisher", ""), ("other", "Link"), ("preprint", "")}
LONGEST = 2000
# What is plainly an address that may be linked, and nearly all are: it needs no closer look.
PLAIN_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]*[A-Za-z0-9](?:/[\w./?=:+%~#!-]*)?", re.A)
OLD_FILE = "{}={} is a file of the old site; upload it to the paper."


def read_identifiers(mapper) -> None:
    """DOI, arXiv, ISBN, ISSN, PubMed: from their own fields, or out of addresses and notes."""
    found = identifiers.find_identifiers(mapper.record.fields)
    for name in identifiers.NORMALISERS:
        if found.get(name):
            mapper.set(name, found[name])
            mapper.used |= _own_fields(mapper.record, name)
        elif name in {"doi", "pmid"} and mapper.record.get(name):
            mapper.tell(
                "warning",
                f"{name}={mapper.record.get(name)[:80]} is no {name.upper()}; it is kept as text.",
            )
        elif name in {"isbn", "issn"} and mapper.record.get(name):
            said = mapper.record.get(name)[:80]
            mapper.tell(
                "info", f"{name}={said} has a wrong check digit or form; it is kept as text."
            )


def _own_fields(record, name):
    """The fields that say nothing beside this identifier."""
    if name != "arxiv":
        return {name} if record.get(name) else set()
    used = set()
    if identifiers.normalise_arxiv(record.get("arxiv")):
        used.add("arxiv")
    if "arxiv" in {record.get("eprinttype").lower(), record.get("archiveprefix").lower()}:
        used |= {"eprint", "eprinttype", "archiveprefix"}
    return used


def read_links(mapper) -> None:
    """`url` is the paper's own; al-folio's buttons become typed links; file names are told."""
    rows = []
    own = addresses(mapper.record.get("url"))
    if own:
        mapper.set("url", own[0], "url")
        rows += [["other", urlsplit(url).hostname or "", url] for url in own[1:]]
    elif mapper.record.get("url"):
        said = mapper.record.get("url")[:80]
        mapper.tell("warning", f"url={said} is no address; it is kept as text.")
    elif printed := addresses(mapper.record.get("howpublished")):
        mapper.set("url", printed[0])
    for name, kind in buttons(tuple(mapper.record.own)).items():
        rows += _button(mapper, name, kind)
    if mapper.record.get("preview"):
        mapper.tell("info", OLD_FILE.format("preview", mapper.record.get("preview")[:120]))
    rows += _not_arxiv(mapper)
    for name in WITH_HREFS if mapper.record.has_any(WITH_HREFS) else ():
        rows += [["other", label[:80], url] for url, label in _hrefs(mapper.record.get(name))]
    own = mapper.values.get("url")
    kept = [row for row in _once(rows) if row[2] != own or (row[0], row[1]) not in PLAIN]
    if kept:
        mapper.values["links"] = kept


def _button(mapper, name, kind):
    """The links of one field: addresses, or \\href with a label for each."""
    value = mapper.record.get(name)
    if not value:
        return []
    found = addresses(value)
    if found and is_only_addresses(value):
        mapper.used.add(name)
    elif not found and SCHEME.match(value):
        mapper.tell("warning", f"{name}={value[:80]} may not be linked; it is kept as text.")
    elif not found and name in columns.FILES:
        mapper.tell("info", OLD_FILE.format(name, value[:120]))
    labels = dict(_hrefs(value))
    default = name.rstrip(DIGITS).capitalize() if kind == "other" else ""
    return [[kind, labels.get(url, default)[:80], url] for url in found]


def _not_arxiv(mapper):
    """An address in `arxiv` that is another server's is a link like any other."""
    if "arxiv" in mapper.used:
        return []
    found = addresses(mapper.record.get("arxiv"))
    if found:
        mapper.used.add("arxiv")
    return [["preprint", urlsplit(url).hostname or "", url] for url in found]


def _once(rows):
    return list({row[2]: row for row in reversed(rows)}.values())[::-1]


def _hrefs(raw):
    pairs = hrefs(raw) if "\\href" in raw else []
    return [(url, label) for url, label in pairs if is_linkable(url)]


def read_awards(mapper) -> None:
    """al-folio's `award_name` and `award`, and our `award_name2`, `award2` for further ones."""
    numbers = award_numbers(tuple(mapper.record.own))
    if awards := [row for number in numbers if (row := _award(mapper, number))]:
        mapper.values["awards"] = awards


def _award(mapper, number):
    name, text = mapper.text(f"award_name{number}"), mapper.text(f"award{number}")
    raw = mapper.record.get(f"award{number}")
    url = first_url(raw)
    if url and is_only_addresses(raw):
        mapper.used |= {f"award_name{number}", f"award{number}"}
        return [(name or "Award")[:300], url[:500]]
    if name or text:
        mapper.used.add(f"award_name{number}" if name else f"award{number}")
        return [(name or text)[:300], url[:500]]
    return None


def addresses(raw: str) -> list[str]:
    """The http and https addresses in a field, in order, that our own forms would take."""
    if not raw:
        return []
    if len(raw) <= LONGEST and PLAIN_ADDRESS.fullmatch(raw):
        return [raw]
    return [url for url in urls(raw) if is_linkable(url)]


def first_url(raw: str) -> str:
    return next(iter(addresses(raw)), "")


def is_linkable(url: str) -> bool:
    if not url.lower().startswith(("http://", "https://")) or len(url) > LONGEST:
        return False
    try:
        return clean_url(url) == url
    except ValidationError:
        return False


def is_only_addresses(raw: str) -> bool:
    """Whether nothing but addresses is in the field, so that the links say all of it."""
    if "\\href" in raw:
        return bool(ONLY_HREFS.fullmatch(raw))
    return len(raw.split()) == len(addresses(raw))
