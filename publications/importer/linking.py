"""Links printed names to researchers: what is sure is linked, what is unsure is suggested.

A link puts the paper on a person's page and lets them edit it. So it takes two words: somebody of
the paper names the person, and the person, or a manager, says yes.

- The researcher whose file it is gives both: linked by their ORCID iD, their exact name, or a name
  that can be nobody else's, on a paper that is new or theirs.
- A colleague whom the file names, by name or by ORCID iD, is asked: a suggestion.
- The operator (the command line, or a manager) speaks for everybody: an ORCID iD links; and where
  the import is for nobody in particular, so do an exact name, and initials that fit one family
  name here. On drafts, and on papers that another researcher brought, the operator's files ask,
  too.
- On a paper that another brought, an import by a researcher writes nothing, unless somebody of
  that paper has asked them before: then their own file is their yes. What they call themselves in
  "other names" is no word of the paper's side.
"""

from collections.abc import Sequence
from datetime import datetime

from publications.importer.authors import name_of
from publications.importer.paper_store import AuthorState, PaperState
from publications.matching import ResearcherIndex, Verdict
from publications.matching.people import LONG_AGO, same_person
from publications.models import AuthorshipSuggestion

NOBODY = Verdict()
LISTED_ROLE = "listed"
LISTED = [LISTED_ROLE, "", "", "", "", "", "", False, False]
Reason = AuthorshipSuggestion.Reason
CONFIRM = "whoever it is confirms it in the admin, under “Papers that name you”."


