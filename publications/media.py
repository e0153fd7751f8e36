"""Which of the papers' files are given out: those that a public paper shows."""

from profiles import quota
from profiles.media import shown_by
from publications.models import Publication, PublicationLink
from publications.visibility import public_papers


def cover(name: str) -> bool:
    return public_papers().filter(cover=name).exists()


def document(name: str) -> bool:
    return PublicationLink.objects.filter(file=name, publication__in=public_papers()).exists()


def own_files(researcher):
    """Of the papers that the researcher brought."""
    yield from quota.of(Publication.objects.filter(owner=researcher), "cover")
    links = PublicationLink.objects.filter(publication__owner=researcher)
    yield from quota.of(links, "file", "publication")


def register() -> None:
    quota.stores.append(own_files)
    shown_by.update(covers=cover, documents=document)
