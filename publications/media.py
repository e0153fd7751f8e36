"""Which of the papers' files are given out: those that a public paper shows."""

from profiles.media import shown_by
from publications.models import PublicationLink
from publications.visibility import public_papers


def cover(name: str) -> bool:
    return public_papers().filter(cover=name).exists()


def document(name: str) -> bool:
    return PublicationLink.objects.filter(file=name, publication__in=public_papers()).exists()


def register() -> None:
    shown_by.update(covers=cover, documents=document)
