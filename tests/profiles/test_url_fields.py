"""An address may be typed without its beginning, wherever one is typed."""

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse

from profiles.identifiers import UrlField, completed_url, validate_link, validate_url
from tests.isolation.forms import sent_by


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("github.com/mara", "https://github.com/mara"),
        (" www.example.org ", "https://www.example.org"),
        ("example.org/a?b#c", "https://example.org/a?b#c"),
        ("//example.org/a", "//example.org/a"),
        ("example.org:8000/x", "https://example.org:8000/x"),
        ("mara@example.org", "mailto:mara@example.org"),
        ("https://example.org/", "https://example.org/"),
        ("http://example.org", "http://example.org"),
        ("mailto:mara@example.org", "mailto:mara@example.org"),
        ("/publications/", "/publications/"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("mara", "mara"),
        ("", ""),
    ],
)
def test_the_beginning_is_added(typed, stored):
    assert completed_url(typed) == stored


def columns():
    """Every column for an address that a form of the admin has, with that form."""
    for model_admin in admin.site._registry.values():
        inlines = [inline(model_admin.model, admin.site) for inline in model_admin.inlines]
        for part in (model_admin, *inlines):
            for column in part.model._meta.fields:
                if validate_url in column.validators or validate_link in column.validators:
                    yield pytest.param(part, column, id=f"{type(part).__name__}.{column.name}")


@pytest.mark.django_db
@pytest.mark.parametrize(("part", "column"), list(columns()))
def test_every_box_for_an_address_completes_it(part, column, alice):
    request = RequestFactory().get("/")
    request.user = alice.owner
    field = part.formfield_for_dbfield(column, request)
    assert isinstance(field, UrlField)
    assert field.clean("github.com/mara") == "https://github.com/mara"


@pytest.mark.django_db
def test_a_form_stores_the_whole_address(at_work, alice):
    address = reverse("admin:profiles_researcher_change", args=[alice.pk]) + "?_part=links"
    form = sent_by(at_work.get(address)) | {"links-TOTAL_FORMS": 1}
    form |= {"links-0-kind": "website", "links-0-url": "github.com/mara", "links-0-position": 1}
    assert at_work.post(address, form).status_code == 302
    assert alice.links.get().url == "https://github.com/mara"
