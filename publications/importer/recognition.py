"""Which paper an entry is: by what it was when it came before, by its key, by matching."""

from collections.abc import Callable
from itertools import islice

from profiles.models import Researcher
from profiles.slugs import make_slug
from publications.importer import mapping
from publications.importer.state import PaperState, by_checksum
from publications.importer.steps import Entry, base_name
from publications.matching import Form, PaperIndex, titles_agree, visible_to
from publications.matching.papers import first_family, stored_forms
from publications.models import Publication, Source

CHUNK = 500
NOBODY = ["", "", "", "", "", ""]


class Recogniser:
    """For one run. `consumed` are the memories that an entry of this run was found by."""

    def __init__(self, researcher: Researcher | None, files: list[str], warn: Callable):
        self.files, self.warn = files, warn
        self.own = researcher.pk if researcher else None
        self.papers = visible_to(researcher)
        self.consumed = set()
        self.index = self.visible = None
        self.mine = set()
        if researcher:
            self._look_as(researcher)

    def _look_as(self, researcher):
        self.visible = set(self.papers.values_list("pk", flat=True))
        linked = researcher.authorships.values_list("publication", flat=True)
        brought = Publication.objects.filter(owner=researcher).values_list("pk", flat=True)
        self.mine = {*linked, *brought}

    def may_see(self, paper: int) -> bool:
        return self.visible is None or paper in self.visible

    # --- as it was before ---------------------------------------------------------------------

    def recall(self, entries: list[Entry]) -> None:
        """Entries that were imported before, as they are: found without reading them."""
        rest = iter([entry for entry in entries if entry.fingerprint])
        while chunk := list(islice(rest, CHUNK)):
            known = by_checksum([entry.fingerprint for entry in chunk])
            for entry in chunk:
                entry.source, entry.paper = self._recalled(known.get(entry.fingerprint, ()))
                self.consumed.add(entry.source)

    def _recalled(self, found):
        seen = [(source, paper) for source, paper in found if self.may_see(paper)]
        own = [(source, paper) for source, paper in seen if paper in self.mine] or seen
        free = [(source, paper) for source, paper in own if source not in self.consumed]
        return next(iter(free or own), (None, None))

    # --- as another form of what is here ------------------------------------------------------

    def identify(self, entry: Entry) -> None:
        """Sets the entry's reading and its paper, which may be a new one."""
        entry.reading = mapping.read(entry.record)
        values = entry.reading.values
        author = next(iter(values.get("authors", ())), NOBODY)
        form = Form.of(values, first_family(author[2], author[5]))
        self._prepare()
        entry.paper = self._by_file_and_key(entry, form) or self._by_matching(entry, form)
        form.paper = entry.paper
        self.index.add(form)

    def _prepare(self):
        """Everything in sight, in a handful of queries; not needed where nothing is new."""
        if self.index is not None:
            return
        self.index = PaperIndex(stored_forms(self.papers), prefer=self.mine)
        names = {base_name(name) for name in self.files}
        rows = Source.objects.filter(file__in=names).exclude(citation_key="").order_by("pk")
        self.by_key = {}
        columns = ("file", "citation_key", "pk", "publication", "values__title")
        for file, key, *row in rows.values_list(*columns):
            self.by_key.setdefault((file, key), []).append(row)
        self.slugs = set(Publication.objects.order_by().values_list("slug", flat=True))

    def _by_file_and_key(self, entry, form):
        """The entry was changed in its file: the same key there, and a title that agrees."""
        found = {
            paper
            for source, paper, title in self.by_key.get((entry.source_file, entry.key), ())
            if source not in self.consumed
            and self.may_see(paper)
            and titles_agree(form.title, title or "")
        }
        return found.pop() if len(found) == 1 else None

    def _by_matching(self, entry, form):
        match = self.index.find(form)
        for doubt in match.doubts:
            self.warn(entry, doubt)
        return match.paper or self.new_paper(entry)

    def new_paper(self, entry: Entry) -> PaperState:
        """An empty one with an address of its own."""
        entry.reading = entry.reading or mapping.read(entry.record)
        self._prepare()
        fallback = make_slug(entry.record.key, (), fallback="paper")
        slug = make_slug(entry.reading.values["title"], self.slugs, fallback=fallback)
        self.slugs.add(slug)
        return PaperState(slug, owner=self.own, is_draft=entry.reading.is_draft)
