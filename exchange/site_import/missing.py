"""What a site offers and did not come: papers that a text prints which is no list of them, and
entries of .bib files that no page lists. Nothing is lost in silence.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext_lazy

from exchange.site_import.homepage import Homepage, kind_of
from exchange.site_import.list_items import items, papers
from exchange.site_import.printed_papers import HEADING, read_paper
from exchange.site_import.printed_references import is_like_paper
from exchange.site_import.records import Item, Place
from profiles.markup.structure import line_in_words as plain
from profiles.models import NewsItem, Page, Section
from publications import bibtex
from publications.matching import normalise_title, titles_agree
from publications.printed.authors import names_end
from publications.printed.lines import is_by, is_long
from publications.printed.venue import YEAR

SPOKEN = re.compile(
    r"\b(?:talks?|speakers?|oral|posters?|presentations?|seminars?|symposium)\b", re.I
)
BETWEEN_SIGNS = re.compile(r"[][.,:;?!\"“”()|]")
# Names of one who writes papers; from a title to its year, in blocks.
LEAST_COMMAS, FARTHEST, LONGEST_DATED = 3, 4, 1_000
LEAST_OF_HEADING, MOST_FILES = 5, 5
LEFT_ENTRIES = gettext_lazy(
    "Papers that name %(name)s in .bib files that no page of the site lists, so they are not here: "
    "%(count)s (%(files)s). If they are yours, import the files with “Import papers”."
)


def tell(theme: Any) -> None:
    """Called when all is read; papers of pages of BibTeX come now. `theme`: a `reading.Theme`."""
    record, owner = theme.record, theme.owner
    titles = record.titles()
    for entry in theme.entries:
        if not any(titles_agree(entry.fields["title"], title) for title in titles):
            record.papers.append(entry.paper())
    if owner:
        _tell_entries(theme)
    told = [one.text for one in theme.tree.unclear]
    known = normalise_title(" ".join([*told, *(one.entry for one in record.papers)]))
    posts = {row.values.get("page") for row in theme.rows(NewsItem)}
    texts = [
        (row.place.file, str(row.values.get("body", "")))
        for row in (*theme.rows(Page), *theme.rows(Section))
        if row.origin not in posts and kind_of(row.label) in ("", Section.Kind.PUBLICATIONS)
    ]
    biography, place = record.researcher.get("biography", ("", Place("")))
    for file, text in (*texts, (place.file, str(biography))):
        found = unlisted_papers(text, owner)
        unread = [
            (Place(file), said)
            for title, said in found
            if not all(normalise_title(words) in known for words in title)
        ]
        theme.tell_unread(Homepage(unread=unread))


def _tell_entries(theme):
    """The owner's entries of .bib files that nothing else has: `offered` left them, since most of
    their file are others' papers.
    """
    record, tree, left = theme.record, theme.tree, {}
    known = normalise_title(" ".join(one.entry for one in record.papers))
    for path in tree.below("", ".bib"):
        # Of "cite.bib" the paper beside it tells what is not here.
        if path in record.bib_files or path.endswith("cite.bib"):
            continue
        was_used, source = path in tree.used, tree.text(path)
        tree.used -= set() if was_used else {path}
        for one in bibtex.parse(source).records if is_by(theme.owner, source) else ():
            title = normalise_title(one.text("title"))
            if title and title not in known and is_by(theme.owner, one.get("author") or ""):
                left.setdefault(title, Place(path, one.line))
    if left:
        files = list(dict.fromkeys(place.file for place in left.values()))
        named = ", ".join(files[:MOST_FILES] + ["…"] * (len(files) > MOST_FILES))
        said = {"count": len(left), "name": theme.owner, "files": named}
        tree.problem(next(iter(left.values())), LEFT_ENTRIES % said)


def unlisted_papers(text: str, owner: str) -> list[tuple[list[str], str]]:
    """(Words of the title, what to tell) of papers that a text prints which does not say so; one
    alone may be none, and a heading above names stands beside one that is sure. Of what is but like
    one its title is among the two longest texts between signs.
    """
    listed, found, is_sure = list(papers(_beside_years(items(text)), owner)), [], False
    for item, below in zip(listed, [*listed[1:], Item("")], strict=False):
        said, paper = plain(item.source).strip("# "), read_paper(item, Place(""), owner)
        if paper and "author" in paper.fields and YEAR.search(item.source):
            found.append(([paper.fields["title"]], paper.fields["title"]))
            is_sure = True
        elif HEADING.fullmatch(item.source) and YEAR.search(below.text) and names_end(below.text):
            found += [([said], said)] * is_long(said, LEAST_OF_HEADING)
        elif _is_own(said, owner):
            found.append((sorted(BETWEEN_SIGNS.split(said), key=len)[-2:], plain(item.text)))
            is_sure = True
    return found if is_sure and len(found) > 1 else []


def _is_own(said, owner):
    """Whether it names a year and the owner among others, says enough for a paper, and tells of no
    talk.
    """
    is_signed = bool(owner) and is_by(owner, said) and said.count(",") >= LEAST_COMMAS
    is_signed = is_signed and bool(YEAR.search(said)) and not said.startswith("@")
    return is_signed and is_like_paper(said) and not SPOKEN.search(said)


def _beside_years(blocks):
    """Those near a short one that names a year, as papers do: all others cost nothing."""
    near = [bool(YEAR.search(one.source)) and len(one.source) < LONGEST_DATED for one in blocks]
    return [
        block
        for number, block in enumerate(blocks)
        if any(near[max(0, number - FARTHEST) : number + FARTHEST + 1])
    ]
