"""News and the papers it is about: by the words of its text, and by hand."""

import pytest

from profiles.models import NewsItem, Researcher
from publications import references
from publications.models import NewsMention, Publication
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(alice):
    return make_paper("Notes", alice, short_name="Notes G", citation_key="ada1843")


def news(researcher, body, **kwargs):
    return NewsItem.objects.create(researcher=researcher, date="2025", body=body, **kwargs)


def made(item):
    return dict(item.mentions.values_list("publication__title", "by_hand"))


def test_reference_in_news_becomes_a_mention(client, alice, paper):
    item = news(alice, "Out now: [[Notes G]] and again [@ada1843]")
    references.update_mentions(item)
    references.update_mentions(item)
    assert made(item) == {"Notes": False}
    assert (
        "Out now: Notes G, 2024 and again" in client.get(paper.get_absolute_url()).content.decode()
    )


def test_a_reference_taken_out_takes_its_mention_along(alice, paper):
    item = news(alice, "Nothing", headline="[[Notes G]]")
    references.update_mentions(item)
    assert made(item) == {"Notes": False}
    item.headline = ""
    references.update_mentions(item)
    assert made(item) == {}


def test_what_was_chosen_by_hand_stays_and_is_not_doubled(alice, paper):
    item = news(alice, "[[Notes G]]")
    NewsMention.objects.create(news_item=item, publication=paper)
    references.update_mentions(item)
    assert made(item) == {"Notes": True}
    item.body = "Nothing"
    references.update_mentions(item)
    assert made(item) == {"Notes": True}


def test_a_text_in_another_language_counts(alice, paper):
    item = news(alice, "Nothing", translations={"zh-hans": {"body": "[[Notes G]]"}})
    references.update_mentions(item)
    assert made(item) == {"Notes": False}


def test_a_draft_is_mentioned_and_shown_once_it_is_public(client, alice, paper):
    Publication.objects.update(published_at=None)
    item = news(alice, "[[Notes G]]")
    references.update_mentions(item)
    assert made(item) == {"Notes": False}
    assert "<p>a forthcoming paper</p>" in client.get("/alice-ahlgren/news/").content.decode()
    Publication.objects.update(published_at=item.published_at)
    assert "Notes G, 2024" in client.get("/alice-ahlgren/news/").content.decode()
    assert "/alice-ahlgren/news/#" in client.get(paper.get_absolute_url()).content.decode()


def test_a_colleagues_paper_is_not_mentioned_by_its_name(bob, paper):
    item = news(bob, "[[Notes G]]")
    references.update_mentions(item)
    assert made(item) == {}


def shown(researcher, *items):
    references.attach_mentions(items, Researcher.objects.get(pk=researcher.pk))
    return [[paper.label for paper in item.mentioned] for item in items]


def test_a_page_names_what_the_text_does_not(alice, paper, django_assert_num_queries):
    silent, naming, bare = (news(alice, text) for text in ("Accepted!", "[[Notes G]]", "Hello"))
    for item in (silent, naming):
        NewsMention.objects.create(news_item=item, publication=paper)
    assert shown(alice, silent, naming, bare) == [["Notes G, 2024"], [], []]
    with django_assert_num_queries(1):
        references.attach_mentions([silent, bare], alice)
    with django_assert_num_queries(0):
        references.attach_mentions([], alice)


def test_a_draft_is_not_named(client, alice, paper):
    item = news(alice, "Accepted!")
    NewsMention.objects.create(news_item=item, publication=paper)
    assert "Notes G" in client.get("/alice-ahlgren/news/").content.decode()
    Publication.objects.update(published_at=None)
    assert shown(alice, item) == [[]]
    assert "Notes" not in client.get("/alice-ahlgren/news/").content.decode()
