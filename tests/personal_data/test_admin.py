"""“Export or delete my data” in the admin: for owner and managers; deleting asks for two things."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse

from profiles.models import Delegation, Researcher

pytestmark = pytest.mark.django_db
RIGHT = {"slug": "alice-ahlgren", "password": "alice-password"}


def url(name, researcher):
    return reverse(f"admin:profiles_researcher_{name}", args=[researcher.pk])


def test_owner_downloads_own_data(at_work, alice):
    form = at_work.get(url("change", alice)).content.decode()
    assert url("data", alice) in form
    page = at_work.get(url("data", alice)).content.decode()
    assert url("erase", alice) in page
    answer = at_work.post(url("data", alice))
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="alice-ahlgren-')
    assert "no-store" in answer.headers["Cache-Control"]
    assert "record.json" in ZipFile(BytesIO(b"".join(answer))).namelist()
    answer.close()


@pytest.mark.parametrize("view", ["data", "erase"])
@pytest.mark.parametrize("who", ["bob", "charlie", "delegate"])
def test_it_is_nobody_elses(client, alice, bob, charlie, view, who):
    if who == "delegate":
        Delegation.objects.create(researcher=alice, user=charlie)
    client.force_login(bob.owner if who == "bob" else charlie)
    assert client.get(url(view, alice)).status_code == 404
    assert client.post(url(view, alice), RIGHT).status_code == 404
    assert Researcher.objects.filter(pk=alice.pk).exists()


def test_an_owner_deletes_the_record_and_is_signed_out(at_work, alice):
    page = at_work.get(url("erase", alice)).content.decode()
    assert "<code>alice-ahlgren</code>" in page
    assert "Your account goes too" in page
    answer = at_work.post(url("erase", alice), RIGHT)
    assert "Everything is deleted" in answer.content.decode()
    assert not Researcher.objects.exists()
    assert at_work.get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("wrong", [{"slug": "bob-brandt"}, {"slug": ""}, {"password": "guess"}])
def test_it_asks_for_address_and_password(at_work, alice, wrong):
    answer = at_work.post(url("erase", alice), RIGHT | wrong)
    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.content.decode()
    assert Researcher.objects.exists()


def test_a_manager_deletes_a_record(client, alice, manager):
    client.force_login(manager)
    assert client.get(url("delete", alice)).headers["Location"] == url("erase", alice)
    answer = client.post(url("erase", alice), RIGHT | {"password": "manager-password"})
    assert answer.headers["Location"] == reverse("admin:index")
    assert not Researcher.objects.exists()


def test_there_is_no_other_deletion(client, alice, manager):
    """Django's own leaves traces."""
    client.force_login(manager)
    data = {"action": "delete_selected", "_selected_action": [alice.pk], "post": "yes"}
    client.post(reverse("admin:profiles_researcher_changelist"), data)
    client.post(url("delete", alice), {"post": "yes"})
    assert Researcher.objects.exists()
