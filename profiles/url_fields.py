"""Boxes for web addresses, which may be typed without their beginning."""

from django import forms

from profiles.identifiers import completed_url, validate_link, validate_url


class UrlField(forms.CharField):
    """Takes "github.com/ada" for https://github.com/ada."""

    def to_python(self, value):
        return completed_url(super().to_python(value))


def url_options(column) -> dict:
    """What the box of a column is made with, where the column holds addresses."""
    is_url = validate_url in column.validators or validate_link in column.validators
    return {"form_class": UrlField} if is_url else {}
