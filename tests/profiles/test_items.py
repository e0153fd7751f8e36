"""One table of the kinds of rows: what home page, CV, admin and structured data take from it."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.template.loader import get_template

from profiles.items import KINDS
from profiles.models import CVVariant, Page, ProfileItem, Section
from profiles.schema_org import PROPERTIES
from profiles.sections import DEFAULT_PLACES


def test_it_holds_every_kind_of_row():
    models = {m for m in apps.get_app_config("profiles").get_models() if issubclass(m, ProfileItem)}
    assert {kind.model for kind in KINDS.values()} == models - {CVVariant, Page, Section}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_each_kind_has_what_its_row_says(kind):
    assert kind.section in DEFAULT_PLACES
    assert get_template(f"profiles/sections/{kind.section}.html")
    assert admin.site.get_model_admin(kind.model).purpose == kind.purpose
    assert kind.schema_property in {"", *PROPERTIES}
    columns = {field.name for field in kind.model._meta.fields}
    assert columns >= {*kind.markdown, *kind.inline_markdown, *kind.select_related}
