"""What pages say and did not come: papers that a text prints which is no list of them, and pages of
papers that gave none, or clearly fewer than they print. Nothing is lost in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from django.utils.translation import gettext_lazy

from exchange.site_import.homepage import Homepage, kind_of
from exchange.site_import.list_items import items, papers
from exchange.site_import.markdown import COMMENT, without_spans
from exchange.site_import.offered import tell_entries
from exchange.site_import.printed_papers import HEADING, read_paper
from exchange.site_import.printed_references import is_like_paper
from exchange.site_import.records import Item, Place
from profiles.markup.structure import line_in_words as plain
from profiles.models import NewsItem, Page, Section
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
LEAST_OF_HEADING = 5
# Lines that name a year, and words of each.
LEAST_DATED, LEAST_WORDS = 4, 4
# What says nothing: tags, Liquid.
TAGS = re.compile(r"<[^<>\n]*>|\{[{%][^{}\n]*[%}]\}")
WORD = re.compile(r"[^\W\d_]{2,}")
HEADED = re.compile(
    r"^(?:#{1,6}[ \t]|[ \t]*<h[1-6]\b)[^\n]{0,99}\b(?:publications|papers|articles)\b", re.I | re.M
)
EMPTY = gettext_lazy(
    "This page of papers gave none, and no other page did: import them by hand, for example from "
    "BibTeX."
)
FEWER = gettext_lazy(
    "This page of papers names a year on %(lines)s lines, but only %(papers)s of the papers here "
    "are on it: check whether some are missing."
)


def tell(theme: Any) -> None:
    """Called when all is read; papers of pages of BibTeX come now. `theme`: a `reading.Theme`."""
    record, owner = theme.record, theme.owner
    titles = record.titles()
    for entry in theme.entries:
        if not any(titles_agree(entry.fields["title"], title) for title in titles):
            record.papers.append(entry.paper())
    tell_entries(theme)
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
    _tell_fewer(theme)


def _tell_fewer(theme):
    """Of a page of papers, by its title, its name or the menu, that it says clearly more of them
    than are here, and of any with a heading of papers that there are none.
    """
    titles = set(map(normalise_title, theme.record.titles())) - {""}
    unread = Counter(place.file for place in theme.record.unread_papers)
    for document in theme.source.pages():
        name, _position = theme.in_menu(document)
        kinds = set(map(kind_of, (theme.title_of(document), document.name, name)))
        if document.path not in theme.tree.files:
            continue
        text = without_spans(theme.tree.text(document.path), COMMENT, _lines_of)
        is_part = not titles and not unread and bool(HEADED.search(text))
        if Section.Kind.PUBLICATIONS not in kinds and not is_part:
            continue
        lines, said = _dated(text), normalise_title(text)
        came = sum(title in said for title in titles) + unread[document.path]
        if not titles and not unread:
            theme.tree.problem(Place(document.path, 1), str(EMPTY))
        elif len(lines) >= LEAST_DATED and _are_few(came, len(titles), len(lines)):
            counts = {"lines": len(lines), "papers": came}
            theme.tree.problem(Place(document.path, lines[0]), FEWER % counts)


def _lines_of(span):
    return "\n" * span.count("\n")


def _dated(text):
    """The numbers of the lines that name a year among words, be it not in an address."""
    found = []
    for number, line in enumerate(TAGS.sub(" ", text).split("\n"), 1):
        said = " ".join(word for word in line.split() if word.count("/") < 2)
        if YEAR.search(said) and len(WORD.findall(said)) >= LEAST_WORDS:
            found.append(number)
    return found


def _are_few(came, papers, lines):
    """Whether a page that names a year on so many lines prints too few of the papers here."""
    return came == 0 or (3 * came < lines and papers < lines)


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
