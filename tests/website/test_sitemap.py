import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from profiles.models import Award, NewsItem, Page, Researcher
from publications.models import Publication
from tests.conftest import make_researcher
from tests.publications.papers import make_paper
from website import views

pytestmark = pytest.mark.django_db


def get(client):
    response = client.get("/sitemap.xml")
    assert response.status_code == 200
    return response.content.decode()


def test_sitemap_lists_public_pages(client, alice):
    Page.objects.create(researcher=alice, title="Join", slug="join")
    NewsItem.objects.create(researcher=alice, date="2025", body="x")
    xml = get(client)
    for path in ("/", "/alice-ahlgren/", "/alice-ahlgren/cv/", "/alice-ahlgren/join/"):
        assert f"<loc>http://testserver{path}</loc>" in xml
    assert "<loc>http://testserver/alice-ahlgren/news/</loc>" in xml
    assert "<lastmod>" in xml


def test_it_leaves_out_what_is_empty(client, alice):
    assert "/news/" not in get(client)


def test_it_leaves_out_drafts(client, alice):
    make_researcher("Dora Draft", published_at=None)
    Page.objects.create(researcher=alice, title="Soon", slug="soon", published_at=None)
    xml = get(client)
    assert "dora" not in xml
    assert "soon" not in xml


def test_it_begins_with_the_configured_origin(client, alice, settings):
    settings.ORIGIN = "https://lab.example"
    xml = get(client)
    assert "https://lab.example/alice-ahlgren/" in xml
    assert "testserver" not in xml


DAY = timedelta(days=1)


def lastmod(client, path):
    entry = rf"<loc>http://testserver{path}</loc>\s*<lastmod>([^<]+)</lastmod>"
    return date.fromisoformat(re.search(entry, get(client))[1])


def test_a_home_page_is_as_new_as_what_stands_on_it(client, alice):
    today = timezone.now()
    Researcher.objects.update(updated_at=today - 9 * DAY, published_at=today - 8 * DAY)
    assert lastmod(client, "/alice-ahlgren/") == (today - 8 * DAY).date()
    Award.objects.create(researcher=alice, name="Prize", published_at=today - 9 * DAY)
    Award.objects.update(updated_at=today - 5 * DAY)
    assert lastmod(client, "/alice-ahlgren/") == (today - 5 * DAY).date()
    make_paper("On Notes", alice, published_at=today - 9 * DAY)
    Publication.objects.update(updated_at=today - 3 * DAY)
    assert lastmod(client, "/alice-ahlgren/cv/") == (today - 3 * DAY).date()
    assert lastmod(client, "/alice-ahlgren/publications/") == (today - 3 * DAY).date()


def test_a_draft_does_not_make_a_page_newer(client, alice):
    Researcher.objects.update(updated_at=alice.updated_at - 9 * DAY, published_at="2020-01-01T00Z")
    Award.objects.create(researcher=alice, name="Prize", published_at=None)
    assert lastmod(client, "/alice-ahlgren/") == (alice.updated_at - 9 * DAY).date()


def test_a_page_in_two_languages_stands_there_twice(client, alice):
    Researcher.objects.update(translations={"zh-hans": {"headline": "数学家"}})
    xml = get(client)
    assert "<loc>http://testserver/zh-hans/alice-ahlgren/</loc>" in xml
    address = "http://testserver/zh-hans/alice-ahlgren/cv/"
    assert xml.count(f'hreflang="zh-hans" href="{address}"') == 2


LOC = "<loc>http://testserver([^<]+)</loc>"


def files(client):
    return re.findall(LOC, get(client))


def test_too_many_addresses_are_told_in_several_files(client, alice, bob, monkeypatch):
    paper = make_paper("On Notes", bob)
    whole = re.findall(LOC, get(client))
    monkeypatch.setattr(views.ResearcherSitemap, "size", 1)
    assert "<sitemapindex" in get(client)
    assert files(client) == [
        "/sitemap-lab.xml?p=1",
        *(f"/sitemap-researchers.xml?p={person.pk}" for person in (alice, bob)),
        f"/sitemap-publications.xml?p={(paper.pk - 1) // views.PAPERS + 1}",
    ]
    found = "".join(client.get(path).content.decode() for path in files(client))
    assert re.findall(LOC, found) == whole
    of_bob = client.get(f"/sitemap-researchers.xml?p={bob.pk}").content.decode()
    assert [path.split("/")[1] for path in re.findall(LOC, of_bob)] == [bob.slug] * 3


def test_there_is_no_file_of_drafts_alone_nor_another(client, alice, monkeypatch):
    monkeypatch.setattr(views.ResearcherSitemap, "size", 1)
    draft = make_researcher("Dora Draft", published_at=None)
    last = make_researcher("Eva Zorn")
    people = [path for path in files(client) if "researchers" in path]
    assert people == [f"/sitemap-researchers.xml?p={person.pk}" for person in (alice, last)]
    for number in (draft.pk, last.pk + 1, 0, -1, "x", "9" * 30):
        assert client.get(f"/sitemap-researchers.xml?p={number}").status_code == 404


def test_a_file_asks_as_little_however_many_people_there_are(client, alice, monkeypatch):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            get(client)
            client.get(f"/sitemap-researchers.xml?p={alice.pk}")
        return len(captured)

    monkeypatch.setattr(views.ResearcherSitemap, "size", 1)
    make_researcher("Bob Berg")
    few = queries()
    for number in range(5):
        make_researcher(f"Person {number}")
    assert queries() == few


def test_of_many_papers_the_last_date_the_pages(client, alice, monkeypatch):
    monkeypatch.setattr(views, "DATED_BY", 2)
    today = timezone.now()
    for number in range(3):
        make_paper(f"Paper {number}", alice, published_at=today - 9 * DAY)
        Publication.objects.filter(title=f"Paper {number}").update(
            updated_at=today - (3 - number) * DAY
        )
    Publication.objects.filter(title="Paper 0").update(updated_at=today)
    assert lastmod(client, "/alice-ahlgren/publications/") == (today - DAY).date()
