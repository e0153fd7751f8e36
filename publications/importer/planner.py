"""What an import would do, entry by entry. Reads the database, writes nothing."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from sys import intern
from types import MappingProxyType

from django.db.models import Max

from profiles.compiled_queries import batched
from profiles.models import Researcher
from publications.bibtex import ParsedFile, Problem
from publications.importer import mapping
from publications.importer.entry_matching import EntryMatcher
from publications.importer.entry_merge import EntryApplier
from publications.importer.linking import Linker, Standing
from publications.importer.paper_store import FILL, Entry
from publications.importer.reading_lists import Answer, FileJudge
from publications.importer.report import SHOWN, Join, Plan, PlannedEntry, ReportedProblem, display
from publications.importer.uniting import BOOKKEEPING
from publications.importer.venues import Venues
from publications.matching import ResearcherIndex, naming_rows
from publications.models import ImportBatch

# Entries held in memory at a time.
CHUNK = 500
EDITED = "{}: kept as edited here ({}); the file says {}."
CONTRADICTS = (
    "{}: another entry of this paper says {}, which stays; what this one says, {}, is kept with it."
)
FEWER_AUTHORS = "authors: {} of the file take the place of {}; these go: {}."
UNKNOWN_MACRO = re.compile(r"unknown macro \\[A-Za-z]+")


def plan(
    files: Iterable[tuple[str, ParsedFile]],
    researcher: Researcher | None = None,
    *,
    update: str = FILL,
    by_operator: bool = False,
    draft: bool = False,
    skip: Collection[tuple[str, int]] = (),
    theirs: Collection[tuple[str, int, str]] = (),
    mine: Collection[tuple[str, int, str]] = (),
    papers: Mapping[tuple[str, int], int] = MappingProxyType({}),
    unnamed: Answer = Answer.LATER,
    is_own_site: bool = False,
    names: Collection[str] = (),
    progress: Callable[[int, int | None], None] = lambda done, total: None,
) -> Plan:
    """`files`: (name, what is in it: parsed, or reference_lists.Unparsed). `update`: as the command
    has it.

    `by_operator`: the command line or a manager asks. `draft`: new papers are not published.
    `skip`: (file, line) of entries to leave out; `theirs`: (file, line, field) of conflicts in
    which the file wins; `mine`: of changes that are not to be made. `papers`: (file, line) -> the
    paper that the entry is known to be. `unnamed`: what the researcher says of new papers that do
    not print their name. `is_own_site`: the files are of their own site,
    which says so of papers without authors. `names`: further ones of the researcher. `progress`:
    (entries read, of how many), None while that is not known.
    Raises nothing for what parsed files may hold.
    """
    choices = {"theirs": theirs, "mine": mine}
    choices |= {"update": update, "by_operator": by_operator, "names": names}
    planner = Planner(list(files), researcher, **choices)
    planner.draft, planner.skip = draft, set(skip)
    planner.judge.is_own_site = is_own_site
    planner.matcher.papers = papers
    result = planner.result
    for chunk in batched(planner.entries(), CHUNK):
        planner.add(chunk)
        progress(len(result.steps), None)
    progress(len(result.steps), len(result.steps))
    planner.settle(unnamed)
    used = {paper.venue for _handle, paper in result.papers.summaries()}
    result.new_venues = {n: venue for n, venue in planner.venues.new.items() if n in used}
    order = {name: at for at, name in enumerate(result.files)}
    problems = sorted(
        planner.reading_problems + result.problems,
        key=lambda problem: (order[problem.file], problem.line),
    )
    result.problems = list(_macros_once(problems))
    return result


def _macros_once(problems):
    """What is unknown once is unknown in each of hundreds of entries."""
    told = set()
    for problem in problems:
        macro = UNKNOWN_MACRO.search(problem.reason)
        if not macro or (macro[0], problem.severity) not in told:
            yield problem
        if macro:
            told.add((macro[0], problem.severity))


class Planner:
    def __init__(self, files, researcher, *, update, by_operator, theirs, mine, names=()):
        self.files, self.by_operator = files, by_operator
        self.own = researcher.pk if researcher else None
        self.result = Plan([name for name, _parsed in files], researcher)
        self.result.stamp = ImportBatch.objects.aggregate(last=Max("pk"))["last"]
        self.store = self.result.papers
        people = Researcher.objects.order_by("pk")
        if not by_operator:  # an import learns of nobody whose pages are not public
            people = people.public() | people.filter(pk=self.own)
        index = ResearcherIndex(naming_rows(people), {self.own: names})
        self.linker = Linker(index, self.own, by_operator=by_operator)
        self.judge = FileJudge(self.linker, self.store)
        self.matcher = EntryMatcher(researcher, self.store, self.linker, update, self._warn)
        self.venues = Venues()
        self.applier = EntryApplier(self.venues, update, theirs, mine)
        self.reading_problems = []

    def entries(self) -> Iterator[Entry]:
        """Those of all files, and what stands beside them into the plan."""
        for name, parsed in self.files:
            for record in parsed.records:
                if (name, record.line) not in self.skip:
                    yield Entry(name, record, "" if record.refused else mapping.fingerprint(record))
            self.reading_problems += [_reported(name, problem) for problem in parsed.problems]
            outside = {kind: getattr(parsed, kind) for kind in ("comments", "preambles", "strings")}
            if any(outside.values()):
                self.result.outside.append({"file": name} | outside)

    def add(self, entries: list[Entry]) -> None:
        """Take in the next few hundred entries."""
        for entry, state in self.matcher.match(entries, are_all=len(entries) < CHUNK):
            record = entry.record
            step = PlannedEntry(entry.file, record.line, record.key, "refused")
            if record.refused:
                raw = {"file": entry.file, "line": record.line, "raw": record.raw}
                self.result.refused.append(raw)
            elif state is None:
                step.action, step.publication = "unchanged", entry.known.slug
                self.judge.unchanged[step.file].append(entry.paper)
                self.store.fed.add(entry.paper)
            else:
                self._apply(entry, state, step)
            self.result.steps.append(step)

    # --- what becomes of one ------------------------------------------------------------------

    def _apply(self, entry, state, step):
        step.publication = state.slug
        problems = entry.reading.problems if entry.reading else ()
        self.result.problems += [_reported(entry.file, problem) for problem in problems]
        second = state.pk in self.store.fed
        self.store.fed.add(state.pk)
        own_row = state.row_of(self.own) if self.own else None
        outcome = self.applier.apply(entry, state, second=second, row=own_row)
        for warning in outcome.warnings:
            self._warn(entry, warning)
        if state.is_new and not second:
            state.is_draft |= self.draft
            step.action = "created"
        else:
            step.changes, step.conflicts = outcome.changes, outcome.conflicts
            step.action = "updated" if step.changes else "unchanged"
        if second:
            step.action = "unchanged" if entry.known else "merged"
        if entry.known:
            outcome.authors = [
                row for row in state.free if self.linker.is_newcomer(row.row, state.updated_at)
            ]
        if self._link(entry, step, state, outcome, own_row) and step.action == "unchanged":
            step.action = "updated"
        self._report(entry, step, outcome)

    def _link(self, entry, step, state, outcome, before):
        """Returns whether anybody was linked, or the researcher's own row is another."""
        values, free = outcome.values, [row for row in outcome.authors if not row.researcher]
        for warning in self.linker.link(state, outcome.authors, values.get("orcids", ())):
            self._warn(entry, warning)
        row = state.row_of(self.own) if self.own else None
        if row is not None and row is not before and values.get("selected"):
            row.is_selected = row.is_changed = True
        if self.own:
            is_selected = bool(values.get("selected"))
            self.judge.add(step, state, self.linker.standing(state), is_selected)
            if volume := entry.record.get("crossref"):
                self.judge.volumes.add((step.file, volume))
        return row is not before or any(row.researcher for row in free)

    def settle(self, unnamed: Answer) -> None:
        """When all entries were seen: what becomes of papers that do not print the name."""
        if not self.own:
            return
        for step, reason in self.judge.settle():
            step.action = "updated" if step.action == "unchanged" else step.action
            place = (step.file, step.line, step.key, "warning")
            self.result.problems.append(ReportedProblem(*place, intern(reason)))
        self.result.is_named = self.judge.total[Standing.NAMED] > 0
        if unnamed is Answer.LATER:
            return
        for handle in self.result.asked:
            paper = self.store[handle]
            if unnamed is Answer.THEIRS:
                self.linker.list_unnamed(paper)
            else:
                self.linker.refuse_unnamed(paper)
            self.store.spool()

    # --- what is reported ---------------------------------------------------------------------

    def _report(self, entry, step, outcome):
        if entry.match and entry.match.form:
            place = (step.file, step.line, step.key, step.publication)
            step.join = Join(*place, entry.match.why, *(entry.match.form.place or ()))
        for conflict in step.conflicts:
            reason = EDITED.format(conflict.field, *map(_preview, (conflict.mine, conflict.theirs)))
            self._warn(entry, reason)
        for change in (change for change in step.changes if change.field == "authors"):
            if len(change.theirs) < len(change.mine or ()):
                stay = {display([row]) for row in change.theirs}
                gone = [row for row in change.mine if display([row]) not in stay]
                names = (len(change.theirs), len(change.mine), _preview(gone))
                self._warn(entry, FEWER_AUTHORS.format(*names))
        for other in outcome.contradictions:
            reason = CONTRADICTS.format(other.field, *map(_preview, (other.mine, other.theirs)))
            self._warn(entry, reason, "info" if other.field in BOOKKEEPING else "warning")

    def _warn(self, entry, reason, severity="warning"):
        problem = Problem(entry.record.line, entry.record.key, severity, reason)
        self.result.problems.append(_reported(entry.file, problem))


def _reported(file, problem):
    """Files say the same of many entries: one text for all."""
    reason = intern(problem.reason)
    return ReportedProblem(file, problem.line, problem.key, problem.severity, reason)


def _preview(value):
    text = display(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
