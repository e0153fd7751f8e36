"""Lists of papers in files of data (YAML, JSON), whatever their keys are called -> references."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exchange.site_import.markdown import to_words
from exchange.site_import.printed_papers import is_by
from exchange.site_import.printed_references import (
    LABELS,
    YEAR,
    Reference,
    authors_of,
    bibtex_names,
    key_of,
)
from exchange.site_import.records import Place
from exchange.site_import.theme import is_demo
from exchange.site_import.tree import Items, Mapping, Tree, mark_read
from publications.bibtex import ParsedFile
from publications.matching import normalise_title
from publications.printed.venue import type_of

TEXTS = (".yml", ".yaml", ".json")
# Fields of BibTeX, and what the files call them.
KEYS = {
    "title": "title",
    "year": "year date issued published",
    "volume": "volume",
    "number": "number issue",
    "pages": "pages page",
    "doi": "doi DOI",
    "abstract": "abstract summary description",
    "award_name": "award awards",
}
AUTHORS = ("authors", "author")
VENUES = "venue journal booktitle conference publication container-title journal-title where"
LINKS = ("links", "buttons", "urls", "resources")


def read_data(
    tree: Tree, path: str, owner: str, bib_files: dict[str, ParsedFile]
) -> Iterator[Reference]:
    """Each paper of a file of data that no .bib file has; none where most of what it lists is not
    by the owner.
    """
    if not path.endswith(TEXTS):
        return
    document = tree.document(path)
    found = [item for item in _mappings(document.items or document.front) if _is_paper(item)]
    papers = [_reference(item, path, owner) for item in found]
    own = [paper for paper in papers if is_by(owner, paper.fields["author"])]
    if len(own) * 2 > len(papers):
        tree.used.add(path)
        mark_read(document.items or document.front)
        known = {normalise_title(e.text("title")) for b in bib_files.values() for e in b.records}
        yield from (paper for paper in papers if paper.title_key not in known)


def _mappings(value) -> Iterator[Mapping]:
    """All of them, in lists and mappings of lists (by year, by kind)."""
    if isinstance(value, Mapping):
        yield value
        value = value.values()
    for inner in value:
        if isinstance(inner, Mapping | Items):
            yield from _mappings(inner)


def _is_paper(item):
    has_names = any(isinstance(dict.get(item, key), (str, Items)) for key in AUTHORS)
    has_place = any(dict.get(item, key) for key in f"{KEYS['year']} {VENUES}".split())
    is_shown = str(dict.get(item, "visible", "true")).casefold() != "false"
    title = dict.get(item, "title")
    is_titled = isinstance(title, str) and not is_demo(title)
    return has_names and has_place and is_shown and is_titled


def _reference(item, path, owner) -> Reference:
    title = to_words(item.text("title"))
    reference = Reference(
        key_of(" ".join(title.split()[:4])), Place(path, min(item.lines.values()))
    )
    said = {name: _first(item, keys) for name, keys in KEYS.items()}
    year = YEAR.search(said["year"])
    venue = _first(item, VENUES)
    year = year or YEAR.search(venue)
    reference.entry_type, container = type_of(
        *filter(None, (_first(item, "type kind category"), venue))
    )
    names = [name for key in AUTHORS for name in _names(dict.get(item, key))]
    # So some call themselves.
    names = [owner if name in ("me", "self") else name for name in names]
    said |= {"year": year[0] if year else "", container: venue, "title": title}
    said["author"] = bibtex_names(names)
    reference.fields = {name: value for name, value in said.items() if value}
    reference.fields.setdefault("author", "")
    for label, url in _links(item):
        reference.link(label, url)
    return reference


def _first(item, keys):
    return next(filter(None, (to_words(item.text(key)) for key in keys.split())), "")


def _names(value) -> Iterator[str]:
    """Of one text, or of a list of texts or of mappings."""
    if isinstance(value, str):
        yield from authors_of(value) or re.split(r"\s*(?:,|;|\band\b)\s*", to_words(value))
    for one in value if isinstance(value, Items) else ():
        if isinstance(one, Mapping):
            parts = (one.text(key) for key in ("name", "given", "family"))
            one = " ".join(filter(None, parts))
        yield to_words(str(one))


def _links(item) -> Iterator[tuple[str, str]]:
    """(label, address), of keys that name one and of lists of them."""
    for key in LINKS:
        links = dict.get(item, key)
        for one in links if isinstance(links, Items) else ():
            if isinstance(one, Mapping):
                label = (
                    one.text("label") or one.text("name") or one.text("type") or one.text("text")
                )
                yield label, one.text("url") or one.text("href") or one.text("link")
        if isinstance(links, Mapping):
            yield from ((label, links.text(label)) for label in links)
    for label in LABELS:
        if label != "doi" and re.match(r"https?://|/", item.text(label)):
            yield label, item.text(label)
