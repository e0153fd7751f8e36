"""schema.org's words for people and their pages: Person on a ProfilePage, lists, breadcrumbs."""

import json
import re
from collections.abc import Iterable

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from profiles import markup
from profiles.identifiers import orcid_url
from profiles.items import KINDS
from profiles.site import site_settings

# "</script>" and "<!--" end a script block early, U+2028 and U+2029 a line of an older script;
# JSON may spell the signs otherwise.
ESCAPES = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
CONTEXT = {"@context": "https://schema.org"}
LISTED = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.+)$", re.M)
PROSE = re.compile(r"[.!?。!?]\s*\S|^\s*(?:I|My|We|Our)\b|^\s*我")
LONGEST_SUBJECT = 80


def script(data: dict) -> SafeString:
    """The JSON-LD of `data`, safe inside a <script> element. Empty values are left out."""
    text = json.dumps(without_empty(data), ensure_ascii=False, separators=(",", ":"))
    for sign, escape in ESCAPES.items():
        text = text.replace(sign, escape)
    return mark_safe(text)  # noqa: S308


def without_empty(data):
    """Return JSON-LD without properties that say nothing."""
    if isinstance(data, dict):
        kept = {key: without_empty(value) for key, value in data.items()}
        return {key: value for key, value in kept.items() if value not in ("", None, [], {})}
    if isinstance(data, list):
        return [without_empty(value) for value in data]
    return data


def profile_page(researcher, origin: str, *, affiliations=None, links=None, sections=()) -> dict:
    """`sections`: those of the home page, loaded. What it does not show is not told either."""
    about = person(researcher, origin, affiliations=affiliations, links=links)
    rows = [row for section in sections for row in section.rows]
    latest = max(row.updated_at for row in [researcher, *rows])
    # From what the home page shows: where one studied, what one won, what one works on.
    shown = {section.kind: section for section in sections}
    for name, kind in KINDS.items():
        if kind.schema_property and name in shown:
            about[kind.schema_property] = PROPERTIES[kind.schema_property](shown[name].rows, origin)
    about["knowsAbout"] = subjects(shown["interests"].text if "interests" in shown else "")
    return CONTEXT | {
        "@type": "ProfilePage",
        "url": about["url"],
        "dateCreated": researcher.created_at.isoformat(timespec="seconds"),
        "dateModified": latest.isoformat(timespec="seconds"),
        "isPartOf": website(origin, researcher.translated("display_name")),
        "mainEntity": about,
    }


def person(researcher, origin: str, *, affiliations=None, links=None) -> dict:
    """`affiliations` and `links`: the rows, where the caller has them already."""
    if affiliations is None or links is None:
        prefetch_related_objects([researcher], "affiliations", "links")
        affiliations, links = researcher.affiliations.all(), researcher.links.all()
    current = [row for row in affiliations if row.is_current]
    institutions = []
    for row in current:
        if row.organisation:
            department = row.department and {"@type": "Organization", "name": row.department}
            institution = _organisation(row, row.organisation, origin)
            institutions.append(institution | {"department": department})
    orcid = orcid_url(researcher.orcid)
    return reference(researcher, origin) | {
        "givenName": researcher.given_name,
        "familyName": researcher.family_name,
        "alternateName": _other_names(researcher),
        "description": markup.plain_text(researcher.translated("headline"), researcher),
        "image": picture(researcher.portrait, origin),
        "email": researcher.email if researcher.email_display == "plain" else "",
        "jobTitle": next((row.role for row in current if row.role), ""),
        "affiliation": institutions,
        "identifier": identifier("ORCID", researcher.orcid, orcid),
        "sameAs": list(dict.fromkeys(filter(_is_web, [orcid, *(link.url for link in links)]))),
    }


def reference(researcher, origin: str) -> dict:
    """The person in few words, on other pages than their own."""
    address = origin + researcher.url
    return {
        "@type": "Person",
        "@id": f"{address}#person",
        "url": address,
        "name": researcher.translated("display_name"),
    }


