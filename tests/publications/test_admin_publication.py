"""The form of a paper: types, identifiers, links."""

from django.urls import reverse

from publications.models import Authorship, Publication, PublicationLink, Venue
from tests.publications.test_admin_shared_papers import EMPTY, PAPER


def add(client, **fields):
    return client.post(reverse("admin:publications_publication_add"), EMPTY | PAPER | fields)


def test_doi_address_is_normalised(at_work):
    add(at_work, doi="https://doi.org/10.1038/171737A0")
    assert Publication.objects.get().doi == "10.1038/171737a0"


def test_wrong_identifier_is_a_message(at_work):
    assert "This is no DOI" in add(at_work, doi="nonsense").content.decode()
    assert not Publication.objects.exists()


def test_unknown_type_stays(at_work, alice):
    paper = Publication.objects.create(title="N", slug="n", owner=alice, entry_type="artwork")
    Authorship.objects.create(publication=paper, researcher=alice)
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    assert '<option value="artwork" selected>@artwork</option>' in at_work.get(url).content.decode()


def test_link_without_address_or_file_is_a_message(at_work):
    link = {"links-TOTAL_FORMS": 1, "links-0-kind": "pdf", "links-0-position": 1}
    answer = add(at_work, **link | {"links-0-label": "x"})
    assert "Give an address or a file." in answer.content.decode()
    assert not PublicationLink.objects.exists()


def test_researcher_adds_a_venue_and_does_not_edit_it(at_work, alice):
    ranks = {f"{p}-{c}_FORMS": 0 for p in ("aliases", "ranks") for c in ("TOTAL", "INITIAL")}
    at_work.post(reverse("admin:publications_venue_add"), ranks | {"name": "Networks"})
    venue = Venue.objects.get()
    assert venue.added_by == alice.owner
    url = reverse("admin:publications_venue_change", args=[venue.pk])
    assert at_work.get(url).status_code == 200
    assert at_work.post(url, ranks | {"name": "Mine"}).status_code == 404
    venue.refresh_from_db()
    assert venue.name == "Networks"


def test_a_paper_without_authors_is_told_that_it_has_none(at_work):
    add(at_work, title="On kelp")
    assert "has no authors yet" in at_work.get("/admin/").text
