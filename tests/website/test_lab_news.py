"""News of the lab itself: managers write them, /news/ and the front page show them."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone

from history.models import Revision
from profiles.models import LabNewsItem, Redirect, Researcher, SiteSettings
from tests.isolation.forms import sent_by
from tests.profiles.test_markdown_upload import picture
from tests.publications.papers import make_paper
from website.search import index

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
LATER = timezone.now() + timedelta(days=900)
ADD = "/admin/profiles/labnewsitem/add/"
CITED = "[@KELP2024] and [[kelp]] beside [[Nobody]] and [[Secret]]."
MENU = '<a href="/news/" >News</a>'


def html(client, path="/"):
    return client.get(path).content.decode()


def write(headline="A new boat", **values):
    columns = {"date": "2025-03", "body": "She *floats*."}
    return LabNewsItem.objects.create(headline=headline, **columns | values)


def test_lab_news_is_published_by_a_manager(client, manager, alice):
    client.force_login(manager)
    form = sent_by(client.get(ADD)) | {"headline": "A new boat", "body": "She *floats*."}
    answer = client.post(ADD, form | {"_publish": "1"}, follow=True)
    item = LabNewsItem.objects.get()
    assert f"http://testserver/news/#news-{item.pk}" in answer.text
    assert item.date.iso == timezone.localdate().isoformat()
    page = html(client, "/news/")
    assert f'id="news-{item.pk}"' in page
    assert "She <em>floats</em>." in page
    front = html(client)
    assert f'href="/news/#news-{item.pk}">A new boat</a>' in front
    for path in ("/", "/publications/", "/search/"):
        assert MENU in html(client, path)
    assert "/news/</loc>" in html(client, "/sitemap.xml")


def test_without_any_there_is_no_page_and_no_entry(client, alice):
    for values in ({"published_at": None}, {"published_at": LATER}):
        write(**values)
    for path in ("/news/", "/news/feed/"):
        assert client.get(path).status_code == 404
    assert 'href="/news/' not in html(client)
    assert "A new boat" not in html(client)
    assert "testserver/news/" not in html(client, "/sitemap.xml")


def test_the_page_of_an_old_site_stands_there_until_then(client, alice):
    Researcher.objects.update(old_paths_at_root=True)
    Redirect.objects.create(researcher=alice, old_path="/news/", target="news/")
    assert client.get("/news/").headers["Location"] == "/alice-ahlgren/news/"
    write()
    assert client.get("/news/").status_code == 200


def test_the_front_page_has_the_newest_three(client):
    for year in range(2020, 2025):
        write(f"Year {year}", date=str(year))
    front = html(client)
    assert [year for year in range(2020, 2025) if f"Year {year}" in front] == [2022, 2023, 2024]


def test_drafts_are_on_the_preview_of_managers_alone(client, manager, alice):
    row = write(published_at=None)
    write("A dry dock")
    client.force_login(manager)
    form = html(client, reverse("admin:profiles_labnewsitem_change", args=[row.pk]))
    address = f"/admin/preview/news/?form=profiles.labnewsitem/{row.pk}"
    assert address in form
    for path in (address, "/admin/preview/news/"):
        page = html(client, path)
        assert "She <em>floats</em>." in page
        assert f'href="/admin/profiles/labnewsitem/{row.pk}/change/"' in page
    client.force_login(alice.owner)
    assert client.get(address).status_code == 404
    assert "A new boat" not in html(client, "/news/")


def test_researchers_do_not_reach_it(at_work):
    row = write(published_at=None)
    change = reverse("admin:profiles_labnewsitem_change", args=[row.pk])
    for path in (ADD, change, reverse("admin:profiles_labnewsitem_changelist")):
        assert at_work.get(path).status_code == 404
    assert "labnewsitem" not in html(at_work, reverse("admin:index"))


def test_a_headline_leads_where_it_should(client):
    write(url="/alice-ahlgren/")
    write("No script", url="javascript:alert(1)")
    page = html(client, "/news/")
    assert '<a href="/alice-ahlgren/">A new boat</a>' in page
    assert "javascript:" not in page


def test_a_picture_in_it_is_public_while_it_is(client, manager, alice):
    client.force_login(manager)
    client.post(reverse("admin:markdown-upload"), {"image": picture(), "researcher": "site"})
    address = manager.pictures.get(researcher=None).image.url
    write(body=f"![The boat]({address})", published_at=None)
    assert client.get(address).status_code == 404
    LabNewsItem.objects.update(published_at=timezone.now())
    assert client.get(address).status_code == 200


def test_the_editor_uploads_for_the_site(client, manager, alice):
    client.force_login(manager)
    assert 'data-researcher="site"' in html(client, ADD)


def test_its_second_language(client, alice):
    Researcher.objects.update(translations={"zh-hans": {"headline": "数学"}})
    write(translations={"zh-hans": {"headline": "新船"}})
    assert "新船" in html(client, "/zh-hans/news/")
    assert 'lang="en"' in html(client, "/zh-hans/news/")  # the text, which has no other


def test_the_feed(client):
    item = write()
    answer = client.get("/news/feed/")
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 written by us
    [entry] = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "A new boat"
    assert "<em>floats</em>" in entry.findtext(f"{ATOM}content")
    link = entry.find(f"{ATOM}link").get("href")
    assert link == f"http://testserver/news/#news-{item.pk}"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Vitae"
    assert 'href="/news/feed/"' in html(client)


def test_a_search_finds_it_once_it_is_public(client, alice):
    item = write(body="She floats.", published_at=None)
    index.rebuild()
    assert "A new boat" not in html(client, "/search/?q=floats")
    LabNewsItem.objects.update(published_at=timezone.now())
    index.rebuild()
    assert f'href="/news/#news-{item.pk}"' in html(client, "/search/?q=floats")


def test_a_deleted_one_comes_back(client, manager):
    row = write()
    client.force_login(manager)
    client.post(reverse("admin:profiles_labnewsitem_delete", args=[row.pk]), {"post": "yes"})
    gone = Revision.objects.get(kind="profiles.labnewsitem", action="deleted")
    client.post(reverse("admin:profiles_researcher_undelete_shared", args=[gone.pk]))
    assert LabNewsItem.objects.get().headline == "A new boat"


def test_one_person_s_site_has_none(client, alice, manager, settings):
    write()
    index.rebuild()
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    client.force_login(manager)
    assert client.get(ADD).status_code == 404
    assert "labnewsitem" not in html(client, reverse("admin:index"))
    assert "A new boat" not in html(client, "/search/?q=boat")
    assert "/news/</loc>" not in html(client, "/sitemap.xml")


@pytest.fixture
def papers(alice):
    """Kelp, which is public, and Secret, a draft."""
    make_paper("Growing kelp", alice, short_name="Kelp", citation_key="kelp2024")
    make_paper("Hidden tides", alice, short_name="Secret", published_at=None)


def test_it_names_papers_of_the_lab(client, manager, papers):
    """Anybody's, as the help below the box says; of a draft no more than that there is one."""
    write("On [[Kelp]]", body=CITED)
    write("Another", body="Nothing to cite.")
    index.rebuild()
    link = 'href="{}/publications/growing-kelp/"'
    cited = "beside [[Nobody]] and a forthcoming paper."
    page, feed = html(client, "/news/"), html(client, "/news/feed/")
    assert page.count(link.format("")) == 3
    assert feed.count(link.format("http://testserver")) == 2
    for text in (page, feed):
        assert cited in text
        assert "On Kelp" in re.sub("<[^>]*>", "", text)
    for text in (page, feed, html(client), html(client, "/search/?q=beside")):
        assert "Secret" not in text

    client.force_login(manager)
    sent = {"content": CITED, "researcher": "site"}
    preview = client.post(reverse("admin:markdown-preview"), sent).content.decode()
    assert preview.count("/publications/growing-kelp/") == 2
    doubt = "No paper on your pages is called [[Nobody]]."
    assert doubt in preview
    form = sent_by(client.get(ADD)) | {"headline": "A boat", "body": CITED}
    assert doubt in client.post(ADD, form, follow=True).text
    [kelp] = client.post(reverse("admin:markdown-citable"), {"researcher": "site"}).json()
    assert kelp == ["[[Kelp]]", "Kelp: Growing kelp (2024)", "/publications/growing-kelp/"]


def test_the_sites_own_words_name_them_too(client, papers):
    SiteSettings.objects.update(welcome="We grow [[Kelp]].", footer="See [@kelp2024].")
    assert html(client).count('href="/publications/growing-kelp/" class="citation"') == 2
