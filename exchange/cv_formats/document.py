"""A CV as a document: what every format of it is written from.

`exchange.cv` says what is on a CV; here its texts are read into runs. No format reads a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import chain
from urllib.parse import urljoin

from django.utils.html import escape
from django.utils.translation import gettext as _

from exchange import cv
from profiles import languages, markup
from profiles.dates import PartialDate
from profiles.markup.structure import tex_to_text
from profiles.models import CVVariant, Researcher
from publications.bylines import retracted_mark
from publications.citations.styles.work import ITALIC
from uploads.images import square_jpeg

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


# --- The document ---------------------------------------------------------------------------------

PORTRAIT = 400  # pixels
# Columns of an item whose texts a format may ask for by name.
FACTS = (
    *("organisation", "department", "place", "role", "degree", "field_of_study", "grade"),
    *("name", "title", "code", "event", "awarder", "funder", "number", "amount", "body"),
)


@dataclass(frozen=True)
class DocumentEntry:
    """A degree, a job, an award. `facts` holds its columns as plain text, by name; `start` and
    `end` are ISO 8601 of reduced precision ("2019-09"), "" for none, `end` also "present".
    """

    title: Runs
    when: str = ""
    url: str = ""
    details: tuple[Runs, ...] = ()
    body: tuple[Block, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    start: str = ""
    end: str = ""
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def line(self) -> Runs:
        """The title and, behind a comma, its time."""
        return (*self.title, Run(f", {self.when}")) if self.when else self.title


@dataclass(frozen=True)
class DocumentPaper:
    """`number` is "J12"; `reference` the whole of what the CV prints of it."""

    number: str
    reference: Runs
    title: str
    authors: tuple[str, ...]
    source: str
    date: str
    url: str
    doi: str = ""


@dataclass(frozen=True)
class PaperGroup:
    """`legend`: what each sign beside a name means, such as "* equal contribution"."""

    heading: str
    papers: tuple[DocumentPaper, ...]
    legend: tuple[str, ...] = ()


@dataclass(frozen=True)
class DocumentPart:
    """A section: `entries`, papers in `groups`, or `texts`; `count`: of all papers, where only the
    newest stand here.
    """

    kind: str
    heading: str
    entries: tuple[DocumentEntry, ...] = ()
    groups: tuple[PaperGroup, ...] = ()
    texts: tuple[Block, ...] = ()
    count: str = ""


@dataclass(frozen=True)
class Document:
    """`language` is a BCP 47 code, `address` that of the CV's page, `updated` an ISO date."""

    language: str
    is_right_to_left: bool
    name: str
    name_beside: str
    pronouns: str
    parts: tuple[DocumentPart, ...]
    address: str
    home: str
    updated: str
    headline: str = ""
    positions: tuple[DocumentEntry, ...] = ()
    contacts: tuple[cv.Contact, ...] = ()
    design: str = "sober"
    paper: str = "a4"
    # A JPEG, and what it shows.
    portrait: bytes = b""
    portrait_alt: str = ""
    # How long it may be, as far as its format has pages; 0: as it gets.
    pages: int = 0

    @property
    def interests(self) -> tuple[Block, ...]:
        return next((part.texts for part in self.parts if part.kind == INTERESTS), ())


INTERESTS = cv.Kind.INTERESTS


def document(
    researcher: Researcher, origin: str, path: str, variant: CVVariant | None = None
) -> Document:
    """The public CV of a researcher in the active language, or a variant of it; `path` is that of
    its page.
    """
    variant = variant or CVVariant()
    whole, base = cv.build(researcher, variant), origin + path
    parts = [_part(part, researcher, base) for part in whole.parts]
    if whole.interests:
        texts = tuple(blocks(markup.render(whole.interests, researcher), base))
        parts.insert(0, DocumentPart(INTERESTS, _("Research interests"), texts=texts))
    return replace(
        document_of(researcher, origin, path, tuple(parts)),
        headline=markup.plain_text(whole.headline, researcher),
        positions=tuple(entry_of(entry, researcher, base) for entry in whole.positions),
        contacts=tuple(whole.contacts),
        design=variant.design,
        paper=variant.paper,
        portrait=_portrait(researcher) if variant.has_photo else b"",
        portrait_alt=researcher.translated("portrait_alt") or whole.name,
        pages=variant.pages or 0,
    )


