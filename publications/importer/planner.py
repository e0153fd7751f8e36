"""What an import would do, entry by entry. Reads the database, writes nothing."""

from collections.abc import Callable, Collection, Iterable
from itertools import islice
from sys import intern

from django.db.models import Max

from profiles.models import Researcher
from publications.bibtex import ParsedFile, Problem
from publications.importer import mapping, merging
from publications.importer.linking import Linker
from publications.importer.newcomers import Newcomers
from publications.importer.placing import Placer
from publications.importer.recognition import Recogniser
from publications.importer.report import Told
from publications.importer.steps import Entry, Plan, Step
from publications.importer.venues import Venues
from publications.matching import ResearcherIndex
from publications.models import ImportBatch

# Entries held in memory at a time.
CHUNK = 500
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
    progress: Callable[[int, int | None], None] = lambda done, total: None,
) -> Plan:
    """`files`: (name, what was parsed, or Unparsed). `update`: as the command has it.

    `trusted`: the command line or a manager asks. `draft`: new papers are not published.
    `skip`: (file, line) of entries to leave out; `theirs`: (file, line, field) of conflicts in
    which the file wins. `progress`: (entries read, of how many), None while that is not known.
    Raises nothing for what parsed files may hold.
    """
    planner = Planner(list(files), researcher, update=update, trusted=trusted, theirs=theirs)
    planner.draft, planner.skip, planner.progress = draft, set(skip), progress
    return planner.run()


ANOTHERS = (
    "The same paper is here, brought by somebody else who has not named you; this entry becomes "
    "a paper of your own."
)


class Planner:
    def __init__(self, files, researcher, *, update, trusted, theirs):
        self.files, self.trusted = files, trusted
        self.own = researcher.pk if researcher else None
        self.result = Plan(researcher, [name for name, _parsed in files])
        self.result.stamp = ImportBatch.objects.aggregate(last=Max("pk"))["last"]
        self.store = self.result.papers
        self.recogniser = Recogniser(researcher, self.result.files, self.store, self._warn)
        self.linker = Linker(self._people(), self.own, trusted=trusted)
        self.newcomers = Newcomers(self.linker)
        # Whoever asks for the file's word wants each paper looked at, however it was edited.
        self.recogniser.closely = update == merging.OVERWRITE
        self.venues = Venues()
        self.placer = Placer(self.recogniser, self.venues, update, theirs)
        self.instead = {}
        self.read = []

    def _people(self):
        """Untrusted, an import learns of nobody whose pages are not public."""
        people = Researcher.objects.order_by("pk")
        if not self.trusted:
            people = people.public() | people.filter(pk=self.own)
        return ResearcherIndex(people)

    def run(self) -> Plan:
        result, entries = self.result, self._entries()
        while chunk := list(islice(entries, CHUNK)):
            self._chunk(chunk)
            self.progress(len(result.steps), None)
        self.progress(len(result.steps), len(result.steps))
        used = {paper.venue for paper in self.store.papers.values()}
        result.new_venues = {n: venue for n, venue in self.venues.new.items() if n in used}
        order = {name: at for at, name in enumerate(result.files)}
        result.problems = sorted(
            self.read + result.problems, key=lambda told: (order[told.file], told.line)
        )
        return result

    def _entries(self):
        for name, parsed in self.files:
            for record in parsed.records:
                if (name, record.line) not in self.skip:
                    yield Entry(name, record, "" if record.refused else mapping.fingerprint(record))
            self.read += [_told(name, problem) for problem in parsed.problems]
            self.result.outside += _outside(name, parsed)

    def _chunk(self, entries):
        self.recogniser.recall(entries, self.newcomers)
        fresh = [e for e in entries if e.known is None and not e.record.refused]
        self.recogniser.identify(fresh)
        self.store.fetch({e.paper for e in entries if e.paper and not e.is_done})
        self.result.steps += [self._step(entry) for entry in entries]
        self.store.release()

    # --- what becomes of one ------------------------------------------------------------------

    def _step(self, entry):
        step = Step(entry.file, entry.record.line, entry.record.key, "refused")
        if entry.record.refused:
            raw = {"file": entry.file, "line": step.line, "raw": entry.record.raw}
            self.result.refused.append(raw)
        elif entry.is_done:
            step.action, step.publication = "unchanged", entry.known.slug
            self.store.feed(entry.paper)
        else:
            self._place(entry, step)
        return step

    def _place(self, entry, step):
        state = self._paper(entry)
        step.publication = state.slug
        for problem in entry.reading.problems if entry.reading else ():
            self.result.problems.append(_told(entry.file, problem))
        second, state.in_run = state.in_run, True
        self._fill(entry, state, step, second=second)

    def _paper(self, entry):
        """The paper, unless it is another's that this import may not write on: then one's own."""
        state = self.store.papers[entry.paper]
        is_own = not self.own or state.is_new or state.pk in self.recogniser.mine
        if self.trusted or is_own or self.linker.names_own(state):
            return state
        entry.known = None
        if state.pk in self.instead:
            entry.reading = entry.reading or mapping.read(entry.record)
            self.store.fetch({self.instead[state.pk]})
        else:
            self.instead[state.pk] = self.recogniser.new_paper(entry).pk
            self._warn(entry, ANOTHERS)
        return self.store.papers[self.instead[state.pk]]

    def _fill(self, entry, state, step, *, second):
        had = self._own_row(state)
        if state.is_new and not second:
            state.is_draft |= self.draft
            said, rows = self.placer.create(entry, state), state.authors
            step.action = "created"
        else:
            said, rows = self.placer.merge(entry, state, step, second=second, row=had)
            step.action = self._action(entry, step, second=second)
            if entry.known:
                rows = self.newcomers.rows_of(state)
        if self._link(entry, state, rows, said) and step.action == "unchanged":
            step.action = "updated"
        self._tell_conflicts(entry, step)

    def _action(self, entry, step, *, second):
        if second:
            return "merged" if entry.known is None else "unchanged"
        return "updated" if step.changes else "unchanged"

    def _own_row(self, state):
        return state.row_of(self.own) if self.own else None

    def _link(self, entry, state, rows, said):
        """Returns whether anybody was linked, or the researcher's own row is another."""
        had, free = self._own_row(state), [row for row in rows if not row.researcher]
        for warning in self.linker.link(state, rows, said.get("orcids", ())):
            self._warn(entry, warning)
        row = self._own_row(state)
        if row is not None and row is not had and said.get("selected"):
            row.is_selected = row.is_changed = True
        return row is not had or any(row.researcher for row in free)

    # --- what is told -------------------------------------------------------------------------

    def _warn(self, entry, reason):
        problem = Problem(entry.record.line, entry.record.key, "warning", reason)
        self.result.problems.append(_told(entry.file, problem))

    def _tell_conflicts(self, entry, step):
        for conflict in step.conflicts:
            mine, theirs = _shown(conflict.mine), _shown(conflict.theirs)
            reason = f"{conflict.field}: kept as edited here ({mine}); the file says {theirs}."
            self._warn(entry, reason)


def _told(file, problem):
    """Files say the same of many entries: one text for all."""
    return Told(file, problem.line, problem.key, problem.severity, intern(problem.reason))


def _outside(file, parsed):
    said = {"comments": parsed.comments, "preambles": parsed.preambles, "strings": parsed.strings}
    return [{"file": file} | said] if any(said.values()) else []


def _shown(value):
    text = "nothing" if value in (None, "", []) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
