"""A picture of the Markdown editor is given out while a public text of its record shows it."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from profiles.models import NewsItem, Page, Picture, Section, ShortBiography
from publications.models import Authorship, Publication
from tests.publications.papers import make_paper
from website.media import TEXTS, may_read, may_show
from website.review import markdown_columns

pytestmark = pytest.mark.django_db
NAME = "pictures/0123456789abcdef01234567-800x600.webp"
SMALLER = NAME.replace(".webp", "-320.webp")
SHOWN = f"Before\n\n![A tern](/media/{NAME})\n"


@pytest.fixture(autouse=True)
def picture(alice):
    return Picture.objects.create(researcher=alice, image=NAME)


def news(researcher, **given):
    return NewsItem.objects.create(researcher=researcher, date="2024", **({"body": SHOWN} | given))


def test_picture_is_shown_while_a_text_has_it(alice):
    assert not may_show(NAME), "stored, and in no text"
    item = news(alice)
    assert may_show(NAME)
    assert may_show(SMALLER)
    item.delete()
    assert not may_show(NAME)


@pytest.mark.parametrize("delay", [None, timedelta(hours=1)], ids=["draft", "scheduled"])
def test_a_text_that_is_not_public_shows_nothing(alice, delay):
    item = news(alice, published_at=delay and timezone.now() + delay)
    assert not may_show(NAME)
    NewsItem.objects.filter(pk=item.pk).update(published_at=timezone.now())
    assert may_show(NAME), "its moment has come"


def test_nor_does_anything_of_a_person_who_is_not_public(alice):
    news(alice)
    type(alice).objects.update(biography=SHOWN, published_at=None)
    assert not may_show(NAME)


def test_nor_a_colleagues_text_whoever_knows_the_name(alice, bob):
    news(alice, published_at=None)
    news(bob)
    assert not may_show(NAME)


def test_nor_a_part_that_the_home_page_hides(alice):
    type(alice).objects.filter(pk=alice.pk).update(biography=SHOWN)
    own = Section.objects.create(researcher=alice, kind="text", body=SHOWN, is_shown=False)
    assert may_show(NAME)
    hidden = Section.objects.create(researcher=alice, kind="biography", is_shown=False)
    assert not may_show(NAME)
    Section.objects.filter(pk=own.pk).update(is_shown=True)
    assert may_show(NAME)
    Section.objects.exclude(pk=hidden.pk).delete()
    assert not may_show(NAME)


def test_a_second_language_shows_it_while_the_site_has_it(alice, settings):
    page = Page.objects.create(researcher=alice, title="Terns", slug="terns")
    page.translations = {"zh-hans": {"body": SHOWN}}
    page.save()
    assert may_show(NAME)
    settings.LANGUAGES = [("en", "English")]
    assert not may_show(NAME)


def test_what_is_nobodys_is_shown_by_anybodys_text(bob, picture):
    item = news(bob)
    Picture.objects.update(researcher=None)
    assert may_show(NAME)
    item.delete()
    assert not may_show(NAME)


def test_every_column_of_markdown_counts():
    """As the forms declare them: a new one whose pictures visitors do not get is no use."""
    known = {(kind.model, column) for kind in TEXTS for column in kind.columns}
    asked = {(m, column) for m in admin.site._registry for column in markdown_columns(m)}
    assert asked - known == {(ShortBiography, "text")}  # which stands on no page


def test_it_asks_little(alice, django_assert_max_num_queries):
    news(alice)
    with django_assert_max_num_queries(4):
        assert may_show(NAME)
    NewsItem.objects.all().delete()
    with django_assert_max_num_queries(2 + len(TEXTS)):
        assert not may_show(NAME)
    with django_assert_max_num_queries(1):
        assert not may_show(NAME.replace("0", "f"))


# --- In the text of a paper ----------------------------------------------------------------------


@pytest.mark.parametrize("column", ["abstract", "note", "tldr"])
def test_a_papers_picture_is_shown_with_it(alice, column):
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
