"""Where on its paper an entry goes: the lead, a version, beside what it said before."""

from collections import defaultdict

from publications import entry_types
from publications.fields import COLUMNS
from publications.importer.entry_matching import Entry
from publications.importer.entry_merge import (
    LISTS,
    SILENT,
    Merge,
    Outcome,
    promote,
)
from publications.importer.paper_store import (
    MOST_ENTRIES,
    NEVER,
    AuthorState,
    PaperState,
    SourceState,
    VersionState,
)
from publications.importer.venues import Venues
from publications.matching import is_preprint


class EntryApplier:
    """For one run. `theirs`: (file, line, field) of conflicts in which the file wins; `mine`: of
    changes that are not to be made.
    """

    def __init__(self, venues: Venues, update: str, theirs=(), mine=()):
        self.venues, self.update = venues, update
        self.theirs, self.mine = _by_entry(theirs), _by_entry(mine)

    def apply(
        self, entry: Entry, state: PaperState, *, second: bool, row: AuthorState | None = None
    ) -> Outcome:
        """Fills a new paper; changes one that is here as far as the rules allow.

        `second`: an earlier entry of this run was of the same paper. `row`: the authorship of
        the researcher whose import it is.
        """
        if state.is_new and not state.sources:
            return self._create(entry, state)
        if self.update == NEVER and not (entry.known or state.is_new):
            return Outcome(entry.reading.values)
        place = (entry.file, entry.record.line)
        taken, kept = self.theirs.get(place, ()), self.mine.get(place, ())
        values = entry.source.values if entry.known else entry.reading.values
        source, promoted = entry.source, []
        if source is None:
            source, promoted = self._add(entry, state, kept)
        merge = Merge(state, source, self.update, second=second, theirs=taken, mine=kept)
        outcome = merge.apply(values)
        outcome.changes = promoted + outcome.changes
        if entry.source is None and len(state.sources) == MOST_ENTRIES + 1:
            outcome.warnings.append(SILENT)
        state.is_disputed |= bool(outcome.conflicts)
        source.is_settled |= self.update != NEVER
        if entry.known is None:
            # The file changed its mind; unless the researcher did, too.
            was, now = (bool(v.get("selected")) for v in (source.values, values))
            if row is not None and source.values and was != now and row.is_selected == was:
                row.is_selected, row.is_changed = now, True
            _remember(entry, source)
        return outcome

    def _create(self, entry, state):
        values = entry.reading.values
        state.columns = {name: values[name] for name in COLUMNS if name in values}
        for name in ("fields", *LISTS):
            setattr(state, name, list(values.get(name, ())))
        state.authors = [AuthorState(row, is_changed=True) for row in values.get("authors", ())]
        state.venue = self._venue(entry)
        state.sources.append(_new_source(entry))
        _remember(entry, state.sources[-1])
        return Outcome(values, authors=state.authors)

    def _add(self, entry, state, kept):
        """A new source at the form that the entry feeds; and what changed on the lead, where that
        form took it.
        """
        values = entry.reading.values
        source, promoted, is_first = _new_source(entry), [], not state.sources
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if lead_is_preprint and not is_preprint(values):
            promoted = promote(state, values, kept)
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


def _by_entry(choices):
    """(file, line) -> the fields that were chosen of it."""
    fields = defaultdict(set)
    for file, line, name in choices:
        fields[file, line].add(name)
    return fields


def _new_source(entry):
    return SourceState({}, "", entry.source_file, entry.key, is_settled=True)


def _remember(entry, source):
    record, source.is_changed = entry.record, True
    source.values, source.checksum = entry.reading.values, entry.fingerprint
    source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
    source.fields = record.fields
