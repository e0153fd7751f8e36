"""The YAML file of RenderCV (docs.rendercv.com), which makes its own PDFs of it.

Its texts are Markdown. It takes e-mail addresses and web addresses that are whole; what it has no
box for stands among the highlights of its entry.
"""

import re

import yaml

from exchange.cv_formats.document import Document, DocumentEntry, DocumentPaper, DocumentPart, words
from exchange.cv_formats.markdown import inline, lines

# Our kinds of link -> RenderCV's networks, and what is left of the address as the user's name.
NETWORKS = {
    "github": ("GitHub", r"https://github\.com/([\w-]+)"),
    "gitlab": ("GitLab", r"https://gitlab\.com/([\w.-]+)"),
    "linkedin": ("LinkedIn", r"https://(?:www\.)?linkedin\.com/in/([\w%-]+)"),
    "orcid": ("ORCID", r"https://orcid\.org/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])"),
    "mastodon": ("Mastodon", r"https://([\w.-]+)/@(\w+)"),
    "scholar": ("Google Scholar", r"https://scholar\.google\.[\w.]+/.*[?&]user=([\w-]+)"),
}


def write(document: Document) -> bytes:
    """Return the file as UTF-8."""
    contacts = {contact.kind: contact for contact in document.contacts}
    email, location = contacts.get("email"), contacts.get("location")
    person = {
        "name": document.name,
        "headline": document.headline,
        "location": location.text if location else "",
        "email": email.text if email and email.url else "",
        "website": document.home,
        "social_networks": _networks(document),
        "sections": {},
    }
    for part in document.parts:
        person["sections"][part.heading] = list(_section(part))
    cv = {name: value for name, value in person.items() if value}
    return yaml.safe_dump({"cv": cv}, allow_unicode=True, sort_keys=False, width=100).encode()


def _networks(document):
    found = []
    for contact in document.contacts:
        name, form = NETWORKS.get(contact.kind, ("", ""))
        if match := form and re.match(form, contact.url):
            user = f"@{match[2]}@{match[1]}" if name == "Mastodon" else match[1]
            found.append({"network": name, "username": user})
    return found


def _section(part: DocumentPart):
    yield from lines(part.texts)
    for group in part.groups:
        yield from (_paper(paper) for paper in group.papers)
    for entry in part.entries:
        yield _entry(entry, part.kind)


def _entry(entry: DocumentEntry, kind: str) -> dict:
    facts, dates = entry.facts, _dates(entry)
    highlights = [*map(inline, entry.details), *lines(entry.body)]
    if kind == "education" and facts.get("organisation"):
        head = {
            "institution": facts["organisation"],
            "area": facts.get("field_of_study") or words(entry.title) or "–",
            "degree": facts.get("degree", ""),
        }
    elif kind == "experience" and facts.get("organisation"):
        head = {"company": facts["organisation"], "position": words(entry.title) or "–"}
    else:
        head = {"name": inline(entry.title)}
    values = head | dates | {"location": facts.get("place", ""), "highlights": highlights}
    return {name: value for name, value in values.items() if value}


def _dates(entry: DocumentEntry) -> dict[str, str]:
    """One date, a range, or as it is written where RenderCV has no word for it."""
    if entry.start and entry.end and entry.start <= entry.end:
        return {"start_date": entry.start, "end_date": entry.end}
    return {"date": entry.when or entry.start}


def _paper(paper: DocumentPaper) -> dict:
    url = "" if paper.doi else paper.url
    values = {"title": paper.title, "authors": list(paper.authors) or ["–"], "doi": paper.doi}
    values |= {"url": url, "journal": paper.source, "date": paper.date}
    return {name: value for name, value in values.items() if value}
