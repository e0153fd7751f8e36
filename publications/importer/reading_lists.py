"""Whether a file is a researcher's own list of papers or a reading list: the whole file decides.

An entry that leaves room for somebody ("and others", a collaboration, editors alone, no author)
says nothing of whose it is. In a file that is otherwise the researcher's, it is theirs, too, and
listed on their page without a name. In any other file they are asked, and no page has it before
they answer.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum

from profiles.compiled_queries import batched
from publications.importer.linking import Linker, Standing
from publications.importer.paper_store import PaperState, PaperStore, load
from publications.models import Authorship, AuthorshipSuggestion

# Of five complete lists of authors in one's own file, one may be without one's name; and each entry
# that has the name speaks for five that leave room.
ONE_IN = 5
AT_ONCE = 500


class Answer(StrEnum):
    """What the researcher says of all papers of a plan that do not print their name."""

    LATER = ""
    THEIRS = "theirs"
    READING_LIST = "reading-list"


class FileJudge:
    """For one run, for the researcher of the `linker`.

    `is_own_site`: what leaves room is theirs unless the lists of authors say otherwise, since their
    own site has it.
    """

    def __init__(self, linker: Linker, store: PaperStore):
        self.linker, self.store, self.is_own_site = linker, store, False
        self.counts: dict[str, Counter[Standing]] = defaultdict(Counter)
        # File -> papers whose entries are as they were.
        self.unchanged: dict[str, list[int]] = defaultdict(list)
        # (step, handle of the paper, whether the file selects it) of what leaves room.
        self.doubtful: list[tuple] = []
        self.is_asked = False
        # (file, key) of the volumes that other entries appeared in: not theirs for that.
        self.volumes: set[tuple[str, str]] = set()

    def add(self, step, state: PaperState, standing: Standing, is_selected: bool) -> None:
        """Counts an entry after its names were linked. `step`: of the plan, with its file."""
        self.counts[step.file][standing] += 1
        if state.question_of(self.linker.own):
            self.is_asked = True
            if standing is not Standing.OTHERS:
                self.doubtful.append((step, state.pk, is_selected))

    @property
    def total(self) -> Counter[Standing]:
        return sum(self.counts.values(), Counter())

    def settle(self) -> Iterator[tuple[object, str]]:
        """Lists what leaves room in files that are theirs: (step, what to report) of each."""
        if not self.is_asked:
            return
        self._count_unchanged()
        total = self.total
        for step, paper, is_selected in self.doubtful:
            # One that its entry did not change was let go of, and may be written now.
            self.store.fetch({paper})
            state = self.store[paper]
            # A further entry of the paper may have brought all its authors.
            if self.linker.standing(state) is Standing.OTHERS:
                continue
            if (step.file, step.key) in self.volumes:
                continue
            count = self.counts[step.file]
            count = count if count[Standing.NAMED] or count[Standing.OTHERS] else total
            if not self._is_theirs(count):
                continue
            if reason := self.linker.list_unnamed(state, is_selected=is_selected):
                yield step, reason
            self.store.spool()
        self.store.release()

    def _is_theirs(self, count):
        """Whether a file is the researcher's own, by how many of its entries print their name, a
        complete list of others', or leave room.
        """
        named, others = count[Standing.NAMED], count[Standing.OTHERS]
        if others * ONE_IN > named + others:
            return False
        return self.is_own_site or (named > 0 and count[Standing.LEAVES_ROOM] <= named * ONE_IN)

    def _count_unchanged(self):
        """What was imported before says whose file it is as much as what is new in it."""
        for file, papers in self.unchanged.items():
            for some in batched(papers, AT_ONCE):
                standings = self._standings(some)
                for paper in some:
                    if paper in standings:
                        self.counts[file][standings[paper]] += 1

    def _standings(self, papers):
        own = self.linker.own
        names = Authorship.objects.filter(publication__in=papers, researcher=own)
        names = names.exclude(role=Authorship.Role.LISTED).order_by()
        standings = dict.fromkeys(names.values_list("publication", flat=True), Standing.NAMED)
        questions = AuthorshipSuggestion.objects.filter(
            researcher=own,
            reason=AuthorshipSuggestion.Reason.UNNAMED,
            authorship__publication__in=papers,
        )
        asked = questions.order_by().values_list("authorship__publication", flat=True)
        for pk, state in load(list(asked)).items():
            standings[pk] = self.linker.standing(state)
        return standings
