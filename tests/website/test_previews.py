"""Preview: the public page with the drafts of its editors, for its editors alone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from profiles.models import Award, Delegation, NewsItem, Page, Project
from publications.models import PublicationLink
from tests.conftest import make_user
from tests.publications.papers import make_paper
from tests.website.test_media import picture

pytestmark = pytest.mark.django_db
HOME = "/admin/preview/alice-ahlgren/"


@pytest.fixture
def drafts(alice):
    """A word of each: news, page, award, project, paper; none of them public."""
    hidden = {"researcher": alice, "published_at": None}
    NewsItem.objects.create(date="2025", body="Zebrafinch [@secret]", **hidden)
    Page.objects.create(title="Yellowhammer", slug="yellow", body="Whimbrel", **hidden)
    Award.objects.create(name="Goldcrest", **hidden)
    Project.objects.create(title="Dunlin", **hidden)
    return make_paper("Secret", alice, published_at=None, citation_key="secret")


def shown(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", ["Zebrafinch", "Yellowhammer", "Goldcrest", "Dunlin", "Secret"]),
        ("news/", ["Zebrafinch"]),
        ("yellow/", ["Whimbrel"]),
        ("cv/", ["Goldcrest", "Dunlin", "Secret"]),
        ("publications/", ["Secret"]),
        ("publications.bib", ["Secret"]),
    ],
)
def test_preview_shows_drafts(at_work, drafts, path, words):
    html = shown(at_work, HOME + path)
    assert [word for word in words if word not in html] == []


def test_a_papers_page(at_work, drafts):
    html = shown(at_work, "/admin/preview/publications/secret/")
    assert "Preview: not public yet (Draft)." in html
    assert f'href="/admin/publications/publication/{drafts.pk}/change/"' in html


def test_visitors_see_none_of_it_meanwhile(at_work, drafts):
    shown(at_work, HOME)
    assert "Zebrafinch" not in shown(at_work, "/alice-ahlgren/")
    assert at_work.get("/alice-ahlgren/yellow/").status_code == 404
    assert at_work.get("/publications/secret/").status_code == 404


def test_links_stay_in_the_preview_where_there_is_one(at_work, drafts, alice, bob):
    html = shown(at_work, HOME)
    assert f'href="{HOME}yellow/"' in html
    assert 'href="/admin/preview/publications/secret/"' in html  # of [@secret] in the news
    make_paper("With Bob", alice, bob)
    html = shown(at_work, f"{HOME}publications/")
    assert 'href="/bob-brandt/"' in html
    assert 'href="/admin/preview/publications/with-bob/"' in html


def test_it_is_kept_by_nobody(at_work, alice):
    headers = at_work.get(HOME).headers
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["X-Robots-Tag"] == "noindex"
    assert "ETag" not in headers


def test_the_bar_says_when_it_will_be_public(at_work, alice):
    moment = datetime(2127, 3, 3, 9, tzinfo=UTC)
    item = NewsItem.objects.create(researcher=alice, date="2025", body="x", published_at=moment)
    html = shown(at_work, f"{HOME}news/?form=profiles.newsitem/{item.pk}")
    assert "Preview: not public yet (Scheduled for 3 March 2127, 09:00)." in html
    assert f'href="/admin/profiles/newsitem/{item.pk}/change/"' in html


@pytest.mark.parametrize("form", ["profiles.newsitem/999", "auth.user/1", "x", "profiles.page/-1"])
def test_a_forged_way_back_leads_to_the_profile(at_work, alice, form):
    html = shown(at_work, f"{HOME}?form={form}")
    assert f'href="/admin/profiles/researcher/{alice.pk}/change/"' in html


def test_second_language(at_work, alice, drafts):
    alice.translations = {"zh-hans": {"display_name": "爱丽丝"}}
    alice.save()
    html = shown(at_work, "/admin/preview/zh-hans/alice-ahlgren/")
    assert "爱丽丝" in html
    assert 'href="/admin/preview/zh-hans/alice-ahlgren/yellow/"' in html
    assert f'href="{HOME}"' in html


@pytest.mark.parametrize("path", ["", "news/", "yellow/", "cv/", "publications/", "nothing/"])
def test_a_colleague_and_a_stranger_get_404(client, drafts, bob, charlie, path):
    for user in (bob.owner, charlie):
        client.force_login(user)
        assert client.get(HOME + path).status_code == 404
        assert client.get("/admin/preview/publications/secret/").status_code == 404


def test_a_visitor_is_asked_to_sign_in(client, drafts):
    for path in (HOME, f"{HOME}nothing/"):
        assert client.get(path)["Location"].startswith("/admin/login/")


def test_a_delegate_sees_it_until_the_end(client, alice, drafts):
    dora = make_user("dora")
    row = Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    assert "Zebrafinch" in shown(client, HOME)
    row.ends_at = timezone.now() - timedelta(days=1)
    row.save()
    assert client.get(HOME).status_code == 404


def test_a_colleagues_draft_stays_hidden_though_it_prints_the_name(at_work, alice, bob):
    make_paper("Secret", bob, "Alice Ahlgren", published_at=None)
    make_paper("Open", bob, alice)
    assert "Secret" not in shown(at_work, HOME)
    assert at_work.get("/admin/preview/publications/secret/").status_code == 404


@pytest.mark.parametrize(
    "path", ["", "search/", "publications/", "sitemap.xml", "admin/", "x/y/z/"]
)
def test_what_is_nobodys_page_has_none(at_work, alice, path):
    assert at_work.get(f"/admin/preview/{path}").status_code == 404


def test_files_of_drafts(at_work, client, alice, bob):
    project = Project(researcher=alice, title="Dunlin", published_at=None)
    project.cover.save("x.png", picture())
    paper = make_paper("Secret", alice, published_at=None)
    link = PublicationLink(publication=paper, kind="pdf")
    link.file.save("a.pdf", ContentFile(b"%PDF-1.4"))
    for url in (project.cover.url, link.href, "/publications/secret/paper.pdf"):
        assert at_work.get(url).status_code == 404, "its public address asks for no account"
        answer = at_work.get(f"/admin/preview{url}")
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "private, no-store"
    html = shown(at_work, HOME)
    assert 'src="/admin/preview/media/projects/' in html
    assert '"/media/' not in html
    client.force_login(bob.owner)
    assert client.get(f"/admin/preview{link.href}").status_code == 404
