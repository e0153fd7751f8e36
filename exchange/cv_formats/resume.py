"""JSON Resume 1.0.0, as https://jsonresume.org/schema has it.

It knows no talks, courses, service, grants or students: these are projects of a `type` of that
name. A season is told by its year alone.
"""

import json

from exchange.cv_formats.document import (
    Block,
    Document,
    DocumentEntry,
    DocumentPaper,
    DocumentPart,
    Runs,
    words,
)

SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
# Our kinds of contact that are no profile on a network.
OF_THE_PERSON = {"email", "location", "address"}


def write(document: Document) -> bytes:
    """Return the file as UTF-8."""
    parts = {part.kind: part for part in document.parts}
    resume = {
        "$schema": SCHEMA,
        "basics": _basics(document),
        "work": [_work(entry) for entry in _entries(parts, "experience")],
        "education": [_education(entry) for entry in _entries(parts, "education")],
        "awards": [_award(entry) for entry in _entries(parts, "awards")],
        "publications": [_publication(paper) for paper in _papers(parts)],
        "interests": [{"name": text} for text in _texts(document.interests)],
        "projects": [
            _project(entry, part)
            for part in document.parts
            if part.kind not in ("experience", "education", "awards")
            for entry in part.entries
        ],
        "meta": {
            "canonical": document.home + "resume.json",
            "version": "v1.0.0",
            "lastModified": document.updated,
        },
    }
    kept = {name: value for name, value in resume.items() if value}
    return json.dumps(kept, ensure_ascii=False, indent=2).encode() + b"\n"


def _entries(parts: dict[str, DocumentPart], kind: str) -> tuple[DocumentEntry, ...]:
    return parts[kind].entries if kind in parts else ()


def _papers(parts: dict[str, DocumentPart]) -> list[DocumentPaper]:
    groups = parts["publications"].groups if "publications" in parts else ()
    return [paper for group in groups for paper in group.papers]


def _basics(document):
    contacts = {contact.kind: contact for contact in document.contacts}
    email = contacts.get("email")
    address = contacts.get("address") or contacts.get("location")
    position = document.positions[0] if document.positions else None
    networks = [c for c in document.contacts if c.kind not in OF_THE_PERSON]
    return _said(
        name=document.name,
        label=words(position.title) if position else "",
        email=email.text if email and email.url else "",
        url=document.home,
        summary=document.headline,
        location=_said(address=address.text) if address else {},
        profiles=[_said(network=c.label, username=c.text, url=c.url) for c in networks],
    )


def _work(entry):
    return _said(
        name=entry.facts.get("organisation", ""),
        position=words(entry.title),
        location=entry.facts.get("place", ""),
        url=entry.url,
        **_period(entry),
        summary=_summary(entry),
    )


def _education(entry):
    return _said(
        institution=entry.facts.get("organisation", ""),
        url=entry.url,
        area=entry.facts.get("field_of_study", ""),
        studyType=entry.facts.get("degree", ""),
        score=entry.facts.get("grade", ""),
        **_period(entry),
        summary=_summary(entry),
    )


def _award(entry):
    return _said(
        title=words(entry.title),
        date=entry.start,
        awarder=entry.facts.get("awarder", ""),
        summary=_summary(entry),
    )


def _publication(paper):
    return _said(
        name=paper.title,
        publisher=paper.source,
        releaseDate=paper.date,
        url=paper.url,
        summary=words(paper.reference),
    )


def _project(entry, part):
    return _said(
        name=words(entry.title),
        description=_summary(entry),
        url=entry.url or next((url for _label, url in entry.links), ""),
        **_period(entry),
        type=part.kind,
    )


def _period(entry):
    return {"startDate": entry.start, "endDate": "" if entry.end == "present" else entry.end}


def _summary(entry: DocumentEntry) -> str:
    return "\n".join([*map(words, entry.details), *_texts(entry.body)])


def _texts(body: tuple[Block, ...] | tuple[Runs, ...]) -> list[str]:
    return [" ".join(filter(None, [block.marker, words(block.runs)])) for block in body]


def _said(**values):
    """Without the empty ones: an address or a date of the schema may not be empty."""
    return {name: value for name, value in values.items() if value}
