"""What an import would do, entry by entry. Reads the database, writes nothing."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePath

from django.db.models import Max

from profiles.models import Researcher
from profiles.slugs import make_slug
from publications import entry_types
from publications.bibtex import ParsedFile, Problem, Record
from publications.importer import mapping, merging
from publications.importer.linking import Linker, realign
from publications.importer.merging import Change, Merge
from publications.importer.report import Report, Told
from publications.importer.state import (
    AuthorState,
    PaperState,
    SourceState,
    VersionState,
    by_checksum,
    load,
)
from publications.importer.venues import Venues
from publications.matching import Form, PaperIndex, ResearcherIndex, is_preprint, visible_to
from publications.matching.papers import first_family, stored_forms
from publications.matching.titles import titles_agree
from publications.models import ImportBatch, Publication, Source

CHUNK = 500
SHOWN = 60


@dataclass(slots=True)
class Step:
    """One entry: what becomes of it, on which paper, and which fields it would change."""

    file: str
    line: int
    key: str
    action: str
    paper: PaperState | None = None
    changes: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class Plan:
    """`papers` are those to write; `stamp` tells whether another import came between."""

    researcher: Researcher | None
    files: list[str]
    steps: list[Step] = field(default_factory=list)
    papers: list[PaperState] = field(default_factory=list)
    new_venues: list = field(default_factory=list)
    problems: list[Told] = field(default_factory=list)
    refused: list[dict] = field(default_factory=list)
    stamp: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.papers)

    def report(self) -> Report:
        records = [
            {
                "file": step.file,
                "line": step.line,
                "key": step.key,
                "action": step.action,
                "publication": step.paper.slug if step.paper else "",
            }
            for step in self.steps
        ]
        conflicts = sum(len(step.conflicts) for step in self.steps)
        return Report(self.files, records, self.problems, conflicts)


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
    planner = Planner(list(files), researcher, update=update, trusted=trusted, draft=draft)
    planner.skip, planner.theirs, planner.progress = set(skip), set(theirs), progress
    return planner.run()


@dataclass(slots=True)
class Entry:
    """A record on its way: what is known of it before its paper is loaded."""

    file: str
    record: Record
    fingerprint: str
    source: int | None = None
    paper: object = None
    reading: mapping.Reading | None = None

    @property
    def source_file(self) -> str:
        """The folder does not count: the same file may be given by another path."""
        return PurePath(self.file).name[-500:]

    @property
    def key(self) -> str:
        return self.record.key[:200]


class Planner:
    def __init__(self, files, researcher, *, update, trusted, draft):
        self.files, self.researcher = files, researcher
        self.update, self.trusted, self.draft = update, trusted, draft
        self.own = researcher.pk if researcher else None
        self.result = Plan(researcher, [name for name, _parsed in files])
        self.loaded, self.instead, self.touched = {}, {}, {}
        self.index = None

    def run(self) -> Plan:
        self.result.stamp = ImportBatch.objects.aggregate(last=Max("pk"))["last"]
        self._look_around()
        entries = [entry for name, parsed in self.files for entry in self._entries(name, parsed)]
        self._recognise(entries)
        for start in range(0, len(entries), CHUNK):
            self._chunk(entries[start : start + CHUNK])
            self.progress(min(start + CHUNK, len(entries)), len(entries))
        self.result.papers = [state for state in self.touched.values() if state.is_changed]
        self.result.new_venues = [v for v in self.venues.new if self._is_used(v)]
        self.result.problems.sort(key=lambda p: (self.result.files.index(p.file), p.line))
        return self.result

    def _is_used(self, venue):
        return any(state.venue is venue for state in self.result.papers)

    def _look_around(self):
        people = Researcher.objects.order_by("pk")
        if not self.trusted:
            people = (people.public() | Researcher.objects.filter(pk=self.own)).order_by("pk")
        self.linker = Linker(ResearcherIndex(people), self.own, trusted=self.trusted)
        self.venues = Venues()
        self.papers = visible_to(self.researcher)
        self.visible = self.mine = None
        if self.own:
            self.visible = set(self.papers.values_list("pk", flat=True))
            linked = self.researcher.authorships.values_list("publication", flat=True)
            brought = Publication.objects.filter(owner=self.own).values_list("pk", flat=True)
            self.mine = set(linked) | set(brought)

    def _entries(self, name, parsed):
        for problem in parsed.problems:
            self._tell(name, problem)
        for record in parsed.records:
            if (name, record.line) in self.skip:
                continue
            yield Entry(name, record, "" if record.refused else mapping.fingerprint(record))

    def _tell(self, file, problem: Problem):
        told = Told(file, problem.line, problem.key, problem.severity, problem.reason)
        self.result.problems.append(told)

    def _warn(self, entry, reason):
        self._tell(entry.file, Problem(entry.record.line, entry.record.key, "warning", reason))

    # --- which paper --------------------------------------------------------------------------

    def _recognise(self, entries):
        """Entries that were imported before, as they are: by fingerprint, without reading them."""
        self.consumed = set()
        rest = iter([entry for entry in entries if entry.fingerprint])
        while chunk := list(islice(rest, CHUNK)):
            known = by_checksum([entry.fingerprint for entry in chunk])
            for entry in chunk:
                entry.source, entry.paper = self._recalled(known.get(entry.fingerprint, ()))
                self.consumed.add(entry.source)

    def _recalled(self, found):
        seen = [pair for pair in found if self.visible is None or pair[1] in self.visible]
        own = [pair for pair in seen if self.mine and pair[1] in self.mine]
        free = [pair for pair in own or seen if pair[0] not in self.consumed]
        return next(iter(free or own or seen), (None, None))

    def _chunk(self, entries):
        for entry in entries:
            if entry.source is None and not entry.record.refused:
                self._identify(entry)
        keys = {e.paper for e in entries if isinstance(e.paper, int)} - self.loaded.keys()
        self.loaded |= load(list(keys)) if keys else {}
        for entry in entries:
            self.result.steps.append(self._step(entry))

    def _identify(self, entry):
        entry.reading = mapping.read(entry.record)
        values = entry.reading.values
        author = next(iter(values.get("authors", ())), [""] * 6)
        form = Form.of(values, first_family(author[2], author[5]))
        self._prepare_index()
        entry.paper = self._by_file_and_key(entry, form)
        if entry.paper is None:
            match = self.index.find(form)
            entry.paper = match.paper
            for doubt in match.doubts:
                self._warn(entry, doubt)
        if entry.paper is None:
            entry.paper = self._new_paper(entry)
        form.paper = entry.paper
        self.index.add(form)

    def _prepare_index(self):
        if self.index is not None:
            return
        self.index = PaperIndex(stored_forms(self.papers), prefer=self.mine)
        names = {PurePath(name).name[-500:] for name in self.result.files}
        rows = Source.objects.filter(file__in=names).exclude(citation_key="").order_by("pk")
        self.by_key = {}
        for file, key, *row in rows.values_list(
            "file", "citation_key", "pk", "publication", "values__title"
        ):
            self.by_key.setdefault((file, key), []).append(row)
        self.slugs = set(Publication.objects.order_by().values_list("slug", flat=True))

    def _by_file_and_key(self, entry, form):
        """The entry was changed in its file: the same key there, and a title that agrees."""
        found = {
            paper
            for source, paper, title in self.by_key.get((entry.source_file, entry.key), ())
            if source not in self.consumed
            and (self.visible is None or paper in self.visible)
            and titles_agree(form.title, title or "")
        }
        return found.pop() if len(found) == 1 else None

    def _new_paper(self, entry):
        title = entry.reading.values["title"]
        fallback = make_slug(entry.record.key, (), fallback="paper")
        slug = make_slug(title, self.slugs, fallback=fallback)
        self.slugs.add(slug)
        return PaperState(slug, owner=self.own, is_draft=self.draft or entry.reading.is_draft)

    # --- what becomes of it -------------------------------------------------------------------

    def _step(self, entry):
        step = Step(entry.file, entry.record.line, entry.record.key, "refused")
        if entry.record.refused:
            self.result.refused.append(
                {"file": entry.file, "line": step.line, "raw": entry.record.raw}
            )
            return step
        state = step.paper = self._paper(entry)
        if entry.reading:
            for problem in entry.reading.problems:
                self._tell(entry.file, problem)
        is_first, state.in_run = not state.in_run, True
        self.touched[id(state)] = state
        if state.is_new and is_first:
            self._create(entry, state)
            step.action = "created"
            return step
        self._merge(entry, step, state, second=not is_first)
        return step

    def _paper(self, entry):
        """The paper, unless it is another's that this import may not write on."""
        if isinstance(entry.paper, PaperState):
            return entry.paper
        state = self.loaded[entry.paper]
        if self.trusted or not self.own or state.pk in self.mine or self.linker.names_own(state):
            return state
        if state.pk not in self.instead:
            entry.reading = entry.reading or mapping.read(entry.record)
            self._prepare_index()
            self.instead[state.pk] = self._new_paper(entry)
        entry.source = None
        entry.reading = entry.reading or mapping.read(entry.record)
        return self.instead[state.pk]

    def _create(self, entry, state):
        said = entry.reading.values
        state.columns = {n: v for n, v in said.items() if n in mapping.columns.COLUMNS}
        state.links, state.awards = list(said.get("links", ())), list(said.get("awards", ()))
        state.fields = list(said.get("fields", ()))
        state.authors = [AuthorState(row, is_changed=True) for row in said.get("authors", ())]
        state.venue = self._venue(entry)
        state.sources.append(self._source(entry, said))
        self._link(entry, state, state.authors, said)

    def _merge(self, entry, step, state, *, second):
        linked_before = self._own_row(state)
        if entry.source is not None:
            source = next(s for s in state.sources if s.pk == entry.source)
            said, rows = source.values, []
        else:
            said = entry.reading.values
            source = self._source_on(entry, state)
            rows = self._changes(entry, step, state, source, said, second=second)
        if entry.source is not None:
            outcome = self._outcome(entry, state, source, said, second=second)
            step.changes, step.conflicts = outcome.changes, outcome.conflicts
            rows = self._realigned(state, said, outcome)
        self._link(entry, state, rows, said)
        linked = self._own_row(state) is not linked_before
        self._finish(entry, step, linked=linked, second=second)

    def _changes(self, entry, step, state, source, said, *, second):
        """Of an entry that is new, or new in this form: where it goes, and what it changes."""
        if self.update == merging.NEVER and not second:
            return []
        is_known = source in state.sources
        if not is_known:
            promoted = self._place(state, source, said)
            step.changes += promoted
            state.sources.append(source)
        outcome = self._outcome(entry, state, source, said, second=second)
        step.changes += outcome.changes
        step.conflicts = outcome.conflicts
        self._selected(state, source.values, said)
        self._remember(entry, source, said)
        self._set_venue(entry, state, promoted=not is_known and bool(promoted))
        return self._realigned(state, said, outcome)

    def _outcome(self, entry, state, source, said, *, second):
        theirs = {
            f for file, line, f in self.theirs if (file, line) == (entry.file, entry.record.line)
        }
        return Merge(state, source, self.update, second=second, theirs=theirs).apply(said)

    def _place(self, state, source, said):
        """The lead, a version that is here, or a new one; a published form takes the lead."""
        of_preprint = is_preprint(said)
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if of_preprint == lead_is_preprint:
            return []
        if not of_preprint:
            return merging.promote(state, said)
        source.version = next(iter(others), None)
        if source.version is None:
            source.version = VersionState({}, is_changed=True)
            state.versions.append(source.version)
        return []

    def _realigned(self, state, said, outcome):
        if any(change.field == "authors" for change in outcome.changes):
            return realign(state, said["authors"])
        return []

    def _source_on(self, entry, state):
        """The memory of this entry of this file, or a new one."""
        for source in state.sources:
            same = (source.file, source.key) == (entry.source_file, entry.key)
            if same and source.pk and source.pk not in self.consumed:
                self.consumed.add(source.pk)
                return source
        return self._source(entry, {})

    def _source(self, entry, said):
        source = SourceState(said, "", entry.source_file, entry.key)
        self._remember(entry, source, said)
        return source

    def _remember(self, entry, source, said):
        record = entry.record
        source.values, source.fingerprint, source.is_changed = said, entry.fingerprint, True
        source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
        source.fields = [list(pair) for pair in record.fields]

    def _venue(self, entry):
        values = entry.reading.values
        kind = entry_types.known(values["entry_type"]) if values.get("entry_type") else "misc"
        return self.venues.find(values.get("container_title", ""), entry.reading.abbr, kind)

    def _set_venue(self, entry, state, *, promoted):
        """Only where there is none yet: which venue it is, is for people to say."""
        if is_preprint(entry.reading.values) or (state.venue and not promoted):
            return
        venue = self._venue(entry)
        if venue and venue != state.venue and (promoted or not state.sources[:-1]):
            state.venue = venue
            state.changed.add("venue")

    def _own_row(self, state):
        return state.row_of(self.own) if self.own else None

    def _link(self, entry, state, rows, said):
        had = self._own_row(state)
        for warning in self.linker.link(state, rows):
            self._warn(entry, warning)
        row = self._own_row(state)
        if row is not None and row is not had and said.get("selected"):
            row.is_selected, row.is_changed = True, True

    def _selected(self, state, before, said):
        """The file changed its mind; unless the researcher did, too."""
        row, was, now = (
            self._own_row(state),
            bool(before.get("selected")),
            bool(said.get("selected")),
        )
        if row is not None and before and was != now and row.is_selected == was:
            row.is_selected, row.is_changed = now, True

    def _finish(self, entry, step, *, linked, second):
        if second:
            step.action = "unchanged" if entry.source is not None else "merged"
        else:
            step.action = "updated" if step.changes or linked else "unchanged"
        for conflict in step.conflicts:
            self._warn(
                entry,
                f"{conflict.field}: kept as edited here ({_shown(conflict.mine)}); "
                f"the file says {_shown(conflict.theirs)}",
            )


def _shown(value):
    text = "nothing" if value in (None, "", []) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
