"""What a site says, in the words of our record, before anything is compared or stored.

A system's module makes one SiteRecord of a Tree; it knows nothing of the database. Texts are
Markdown already; dates are texts as profiles.dates reads them.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.db.models import Model

from publications import bibtex
from publications.bibtex import ParsedFile
from publications.latex import from_text


class Latex(str):
    """Written in LaTeX already: the names of an `author`, an `\\href` with its label."""

    __slots__ = ()


class Place(NamedTuple):
    """A file below the root of the site, and a line counted from 1; 0 for all of it."""

    file: str
    line: int = 0


@dataclass(frozen=True)
class Problem:
    """`severity`: error, warning or info, as in the report of papers."""

    place: Place
    severity: str
    reason: str


@dataclass
class SiteRow:
    """A row of a researcher's record.

    `origin` says where in the site it comes from, the same at each import, and once only:
    "_news/2024-sosp.md", "_data/profile.yml#awards/3". `values` are columns, as a form takes them,
    of a column that leads to another row (a news item's `page`) that row's origin;
    `files` are columns of pictures and documents, and the paths of the files in the site. `links`
    are rows of its `links` ({"label", "url"} or {"label", "file"}). `old_paths` are the addresses
    that it had ("/posts/2012/08/post-1/"), `label` names it in the report.
    """

    model: type[Model]
    origin: str
    place: Place
    values: dict[str, object] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    links: list[dict[str, str]] = field(default_factory=list)
    translations: dict[str, dict[str, str]] = field(default_factory=dict)
    old_paths: list[str] = field(default_factory=list)
    is_draft: bool = False
    label: str = ""


@dataclass
class Paper:
    """A paper as a BibTeX entry with the fields that al-folio's files have (`abbr`, `selected`,
    `pdf`, `code`, …), which the importer of .bib files takes. `entry` is made by `bibtex_entry`; or
    it stands in one of the site's `bib_files`, by which it is read. `files` are kinds of links
    ("pdf", "slides", …; "cover" for its picture) and paths in the site. `doubt`: why it is a draft.
    """

    key: str
    entry: str
    place: Place
    files: list[tuple[str, str]] = field(default_factory=list)
    old_paths: list[str] = field(default_factory=list)
    doubt: str = ""


@dataclass
class SiteRecord:
    """`researcher`: column -> value and where it stands; `researcher_files` its pictures.

    `old_paths`: of the homepage; `old_files`: files of the site whose old address shall answer.
    """

    system: str
    generation: str = ""
    # Under which the site was reached: links there are links within it.
    hosts: list[str] = field(default_factory=list)
    base_path: str = ""
    researcher: dict[str, tuple[object, Place]] = field(default_factory=dict)
    researcher_files: dict[str, tuple[str, Place]] = field(default_factory=dict)
    rows: list[SiteRow] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)
    # The site's own .bib files, read whole: path -> entries, a Paper for each in the same order.
    bib_files: dict[str, ParsedFile] = field(default_factory=dict)
    # Short names of venues and where they lead, for those that the import makes.
    venue_urls: dict[str, str] = field(default_factory=dict)
    # The same, and their ranks: ranking, level, and where the site says so.
    venue_ranks: dict[str, tuple[str, str, Place]] = field(default_factory=dict)
    # What looks like papers and stays a text.
    unread_papers: list[Place] = field(default_factory=list)
    old_paths: list[str] = field(default_factory=list)
    old_files: list[str] = field(default_factory=list)
    # Of pages that are made here by themselves: old path -> address below the researcher's.
    redirects: dict[str, str] = field(default_factory=dict)

    def titles(self) -> list[str]:
        """Of all papers."""
        parsed = (bibtex.parse(paper.entry).records for paper in self.papers)
        return [one.text("title") for records in parsed for one in records]

    def with_affiliations(self, keys: Collection[str]) -> "SiteRecord":
        """Of a record of ORCID the rows of these affiliations alone."""
        rows = [row for row in self.rows if row.origin.removesuffix("/now") in keys]
        return replace(self, researcher={}, rows=rows)


@dataclass
class Item:
    """One bullet: its first paragraph, what is below it as Markdown, and the bullets of that."""

    text: str
    rest: str = ""
    children: list["Item"] = field(default_factory=list)
    line: int = 1
    source: str = ""

    @property
    def whole(self) -> str:
        """Its first paragraph and what is below it; "" of an item that says nothing."""
        return "\n\n".join(filter(None, (self.text.strip() and self.text, self.rest)))


def bibtex_entry(entry_type: str, key: str, fields: dict[str, str]) -> str:
    """An entry of plain texts, escaped for LaTeX but for maths; empty ones are left out.

    Addresses ("url", "pdf", "code", … and whatever begins with http) stand as they are.
    """
    lines = []
    for name, text in fields.items():
        if text:
            is_ready = isinstance(text, Latex) or text.startswith(("http://", "https://"))
            lines.append(f"  {name} = {{{text if is_ready else from_text(text)}}}")
    return f"@{entry_type}{{{key},\n" + ",\n".join(lines) + "\n}\n"
