"""One row through its own model form: dates are typed as people type them, and checked."""

from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import modelform_factory


def save(row, values: dict, **kept):
    """`row` with `values` as typed into its form, and `kept` as they are (translations, parents).
    A value that is a Path is uploaded.

    Raises ValidationError naming the row: the demo's content is wrong, or the form is.
    """
    for name, value in kept.items():
        setattr(row, name, value)
    files = {
        name: SimpleUploadedFile(value.name, value.read_bytes())
        for name, value in values.items()
        if isinstance(value, Path)
    }
    form = modelform_factory(type(row), fields=list(values))(values, files, instance=row)
    if not form.is_valid():
        raise ValidationError(f"{row._meta.label} {values}: {form.errors.as_json()}")
    saved = form.save(commit=False)
    saved.full_clean()
    saved.save()
    return saved
