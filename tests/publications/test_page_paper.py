import json
import re
from datetime import timedelta

from django.utils import timezone

from profiles.dates import PartialDate
from profiles.models import Affiliation, NewsItem, Project
from publications.models import NewsMention, ProjectPaper, Topic, Version
from tests.publications.papers import make_paper

URL = "/publications/on-notes/"


def html(client, url=URL):
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_paper_page_shows_all_parts(client, alice):
    paper = make_paper(
        "On Notes",
        alice,
        "Grace Hopper",
        abstract="It is **long**, with $x^2$.",
        tldr="Short.",
        note="Reprinted.",
        doi="10.1000/182",
        citation_key="ahlgren2024",
    )
    paper.topics.add(Topic.objects.create(name="Logic", slug="logic"))
    page = html(client)
    assert "<strong>long</strong>" in page
    assert "<msup>" in page
    for words in ("Short.", "Reprinted.", "Logic", "@article{ahlgren2024"):
        assert words in page
    assert "Ahlgren, A., &amp; Hopper, G. (2024). On Notes. https://doi.org/10.1000/182" in page
    for extension in ("bib", "ris", "json"):
        assert f'href="/publications/on-notes.{extension}"' in page
    assert page.count('rel="alternate"') == 3


def test_people_here_are_linked_with_their_affiliation(client, alice):
    Affiliation.objects.create(researcher=alice, organisation="Uppsala", end="")
    make_paper("On Notes", alice)
    assert '<a href="/alice-ahlgren/">Alice Ahlgren</a>, Uppsala' in html(client)


def test_versions_stand_side_by_side(client, alice):
    paper = make_paper("On Notes", alice, container_title="Nature")
    Version.objects.create(
        publication=paper, title="On Notes, Early", container_title="arXiv", arxiv="2401.00001"
    )
    page = html(client)
    assert "On Notes, Early" in page
    assert 'href="https://arxiv.org/abs/2401.00001"' in page


def test_news_and_projects_lead_back(client, alice):
    paper = make_paper("On Notes", alice)
    item = NewsItem.objects.create(researcher=alice, date=PartialDate(2024, 5), body="**Out** now!")
    NewsMention.objects.create(news_item=item, publication=paper)
    project = Project.objects.create(researcher=alice, title="The Engine")
    ProjectPaper.objects.create(project=project, publication=paper)
    page = html(client)
    assert f'<a href="/alice-ahlgren/news/#news-{item.pk}">Out now!</a>' in page
    assert "The Engine" in page


def test_news_and_projects_that_are_drafts_do_not(client, alice, bob):
    paper = make_paper("On Notes", alice)
    draft = {"published_at": None}
    item = NewsItem.objects.create(researcher=alice, date=PartialDate(2024), body="Soon", **draft)
    NewsMention.objects.create(news_item=item, publication=paper)
    bob.published_at = timezone.now() + timedelta(days=1)
    bob.save()
    project = Project.objects.create(researcher=bob, title="The Engine")
    ProjectPaper.objects.create(project=project, publication=paper)
    page = html(client)
    assert "Soon" not in page
    assert "The Engine" not in page


def test_a_second_language_shows_where_it_exists(client, alice):
    make_paper("On Notes", alice, translations={"zh-hans": {"title": "论笔记"}})
    assert "论笔记" in html(client, "/zh-hans/publications/on-notes/")


def test_structured_data_is_one_safe_block(client, alice):
    make_paper("</script><script>alert(1)</script>", alice, slug="on-notes")
    page = html(client)
    block = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)[1]
    assert json.loads(block)["@type"] == "ScholarlyArticle"
    assert "<script>alert" not in page


def test_a_paper_with_nothing_but_a_title_has_a_page(client, db):
    make_paper("On Notes", date="")
    page = html(client)
    assert "On Notes" in page
    assert "Versions" not in page


def test_an_unknown_paper_is_not_found(client, db):
    assert client.get("/publications/nothing/").status_code == 404


def test_a_large_team_unfolds(client, alice):
    make_paper("On Notes", *[f"Name N{n:03}" for n in range(40)], alice)
    page = html(client)
    head = page[: page.index("All 41 authors")]
    assert "<li>Name N023" in head
    assert "<li>Name N024" not in head
    assert "<li>Name N039" in page


def test_a_small_team_stands_whole(client, alice):
    make_paper("On Notes", *[f"Name N{n:03}" for n in range(29)], alice)
    assert "All 30 authors" not in html(client)
