"""An old address leads to a row, wherever that stands now, and to nothing while it is withheld."""

import pytest
from django.urls import reverse

from history import snapshots
from profiles.models import NewsItem, Page, Project, Redirect, Talk, Teaching
from profiles.versions import undelete
from publications.merging import PublicationMerge
from publications.models import Authorship, Publication
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
OLD = "/alice-ahlgren/publication/2010-tides/"


def location(client, path=OLD):
    response = client.get(path)
    return response.get("Location") if response.status_code == 301 else response.status_code


def lead_to(row, alice):
    Redirect.objects.create(researcher=alice, old_path="/publication/2010-tides/", row=row)
    return row


@pytest.fixture
def paper(alice):
    return lead_to(make_paper("Tides", alice), alice)


@pytest.fixture
def page(alice):
    return lead_to(Page.objects.create(researcher=alice, title="Join", slug="join"), alice)


def test_old_address_leads_to_the_paper(client, paper):
    """In a lab, too, where papers do not stand below a member's address."""
    assert location(client) == "/publications/tides/"
    assert client.get("/publications/tides/").status_code == 200


@pytest.mark.parametrize(
    ("model", "values", "address"),
    [
        (Page, {"title": "Join", "slug": "join"}, "join/"),
        (NewsItem, {"body": "x", "date": "2024"}, "news/#news-{pk}"),
        (Project, {"title": "Kelp"}, "cv/#project-{pk}"),
        (Talk, {"title": "Kelp"}, "cv/#talk-{pk}"),
        (Teaching, {"title": "Algae"}, "cv/#teaching-{pk}"),
    ],
)
def test_it_leads_to(client, alice, model, values, address):
    row = lead_to(model.objects.create(researcher=alice, **values), alice)
    path = f"/alice-ahlgren/{address.format(pk=row.pk)}"
    assert location(client) == path
    page, _hash, anchor = path.partition("#")
    assert f'id="{anchor}"' in client.get(page).content.decode() or not anchor


def test_it_follows_a_renamed_page_and_researcher(client, alice, page):
    Page.objects.update(slug="open-positions")
    type(alice).objects.update(slug="alice-berg")
    assert location(client, "/alice-berg/publication/2010-tides") == "/alice-berg/open-positions/"


def test_it_keeps_language_and_query(client, alice, page):
    assert location(client, f"/zh-hans{OLD}?page=1") == "/zh-hans/alice-ahlgren/join/?page=1"
    Redirect.objects.update(page=None, news_item=NewsItem.objects.create(researcher=alice))
    assert location(client, f"{OLD}?page=1").startswith("/alice-ahlgren/news/?page=1#news-")


@pytest.mark.parametrize(
    "withhold",
    [
        lambda: Publication.objects.update(published_at=None),
        lambda: Authorship.objects.update(is_hidden=True),
        lambda: Publication.objects.all().delete(),
    ],
    ids=["draft", "hidden", "deleted"],
)
def test_a_withheld_paper_is_not_found(client, paper, withhold):
    withhold()
    assert location(client) == 404


def test_anothers_page_is_never_led_to(client, alice, bob):
    lead_to(Page.objects.create(researcher=bob, title="Join", slug="join"), alice)
    assert location(client) == 404


def test_what_is_brought_back_is_led_to_again(client, alice, page):
    with snapshots.track_changes(alice.owner, page):
        page.title = "Join us"
        page.save()
    version = snapshots.revisions_of(page).first()
    page.delete()
    assert location(client) == 404
    undelete(version, alice.owner)
    assert location(client) == "/alice-ahlgren/join/"


def test_it_leads_to_the_paper_that_another_became(client, alice, paper):
    lead = make_paper("Tides", alice, slug="tides-2")
    PublicationMerge(lead, [paper]).write()
    assert location(client) == "/publications/tides-2/"


# --- Its form -------------------------------------------------------------------------------------


def send(client, **values):
    data = {"old_path": "/old/", "target": "", "loaded": ""} | values
    return client.post(reverse("admin:profiles_redirect_add"), data)


def test_a_paper_is_chosen_and_listed(client, alice, paper):
    client.force_login(alice.owner)
    assert send(client, publication=paper.pk).status_code == 302
    assert Redirect.objects.get(old_path="/old/").row == paper
    page = client.get(reverse("admin:profiles_redirect_changelist")).content.decode()
    assert "Paper: Tides" in page


def test_it_can_be_cleared(client, alice, page):
    client.force_login(alice.owner)
    url = reverse("admin:profiles_redirect_change", args=[Redirect.objects.get().pk])
    client.post(url, {"old_path": "/publication/2010-tides/", "page": "", "target": "cv/"})
    assert location(client) == "/alice-ahlgren/cv/"


@pytest.mark.parametrize("beside", ["page", "target"])
def test_it_leads_to_one_place(client, alice, paper, beside):
    client.force_login(alice.owner)
    page = Page.objects.create(researcher=alice, title="Join", slug="join")
    answer = send(client, publication=paper.pk, **{beside: page.pk})
    assert "It leads to one place" in answer.content.decode()


def test_a_managers_form_takes_no_row_of_another_profile(client, manager, alice, bob):
    client.force_login(manager)
    page = Page.objects.create(researcher=bob, title="Join", slug="join")
    answer = send(client, researcher=alice.pk, page=page.pk)
    assert "This belongs to another profile." in answer.content.decode()


def test_a_paper_that_became_anothers_draft_is_not_named(client, alice, bob, paper):
    Authorship.objects.update(researcher=bob)
    Publication.objects.update(published_at=None, title="Secret")
    client.force_login(alice.owner)
    page = client.get(reverse("admin:profiles_redirect_changelist")).content.decode()
    assert "Secret" not in page
    assert "deleted, or another’s draft" in page
