"""A researcher as schema.org's Person, on a ProfilePage."""

import json

from django.db.models import prefetch_related_objects
from django.utils.safestring import SafeString, mark_safe

from profiles import markup
from profiles.identifiers import orcid_url
from profiles.images import renditions

# "</script>" and "<!--" end a script block early; JSON may spell the signs otherwise.
ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def script(data: dict) -> SafeString:
    """The JSON-LD of `data`, safe inside a <script> element. Empty values are left out."""
    text = json.dumps(without_empty(data), ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.translate(ESCAPES))  # noqa: S308


def without_empty(data):
    if isinstance(data, dict):
        kept = {key: without_empty(value) for key, value in data.items()}
        return {key: value for key, value in kept.items() if value not in ("", None, [], {})}
    if isinstance(data, list):
        return [without_empty(value) for value in data]
    return data


def profile_page(researcher, origin: str, *, affiliations=None, links=None) -> dict:
    return {
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        "dateCreated": researcher.created_at.isoformat(timespec="seconds"),
        "dateModified": researcher.updated_at.isoformat(timespec="seconds"),
        "mainEntity": person(researcher, origin, affiliations=affiliations, links=links),
    }


def person(researcher, origin: str, *, affiliations=None, links=None) -> dict:
    """`affiliations` and `links`: the rows, where the caller has them already."""
    if affiliations is None or links is None:
        prefetch_related_objects([researcher], "affiliations", "links")
        affiliations, links = researcher.affiliations.all(), researcher.links.all()
    address = origin + researcher.get_absolute_url()
    current = [row for row in affiliations if row.is_current]
    return {
        "@type": "Person",
        "@id": f"{address}#person",
        "url": address,
        "name": researcher.display_name,
        "givenName": researcher.given_name,
        "familyName": researcher.family_name,
        "alternateName": [name for name in researcher.names if name != researcher.display_name],
        "description": markup.plain_text(researcher.translated("headline"), researcher),
        "image": picture(researcher.portrait, origin),
        "email": researcher.email if researcher.email_display == "plain" else "",
        "jobTitle": next((row.role for row in current if row.role), ""),
        "affiliation": [_organisation(row) for row in current if row.organisation],
        "identifier": orcid_url(researcher.orcid),
        "sameAs": [link for link in [orcid_url(researcher.orcid), *_web(links)] if link],
    }


def _web(links):
    return [link.url for link in links if link.url.startswith("http")]


def picture(stored, origin: str) -> str:
    """The whole address of the largest rendition of a stored picture; "" without one."""
    sizes = renditions(stored)
    url = sizes[-1][0] if sizes else ""
    return origin + url if url.startswith("/") else url


def _organisation(row):
    return {
        "@type": "Organization",
        "name": row.organisation,
        "alternateName": row.organisation_abbreviation,
        "url": row.organisation_url,
        "department": row.department and {"@type": "Organization", "name": row.department},
    }
