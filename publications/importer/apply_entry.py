"""What an entry changes on its paper: three sides compared, field by field.

Mine is what stands on the paper, theirs what the entry says now, base what it said before; the
others are the paper's other entries. What stands there and no entry ever said was typed by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from publications import entry_types
from publications.fields import COLUMNS, FORM_COLUMNS, VERSION_COLUMNS
from publications.importer.entry_matching import Entry, EntryMatcher, Venues
from publications.importer.linking import realign
from publications.importer.paper_store import AuthorState, PaperState, SourceState, VersionState
from publications.matching import is_preprint

# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}
FILL, OVERWRITE, NEVER = "fill", "overwrite", "never"
# Of the form that leads; the text of its date goes with the date. And what any form says alike.
LEAD_COLUMNS = tuple(name for name in FORM_COLUMNS if name != "date_text")
WORK_COLUMNS = tuple(name for name in COLUMNS if name not in FORM_COLUMNS)
TAKE, KEEP, CONFLICT = "take", "keep", "conflict"


# --- The decision -----------------------------------------------------------------------------


class Sides(NamedTuple):
    """One field of one entry. `others`: what the paper's other entries said of it.

    `only_fills`: the entry is to add what is missing, and nothing else. `is_forced`: the file
    wins over edits. `says_less`: whether theirs is a vaguer word for what another file said.
    """

    mine: object
    theirs: object
    base: object
    others: list
    only_fills: bool
    is_forced: bool
    says_less: bool

    @property
    def is_untouched(self) -> bool:
        """What stands there is what some entry said."""
        return bool(self.mine) and (self.mine == self.base or self.mine in self.others)


# The first that holds decides.
DECISIONS = (
    # It says nothing new.
    (lambda s: not s.theirs or s.theirs == s.mine, KEEP),
    # Nothing stands there, and nobody can have taken it away.
    (lambda s: not (s.mine or s.base or any(s.others)), TAKE),
    (lambda s: s.only_fills, KEEP),
    # It says what it always said, and another entry of this paper has the word.
    (lambda s: s.theirs == s.base and s.mine and s.mine in s.others, KEEP),
    (lambda s: s.is_forced, TAKE),
    # Nobody edited it, and the file has changed its mind, or another file knows better.
    (lambda s: s.is_untouched and s.theirs != s.base and (s.base or not s.says_less), TAKE),
    (lambda s: s.is_untouched and s.theirs != s.base, KEEP),
    # It was edited, or emptied, by hand.
    (lambda s: True, CONFLICT),
)


# --- One entry onto one paper -----------------------------------------------------------------


@dataclass(slots=True)
class Change:
    """One field: what stood there, what the entry says."""

    field: str
    mine: object
    theirs: object


@dataclass(slots=True)
class Outcome:
    """`changes` were made; `conflicts` were not, because a hand had been there.

    `values` is what the entry says; `authors` are the paper's new rows.
    """

    values: dict
    changes: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)
    authors: list[AuthorState] = field(default_factory=list)


class ListRule(NamedTuple):
    """How rows of a list compare. `identity`: what makes two rows one; `slot`: what a file may
    replace by another; `whole`: what must be as the file had it, or else it was edited by hand.
    """

    identity: Callable
    slot: Callable
    whole: Callable = lambda row: row


LISTS = {
    "links": ListRule(lambda row: row[2], lambda row: row[0]),
    "awards": ListRule(lambda row: row[0], lambda row: ""),
    "topics": ListRule(str.casefold, lambda row: "", str.casefold),
}


class Merge:
    """One entry onto one paper. `second`: a further entry of the paper in one run. `theirs`: the
    fields of which the person at the plan said: take the file's.
    """

    def __init__(
        self, state: PaperState, source: SourceState, update: str, *, second=False, theirs=()
    ):
        self.state, self.source, self.update = state, source, update
        self.second, self.take_theirs = second, frozenset(theirs)
        self.version, self.base = source.version, source.values
        self.others = [other for other in state.sources if other is not source]

    def apply(self, values: dict) -> Outcome:
        """Makes the paper say what the entry says, as far as the rules allow."""
        self.outcome = Outcome(values)
        if self.update == NEVER:
            return self.outcome
        state, others = self.state, [source.values for source in self.others]
        if self.version:
            changed = self._columns(VERSION_COLUMNS, self.version.values, values, ())
            self.version.is_changed |= bool(changed)
        else:
            leading = [source.values for source in self.others if not source.version]
            state.changed |= self._columns(LEAD_COLUMNS, state.columns, values, leading)
            # The text goes with its date: by itself it is no edit, since forms rewrite it.
            text, mine = values.get("date_text"), state.columns.get("date_text")
            fits = state.columns.get("date") == values.get("date")
            is_fresh = "date" in state.changed or not mine
            if text and text not in (mine, self.base.get("date_text")) and fits and is_fresh:
                state.columns["date_text"] = text
                state.changed.add("date_text")
        state.changed |= self._columns(WORK_COLUMNS, state.columns, values, others)
        printed = [other.get("authors") for other in others]
        mine, theirs = state.printed or None, values.get("authors")
        if self._takes("authors", mine, theirs, self.base.get("authors"), printed):
            state.changed.add("authors")
            self.outcome.authors = realign(state, theirs)
        self._fields(values.get("fields", ()), others)
        for name, rule in LISTS.items():
            self._list(name, rule, values.get(name, ()), others)
        return self.outcome

    def _takes(self, name, mine, theirs, base, others):
        """Whether theirs goes in; notes the change, or the conflict."""
        # Another file calls the paper by another key, or knows the year of its date alone.
        vaguer = name == "citation_key" or (name == "date" and str(mine).startswith(str(theirs)))
        files = {s.file for s in self.state.sources if vaguer and s.values.get(name) == mine}
        sides = Sides(
            mine,
            theirs,
            base,
            others,
            # A preprint tells of itself; of the work it says only what nothing else says.
            only_fills=self.second or (bool(self.version) and name not in VERSION_COLUMNS),
            is_forced=self._is_forced(name),
            says_less=vaguer and self.source.file not in files,
        )
        decision = next(decision for holds, decision in DECISIONS if holds(sides))
        if decision == TAKE:
            self.outcome.changes.append(Change(name, mine, theirs))
        elif decision == CONFLICT:
            self.outcome.conflicts.append(Change(name, mine, theirs))
        return decision == TAKE

    def _is_forced(self, name):
        return self.update == OVERWRITE or name in self.take_theirs

    def _columns(self, names, columns, values, others):
        """The names of those that were changed."""
        changed = set()
        for name in names:
            previous = [other.get(name) for other in others]
            theirs = values.get(name)
            if self._takes(name, columns.get(name), theirs, self.base.get(name), previous):
                columns[name] = theirs
                changed.add(name)
        return changed

    def _fields(self, rows, others):
        """Further BibTeX fields, each name by itself."""
        mine, base = _by_name(self.state.fields), _by_name(self.base.get("fields", ()))
        others_fields = [_by_name(other.get("fields", ())) for other in others]
        for name, theirs in _by_name(rows).items():
            if name in PARENTS and others:
                continue  # what it inherits is not what the paper's first entry does
            previous = [fields.get(name) for fields in others_fields]
            if self._takes(name, mine.get(name), theirs, base.get(name), previous):
                mine[name] = theirs
                self.state.changed.add("fields")
        self.state.fields = [[name, value] for name, values in mine.items() for value in values]

    def _list(self, name, rule, theirs, others):
        """A row is added once, and replaced where the file replaced it."""
        mine, base = getattr(self.state, name), self.base.get(name, ())
        known = {rule.identity(r) for rows in (self.base, *others) for r in rows.get(name, ())}
        for row in theirs:
            if rule.identity(row) in map(rule.identity, mine):
                continue
            slot = [r for r in base if rule.slot(r) == rule.slot(row) and r not in theirs]
            replaced = list(map(rule.whole, slot))
            before = next((own for own in mine if rule.whole(own) in replaced), None)
            was_deleted = rule.identity(row) in known
            if (was_deleted or (replaced and before is None)) and not self._is_forced(name):
                if not self.second:
                    self.outcome.conflicts.append(Change(name, None, row))
                continue
            if before is None:
                mine.append(row)
            else:
                mine[mine.index(before)] = row
            self.state.changed.add(name)
            self.outcome.changes.append(Change(name, before, row))


def _by_name(fields):
    values = {}
    for name, value in fields:
        values.setdefault(name, []).append(value)
    return values


def promote(state: PaperState, values: dict) -> list[Change]:
    """The published form takes the lead: what led becomes a version, with the entries that fed it.

    What was typed by hand since the import stays on the lead, where it is compared again.
    """
    leading = [source for source in state.sources if source.version is None]
    version = VersionState({n: state.columns[n] for n in VERSION_COLUMNS if n in state.columns})
    version.is_changed = True
    state.versions.append(version)
    for source in leading:
        source.version, source.is_changed = version, True
    changes = []
    for name in FORM_COLUMNS:
        mine, theirs = state.columns.get(name), values.get(name)
        by_hand = leading and mine and mine not in [s.values.get(name) for s in leading]
        if mine == theirs or (by_hand and name != "date_text"):
            continue
        state.columns.pop(name, None)
        if theirs:
            state.columns[name] = theirs
        state.changed.add(name)
        changes.append(Change(name, mine, theirs))
    return changes


# --- Where on the paper it goes: the lead, a version, beside what it said before -----------------


class EntryApplier:
    """`theirs`: (file, line, field) of conflicts in which the file wins."""

    def __init__(self, matcher: EntryMatcher, venues: Venues, update: str, theirs):
        self.matcher, self.venues, self.update, self.theirs = matcher, venues, update, theirs

    def create(self, entry: Entry, state: PaperState) -> Outcome:
        """Fills a new paper."""
        values = entry.reading.values
        state.columns = {name: values[name] for name in COLUMNS if name in values}
        for name in ("fields", *LISTS):
            setattr(state, name, list(values.get(name, ())))
        state.authors = [AuthorState(row, is_changed=True) for row in values.get("authors", ())]
        state.venue = self._venue(entry)
        state.sources.append(_source(entry))
        _remember(entry, state.sources[-1])
        return Outcome(values, authors=state.authors)

    def merge(
        self, entry: Entry, state: PaperState, *, second: bool, row: AuthorState | None
    ) -> Outcome:
        """Changes the paper as far as the rules allow.

        `second`: an earlier entry of this run was of the same paper. `row`: the authorship of
        the researcher whose import it is.
        """
        promoted = []
        if entry.known:
            source = next(s for s in state.sources if s.pk == entry.known.source)
            values = source.values
        elif self.update == NEVER and not second:
            return Outcome(entry.reading.values)
        else:
            values = entry.reading.values
            source, promoted = self._place(entry, state)
        place = (entry.file, entry.record.line)
        theirs = [field for *where, field in self.theirs if tuple(where) == place]
        outcome = Merge(state, source, self.update, second=second, theirs=theirs).apply(values)
        outcome.changes = promoted + outcome.changes
        state.is_disputed |= bool(outcome.conflicts)
        source.is_settled |= self.update != NEVER
        if entry.known is None:
            # The file changed its mind; unless the researcher did, too.
            was, now = (bool(v.get("selected")) for v in (source.values, values))
            if row is not None and source.values and was != now and row.is_selected == was:
                row.is_selected, row.is_changed = now, True
            _remember(entry, source)
        return outcome

    def _place(self, entry, state):
        """What the entry was before, or a new source at the form that it feeds; and what changed
        on the lead, where that form took it.
        """
        for source in state.sources:
            same = (source.file, source.citation_key) == (entry.source_file, entry.key)
            if same and source.pk and self.matcher.rewrite(source.pk):
                return source, []
        source, promoted, is_first = _source(entry), [], not state.sources
        values = entry.reading.values
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if lead_is_preprint and not is_preprint(values):
            promoted = promote(state, values)
        elif is_preprint(values) and not lead_is_preprint:
            if not others:
                others = [VersionState({}, is_changed=True)]
                state.versions += others
            source.version = others[0]
        state.sources.append(source)
        # Only with the form that takes the lead: which venue it is, is else for people to say.
        if source.version is None and (promoted or (is_first and not state.venue)):
            venue = self._venue(entry)
            if venue and venue != state.venue:
                state.venue = venue
                state.changed.add("venue")
        return source, promoted

    def _venue(self, entry):
        values = entry.reading.values
        kind = entry_types.known(values.get("entry_type", ""))
        return self.venues.find(values.get("container_title", ""), entry.reading.abbr, kind)


def _source(entry):
    return SourceState({}, "", entry.source_file, entry.key, is_settled=True)


def _remember(entry, source):
    record, source.is_changed = entry.record, True
    source.values, source.checksum = entry.reading.values, entry.fingerprint
    source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
    source.fields = record.fields
