"""Old addresses answer 301: of a moved site, of a renamed researcher."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from profiles.models import FormerSlug, Page, Redirect, Researcher
from publications.models import Publication
from tests.publications.papers import make_paper
from website import redirects

pytestmark = pytest.mark.django_db


def location(client, path):
    response = client.get(path)
    return (response.status_code, response.get("Location"))


@pytest.fixture
def old(alice):
    return Redirect.objects.create(researcher=alice, old_path="/about/", target="cv/")


def test_old_address_redirects(client, old):
    assert location(client, "/alice-ahlgren/about/") == (301, "/alice-ahlgren/cv/")


@pytest.mark.parametrize("path", ["/about", "/about.html", "/files/My CV.pdf", "/关于/"])
def test_it_finds(client, alice, path):
    Redirect.objects.create(researcher=alice, old_path=path)
    assert location(client, f"/alice-ahlgren{path}") == (301, "/alice-ahlgren/")


def test_it_finds_it_without_the_last_slash(client, alice, old):
    """The first is completed, for a page of ours might stand there; the second is looked up."""
    assert location(client, "/alice-ahlgren/about")[0] == 301
    Redirect.objects.create(researcher=alice, old_path="/about/us.html/")
    assert location(client, "/alice-ahlgren/about/us.html") == (301, "/alice-ahlgren/")


@pytest.mark.parametrize("path", ["/my kelp/", "/my kelp", "/my kelp/index.html"])
def test_it_finds_a_folder_by_its_index_and_with_blanks(client, alice, path):
    Redirect.objects.create(researcher=alice, old_path="/my%20kelp/", target="cv/")
    assert redirects.moved(f"/alice-ahlgren{path}") == "/alice-ahlgren/cv/"


def test_it_finds_a_page_without_html_at_its_end(client, alice):
    Redirect.objects.create(researcher=alice, old_path="/studies/7.html", target="cv/")
    assert redirects.moved("/alice-ahlgren/studies/7/") == "/alice-ahlgren/cv/"


def test_it_keeps_the_query(client, old):
    assert location(client, "/alice-ahlgren/about/?page=1")[1] == "/alice-ahlgren/cv/?page=1"


def test_it_keeps_the_language(client, old):
    assert location(client, "/zh-hans/alice-ahlgren/about/")[1] == "/zh-hans/alice-ahlgren/cv/"


def test_two_members_may_have_had_the_same_path(client, old, bob):
    Redirect.objects.create(researcher=bob, old_path="/about/", target="news/")
    assert location(client, "/bob-brandt/about/") == (301, "/bob-brandt/news/")
    assert location(client, "/alice-ahlgren/about/") == (301, "/alice-ahlgren/cv/")


def test_it_never_hides_a_page(client, old, alice):
    Page.objects.create(researcher=alice, title="About", slug="about")
    assert client.get("/alice-ahlgren/about/").status_code == 200


def test_it_is_absent_for_a_draft_researcher(client, old, alice):
    type(alice).objects.update(published_at=None)
    assert client.get("/alice-ahlgren/about/").status_code == 404


@pytest.mark.parametrize("target", ["secret/", "/secret", "secret/#part", "s%65cret/"])
def test_it_tells_no_drafts_address(client, alice, target):
    Page.objects.create(researcher=alice, title="Secret", slug="secret", published_at=None)
    Redirect.objects.create(researcher=alice, old_path="/about/", target=target)
    assert location(client, "/alice-ahlgren/about/") == (404, None)
    Page.objects.update(published_at=alice.published_at)
    assert location(client, "/alice-ahlgren/about/")[0] == 301


def test_it_does_not_stand_at_the_root_of_a_lab(client, old):
    assert client.get("/about/").status_code == 404


def test_a_renamed_researcher_is_found(client, alice):
    FormerSlug.objects.create(researcher=alice, slug="alice-berg")
    assert location(client, "/alice-berg/") == (301, "/alice-ahlgren/")
    assert location(client, "/alice-berg/news/?page=2") == (301, "/alice-ahlgren/news/?page=2")


def test_a_renamed_draft_is_not(client, alice):
    FormerSlug.objects.create(researcher=alice, slug="alice-berg")
    type(alice).objects.update(published_at=None)
    assert client.get("/alice-berg/").status_code == 404


@pytest.mark.parametrize(
    "path", ["//evil.example/", "/%2f%2fevil.example", "/alice-ahlgren//evil/", "/a%00b/", "/%ff/"]
)
def test_it_leads_to_no_other_site(client, alice, path):
    FormerSlug.objects.create(researcher=alice, slug="alice-berg")
    response = client.get(path)
    assert not response.get("Location", "/").startswith(("//", "http", "/\\"))


def test_below_the_root_to_no_other_site_either(alice, monkeypatch):
    """There the pages of the only researcher stand."""
    monkeypatch.setattr(Researcher, "get_absolute_url", lambda person: "/")
    FormerSlug.objects.create(researcher=alice, slug="alice-berg")
    assert redirects.moved("/alice-berg//evil.example/") == "/evil.example/"


def test_it_answers_only_reading(client, old):
    assert client.post("/alice-ahlgren/about/").status_code in (404, 405)


def test_it_leads_to_an_uploaded_file(client, alice):
    cv = SimpleUploadedFile("cv.pdf", b"%PDF-1.7 mine")
    Redirect.objects.create(researcher=alice, old_path="/files/cv.pdf", file=cv)
    status, address = location(client, "/alice-ahlgren/files/cv.pdf")
    assert status == 301
    assert b"".join(client.get(address).streaming_content) == b"%PDF-1.7 mine"


def test_it_leads_to_a_papers_file_while_the_paper_is_public(client, alice):
    pdf = SimpleUploadedFile("tides.pdf", b"%PDF-1.7 tides")
    link = make_paper("Tides", alice).links.create(kind="pdf", file=pdf)
    Redirect.objects.create(researcher=alice, old_path="/files/tides.pdf", file=link.file.name)
    assert location(client, "/alice-ahlgren/files/tides.pdf") == (301, link.file.url)
    Publication.objects.update(published_at=None)
    assert location(client, "/alice-ahlgren/files/tides.pdf") == (404, None)


def test_a_drafts_file_is_not_given_out(client, alice):
    cv = SimpleUploadedFile("cv.pdf", b"%PDF-1.7 mine")
    row = Redirect.objects.create(researcher=alice, old_path="/files/cv.pdf", file=cv)
    type(alice).objects.update(published_at=None)
    assert client.get(row.file.url).status_code == 404
