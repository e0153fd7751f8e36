"""Whose paper it is: named by one, confirmed by the other; hidden rather than deleted."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from profiles.models import Researcher
from publications.models import Authorship, AuthorshipSuggestion, Publication

State = AuthorshipSuggestion.State


def touch(papers) -> None:
    """Moves their `updated_at`: what a person does with a name on a paper is an edit of it.

    `papers`: keys, or a queryset of them. The undo of an import keeps what was touched since,
    and a plan of an import that stands on it is made anew.
    """
    Publication.objects.filter(pk__in=papers).update(updated_at=timezone.now())


def choose(rows: QuerySet[Authorship], **choices) -> int:
    """Sets `choices` of a researcher's own page on `rows`; returns how many."""
    papers = list(rows.values_list("publication", flat=True))
    count = rows.update(**choices)
    touch(papers)
    return count


def suggest(authorship: Authorship, researcher: Researcher, reason: str = "") -> bool:
    """Ask `researcher` whether this name is theirs. False where they said "not me" before."""
    row, _made = AuthorshipSuggestion.objects.get_or_create(
        authorship=authorship, researcher=researcher, defaults={"reason": reason[:200]}
    )
    return row.state == State.PENDING


def link_owner(publication: Publication) -> bool:
    """Link who brought the paper to the one name on it that is theirs. False where none is."""
    owner = publication.owner
    authorships = list(publication.authorships.all())
    if any(row.researcher_id == owner.pk for row in authorships):
        return True
    names = {name.casefold() for name in owner.names}
    own = [row for row in authorships if not row.researcher_id and row.name.casefold() in names]
    if len(own) != 1:
        return False
    own[0].researcher = owner
    own[0].save(update_fields=["researcher"])
    return True


@transaction.atomic
def confirm(suggestion: AuthorshipSuggestion) -> bool:
    """The paper goes onto the page. False where the name, or the person, is linked already."""
    authorship = Authorship.objects.select_for_update().get(pk=suggestion.authorship_id)
    paper, researcher = authorship.publication_id, suggestion.researcher
    linked = Authorship.objects.filter(publication=paper, researcher=researcher).first()
    if authorship.researcher_id or (linked and linked.role != Authorship.Role.LISTED):
        return False
    if linked:
        _take_over(authorship, linked)
    authorship.researcher = researcher
    authorship.save()
    AuthorshipSuggestion.objects.filter(
        authorship__publication=paper, researcher=researcher
    ).delete()
    touch([paper])
    return True


def _take_over(authorship, listed):
    """The printed name is found: the row that stood in for it goes, its choices stay."""
    for choice in ("is_selected", "selected_position", "is_hidden"):
        setattr(authorship, choice, getattr(listed, choice))
    listed.delete()


def refuse(suggestion: AuthorshipSuggestion) -> None:
    """Remembered, so that the next import does not ask again."""
    suggestion.state = State.REFUSED
    suggestion.save(update_fields=["state"])
    touch([suggestion.authorship.publication_id])


@transaction.atomic
def disown(authorship: Authorship) -> None:
    """A linked name turns out to be somebody else's; the printed name stays."""
    researcher = authorship.researcher
    authorship.researcher = None
    authorship.is_selected = authorship.is_hidden = False
    authorship.save(update_fields=["researcher", "is_selected", "is_hidden"])
    AuthorshipSuggestion.objects.update_or_create(
        authorship=authorship, researcher=researcher, defaults={"state": State.REFUSED}
    )
    touch([authorship.publication_id])


def is_shared(publication: Publication, records: QuerySet[Researcher]) -> bool:
    """Whether someone beyond `records` is linked to the paper, or brought it."""
    linked = publication.authorships.exclude(researcher=None).exclude(researcher__in=records)
    brought = publication.owner_id and not records.filter(pk=publication.owner_id).exists()
    return bool(brought) or linked.exists()


def hide(publication: Publication, records: QuerySet[Researcher]) -> None:
    """Off the pages of `records`; everyone else's stay as they are."""
    own = publication.authorships.filter(researcher__in=records)
    choose(own, is_hidden=True, is_selected=False)
