"""HTML as `profiles.markup` makes it, read into blocks of runs that any format can write.

Every format says what the page shows, because it starts from the page's own HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import chain
from urllib.parse import urljoin

from profiles.markup.text import tex_to_text

# Elements that mark the text in them -> the mark.
MARKS = dict.fromkeys(("strong", "b"), "strong") | dict.fromkeys(("em", "i", "cite"), "emph")
MARKS |= dict.fromkeys(("code", "kbd"), "code") | {"sup": "super", "sub": "sub"}
MARKS |= {"u": "underline", "del": "strike", "s": "strike"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LISTS = {"ul", "ol"}
ENDING = {"p", "div", "li", "blockquote", "pre", "dt", "dd", "tr", *HEADINGS, *LISTS}
# Elements that have no end.
VOID = {"br", "img", "hr", "link", "wbr"}
# The way back from a footnote leads nowhere on paper.
UNREAD = "footnote-backref"
# Nobody can read these, no XML may hold them, and no font draws them: controls, halves of pairs,
# and what Unicode calls no character.
UNPRINTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
BULLET = "•"
# A relative address means nothing outside the site.
WHOLE = re.compile("https?://|mailto:")


@dataclass(frozen=True, slots=True)
class Maths:
    """An element of MathML; `children` are elements, or one text."""

    tag: str
    children: list[Maths | str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text with the same marks throughout: "strong", "emph", "code", "super", ...

    Of a formula, `text` says it in signs that Unicode has, beside its TeX and its MathML.
    """

    text: str
    marks: tuple[str, ...] = ()
    url: str = ""
    tex: str = ""
    maths: Maths | None = None


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """`kind`: "paragraph", "heading", "item", "quote" or "code".

    `level` says how deep an item stands in lists, from 0; `marker` what stands before its first
    block: a bullet, or "3.".
    """

    kind: str
    runs: Runs
    level: int = 0
    marker: str = ""


def blocks(html: str, base: str = "") -> list[Block]:
    """Read HTML of several blocks; relative addresses are made whole with `base`."""
    reader = _Reader(base)
    reader.feed(html)
    reader.close()
    reader.end_block()
    return reader.blocks


def runs(html: str, base: str = "") -> Runs:
    """Read HTML of one line."""
    return tuple(chain.from_iterable(block.runs for block in blocks(html, base)))


def words(runs: Iterable[Run]) -> str:
    """Return the plain text of runs."""
    return "".join(run.text for run in runs)


class _Reader(HTMLParser):
    def __init__(self, base: str):
        super().__init__()
        self.base = base
        self.blocks: list[Block] = []
        self._runs: list[Run] = []
        self._open: list[tuple[str, dict[str, str | None]]] = []
        # Of each list that is open, the number of its next item; None for bullets.
        self._lists: list[int | None] = []
        self._marker = ""
        self._maths: list[Maths] = []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if self._maths or tag == "math":
            # An upright letter stands as text does: "\mathrm{B}".
            is_upright = attributes.get("mathvariant") == "normal"
            self._maths.append(Maths("mtext" if is_upright else tag))
            return
        if tag in ENDING:
            self.end_block()
        if tag in LISTS:
            self._lists.append(int(attributes.get("start") or 1) if tag == "ol" else None)
        elif tag == "li" and self._lists:
            number = self._lists[-1]
            self._marker = BULLET if number is None else f"{number}."
            self._lists[-1] = number and number + 1
        elif tag in ("td", "th") and any(run.text.strip() for run in self._runs):
            self._runs.append(Run(" · "))
        elif tag == "br":
            self._runs.append(Run("\n"))
        elif tag == "img":
            self._add(attributes.get("alt") or "")
        if tag not in VOID:
            self._open.append((tag, attributes))

    def handle_endtag(self, tag):
        if self._maths:
            self._end_maths()
            return
        if tag in ENDING:
            self.end_block()
        if tag in LISTS and self._lists:
            self._lists.pop()
        if tag in (name for name, _attributes in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data):
        if self._maths:
            self._maths[-1].children.append(data)
        elif "pre" in self._tags():
            self._add(data)
        else:
            self._add(re.sub(r"\s+", " ", data))

    def end_block(self):
        """Close the block that is being read, if there is anything in it."""
        runs, self._runs = _trimmed(self._runs), []
        if runs:
            level = max(0, len(self._lists) - 1)
            self.blocks.append(Block(self._kind(), runs, level, self._marker))
            self._marker = ""

    def _kind(self):
        tags = set(self._tags())
        if tags & HEADINGS:
            return "heading"
        if "pre" in tags:
            return "code"
        if self._lists or "dd" in tags:
            return "item"
        return "quote" if "blockquote" in tags else "paragraph"

    def _tags(self):
        return [tag for tag, _attributes in self._open]

    def _add(self, text: str, tex: str = "", maths: Maths | None = None):
        text = UNPRINTED.sub("", text)
        if not text or any(UNREAD in (a.get("class") or "") for _tag, a in self._open):
            return
        marks = tuple(dict.fromkeys(MARKS[tag] for tag in self._tags() if tag in MARKS))
        url = next((a.get("href") or "" for tag, a in self._open[::-1] if tag == "a"), "")
        url = urljoin(self.base, url) if url and not url.startswith("#") else ""
        url = url if WHOLE.match(url) else ""
        self._runs.append(Run(text, marks, url, tex, maths))

    def _end_maths(self):
        element = self._maths.pop()
        if self._maths:
            self._maths[-1].children.append(element)
        else:
            tex, formula = _parted(element)
            self._add(tex_to_text(tex) or "?", tex, formula)


def _parted(math: Maths) -> tuple[str, Maths]:
    """The TeX of a formula, which stands beside it as an annotation, and the formula alone."""
    semantics = math.children[0] if math.children else math
    if not isinstance(semantics, Maths) or semantics.tag != "semantics":
        return "".join(_texts(math)), math
    *formula, annotation = semantics.children
    return "".join(_texts(annotation)), Maths("math", formula)


def _texts(element: Maths | str) -> Iterable[str]:
    if isinstance(element, str):
        yield element
    else:
        for child in element.children:
            yield from _texts(child)


def _trimmed(runs: list[Run]) -> Runs:
    """Without blanks at both ends, and none beside a break of the line."""
    kept: list[Run] = []
    for run in runs:
        if kept and kept[-1].text.endswith((" ", "\n")) and "code" not in run.marks:
            run = replace(run, text=run.text.lstrip(" "))
        if run.text and (kept or run.text.strip()):
            kept.append(run if kept else replace(run, text=run.text.lstrip()))
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip())
    return tuple(kept)