def document_of(
    researcher: Researcher, origin: str, path: str, parts: tuple[DocumentPart, ...]
) -> Document:
    """A document of somebody with these parts, and of the person no more than the name."""
    return Document(
        language=languages.current(),
        is_right_to_left=languages.direction() == "rtl",
        name=researcher.translated("display_name"),
        name_beside=researcher.name_beside[0],
        pronouns=researcher.translated("pronouns"),
        parts=parts,
        address=origin + path,
        home=origin + researcher.get_absolute_url(),
        updated=researcher.updated_at.date().isoformat(),
    )


def _portrait(researcher) -> bytes:
    focus = researcher.portrait_focus_x, researcher.portrait_focus_y
    return square_jpeg(researcher.portrait, PORTRAIT, focus) if researcher.portrait else b""


def _part(part: cv.CVSection, researcher, base) -> DocumentPart:
    if part.kind == cv.Kind.PUBLICATIONS:
        groups = tuple(
            PaperGroup(
                group.heading,
                tuple(paper_of(reference, base) for reference in group.references),
                legend_of(group),
            )
            for group in part.entries
        )
        return DocumentPart(part.kind, part.heading, groups=groups, count=part.all_of_them)
    entries = tuple(entry_of(entry, researcher, base) for entry in part.entries)
    return DocumentPart(part.kind, part.heading, entries)


def legend_of(group: cv.ReferenceGroup) -> tuple[str, ...]:
    """What the signs beside the names of its papers mean."""
    return tuple(f"{sign.text} {sign.words}" for sign in group.legend)


def entry_of(entry: cv.CVEntry, researcher: Researcher, base: str) -> DocumentEntry:
    """An entry of a CV with its texts read; relative addresses are made whole with `base`."""
    row = entry.row
    start, end = _dates(row)
    details = (markup.render_inline(text, researcher) for text in entry.details)
    return DocumentEntry(
        title=runs(markup.render_maths(entry.title, annotated=True), base),
        when=entry.when,
        url=entry.url,
        details=tuple(runs(html, base) for html in details),
        body=tuple(blocks(markup.render(entry.body, researcher), base)),
        links=entry.links,
        start=start,
        end=end,
        facts={name: text for name in FACTS if (text := _fact(row, name))},
    )


def _fact(row, name) -> str:
    value = row.translated(name) if name in getattr(row, "translatable", ()) else ""
    return value or str(getattr(row, name, "") or "")


def _dates(row) -> tuple[str, str]:
    """The first day and the last one of an item, as far as they are known."""
    if not hasattr(row, "dates"):
        start = getattr(row, "start", None) or getattr(row, "date", None)
        return _iso(start), _iso(getattr(row, "end", None))
    ranges = sorted(row.dates, key=lambda dates: dates[0].stored)
    if not ranges:
        return "", ""
    (first, _end), (last, end) = ranges[0], ranges[-1]
    return _iso(first), _iso(end or (last if last != first else None))


def _iso(date: PartialDate | None) -> str:
    """A season is known to the year alone: other formats have no word for it."""
    if not date:
        return ""
    if date.year is None:
        return "present"
    parts = [f"{date.year:04}", date.month and f"{date.month:02}", date.day and f"{date.day:02}"]
    return "-".join(filter(None, parts))


def paper_of(reference: cv.Reference, base: str) -> DocumentPaper:
    """A reference of a CV with its texts read."""
    item = reference.item
    paper = item.paper
    title = markup.render_maths(paper.translated("title"), annotated=True)
    link = f'{retracted_mark(paper)} <a href="{escape(item.url)}">{title}</a>'.strip()
    awards = "".join(f" <strong>{escape(award.name)}.</strong>" for award in item.awards)
    identifier = f" {reference.identifier_html}" if reference.identifier_html else ""
    html = (
        f"{reference.names_html}{link}{reference.title_stop} {item.source_html}"
        f"{reference.year}{awards}{identifier}"
    )
    if reference.cited:
        html = markup.render_maths(reference.cited, annotated=True)
        html = html.replace(ITALIC[0], "<i>").replace(ITALIC[1], "</i>")
    return DocumentPaper(
        number=reference.number,
        reference=runs(html, base),
        title=words(runs(title)),
        authors=tuple(name.text for name in item.authors),
        source=item.source,
        date=_iso(paper.date),
        url=runs(link, base)[0].url if title else "",
        doi=paper.doi,
    )
