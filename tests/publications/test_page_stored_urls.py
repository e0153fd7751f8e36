"""An address that went past the forms, by a shell or a script, is not printed as a link."""

import pytest

from publications.models import PublicationAward, PublicationLink, Venue, Version
from tests.publications.papers import as_author, make_paper

EVIL = "javascript:alert(1)"


@pytest.fixture
def paper(alice):
    venue = Venue.objects.create(name="Lakes", short_name="L", url=EVIL)
    paper = make_paper("Tides", as_author(alice), venue=venue)
    PublicationAward.objects.create(publication=paper, name="Prize", url=EVIL)
    PublicationLink.objects.create(publication=paper, url=EVIL, label="Evil")
    Version.objects.create(publication=paper, title="Tides", url=EVIL)
    return paper


def test_it_stays_off_every_page(client, paper, alice):
    for path in (paper.get_absolute_url(), "/publications/", "/alice-ahlgren/publications/"):
        html = client.get(path).content.decode()
        assert "Tides" in html
        assert 'href="javascript:' not in html
