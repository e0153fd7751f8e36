"""Many people invited on one page: lines are read, shown, then made."""

import re
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.invite_people import MOST
from history.snapshots import revisions_of
from profiles.models import PeopleGroup, Researcher
from tests.accounts.conftest import is_in
from tests.conftest import make_researcher, make_user
from tests.isolation.forms import sent_by

pytestmark = pytest.mark.django_db
NEW = {"new_password1": "three tidal gauges", "new_password2": "three tidal gauges"}
PAGE = "/admin/profiles/researcher/invite/"
LINES = "Dora Duval <dora@lab.example>\n\nEdith Ek, edith@lab.example\n翁祈桢"


def links(page):
    return re.findall(r'value="http://testserver(/admin/link/[^"]+)"', page.text)


def check(client, text):
    return client.post(PAGE, {"people": text})


def make(client, text):
    return client.post(PAGE, sent_by(check(client, text)) | {"_make": "1"})


def test_pasted_people_are_shown_then_invited(minna, manager):
    page = check(minna.client, LINES)
    assert [each.username for each in page.context["invitees"]] == [
        *("dora-duval", "edith-ek", "wengqizhen"),
    ]
    assert not User.objects.filter(username="dora-duval").exists()
    page = make(minna.client, LINES)
    assert len(links(page)) == 3
    guest = Client()
    assert guest.post(links(page)[0], NEW).headers["Location"] == "/admin/"
    assert is_in(guest)
    dora = Researcher.objects.get(slug="dora-duval")
    assert (dora.given_name, dora.family_name, dora.email) == ("Dora", "Duval", "dora@lab.example")
    assert dora.owner.username == "dora-duval"
    assert dora.published_at is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dora@lab.example", "no name"),
        ("Dora <dora@>", "is not an e-mail address"),
        ("Dora\nDORA", "on another line"),
        ("Dora <d@lab.example>\nEdith <D@lab.example>", "on another line"),
        ("x" * 201, "too long"),
        ("Edith <bob@lab.example>", "The account “bob” has this e-mail address"),
        (f"Dora\tdora@lab.example\t{'x' * 81}", "name of the group is too long"),
    ],
)
def test_a_line_with_a_problem_says_so_and_nothing_is_made(minna, text, problem):
    make_user("bob", email="bob@lab.example")
    people = Researcher.objects.count(), User.objects.count()
    for page in (check(minna.client, text), make(minna.client, f"Fay Fox\n{text}")):
        assert problem in page.text
        assert 'name="_make"' not in page.text
    assert (Researcher.objects.count(), User.objects.count()) == people


def test_headings_alone_are_nobody(minna):
    assert "There is nobody below the headings" in check(minna.client, "Name\tE-mail").text


def test_who_is_here_already_is_left_out(minna, alice):
    page = make(minna.client, "alice ahlgren <a@lab.example>\nDora Duval")
    assert page.text.count("/admin/link/") == 1
    assert Researcher.objects.filter(display_name__iexact="alice ahlgren").count() == 1


def test_a_profile_without_an_account_gets_one(minna):
    dora = make_researcher("Dora Duval")
    make(minna.client, "Dora Duval <dora@lab.example>")
    dora.refresh_from_db()
    assert dora.owner.username == "dora-duval"


def test_names_that_are_taken_get_a_number(minna):
    make_user("dora-duval")
    (invitee,) = check(minna.client, "Dora Duval").context["invitees"]
    assert (invitee.username, invitee.slug) == ("dora-duval-2", "dora-duval")


def test_nothing_else_is_made_than_was_shown(minna):
    shown = sent_by(check(minna.client, "Dora Duval"))
    page = minna.client.post(PAGE, shown | {"people": "Edith Ek", "_make": "1"})
    assert "Nothing was made" in page.text
    assert not Researcher.objects.filter(slug="edith-ek").exists()


def test_too_many_at_once_are_refused(minna):
    page = check(minna.client, "\n".join(f"Dora {n}" for n in range(MOST + 1)))
    assert f"At most {MOST} people" in page.text


def test_links_are_mailed_where_that_can_be(minna, settings):
    settings.EMAIL_ENABLED = True
    page = make(minna.client, LINES)
    assert [letter.to for letter in mail.outbox] == [["dora@lab.example"], ["edith@lab.example"]]
    assert "mailed to dora@lab.example" in page.text
    assert page.text.count("/admin/link/") == 1


def test_links_are_shown_instead_where_that_is_chosen(minna, settings):
    settings.EMAIL_ENABLED = True
    page = minna.client.post(PAGE, sent_by(check(minna.client, LINES)) | {"_show": "1"})
    assert mail.outbox == []
    assert len(links(page)) == 3


def test_all_links_are_one_text(minna):
    page = make(minna.client, LINES)
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.text, re.DOTALL)[1]
    rows = [line.split("\t") for line in text.strip().splitlines()]
    assert [row[:2] for row in rows] == [
        ["Dora Duval", "dora@lab.example"],
        ["Edith Ek", "edith@lab.example"],
        ["翁祈桢", ""],
    ]
    assert [row[2] for row in rows] == [f"http://testserver{link}" for link in links(page)]


