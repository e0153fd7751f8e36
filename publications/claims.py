"""Whose paper it is: named by one, confirmed by the other; hidden rather than deleted."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from history.snapshots import ListOrder, track_changes
from profiles import access
from profiles.models import Researcher
from profiles.signals import names_changed, undeleted
from publications.matching import ResearcherIndex, naming_rows
from publications.models import (
    QUESTION,
    Authorship,
    AuthorshipSuggestion,
    Publication,
    is_public_paper,
    public_papers,
)
from publications.names import Name

State, Reason = AuthorshipSuggestion.State, AuthorshipSuggestion.Reason


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


def select(researcher: Researcher, ids: Sequence[int]) -> None:
    """These rows, in this order, are the selected papers of `researcher`; no other is."""
    places = {pk: place for place, pk in enumerate(ids, 1)}
    changed = []
    for row in researcher.authorships.all():
        wanted = (row.pk in places, places.get(row.pk, 0))
        if (row.is_selected, row.selected_position) != wanted:
            row.is_selected, row.selected_position = wanted
            row.save(update_fields=["is_selected", "selected_position"])
            changed.append(row.publication_id)
    touch(changed)


def selected_state(researcher: Researcher) -> dict:
    """Which papers the home page shows, in which order, and which the page leaves out."""
    rows = researcher.authorships.order_by("selected_position", "pk")
    shown = rows.filter(is_selected=True, is_hidden=False)
    selected = [str(pk) for pk in shown.values_list("pk", flat=True)]
    hidden = rows.filter(is_hidden=True).order_by("pk").values_list("pk", flat=True)
    return {"order": selected, "on": selected, "hidden": [*map(str, hidden)], "by_hand": True}


SELECTED = ListOrder(
    "publications.authorship", gettext_lazy("Selected publications"), selected_state
)


@contextmanager
def track_selected(researchers: Iterable[Researcher], user) -> Iterator[None]:
    """Versions of what each of them has selected and hidden, before and after what is inside."""
    with ExitStack() as stack:
        for researcher in researchers:
            stack.enter_context(SELECTED.track_changes(researcher, user))
        yield


def last_place(researcher: Researcher) -> int:
    """Of the selected papers; 0 where there is none."""
    selected = researcher.authorships.filter(is_selected=True)
    return selected.aggregate(last=Max("selected_position"))["last"] or 0


def suggest(authorship: Authorship, researcher: Researcher, reason: str = Reason.NAMED) -> bool:
    """Somebody of the paper asks `researcher` whether this name is theirs.

    False where they said "not me" before. Who has said "that is me" already has the paper now.
    """
    row, _made = AuthorshipSuggestion.objects.get_or_create(
        authorship=authorship, researcher=researcher, defaults={"reason": reason}
    )
    if row.state == State.CLAIMED:
        return confirm(row)
    if row.state in (State.FOUND, State.PENDING) and row.reason != reason:
        row.state, row.reason = State.PENDING, reason
        row.save(update_fields=["state", "reason"])
    return row.state == State.PENDING


def link_owner(publication: Publication) -> bool:
    """Link who brought the paper to the one name on it that is theirs. False where none is."""
    owner = publication.owner
    authorships = list(publication.authorships.all())
    if any(row.researcher_id == owner.pk for row in authorships):
        return True
    names = {name.casefold() for name in owner.names}
    rows = [row for row in authorships if not row.researcher_id and row.name.casefold() in names]
    if len(rows) != 1:
        return False
    rows[0].researcher = owner
    rows[0].save(update_fields=["researcher"])
    return True


@transaction.atomic
def confirm(suggestion: AuthorshipSuggestion) -> bool:
    """The paper goes onto the page. False where the name, or the person, is linked already."""
    authorship = Authorship.objects.select_for_update().get(pk=suggestion.authorship_id)
    paper, researcher = authorship.publication_id, suggestion.researcher
    linked = Authorship.objects.filter(publication=paper, researcher=researcher).first()
    if authorship.researcher_id or (linked and linked.role != Authorship.Role.LISTED):
        return False
    if linked:  # the row that stood in for the printed name goes, its choices stay
        for choice in ("is_selected", "selected_position", "is_hidden"):
            setattr(authorship, choice, getattr(linked, choice))
        linked.delete()
    authorship.researcher = researcher
    if authorship.role == Authorship.Role.LISTED:  # it was the question itself
        authorship.is_hidden = False
    authorship.save()
    of_paper = Authorship.objects.filter(publication=paper, suggestions__researcher=researcher)
    of_paper.filter(QUESTION).delete()
    AuthorshipSuggestion.objects.filter(
        authorship__publication=paper, researcher=researcher
    ).delete()
    touch([paper])
    return True


def refuse(suggestion: AuthorshipSuggestion, reason: str = "") -> None:
    """Remembered, so that the next import does not ask again."""
    suggestion.state = State.REFUSED
    suggestion.reason = reason or suggestion.reason
    suggestion.save(update_fields=["state", "reason"])
    touch([suggestion.authorship.publication_id])


def unnamed(user) -> QuerySet[AuthorshipSuggestion]:
    """Questions that `user` may answer about papers that do not name who imported them."""
    return answerable(user).filter(state=State.PENDING, reason=Reason.UNNAMED)


def waiting_for(researcher: Researcher) -> QuerySet[AuthorshipSuggestion]:
    """Return the questions about unnamed papers that wait for `researcher`."""
    return researcher.authorship_suggestions.filter(state=State.PENDING, reason=Reason.UNNAMED)


@transaction.atomic
def answer_unnamed(researcher: Researcher, user, *, are_theirs: bool) -> int:
    """One answer for all of them: on the page, or never asked again. Returns how many were."""
    rows = unnamed(user).filter(researcher=researcher).select_related("authorship__publication")
    papers = [row.authorship.publication for row in rows]
    if are_theirs:
        with track_changes(user, *papers):
            return sum([confirm(row) for row in rows])
    touch([paper.pk for paper in papers])
    return rows.update(state=State.REFUSED)


# --- Who may answer ----------------------------------------------------------------------------


def answerable(user) -> QuerySet[AuthorshipSuggestion]:
    """What `user` may answer, or has answered.

    Of their own records: names on papers that visitors see, on their own, and where a colleague
    asked by hand; a name that an import met on another's draft tells nothing of it. Of the papers
    that they may publish: who says to be an author.
    """
    printed = Authorship.objects.exclude(role=Authorship.Role.LISTED)
    linked = printed.filter(
        publication=OuterRef("authorship__publication"), researcher=OuterRef("researcher")
    )
    # Questions that an import has settled stand again where it is undone.
    is_settled = Q(authorship__researcher__isnull=False) | Q(Exists(linked))
    is_open = Q(state__in=(State.PENDING, State.FOUND))
    rows = AuthorshipSuggestion.objects.exclude(is_open & is_settled)
    if access.is_manager(user):
        return rows
    papers = access.publishable(Publication.objects.all(), user).values("pk")
    pending = rows.order_by().filter(
        Q(reason=Reason.NAMED)
        | Q(authorship__publication__in=papers)
        | is_public_paper("authorship__publication"),
        researcher__in=access.publishing_records_of(user),
    )
    claimed = rows.order_by().filter(state=State.CLAIMED, authorship__publication__in=papers)
    # Each by its own index: an OR would read the questions of everybody.
    return AuthorshipSuggestion.objects.filter(
        pk__in=pending.values("pk").union(claimed.values("pk"))
    )


def _locked(suggestion, user):
    """As it stands now, where `user` may answer; nobody else answers before this one is done."""
    list(AuthorshipSuggestion.objects.select_for_update().filter(pk=suggestion.pk))
    rows = answerable(user).filter(pk=suggestion.pk)
    return rows.select_related("authorship__publication").first()


@transaction.atomic
def accept(suggestion: AuthorshipSuggestion, user) -> str:
    """`user` says yes. "linked", "claimed" where the paper's side has to agree, else "".

    What a person found by their own names is theirs once somebody of the paper, or a manager,
    agrees: else a stranger's name among one's "other names" would give the stranger's papers.
    """
    row = _locked(suggestion, user)
    if row is None or row.state == State.REFUSED:
        return ""
    if row.state == State.PENDING or access.can_publish(row.authorship.publication, user):
        return "linked" if confirm(row) else ""
    if row.state == State.FOUND:
        row.state = State.CLAIMED
        row.save(update_fields=["state"])
        touch([row.authorship.publication_id])
    return "claimed"


@transaction.atomic
def decline(suggestion: AuthorshipSuggestion, user) -> bool:
    """`user` says no: of themselves, or of who claims to be an author of their paper."""
    row = _locked(suggestion, user)
    if row is None or row.state == State.REFUSED:
        return False
    is_person = access.records_of(user).filter(pk=row.researcher_id).exists()
    by_paper = row.state == State.CLAIMED and (access.is_manager(user) or not is_person)
    refuse(row, Reason.DENIED if by_paper else "")
    return True


@transaction.atomic
def take_back(suggestion: AuthorshipSuggestion, user) -> bool:
    """Undoes a "not me" of one's own; what the paper's side denied, a manager asks again.

    The question stands as it stood.
    """
    row = _locked(suggestion, user)
    if row is None or row.state != State.REFUSED:
        return False
    if row.reason == Reason.DENIED and not access.is_manager(user):
        return False
    row.state = State.FOUND if row.reason in (Reason.FOUND, Reason.FOUND_MAYBE) else State.PENDING
    row.save(update_fields=["state"])
    touch([row.authorship.publication_id])
    return True


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


@receiver(undeleted, sender=Publication)
def ask_colleagues_again(row: Publication, user, **_signal) -> list[str]:
    """Of a paper that comes back: a colleague's link is theirs to give, or a manager's.

    Returns what to tell whoever brings it back.
    """
    if access.is_manager(user):
        return []
    records = access.publishing_records_of(user).values("pk")
    rows = list(row.authorships.exclude(researcher=None).exclude(researcher__in=records))
    for authorship in rows:
        colleague, authorship.researcher = authorship.researcher, None
        authorship.save(update_fields=["researcher"])
        suggest(authorship, colleague)
    text = _("A colleague whose name is on it is asked again whether it is theirs.")
    return [text] if rows else []


def is_shared(publication: Publication, records: QuerySet[Researcher]) -> bool:
    """Whether someone beyond `records` is linked to the paper, or brought it."""
    linked = publication.authorships.exclude(researcher=None).exclude(researcher__in=records)
    brought = publication.owner_id and not records.filter(pk=publication.owner_id).exists()
    return bool(brought) or linked.exists()


def shared_papers(papers: Collection[int]) -> QuerySet[Publication]:
    """Of some hundred keys those that two people here have, linked or as who brought them."""
    people = defaultdict(set)
    linked = Authorship.objects.filter(publication__in=papers, researcher__isnull=False)
    brought = Publication.objects.filter(pk__in=papers, owner__isnull=False)
    for paper, researcher in (
        *linked.values_list("publication", "researcher"),
        *brought.values_list("pk", "owner"),
    ):
        people[paper].add(researcher)
    return Publication.objects.filter(
        pk__in=[pk for pk, linked_people in people.items() if len(linked_people) > 1]
    )


def may_withdraw(publication: Publication, user) -> bool:
    """Who brought it, or a manager; and whoever alone has it. Others take it off their page."""
    records = access.publishing_records_of(user)
    if access.is_manager(user) or records.filter(pk=publication.owner_id).exists():
        return True
    return access.can_publish(publication, user) and not is_shared(publication, records)


def is_withdrawal(before: datetime | None, after: datetime | None) -> bool:
    """Whether a paper published at `before` would be so later, or not at all, at `after`."""
    return before is not None and (after is None or after > max(before, timezone.now()))


def hide(publication: Publication, records: QuerySet[Researcher]) -> None:
    """Off the pages of `records`; everyone else's stay as they are."""
    rows = publication.authorships.filter(researcher__in=records)
    choose(rows, is_hidden=True, is_selected=False)


