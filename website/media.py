"""Uploaded files, given out one by one: only of a known kind, and only while something shows them.

The names are random and made by the server, so a path of any other shape is refused unread.
"""

import re
from collections.abc import Callable
from functools import cache

from django.apps import apps
from django.db.models import FileField, Model
from django.http import Http404
from django.utils import timezone
from django.views import View

from profiles import access
from profiles.models import Project, ProjectLink, Redirect, Researcher, ResearcherLink, TalkLink
from uploads.serving import answer, unchanged
from website import image_usage

SHAPE = re.compile(r"(?P<folder>[a-z]+)/(?P<name>[a-z0-9]+(?:-\d+x\d+)?)(?:-\d+)?\.(?P<ext>[a-z]+)")

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
        for model, column in file_columns()
    )


@cache
def file_columns() -> list[tuple[type[Model], str]]:
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
        return unchanged(request, path) or answer(path)
