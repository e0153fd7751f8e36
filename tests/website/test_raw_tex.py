r"""Where a text stands in plain words, its LaTeX is read: `\textit{E. coli}` is E. coli."""

import re

import pytest

from profiles.models import NewsItem, Page
from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db
TYPED = r"The \textit{E. coli} $\alpha$-helix in H$_2$O, ``tides'' of Fig.~1, \emph{x}"
READ = "The E. coli α-helix in H₂O, “tides” of Fig. 1, x"
DESCRIBED = re.compile(r'<meta (?:name|property)="(?:og:)?(?:description|title)" content="([^"]*)"')
TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")


def get(client, path):
    return client.get(path).content.decode()


@pytest.fixture
def paper(alice):
    paper = Publication.objects.create(title=TYPED, slug="tides", date="2024", abstract=TYPED)
    Authorship.objects.create(publication=paper, researcher=alice, family="Ahlgren")
    return paper


def test_in_a_paper_s_head(client, paper):
    html = get(client, "/publications/tides/")
    described = DESCRIBED.findall(html)
    assert [text for text in described if text.startswith("The ")] == [READ] * 3
    assert TITLE.search(html)[1].startswith(READ)


def test_in_a_person_s_and_a_page_s_head(client, alice):
    type(alice).objects.update(headline=TYPED)
    Page.objects.create(researcher=alice, title="Moons", slug="moons", body=TYPED)
    for path in ("/alice-ahlgren/", "/alice-ahlgren/moons/"):
        assert sum(READ in text for text in DESCRIBED.findall(get(client, path))) == 2


def test_in_feeds(client, alice, paper):
    NewsItem.objects.create(researcher=alice, date="2025", body=TYPED)
    for feed in ("news", "publications"):
        assert READ in TITLE.findall(get(client, f"/alice-ahlgren/{feed}/feed/"))


def test_in_what_a_search_finds(client, alice, paper):
    NewsItem.objects.create(researcher=alice, date="2025", headline=TYPED, body=TYPED)
    html = re.sub("</?mark>", "", get(client, "/search/?q=tides"))
    assert html.count(f">{READ}<") == 3  # two quotes, the headline; a title's formulas are set
    assert "textit" not in html
