"""A paper that was retracted says so before its title in search results and the feed, too."""

import pytest

from publications.models import Status
from tests.publications.papers import make_paper
from website.search import index

PAGES = {
    "/search/?q=kelp": '<strong class="retracted">Retracted:</strong>',
    "/alice-ahlgren/publications/feed/": "<title>Retracted: Growing Kelp</title>",
}


@pytest.mark.parametrize("url", PAGES)
def test_the_mark_stands_before_the_title(client, alice, url):
    paper = make_paper("Growing Kelp", alice, status=Status.RETRACTED)
    index.update_outdated()
    assert PAGES[url] in client.get(url).text
    paper.status = Status.PUBLISHED
    paper.save()
    assert "Retracted:" not in client.get(url).text
