"""Many files at once, each for the paper whose BibTeX entry names it: planned, shown, attached.

By the name that an entry prints, else by the citation key (publications.file_names). What is
attached is an import of its own, and undone as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from exchange.site_import.tree import Tree
from exchange.site_import.uploads import Uploads
from history.models import Revision
from history.snapshots import track_many
from profiles import access, limits
from profiles.models import Researcher
from publications import file_names
from publications.file_names import COVER
from publications.importer import PlanOutdated, undo
from publications.merging.related_rows import next_position
from publications.models import ImportBatch, Publication, PublicationLink, Source
from website.review import papers_by

Kind = PublicationLink.Kind


@dataclass
class FileStep:
    """A file: the paper it goes to and as what, or `why` it goes to none.

    `replaces` is the stored file in whose place it comes; `is_there`: that is the same file.
    """

    path: str
    paper: Publication | None = None
    kind: str = ""
    why: str = ""
    replaces: str = ""
    is_there: bool = False

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def writes(self) -> bool:
        return self.paper is not None and not (self.why or self.is_there)

    @property
    def kind_label(self) -> str:
        return str(
            Publication._meta.get_field(COVER).verbose_name
            if self.is_cover
            else Kind(self.kind).label
        )

    @property
    def is_cover(self) -> bool:
        return self.kind == COVER

    @property
    def column(self):
        model, name = (Publication, COVER) if self.is_cover else (PublicationLink, "file")
        return model._meta.get_field(name)

    def as_json(self) -> dict:
        paper = self.paper.slug if self.paper else ""
        names = ("path", "kind", "why", "replaces", "is_there")
        return {"publication": paper} | {name: getattr(self, name) for name in names}


@dataclass
class FilePlan:
    researcher: Researcher
    user: object
    tree: Tree
    steps: list[FileStep] = field(default_factory=list)
    # By the key of whoever brought the paper, within whose quota its files lie.
    uploads: dict[int | None, Uploads] = field(default_factory=dict)

    def uploads_of(self, paper: Publication) -> Uploads:
        owner = paper.owner or self.researcher
        if owner.pk not in self.uploads:
            is_manager = access.is_manager(self.user)
            uploads = Uploads(self.tree, owner, self._report, by_operator=is_manager)
            self.uploads[owner.pk] = uploads
        return self.uploads[owner.pk]

    def _report(self, problem):
        self.refusal = problem.reason


def plan(
    tree: Tree,
    researcher: Researcher,
    user,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> FilePlan:
    """Which file goes to which of the researcher's papers that `user` may edit. Writes nothing."""
    result = FilePlan(researcher, user, tree)
    papers = access.editable(papers_by(researcher), user).select_related("owner").distinct()
    papers = {paper.pk: paper for paper in papers.order_by("pk")}
    finder = Finder(papers)
    stored = _stored_files(papers)
    taken = {}
    for number, path in enumerate(tree.files, 1):
        step = finder.find(path)
        if step.paper and not step.why:
            place = step.paper.pk, step.kind
            if other := taken.get(place):
                text = _("%(name)s of the same paper comes first.")
                step.why = text % {"name": other.name}
            else:
                taken[place] = step
                step.replaces = stored.get(place, "")
                _check(result, step)
        result.steps.append(step)
        progress(number, len(tree.files))
    return result


def _stored_files(papers):
    """(paper's key, kind) -> the stored name of the file that it has of that kind."""
    links = PublicationLink.objects.filter(publication__in=papers).exclude(file="")
    rows = links.order_by("-position", "-pk").values_list("publication", "kind", "file")
    stored = {(paper, kind): file for paper, kind, file in rows}
    return stored | {(pk, COVER): p.cover.name for pk, p in papers.items() if p.cover}


def _check(result, step):
    """Whether its column takes it, and whether it is there already."""
    uploads = result.uploads_of(step.paper)
    if not uploads.usable(step.path, step.column, None):
        # Without the path, which stands before it.
        step.why = result.refusal.removeprefix(f"{step.path}: ")
    elif step.replaces:
        content = uploads.content(step.path, step.column)
        try:
            with default_storage.open(step.replaces) as there:
                step.is_there = there.size == content.size and there.read() == content.read()
        except FileNotFoundError:
            step.is_there = False
        content.seek(0)


