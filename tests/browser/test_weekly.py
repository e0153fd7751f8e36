"""The weekly life: a paper is accepted, its PDF and picture come up, the news is written."""

import pytest

from profiles.models import NewsItem
from publications.models import PublicationLink, Status
from tests.browser.conftest import sign_in
from tests.browser.ways import SUCCESS, picture
from tests.conftest import settle
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_PAGES = 4
PDF = {"name": "kelp.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n%%EOF\n"}


@pytest.fixture
def at_work(way, client, live_server, alice):
    sign_in(way.page, client, live_server, settle(alice).owner)
    way.page.at("index")
    return way


def test_accepted_paper_gets_file_cover_and_news(at_work, alice):
    """The paper stands there as a preprint."""
    paper = make_paper("On kelp", alice, owner=alice, status=Status.PREPRINT)
    page = at_work.page
    at_work.go("on kelp")
    at_work.type("#id_container_title", "Journal of Kelp")
    at_work.choose("#id_status", Status.ACCEPTED)
    at_work.upload("#id_links-0-file", PDF)
    at_work.upload("#id_cover", picture())
    at_work.type("#id_cover_alt", "A blade of kelp")
    at_work.click("[name=_continue]", leads=True)
    page.wait_for_selector(SUCCESS)
    at_work.click("text=Write news about it", leads=True)
    at_work.click("[name=_save]", leads=True)
    page.wait_for_selector(SUCCESS)
    at_work.print_counts()
    paper.refresh_from_db()
    assert (paper.status, paper.container_title) == (Status.ACCEPTED, "Journal of Kelp")
    assert paper.cover
    assert paper.links.get().kind == PublicationLink.Kind.PDF
    news = NewsItem.objects.get()
    assert news.is_public
    assert "was accepted to Journal of Kelp" in news.body
    assert len(at_work.pages) <= MOST_PAGES + at_work.search_pages, at_work.loads
