"""A document as a table: a row for each entry and paper, in CSV as spreadsheets read it."""

import csv
import re
from io import StringIO

from exchange.cv_formats.document import Document, DocumentEntry, DocumentPaper, words

COLUMNS = (
    *("section", "group", "number", "title", "authors", "where", "date", "doi", "address"),
    "text",
)
# Where a spreadsheet would begin a formula: a cell does so, and behind a semicolon or a line break
# also what one takes for a cell that expects semicolons, as in Germany. Signs may be of full width.
FORMULA = re.compile(r'((?:^|[;\n])"*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])')


def write(document: Document) -> bytes:
    """Return the file as UTF-8 with a mark of that, without which Excel reads it otherwise."""
    out = StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for part in document.parts:
        lines = [_entry(part.heading, entry) for entry in part.entries]
        lines += [_paper(part.heading, g.heading, p) for g in part.groups for p in g.papers]
        lines += [{"section": part.heading, "text": words(block.runs)} for block in part.texts]
        rows.writerows([_cell(line.get(name, "")) for name in COLUMNS] for line in lines)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _entry(section: str, entry: DocumentEntry) -> dict:
    body = [words(block.runs) for block in entry.body]
    links = [" ".join(filter(None, link)) for link in entry.links]
    return {
        "section": section,
        "title": words(entry.title),
        "where": entry.facts.get("organisation") or entry.facts.get("event", ""),
        "date": entry.when,
        "address": entry.url,
        "text": "\n".join([*map(words, entry.details), *body, *links]),
    }


def _paper(section: str, group: str, paper: DocumentPaper) -> dict:
    return {
        "section": section,
        "group": group,
        "number": paper.number,
        "title": paper.title,
        "authors": "; ".join(paper.authors),
        "where": paper.source,
        "date": paper.date,
        "doi": paper.doi,
        "address": paper.url,
        "text": words(paper.reference),
    }


def _cell(text: str) -> str:
    return FORMULA.sub(r"\1'", text)
