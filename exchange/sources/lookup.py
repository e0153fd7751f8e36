"""What each service is asked, and its answer as a reference list that the importer reads.

Sources: the documentation of doi.org's content negotiation, of ORCID's public API 3.0, arXiv's and
OpenAlex's API, DBLP's addresses of persons, NCBI's citation exporter, OpenReview's API 2.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from exchange.sources.client import BROKEN, Client, NotAvailable, NotKnown, list_in
from profiles.compiled_queries import batched
from profiles.identifiers import normalise_orcid
from publications.identifiers import doi_url, normalise_arxiv, normalise_doi, normalise_pmid
from publications.reference_lists.json_items import as_object, objects_in

CSL = "application/vnd.citationstyles.csl+json"
# Of one question, as the services allow.
AT_ONCE = 100
PAGES = 100
# Files of one record of ORCID.
RECORD, WORKS = "record.json", "works.json"
NOT_BIBTEX = gettext_noop("%(service)s answered with something else than BibTeX. Try again later.")


@dataclass
class FoundWorks:
    """`text` is one reference list, "" where nothing came. Whole sentences say what is `missing`,
    since the service does not have it, and how it `failed`.
    """

    name: str
    text: str = ""
    missing: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        return [*self.missing, *self.failed]


@dataclass(frozen=True)
class Service:
    """`name` for people. `normalise`: an identifier as the service writes it, "" for none of its
    kind. `read`: the items or the text that it gives for some; it raises NotAvailable.
    """

    name: str
    normalise: Callable[[str], str]
    read: Callable[[Client, list[str], FoundWorks], Iterator[dict] | str]


def look_up(kind: str, identifiers: list[str], client: Client) -> FoundWorks:
    """What the service of a kind (a key of SERVICES) knows of some identifiers, each normalised.

    Never raises for what another server does: that is told in `problems`.
    """
    service = SERVICES[kind]
    found = FoundWorks(service.name)
    try:
        answer = service.read(client, list(dict.fromkeys(identifiers)), found)
        found.text = answer if isinstance(answer, str) else json_list(list(answer))
    except NotAvailable as why:
        found.failed.append(str(why))
    return found


def json_list(items: list[dict]) -> str:
    """One item a line below the other, so that what is told of one names its line."""
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f"[\n{lines}\n]" if items else ""


def orcid_files(orcid: str, client: Client) -> dict[str, str]:
    """A public record of ORCID as files: name -> text, as exchange.site_import.orcid reads them.

    Raises NotAvailable.
    """
    record = client.get_json("ORCID", f"https://pub.orcid.org/v3.0/{orcid}/record")
    works = list(_of_orcid(client, [orcid], FoundWorks("ORCID")))
    return {
        RECORD: json.dumps(record, ensure_ascii=False, indent=1),
        WORKS: json_list(works) or "[]",
    }


# --- DOI -----------------------------------------------------------------------------------------


def _of_dois(client, dois, found):
    """Crossref, DataCite and the other agencies answer alike at doi.org, each for its own DOIs."""
    for doi in dois:
        try:
            item = client.get_json("doi.org", doi_url(doi), CSL)
        except NotKnown:
            found.missing.append(_("No registry knows the DOI %(doi)s.") % {"doi": doi})
        else:
            yield from [{"source": "doi.org"} | item] if isinstance(item, dict) else []


# --- arXiv ---------------------------------------------------------------------------------------

ATOM = {"a": "http://www.w3.org/2005/Atom", "x": "http://arxiv.org/schemas/atom"}


def _of_arxiv(client, numbers, found):
    for some in batched(numbers, AT_ONCE):
        query = urlencode({"id_list": ",".join(some), "max_results": len(some)}, safe=",/")
        text = client.get_text(
            "arXiv", f"https://export.arxiv.org/api/query?{query}", "application/atom+xml"
        )
        try:
            if "<!DOCTYPE" in text or "<!ENTITY" in text:
                raise NotAvailable(BROKEN, "arXiv")
            entries = ElementTree.fromstring(text).findall("a:entry", ATOM)  # noqa: S314 no entities
        except ElementTree.ParseError as error:
            raise NotAvailable(BROKEN, "arXiv") from error
        items = {normalise_arxiv(_atom(entry, "a:id")): _preprint(entry) for entry in entries}
        for number in some:
            if number in items:
                yield items[number]
            else:
                found.missing.append(_("arXiv does not know %(number)s.") % {"number": number})


def _preprint(entry):
    day = re.match(r"(\d{4})-(\d\d)-(\d\d)", _atom(entry, "a:published"))
    number = normalise_arxiv(_atom(entry, "a:id"))
    return {
        "id": f"arXiv:{number}",
        "source": "arXiv",
        "type": "article",
        "title": _atom(entry, "a:title"),
        "author": [_atom(author, "a:name") for author in entry.findall("a:author", ATOM)],
        "issued": {"date-parts": [[int(part) for part in day.groups()]]} if day else {},
        "abstract": _atom(entry, "a:summary"),
        "DOI": _atom(entry, "x:doi"),
        "URL": f"https://arxiv.org/abs/{number}",
    }


def _atom(element, path):
    return " ".join((element.findtext(path, "", ATOM) or "").split())


# --- PubMed --------------------------------------------------------------------------------------


def _of_pmids(client, pmids, found):
    """Also papers of PubMed Central, by their own number ("PMC123456")."""
    archives = ("pubmed", [one for one in pmids if not one.startswith("PMC")])
    archives = [archives, ("pmc", [one for one in pmids if one.startswith("PMC")])]
    parts = ((archive, some) for archive, ids in archives for some in batched(ids, AT_ONCE))
    for archive, some in parts:
        numbers = [one.removeprefix("PMC") for one in some]
        query = urlencode({"format": "csl", "id": numbers}, doseq=True)
        url = f"https://api.ncbi.nlm.nih.gov/lit/ctxp/v1/{archive}/?{query}"
        answer = client.get_json("PubMed", url)
        items = objects_in(answer if isinstance(answer, list) else [answer])
        known = {str(item.get(name, "")) for item in items for name in ("PMID", "PMCID")}
        for pmid in some:
            if pmid not in known:
                found.missing.append(_("PubMed does not know %(pmid)s.") % {"pmid": pmid})
        yield from items


# --- Works of a person ---------------------------------------------------------------------------


def _of_orcid(client, orcids, found):
    """Of each group of records that say one work, the one that its owner prefers."""
    for orcid in orcids:
        base = f"https://pub.orcid.org/v3.0/{orcid}/works"
        groups = list_in(client.get_json("ORCID", base), "group", "ORCID")
        codes = list(filter(None, map(_preferred, groups)))
        if not codes:
            found.missing.append(_("There is no public work under the iD %(iD)s.") % {"iD": orcid})
        for some in batched(codes, AT_ONCE):
            bulk = client.get_json("ORCID", f"{base}/{','.join(some)}")
            yield from (row for row in objects_in(as_object(bulk).get("bulk")) if "work" in row)


def _preferred(group):
    """The put-code of the record with the highest display index."""
    summaries = objects_in(as_object(group).get("work-summary"))
    works = [work for work in summaries if work.get("put-code")]
    best = max(works, key=lambda work: _number(work.get("display-index")), default={})
    return str(best.get("put-code", ""))


def _of_openalex(client, authors, found):
    for author in authors:
        if author.startswith("W"):  # one of their works
            yield client.get_json("OpenAlex", f"https://api.openalex.org/works/{author}")
            continue
        cursor, key = "*", os.environ.get("VITAE_OPENALEX_KEY", "")
        for _page in range(PAGES):
            query = {"filter": f"author.id:{author}", "per-page": AT_ONCE, "cursor": cursor}
            query |= {"api_key": key} if key else {}
            answer = client.get_json(
                "OpenAlex", f"https://api.openalex.org/works?{urlencode(query)}"
            )
            works = list_in(answer, "results", "OpenAlex")
            yield from works
            cursor = as_object(answer.get("meta")).get("next_cursor")
            if not cursor or not works:
                break


def _of_dblp(client, people, _found):
    texts = [
        client.get_text("DBLP", f"https://dblp.org/{place}.bib", "application/x-bibtex")
        for one in people
        for place in [one if one.startswith("rec/") else f"pid/{one}"]
    ]
    return _bibtex("DBLP", texts)


def _of_openreview(client, forums, _found):
    """The BibTeX that the page of a paper shows."""
    texts = []
    for forum in forums:
        url = f"https://api2.openreview.net/notes?id={quote(forum)}"
        answer = client.get_json("OpenReview", url)
        for note in objects_in(as_object(answer).get("notes")):
            cited = as_object(as_object(note.get("content")).get("_bibtex"))
            texts.append(str(cited.get("value", "")))
    return _bibtex("OpenReview", texts)


def _bibtex(service, texts):
    """Whole entries or nothing: an answer that breaks off has no last brace."""
    for text in texts:
        if not text.lstrip().startswith(("@", "%")) or not text.rstrip().endswith("}"):
            raise NotAvailable(NOT_BIBTEX, service)
    return "\n\n".join(texts)


# --- All of them ---------------------------------------------------------------------------------


def _number(value):
    return int(value) if str(value).isdecimal() else 0


def _orcid(text):
    try:
        return normalise_orcid(text)
    except ValidationError:
        return ""


def _in_address(address: str, identifier: str) -> Callable[[str], str]:
    """What reads an identifier that stands alone, or in the address of its page."""
    known = re.compile(rf"(?:https?://(?:www\.)?{address})?({identifier})(?:[.&?#]\S*)?", re.I)

    def normalise(text):
        match = known.fullmatch(text.strip())
        return match[1] if match else ""

    return normalise


def _pmid(text):
    match = re.fullmatch(r"(?:\S*/)?(PMC\d{4,9})/?", text.strip(), re.I)
    return match[1].upper() if match else normalise_pmid(text)


def _dblp(text):
    """A person, or the record of a paper: "65/9612", "rec/conf/kelp/Ode20"."""
    return _dblp_paper(text.replace("/rec/bib/", "/rec/")) or _dblp_person(text)


_openalex = _in_address(r"openalex\.org/(?:authors/|works/)?", r"[AW]\d{4,12}")
_dblp_person = _in_address(r"dblp\.(?:org|uni-trier\.de)/pid/", r"\w{1,6}/[\w-]{1,40}")
_dblp_paper = _in_address(r"dblp\.(?:org|uni-trier\.de)/", r"rec/\w+/[\w-]+/[\w-]+")
_openreview = _in_address(r"openreview\.net/(?:forum|pdf)\?id=", r"[\w-]{6,20}")

SERVICES = {
    "doi": Service("doi.org", normalise_doi, _of_dois),
    "arxiv": Service("arXiv", normalise_arxiv, _of_arxiv),
    "pmid": Service("PubMed", _pmid, _of_pmids),
    "orcid": Service("ORCID", _orcid, _of_orcid),
    "openalex": Service("OpenAlex", _openalex, _of_openalex),
    "dblp": Service("DBLP", _dblp, _of_dblp),
    "openreview": Service("OpenReview", _openreview, _of_openreview),
}
