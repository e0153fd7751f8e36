"""Researchers who came, or whose names may have changed, since a paper was last written."""

from collections.abc import Collection

from publications.importer.linking import Linker
from publications.importer.paper_store import AuthorState, PaperState
from publications.matching.people import LONG_AGO
from publications.models import Authorship

NAME = ("given", "family", "particle", "suffix", "literal")


class Newcomers:
    """Entries that came before as they are need another look only where one of these is named."""

    def __init__(self, linker: Linker):
        self.linker = linker
        people = linker.people.people.values()
        self.latest = max((person.changed_at for person in people), default=LONG_AGO)

    def named_on(self, papers: Collection[int]) -> set[int]:
        """Those of `papers` that print a name, still nobody's, which may be such a person's."""
        rows = Authorship.objects.filter(publication__in=papers, researcher=None).order_by()
        rows = rows.exclude(role=Authorship.Role.LISTED)
        names = rows.values_list("publication", "publication__updated_at", *NAME)
        return {paper for paper, since, *name in names if self._is_new(["", *name], since)}

    def rows_of(self, state: PaperState) -> list[AuthorState]:
        """The rows of such names."""
        free = [row for row in state.authors if not row.researcher and not row.is_listed]
        return [row for row in free if self._is_new(row.row, state.updated_at)]

    def _is_new(self, row, since):
        verdict = self.linker.verdict(row)
        people = self.linker.people.people
        return any(people[pk].changed_at > since for pk in verdict.exact | verdict.maybe)