def identifier(kind: str, value: str, url: str = "") -> dict | None:
    """Such as a DOI or an ORCID iD; None without a value."""
    if not value:
        return None
    return {"@type": "PropertyValue", "propertyID": kind, "value": value, "url": url}


def website(origin: str, person: str = "") -> dict:
    """The whole site: a lab's, or the one of `person`."""
    home = f"{origin}{reverse('directory')}"
    name = person if settings.SINGLE_RESEARCHER else site_settings().site_name
    return {"@type": "WebSite", "@id": f"{home}#website", "url": home, "name": name}


def site_search(origin: str) -> dict:
    """The site with its search, for its first page."""
    target = f"{origin}{reverse('search')}?q={{query}}"
    action = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": target},
        "query-input": "required name=query",
    }
    return CONTEXT | website(origin) | {"potentialAction": action}


def collection(name: str, address: str, entries: Iterable[dict]) -> dict:
    """A page that lists `entries`, each with its "url" and perhaps its "name"."""
    rows = [
        {"@type": "ListItem", "position": place, "url": entry["url"], "name": entry.get("name")}
        for place, entry in enumerate(entries, 1)
    ]
    return CONTEXT | {
        "@type": "CollectionPage",
        "name": name,
        "url": address,
        "mainEntity": {"@type": "ItemList", "numberOfItems": len(rows), "itemListElement": rows},
    }


def start() -> list[tuple[str, str]]:
    """Where a trail of breadcrumbs begins: the directory of a lab."""
    return [] if settings.SINGLE_RESEARCHER else [(site_settings().site_name, reverse("directory"))]


def breadcrumbs(origin: str, trail: Iterable[tuple[str, str]]) -> dict:
    """`trail`: (name, path) from the site's start to this page."""
    steps = [
        {"@type": "ListItem", "position": place, "name": name, "item": origin + path}
        for place, (name, path) in enumerate(trail, 1)
    ]
    return CONTEXT | {"@type": "BreadcrumbList", "itemListElement": steps}


def subjects(interests: str) -> list[str]:
    """The items of a Markdown list, else what stands between commas; no whole sentences."""
    texts = LISTED.findall(interests)
    if not texts and not PROSE.search(interests):
        texts = re.split(r"[,;、;,\n]", interests)
    words = [markup.plain_text(text).strip(" .。") for text in texts]
    return [text for text in words if text and len(text) <= LONGEST_SUBJECT]


def _other_names(researcher):
    """In other scripts. Never `other_names`: they find papers, a former name perhaps, and stand on
    no page.
    """
    translated = [texts.get("display_name") for texts in researcher.translations.values()]
    forms = [researcher.display_name, researcher.native_name, *translated]
    shown = researcher.translated("display_name")
    return [name for name in dict.fromkeys(forms) if name and name != shown]


def _is_web(url):
    return url.startswith(("http://", "https://"))


def picture(stored, origin: str) -> str:
    """The whole address of the largest rendition of a stored picture; "" without one."""
    url = stored.url if stored else ""
    return origin + url if url.startswith("/") else url


def _organisation(row, name, origin, kind="Organization"):
    return {
        "@type": kind,
        "name": name,
        "alternateName": row.organisation_abbreviation,
        "url": row.organisation_url if _is_web(row.organisation_url) else "",
        "logo": picture(row.organisation_logo, origin),
    }


def _schools(rows, origin):
    """List the organisations where somebody has studied, each once."""
    schools = {
        row.organisation: _organisation(
            row, row.translated("organisation"), origin, "EducationalOrganization"
        )
        for row in rows
        if row.organisation and not row.is_current
    }
    return list(schools.values())


def _awards(rows, _origin):
    return [markup.plain_text(row.translated("name")) for row in rows]


# What profiles.items says of a kind of rows -> its value.
PROPERTIES = {"alumniOf": _schools, "award": _awards}
