"""Who may open what is asked once a page, not once for each row of the menu."""

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from profiles import access
from profiles.access import MANAGERS
from profiles.models import NewsItem
from publications.models import Publication, PublicationLink
from tests.conftest import settle
from tests.isolation.rows import ROWS
from website.review import WRITTEN

pytestmark = pytest.mark.django_db
LIST = 16
FORM = 19
PAPER_FORM = 39
# A researcher's record is looked over, kind by kind, however many rows it has; a new one has few.
FRONT = 20
FRONT_OF_ALL_KINDS = 35


@pytest.fixture
def of_the_group(charlie):
    charlie.groups.add(Group.objects.get_or_create(name=MANAGERS)[0])
    return charlie


@pytest.fixture(params=["alice", "of_the_group", "manager"])
def account(request):
    who = request.getfixturevalue(request.param)
    return getattr(who, "owner", who)


def queries(client, name, *args):
    ContentType.objects.get_for_model(Publication)  # which a process asks once
    with CaptureQueriesContext(connection) as captured:
        assert client.get(reverse(f"admin:{name}", args=args)).status_code == 200
    return len(captured)


def test_the_front_page_asks_little(client, alice, account):
    client.force_login(account)
    assert queries(client, "index") <= FRONT


def test_the_front_page_with_what_there_is_to_mend(client, alice):
    settle(alice)
    paper = Publication.objects.create(title="On Notes", slug="notes", owner=alice)
    PublicationLink.objects.create(publication=paper, url="https://notes.example/")
    client.force_login(alice.owner)
    assert queries(client, "index") <= FRONT


def test_the_front_page_of_a_record_with_rows_of_every_kind(client, alice):
    client.force_login(alice.owner)
    for model in set(WRITTEN) & set(ROWS):
        ROWS[model](alice)
    Publication.objects.create(title="On Notes", slug="notes", owner=alice)
    asked = queries(client, "index")
    assert asked <= FRONT_OF_ALL_KINDS
    for number in range(3):
        NewsItem.objects.create(researcher=alice, date="2024", body=f"News {number}")
        Publication.objects.create(title="On Notes", slug=f"notes-{number}", owner=alice)
    assert queries(client, "index") == asked


def test_a_list_asks_little(client, alice, account):
    for number in range(30):
        NewsItem.objects.create(researcher=alice, date="2024", body=f"News {number}")
    client.force_login(account)
    assert queries(client, "profiles_newsitem_changelist") <= LIST


def test_a_form_asks_little(client, alice, account):
    row = NewsItem.objects.create(researcher=alice, date="2024", body="News")
    client.force_login(account)
    assert queries(client, "profiles_newsitem_change", row.pk) <= FORM


def test_a_paper_s_form_asks_little(client, alice, account):
    paper = Publication.objects.create(title="On Notes", slug="notes", date="2024", owner=alice)
    client.force_login(account)
    assert queries(client, "publications_publication_change", paper.pk) <= PAPER_FORM


def test_the_next_page_knows_that_a_manager_is_none_any_more(client, alice, of_the_group):
    row = NewsItem.objects.create(researcher=alice, date="2024", body="News")
    address = reverse("admin:profiles_newsitem_change", args=[row.pk])
    client.force_login(of_the_group)
    assert client.get(address).status_code == 200
    of_the_group.groups.clear()
    assert client.get(address).status_code == 404


def test_what_is_remembered_is_no_other_account_s(alice, of_the_group):
    access.remember(of_the_group)
    assert access.is_manager(of_the_group)
    access.remember(alice.owner)
    assert not access.is_manager(alice.owner)


def test_outside_a_page_nothing_is_remembered(of_the_group):
    assert access.is_manager(of_the_group)
    of_the_group.groups.clear()
    assert not access.is_manager(of_the_group)