class Linker:
    """For one run. `own` is the researcher that the import is for, or None.

    `by_operator`: the command line or a manager speaks.
    """

    def __init__(self, people: ResearcherIndex, own: int | None, *, by_operator: bool):
        self.people, self.own, self.by_operator = people, own, by_operator
        people = people.people.values()
        self.latest_change = max((person.changed_at for person in people), default=LONG_AGO)

    def link(
        self, state: PaperState, rows: list[AuthorState], orcids: Sequence[str] = ()
    ) -> list[str]:
        """Links or suggests for `rows`, and sees that `own` has the paper; returns warnings.

        `orcids`: what the entry prints beside the names, in the order of all printed names.
        """
        printed = [row for row in state.authors if not row.is_listed] if orcids else []
        if len(printed) == len(orcids):
            for row, orcid in zip(printed, orcids, strict=True):
                if orcid and row.pk is None:  # on old rows, it may have been taken off by hand
                    row.orcid, row.is_changed = orcid, True
        free = [row for row in state.free if self.verdict(row.row, row.orcid) is not NOBODY]
        warnings = [w for row in free if row in rows for w in self._row(state, row)]
        if self.own and not state.row_of(self.own) and not state.refused_by(self.own):
            warnings += self._own(state, [row for row in free if not row.researcher])
        return warnings

    def names_own(self, state: PaperState) -> bool:
        """Whether somebody of the paper asked `own` before, for a name that is exactly theirs."""
        pending = [row for row in state.free if row.suggestions.get(self.own) == "pending"]
        return any(self.own in self._who(row).exact for row in pending)

    def is_newcomer(self, row: list, since: datetime) -> bool:
        """Whether the name may be of somebody who came, or whose names may have changed, since."""
        verdict, people = self.verdict(row), self.people.people
        return any(people[pk].changed_at > since for pk in verdict.exact | verdict.maybe)

    def verdict(self, row: list, orcid: str = "") -> Verdict:
        """Whose the name of an author's row may be."""
        given, family, particle, _suffix, literal = row[1:6]
        if not orcid and self.people.is_stranger(given, family, particle, literal):
            return NOBODY
        return self.people.who(name_of(row), orcid)

    def _who(self, row):
        return self.verdict(row.row, row.orcid)

    # --- a name -------------------------------------------------------------------------------

    def _row(self, state, row):
        verdict = self._who(row)
        if self.own in verdict.exact:
            return ()  # decided for the paper as a whole
        if len(verdict.exact) == 1:
            (pk,) = verdict.exact
            is_orcid = verdict.by == "orcid"
            if pk in row.suggestions or state.row_of(pk):
                return ()
            if self._may_link(state) and (is_orcid or not self.own):
                _link(row, pk)
            else:
                _suggest(state, row, pk, Reason.ORCID if is_orcid else Reason.EXACT)
            return ()
        others = (verdict.exact or verdict.maybe) - {self.own}
        if self._is_sure(verdict, row, state):
            _link(row, *others)
            return ()
        for pk in others:
            _suggest(state, row, pk, Reason.MAYBE)
        if len(others) < 2:
            return ()
        labels = " or ".join(sorted(self.people.people[pk].label for pk in others))
        return [f"“{name_of(row.row).display}” may be {labels}; {CONFIRM}"]

    def _may_link(self, state):
        """The operator's word, on a public paper that no other researcher has brought."""
        return self.by_operator and not state.is_draft and state.owner == self.own

    def _is_sure(self, verdict, row, state):
        """Initials link on the operator's word alone, where nobody else can be meant."""
        if self.own or not self._may_link(state) or verdict.exact or len(verdict.maybe) != 1:
            return False
        (pk,) = verdict.maybe
        if (
            pk in row.suggestions
            or state.row_of(pk)
            or not self.people.family_is_unique(name_of(row.row))
        ):
            return False
        fitting = [r for r in state.authors if pk in self._who(r).maybe | self._who(r).exact]
        return fitting == [row]

    # --- the researcher whose file it is ------------------------------------------------------

    def _own(self, state, free):
        exact = [row for row in free if self.own in self._who(row).exact]
        # An author who also edits the book is one person: the first role counts.
        exact = [row for row in exact if row.row[0] == exact[0].row[0]]
        perhaps = [row for row in free if self.own in self._who(row).maybe]
        rows = exact or [row for row in perhaps if self._who(row).maybe == {self.own}]
        if len(rows) == 1:
            _link(rows[0], self.own)
            return []
        why = "No printed name is {}’s"
        if rows:
            why = "Which of the names is {}’s cannot be told"
        elif perhaps:
            rows, why = perhaps, "A name may be {}’s or another’s"
        for row in rows:
            _suggest(state, row, self.own, Reason.MAYBE)
        state.authors.append(AuthorState(list(LISTED), researcher=self.own, is_changed=True))
        label = self.people.people[self.own].label
        return [f"{why.format(label)}; the paper is listed on their page without one."]


def _link(row, pk):
    row.researcher, row.is_changed = pk, True


def _suggest(state, row, pk, reason):
    if pk not in row.suggestions and not state.refused_by(pk) and not state.row_of(pk):
        row.suggestions[pk] = "pending"
        row.reasons[pk] = reason.value


def realign(state: PaperState, printed: list[list]) -> list[AuthorState]:
    """Makes the paper's rows print these names; a name that stays keeps its row. Returns new rows.

    A researcher whose name is printed no longer keeps the paper, as listed without a name.
    """
    old = [row for row in state.authors if not row.is_listed]
    listed = [row for row in state.authors if row.is_listed]
    rows = [_take(old, row) for row in printed]
    for author in old:
        if author.researcher:
            author.row = list(LISTED)
            listed.append(author)
        else:
            state.removed.append(author)
    state.authors = rows + listed
    for author in state.authors:
        author.is_changed = True
    return [row for row in rows if row.pk is None]


def _take(old, row):
    """The first old row of the same name in the same role, out of `old`; else a new one."""
    same_role = [author for author in old if author.row[0] == row[0]]
    same = [author for author in same_role if author.row[1:6] == row[1:6]]
    # "Q. Weng" was spelt out, an accent was mended: the family name stayed.
    same = same or [a for a in same_role if same_person(name_of(a.row), name_of(row))]
    if not same:
        return AuthorState(row, is_changed=True)
    old.remove(same[0])
    same[0].row = row
    return same[0]
