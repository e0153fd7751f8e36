"""After a deletion no table, file or cache holds what the person wrote, in any column."""

import pytest
from django.core.cache import caches
from django.db.models import F

from profiles import views
from profiles.models import NewsItem, Researcher
from publications.models import Publication
from tests.personal_data import marked, traces
from tests.personal_data.marked import MARK
from website import personal_data
from website.personal_data import personal_tables
from website.search import index

pytestmark = pytest.mark.django_db


@pytest.fixture
def person():
    return marked.Person().fill()


@pytest.fixture
def erased(person, client, bob, django_capture_on_commit_callbacks):
    """Signed in, found by the search, on a card, in the cache."""
    client.force_login(person.account)
    client.get("/admin/")
    NewsItem.objects.create(researcher=bob, date="2025", body="Of Bob")
    index.rebuild()
    views.card_picture(views.researcher_card(person.researcher))
    caches["default"].set("list", MARK)
    assert traces.in_database(MARK.lower()[:6])
    assert len(traces.in_files(MARK)) > 6
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(person.researcher)
    return person


def test_person_and_account_are_gone(erased):
    assert not Researcher.objects.filter(pk=erased.researcher.pk).exists()
    assert not type(erased.account).objects.filter(pk=erased.account.pk).exists()


def test_no_trace_is_left(erased, client, bob):
    """One test for all of it: making the person takes the time."""
    assert traces.in_database(MARK) == []
    assert traces.in_files(MARK) == []
    assert caches["default"].get("list") is None
    assert caches["cards"].get(views.researcher_card(erased.researcher).digest) is None
    left = [
        table.label
        for table in personal_tables()
        if table.rows(personal_data.Person(erased.researcher)).exists()
    ]
    assert set(left) <= {"auth.user"}
    assert Researcher.objects.get() == bob
    assert NewsItem.objects.get().body == "Of Bob"


def test_a_plan_changes_nothing_and_counts_what_goes(person):
    before = [table.model._base_manager.count() for table in personal_tables()]
    found = personal_data.plan(person.researcher)
    assert [table.model._base_manager.count() for table in personal_tables()] == before
    assert {len(keys) for _table, keys in found.goes} == {1}
    assert len(found.files) == 13
    assert ("paper", 1) in found.counts
    assert ("links", 3) in found.counts
    assert not {"author", "session"} & {what for what, _count in found.counts}
    assert found.kept == []


def test_a_failure_leaves_everything(person, monkeypatch):
    def fail():
        raise OSError("the disk is full")

    monkeypatch.setattr(personal_data, "forget_words", fail)
    with pytest.raises(OSError, match="full"):
        personal_data.erase(person.researcher)
    assert Publication.objects.filter(title__startswith=MARK, owner=F("owner")).exists()
    assert len(traces.in_files(MARK)) > 6
