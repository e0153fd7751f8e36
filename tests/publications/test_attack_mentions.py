"""A paper's page says what its own authors say of it."""

from django.urls import reverse

from profiles.models import NewsItem, Project
from publications.models import NewsMention, ProjectPaper
from tests.publications.papers import make_paper


def page_of(client, paper):
    return client.get(reverse("publication", args=[paper.slug])).content.decode()


def speak(researcher, paper):
    news = NewsItem.objects.create(researcher=researcher, date="2025", body="Said in the news")
    NewsMention.objects.create(news_item=news, publication=paper)
    project = Project.objects.create(researcher=researcher, title="Said by a project")
    ProjectPaper.objects.create(project=project, publication=paper)


def test_a_colleague_writes_nothing_on_anothers_paper(client, alice, bob):
    paper = make_paper("Notes", alice)
    speak(bob, paper)
    assert "Said" not in page_of(client, paper)


def test_news_of_an_author_stands_at_the_paper(client, alice):
    paper = make_paper("Notes", alice)
    speak(alice, paper)
    assert page_of(client, paper).count("Said in the news") == 1