class Finder:
    """Of which paper a file is, by the names and keys of their entries."""

    def __init__(self, papers: dict[int, Publication]):
        self.papers = papers
        self.by_name, self.by_key = defaultdict(dict), defaultdict(dict)
        for pk, paper in papers.items():
            for name, kind in file_names.printed_names(paper.fields):
                self.by_name[file_names.fold_name(name)].setdefault(pk, kind)
            for key in (paper.citation_key, paper.slug):
                self.by_key[file_names.fold_key(key)][pk] = ""
        keys = Source.objects.filter(publication__in=papers)
        for pk, key in keys.values_list("publication", "citation_key"):
            self.by_key[file_names.fold_key(key)][pk] = ""
        self.by_key.pop("", None)

    def find(self, path: str) -> FileStep:
        step = FileStep(path)
        stem, kind = file_names.split_kind(step.name)
        if not kind:
            step.why = _("Papers take PDF, PPTX, ODP and ZIP files, and pictures.")
            return step
        papers = self.by_name.get(file_names.fold_name(step.name))
        if papers is None:
            whole = step.name.rpartition(".")[0]
            papers = self.by_key.get(file_names.fold_key(stem), {})
            if exact := self.by_key.get(file_names.fold_key(whole)):
                papers, kind = exact, file_names.kind_of(step.name)
        if len(papers) == 1:
            ((pk, printed),) = papers.items()
            step.paper, step.kind = self.papers[pk], printed or kind
            if (step.kind == COVER) != (file_names.kind_of(step.name) == COVER):
                step.why = _("Its entry names it as something that such a file is not.")
        elif papers:
            titles = [str(self.papers[pk]) for pk in papers]
            step.why = _("Several papers name it: %(titles)s") % {"titles": "; ".join(titles[:3])}
        else:
            step.why = _("No entry names it, and no citation key is like its name.")
        return step


# --- Attaching ------------------------------------------------------------------------------------


@transaction.atomic
def apply(plan: FilePlan, name: str, leave: Collection[str]) -> ImportBatch | None:
    """Attaches the files, but those whose path is in `leave`; None where there is none.

    Raises PlanOutdated where a paper was changed meanwhile, ValidationError where the files are
    too many for an hour; then nothing was written.
    """
    steps = [step for step in plan.steps if step.writes and step.path not in leave]
    if not steps:
        return None
    planned = {step.paper.pk: step.paper.updated_at for step in steps}
    papers = Publication.objects.order_by().filter(pk__in=planned)
    now = papers.select_for_update().values_list("pk", "updated_at")
    if dict(now) != planned:
        raise PlanOutdated
    if not access.is_manager(plan.user):
        limits.check_rate(plan.researcher, len(steps))
    batch = ImportBatch.objects.create(
        researcher=plan.researcher,
        user=plan.user,
        origin=ImportBatch.Origin.ADMIN,
        files=[name],
        report={"attached": [step.as_json() for step in steps]},
        counts={"attached": len(steps)},
        written_at=timezone.now(),
    )
    undo.save_snapshots(batch, list(planned))
    with track_many(papers, plan.user, Revision.Action.IMPORTED):
        for step in steps:
            _attach(step, plan.uploads_of(step.paper).content(step.path, step.column))
        # Past save(): the moment of the import, by which the undo knows what was edited since.
        papers.update(updated_at=batch.written_at)
    return batch


def attached(batch: ImportBatch, user) -> list[dict]:
    """{"name", "paper"} of each file; `paper` only where it is here, and theirs to see."""
    rows = batch.report["attached"]
    papers = Publication.objects.filter(slug__in={row["publication"] for row in rows})
    papers = {paper.slug: paper for paper in access.visible(papers, user).distinct()}
    return [
        {"name": row["path"].rpartition("/")[2], "paper": papers.get(row["publication"])}
        for row in rows
    ]


def _attach(step, content):
    """Past save(), too: a file that is replaced stays in the store, for the undo and versions."""
    paper = step.paper
    if step.is_cover:
        paper.cover.save(step.name, content, save=False)
        Publication.objects.filter(pk=paper.pk).update(cover=paper.cover.name)
    elif step.replaces:
        link = paper.links.filter(kind=step.kind, file=step.replaces).first()
        link.file.save(step.name, content, save=False)
        paper.links.filter(pk=link.pk).update(file=link.file.name)
    else:
        position = next_position(paper.links)
        link = PublicationLink(publication=paper, kind=step.kind, position=position)
        link.file.save(step.name, content, save=False)
        link.save()
