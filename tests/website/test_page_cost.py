"""A page of hostile texts costs at most three times the same page of ordinary ones."""

import pytest
from django.test import Client

from profiles import markup
from profiles.models import NewsItem
from publications.models import Authorship, Publication
from tests.cpu import user_seconds
from tests.profiles.test_markup_cost import MARKED
from website.search import index

# Measured by CPU, which takes a while: CI does.
pytestmark = pytest.mark.django_db
SIZE = 40_000
AT_MOST = 3
HOME, NEWS, PAPER = "/alice-ahlgren/", "/alice-ahlgren/news/", "/publications/rings-0/"
FEEDS = ["/alice-ahlgren/news/feed/", "/alice-ahlgren/publications/feed/"]
SEARCH = "/search/?q=ordinary"


def write(alice, unit, count):
    """News and papers, each of another text: the same one would be made once."""
    texts = [(f"An ordinary text, {n}. " + unit * SIZE)[:SIZE] for n in range(count)]
    NewsItem.objects.all().delete()
    Publication.objects.all().delete()
    for number, text in enumerate(texts):
        NewsItem.objects.create(researcher=alice, date="2025", body=text)
        paper = Publication.objects.create(
            title="Rings", slug=f"rings-{number}", abstract=text, date="2024", owner=alice
        )
        Authorship.objects.create(publication=paper, researcher=alice, family="Ahlgren")
    index.rebuild()


def cpu(path):
    taken = []
    for _again in range(3):
        markup.forget()
        start = user_seconds()
        assert Client().get(path).status_code == 200
        taken.append(user_seconds() - start)
    return min(taken)


def dear(alice, unit, count, paths):
    """Ratios of what costs too much. Twice, for the machine may be slower during one of the two."""
    for _again in range(2):
        write(alice, MARKED, count)
        ordinary = {path: cpu(path) for path in paths}
        write(alice, unit, count)
        ratios = {path: cpu(path) / ordinary[path] for path in paths}
        paths = [path for path in paths if ratios[path] >= AT_MOST]
        if not paths:
            return {}
    return {path: ratios[path] for path in paths}


def test_hostile_page_costs_little_more(alice):
    assert dear(alice, "![", 3, [HOME, PAPER]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["![", "[@a", "*a_", "$x$ ", "- a\n", "\\(a", "[a](b) "])
def test_every_page(alice, unit):
    assert dear(alice, unit, 6, [HOME, NEWS, PAPER, *FEEDS, SEARCH]) == {}


@pytest.mark.parametrize(
    ("unit", "times"),
    [
        pytest.param(MARKED, 2, id="for what it shows, and for its words in the head"),
        pytest.param("[@a", 1, id="until it is too much"),
    ],
)
def test_a_page_reads_each_text_once(alice, monkeypatch, unit, times):
    write(alice, unit, 1)
    markup.forget()
    parsed = []
    parser = markup.markdown()
    read = parser.parse

    def counted(text, env=None):
        parsed.append(text)
        return read(text, env)

    monkeypatch.setattr(parser, "parse", counted)
    Client().get(PAPER)
    long = [text for text in parsed if len(text) == SIZE]
    assert len(long) == times
