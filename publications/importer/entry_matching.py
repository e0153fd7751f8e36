"""Which paper an entry is: by what it was when it came before, by its key, by matching."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from django.db.models import F, Q

from profiles.models import Researcher
from profiles.slugs import TakenSlugs, make_slug
from publications import citations
from publications.importer import mapping
from publications.importer.linking import Linker
from publications.importer.paper_store import (
    MOST_ENTRIES,
    NEVER,
    OVERWRITE,
    Entry,
    KnownSource,
    PaperState,
    PaperStore,
)
from publications.matching import PaperIndex, titles_agree, visible_to
from publications.matching.forms import (
    Form,
    contradiction,
    is_preprint,
    may_share_authors,
)
from publications.matching.paper_index import AT_ONCE, MOST_ALIKE, candidates, stored_forms
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    Publication,
    Source,
)

Reason = AuthorshipSuggestion.Reason
# By which an entry under its old key is known, where its title was changed.
COMPARED = ("title", "authors", "doi", "arxiv")

ANOTHERS = (
    "The same paper is here, brought by somebody else who has not named you; this entry becomes "
    "a paper of your own."
)

# How RIS and CSL-JSON begin that Vitae wrote, with the key or the address of the paper.
EXPORTED = re.compile(
    r'TY  - \w+\nID  - ([^\n]+)|\{(?s:.*?)\n *"id": "([^"]+)",\n *"citation-key": '
)


class EntryMatcher:
    """For one run; new papers go to its store. `warn`: (entry, reason)."""

    def __init__(
        self,
        researcher: Researcher | None,
        store: PaperStore,
        linker: Linker,
        update: str,
        warn: Callable,
    ):
        self.store, self.linker, self.update, self.warn = store, linker, update, warn
        self.researcher = researcher
        self.own = researcher.pk if researcher else None
        # Sources that entries of this run were recognised by, and those that it has overwritten.
        self.consumed, self.rewritten = set(), set()
        self.index = None
        self.slugs = TakenSlugs(Publication.objects.all(), FormerAddress.objects.all())
        # Of the papers looked up: those that the researcher may see, has, and has or brought.
        self.visible, self.linked, self.mine = set(), set(), set()
        # (file, line) -> the paper that somebody knows the entry to be.
        self.papers = {}
        # Paper of somebody else -> the new one of the researcher's own.
        self.instead = {}

    def match(
        self, entries: list[Entry], *, are_all: bool
    ) -> Iterator[tuple[Entry, PaperState | None]]:
        """Each of the next few hundred with its paper, as the entries before it have left it; with
        None where it is refused, or nothing is left to do for it.

        `are_all`: no more entries come; then only what they may be is loaded, and else all papers.
        """
        self._recognise(entries)
        unread = [e for e in entries if e.known is None and not e.record.refused]
        self._recognise_exported(unread)
        unknown = [e for e in unread if e.known is None]
        self._identify(unknown, are_all=are_all)
        self.store.fetch({e.paper for e in entries if e.paper and not e.is_done})
        for entry in entries:
            state = None
            if not (entry.record.refused or entry.is_done):
                state = self._writable(entry)
                entry.source = self._source(entry, state)
                self._forget_address(entry, state)
            yield entry, state
        self.store.release()

    def _look_up(self, papers):
        """Which of these papers are the researcher's, or in their sight."""
        if not self.researcher:
            return
        names = self.researcher.authorships.filter(publication__in=papers).order_by()
        linked = set(names.values_list("publication", flat=True))
        questions = self.researcher.authorship_suggestions.filter(
            reason=Reason.UNNAMED, authorship__publication__in=papers
        )
        linked.update(questions.values_list("authorship__publication", flat=True))
        visible = self._visible().filter(pk__in=papers)
        self.visible.update(visible.values_list("pk", flat=True))
        self.linked |= linked
        brought = papers.filter(owner=self.researcher).order_by()
        self.mine |= linked.union(brought.values_list("pk", flat=True))

    # --- as it was before ---------------------------------------------------------------------

    def _recognise(self, entries):
        """Finds, without reading them, those that were imported before as they are."""
        checksums = [entry.fingerprint for entry in entries if entry.fingerprint]
        sources = self._sources(checksums)
        for entry in entries:
            if choices := sources.get(entry.fingerprint):
                known = choices.pop() if len(choices) > 1 else choices[0]
                entry.known, entry.paper = known, known.paper
                is_linked = not self.own or known.paper in self.linked
                # Whoever asks for the file's word wants each paper looked at, however edited.
                is_settled = known.is_settled and self.update != OVERWRITE
                entry.is_done = is_settled and is_linked
                self.consumed.add(known.source)
        # Who came since may be named on papers that are else as they were.
        doubtful = {e.paper for e in entries if e.is_done and not e.known.is_recent}
        if not doubtful:
            return
        rows = Authorship.objects.filter(publication__in=doubtful, researcher=None).order_by()
        rows = rows.exclude(role=Authorship.Role.LISTED)
        names = ("given", "family", "particle", "suffix", "literal")
        rows = rows.values_list("publication", "publication__updated_at", *names)
        named = {p for p, since, *name in rows if self.linker.is_newcomer(["", *name], since)}
        for entry in entries:
            entry.is_done = entry.is_done and entry.paper not in named

    def _sources(self, checksums):
        """Checksum -> the entries that had it, the one to take next last; in one query."""
        rows = Source.objects.filter(checksum__in=checksums).order_by("pk")
        rows = rows.annotate(
            is_settled=Q(settled_at=F("publication__updated_at")),
            is_recent=Q(publication__updated_at__gte=self.linker.latest_change),
        )
        sources, names = defaultdict(list), ("pk", "publication", "publication__slug")
        for checksum, *row in rows.values_list("checksum", *names, "is_settled", "is_recent"):
            sources[checksum].append(KnownSource(*row))
        if papers := {source.paper for rows in sources.values() for source in rows}:
            self._look_up(Publication.objects.filter(pk__in=papers))
        return {checksum: self._choices(rows) for checksum, rows in sources.items()}

    def _choices(self, sources):
        """Those that no entry was yet, the first last; before them, for further ones, the first."""
        seen = [s for s in sources if self._may_see(s.paper) and s.source not in self.rewritten]
        preferred = [source for source in seen if source.paper in self.mine] or seen
        free = [source for source in preferred if source.source not in self.consumed]
        return preferred[:1] + free[::-1]

    def _visible(self):
        return visible_to(self.researcher, by_operator=self.linker.by_operator)

    def _may_see(self, paper):
        return not self.own or paper in self.visible

    def _recognise_exported(self, entries):
        """Finds those that are what Vitae would export: they say nothing new of their papers."""
        matches = [(entry, EXPORTED.match(entry.record.raw)) for entry in entries]
        written = [(entry, match[1] or match[2]) for entry, match in matches if match]
        if not (keys := {key for _entry, key in written}):
            return
        papers = self._visible().filter(Q(slug__in=keys) | Q(citation_key__in=keys))
        pks = list(papers.values_list("pk", flat=True)[:AT_ONCE])
        papers = Publication.objects.filter(pk__in=pks)
        self._look_up(papers)
        by_key = defaultdict(list)
        for paper in citations.with_citation_data(papers):
            for key in {paper.slug, paper.citation_key}:
                by_key[key].append(paper)
        for entry, key in written:
            papers = (p for p in by_key[key][:MOST_ALIKE] if not self.own or p.pk in self.linked)
            if paper := next(
                (p for p in papers if citations.is_written(p, entry.record.raw)), None
            ):
                entry.known = KnownSource(0, paper.pk, paper.slug, True, True)
                entry.paper, entry.is_done = paper.pk, True

    # --- as another form of what is here ------------------------------------------------------

    def _identify(self, entries, *, are_all):
        """Sets the readings of entries that are not as before, and their papers, new ones too."""
        if not entries:
            return
        forms = []
        if self.papers:
            self._look_up(Publication.objects.filter(pk__in=self.papers.values()))
        for entry in entries:
            entry.reading = mapping.read(entry.record)
            forms.append(
                Form.from_values(entry.reading.values, place=(entry.file, entry.record.line))
            )
        if self.index is None:
            stored = self._stored_forms(forms, are_all=are_all)
            is_of_one = bool(self.researcher)
            self.index = PaperIndex(stored, prefer=self.mine, is_of_one=is_of_one)
        self.index.load(forms)
        sources = self._load_sources(entries)
        self.slugs.look_up(make_slug(e.reading.values["title"], fallback="paper") for e in entries)
        for entry, form in zip(entries, forms, strict=True):
            known = self.papers.get((entry.file, entry.record.line))
            entry.paper = known if known in self.visible else self._by_key(entry, form, sources)
            if entry.paper is None:
                entry.match = self.index.find(form)
                for doubt in entry.match.doubts:
                    self.warn(entry, doubt)
                entry.paper = entry.match.paper or self._new_paper(entry).pk
            form.paper = entry.paper
            self.index.add(form)

    def _stored_forms(self, forms, *, are_all):
        """What is here and in sight; where no other entries come, what `forms` may be forms of."""
        papers = Publication.objects.all()
        if are_all:
            if not (found := candidates(forms)):
                return ()
            papers = papers.filter(pk__in=found)
        self._look_up(papers)
        return stored_forms(self._visible().filter(pk__in=papers))

    def _load_sources(self, entries):
        """(file, key) of an entry -> (primary key, paper, values) of what had them before; no more
        than a key has where it is meant to be one.
        """
        rows = Source.objects.filter(citation_key__in={e.key for e in entries} - {""})
        rows = rows.filter(file__in={e.source_file for e in entries}).order_by("pk")
        by_key = defaultdict(list)
        for pk, *file_and_key in rows.values_list("pk", "file", "citation_key"):
            if pk not in self.consumed:
                by_key[tuple(file_and_key)].append(pk)
        keys = {pk for some in by_key.values() for pk in some[:MOST_ALIKE]}
        # Whole: one key of a JSON column comes as a number where its text is one ("1984").
        rows = Source.objects.filter(pk__in=keys).values_list("pk", "publication", "values")
        sources = {row[0]: row for row in rows} if keys else {}
        if papers := {paper for _pk, paper, _values in sources.values()}:
            self._look_up(Publication.objects.filter(pk__in=papers))
        return {name: [sources[pk] for pk in some[:MOST_ALIKE]] for name, some in by_key.items()}

    def _by_key(self, entry, form, sources):
        """The entry was changed in its file: the same key there, and a title that agrees."""
        papers = {
            paper
            for pk, paper, values in sources.get((entry.source_file, entry.key), ())
            if pk not in self.consumed and self._may_see(paper) and _may_be_edited(form, values)
        }
        return papers.pop() if len(papers) == 1 else None

    def _new_paper(self, entry):
        """An empty one with an address of its own."""
        entry.reading = entry.reading or mapping.read(entry.record)
        slug = make_slug(entry.reading.values["title"], self.slugs, fallback="")
        slug = slug or make_slug(entry.record.key, self.slugs, fallback="paper")
        self.slugs.add(slug)
        return self.store.make(slug, owner=self.own, is_draft=entry.reading.is_draft)

    # --- which paper is written on, and which of its sources ----------------------------------

    def _writable(self, entry):
        """The paper, unless it is another's that this import may not write on: then one's own."""
        state = self.store[entry.paper]
        is_own = not self.own or state.is_new or state.pk in self.mine
        if self.linker.by_operator or is_own or self.linker.names_own(state):
            return state
        entry.known = entry.match = None
        if state.pk in self.instead:
            entry.reading = entry.reading or mapping.read(entry.record)
            self.store.fetch({self.instead[state.pk]})
        else:
            self.instead[state.pk] = self._new_paper(entry).pk
            self.warn(entry, ANOTHERS)
        return self.store[self.instead[state.pk]]

    def _forget_address(self, entry, state):
        """What has no key is exported under its address: that makes it no key of the paper."""
        is_address = not state.is_new and entry.key == state.slug
        if is_address and entry.reading and not state.columns.get("citation_key"):
            entry.reading.values.pop("citation_key", None)

    def _source(self, entry, state):
        """What the entry was before, as it is, or before its file changed it, perhaps its key."""
        if entry.known:
            return next(s for s in state.sources if s.pk == entry.known.source)
        if self.update == NEVER and not state.is_new:
            return None
        kind = is_preprint(entry.reading.values)
        sources = [s for s in state.sources if s.pk and s.file == entry.source_file]
        same = [s for s in sources if s.citation_key == entry.key]
        if not any(is_preprint(source.values) == kind for source in same):
            imported = [s for s in sources[:MOST_ENTRIES] if s.researcher == self.own]
            renamed = [source for source in imported if is_preprint(source.values) == kind]
            same = renamed if len(renamed) == 1 else []
        for source in same:
            if source.pk not in self.consumed and is_preprint(source.values) == kind:
                self.consumed.add(source.pk)
                self.rewritten.add(source.pk)
                return source
        return None


def _may_be_edited(form, values):
    """Whether the entry that said `values` became `form`: if the title changed, little else did;
    if it did not, somebody who made it stands there still: two files may be called one name, and
    each begin with an introduction.
    """
    before = Form.from_values({name: values[name] for name in COMPARED if name in values})
    if not titles_agree(form.title, before.title):
        return False
    if before.title_key == form.title_key:
        return may_share_authors(form, before, is_sure=True)
    return not contradiction(form, before, "doi")
