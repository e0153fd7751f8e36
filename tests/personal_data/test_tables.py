"""Every table has said what it holds about a person: one that nobody thought of fails by name."""

import pytest

from profiles.data_policy import (
    LIBRARIES,
    all_models,
    get_data_policy,
    is_straight,
)
from profiles.models import Membership
from publications.models import Publication, Source, Topic, Venue
from website.personal_data.tables import ABOUT, ERASED, PERSONAL, PersonalTable, personal_tables

TABLES = sorted(all_models(), key=lambda model: model._meta.label)


def test_every_personal_table_is_classified():
    labels = {table.label for table in personal_tables()}
    assert {"profiles.newsitem", "publications.publication", "axes.accesslog"} <= labels


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.label)
def test_it_is_declared(model):
    """Not? Give the model `owned_through`, `shared` or a `data_policy`: profiles/data_policy.py."""
    policy = get_data_policy(model)
    is_held = PersonalTable(model) in personal_tables()
    assert is_held == (policy.subject in PERSONAL or model in (Venue, Topic))
    leads_there = policy.path or model._meta.label_lower in ABOUT
    assert leads_there or not is_held


def test_a_model_that_says_nothing_is_refused(monkeypatch):
    monkeypatch.delattr(Membership, "data_policy")
    with pytest.raises(LookupError, match=r"profiles\.membership does not say what its rows are"):
        get_data_policy.__wrapped__(Membership)  # not as it was kept


def test_every_exception_is_of_a_table():
    """One of a model that was renamed would be passed over."""
    labels = {table.label for table in personal_tables()}
    assert {*ABOUT, *ERASED} <= labels
    assert {*LIBRARIES} <= {model._meta.label_lower for model in TABLES}


@pytest.mark.parametrize("table", personal_tables(), ids=lambda table: table.label)
def test_what_it_hides_is_there(table):
    """A column that was renamed must not come out of hiding."""
    names = {field.name for field in table.model._meta.get_fields()}
    assert set(table.policy.secret) - {"session_hash", "get_data", "post_data"} <= names


def test_a_paper_leads_to_many_people():
    """Else its rows would be erased with each of them."""
    assert not is_straight(Publication)
    assert not is_straight(Source)
    assert not hasattr(Topic, "owned_through")


def test_papers_go_first_and_the_account_last():
    labels = [table.label for table in personal_tables()]
    assert labels.index("publications.publication") < labels.index("publications.venue")
    assert labels[-2:] == ["profiles.researcher", "auth.user"]
