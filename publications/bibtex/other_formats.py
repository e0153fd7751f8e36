"""What people take for BibTeX: files of other formats, known by how they begin."""

import re

BEGINNINGS = (
    ("RIS", re.compile(r"TY  ?- ")),
    ("PubMed’s own format (.nbib)", re.compile(r"PMID ?- ")),
    ("EndNote’s tagged format (.enw)", re.compile(r"%0 [A-Z]")),
    ("an XML file, such as EndNote writes", re.compile(r"<\?xml\b|<xml>|<records>")),
    ("a web page (HTML)", re.compile(r"<!doctype html|<html", re.I)),
    ("CSL-JSON, or other JSON", re.compile(r"(?:\[\s*)?\{\s*\"|\[\s*\]")),
    ("a citation file (CITATION.cff)", re.compile(r"cff-version:")),
    ("Web of Science’s tagged format", re.compile(r"FN (?:Clarivate|Thomson|ISI)")),
)
ADVICE = (
    "This is {}, which is not read yet. Export BibTeX (.bib) from the program that made it, such "
    "as Zotero, Mendeley or EndNote, and import that."
)


def refusal_of(text: str) -> str:
    """The sentence that refuses a text of another format; "" for what may be BibTeX."""
    start = len(text) - len(text.lstrip())
    names = (name for name, beginning in BEGINNINGS if beginning.match(text, start))
    name = next(names, "")
    return ADVICE.format(name) if name else ""
