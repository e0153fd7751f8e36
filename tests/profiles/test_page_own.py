import pytest

from profiles.models import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(alice):
    return Page.objects.create(
        researcher=alice, title="Join us", slug="join", body="# How\n\nWrite."
    )


def test_own_page_shows_title_and_headings(client, page):
    html = client.get("/alice-ahlgren/join/").content.decode()
    assert "Join us</h1>" in html
    assert "How</h2>" in html


def test_it_stands_in_the_menu(client, page):
    assert 'href="/alice-ahlgren/join/"' in client.get("/alice-ahlgren/").content.decode()


def test_it_stays_out_of_the_menu_when_asked(client, page):
    Page.objects.update(in_menu=False)
    assert "/join/" not in client.get("/alice-ahlgren/").content.decode()
    assert client.get("/alice-ahlgren/join/").status_code == 200


def test_it_belongs_to_one_researcher(client, page, bob):
    assert client.get("/bob-brandt/join/").status_code == 404


def test_it_marks_itself_in_the_menu(client, page):
    html = client.get("/alice-ahlgren/join/").content.decode()
    assert '<a href="/alice-ahlgren/join/" aria-current="page">Join us</a>' in html
