"""What an import for one researcher meets of another."""

from publications.matching import visible_to
from tests.conftest import make_researcher
from tests.publications.papers import make_paper


def test_an_import_does_not_meet_the_papers_of_draft_people(alice):
    hidden = make_researcher("Xenia Hidden", published_at=None)
    make_paper("Unseen", hidden, owner=hidden)
    assert not visible_to(alice).exists()
