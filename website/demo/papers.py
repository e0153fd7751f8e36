"""What the demo adds to papers after their import: venues, topics, awards, links, versions."""

from django.utils.text import slugify

from profiles.models import Researcher
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    Publication,
    PublicationAward,
    PublicationLink,
    Topic,
    Venue,
    VenueAlias,
    VenueRank,
    Version,
)
from website.demo import forms
from website.demo.content import Paper, VenueEntry


def add_venue(entry: VenueEntry) -> None:
    values = {"name": entry.name, "short_name": entry.short_name, "url": entry.url}
    venue = forms.save(Venue(), values)
    for alias in entry.aliases:
        forms.save(VenueAlias(), {"name": alias}, venue=venue)
    for scheme, level in entry.ranks:
        forms.save(VenueRank(), {"scheme": scheme, "level": level}, venue=venue)


def adorn(paper: Paper) -> None:
    publication = Publication.objects.get(citation_key=paper.key)
    if paper.values or paper.translations:
        forms.save(publication, paper.values, translations=paper.translations)
    publication.topics.add(*map(_topic, paper.topics))
    _add_awards_and_links(publication, paper)
    for values in paper.versions:
        forms.save(Version(), values, publication=publication)


def _topic(name):
    return Topic.objects.get_or_create(slug=slugify(name), defaults={"name": name})[0]


def _add_awards_and_links(publication, paper):
    for position, (name, url) in enumerate(paper.awards):
        values = {"name": name, "url": url, "position": position}
        forms.save(PublicationAward(), values, publication=publication)
    for position, (kind, label, url) in enumerate(paper.links):
        values = {"kind": kind, "label": label, "url": url, "position": position}
        forms.save(PublicationLink(), values, publication=publication)


def select(researcher: Researcher, keys) -> None:
    """Their choice for the home page, in that order."""
    for position, key in enumerate(keys, 1):
        authorship = researcher.authorships.get(publication__citation_key=key)
        authorship.is_selected, authorship.selected_position = True, position
        authorship.save()


def suggest(key: str, family: str, researcher: Researcher, state: str, reason: str) -> None:
    """Whether the printed name is theirs is left to them, or was denied: it is linked to nobody."""
    authorship = Authorship.objects.get(publication__citation_key=key, family=family)
    authorship.researcher = None
    authorship.save()
    AuthorshipSuggestion.objects.update_or_create(
        authorship=authorship, researcher=researcher, defaults={"state": state, "reason": reason}
    )
