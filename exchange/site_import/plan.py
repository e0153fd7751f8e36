"""What an import of a site would do, before any is written: rows, papers, files, old addresses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import FileField
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy

from exchange.site_import.links import OldSite, Target
from exchange.site_import.records import Place, Problem, SiteRecord
from exchange.site_import.rows import PlannedRow, RowPlanner
from exchange.site_import.tree import Tree
from profiles import limits
from profiles.models import Researcher
from publications.importer.report import Plan
from uploads.images import PictureField

MISSING = gettext_lazy("%(path)s: this file is not among the site’s; add it by hand.")
TOO_MUCH = gettext_lazy(
    "%(path)s: it does not fit beside the files that are here; they may take %(size)s in all."
)
TOO_MANY = gettext_lazy(
    "%(path)s: more than %(count)s files in an hour are too many; import the site again later for "
    "it."
)


class Uploads:
    """`by_operator`: the command line or a manager asks, whose uploads are not counted."""

    def __init__(
        self,
        tree: Tree,
        researcher: Researcher,
        report: Callable[[Problem], None],
        *,
        by_operator: bool,
    ):
        self.tree, self.researcher, self.report = tree, researcher, report
        self.most = None if by_operator else settings.UPLOADS_AN_HOUR
        self.left: int | None = None
        self.accepted: dict[tuple[str, bool], File | None] = {}
        self.refused: set[tuple[str, bool]] = set()

    def usable(self, path: str, field: FileField, place: Place) -> bool:
        """Whether the column can take the file; tells, once, why not."""
        key = path, isinstance(field, PictureField)
        if key not in self.accepted and key not in self.refused:
            try:
                self._accept(key, field)
            except ValidationError as error:
                self.refused.add(key)
                self.report(Problem(place, "warning", " ".join(error.messages)))
        return key in self.accepted

    def content(self, path: str, field: FileField) -> File:
        """Of a file that is usable, as the column takes it."""
        return self.accepted[path, isinstance(field, PictureField)] or self._clean(path, field)

    def _accept(self, key, field):
        path, is_picture = key
        if path not in self.tree:
            raise ValidationError(MISSING % {"path": path})
        if self.most is not None and len(self.accepted) >= self.most:
            raise ValidationError(TOO_MANY % {"path": path, "count": self.most})
        try:
            file = self._clean(path, field)
        except ValidationError as error:
            raise ValidationError(f"{path}: {' '.join(error.messages)}") from error
        if self.left is None:
            self.left = settings.UPLOAD_QUOTA - limits.used(self.researcher)
        if file.size > self.left:
            allowed = filesizeformat(settings.UPLOAD_QUOTA)
            raise ValidationError(TOO_MUCH % {"path": path, "size": allowed})
        self.left -= file.size
        # Making a picture is work; a document is read again when it is stored.
        self.accepted[key] = file if is_picture else None

    def _clean(self, path, field):
        upload = SimpleUploadedFile(path.rpartition("/")[2], self.tree.data(path))
        file = field.formfield(required=True).clean(upload, None)
        field.run_validators(file)
        return file


class Attachment(NamedTuple):
    """A file of the site that becomes a paper's: a link of that kind, or its cover."""

    paper: str
    kind: str
    path: str
    origin: str
    place: Place


class OldAddress(NamedTuple):
    path: str
    target: Target
    place: Place


@dataclass
class SitePlan:
    """`papers` is the plan of the papers, `rows` a step for each row, the researcher's first."""

    researcher: Researcher
    tree: Tree
    record: SiteRecord
    papers: Plan
    options: dict
    rows: list[PlannedRow] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    addresses: list[OldAddress] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # (old path, what it became, where the site says so).
    became: list[tuple[str, Target, Place]] = field(default_factory=list)
    old_site: OldSite | None = None
    uploads: Uploads | None = None
    # Whose the site says that it is, where the profile has no such name; else empty.
    unknown_name: str = ""
    anonymous_papers: list[Place] = field(default_factory=list)
    # Origins of pages that no menu, no text and no news leads to.
    lonely_pages: set[str] = field(default_factory=set)

    def plan_rows(self, report: Callable[[Problem], None]) -> list[PlannedRow]:
        """A step for each row of the site; what cannot be as it was is reported."""
        update, usable = self.options["update"], self.uploads.usable
        planner = RowPlanner(self.researcher, update=update, report=report, usable=usable)
        return planner.plan(self.record)

    @property
    def writes(self) -> bool:
        rows = any(step.writes for step in self.rows)
        return bool(rows or self.papers.writes or self.attachments or self.addresses)
