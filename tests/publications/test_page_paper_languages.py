"""What others write about a paper, and how it is cited, on a page in the second language."""

import pytest

from profiles.models import Affiliation, NewsItem, Project
from publications.models import Authorship, NewsMention, ProjectPaper, Publication

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(alice):
    paper = Publication.objects.create(title="On Notes", slug="on-notes", date="1957-02")
    Authorship.objects.create(publication=paper, researcher=alice, literal="A. Ahlgren")
    return paper


def page(client, path="publications/on-notes/"):
    return client.get(f"/zh-hans/{path}").content.decode()


def zh(**texts):
    return {"translations": {"zh-hans": texts}}


def test_mention_is_shown_in_the_second_language(client, paper, alice):
    news = NewsItem.objects.create(
        researcher=alice, date="1957", headline="Out", body="x", **zh(headline="已发表")
    )
    NewsMention.objects.create(publication=paper, news_item=news)
    assert ">已发表</a>" in page(client)


def test_a_text_that_is_not_translated_stands_as_it_is(client, paper, alice):
    news = NewsItem.objects.create(researcher=alice, date="1957", headline="Out", body="x")
    NewsMention.objects.create(publication=paper, news_item=news)
    assert ">Out</a>" in page(client)


def test_projects_and_places_are_translated(client, paper, alice):
    project = Project.objects.create(researcher=alice, title="Engine", **zh(title="分析机"))
    ProjectPaper.objects.create(publication=paper, project=project)
    Affiliation.objects.create(researcher=alice, organisation="MIT", **zh(organisation="麻省理工"))
    html = page(client)
    assert ">分析机</a>" in html
    assert "</a>，麻省理工</li>" in html


@pytest.mark.parametrize(
    ("language", "cited"),
    [
        ("", 'A. Ahlgren</strong>. <a href="{}" lang="en">On Notes</a>. 1957.'),
        ("zh-Hans", 'A. Ahlgren</strong>. <a href="{}" lang="zh-Hans">On Notes</a>. 1957.'),
    ],
)
def test_a_reference_says_the_language_of_its_title(client, paper, language, cited):
    Publication.objects.update(language=language)
    assert cited.format("/zh-hans/publications/on-notes/") in page(client, "alice-ahlgren/cv/")
