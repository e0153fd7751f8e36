"""The old paths of one member stand at the root of a lab, where a manager says so."""

import pytest
from django.urls import reverse

from history import snapshots
from history.models import Revision
from profiles.models import Delegation, Page, Redirect, Researcher
from profiles.versions import preview
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


def location(client, path):
    response = client.get(path)
    return response.get("Location") if response.status_code == 301 else response.status_code


@pytest.fixture
def moved_in(alice):
    Researcher.objects.filter(pk=alice.pk).update(old_paths_at_root=True)
    Redirect.objects.create(researcher=alice, old_path="/about.html", target="cv/")
    return alice


def test_old_address_at_the_root_redirects(client, moved_in):
    assert location(client, "/about.html") == "/alice-ahlgren/cv/"
    assert location(client, "/zh-hans/about.html") == "/zh-hans/alice-ahlgren/cv/"
    assert location(client, "/alice-ahlgren/about.html") == "/alice-ahlgren/cv/"


def test_papers_stood_where_the_labs_stand(client, moved_in):
    paper = make_paper("Tides", moved_in)
    Redirect.objects.create(researcher=moved_in, old_path="/publications/2010-tides", row=paper)
    assert location(client, "/publications/2010-tides/") == "/publications/tides/"


@pytest.mark.parametrize("path", ["/publications/", "/bob-brandt/", "/bob-brandt/join/", "/"])
def test_it_hides_no_page(client, moved_in, bob, path):
    Page.objects.create(researcher=bob, title="Join", slug="join")
    Redirect.objects.create(researcher=moved_in, old_path=path, target="cv/")
    assert client.get(path).status_code == 200


def test_anothers_own_old_path_comes_first(client, moved_in, bob):
    Redirect.objects.create(researcher=moved_in, old_path="/bob-brandt/old/", target="cv/")
    Redirect.objects.create(researcher=bob, old_path="/old/", target="news/")
    assert location(client, "/bob-brandt/old/") == "/bob-brandt/news/"


def test_nobody_else_has_it(client, alice, bob):
    Redirect.objects.create(researcher=bob, old_path="/about.html", target="cv/")
    assert client.get("/about.html").status_code == 404


def test_a_draft_has_it_not(client, moved_in):
    Researcher.objects.update(published_at=None)
    assert client.get("/about.html").status_code == 404


def test_nothing_is_led_to_from_below_the_admin(client, moved_in):
    Redirect.objects.create(researcher=moved_in, old_path="/admin/x/", target="cv/")
    client.force_login(moved_in.owner)
    assert client.get("/admin/x/").status_code == 404


# --- Who says so ----------------------------------------------------------------------------------


def form_of(client, row):
    url = reverse("admin:profiles_researcher_change", args=[row.pk]) + "?_part=account"
    return url, client.get(url).context["adminform"].form


def save(client, row, **values):
    url, form = form_of(client, row)
    sent = {name: value for name, value in form.initial.items() if isinstance(value, str)}
    for inline in client.get(url).context["inline_admin_formsets"]:
        prefix = inline.formset.prefix
        sent |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    return client.post(url, sent | values)


def test_a_manager_gives_it_to_one(client, manager, alice, bob):
    client.force_login(manager)
    save(client, alice, old_paths_at_root="on")
    assert Researcher.objects.get(old_paths_at_root=True) == alice
    answer = save(client, bob, old_paths_at_root="on")
    assert "of one person: untick it for the other first" in answer.content.decode()
    assert Researcher.objects.get(old_paths_at_root=True) == alice


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_its_owner_and_a_delegate_neither_see_nor_set_it(client, alice, bob, who):
    Delegation.objects.create(researcher=alice, user=bob.owner)
    client.force_login({"alice": alice, "bob": bob}[who].owner)
    assert "old_paths_at_root" not in form_of(client, alice)[1].fields
    save(client, alice, old_paths_at_root="on", multilingual="on")
    assert Researcher.objects.get(pk=alice.pk).multilingual
    assert not Researcher.objects.filter(old_paths_at_root=True)


def test_a_version_does_not_bring_it_back(alice):
    with snapshots.track_changes(None, alice):
        Researcher.objects.filter(pk=alice.pk).update(old_paths_at_root=True, headline="Then")
    version = Revision.objects.first()
    Researcher.objects.filter(pk=alice.pk).update(old_paths_at_root=False, headline="Now")
    names = [each.name for each in preview(version, alice, alice.owner)]
    assert names == ["headline"]
