"""The files of a site as our columns take them: checked, within what a person may upload."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import FileField
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy

from exchange.site_import.records import Place, Problem
from exchange.site_import.tree import Tree
from profiles import limits
from profiles.models import Researcher
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
