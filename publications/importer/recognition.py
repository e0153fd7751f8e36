"""Which paper an entry is: by what it was when it came before, by its key, by matching."""

from collections.abc import Callable

from profiles.models import Researcher
from profiles.slugs import make_slug
from publications.importer import mapping
from publications.importer.newcomers import Newcomers
from publications.importer.paper_store import Known, PaperState, PaperStore, by_checksum
from publications.importer.steps import Entry, base_name
from publications.matching import Form, PaperIndex, titles_agree, visible_to
from publications.matching.papers import first_family, stored_forms
from publications.models import FormerAddress, Publication, Source

NOBODY = ["", "", "", "", "", ""]


class Recogniser:
    """For one run; new papers go to its store."""

    def __init__(
        self, researcher: Researcher | None, files: list[str], store: PaperStore, warn: Callable
    ):
        self.files, self.store, self.warn = files, store, warn
        self.own = researcher.pk if researcher else None
        self.papers = visible_to(researcher)
        # Memories that entries of this run were found by, and those that it has overwritten.
        self.consumed, self.rewritten = set(), set()
        self.index = self.visible = None
        self.mine = self.linked = frozenset()
        # Whether to look also at papers that nobody seems to have touched.
        self.closely = False
        if researcher:
            self._look_as(researcher)

    def _look_as(self, researcher):
        self.visible = set(self.papers.values_list("pk", flat=True))
        self.linked = set(researcher.authorships.values_list("publication", flat=True))
        brought = Publication.objects.filter(owner=researcher).values_list("pk", flat=True)
        self.mine = self.linked.union(brought)

    def may_see(self, paper: int) -> bool:
        return self.visible is None or paper in self.visible

    # --- as it was before ---------------------------------------------------------------------

    def recall(self, entries: list[Entry], newcomers: Newcomers) -> None:
        """Finds, without reading them, those that were imported before as they are."""
        checksums = [entry.fingerprint for entry in entries if entry.fingerprint]
        found = by_checksum(checksums, newcomers.latest)
        for entry in entries if found else ():
            if known := self._recalled(found.get(entry.fingerprint, ())):
                entry.known, entry.paper = known, known.paper
                entry.is_done = known.is_settled and self._is_linked(known) and not self.closely
                self.consumed.add(known.source)
        self._look_again(entries, newcomers)

    def _is_linked(self, known):
        return not self.own or known.paper in self.linked

    def _recalled(self, found: list[Known]) -> Known | None:
        seen = [k for k in found if self.may_see(k.paper) and k.source not in self.rewritten]
        own = [known for known in seen if known.paper in self.mine] or seen
        free = [known for known in own if known.source not in self.consumed]
        return next(iter(free or own), None)

    def _look_again(self, entries, newcomers):
        """Who came since may be named on papers that are else as they were."""
        doubtful = {e.paper for e in entries if e.is_done and not e.known.is_recent}
        named = newcomers.named_on(doubtful) if doubtful else ()
        for entry in entries if named else ():
            entry.is_done = entry.is_done and entry.paper not in named

    def rewrite(self, source: int) -> bool:
        """Takes a memory for an entry that was changed in its file; False where it is taken."""
        if source in self.consumed:
            return False
        self.consumed.add(source)
        self.rewritten.add(source)
        return True

    # --- as another form of what is here ------------------------------------------------------

    def identify(self, entries: list[Entry]) -> None:
        """Sets the readings of entries that are not as before, and their papers, new ones too."""
        if not entries:
            return
        self._prepare()
        memories = self._memories(entries)
        for entry in entries:
            entry.reading = mapping.read(entry.record)
            values = entry.reading.values
            author = next(iter(values.get("authors", ())), NOBODY)
            form = Form.of(values, first_family(author[2], author[5]))
            form.paper = entry.paper = self._by_key(entry, form, memories) or self._matched(
                entry, form
            )
            self.index.add(form)

    def _prepare(self):
        """Everything in sight, in a handful of queries; not needed where nothing is new."""
        if self.index is not None:
            return
        self.index = PaperIndex(stored_forms(self.papers), prefer=self.mine)
        self.slugs = set(Publication.objects.order_by().values_list("slug", flat=True))
        self.slugs |= set(FormerAddress.objects.values_list("slug", flat=True))
        names = {base_name(name) for name in self.files}
        rows = Source.objects.filter(file__in=names).exclude(citation_key="").order_by("pk")
        self.by_key = {}
        for pk, *file_and_key in rows.values_list("pk", "file", "citation_key").iterator():
            self.by_key.setdefault(tuple(file_and_key), []).append(pk)

    def _memories(self, entries):
        """What entries of the same keys, in files of the same names, were: by primary key."""
        keys = {pk for e in entries for pk in self.by_key.get((e.source_file, e.key), ())}
        if not keys:  # Django's answer to an empty list would keep the entries in a circle
            return {}
        rows = Source.objects.filter(pk__in=keys)
        return {pk: row for pk, *row in rows.values_list("pk", "publication", "values__title")}

    def _by_key(self, entry, form, memories):
        """The entry was changed in its file: the same key there, and a title that agrees."""
        sources = self.by_key.get((entry.source_file, entry.key), ())
        told = [memories[source] for source in sources if source not in self.consumed]
        found = {
            paper
            for paper, title in told
            if self.may_see(paper) and titles_agree(form.title, title or "")
        }
        return found.pop() if len(found) == 1 else None

    def _matched(self, entry, form):
        match = self.index.find(form)
        for doubt in match.doubts:
            self.warn(entry, doubt)
        return match.paper or self.new_paper(entry).pk

    def new_paper(self, entry: Entry) -> PaperState:
        """An empty one with an address of its own."""
        entry.reading = entry.reading or mapping.read(entry.record)
        self._prepare()
        slug = make_slug(entry.reading.values["title"], self.slugs, fallback="")
        slug = slug or make_slug(entry.record.key, self.slugs, fallback="paper")
        self.slugs.add(slug)
        return self.store.make(slug, owner=self.own, is_draft=entry.reading.is_draft)
