"""The words of the interface: each language has its own, or English as a whole."""

import pytest

from config import env
from profiles.models import Experience, NewsItem
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
PUBLICATIONS = {
    "de": "Publikationen",
    "fr": "Publications",
    "es": "Publicaciones",
    "it": "Pubblicazioni",
    "pt": "Publicações",
    "ja": "研究業績",
    "zh-hans": "论文",
    "zh-hant": "著作",
    "ar": "المنشورات",
}


@pytest.fixture
def spoken(settings, monkeypatch):
    monkeypatch.setenv("VITAE_LANGUAGES", f"en,{','.join(PUBLICATIONS)},nl,he,pt-br")
    settings.LANGUAGES = env.languages("VITAE_LANGUAGES", "en")


def html(client, path, **headers):
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("language", PUBLICATIONS)
def test_each_home_is_in_its_language(client, alice, spoken, language):
    make_paper("On Tides", alice)
    direction = "rtl" if language == "ar" else "ltr"
    for path in ("/", "/alice-ahlgren/"):
        page = html(client, f"/{language}{path}")
        assert f'<html lang="{language}" dir="{direction}"' in page
        assert f">{PUBLICATIONS[language]}</a>" in page


def test_a_language_without_a_catalogue_is_english_as_a_whole(client, alice, spoken):
    """Django has Dutch words for some of ours, and for the months."""
    NewsItem.objects.create(researcher=alice, date="2025-05", body="A prize.")
    page = html(client, "/nl/alice-ahlgren/")
    assert '<html lang="nl"' in page
    assert ">Home</a>" in page
    assert ">May 2025</time>" in page
    assert "Zoeken" not in page


def test_its_pages_still_run_their_own_way(client, alice, spoken):
    assert '<html lang="he" dir="rtl"' in html(client, "/he/alice-ahlgren/")


def test_brazilian_pages_have_the_words_of_portugal(client, alice, spoken):
    make_paper("On Tides", alice)
    page = html(client, "/pt-br/alice-ahlgren/")
    assert '<html lang="pt-br"' in page
    assert ">Publicações</a>" in page


def test_an_original_among_arabic_words_runs_its_own_way(client, alice, spoken):
    Experience.objects.create(researcher=alice, role="Dean", organisation="Uppsala", start="2020")
    page = html(client, "/ar/alice-ahlgren/")
    assert '<span lang="en" dir="ltr">Dean</span>' in page


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("de", "de"), ("it", "en"), ("ar", "en"), ("nl", "en"), ("zh-CN", "zh-hans")],
)
def test_the_admin_mixes_no_languages(client, spoken, asked, answered):
    page = html(client, "/admin/login/", **{"accept-language": asked})
    assert f'<html lang="{answered}"' in page
