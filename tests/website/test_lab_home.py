"""A manager's Home: the people of the lab as a table, its groups in order, its page beside it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from history.models import Revision
from history.snapshots import save_revision
from profiles.access import MANAGERS
from profiles.models import Affiliation, NewsItem, PeopleGroup
from publications.models import Authorship
from tests.conftest import make_researcher, make_user
from tests.publications.papers import make_paper
from website import lab_home

pytestmark = pytest.mark.django_db
HOME = reverse("admin:index")


@pytest.fixture
def minna(client):
    """A manager who is not superuser."""
    minna = make_user("minna")
    minna.groups.add(Group.objects.get(name=MANAGERS))
    client.force_login(minna)
    return minna


def row(client, person, **query):
    """The cells of a person's row as text."""
    html = client.get(HOME, query).text
    found = re.search(
        rf'<tr>\s*<th scope="row"><a href="\?record={person.slug}">.*?</tr>', html, re.S
    )
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split()) if found else ""


def names(client, **query):
    return re.findall(r'\?record=([\w-]+)">', client.get(HOME, query).text)


def test_a_row_says_what_is_there_and_what_is_missing(client, minna, alice):
    assert "portrait, position, biography, papers" in row(client, alice)
    alice.biography = "A zoologist."
    alice.save()
    Affiliation.objects.create(researcher=alice, organisation="Harbour University")
    make_paper("Kelp", alice, owner=alice)
    assert Authorship.objects.filter(researcher=alice).count() == 1
    text = row(client, alice)
    assert "Public – 1 portrait" in text


def test_the_last_edit_is_of_anything_that_is_theirs(client, minna, alice):
    item = NewsItem.objects.create(researcher=alice, date="2025", body="Tides.")
    save_revision(item, alice.owner, "added")
    Revision.objects.update(made_at=timezone.now().replace(2024, 5, 3))
    assert "3 May 2024" in row(client, alice)


def test_it_says_who_was_invited_and_who_came(client, minna, alice):
    assert "link not used yet" in row(client, alice)
    User.objects.filter(pk=alice.owner_id).update(last_login=timezone.now().replace(2024, 5, 3))
    assert "last here 3 May 2024" in row(client, alice)
    assert "New link" not in row(client, alice)
    dora = make_researcher("Dora Duval", published_at=None)
    assert "not invited Draft" in row(client, dora)


def test_one_button_makes_a_new_link(client, minna, alice):
    html = client.get(HOME).text
    action = reverse("admin:auth_user_link", args=[alice.owner_id])
    assert f'<form method="post" action="{action}">' in html
    assert "/admin/link/invitation/" in client.post(action).text


def test_no_link_is_offered_for_an_account_of_equal_rights(client, minna, alice):
    alice.owner.groups.add(Group.objects.get(name=MANAGERS))
    assert "New link" not in row(client, alice)


@pytest.mark.parametrize(
    ("state", "slugs"),
    [
        ("all", ["alice-ahlgren", "dora-duval", "edith-ek", "fay-fox"]),
        ("uninvited", ["dora-duval", "edith-ek"]),
        ("invited", ["fay-fox"]),
        ("unpublished", ["dora-duval", "edith-ek"]),
        ("public", ["alice-ahlgren", "fay-fox"]),
        ("anything else", ["alice-ahlgren", "dora-duval", "edith-ek", "fay-fox"]),
    ],
)
def test_it_shows_some_of_them(client, minna, alice, state, slugs):
    User.objects.filter(pk=alice.owner_id).update(last_login=timezone.now())
    make_researcher("Dora Duval", published_at=None)
    make_researcher("Edith Ek", published_at=timezone.now() + timedelta(days=2))
    make_researcher("Fay Fox", make_user("fay"))
    assert names(client, state=state) == slugs
    if state in lab_home.people_filters():
        counts = {name: count for name, _word, count in client.get(HOME).context["filters"]}
        assert counts[state] == len(slugs)


def test_they_are_found_by_name(client, minna, alice, bob):
    assert names(client, q="BRANDT") == ["bob-brandt"]
    assert names(client, q="nobody") == []
    assert "Nobody is found." in client.get(HOME, {"q": "nobody"}).text
    assert 'value="&lt;b&gt;"' in client.get(HOME, {"q": "<b>"}).text


def test_many_stand_on_pages_and_cost_no_query_each(client, minna, monkeypatch):
    monkeypatch.setattr(lab_home, "PER_PAGE", 5)
    asked = []
    for number in range(12):
        make_researcher(f"Dora {number:02}", make_user(f"dora-{number}"))
        if number in (2, 11):
            with CaptureQueriesContext(connection) as queries:
                client.get(HOME)
            asked.append(len(queries))
    assert asked[0] == asked[1]
    assert len(names(client)) == 5
    assert len(names(client, p=3)) == 2
    assert "?state=invited&amp;p=2" in client.get(HOME, {"state": "invited"}).text


def test_a_lab_without_people_says_how_to_begin(client, minna):
    html = client.get(HOME).text
    assert "Nobody is here yet" in html
    assert "people-table" not in html


def test_a_manager_with_a_profile_finds_it(client, alice):
    alice.owner.groups.add(Group.objects.get(name=MANAGERS))
    client.force_login(alice.owner)
    assert "My own profile" in client.get(HOME).text


# --- Groups ---------------------------------------------------------------------------------------


@pytest.fixture
def groups(alice):
    return [PeopleGroup.objects.create(name=name) for name in ("Faculty", "Students", "Alumni")]


def test_groups_are_put_in_order(client, minna, groups):
    sent = {f"place-{group.pk}": str(place) for group, place in zip(groups, (3, 1, 2), strict=True)}
    page = client.post(reverse("admin:dashboard-groups"), sent, follow=True)
    assert "The order of the groups is saved." in page.text
    found = [group.name for group in PeopleGroup.objects.all()]
    assert found == ["Students", "Alumni", "Faculty"]
    changed = Revision.objects.filter(kind="profiles.peoplegroup", action="changed")
    assert {each.name for each in changed} == set(found)


def test_one_that_was_not_sent_comes_last(client, minna, groups):
    sent = {f"place-{groups[2].pk}": "1", "place-99": "2", f"place-{groups[1].pk}": "x"}
    client.post(reverse("admin:dashboard-groups"), sent)
    assert PeopleGroup.objects.first() == groups[2]
    assert PeopleGroup.objects.count() == 3


def test_researchers_put_no_groups_in_order(at_work, groups):
    answer = at_work.post(reverse("admin:dashboard-groups"), {f"place-{groups[0].pk}": "9"})
    assert answer.status_code == 404
    assert PeopleGroup.objects.first() == groups[0]


# --- The page of the lab --------------------------------------------------------------------------


def test_the_front_page_stands_beside_the_table(client, minna, alice):
    make_researcher("Dora Draft", published_at=None)
    assert (
        f'<iframe class="look-preview" src="{reverse("admin:lab-page")}"' in client.get(HOME).text
    )
    page = client.get(reverse("admin:lab-page"))
    assert "Alice Ahlgren" in page.text
    assert "Dora Draft" not in page.text
    assert '<base target="_blank">' in page.text
    assert page.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_a_site_of_one_person_has_no_page_of_the_lab(client, minna, alice, settings):
    settings.SINGLE_RESEARCHER = alice.slug
    assert "<iframe" not in client.get(HOME).text


def test_researchers_do_not_open_it(at_work):
    assert at_work.get(reverse("admin:lab-page")).status_code == 404
