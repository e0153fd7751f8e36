from profiles.themes import Theme
from publications.models import Venue
from tests.publications.papers import make_paper

URL = "/publications/on-notes/"


def html(client, url=URL):
    return " ".join(client.get(url).content.decode().split())


def test_paper_page_has_its_authors_look_and_menu(client, alice):
    alice.theme = Theme.GARNET
    alice.save()
    make_paper("On Notes", alice, "Grace Hopper")
    page = html(client)
    assert 'data-theme="garnet"' in page
    assert '<a href="/alice-ahlgren/publications/"' in page


def test_of_several_people_here_it_has_the_labs(client, alice, bob):
    alice.theme = bob.theme = Theme.GARNET
    alice.save()
    bob.save()
    make_paper("On Notes", alice, bob)
    page = html(client)
    assert 'data-theme="garnet"' not in page
    assert '<a href="/bob-brandt/publications/"' not in page


def test_an_author_whose_pages_are_a_draft_lends_it_nothing(client, alice):
    alice.theme, alice.published_at = Theme.GARNET, None
    alice.save()
    make_paper("On Notes", alice)
    page = html(client)
    assert 'data-theme="garnet"' not in page
    assert "alice-ahlgren" not in page


def test_a_site_of_one_researcher_has_one_look(client, alice, bob, settings):
    settings.SINGLE_RESEARCHER = alice.slug
    alice.theme = Theme.GARNET
    alice.save()
    make_paper("On Notes", alice, bob)
    assert 'data-theme="garnet"' in html(client)


def test_more_from_its_venue(client, alice, bob):
    venue = Venue.objects.create(name="Memoirs of the Society", short_name="Mem.")
    make_paper("On Notes", alice, venue=venue)
    make_paper("On Engines", bob, venue=venue)
    make_paper("On Drafts", bob, venue=venue, published_at=None)
    page = html(client)
    assert "More from Mem." in page
    assert '<a href="/publications/on-engines/">On Engines</a>' in page
    assert "On Drafts" not in page


def test_a_venue_without_another_paper_is_no_heading(client, alice):
    make_paper("On Notes", alice, venue=Venue.objects.create(name="Memoirs"))
    assert "More from" not in html(client)
