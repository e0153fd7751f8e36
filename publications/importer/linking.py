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
- A paper that does not print the name of the researcher whose file it is stands on no page: they
  are asked whether it is of a reading list, or prints another name of theirs. Where it leaves room
  for them, the whole file may answer: see reading_lists.
- On a paper that another brought, an import by a researcher writes nothing, unless somebody of
  that paper has asked them before: then their own file is their yes. What they call themselves in
  "other names" is no word of the paper's side.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto

from publications.fields import name_of
from publications.importer.paper_store import AuthorState, PaperState
from publications.matching.forms import PARTS
from publications.matching.people import LONG_AGO, NOBODY, ResearcherIndex, Verdict, beginnings
from publications.models import AuthorshipSuggestion
from publications.names import CJK

LISTED_ROLE = "listed"
LISTED = [LISTED_ROLE, "", "", "", "", "", "", False, False]
Reason = AuthorshipSuggestion.Reason
CONFIRM = "whoever it is confirms it in the admin, under “Papers that name you”."
# Each name that may be somebody's here is held against all others of its paper.
MOST_NAMES = 100


class Standing(Enum):
    """What the names that a paper prints say of the researcher whose file it is."""

    # Their name, or one that may be theirs.
    NAMED = auto()
    # Not all who made it: a list that is cut short, a collaboration, editors, no names at all.
    LEAVES_ROOM = auto()
    # A complete list of others.
    OTHERS = auto()


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
        """Links or suggests for `rows`, and links `own` or asks them; returns warnings.

        `orcids`: what the entry prints beside the names, in the order of all printed names.
        """
        printed = [row for row in state.authors if not row.is_listed] if orcids else []
        if len(printed) == len(orcids):
            for row, orcid in zip(printed, orcids, strict=True):
                if orcid and row.pk is None:  # on old rows, it may have been taken off by hand
                    row.orcid, row.is_changed = orcid, True
        known = [row for row in _makers(state) if self._who(row) is not NOBODY]
        if len(known) > MOST_NAMES:
            warnings = [f"{len(known)} of its names may be of people here; link them by hand."]
        else:
            warnings = [w for row in known if row in rows for w in self._row(state, row)]
        if self.own and not state.row_of(self.own) and not state.refused_by(self.own):
            self._own(state, [row for row in known if not row.researcher])
        return warnings

    def standing(self, state: PaperState) -> Standing:
        """Of `own`, in what the paper prints."""
        row = state.row_of(self.own)
        if row and not row.is_listed:
            return Standing.NAMED
        if any(self._own_names(_makers(state))):
            return Standing.NAMED
        return Standing.LEAVES_ROOM if _leaves_room(state) else Standing.OTHERS

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
            alike = self._alike(state, row, pk)
            if row not in alike:
                return ()
            if len(alike) > 1:
                _suggest(state, row, pk, Reason.MAYBE)
                name = name_of(row.row).display
                return [f"“{name}” stands twice; {CONFIRM}"] if row is alike[0] else ()
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

    def _alike(self, state, row, pk):
        """The names in the same role that are exactly this person's, those with the ORCID first."""
        same_role = [author for author in state.free if author.row[0] == row.row[0]]
        exact = [author for author in same_role if pk in self._who(author).exact]
        return [author for author in exact if self._who(author).by == "orcid"] or exact

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

    def _own_names(self, rows):
        """Of rows of names, those that are exactly theirs, and those that may be."""
        verdicts = [(row, self._who(row)) for row in rows]
        exact = [row for row, verdict in verdicts if self.own in verdict.exact]
        # An author who also edits the book is one person: the first role counts.
        exact = [row for row in exact if row.row[0] == exact[0].row[0]]
        return exact, [row for row, verdict in verdicts if self.own in verdict.maybe]

    def _own(self, state, known):
        exact, perhaps = self._own_names(known)
        rows = exact or [row for row in perhaps if self._who(row).maybe == {self.own}]
        question = state.question_of(self.own)
        if len(rows) == 1:
            _link(rows[0], self.own)
            if question:
                state.authors.remove(question)
                state.removed.append(question)
            return
        for row in rows or perhaps:
            _suggest(state, row, self.own, Reason.MAYBE)
        if not question:
            question = AuthorState(list(LISTED), is_hidden=state.is_new, is_changed=True)
            question.suggestions[self.own] = "pending"
            question.reasons[self.own] = Reason.UNNAMED.value
            state.authors.append(question)

    def list_unnamed(self, state: PaperState, *, is_selected: bool = False) -> str:
        """Puts a paper that does not tell `own` by name onto their page; returns what to report.

        Answers the question that `link` asked; '' where there is none.
        """
        question = state.question_of(self.own)
        if not question:
            return ""
        exact, perhaps = self._own_names(_makers(state))
        why = "A name may be {}’s or another’s" if perhaps else "No printed name is {}’s"
        if len(exact) > 1:
            why = "Which of the names is {}’s cannot be told"
        question.reasons.clear()
        question.is_hidden, question.is_selected = False, is_selected
        _link(question, self.own)
        label = self.people.people[self.own].label
        return f"{why.format(label)}; the paper is listed on their page without one."

    def refuse_unnamed(self, state: PaperState) -> None:
        """Says "not mine" to the question that `link` asked: no import asks it again."""
        state.question_of(self.own).suggestions[self.own] = "refused"


def _makers(state):
    """The free names of who made the paper: who edits the volume that it stands in is none of them,
    though entries that name their proceedings print them, too.
    """
    is_part = state.columns.get("entry_type") in PARTS
    if not is_part or all(row.row[0] != "author" for row in state.authors):
        return state.free
    return [row for row in state.free if row.row[0] != "editor"]


def _leaves_room(state):
    """Whether somebody may be meant whom no name names: a list that is cut short, a collaboration,
    an editor's volume, no names at all.
    """
    authors = [name_of(row.row) for row in state.authors if row.row[0] == "author"]
    is_cut = not authors or state.columns.get("et_al")
    return is_cut or any(name.literal and not CJK.fullmatch(name.literal) for name in authors)


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
    places = defaultdict(deque)
    for place, author in enumerate(old):
        for name in _names(author.row):
            places[name].append(place)
    free = set(range(len(old)))
    rows = [_take(old, free, places, row) for row in printed]
    for author in map(old.__getitem__, sorted(free)):
        if author.researcher:
            author.row = list(LISTED)
            listed.append(author)
        else:
            state.removed.append(author)
    state.authors = rows + listed
    for author in state.authors:
        author.is_changed = True
    return [row for row in rows if row.pk is None]


def _names(row):
    """What a row goes by, in its role: the name; then how it begins, for "Q. Weng" may be spelt
    out, and an accent be mended.
    """
    role, *name = row[:6]
    return [(role, *name), *((role, *shortened) for shortened in beginnings(name_of(row)))]


def _take(old, free, places, row):
    """The first free one of the old rows that has the same name in the same role; else a new one.

    `places`: of the old rows, by their `_names`.
    """
    name, *shortened = _names(row)
    for names in ([name], shortened):
        queues = [places[name] for name in names if name in places]
        for queue in queues:
            while queue and queue[0] not in free:
                queue.popleft()
        if first := [queue[0] for queue in queues if queue]:
            author = old[min(first)]
            free.remove(min(first))
            author.row = row
            return author
    return AuthorState(row, is_changed=True)
