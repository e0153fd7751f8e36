"""Printed references, as they are copied out of a page, a CV or a PDF; each one paper.

What a reference does not say for sure is told, and its paper is kept as a draft.
"""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from publications.bibtex import ParsedFile, Record
from publications.identifiers import find_arxiv
from publications.names import HAN, OTHERS, parse_name
from publications.printed.authors import names_end
from publications.printed.marks import NUMBER
from publications.printed.names import bibtex_name
from publications.printed.reference import PrintedReference, read_reference
from publications.printed.venue import type_of
from publications.reference_lists.item import FilePart, Item, page_range, records_of

# "[12] ", "12. ", "• "
BULLET = re.compile(r"\s*(?:\\?\[\w{1,4}\\?\]|\(?\d{1,3}[.)]|\d{1,4}(?: -|:)|[-–*•·‣▪◦>])\s+(?=\S)")
PARAGRAPH = re.compile(r"\n[ \t]*\n|\r\n[ \t]*\r\n")
YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")
PARTED = re.compile(r"(?<=[^\W\d_])-\n(?=[a-z])")
# A line that goes on, and no status: "… as Platforms for", "Smith, J.,".
OPEN = re.compile(
    r"(?:[,&:;]|\s(?!press|appear|review|preparation|submitted|accepted|forthcoming)[a-z]+)\s*$"
)
ENDED = re.compile(r"[.)\]\d/]\s*$")
THESIS = re.compile(
    r"\b(?:ph\.?\s?d\.?|doctoral|master\S*|m\.?\s?sc\.?)\s(?:thesis|dissertation)", re.I
)
# What GB/T 7714 has behind a title.
KIND_LETTER = re.compile(r"\[([MDJCPR])(?:/OL)?\]")
KINDS = {"M": "book", "D": "thesis", "J": "journal", "C": "conf", "P": "patent", "R": "report"}
EDITED = re.compile(
    r"(?<!Int\. )\b(?:[Ee]ds?\.|[Ee]ditors?|[Ee]dited by|[Hh]rsg)|\(eds?\b|主编|编著|著,", re.I
)
# Shorter ones are no reference, longer ones are a text.
LEAST_WORDS, MOST_WORDS = 8, 150
# "[J]", "12(3)", "pp. 1-8", "vol. 2": what Chinese and Japanese texts are no references without.
COUNTED = re.compile(r"\[[A-Z](?:/OL)?\]|\d\(\d|\bpp?\.|\bvol\b", re.I)


def references_in(text: str) -> Iterator[str]:
    """The references of a text, each on one line: parted by empty lines, bullets, line for line, or
    where a line begins with names behind one that ended.
    """
    for paragraph in PARAGRAPH.split(text):
        # Long gaps are squeezed, for the patterns would begin anew at each of their blanks.
        lines = [" ".join(line.split()) for line in paragraph.splitlines() if line.strip()]
        if len(lines) > 1 and _is_heading(lines[0]) and names_end(lines[1]):
            yield lines.pop(0).strip()
        are_marked = bool(lines and BULLET.match(lines[0]))
        are_whole = all(map(_is_whole, lines))
        current: list[str] = []
        has_year = False
        for line in lines:
            if are_marked:
                begins = BULLET.match(line)
            else:
                ended = are_whole and current and not OPEN.search(current[-1])
                begins = ended or (has_year and ENDED.search(current[-1]) and names_end(line))
            if begins and current:
                yield _joined(current)
                current, has_year = [], False
            has_year = has_year or bool(YEAR.search(line))
            current.append(BULLET.sub("", line, count=1) if are_marked else line)
        if current:
            yield _joined(current)


def _is_heading(line):
    is_short = len(line.split()) < LEAST_WORDS
    return is_short and not (_is_whole(line) or OPEN.search(line) or names_end(line))


def _is_whole(line):
    return bool(YEAR.search(line) or "://" in line or re.search(r"10\.\d{4}|\d{7,8}$", line))


def _joined(lines):
    return " ".join(PARTED.sub("", "\n".join(line.strip() for line in lines)).split())


def words_of(text: str) -> int:
    """How many words a line has; of numbered references without blanks two signs are one."""
    return len(text.split()) + (len(HAN.findall(text)) // 2 if COUNTED.search(text) else 0)


def is_reference(text: str) -> bool:
    """Whether a line may be one: words, a year, and a title among them."""
    is_like = YEAR.search(text) and LEAST_WORDS <= words_of(text) <= MOST_WORDS
    return bool(is_like and read_reference(text).title)


def read(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a text that has a reference on each line."""
    lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    return records_of((_found(number, line) for number, line in lines), into)


def _found(number, line):
    printed = read_reference(NUMBER.sub("", line))
    if EDITED.search(line):
        printed.unsure.setdefault("venue", _("editors are named beside where it appeared"))
    item, doubts = _item(printed, line), "; ".join(printed.unsure.values())
    if doubts:
        item.add("draft", "true")
        doubts = _("Kept as a draft, for not all of it is sure: %(doubts)s.") % {"doubts": doubts}
    return FilePart(number, line, (item,), doubts)


def _item(printed: PrintedReference, text: str) -> Item:
    item = Item()
    thesis = "thesis" if THESIS.search(text) else ""
    letter = KIND_LETTER.search(text)
    named = (
        KINDS[letter[1]] if letter else "",
        thesis,
        printed.venue,
        "journal" if printed.volume else "",
        "" if printed.venue else "preprint",
    )
    entry_type, container = type_of(*filter(None, named))
    item.set_type(entry_type, text if thesis else "")
    for name in printed.authors:
        if OTHERS.fullmatch(name):
            item.values["et_al"] = True
        else:
            item.add_person("author", parse_name(bibtex_name(name)))
    item.set("title", printed.title)
    is_inside = container in ("journal", "booktitle")
    item.set("container_title" if is_inside else "publisher", printed.venue)
    item.set("volume", printed.volume)
    item.set_number(printed.issue)
    item.set("pages", page_range(printed.pages))
    item.set_date(printed.year)
    item.set("doi", printed.doi)
    item.set("arxiv", find_arxiv(text))
    return item
