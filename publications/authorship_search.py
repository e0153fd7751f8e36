"""Papers that are here already and print a researcher's name: asked about, never linked."""

from collections.abc import Iterator

from django.dispatch import receiver

from profiles.models import Researcher
from profiles.signals import names_changed
from publications.matching import ResearcherIndex
from publications.models import Authorship, AuthorshipSuggestion
from publications.names import Name
from publications.visibility import public_papers

State, Reason = AuthorshipSuggestion.State, AuthorshipSuggestion.Reason
AT_ONCE = 500


def look_for_papers(researcher: Researcher, *, by_manager: bool) -> int:
    """Suggests each public paper that prints the name and is not theirs yet; returns how many.

    `by_manager`: a manager or the command line gave the name, so that the researcher's yes is
    enough. Else it takes somebody of the paper, too: see claims.accept(). Three queries, however
    many.
    """
    suggestions = [
        AuthorshipSuggestion(
            authorship_id=row,
            researcher=researcher,
            state=State.PENDING if by_manager else State.FOUND,
            reason=_reason(is_exact=is_exact, by_manager=by_manager),
        )
        for row, is_exact in _names_of(researcher)
    ]
    AuthorshipSuggestion.objects.bulk_create(suggestions, AT_ONCE, ignore_conflicts=True)
    return len(suggestions)


def _reason(*, is_exact, by_manager):
    if by_manager:
        return Reason.EXACT if is_exact else Reason.MAYBE
    return Reason.FOUND if is_exact else Reason.FOUND_MAYBE


def _names_of(researcher) -> Iterator[tuple[int, bool]]:
    """(authorship's pk, whether the name is exactly theirs), one for each paper and name.

    Initials count where nobody else here has the family name.
    """
    people = ResearcherIndex(
        Researcher.objects.public() | Researcher.objects.filter(pk=researcher.pk)
    )
    columns = ("pk", "given", "family", "particle", "suffix", "literal")
    for pk, *parts, orcid in _free_rows(researcher).values_list(*columns, "orcid").iterator(2000):
        name = Name(*parts)
        verdict = people.who(name, orcid)
        if researcher.pk in verdict.exact:
            yield pk, True
        elif verdict.maybe == {researcher.pk} and people.family_is_unique(name):
            yield pk, False


def _free_rows(researcher):
    """Names of nobody yet, on public papers about which the researcher was not asked."""
    suggested = Authorship.objects.filter(suggestions__researcher=researcher).values("publication")
    linked = researcher.authorships.exclude(role=Authorship.Role.LISTED).values("publication")
    rows = Authorship.objects.filter(researcher=None, publication__in=public_papers().values("pk"))
    rows = rows.exclude(role=Authorship.Role.LISTED)
    return rows.exclude(publication__in=suggested).exclude(publication__in=linked).order_by("pk")


@receiver(names_changed)
def look_again(researcher, *, by_manager, **kwargs) -> int:
    return look_for_papers(researcher, by_manager=by_manager)
