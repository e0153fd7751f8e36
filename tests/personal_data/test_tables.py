"""Every table has said what it holds about a person: one that nobody thought of fails by name."""

import pytest
from django.apps import apps

from profiles import access
from publications.models import Publication, Source, Topic
from website.personal_data.tables import IMPERSONAL, personal_tables

TABLES = sorted(apps.get_models(include_auto_created=True), key=lambda model: model._meta.label)


def test_every_personal_table_is_classified():
    labels = {table.label for table in personal_tables()}
    assert {"profiles.newsitem", "publications.publication", "axes.accesslog"} <= labels


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.label)
def test_it_is_declared(model):
    """Not? Give the model `owned_through`, or declare it: website/personal_data/tables.py."""
    held = {table.model for table in personal_tables()}
    assert (model in held) != (model._meta.label_lower in IMPERSONAL)


@pytest.mark.parametrize("table", personal_tables(), ids=lambda table: table.label)
def test_what_it_hides_is_there(table):
    """A column that was renamed must not come out of hiding."""
    names = {field.name for field in table.model._meta.get_fields()}
    assert set(table.hidden) - {"session_hash", "get_data", "post_data"} <= names


def test_a_paper_leads_to_many_people():
    """Else its rows would be erased with each of them."""
    assert not access.is_straight(Publication)
    assert not access.is_straight(Source)
    assert not hasattr(Topic, "owned_through")


def test_papers_go_first_and_the_account_last():
    labels = [table.label for table in personal_tables()]
    assert labels[0] == "publications.publication"
    assert labels[-2:] == ["profiles.researcher", "auth.user"]
