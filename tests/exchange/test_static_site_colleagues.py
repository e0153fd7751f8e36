"""One person's site as files: links to a colleague's paper or page, which only the lab has."""

import re

import pytest

from exchange.static_site import process
from exchange.static_site.addresses import ORIGIN
from exchange.static_site.crawl import Crawl
from exchange.static_site.folder import Folder
from profiles.models import NewsItem
from tests.exchange.exported_links import broken_links
from tests.exchange.test_static_site_redirects import reload_urls
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
PAPERS = "[mine](/publications/tides/) [waves](/publications/waves/#cite)"
BODY = f"{PAPERS} [draft](/publications/draft/) [Bob](/bob-brandt/cv/)"


@pytest.fixture
def site(alice, bob, settings, tmp_path):
    """Alice's, as `export` writes it into a folder."""
    settings.ORIGIN, settings.SINGLE_RESEARCHER = ORIGIN, alice.slug
    reload_urls()
    make_paper("Tides", alice, owner=alice)
    make_paper("Waves", bob, owner=bob)
    make_paper("Draft", bob, owner=bob, published_at=None)
    NewsItem.objects.create(researcher=alice, date="2025", body=BODY)
    yield tmp_path / "site"
    settings.SINGLE_RESEARCHER = ""
    reload_urls()


def export(site, **options):
    """(attributes of each link by its words, report)"""
    folder = Folder(site)
    with folder.opened():
        report = Crawl(folder, **options).run()
    html = (site / "news" / "index.html").read_text()
    return {words: tag for tag, words in re.findall(r"<a([^>]*)>([^<]+)</a>", html)}, report


def test_they_lead_to_the_lab(site):
    links, report = export(site, live_url="https://lab.example.edu/")
    live = ' href="https://lab.example.edu{}" rel="noopener"'
    assert links["waves"] == live.format("/publications/waves/#cite")
    assert links["Bob"] == live.format("/bob-brandt/cv/")
    assert 'href="../publications/tides/"' in links["mine"]
    assert [link for _page, link in report.broken] == ["/publications/draft/"]


def test_without_its_address_they_are_words(site):
    links, report = export(site)
    assert (links["waves"], links["Bob"]) == ("", "")
    assert {link for _page, link in report.elsewhere} == {
        "/publications/waves/#cite",
        "/bob-brandt/cv/",
    }
    assert {link.removeprefix("../") for _p, link in broken_links(site)} == {"publications/draft/"}


def test_the_address_of_the_lab_is_handed_on(settings):
    settings.ORIGIN = "https://lab.example.edu"
    assert "--live-url=https://lab.example.edu" in process("site", "alice-ahlgren")[0]
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    assert not any("--live-url" in word for word in process("site", "alice-ahlgren")[0])
