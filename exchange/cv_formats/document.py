"""A CV as a document: what every format of it is written from.

`exchange.cv` says what is on a CV; here its texts are read into runs. No format reads a model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.utils.html import escape
from django.utils.translation import gettext as _

from exchange import cv
from exchange.cv_formats.runs import Block, Run, Runs, blocks, runs, words
from profiles import languages, markup
from profiles.dates import PartialDate
from profiles.models import CVVariant, Researcher
from publications.citations.styles.work import ITALIC
from publications.links import retracted_mark
from uploads.images import square_jpeg

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
