"""Where on its paper an entry goes: the lead, a version, a memory of the entry beside them."""

from publications import entry_types
from publications.fields import COLUMNS
from publications.importer import merging
from publications.importer.linking import realign
from publications.importer.merging import Merge, Outcome
from publications.importer.paper_store import AuthorState, PaperState, SourceState, VersionState
from publications.importer.recognition import Recogniser
from publications.importer.steps import Entry, Step
from publications.importer.venues import Venues
from publications.matching import is_preprint

COLUMN_NAMES = frozenset(COLUMNS)


class Placer:
    def __init__(self, recogniser: Recogniser, venues: Venues, update: str, theirs):
        self.recogniser, self.venues, self.update = recogniser, venues, update
        self.theirs = {}
        for file, line, field in theirs:
            self.theirs.setdefault((file, line), set()).add(field)

    def create(self, entry: Entry, state: PaperState) -> dict:
        """Fills a new paper; returns what the entry says."""
        said = entry.reading.values
        state.columns = {name: value for name, value in said.items() if name in COLUMN_NAMES}
        state.links, state.awards = list(said.get("links", ())), list(said.get("awards", ()))
        state.topics = list(said.get("topics", ()))
        state.fields = list(said.get("fields", ()))
        state.authors = [AuthorState(row, is_changed=True) for row in said.get("authors", ())]
        state.venue = self._venue(entry)
        state.sources.append(_source(entry, said))
        return said

    def merge(
        self, entry: Entry, state: PaperState, step: Step, *, second: bool, row: AuthorState | None
    ):
        """Changes the paper as far as the rules allow, and notes what was changed.

        `second`: an earlier entry of this run was of the same paper. `row`: the authorship of
        the researcher whose import it is. Returns what the entry says, and the new author rows.
        """
        if entry.known is not None:
            source = next(s for s in state.sources if s.pk == entry.known.source)
            said = source.values
        elif self.update == merging.NEVER and not second:
            return entry.reading.values, []
        else:
            said = entry.reading.values
            source = self._place(entry, state, step)
        outcome = self._compare(entry, state, source, said, second=second)
        step.changes = [*step.changes, *outcome.changes]
        step.conflicts = outcome.conflicts
        state.is_disputed |= bool(outcome.conflicts)
        source.is_settled |= self.update != merging.NEVER
        if entry.known is None:
            _select(row, source.values, said)
            _remember(entry, source, said)
        if any(change.field == "authors" for change in outcome.changes):
            return said, realign(state, said["authors"])
        return said, []

    def _compare(self, entry, state, source, said, *, second) -> Outcome:
        theirs = self.theirs.get((entry.file, entry.record.line), ())
        return Merge(state, source, self.update, second=second, theirs=theirs).apply(said)

    # --- the memory of the entry, and the form it feeds --------------------------------------

    def _place(self, entry, state, step):
        for source in state.sources:
            same = (source.file, source.key) == (entry.source_file, entry.key)
            if same and source.pk and self.recogniser.rewrite(source.pk):
                return source
        source = _source(entry, {})
        is_first = not state.sources
        promoted = self._find_form(state, source, entry.reading.values, step)
        state.sources.append(source)
        if source.version is None and (promoted or (is_first and not state.venue)):
            self._set_venue(entry, state)
        return source

    def _find_form(self, state, source, said, step):
        """The lead, a version that is here, or a new one; a published form takes the lead."""
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if is_preprint(said) == lead_is_preprint:
            return False
        if lead_is_preprint:
            step.changes = merging.promote(state, said)
            return True
        source.version = next(iter(others), None)
        if source.version is None:
            source.version = VersionState({}, is_changed=True)
            state.versions.append(source.version)
        return False

    # --- its venue ----------------------------------------------------------------------------

    def _venue(self, entry):
        values = entry.reading.values
        kind = entry_types.known(values.get("entry_type", ""))
        return self.venues.find(values.get("container_title", ""), entry.reading.abbr, kind)

    def _set_venue(self, entry, state):
        """Only with the form that takes the lead: which venue it is, is else for people to say."""
        venue = self._venue(entry)
        if venue and venue != state.venue:
            state.venue = venue
            state.changed.add("venue")


def _source(entry, said):
    source = SourceState({}, "", entry.source_file, entry.key)
    _remember(entry, source, said)
    source.is_settled = True
    return source


def _remember(entry, source, said):
    record = entry.record
    source.values, source.fingerprint, source.is_changed = said, entry.fingerprint, True
    source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
    source.fields = record.fields


def _select(row, before, said):
    """The file changed its mind; unless the researcher did, too."""
    was, now = bool(before.get("selected")), bool(said.get("selected"))
    if row is not None and before and was != now and row.is_selected == was:
        row.is_selected, row.is_changed = now, True
