"""Signing in as another, being led elsewhere by it, taking rights, learning of others."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.urls import reverse

from profiles import access
from profiles.models import Talk
from tests.isolation.admin_views import url

LOGIN = "/admin/login/"
ELSEWHERE = ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
ELSEWHERE += ["https:evil.example", "http:///evil.example", "\thttps://evil.example", "data:,x"]


# --- Signing in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ELSEWHERE)
def test_a_login_that_leads_elsewhere(client, alice, target):
    sent = {"username": "alice", "password": "alice-password", "next": target}
    answer = client.post(LOGIN, sent)
    assert answer.status_code == 302
    assert "evil" not in answer.url
    assert answer.url.startswith("/admin/")


def test_a_session_that_was_planted_before_the_login(client, alice):
    client.get(LOGIN)
    session = client.session
    session["planted"] = "x"
    session.save()
    client.cookies["sessionid"] = planted = session.session_key
    client.post(LOGIN, {"username": "alice", "password": "alice-password"})
    assert client.cookies["sessionid"].value != planted


def test_a_link_that_signs_one_out(client, alice):
    client.force_login(alice.owner)
    client.get("/admin/logout/")
    assert client.get("/admin/").status_code == 200


def test_another_host_in_the_request(client, alice):
    client.force_login(alice.owner)
    assert client.get("/admin/", headers={"host": "evil.example"}).status_code == 400
    answer = client.get("/alice-ahlgren/", headers={"x-forwarded-host": "evil.example"})
    assert "evil.example" not in answer.content.decode()


def test_an_account_that_was_closed_is_signed_out_at_once(client, alice):
    client.force_login(alice.owner)
    User.objects.filter(pk=alice.owner_id).update(is_active=False)
    assert client.get("/admin/").status_code == 302


# --- Accounts -------------------------------------------------------------------------------------


def test_changing_the_password_of_another(client, alice, bob):
    client.force_login(bob.owner)
    before = alice.owner.password
    new = {"password1": "a-long-password-1", "password2": "a-long-password-1"}
    client.post(reverse("admin:auth_user_password_change", args=[alice.owner_id]), new)
    own = {"old_password": "bob-password", "user": alice.owner_id, "username": "alice"}
    own |= {"new_password1": "a-long-password-1", "new_password2": "a-long-password-1"}
    client.post("/admin/password_change/?id=1", own)
    alice.owner.refresh_from_db()
    assert alice.owner.password == before


@pytest.mark.parametrize("right", ["is_superuser", "is_manager", "groups", "user_permissions"])
def test_a_manager_grants_no_right_that_superusers_grant(client, alice, charlie, right):
    managers = Group.objects.get(name=access.MANAGERS)
    charlie.groups.add(managers)
    client.force_login(charlie)
    values = {"groups": managers.pk, "user_permissions": 1}
    sent = {"username": "alice", "is_active": "on", right: values.get(right, "on")}
    client.post(reverse("admin:auth_user_change", args=[alice.owner_id]), sent)
    user = User.objects.get(username="alice")
    assert not user.is_superuser
    assert not user.groups.exists()
    assert not user.user_permissions.exists()


def test_a_researcher_is_offered_no_accounts(client, alice, bob):
    client.force_login(bob.owner)
    query = {"app_label": "profiles", "model_name": "researcher", "field_name": "owner"}
    answer = client.get(reverse("admin:autocomplete"), query | {"term": "a"})
    assert "alice" not in answer.content.decode()


@pytest.mark.parametrize("field", ["password", "id", "owner__password", "nothing", "researcher"])
def test_a_type_ahead_box_of_no_relation_is_refused(client, bob, field):
    client.force_login(bob.owner)
    for app, model in (("auth", "user"), ("sessions", "session"), ("admin", "logentry")):
        query = {"app_label": app, "model_name": model, "field_name": field, "term": ""}
        assert client.get(reverse("admin:autocomplete"), query).status_code in (403, 404)


# --- What remembers -------------------------------------------------------------------------------


def test_recent_actions_are_ones_own(client, alice, bob):
    client.force_login(alice.owner)
    talk = Talk.objects.create(researcher=alice, title="Zebrafinch", published_at=None)
    client.post(url(Talk, "delete", talk.pk), {"post": "yes"}, follow=True)
    client.force_login(bob.owner)
    assert "Zebrafinch" not in client.get("/admin/").content.decode()


def test_a_refusal_leaves_no_message_with_an_id_or_a_title(client, alice, bob):
    talk = Talk.objects.create(researcher=alice, title="Zebrafinch", published_at=None)
    client.force_login(bob.owner)
    for view in ("change", "delete", "history"):
        client.get(url(Talk, view, talk.pk))
    client.post(url(Talk, "changelist"), {"action": "publish", "_selected_action": talk.pk})
    page = client.get("/admin/").content.decode()
    assert "Zebrafinch" not in page
    assert "doesn’t exist" not in page


@pytest.mark.parametrize("order", ["1.2.3", "-99", "x", "0", "1.-1.1", "9" * 30])
def test_an_order_tells_nothing(client, alice, bob, order):
    Talk.objects.create(researcher=alice, title="Zebrafinch", published_at=None)
    client.force_login(bob.owner)
    answer = client.get(url(Talk, "changelist"), {"o": order, "all": "", "p": "0"})
    assert answer.status_code in (200, 302)
    assert "Zebrafinch" not in answer.content.decode()


def test_no_list_of_sessions_log_entries_or_rights():
    names = {model._meta.label for model in admin.site._registry}
    assert not names & {"sessions.Session", "admin.LogEntry", "auth.Permission", "auth.Group"}
