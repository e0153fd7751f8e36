"""The record as JSON, for programs: what a department's own pages are built of.

Texts are plain, but for `body` and `interests`, which are Markdown. Dates are ISO 8601 of reduced
precision. What is empty is left out; a key that is here keeps its meaning.
"""

import json

from exchange.cv_formats.document import Document, DocumentEntry, DocumentPaper, DocumentPart, words
from exchange.cv_formats.markdown import text_of
from profiles.schema_org import without_empty

VERSION = 1


def write(document: Document) -> bytes:
    """Return the file as UTF-8."""
    record = {
        "version": VERSION,
        "url": document.home,
        "language": document.language,
        "updated": document.updated,
        "name": document.name,
        "name_beside": document.name_beside,
        "pronouns": document.pronouns,
        "headline": document.headline,
        "positions": [_entry(entry) for entry in document.positions],
        "contacts": [
            {"kind": c.kind, "label": c.label, "text": c.text, "url": c.url}
            for c in document.contacts
        ],
        "interests": text_of(document.interests),
        "sections": [_section(part) for part in document.parts if not part.texts],
    }
    text = json.dumps(without_empty(record), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


def _section(part: DocumentPart) -> dict:
    papers = [_paper(paper, group.heading) for group in part.groups for paper in group.papers]
    entries = [_entry(entry) for entry in part.entries] or papers
    return {"kind": part.kind, "heading": part.heading, "entries": entries}


def _entry(entry: DocumentEntry) -> dict:
    return {
        **entry.facts,
        "title": words(entry.title),
        "when": entry.when,
        "start": entry.start,
        "end": entry.end,
        "url": entry.url,
        "details": [words(runs) for runs in entry.details],
        "body": text_of(entry.body),
        "links": [{"label": label, "url": url} for label, url in entry.links],
    }


def _paper(paper: DocumentPaper, group: str) -> dict:
    return {
        "group": group,
        "title": paper.title,
        "authors": list(paper.authors),
        "source": paper.source,
        "date": paper.date,
        "doi": paper.doi,
        "url": paper.url,
        "reference": words(paper.reference),
    }
