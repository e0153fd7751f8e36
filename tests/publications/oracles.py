"""What pandoc and Zotero made of the same files, in one shape with ours, to be compared."""

import datetime
import json
import re

from publications import citations
from publications.models import Publication
from tests.publications.importing import take

PEOPLE = {"author", "editor", "translator", "container-author"}
DATES = {"issued", "accessed", "event-date", "original-date"}
RENAMED = {"doi": "DOI", "isbn": "ISBN", "issn": "ISSN", "url": "URL", "pmid": "PMID"}
OURS_ALONE = {"custom", "citation-key", "id"}
ZOTERO_TYPES = {
    "bookSection": "chapter",
    "conferencePaper": "paper-conference",
    "journalArticle": "article-journal",
}
ZOTERO = {
    "bookTitle": "container-title",
    "date": "issued",
    "institution": "publisher",
    "itemType": "type",
    "pages": "page",
    "place": "publisher-place",
    "proceedingsTitle": "container-title",
    "publicationTitle": "container-title",
    "reportNumber": "number",
    "university": "publisher",
    "url": "URL",
}


def imported(path) -> dict[str, dict]:
    """Citation key -> our CSL-JSON."""
    take(path.read_bytes())
    papers = citations.with_citation_data(Publication.objects.all())
    return {item["citation-key"]: item for item in citations.csl_json(papers)}


def disagreements(theirs: list[dict], ours: dict[str, dict]) -> set[str]:
    """The CSL variables in which an entry differs, in content rather than in form."""
    differing = set()
    for item in theirs:
        own = ours.get(str(item["id"]), {})
        names = {RENAMED.get(name, name): value for name, value in item.items() if name != "id"}
        for name in (names.keys() | own.keys()) - OURS_ALONE:
            if content(name, names.get(name)) != content(name, own.get(name)):
                differing.add(name)
    return differing


def content(name, value):
    """`value` without the marks of Markdown, case (pandoc's sentence case), hyphens of an ISBN."""
    if value is None:
        return None
    if name in PEOPLE:
        return [sorted((part, plain(text)) for part, text in who.items()) for who in value]
    if name in DATES:
        return date(value)
    text = plain(value)
    if name == "ISBN":
        return text.replace("–", "")
    if name == "language":
        return text.partition("–")[0]
    is_list = "place" in name or name in {"jurisdiction", "publisher"}
    return text.replace("; ", " and ") if is_list else text


def plain(value) -> str:
    text = re.sub(r"\]\{[^}]*\}", "]", str(value))
    text = re.sub(r"[*\[\]^]|~(?=\w)|(?<=\w)~", "", re.sub(r"\\(.)", r"\1", text))
    text = text.replace("--", "–").replace("—", "–").replace("-", "–")
    text = re.sub('[“”‘’"]', "'", text)
    return " ".join(text.split()).casefold()


def date(value):
    """[[2004, 5, 1], [2005]], or the words."""
    if isinstance(value, dict):
        return value.get("date-parts") or [plain(part) for part in value.values()]
    if isinstance(value, datetime.date):
        return [[value.year, value.month, value.day]]
    ends = str(value).replace("\\", "").rstrip("~?").split("/")
    if not all(re.fullmatch(r"\d{1,4}(-\d\d){0,2}|", end) for end in ends):
        return [plain(value)]
    dates = [[int(part) for part in end.split("-")] for end in ends if end]
    return [parts[:1] if parts[1:] and parts[1] > 12 else parts for parts in dates]


def pandoc(path) -> list[dict]:
    import yaml

    text = re.sub(r"^(?:# |<|\^D).*$", "", path.read_text(encoding="utf-8"), flags=re.M)
    return next(doc for doc in yaml.safe_load_all(text) if doc)["references"]


def zotero(path) -> list[dict]:
    return [_csl(item) for item in json.loads(path.read_text(encoding="utf-8"))]


def _csl(item):
    csl = {"id": item["itemID"]}
    for name, value in item.items():
        if value and name not in {"creators", "itemID", "tags", "notes", "attachments"}:
            csl[ZOTERO.get(name, name)] = value
    csl["type"] = ZOTERO_TYPES.get(csl["type"], csl["type"])
    for who in item["creators"]:
        parts = {"family": who.get("lastName"), "given": who.get("firstName")}
        if not parts["given"]:
            parts = {"literal": who["lastName"]}
        named = {part: text for part, text in parts.items() if text}
        csl.setdefault(who["creatorType"], []).append(named)
    return csl
