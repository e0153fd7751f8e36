"""The languages are the site's own choice: the first is the one that its pages are in."""

import pytest

from config import env
from profiles.models import NewsItem

GERMAN = [("de", "German"), ("fr", "French")]


@pytest.fixture
def german(settings):
    settings.LANGUAGE_CODE, settings.LANGUAGES = "de", GERMAN


def html(client, path="/alice-ahlgren/"):
    return client.get(path).content.decode()


def test_languages_are_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("VITAE_LANGUAGES", "de, EN")
    assert [code for code, _name in env.languages("VITAE_LANGUAGES", "en")] == ["de", "en"]


def test_german_text_goes_out_as_german(client, alice, german):
    alice.biography = "Ich rechne."
    alice.save()
    page = html(client)
    assert '<html lang="de"' in page
    assert 'lang="en"' not in page


def test_its_dates_are_german(client, alice, german):
    NewsItem.objects.create(researcher=alice, date="2025-03", body="Ein Preis.")
    assert ">März 2025<" in html(client, "/alice-ahlgren/news/")


def test_another_language_has_its_prefix(client, alice, german):
    alice.translations = {"fr": {"biography": "Je calcule."}}
    alice.save()
    page = html(client, "/fr/alice-ahlgren/")
    assert '<html lang="fr"' in page
    assert "Je calcule." in page
    assert client.get("/zh-hans/alice-ahlgren/").status_code == 404
