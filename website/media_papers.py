"""Which of the papers' files are given out: those that a public paper shows."""

from django.db.models import Q

from profiles import limits
from publications.models import Authorship, Publication, PublicationLink
from publications.visibility import public_papers
from website import image_usage
from website.media import shown_by


def cover(name: str) -> bool:
    return public_papers().filter(cover=name).exists()


def document(name: str) -> bool:
    return PublicationLink.objects.filter(file=name, publication__in=public_papers()).exists()


def of_researchers(researchers) -> Q:
    """Papers that they brought, or that they have confirmed to be theirs, too."""
    linked = Authorship.objects.filter(researcher__in=researchers)
    return Q(owner__in=researchers) | Q(pk__in=linked.values("publication"))


TEXTS = image_usage.Texts(Publication, public_papers, ("abstract", "note", "tldr"), of_researchers)


def own_files(researcher):
    """Of the papers that the researcher brought."""
    yield from limits.files_of(Publication.objects.filter(owner=researcher), "cover")
    links = PublicationLink.objects.filter(publication__owner=researcher)
    yield from limits.files_of(links, "file", "publication")


def register() -> None:
    limits.stores.append(own_files)
    image_usage.kinds.append(TEXTS)
    shown_by.update(covers=cover, documents=document)
