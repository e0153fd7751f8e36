"""What an entry changes on a paper that is here: three sides compared, field by field.

Mine is what stands on the paper, theirs what the entry says now, and the memory what this entry
and the paper's others said before. What stands there and no entry ever said was typed by hand.
"""

from dataclasses import dataclass, field

from publications.fields import COLUMNS, FORM_COLUMNS, VERSION_COLUMNS
from publications.importer.paper_store import PaperState, SourceState, VersionState

# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}
FILL, OVERWRITE, NEVER = "fill", "overwrite", "never"


@dataclass(slots=True)
class Change:
    """One field: what stood there, what the entry says."""

    field: str
    mine: object
    theirs: object


@dataclass(slots=True)
class Outcome:
    """`changes` were made; `conflicts` were not, because a hand had been there."""

    changes: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)


class Merge:
    """One entry onto one paper. `second` is set for a further entry of the paper in one run."""

    def __init__(
        self, state: PaperState, source: SourceState, update: str, *, second=False, theirs=()
    ):
        self.state, self.source, self.update = state, source, update
        self.second = second
        # Fields of which the person at the plan said: take the file's.
        self.take_theirs = frozenset(theirs)
        self.outcome = Outcome()

    def apply(self, said: dict) -> Outcome:
        """Makes the paper say what the entry says, as far as the rules allow."""
        self.base = self.source.values
        self.others = [s.values for s in self.state.sources if s is not self.source]
        self.form = self.source.version
        if self.update == NEVER:
            return self.outcome
        if self.form:
            self._version(said)
        else:
            self._lead(said)
        self._shared(said)
        self._fields(said.get("fields", ()))
        self._rows("links", said, lambda row: row[2], lambda row: row[0])
        self._rows("awards", said, lambda row: row[0], lambda row: "award")
        self._rows("topics", said, str.casefold, lambda row: "topic", whole=str.casefold)
        return self.outcome

    # --- columns ------------------------------------------------------------------------------

    def _lead(self, said):
        for name in FORM_COLUMNS:
            if name != "date_text":
                self._column(name, said, self._said_of_lead(name))
        self._date_text(said)

    def _said_of_lead(self, name):
        return [
            s.values.get(name) for s in self.state.sources if not s.version and s is not self.source
        ]

    def _version(self, said):
        for name in VERSION_COLUMNS:
            mine, theirs = self.form.values.get(name), said.get(name)
            if self._decide(name, mine, theirs, self.base.get(name), ()):
                self.form.values[name] = theirs
                self.form.is_changed = True

    def _shared(self, said):
        for name in COLUMNS:
            if name not in FORM_COLUMNS:
                self._column(name, said, [values.get(name) for values in self.others])
        mine, theirs = self.state.printed, said.get("authors")
        others = [values.get("authors") for values in self.others]
        if self._decide("authors", mine or None, theirs, self.base.get("authors"), others):
            self.state.changed.add("authors")

    def _column(self, name, said, others):
        mine, theirs = self.state.columns.get(name), said.get(name)
        if self._decide(name, mine, theirs, self.base.get(name), others):
            self.state.columns[name] = theirs
            self.state.changed.add(name)

    def _date_text(self, said):
        """The text goes with its date: by itself it is no edit, since forms rewrite it."""
        mine, theirs = self.state.columns.get("date_text"), said.get("date_text")
        fits = self.state.columns.get("date") == said.get("date")
        fresh = "date" in self.state.changed or not mine
        if theirs and mine != theirs and fits and fresh and self.base.get("date_text") != theirs:
            self.state.columns["date_text"] = theirs
            self.state.changed.add("date_text")

    # --- lists --------------------------------------------------------------------------------

    def _fields(self, theirs):
        """Further BibTeX fields, each name by itself."""
        mine, said = _grouped(self.state.fields), _grouped(theirs)
        base = _grouped(self.base.get("fields", ()))
        others = [_grouped(values.get("fields", ())) for values in self.others]
        for name, values in said.items():
            if name in PARENTS and self.others:
                continue  # what it inherits is not what the paper's first entry does
            told = [other.get(name) for other in others]
            if self._decide(name, mine.get(name), values, base.get(name), told):
                mine[name] = values
                self.state.changed.add("fields")
        self.state.fields = [[name, value] for name, values in mine.items() for value in values]

    def _rows(self, name, said, identity, slot, whole=lambda row: row):
        """Links, awards, topics: a row is added once, replaced where the file replaced it.

        `whole`: what must be as the file had it, or else it was edited by hand.
        """
        mine, theirs = getattr(self.state, name), said.get(name, ())
        base = self.base.get(name, ())
        told = {identity(r) for values in (self.base, *self.others) for r in values.get(name, ())}
        for row in theirs:
            if identity(row) in {identity(own) for own in mine}:
                continue
            if identity(row) in told and not self._forced(name):
                self._keep(name, None, row)
                continue
            gone = [whole(b) for b in base if slot(b) == slot(row) and b not in theirs]
            before = next((own for own in mine if whole(own) in gone), None)
            self._put(name, mine, row, before, is_replaced=bool(gone))

    def _put(self, name, mine, row, before, *, is_replaced):
        if before is not None:
            mine[mine.index(before)] = row
        elif is_replaced and not self._forced(name):
            self._keep(name, None, row)
            return
        else:
            mine.append(row)
        self.state.changed.add(name)
        self.outcome.changes.append(Change(name, before, row))

    # --- the rule -----------------------------------------------------------------------------

    def _decide(self, name, mine, theirs, base, others):
        """Whether theirs goes in; notes the change, or the conflict."""
        if not theirs or theirs == mine:
            return False
        if self._takes(name, mine, theirs, base, others):
            self.outcome.changes.append(Change(name, mine, theirs))
            return True
        return False

    def _takes(self, name, mine, theirs, base, others):
        said = [value for value in (base, *others) if value]
        if self.second or self._only_fills(name):
            return not mine and not said
        if theirs == base and mine and mine in others:
            return False  # another entry of this paper has the word
        if self._forced(name) or (not mine and not said):
            return True
        if theirs != base and mine in said:
            return bool(base) or not self._says_less(name, mine, theirs)
        return self._keep(name, mine, theirs)

    def _says_less(self, name, mine, theirs):
        """Another file calls the paper by another key, or knows the year of its date alone."""
        told = [s for s in self.state.sources if s.values.get(name) == mine]
        if any(source.file == self.source.file for source in told):
            return False  # the file has changed its mind
        return name == "citation_key" or (name == "date" and mine.startswith(theirs))

    def _only_fills(self, name):
        """A preprint tells of itself; of the work it says only what nothing else says."""
        return self.form is not None and name not in VERSION_COLUMNS

    def _forced(self, name):
        return self.update == OVERWRITE or name in self.take_theirs

    def _keep(self, name, mine, theirs):
        if not self.second:
            self.outcome.conflicts.append(Change(name, mine, theirs))
        return False


def _grouped(fields):
    grouped = {}
    for name, value in fields:
        grouped.setdefault(name, []).append(value)
    return grouped


def promote(state: PaperState, said: dict) -> list[Change]:
    """The published form takes the lead: what led becomes a version, with the entries that fed it.

    What was typed by hand since the import stays on the lead, where it is compared again.
    """
    fed = [source for source in state.sources if source.version is None]
    version = VersionState({n: state.columns[n] for n in VERSION_COLUMNS if n in state.columns})
    version.is_changed = True
    state.versions.append(version)
    for source in fed:
        source.version, source.is_changed = version, True
    return [
        change for name in FORM_COLUMNS if (change := _replace(state, fed, name, said.get(name)))
    ]


def _replace(state, fed, name, theirs):
    mine = state.columns.get(name)
    by_hand = fed and mine and mine not in [source.values.get(name) for source in fed]
    if mine == theirs or (by_hand and name != "date_text"):
        return None
    state.columns.pop(name, None)
    if theirs:
        state.columns[name] = theirs
    state.changed.add(name)
    return Change(name, mine, theirs)
