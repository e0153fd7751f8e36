"""Which blocks of a list are one paper: its title, its names, and what follows them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile

from exchange.site_import.cv_items import Item
from exchange.site_import.printed_papers import (
    BULLET,
    HEADING,
    LONGEST,
    lines_of,
    read_paper,
)
from exchange.site_import.printed_references import BIBTEX, Reference, is_like_paper
from exchange.site_import.records import Place
from publications.printed.authors import names_end
from publications.printed.lines import SAID, SHORTEST_SET_OFF, SHORTEST_TITLE, is_long
from publications.printed.venue import is_badge, is_place


def papers(items: list[Item], owner: str = "") -> Iterator[Item]:
    """Items of which blocks that print one paper are one: its title, its names, what follows.

    A bullet is one as it is; a bullet that heads further ones is these.
    """
    kinds = [_Block(item, owner) for item in items]
    leads = _titles_lead(kinds)
    if not next((block.is_badge for block in kinds if block.lines and not block.is_heading), False):
        for block in kinds:
            block.is_badge = False  # not above its paper but below it
    current: list[_Block] = []
    for number, block in enumerate(kinds):
        following = [other for other in kinds[number + 1 : number + 5] if other.lines]
        begins = block.begins(current, following, leads)
        is_part = bool(current) and not begins and (block.is_bullet or not block.is_heading)
        if BIBTEX.match(block.item.source):
            begins = is_part = False
        if not is_part:
            yield from _joined(current)
            current = []
        if is_part or (begins and not block.is_bullet):
            current.append(block)
        else:
            yield from block.items()
    yield from _joined(current)


class _Block:
    """An item, and what of a paper it has."""

    def __init__(self, item, owner):
        self.item, self.owner = item, owner
        self.is_bullet = bool(BULLET.match(item.source)) and not item.source.startswith("**")
        is_too_long = len(item.whole) > LONGEST
        self.lines = [] if is_too_long else lines_of(item.whole, Reference("", Place("")), owner)
        self.has_names = any(line.names for line in self.lines)
        # "*Journal of Tides*" may stand above a line that says "Authors: …".
        is_said = [bool(SAID.match(line.words)) for line in self.lines[:2]] == [False, True]
        self.is_led = bool(self.lines) and bool(self.lines[is_said].names)
        self.is_heading = bool(HEADING.fullmatch(item.source.strip()))
        self.is_badge = len(self.lines) == 1 and is_badge(self.lines[0].words)

    def may_be_title(self):
        """Alone, or with where it appeared below it."""
        is_short = len(self.lines) == 1 or (len(self.lines) == 2 and self.lines[0].is_set_off)
        return is_short and is_long(self.lines[0].words, SHORTEST_SET_OFF)

    def begins(self, current, following, titles_lead):
        """Whether a paper begins with it."""
        lines = [line for block in current for line in block.lines]
        is_waiting = bool(lines) and not any(line.names for line in lines)
        if self.is_bullet:
            # Below a box it says what the paper is about.
            is_in_box = bool(current) and current[0].is_badge and not is_waiting
            return not is_in_box or self.has_names or bool(self.fields)
        if current and all(block.is_badge or not block.lines for block in current):
            return False
        if self.is_badge:
            return not is_waiting
        if current and self.form and self.form == current[0].form:
            return True
        if self.has_names:
            return not (is_waiting and self.is_led)
        is_untitled = len(lines) == 1 and not is_waiting
        if is_waiting and current[0].is_heading and not self.is_heading:
            return self.is_reference
        is_followed = bool(following) and following[0].is_led and not following[0].is_bullet
        if titles_lead and is_followed and self.may_be_title():
            return True
        is_title = self.is_heading and self.may_be_title()
        is_title = is_title and (bool(self.lines[0].title) or self._is_named(following))
        return is_title or (not self.is_heading and not is_untitled and bool(self.fields))

    def _is_named(self, following):
        """Whether what follows a heading, before the next, has its words."""
        below = takewhile(lambda block: not block.is_heading, following)
        words = self.lines[0].words.casefold()
        return any(words in line.words.casefold() for block in below for line in block.lines)

    @cached_property
    def form(self):
        """What a whole reference begins with, read or not: the sign of a title, or names.

        Two of one form, one below the other, are two papers.
        """
        if self.is_heading or not self.lines or not is_like_paper(self.item.text):
            return ""
        line = self.lines[0]
        if line.title:
            is_title = is_long(line.title[0], SHORTEST_TITLE) and not is_place(line.words)
            return line.text.strip()[0] if is_title else ""
        return "names" if names_end(line.text) else ""

    @cached_property
    def fields(self):
        """What it says where it is a paper by itself."""
        paper = read_paper(self.item, Place(""), self.owner) if self.lines else None
        return paper.fields if paper else {}

    @property
    def is_reference(self):
        """Whether it has a title of its own, and where that appeared, below a heading."""
        is_said = {"author", "year"} <= set(self.fields)
        is_said = is_said and bool({"journal", "booktitle"} & set(self.fields))
        return is_said and is_long(self.fields["title"], 2 * SHORTEST_TITLE)

    def items(self):
        """Itself, or the bullets below it, where it but heads them."""
        if self.item.children and not self.has_names and not self.fields:
            return self.item.children
        return [self.item]


def _titles_lead(blocks):
    """Whether titles stand above names, where both are blocks of their own."""
    for before, block in zip([None, *blocks], blocks, strict=False):
        if block.is_led and not block.is_bullet:
            is_alone = len(block.lines) == 1
            return bool(before and not before.is_bullet and before.may_be_title()) and (
                not before.is_heading
                or len(before.lines[0].words.split()) >= SHORTEST_TITLE
                or not is_alone
            )
    return False


def _joined(blocks):
    items = [block.item for block in blocks]
    if len(items) < 2:
        return items
    source, rest = ("\n\n".join(item.source for item in items[number:]) for number in (0, 1))
    return [Item(items[0].source, rest, [], items[0].line, source)]
