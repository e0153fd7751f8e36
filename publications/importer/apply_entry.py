"""Where on its paper an entry goes: the lead, a version, beside what it said before."""

from collections import defaultdict

from publications import entry_types
from publications.fields import COLUMNS
from publications.importer.entry_matching import Entry, EntryMatcher, Venues
from publications.importer.entry_merge import (
    LISTS,
    MOST_ENTRIES,
    NEVER,
    SILENT,
    Merge,
    Outcome,
    promote,
)
from publications.importer.paper_store import AuthorState, PaperState, SourceState, VersionState
from publications.matching import is_preprint


class EntryApplier:
    """`theirs`: (file, line, field) of conflicts in which the file wins; `mine`: of changes that
    are not to be made.
    """

    def __init__(self, matcher: EntryMatcher, venues: Venues, update: str, theirs=(), mine=()):
        self.matcher, self.venues, self.update = matcher, venues, update
        self.theirs, self.mine = _by_entry(theirs), _by_entry(mine)

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
        place = (entry.file, entry.record.line)
        mine = self.mine.get(place, ())
        if entry.known:
            source = next(s for s in state.sources if s.pk == entry.known.source)
            values = source.values
        elif self.update == NEVER and not state.is_new:
            return Outcome(entry.reading.values)
        else:
            values = entry.reading.values
            source, promoted = self._place(entry, state, mine)
        choices = {"theirs": self.theirs.get(place, ()), "mine": mine}
        outcome = Merge(state, source, self.update, second=second, **choices).apply(values)
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

    def _place(self, entry, state, mine):
        """What the entry was before, or a new source at the form that it feeds; and what changed
        on the lead, where that form took it.
        """
        values = entry.reading.values
        if before := self._before(entry, state):
            return before, []
        source, promoted, is_first = _source(entry), [], not state.sources
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if lead_is_preprint and not is_preprint(values):
            promoted = promote(state, values, mine)
        elif is_preprint(values) and not lead_is_preprint:
            if not others:
                others = [VersionState({}, is_changed=True)]
                state.versions += others
            source.version = others[0]
        state.sources.append(source)
        if len(state.sources) == MOST_ENTRIES + 1:
            self.matcher.warn(entry, SILENT)
        # Only with the form that takes the lead: which venue it is, is else for people to say.
        if source.version is None and (promoted or (is_first and not state.venue)):
            venue = self._venue(entry)
            if venue and venue != state.venue:
                state.venue = venue
                state.changed.add("venue")
        return source, promoted

    def _before(self, entry, state):
        """The source that the entry was before it was changed in its file, perhaps in its key."""
        kind = is_preprint(entry.reading.values)
        sources = [s for s in state.sources if s.pk and s.file == entry.source_file]
        same = [s for s in sources if s.citation_key == entry.key]
        if not any(is_preprint(source.values) == kind for source in same):
            own = [s for s in sources[:MOST_ENTRIES] if s.researcher == self.matcher.own]
            renamed = [source for source in own if is_preprint(source.values) == kind]
            same = renamed if len(renamed) == 1 else []
        for source in same:
            if source.pk in self.matcher.consumed or is_preprint(source.values) != kind:
                continue
            self.matcher.rewrite(source.pk)
            return source
        return None

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


def _source(entry):
    return SourceState({}, "", entry.source_file, entry.key, is_settled=True)


def _remember(entry, source):
    record, source.is_changed = entry.record, True
    source.values, source.checksum = entry.reading.values, entry.fingerprint
    source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
    source.fields = record.fields
