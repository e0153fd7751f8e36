"""A merged paper answers at the address of the record that is gone."""

import pytest
from django.urls import reverse

from publications.merging import PublicationMerge
from publications.models import FormerAddress, Publication
from tests.publications.papers import make_paper


@pytest.fixture
def paper(alice):
    lead = make_paper("Kelp", alice, owner=alice)
    return PublicationMerge(lead, [make_paper("Kelp", alice, slug="kelp-2")]).write()


@pytest.mark.parametrize(
    "name",
    ["publication", "publication-bibtex", "publication-ris", "publication-json"],
)
def test_merged_paper_redirects_from_its_old_address(client, paper, name):
    answer = client.get(reverse(name, args=["kelp-2"]) + "?page=2")
    assert answer.status_code == 301
    assert answer.headers["Location"] == reverse(name, args=["kelp"]) + "?page=2"


def test_an_endless_query_is_left_behind(client, paper):
    answer = client.get("/publications/kelp-2/?" + 20_000 * "a")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/publications/kelp/")


def test_a_second_language_stays_one(client, paper):
    answer = client.get("/zh-hans/publications/kelp-2/")
    assert answer.headers["Location"] == "/zh-hans/publications/kelp/"


def test_a_draft_is_not_told_of(client, paper):
    Publication.objects.update(published_at=None)
    assert client.get(reverse("publication", args=["kelp-2"])).status_code == 404


def test_addresses_of_addresses_lead_to_the_last(client, paper, alice):
    last = PublicationMerge(make_paper("Moss", alice), [paper]).write()
    assert {row.publication for row in FormerAddress.objects.all()} == {last}
    answer = client.get(reverse("publication", args=["kelp-2"]))
    assert answer.headers["Location"] == reverse("publication", args=["moss"])


def test_an_unknown_address_is_none(client, db):
    assert client.get(reverse("publication", args=["nowhere"])).status_code == 404


def test_the_form_gives_no_former_address(client, paper, alice):
    from tests.publications.test_admin_shared_papers import ADD, EMPTY, PAPER

    client.force_login(alice.owner)
    client.post(reverse(ADD), EMPTY | PAPER | {"title": "Kelp 2"})
    assert Publication.objects.exclude(pk=paper.pk).get().slug == "kelp-2-2"
