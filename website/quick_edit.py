"""The boxes in the rows of the dashboard: one column of one row, saved by the form of its row."""

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from history.models import get_form_row
from history.recording import track_changes
from profiles import access, limits
from profiles.identifiers import url_options
from publications import claims
from publications.merging.related_rows import next_position
from publications.models import Publication, PublicationLink
from website.review import Box


def save(request, box: Box, value: str, upload=None) -> models.Model | None:
    """Puts the value, or the file, into the column; the row, or None where the account may not.

    Raises ValidationError, with what its form says.
    """
    row = box.model._default_manager.filter(pk=box.pk).first()
    if row is None or not access.can_edit(row, request.user):
        return None
    if box.kind == "file":
        form = _file_form(row, upload)
    else:
        form_class = _form_class(request, row, box.column)
        form = form_class({box.column: value.replace("\r\n", "\n")}, instance=row)
    if not form.is_valid():
        raise ValidationError([text for texts in form.errors.values() for text in texts])
    with track_changes(request.user, get_form_row(row)):
        form.save()
        if box.kind == "file":
            claims.touch([row.pk])
    if of_model := admin.site._registry.get(box.model):
        of_model.log_change(request, row, [{"changed": {"fields": [box.label]}}])
    return row


def _form_class(request, row, column):
    """As the page of the row has it, with this one box: not those for second languages."""
    of_model = admin.site._registry.get(type(row))
    if of_model is None:  # its box stands on its parent's form
        return forms.modelform_factory(type(row), fields=[column], formfield_callback=_box)
    return of_model.get_form(request, row, change=True, fields=[column], form=of_model.form)


def _box(column, **options):
    return column.formfield(**options | url_options(column))


def _file_form(paper: Publication, upload):
    """A PDF at the end of the paper's links; within the quota of whoever brought it."""
    if upload is None:
        raise ValidationError(_("Choose a file."))
    limits.check_quota(paper.owner, [upload])
    kind, position = PublicationLink.Kind.PDF, next_position(paper.links)
    link = PublicationLink(publication=paper, kind=kind, position=position)
    return forms.modelform_factory(PublicationLink, fields=["file"])(
        {}, {"file": upload}, instance=link
    )
