"""A text -> its items: bullets, rows of tables, and each other block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent

from exchange.site_import.cv_items import Item
from exchange.site_import.printed_papers import BULLET, HEADING
from profiles.dates.anywhere import leading_date
from profiles.markup.structure import blocks

LISTS = {"bullet_list", "ordered_list"}
# Between cells of a table.
CELL = re.compile(r"(?<!\\)\|")


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
