"""A paper as a page prints it title first, linked, bold or as a heading, its names after it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exchange.site_import.printed_references import (
    Reference,
    authors_of,
    bibtex_names,
    key_of,
)
from exchange.site_import.records import Place
from profiles.cv_lines import BREAK, LINK, Item
from profiles.markup.structure import line_in_words as plain
from publications.printed.venue import type_of

TITLE = re.compile(
    r"\s*(?:\*\*|[*_#\"“ ]){0,3}(?:\[(?P<linked>[^\[\]\n]+)\]\((?P<url>[^()\s]*)\)[*_\"”]{0,3}"
    r"|(?<=\*\*)(?P<bold>[^*\n]+)\*\*)[\s.,:]*"
)
BY = re.compile(r"(?:by|with)\s+", re.I)
HEADING = re.compile(r"#{1,6}\s+(?P<words>[^\n]+)")
INITIALS = re.compile(r"\b[A-Z]\.?(?:[ ,-]|$)")
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# A button: a link, in brackets or not, of one or two words.
BUTTON = re.compile(
    r"\\?\[?\s?\[(\\?\[?[^\[\]\n]{1,24}\]?)\]\(([^()\s]*)\)\s?\\?\]?|\\?\[\w{2,12}\\?\]"
)
SHORTEST_TITLE, LONGEST_VENUE = 3, 300


def titled_reference(text: str, place: Place, abstract: str = "") -> Reference | None:
    """`[Title](url)`, names on the same line after "by" or on the next, then the venue."""
    match = TITLE.match(text)
    title = plain(match["linked"] or match["bold"]).strip(" .,") if match else ""
    if len(title.split()) < SHORTEST_TITLE or is_names(title):
        return None
    paper, rest = Reference(key_of(" ".join(title.split()[:4])), place), text[match.end() :]
    paper.link("Paper", match["url"] or "")
    for label, url in BUTTON.findall(rest):
        if "://" in url:
            paper.link(plain(label).strip(" []\\"), url)
    lines = [line.strip(" ,.|·") for line in BREAK.split(BUTTON.sub("", rest))]
    lines = [line for line in lines if re.search(r"\w", line)]
    for number, said in enumerate(lines[:2]):
        venue = ""
        if by := BY.match(said):
            said, _dot, venue = said[by.end() :].partition(". ")
        names, others = authors_of(LINK.sub(r"\1", said)), [*lines[:number], venue]
        others += lines[number + 1 :]
        if len(names) > 1 or (names and len(names[0].split()) > 1):
            break
    else:
        return None
    venue = plain(LINK.sub(r"\1", ", ".join(filter(None, others))))[:LONGEST_VENUE].strip(" .,")
    paper.fields = {"title": title, "author": bibtex_names(names), **paper.fields}
    if years := YEAR.findall(venue):
        paper.fields["year"] = years[-1]
    if venue:
        paper.entry_type, container = type_of(venue)
        paper.fields[container] = venue
    if abstract:
        paper.fields["abstract"] = abstract
    return paper


def is_names(title: str) -> bool:
    """Whether what is emphasised is no title, but authors: "Lind, A. B.", several names."""
    return (bool(INITIALS.search(title)) and bool(authors_of(title))) or len(authors_of(title)) > 1


def cards(items: list[Item]) -> Iterator[Item]:
    """Items of which a heading, with names right below it, is one with what follows down to the
    next heading: the names and short lines as its text, the others as its rest.
    """
    number = 0
    while number < len(items):
        item, heading = items[number], HEADING.fullmatch(items[number].source.strip())
        end = number + 1
        names = items[end].text.strip(" ,.") if heading and end < len(items) else ""
        if not names or not authors_of(BUTTON.sub("", names).strip(" ,.")):
            yield item
        else:
            while end < len(items) and not HEADING.match(items[end].source):
                end += 1
            below = [one.source for one in items[number + 2 : end]]
            words = [text for text in below if not text.startswith("!")]
            short = [text for text in words if len(text) < LONGEST_VENUE]
            title = plain(heading["words"]).replace("*", "")
            text = "\n".join([f"**{title}**", names, *short])
            rest = "\n\n".join(text for text in words if len(text) >= LONGEST_VENUE)
            source = "\n\n".join(one.source for one in items[number:end])
            yield Item(text, rest, [], item.line, source)
        number = end
