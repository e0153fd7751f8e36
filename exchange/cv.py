"""One structured CV of one researcher, that every format renders: the page, PDF, LaTeX, JSON.

Texts are as stored (Markdown, maths between dollar signs), in the active language where they
are translated; dates are in that language's words. Only what is public is in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils import translation
from django.utils.translation import gettext as _

from profiles import languages
from profiles.entries import CVEntry, LocalizedText, joined, localized, period, place
from profiles.identifiers import orcid_url, protected_email
from profiles.items import KINDS, items
from profiles.models import Researcher, Section
from publications.citations.reference import reference
from publications.visibility import papers_of

Kind = Section.Kind


@dataclass(frozen=True)
class Contact:
    """A line of the head: a kind ("email", "orcid", "github", ...), its text and its address."""

    kind: str
    label: str
    text: str
    url: str = ""


@dataclass(frozen=True)
class Part:
    """`kind` is a section's kind, or "advisors"; entries newest first."""

    kind: str
    heading: str
    entries: list[CVEntry]


@dataclass(frozen=True)
class CV:
    name: str
    # The name in the other script, and its language.
    name_beside: str = ""
    language_beside: str = ""
    pronouns: str = ""
    headline: str = ""
    positions: list[CVEntry] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    interests: str = ""
    parts: list[Part] = field(default_factory=list)


def build(researcher: Researcher) -> CV:
    """Everything public, whatever the home page leaves out."""
    parts = [
        Part(
            kind.section, str(kind.heading), [row.cv_entry() for row in items(researcher, section)]
        )
        for section, kind in KINDS.items()
        if hasattr(kind.model, "cv_entry")
    ]
    # After education and experience.
    papers = papers_of(researcher).select_related("venue").prefetch_related("authorships")
    entries = [
        CVEntry(title=_reference(paper), when=str(paper.year or ""), url=paper.get_absolute_url())
        for paper in papers.order_by("-date", "-id")
    ]
    parts.insert(2, Part(Kind.PUBLICATIONS, _("Publications"), entries))
    positions = []
    for row in researcher.affiliations.all():
        where = place(localized(row, "department"), localized(row, "organisation"))
        title = joined(localized(row, "role"), where)
        positions.append(CVEntry(title=title, when=period(row), url=row.organisation_url))
    beside, language = researcher.name_beside
    return CV(
        name=researcher.translated("display_name"),
        name_beside=beside,
        language_beside=language,
        pronouns=researcher.translated("pronouns"),
        headline=researcher.translated("headline"),
        positions=positions,
        contacts=list(_contacts(researcher)),
        interests=researcher.translated("interests"),
        parts=[part for part in parts if part.entries],
    )


def _reference(paper):
    """In the words of the paper's own language, as its title is."""
    language, page = languages.spoken(paper.language), translation.get_language()
    with translation.override(language):
        return LocalizedText(reference(paper), "" if language == page else language)


def _contacts(researcher) -> Iterable[Contact]:
    """The e-mail address only as far as its owner shows it."""
    if researcher.location:
        yield Contact("location", _("Location"), researcher.translated("location"))
    if researcher.postal_address:
        yield Contact("address", _("Address"), researcher.translated("postal_address"))
    email, display = researcher.email, researcher.email_display
    if email and display == researcher.EmailDisplay.PLAIN:
        yield Contact("email", _("E-mail"), email, f"mailto:{email}")
    elif email and display != researcher.EmailDisplay.HIDDEN:
        yield Contact("email", _("E-mail"), protected_email(email))
    if researcher.orcid:
        yield Contact("orcid", "ORCID", researcher.orcid, orcid_url(researcher.orcid))
    for link in researcher.links.all():
        text = link.href.removeprefix("https://").removeprefix("http://").removeprefix("mailto:")
        yield Contact(link.kind, str(link.name), text.rstrip("/"), link.href)