def test_each_link_is_a_mail_to_send_oneself(minna):
    """Of whoever has an address: its link opens, as the one beside it."""
    page = make(minna.client, LINES)
    mails = re.findall(r'href="mailto:([^?"]+)\?subject=[^&"]+&amp;body=([^"]+)"', page.text)
    assert [to for to, _body in mails] == ["dora@lab.example", "edith@lab.example"]
    link = re.search(r"http://testserver(\S+)", unquote(mails[0][1]))[1]
    assert Client().get(link).status_code == 200


def test_a_mail_that_fails_leaves_the_link_to_pass_on(minna, settings, monkeypatch):
    settings.EMAIL_ENABLED = True
    monkeypatch.setattr("accounts.one_time_links.send_mail", lambda message: False)
    page = make(minna.client, "Dora Duval <dora@lab.example>")
    assert "could not be mailed" in page.text
    assert len(links(page)) == 1


def test_researchers_do_not_reach_it(at_work):
    assert at_work.get(PAGE).status_code == 404
    assert at_work.post(PAGE, {"people": "Dora", "_make": "1"}).status_code == 404
    assert "Invite people" not in at_work.get(reverse("admin:index")).text


def test_managers_find_it(minna):
    assert PAGE in minna.client.get(reverse("admin:profiles_researcher_changelist")).text


# --- In a group -----------------------------------------------------------------------------------


def make_in(client, group, text=LINES):
    page = client.post(PAGE, {"people": text, "group": group})
    return client.post(PAGE, sent_by(page) | {"_make": "1"})


def test_those_invited_stand_in_a_group_that_is_new(minna):
    page = minna.client.post(PAGE, {"people": LINES, "group": "Students"})
    assert page.text.count("In the new group “Students”.") == 3
    assert not PeopleGroup.objects.exists()
    make_in(minna.client, "Students")
    group = PeopleGroup.objects.get(name="Students")
    names = group.memberships.values_list("researcher__display_name", flat=True)
    assert list(names) == ["Dora Duval", "Edith Ek", "翁祈桢"]
    assert [each.action for each in revisions_of(group)] == ["changed", "found"]


def test_they_stand_behind_the_members_of_one_that_is_here(minna, alice):
    group = PeopleGroup.objects.create(name="Faculty", position=4)
    group.memberships.create(researcher=alice, position=7)
    assert '<option value="Faculty">' in minna.client.get(PAGE).text
    make_in(minna.client, "faculty", "Dora Duval")
    assert [str(each) for each in group.memberships.all()] == ["Alice Ahlgren", "Dora Duval"]
    assert PeopleGroup.objects.count() == 1


def test_who_is_in_a_group_stays_there(minna):
    dora = make_researcher("Dora Duval")
    faculty = PeopleGroup.objects.create(name="Faculty")
    faculty.memberships.create(researcher=dora)
    make_in(minna.client, "Alumni", "Dora Duval\nEdith Ek")
    dora.refresh_from_db()
    assert dora.membership.group == faculty
    assert Researcher.objects.get(slug="edith-ek").membership.group.name == "Alumni"


def test_a_group_of_too_long_a_name_is_refused(minna):
    page = make_in(minna.client, "x" * 81)
    assert "at most 80 characters" in page.text
    assert not PeopleGroup.objects.exists()


def test_another_group_than_was_shown_is_not_used(minna):
    shown = sent_by(minna.client.post(PAGE, {"people": "Dora Duval", "group": "Staff"}))
    page = minna.client.post(PAGE, shown | {"group": "Faculty", "_make": "1"})
    assert "Nothing was made" in page.text
    assert not PeopleGroup.objects.exists()


TABLE = (
    "Title\tFirst name\tLast name\tE-mail\tRole\n"
    "Prof. Dr.\tDora\tDuval\tdora@lab.example\tFaculty\n"
    "\tEdith\tEk\tedith@lab.example\tStudent\n"
    "\tFay\tFox\tfay@lab.example\t\n"
)


def test_a_column_of_roles_names_their_groups(minna):
    """“Student” means the group of students that is here; the box is for who has no role."""
    PeopleGroup.objects.create(name="Students")
    make_in(minna.client, "Guests", TABLE)
    stand = {group.name: [str(one) for one in group.memberships.all()] for group in all_groups()}
    assert stand == {
        "Students": ["Edith Ek"],
        "Faculty": ["Prof. Dr. Dora Duval"],
        "Guests": ["Fay Fox"],
    }


def all_groups():
    return PeopleGroup.objects.order_by("pk")


def test_titles_stay_with_the_name_and_out_of_the_address(minna):
    make(minna.client, TABLE)
    dora = Researcher.objects.get(slug="dora-duval")
    assert dora.display_name == "Prof. Dr. Dora Duval"
    assert (dora.given_name, dora.family_name) == ("Dora", "Duval")
    assert dora.owner.username == "dora-duval"


def test_a_role_is_their_position(minna):
    make(minna.client, TABLE)
    roles = {row.slug: [str(one.role) for one in row.affiliations.all()] for row in people()}
    assert roles == {"dora-duval": ["Faculty"], "edith-ek": ["Student"], "fay-fox": []}


def people():
    return Researcher.objects.filter(slug__in=["dora-duval", "edith-ek", "fay-fox"])


def test_a_title_makes_nobody_else(minna, alice):
    (invitee,) = check(minna.client, "Dr. Alice Ahlgren").context["invitees"]
    assert invitee.is_here
    page = check(minna.client, "Dora Duval\nDora Duval, PhD")
    assert "This name is also on another line." in page.text
