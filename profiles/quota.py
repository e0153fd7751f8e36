"""How much the uploads of one researcher take, how much they may, and how many in an hour."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db.models import Model
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from profiles import rate_limits
from profiles.models import (
    Picture,
    Project,
    ProjectLink,
    Redirect,
    Researcher,
    ResearcherLink,
    TalkLink,
)


@dataclass
class Stored:
    """A file as it lies in the store; `row` is what its researcher edits to be rid of it."""

    name: str
    row: Model

    @property
    def size(self) -> int:
        """In bytes; 0 where the file is missing."""
        try:
            return default_storage.size(self.name)
        except FileNotFoundError:
            return 0


def own_files(researcher: Researcher) -> Iterable[Stored]:
    if researcher.portrait:
        yield Stored(researcher.portrait.name, researcher)
    yield from of(Picture.objects.filter(researcher=researcher), "image")
    yield from of(Project.objects.filter(researcher=researcher), "cover")
    yield from of(ResearcherLink.objects.filter(researcher=researcher), "file", "researcher")
    yield from of(Redirect.objects.filter(researcher=researcher), "file")
    yield from of(TalkLink.objects.filter(talk__researcher=researcher), "file", "talk")
    yield from of(ProjectLink.objects.filter(project__researcher=researcher), "file", "project")


def of(rows, column: str, parent: str = "") -> Iterable[Stored]:
    """The files that `rows` keep in `column`; `parent` is the row whose form shows them."""
    for row in rows.exclude(**{column: ""}).select_related(*([parent] if parent else [])):
        yield Stored(getattr(row, column).name, getattr(row, parent) if parent else row)


# Asked for the files of a researcher; apps above add theirs.
stores: list[Callable[[Researcher], Iterable[Stored]]] = [own_files]


def files(researcher: Researcher) -> list[Stored]:
    return [stored for store in stores for stored in store(researcher)]


def used(researcher: Researcher) -> int:
    return sum(stored.size for stored in files(researcher))


def check(researcher: Researcher | None, uploads: Iterable) -> None:
    """ValidationError where `uploads` do not fit beside what is stored already, or are too many."""
    uploads = list(uploads)
    wanted = sum(upload.size for upload in uploads)
    if not (researcher and researcher.pk and wanted):
        return
    count(researcher, len(uploads))
    taken = used(researcher)
    if taken + wanted > settings.UPLOAD_QUOTA:
        text = _(
            "Your files take %(used)s of %(all)s; %(more)s more do not fit. Nothing was stored. "
            "“Pictures” → “Files and space” shows what could go."
        )
        sizes = {"used": taken, "all": settings.UPLOAD_QUOTA, "more": wanted}
        raise ValidationError(text % {name: filesizeformat(size) for name, size in sizes.items()})


def count(researcher: Researcher, uploads: int = 1) -> None:
    """ValidationError where these are more than an hour's. Refused ones count: they were work."""
    often = {"times": settings.UPLOADS_AN_HOUR, "within": timedelta(hours=1)}
    if not rate_limits.allowed("upload", str(researcher.pk), **often, count=uploads):
        text = _(
            "More than %(number)s files in an hour are too many. This one was not stored: send it "
            "again a little later."
        )
        raise ValidationError(text, params={"number": settings.UPLOADS_AN_HOUR})
