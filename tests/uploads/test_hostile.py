"""The shared collection of hostile uploads through every field that takes files."""

import re
from pathlib import Path

import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models, transaction

from profiles.models import Redirect
from tests.uploads.entry_points import ENTRY_POINTS, entry_point
from tests.uploads.test_pictures_hostile import load
from uploads.documents import SIGNATURES, DocumentField
from uploads.images import PictureField

FIELDS = [
    field
    for model in apps.get_models()
    for field in model._meta.fields
    if isinstance(field, models.FileField)
]
STORED = re.compile(r"[a-z]+/[0-9a-f]{24}\.(\w+)")
# As browsers and scripts name them, and what is no picture at all.
AWKWARD = 5
OURS = ("accounts", "exchange", "history", "profiles", "publications", "uploads", "website")


@pytest.fixture
def cases(shared):
    return load(shared / "attacks" / "hostile_images.py")


def upload(case):
    _file, name, kind, _want, _markers, _why, data = case
    return SimpleUploadedFile(name, data, kind)


def test_every_field_is_of_a_kind_that_is_tried():
    """Pictures by test_images_hostile.py, documents below; `type`, since a subclass may differ."""
    assert {type(field) for field in FIELDS} == {PictureField, DocumentField}


def test_a_document_is_what_its_name_says(cases):
    taken = {name for name in map(_stored_as, cases) if name}
    assert taken <= set(SIGNATURES)


def _stored_as(case):
    """The extension under which a document field stores it; None where it is refused."""
    field = Redirect._meta.get_field("file")
    form_field, file = field.formfield(), upload(case)
    try:
        file = form_field.clean(file)
        field.run_validators(file)
    except (ValidationError, SuspiciousFileOperation):
        return None
    name = field.generate_filename(Redirect(), file.name)
    extension = STORED.fullmatch(name)[1]
    assert case[-1].startswith(SIGNATURES[extension]), case[0]
    return extension


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_no_entry_point_fails_or_keeps_what_it_should_not(client, alice, cases, settings, name):
    client.force_login(alice.owner)
    entry = entry_point(name, client, alice)
    for case in cases:
        with transaction.atomic():
            answer = entry.put(client, upload(case))
            transaction.set_rollback(True)
        assert answer.status_code < 500, case[0]
    markers = {marker.encode() for case in cases for marker in case[4]}
    for path in Path(settings.MEDIA_ROOT).rglob("*.*"):
        content = path.read_bytes()
        signature = SIGNATURES.get(path.suffix[1:], b"RIFF")
        assert content.startswith(signature), path.name
        assert path.suffix == ".pdf" or not any(marker in content for marker in markers)
        assert re.fullmatch(r"[0-9a-f]{24}(-\d+x\d+)?(-\d+)?\.(webp|pdf)", path.name), path.name


def test_only_these_forms_have_a_box_for_files():
    """One that takes files without a model's column would pass by the tests above."""
    found = {
        f"{form.__module__}.{form.__name__}.{name}"
        for form in _forms(forms.BaseForm)
        for name, field in getattr(form, "declared_fields", {}).items()
        if isinstance(field, forms.FileField) and form.__module__.startswith(OURS)
    }
    assert found == {
        "exchange.paper_files_admin.FilesForm.file",
        "publications.admin.import_forms.ImportForm.file",
        "exchange.site_import.admin.SiteForm.file",
    }


def test_only_these_templates_have_a_box_for_files():
    """Such as no form draws; each is among the entry points by another name."""
    folder = settings.BASE_DIR / "templates"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if re.search(r"""type=["']?file""", path.read_text(encoding="utf-8"))
    }
    assert found == {
        "admin/cv/whole.html",  # read in a process of its own, and not stored
        "admin/website/box.html",  # dashboard-mend
        "admin/website/mend.html",  # paper-files
        "markdownx/widget.html",  # markdown-upload
    }


def _forms(base):
    for form in base.__subclasses__():
        yield form
        yield from _forms(form)
