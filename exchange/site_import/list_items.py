"""A text -> its items: bullets, rows of tables, other blocks; and which of them are one paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, pairwise, takewhile
from textwrap import dedent

from exchange.site_import.printed_papers import (
    BULLET,
    HARD_BREAK,
    HEADING,
    LONGEST,
    lines_of,
    read_paper,
)
from exchange.site_import.printed_references import BIBTEX, Reference, is_like_paper
from exchange.site_import.records import Item, Place
from profiles.dates.anywhere import leading_date, only_period
from profiles.markup.structure import blocks
from profiles.pasting.words import ROLE
from publications.printed.authors import names_end
from publications.printed.lines import SAID, SHORTEST_SET_OFF, SHORTEST_TITLE, is_long
from publications.printed.venue import YEAR, is_badge, is_place
from publications.reference_lists.printed import references_in

LISTS = {"bullet_list", "ordered_list"}
# Between cells of a table.
CELL = re.compile(r"(?<!\\)\|")
# "**University of Oslo** 2019 – 2024", "**Tides of Oslo** | Norway"
LEAD = re.compile(r"\*\*([^*\n]{3,120})\*\*[\s|,·:–—-]*([^*\n]*?)(?:\\|<br\s*/?>)?")
NUMBERS = re.compile(r"[\d\s./–—-]{4,}")  # "208 – 2010"
DOT = re.compile(r"\s*[•‣▪]\s*")
APART = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*|#|---)")


def without_bare_headings(sources: list[str]) -> list[str]:
    """Without headings below which nothing is left."""
    kept: list[str] = []
    for source in reversed(sources):
        if not HEADING.fullmatch(source) or (kept and not HEADING.fullmatch(kept[0])):
            kept.insert(0, source)
    return kept


def joined(sources: list[str]) -> str:
    """The text of items: bullets and rows of a table one below the other, others as paragraphs."""
    text = ""
    for before, source in zip(["", *sources], sources, strict=False):
        is_list = all(BULLET.match(one) or one.lstrip().startswith("|") for one in (before, source))
        text += source if not text else f"\n{source}" if is_list else f"\n\n{source}"
    return text


def items(text: str, line: int = 1) -> list[Item]:
    """The bullets of a text, and each other block as an item of its own.

    Lines of a paragraph that each begin with a date are items, too.
    """
    lines = text.split("\n")
    listed = []
    for node in blocks(text):
        if node.type in LISTS:
            listed += [_item(child, lines, line) for child in node.children]
        elif node.type == "paragraph":
            listed += _paragraph(lines, *node.map, line)
        elif node.type == "table":
            listed += _rows(lines, *node.map, line)
        else:
            source = "\n".join(lines[slice(*node.map)])
            listed.append(Item(source, line=line + node.map[0], source=source))
    return listed


def dated(items: list[Item]) -> Iterator[Item]:
    """Items of which a date that stands alone is one with what follows."""
    date = None
    for item in items:
        if leading_date(f"{item.text}:") == (item.text.strip(" :"), ""):
            if date is not None:
                yield date
            date = item
        elif date is not None:
            text = f"{date.text}: {item.text}"
            yield Item(text, item.rest, item.children, date.line, f"{date.source}\n{item.source}")
            date = None
        else:
            yield item
    if date is not None:
        yield date


def with_notes(items: list[Item]) -> list[Item]:
    """Entries of a CV: bullets without a date that stand right below a dated paragraph are its
    notes.
    """
    entries: list[Item] = []
    for item in items:
        above = entries[-1] if entries else None
        is_note = BULLET.match(item.source) and not YEAR.search(item.source)
        ends = above and above.line + above.source.count("\n") + 1
        is_below = above and not BULLET.match(above.source) and YEAR.search(above.text)
        if is_note and is_below and ends == item.line:
            above.rest = "\n".join(filter(None, [above.rest, item.source]))
            above.source = f"{above.source}\n{item.source}"
            above.children.append(item)
        else:
            entries.append(item)
    return entries


def led(items: list[Item], are_notes: bool) -> Iterator[Item]:
    """Entries of a CV whose bold first line with its dates stands alone: a school or an employer
    with what one was there, or (`are_notes`) a prize with why.
    """
    at = 0
    while at < len(items):
        lead, at = items[at], at + 1
        match = None if BULLET.match(lead.source) else LEAD.fullmatch(lead.text.strip())
        rest = islice(items, at, None if match else at)
        below = list(takewhile(lambda one: not APART.match(one.source), rest))
        at += len(below)
        yield from _led(lead, below, match, are_notes) if below else [lead]


def _led(lead, below, match, are_notes):
    words, behind = match.groups()
    is_period = any(only_period(behind)) or bool(NUMBERS.fullmatch(behind))
    are_dated, is_role = any(map(_is_dated, below)), not are_notes and ROLE.search(words)
    are_bullets = all(BULLET.match(one.source) for one in below)
    is_place = are_dated and are_bullets and not re.search(r"[\d\[]", behind)
    if is_role or not (is_place or (is_period and (are_dated or not are_bullets))):
        return [lead, *below]
    made = [Item(lead.text, "", [], lead.line, lead.source)] if are_notes else []
    for one in below:
        if are_notes or (made and are_dated and BULLET.match(one.source) and not _is_dated(one)):
            made[-1].rest = joined(list(filter(None, [made[-1].rest, one.source])))
            made[-1].source = joined([made[-1].source, one.source])
        else:
            head = words if _is_dated(one) and is_period else f"{words}\n{behind}"
            source = joined([lead.source, one.source])
            made.append(Item(f"{one.text}\n{head}", one.rest, one.children, one.line, source))
    return made


def _is_dated(item):
    return bool(YEAR.search(item.text))


def headed(items: list[Item]) -> list[Item]:
    """Entries of a CV that headings begin: each with what stands below it, and the place that the
    heading above it names; a heading of several stays one, as what is no entry.
    """
    parts: list[list[Item]] = [[]]
    for item in items:
        if HEADING.fullmatch(item.source):
            parts.append([])
        parts[-1].append(item)
    entries, over = parts[0], None
    for number, (heading, *below) in enumerate(parts[1:], 2):
        following = parts[number][0] if number < len(parts) else None
        if not below and following and _level(following) > _level(heading):
            over = heading
            continue
        over = over if over and _level(heading) > _level(over) else None
        made = _headed(heading, below, over)
        if over and made[0] is heading:  # of a list: so is the one above
            entries.append(over)
            over = None
        entries += made
    return entries


def _level(heading):
    return len(heading.source) - len(heading.source.lstrip("#"))


def _headed(heading, below, over):
    words = _words_of(heading)
    first = "" if not below or BULLET.match(below[0].source) else below[0].text
    is_list = bool(below) and not first and not YEAR.search(words)
    texts = [one for one in below if not BULLET.match(one.source)]
    if is_list or sum(bool(YEAR.search(one.text)) for one in texts) > 1:
        return [heading, *below]
    notes = below[bool(first) :]
    rest = joined([one.source for one in notes])
    rest = "\n\n".join(filter(None, [below[0].rest if first else "", rest]))
    source = joined([one.source.strip() for one in (over, heading, *below) if one])
    source = source if over or below else words
    bullets = [one for one in notes if BULLET.match(one.source)]
    text = "\n".join(filter(None, [words, over and _words_of(over), first]))
    return [Item(text, rest, bullets, heading.line, source)]


def _words_of(heading):
    match = HEADING.fullmatch(heading.source)
    return match["words"] or match["setext"]


def _item(node, lines, line):
    start, end = node.map
    source = "\n".join(lines[start:end]).rstrip()
    first = node.children[0] if node.children else None
    if first is None or first.type != "paragraph":
        rest = _below(lines, start, end) if first else ""
        return Item("", rest, line=line + start, source=source)
    children = [
        _item(child, lines, line)
        for below in node.children[1:]
        if below.type in LISTS
        for child in below.children
    ]
    rest = dedent("\n".join(lines[first.map[1] : end])).strip("\n").rstrip()
    return Item(first.children[0].content, rest, children, line + start, source)


def _below(lines, start, end):
    marker = re.match(r"\s*(?:[-*+]|\d+[.)])\s*", lines[start])
    first = " " * len(marker[0]) + lines[start][len(marker[0]) :] if marker else lines[start]
    return dedent("\n".join([first, *lines[start + 1 : end]])).strip("\n").rstrip()


def _rows(lines, start, end, line):
    """Each row of a table as an item, its cells as lines."""
    for number in range(start, end):
        cells = [cell.strip() for cell in CELL.split(lines[number].strip().strip("|"))]
        if any(cell.strip(":- ") for cell in cells):
            text = "<br>".join(filter(None, cells))
            yield Item(text, line=line + number, source=lines[number])


def _paragraph(lines, start, end, line):
    listed = []
    for number in range(start, end):
        text = lines[number].strip()
        if not listed or leading_date(text)[0]:
            listed.append(Item(text, line=line + number, source=lines[number]))
        else:
            is_broken = lines[number - 1].endswith("  ")
            listed[-1].text += f"  \n{text}" if is_broken else f"\n{text}"
            listed[-1].source += f"\n{lines[number]}"
    return listed


# --- Papers ---------------------------------------------------------------------------------------


def papers(items: list[Item], owner: str = "") -> Iterator[Item]:
    """Items of which blocks that print one paper are one: its title, its names, what follows.

    A bullet is one as it is; a bullet that heads further ones is these.
    """
    items = _dotted(items)
    kinds = [_Block(part, owner) for item in items for part in _references(item, owner)]
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


def _dotted(items):
    """With "• Tides of Oslo", which no Markdown knows for a bullet, and the blocks below it as one;
    there are several such.
    """
    starts = [number for number, item in enumerate(items) if DOT.match(item.source)]
    if len(starts) < 2:
        return items
    parts = items[: starts[0]]
    for start, stop in pairwise([*starts, len(items)]):
        below = list(takewhile(lambda one: not APART.match(one.source), items[start + 1 : stop]))
        text = DOT.sub("", items[start].source, count=1)
        rest = joined([one.source.strip() for one in below])
        source = joined([f"- {text}", *([rest] if rest else [])])
        parts += [Item(text, rest, [], items[start].line, source)]
        parts += items[start + 1 + len(below) : stop]
    return parts


def _references(item, owner):
    """Of a block whose lines are references by themselves each as an item; else the block."""
    source = item.source
    if len(source) > LONGEST or BULLET.match(source) or len(YEAR.findall(source)) < 2:
        return [item]
    texts = list(references_in(HARD_BREAK.sub("\n", source)))
    places = [source[: max(0, source.find(text[:20]))].count("\n") for text in texts]
    parts = [
        Item(text, line=item.line + place, source=text)
        for text, place in zip(texts, places, strict=True)
    ]
    if len(parts) < 2:
        return [item]
    papers = [read_paper(part, Place(""), owner) for part in parts]
    are_read = [bool(paper) and {"author", "year"} <= set(paper.fields) for paper in papers]
    are_like = [is_like_paper(text) and bool(names_end(text)) for text in texts]
    whole = sum(map(max, are_read, are_like))
    return parts if any(are_read) and whole > max(1, len(parts) / 2) else [item]


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
        # A title that is a link, and nothing else.
        self.is_link = [line.is_linked and line.is_set_off for line in self.lines] == [True]

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
        if is_waiting and current[0].is_link and not self.is_heading:
            return self.is_link  # "*Reef Letters*" is where it appeared
        if self.is_link and [one.is_led for one in following[:2]] == [False, True]:
            return not any(one.is_bullet or one.is_heading for one in following[:2])
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
        is_title = is_title and (
            bool(self.lines[0].title) or self._is_named(following) or self._is_above(following)
        )
        return is_title or (not self.is_heading and not is_untitled and bool(self.fields))

    def _is_named(self, following):
        """Whether what follows a heading, before the next, has its words."""
        below = takewhile(lambda block: not block.is_heading, following)
        words = self.lines[0].words.casefold()
        return any(words in line.words.casefold() for block in below for line in block.lines)

    def _is_above(self, following):
        """Whether a heading as long as a title has where it appeared, and names, below it."""
        is_alone = not any(one.is_bullet or one.is_heading for one in following[:2])
        are_names = [one.is_led for one in following[:2]] == [False, True]
        return is_alone and are_names and is_long(self.lines[0].words, 2 * SHORTEST_TITLE)

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
