"""What an import would do, entry by entry. Reads the database, writes nothing."""

from collections.abc import Callable, Collection, Iterable

from django.db.models import Max

from profiles.models import Researcher
from publications.bibtex import ParsedFile, Problem
from publications.importer import mapping, merging
from publications.importer.linking import Linker
from publications.importer.placing import Placer
from publications.importer.recognition import CHUNK, Recogniser
from publications.importer.report import Told
from publications.importer.state import PaperState, load
from publications.importer.steps import Entry, Plan, Step
from publications.importer.venues import Venues
from publications.matching import ResearcherIndex
from publications.models import ImportBatch

SHOWN = 60


def plan(
    files: Iterable[tuple[str, ParsedFile]],
    researcher: Researcher | None = None,
    *,
    update: str = merging.FILL,
    trusted: bool = False,
    draft: bool = False,
    skip: Collection[tuple[str, int]] = (),
    theirs: Collection[tuple[str, int, str]] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Plan:
    """`files`: (name, what was parsed). `update`: fill, overwrite or never, as the command has it.

    `trusted`: the command line or a manager asks. `draft`: new papers are not published.
    `skip`: (file, line) of entries to leave out; `theirs`: (file, line, field) of conflicts in
    which the file wins. Raises nothing for what files may hold.
    """
    planner = Planner(list(files), researcher, update=update, trusted=trusted, theirs=theirs)
    planner.draft, planner.skip, planner.progress = draft, set(skip), progress
    return planner.run()


class Planner:
    def __init__(self, files, researcher, *, update, trusted, theirs):
        self.files, self.trusted = files, trusted
        self.own = researcher.pk if researcher else None
        self.result = Plan(researcher, [name for name, _parsed in files])
        self.result.stamp = ImportBatch.objects.aggregate(last=Max("pk"))["last"]
        self.recogniser = Recogniser(researcher, self.result.files, self._warn)
        self.linker = Linker(self._people(), self.own, trusted=trusted)
        self.venues = Venues()
        self.placer = Placer(self.recogniser, self.venues, update, theirs)
        self.loaded, self.instead, self.touched = {}, {}, {}

    def _people(self):
        """Untrusted, an import learns of nobody whose pages are not public."""
        people = Researcher.objects.order_by("pk")
        if not self.trusted:
            people = people.public() | people.filter(pk=self.own)
        return ResearcherIndex(people)

    def run(self) -> Plan:
        entries = [entry for name, parsed in self.files for entry in self._entries(name, parsed)]
        self.recogniser.recall(entries)
        for start in range(0, len(entries), CHUNK):
            self._chunk(entries[start : start + CHUNK])
            self.progress(min(start + CHUNK, len(entries)), len(entries))
        result = self.result
        result.papers = [state for state in self.touched.values() if state.is_changed]
        used = {id(state.venue) for state in result.papers}
        result.new_venues = [venue for venue in self.venues.new if id(venue) in used]
        order = {name: at for at, name in enumerate(result.files)}
        result.problems.sort(key=lambda problem: (order[problem.file], problem.line))
        return result

    def _entries(self, name, parsed):
        for problem in parsed.problems:
            self._tell(name, problem)
        for record in parsed.records:
            if (name, record.line) not in self.skip:
                yield Entry(name, record, "" if record.refused else mapping.fingerprint(record))

    def _chunk(self, entries):
        for entry in entries:
            if entry.source is None and not entry.record.refused:
                self.recogniser.identify(entry)
        keys = {e.paper for e in entries if isinstance(e.paper, int)} - self.loaded.keys()
        self.loaded |= load(list(keys)) if keys else {}
        self.result.steps += [self._step(entry) for entry in entries]

    # --- what becomes of one ------------------------------------------------------------------

    def _step(self, entry):
        step = Step(entry.file, entry.record.line, entry.record.key, "refused")
        if entry.record.refused:
            raw = {"file": entry.file, "line": step.line, "raw": entry.record.raw}
            self.result.refused.append(raw)
            return step
        step.paper = self._paper(entry)
        for problem in entry.reading.problems if entry.reading else ():
            self._tell(entry.file, problem)
        second, step.paper.in_run = step.paper.in_run, True
        self.touched[id(step.paper)] = step.paper
        self._fill(entry, step, second=second)
        return step

    def _paper(self, entry):
        """The paper, unless it is another's that this import may not write on: then one's own."""
        if isinstance(entry.paper, PaperState):
            return entry.paper
        state = self.loaded[entry.paper]
        is_own = not self.own or state.pk in self.recogniser.mine
        if self.trusted or is_own or self.linker.names_own(state):
            return state
        entry.source = None
        if state.pk in self.instead:
            entry.reading = entry.reading or mapping.read(entry.record)
        else:
            self.instead[state.pk] = self.recogniser.new_paper(entry)
        return self.instead[state.pk]

    def _fill(self, entry, step, *, second):
        state = step.paper
        had = self._own_row(state)
        if state.is_new and not second:
            state.is_draft |= self.draft
            said, rows = self.placer.create(entry, state), state.authors
            step.action = "created"
        else:
            said, rows = self.placer.merge(entry, step, second=second, row=had)
            step.action = self._action(entry, step, second=second)
        self._link(entry, state, rows, said)
        if step.action == "unchanged" and self._own_row(state) is not had:
            step.action = "updated"
        self._tell_conflicts(entry, step)

    def _action(self, entry, step, *, second):
        if second:
            return "merged" if entry.source is None else "unchanged"
        return "updated" if step.changes else "unchanged"

    def _own_row(self, state):
        return state.row_of(self.own) if self.own else None

    def _link(self, entry, state, rows, said):
        had = self._own_row(state)
        for warning in self.linker.link(state, rows):
            self._warn(entry, warning)
        row = self._own_row(state)
        if row is not None and row is not had and said.get("selected"):
            row.is_selected = row.is_changed = True

    # --- what is told -------------------------------------------------------------------------

    def _tell(self, file, problem: Problem):
        told = Told(file, problem.line, problem.key, problem.severity, problem.reason)
        self.result.problems.append(told)

    def _warn(self, entry, reason):
        self._tell(entry.file, Problem(entry.record.line, entry.record.key, "warning", reason))

    def _tell_conflicts(self, entry, step):
        for conflict in step.conflicts:
            mine, theirs = _shown(conflict.mine), _shown(conflict.theirs)
            reason = f"{conflict.field}: kept as edited here ({mine}); the file says {theirs}"
            self._warn(entry, reason)


def _shown(value):
    text = "nothing" if value in (None, "", []) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
