"""Lists of one's own papers that print no names: titles, and where they appeared.

Whose they are the page says, if its heading names papers and nothing else. "(Joint with Bob
Brandt)" are he and the owner; then who wrote alone is the owner. Without that nobody is said, and
the report names each such paper.
"""

from __future__ import annotations

import re

from exchange.site_import.cv_items import Item
from exchange.site_import.printed_papers import HEADING, fill, lines_of, read_paper
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import Place
from profiles.markup.structure import line_in_words as plain
from publications.printed.authors import names_end
from publications.printed.lines import SHORTEST_TITLE, SPEAKS
from publications.printed.marks import marked
from publications.printed.names import names_in
from publications.printed.reference import PrintedReference
from publications.printed.venue import YEAR, read_venue

# Of a list without names: a title up to what is set off behind it, and with whom it is.
UNSIGNED = re.compile(
    r"[\s\"“]*(?:\[(?P<label>[^\[\]]{12,300})\]\((?P<url>[^()\s]+)\)"
    r"|(?P<title>[^\[\]*]{12,300}?[.?!])\s*(?:$|(?<=\s)(?=[*_(]|In\b|To appear\b)))"
)
IN_BRACKETS = re.compile(r"\s*\(([^()]*(?:19|20)\d\d)\)[\s.]*$")
JOINT = re.compile(r"\((?:joint(?:ly)?(?: work)? )?with (?P<names>[^()]+)\)", re.I)
APPEARS = re.compile(r"\s*(?:to appear|accepted|in press)\b", re.I)
A_PAPER = re.compile(r"arxiv\.org/|doi\.org/|\.pdf\b")
# Fewer are no list; of so many, three of four are such titles.
LEAST = 3
LONGEST, MOST_WORDS = 1_000, 40


def print_no_names(items: list[Item], owner: str) -> bool:
    """Whether most of a list are titles of papers, and names of authors nowhere."""
    place, listed = Place(""), [item for item in items if not HEADING.match(item.source)]
    titles = sum(bool(read(item, place, owner)) for item in listed)
    if titles < LEAST or titles * 4 <= len(listed) * 3:
        return False
    signed = (read_paper(item, place, owner) for item in listed)
    return not any(
        paper and "author" in paper.fields and not JOINT.search(item.text)
        for paper, item in zip(signed, listed, strict=True)
    )


def read_in_list(item: Item, place: Place, owner: str, are_left_out: bool) -> Reference | None:
    """The paper of an item that says with whom the owner wrote it, whatever its list prints;
    any other as it prints its names, which in some lists `are_left_out`.
    """
    joint = read(item, place, owner) if owner and JOINT.search(item.text) else None
    if joint and "author" in joint.fields:
        return joint
    return read_paper(item, place, owner) or (read(item, place, owner) if are_left_out else None)


def read(item: Item, place: Place, owner: str) -> Reference | None:
    """The paper of an item that prints no names, in a list that prints none; "(joint with Bob
    Brandt)" are he and the owner. None where its title is not sure, or nothing says that it is one.
    """
    paper = Reference("", place)
    lines = lines_of(item.whole, paper, owner)
    text = " ".join(line.source for line in lines)[:LONGEST]
    joint = JOINT.search(text)
    match = UNSIGNED.match(JOINT.sub("", text))
    if not match or any(line.names for line in lines):
        return None
    if not match["label"] and names_end(marked(text)[0]):
        return None
    title, behind = plain(match["label"] or match["title"]), match.string[match.end() :]
    if bracket := IN_BRACKETS.search(title):
        title, behind = title[: bracket.start()], bracket[1]
    words = title.strip(" .").split()
    if YEAR.search(title) or SPEAKS.search(title) or not SHORTEST_TITLE <= len(words) < MOST_WORDS:
        return None
    paper.link("Paper", match["url"] or "")
    is_said = APPEARS.match(behind) or YEAR.search(behind)
    if not is_said and not A_PAPER.search(" ".join(paper.fields.values())):
        return None
    names, lost = names_in(joint["names"].rstrip(".")) if joint else ([], [])
    printed = PrintedReference([owner, *names] if names and not lost else [], " ".join(words))
    if is_said:
        read_venue(printed, marked(behind)[0])
    fill(paper, printed)
    return paper
