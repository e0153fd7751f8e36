"""Uploaded files, given out one by one: only of a known kind, and only while something shows them.

The names are random and made by the server, so a path of any other shape is refused unread.
"""

import logging
import re
from collections.abc import Callable
from functools import cache
from pathlib import PurePosixPath

from django.apps import apps
from django.core.files.storage import default_storage
from django.db.models import FileField
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views import View

from profiles import access
from profiles.models import Project, ProjectLink, Redirect, Researcher, ResearcherLink, TalkLink
from website import image_usage

logger = logging.getLogger(__name__)

# Shown in place; any other kind is a download.
PICTURES = {"webp": "image/webp"}
DOWNLOADS = {"pdf": "application/pdf"}
SHAPE = re.compile(r"(?P<folder>[a-z]+)/(?P<name>[a-z0-9]+(?:-\d+x\d+)?)(?:-\d+)?\.(?P<ext>[a-z]+)")
# A withdrawn file may stay in a shared cache for so many seconds, not longer.
MAX_AGE = 300

UNREADABLE = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "60",
}

# Folder -> whether something public shows the file stored under that name.
shown_by: dict[str, Callable[[str], bool]] = {}


def portrait(name: str) -> bool:
    return Researcher.objects.public().filter(portrait=name).exists()


def project_cover(name: str) -> bool:
    public = Researcher.objects.public()
    return Project.objects.public().filter(cover=name, researcher__in=public).exists()


def file(name: str) -> bool:
    """A file behind a link or a redirect of a public researcher, or a link of a talk or project."""
    public = Researcher.objects.public()
    return (
        ResearcherLink.objects.filter(file=name, researcher__in=public).exists()
        or Redirect.objects.filter(file=name, researcher__in=public).exists()
        or _below(TalkLink, "talk", name)
        or _below(ProjectLink, "project", name)
    )


def _below(model, parent, name):
    shown = {f"{parent}__published_at__lte": timezone.now()}
    public = {f"{parent}__researcher__in": Researcher.objects.public()}
    return model.objects.filter(file=name, **shown, **public).exists()


shown_by.update(portraits=portrait, projects=project_cover, pictures=image_usage.show, files=file)


def master(path: str) -> str | None:
    """The stored name behind a path, which may be a smaller rendition; None for any other path."""
    found = SHAPE.fullmatch(path)
    return "{folder}/{name}.{ext}".format(**found.groupdict()) if found else None


def may_show(path: str) -> bool:
    name = master(path)
    shows = shown_by.get(name.partition("/")[0]) if name else None
    return bool(shows and shows(name))


def may_read(path: str, editor) -> bool:
    """Whether `editor` may read, in the admin, a row that holds the file or text that shows it."""
    name = master(path)
    return bool(name) and (_holds(name, editor) or image_usage.show_to(name, editor))


def _holds(name, editor):
    return any(
        access.visible(model._default_manager.filter(**{column: name}), editor).exists()
        for model, column in _columns()
    )


@cache
def _columns():
    """Every column that names an uploaded file."""
    return [
        (model, column.name)
        for model in apps.get_models()
        for column in model._meta.fields
        if isinstance(column, FileField)
    ]


class MediaView(View):
    http_method_names = ["get", "head"]
    # Set by website.previews alone: whose drafts' files are shown, too. The address without it
    # answers everybody alike.
    editor = None

    def get(self, request, path):
        if not (may_show(path) or (self.editor and may_read(path, self.editor))):
            raise Http404
        return _unchanged(request, path) or answer(path)


def _unchanged(request, path):
    """The 304 of who has the file: it is not opened for that, which means fetched of a bucket."""
    response = get_conditional_response(request, etag=_etag(PurePosixPath(path)))
    return response and _labelled(response, PurePosixPath(path), "")


def answer(path: str, name: str = "") -> HttpResponseBase:
    """The stored file at `path`, which the caller may give out; saved by visitors as `name`.

    404 where it is lost, 503 while the disk or the bucket does not answer.
    """
    try:
        response = FileResponse(default_storage.open(path))
    except (FileNotFoundError, IsADirectoryError):
        raise Http404 from None
    except OSError as error:
        logger.error("The uploads cannot be read: %s", type(error).__name__)
        return _unreadable()
    return _labelled(response, PurePosixPath(path), name)


def _unreadable():
    text = _("This file cannot be read just now. Try again later.")
    return HttpResponse(text, status=503, headers=UNREADABLE)


def _labelled(response, path, name):
    """The type comes from our tables, never from the file. A name is given out only once, so it
    is its own ETag; a picture is not compressed again."""
    suffix = path.suffix[1:]
    kind = PICTURES.get(suffix) or DOWNLOADS.get(suffix, "application/octet-stream")
    disposition = "inline" if suffix in PICTURES else "attachment"
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'{disposition}; filename="{name or path.name}"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Content-Encoding"] = "identity"
    response.headers["ETag"] = _etag(path)
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response


def _etag(path):
    return f'"{path.stem}"'
