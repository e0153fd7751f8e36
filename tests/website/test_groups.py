"""People in the groups that managers made, alumni among them, on the lab's front page."""

import pytest
from django.urls import reverse

from history.models import Revision
from profiles.models import Affiliation, PeopleGroup
from tests.conftest import make_researcher
from tests.isolation.forms import sent_by
from website import personal_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def alumni():
    return PeopleGroup.objects.create(name="Alumni", position=2)


@pytest.fixture
def faculty():
    return PeopleGroup.objects.create(name="Faculty", position=1)


def page(client, path="/"):
    return client.get(path).content.decode()


def in_order(html, *texts):
    shown = html.partition('id="people"')[2]
    places = [shown.index(text) for text in texts]
    assert places == sorted(places)


def test_members_stand_in_their_groups(client, alice, bob, alumni, faculty):
    alumni.memberships.create(researcher=alice, since=2015, until=2020, now="reader at Uppsala")
    faculty.memberships.create(researcher=bob)
    html = page(client)
    in_order(
        html, ">Faculty<", "Bob Brandt", ">Alumni<", "Alice Ahlgren", "2015–2020 · now: reader"
    )


def test_who_is_in_no_group_stands_at_the_end(client, alice, bob, faculty):
    faculty.memberships.create(researcher=bob)
    in_order(page(client), ">Faculty<", "Bob Brandt", ">Others<", "Alice Ahlgren")


def test_a_lab_without_groups_stands_by_where_people_work(client, alice, bob):
    before = page(client)
    assert "group-name" not in before
    PeopleGroup.objects.create(name="Empty")
    assert page(client) == before
    for number in range(4):
        person = make_researcher(f"Dora Duval {number}")
        Affiliation.objects.create(researcher=person, organisation=f"Place {number % 2}")
    in_order(page(client), ">Place 0<", ">Place 1<", ">Others<")


def test_members_stand_as_they_were_put(client, alice, bob, faculty):
    faculty.memberships.create(researcher=alice, position=2)
    faculty.memberships.create(researcher=bob, position=1)
    in_order(page(client), "Bob Brandt", "Alice Ahlgren")


def test_one_without_a_profile_stands_by_name(client, alice, alumni):
    alumni.memberships.create(name="Dora Duval", url="https://dora.example/", until=1999)
    html = page(client)
    assert '<a href="https://dora.example/">Dora Duval</a>' in html
    assert "until 1999" in html


def test_they_are_shown_before_anybody_has_a_page(client, alumni):
    alumni.memberships.create(name="Dora Duval")
    assert "Dora Duval" in page(client)
    assert "Nobody has published" not in page(client)


def test_a_link_that_runs_a_script_leads_nowhere(client, alice, alumni):
    alumni.memberships.create(name="Dora <b>", url="javascript:alert(1)")
    assert "javascript:" not in page(client)
    assert "Dora &lt;b&gt;" in page(client)


def test_a_draft_is_not_named(client, alice, alumni):
    dora = make_researcher("Dora Draft", published_at=None)
    alumni.memberships.create(researcher=dora, now="at sea")
    html = page(client)
    assert "Dora" not in html
    assert "at sea" not in html
    assert "Alumni" not in html


def test_the_name_of_a_group_is_translated(client, alice, alumni):
    alumni.translations = {"zh-hans": {"name": "校友"}}
    alumni.save()
    alumni.memberships.create(researcher=alice)
    assert ">校友<" in page(client, "/zh-hans/")


# --- In the admin ---------------------------------------------------------------------------------


@pytest.fixture
def form(client, manager, alumni):
    client.force_login(manager)
    address = reverse("admin:profiles_peoplegroup_change", args=[alumni.pk])

    def send(**boxes):
        boxes |= {"position": "1"}
        sent = {f"memberships-0-{name}": value for name, value in boxes.items()}
        form = sent_by(client.get(address)) | {"memberships-TOTAL_FORMS": 1}
        return client.post(address, form | sent)

    return send


def test_managers_add_members(form, alice, alumni):
    answer = form(researcher=alice.pk, since="2015", now="reader")
    assert answer.status_code == 302
    assert alice.membership.group == alumni
    assert Revision.objects.get(kind="profiles.peoplegroup", action="changed")


@pytest.mark.parametrize(
    "boxes",
    [
        {"now": "nobody"},
        {"name": "Dora", "since": "2020", "until": "2015"},
        {"name": "Dora", "since": "20"},
        {"name": "Dora", "url": "javascript:x"},
    ],
)
def test_what_is_no_member_is_refused(form, alumni, boxes):
    assert form(**boxes).status_code == 200
    assert not alumni.memberships.exists()


def test_a_person_stands_in_one_group(form, alice, faculty):
    faculty.memberships.create(researcher=alice)
    assert form(researcher=alice.pk).status_code == 200


def test_a_new_group_comes_last(client, manager, alumni, faculty):
    client.force_login(manager)
    address = reverse("admin:profiles_peoplegroup_add")
    client.post(address, sent_by(client.get(address)) | {"name": "Guests", "_save": "Save"})
    assert [group.name for group in PeopleGroup.objects.all()] == ["Faculty", "Alumni", "Guests"]


def test_researchers_do_not_reach_it(at_work, alumni):
    address = reverse("admin:profiles_peoplegroup_change", args=[alumni.pk])
    assert at_work.get(address).status_code == 404


def test_a_deleted_group_comes_back_with_its_members(client, form, alice, alumni):
    form(researcher=alice.pk)
    delete = reverse("admin:profiles_peoplegroup_delete", args=[alumni.pk])
    client.post(delete, {"post": "yes"})
    gone = Revision.objects.get(kind="profiles.peoplegroup", action="deleted")
    client.post(reverse("admin:profiles_researcher_undelete_shared", args=[gone.pk]))
    alice.refresh_from_db()
    assert alice.membership.group.name == "Alumni"


def test_who_is_erased_is_in_no_group_nor_its_versions(form, alice, bob):
    form(researcher=alice.pk, now="at sea")
    personal_data.erase(alice)
    assert not PeopleGroup.objects.get().memberships.exists()
    states = Revision.objects.filter(kind="profiles.peoplegroup").values_list("state", flat=True)
    assert "at sea" not in str(list(states))