# --- Papers here that print a researcher's name: asked about, never linked ---------------------


@receiver(names_changed)
def look_for_papers(researcher: Researcher, *, by_manager: bool, **signal) -> int:
    """Suggests each public paper that prints the name and is not theirs yet; returns how many.

    `by_manager`: a manager or the command line gave the name, so that the researcher's yes is
    enough. Else it takes somebody of the paper, too: see accept(). Initials count where nobody
    else here has the family name. Three queries, however many.
    """
    state, exact, maybe = State.FOUND, Reason.FOUND, Reason.FOUND_MAYBE
    if by_manager:
        state, exact, maybe = State.PENDING, Reason.EXACT, Reason.MAYBE
    people = Researcher.objects.public() | Researcher.objects.filter(pk=researcher.pk)
    people = ResearcherIndex(naming_rows(people))
    suggestions, by_paper = [], defaultdict(list)
    for pk, paper, is_own, *parts, orcid in _unlinked_names(researcher).iterator(2000):
        name = Name(*parts)
        verdict = people.who(name, orcid)
        is_exact = researcher.pk in verdict.exact
        if is_exact or (verdict.maybe == {researcher.pk} and people.family_is_unique(name)):
            reason = exact if is_exact else maybe
            row = AuthorshipSuggestion(
                authorship_id=pk, researcher=researcher, state=state, reason=reason
            )
            suggestions.append(row)
            if is_own:
                row.state, row.reason = State.PENDING, Reason.EXACT if is_exact else Reason.MAYBE
                by_paper[paper].append(row)
    AuthorshipSuggestion.objects.bulk_create(suggestions, 500, ignore_conflicts=True)
    for first, *others in by_paper.values():
        if not others and first.reason == Reason.EXACT:
            confirm(first)
    return len(suggestions)


def _unlinked_names(researcher):
    """(pk, paper, whether it waits for the researcher's own answer, parts of the name, ORCID iD) of
    names of nobody yet, on public papers about which the researcher was not asked, and on those
    that they brought themselves.
    """
    waiting = waiting_for(researcher).filter(authorship__publication__owner=researcher)
    waiting = waiting.values("authorship__publication")
    is_own = Exists(waiting.filter(authorship__publication=OuterRef("publication")))
    questions = researcher.authorship_suggestions.values("authorship__publication")
    suggested = questions.exclude(state=State.PENDING, reason=Reason.UNNAMED)
    linked = researcher.authorships.exclude(role=Authorship.Role.LISTED).values("publication")
    papers = Q(publication__in=public_papers().values("pk")) | Q(publication__in=waiting)
    rows = Authorship.objects.filter(papers, researcher=None).annotate(is_own=is_own)
    rows = rows.exclude(role=Authorship.Role.LISTED).order_by("pk")
    rows = rows.exclude(publication__in=suggested).exclude(publication__in=linked)
    parts = ("given", "family", "particle", "suffix", "literal")
    return rows.values_list("pk", "publication", "is_own", *parts, "orcid")
