"""What the admin says of a picture: which texts show it, and what they lose with it."""

import pytest
from django.urls import reverse

from profiles.models import NewsItem, Picture
from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db
NAME = "pictures/0123456789abcdef01234567-800x600.webp"
SHOWN = f"![A tern](/media/{NAME})"


@pytest.fixture
def picture(client, alice):
    client.force_login(alice.owner)
    return Picture.objects.create(researcher=alice, image=NAME, alt="A tern")


def asked(client, view, *args):
    return client.get(reverse(f"admin:profiles_picture_{view}", args=args)).content.decode()


def test_picture_lists_the_texts_that_show_it(client, alice, bob, picture):
    assert "No text yet" in asked(client, "change", picture.pk)
    row = {"researcher": alice, "date": "2024", "published_at": None}
    news = NewsItem.objects.create(**row, headline="Off to sea", body=SHOWN)
    NewsItem.objects.create(**row | {"researcher": bob}, headline="Bob’s own", body=SHOWN)
    paper = Publication.objects.create(title="Tides", slug="tides", abstract=SHOWN)
    Authorship.objects.create(publication=paper, researcher=alice)
    said = asked(client, "change", picture.pk)
    assert f'/newsitem/{news.pk}/change/">News item: Off to sea</a>' in said
    assert f'/publication/{paper.pk}/change/">Paper: Tides</a>' in said
    assert "Bob’s own" not in said


def test_the_gap_is_named_before_it_is_there(client, alice, picture):
    type(alice).objects.filter(pk=alice.pk).update(biography=SHOWN, interests=SHOWN)
    said = asked(client, "delete", picture.pk)
    assert said.count("A gap in a text that shows it now (profile: Alice Ahlgren)") == 1
