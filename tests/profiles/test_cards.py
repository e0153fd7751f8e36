"""The picture that a shared link to a researcher shows."""

import io
import re
from html import unescape

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import caches
from django.core.files.base import ContentFile
from PIL import Image

from profiles import views
from profiles.models import Researcher
from profiles.themes import Theme
from uploads.social_cards import Card, jpeg

IMAGE = re.compile(r'<meta property="og:image" content="http://testserver([^"]+)">')


@pytest.fixture(autouse=True)
def _empty_cache():
    caches["cards"].clear()


def address(client, path="/alice-ahlgren/"):
    return unescape(IMAGE.search(client.get(path).content.decode())[1])


def test_social_card_is_a_jpeg_without_cookie(client, alice):
    response = client.get(address(client))
    assert response["Content-Type"] == "image/jpeg"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    assert "immutable" in response["Cache-Control"]
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not response.cookies


@pytest.mark.parametrize("path", ["news/", "cv/", "publications/"])
def test_every_page_of_a_person_names_it(client, alice, path):
    assert address(client, f"/alice-ahlgren/{path}") == address(client)


def test_another_headline_is_another_address_and_the_former_leads_there(client, alice):
    former = address(client)
    Researcher.objects.update(headline="Works on sheaves.")
    assert address(client) != former
    assert client.get(former)["Location"] == address(client)


def test_it_is_drawn_once(client, alice, monkeypatch):
    first = client.get(address(client)).content
    monkeypatch.setattr(views, "jpeg", None)
    assert client.get(address(client)).content == first


def test_a_cache_that_cannot_be_written_is_no_loss(client, alice, settings, tmp_path):
    (tmp_path / "file").touch()
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = {"cards": {"BACKEND": backend, "LOCATION": tmp_path / "file" / "cards"}}
    assert client.get(address(client)).status_code == 200


@pytest.mark.parametrize("slug", ["alice-ahlgren", "nobody"])
def test_a_draft_has_none(client, alice, slug):
    shown = address(client)
    Researcher.objects.update(published_at=None)
    assert client.get(shown.replace("alice-ahlgren", slug)).status_code == 404


def test_what_no_page_shows_changes_nothing(client, alice):
    shown = address(client)
    Researcher.objects.update(email="alice@example.org", other_names="Secret", postal_address="x")
    assert address(client) == shown


def test_a_portrait_is_on_it(client, alice):
    plain = client.get(address(client)).content
    file = io.BytesIO()
    Image.new("RGB", (300, 400), "#c00000").save(file, "PNG")
    alice.portrait.save("a.png", ContentFile(file.getvalue()))
    found = Image.open(io.BytesIO(client.get(address(client)).content))
    assert found.getpixel((1100, 300))[0] > 150
    assert found.tobytes() != Image.open(io.BytesIO(plain)).tobytes()


@pytest.mark.parametrize("name", ["portraits/gone-300x400.webp", "../secret", "a-9999x9999.webp"])
def test_a_picture_that_cannot_be_read_is_left_out(db, name):
    assert jpeg(Card("Alice", picture=name, is_portrait=True)) == jpeg(Card("Alice"))


@pytest.mark.parametrize("theme", Theme.values)
def test_it_has_the_colours_of_the_page(client, alice, theme):
    css = finders.find("css/site/tokens.css")
    with open(css) as file:
        colours = re.findall(r"--(?:paper|accent): light-dark\((#\w{6})", file.read())
    Researcher.objects.update(theme=theme)
    card = views.researcher_card(Researcher.objects.get())
    assert (card.paper, card.accent) in zip(colours[::2], colours[1::2], strict=True)
