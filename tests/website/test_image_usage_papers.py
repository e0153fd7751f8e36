"""A picture in the text of a paper: whose paper it is, and who may read it before it is public."""

import pytest
from django.contrib.auth.models import AnonymousUser

from profiles.models import Picture
from publications.models import Authorship, Publication
from tests.publications.papers import make_paper
from website.media import may_read, may_show

pytestmark = pytest.mark.django_db
NAME = "pictures/0123456789abcdef01234567-800x600.webp"
SHOWN = f"![A tern](/media/{NAME})"


@pytest.fixture(autouse=True)
def picture(alice):
    return Picture.objects.create(researcher=alice, image=NAME)


@pytest.mark.parametrize("column", ["abstract", "note", "tldr"])
def test_it_works(alice, column):
    make_paper("Tides", alice, **{column: SHOWN})
    assert may_show(NAME)
    Publication.objects.update(published_at=None)
    assert not may_show(NAME)


def test_it_stays_while_a_coauthor_shows_the_paper(alice, bob):
    make_paper("Tides", alice, bob, abstract=SHOWN)
    Authorship.objects.filter(researcher=alice).update(is_hidden=True)
    type(alice).objects.filter(pk=alice.pk).update(published_at=None)
    assert may_show(NAME)
    Authorship.objects.filter(researcher=bob).update(is_hidden=True)
    assert not may_show(NAME)


def test_a_colleagues_paper_shows_none_of_hers(bob):
    make_paper("Tides", bob, "Alice Ahlgren", abstract=SHOWN)
    assert not may_show(NAME)


def test_who_may_edit_a_draft_may_see_its_pictures(alice, bob, charlie):
    make_paper("Tides", alice, bob, abstract=SHOWN, published_at=None)
    assert may_read(NAME, alice.owner)
    assert may_read(NAME, bob.owner), "a confirmed co-author"
    assert not may_read(NAME, charlie)
    assert not may_read(NAME, AnonymousUser())
    Authorship.objects.filter(researcher=bob).update(researcher=None)
    assert not may_read(NAME, bob.owner)
