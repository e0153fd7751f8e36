from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from publications.models import PublicationLink, papers_of, public_papers
from tests.publications.papers import as_author, make_paper

OWN = ["publications/", "publications.bib", "publications.ris", "publications.json"]
LISTS = [f"/alice-ahlgren/{path}" for path in [*OWN, "publications/feed/", ""]]
LISTS += ["/publications/", "/sitemap.xml", "/search/?q=secret"]
PAGES = [f"/publications/secret{end}" for end in ("/", ".bib", ".ris", ".json")]
LATER = timezone.now() + timedelta(days=1)


def answers(client, paths):
    return [client.get(path) for path in paths]


def assert_nowhere(client):
    assert {response.status_code for response in answers(client, PAGES)} == {404}
    for path, response in zip(LISTS, answers(client, LISTS), strict=True):
        text = response.content.decode().replace("q=secret", "").replace("“secret”", "")
        assert "Secret" not in text, path
        assert "/publications/secret/" not in text, path


def test_public_paper_is_on_every_page(client, alice):
    make_paper("Secret", alice)
    assert {response.status_code for response in answers(client, PAGES)} == {200}
    for path, response in zip(LISTS, answers(client, LISTS), strict=True):
        assert "ecret" in response.content.decode().replace("q=secret", ""), path


@pytest.mark.parametrize("moment", [None, LATER])
def test_a_draft_and_a_scheduled_paper_are_nowhere(client, alice, moment):
    make_paper("Secret", alice, published_at=moment)
    make_paper("Other", alice)
    assert_nowhere(client)
    assert "1 paper," in client.get(LISTS[0]).content.decode()


def test_a_hidden_paper_is_nowhere(client, alice):
    make_paper("Secret", as_author(alice, is_hidden=True))
    assert_nowhere(client)


def test_a_paper_that_one_of_two_hides_is_the_others(client, alice, bob):
    make_paper("Shared", as_author(alice, is_hidden=True), bob)
    assert "Shared" not in client.get("/alice-ahlgren/publications/").content.decode()
    assert "Shared" in client.get("/bob-brandt/publications/").content.decode()
    assert client.get("/publications/shared/").status_code == 200


@pytest.mark.parametrize("moment", [None, LATER])
def test_a_paper_of_a_draft_researcher_alone_is_nowhere(client, alice, bob, moment):
    make_paper("Secret", bob)
    bob.published_at = moment
    bob.save()
    assert_nowhere(client)
    for path in [*OWN, "publications/feed/"]:
        assert client.get(f"/bob-brandt/{path}").status_code == 404


def test_a_paper_that_a_draft_researcher_brought_is_nowhere(client, alice, bob):
    bob.published_at = None
    bob.save()
    make_paper("Secret", "Grace Hopper", owner=bob)
    assert_nowhere(client)


def test_an_unconfirmed_name_puts_nothing_on_a_page(client, alice, bob):
    """Bob's paper prints Alice's name; until the link is confirmed it is not on her page."""
    make_paper("Shared", bob, "Alice Ahlgren")
    make_paper("Own", alice, bob)
    assert [paper.title for paper in papers_of(alice)] == ["Own"]


def test_a_paper_of_nobody_here_is_public(db):
    make_paper("Imported", "Grace Hopper")
    assert public_papers().count() == 1


def test_on_one_persons_site_another_members_paper_is_not(alice, bob, settings):
    make_paper("Hers", alice)
    make_paper("His", bob)
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    assert [paper.title for paper in public_papers()] == ["Hers"]


def test_files_of_a_draft_are_not_given_out(client, alice):
    paper = make_paper("Secret", alice, published_at=None)
    link = PublicationLink(publication=paper, kind="pdf")
    link.file.save("a.pdf", ContentFile(b"%PDF-1.4"))
    assert client.get(link.href).status_code == 404
    paper.published_at = timezone.now()
    paper.save()
    assert client.get(link.href).status_code == 200
