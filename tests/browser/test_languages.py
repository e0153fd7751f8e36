"""Two languages as a reader meets them."""

import pytest

from config import env
from publications.models import Authorship, Publication
from tests import hardest
from tests.conftest import make_researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def wu(transactional_db):
    person = make_researcher(
        "Chien-Shiung Wu",
        headline="Experimental physicist.",
        native_name="吴健雄",
        native_language="zh-Hans",
        translations={"zh-hans": {"headline": "实验物理学家。"}},
    )
    paper = Publication.objects.create(title="Parity", slug="parity", date="1957-02")
    Authorship.objects.create(publication=paper, researcher=person, family="Wu", position=1)
    return person


def test_language_switch_keeps_the_page(page, live_server, wu):
    page.goto(f"{live_server.url}/chien-shiung-wu/publications/?year=1957")
    page.get_by_role("link", name="简体中文").click()
    assert page.url == f"{live_server.url}/zh-hans/chien-shiung-wu/publications/?year=1957"
    page.get_by_role("link", name="首页").click()
    assert page.locator("h1").inner_text().split() == ["吴健雄", "Chien-Shiung", "Wu"]
    page.get_by_role("link", name="English").click()
    assert page.url == f"{live_server.url}/chien-shiung-wu/"
    assert page.context.cookies() == []


@pytest.fixture
def arabic(settings, monkeypatch, transactional_db):
    monkeypatch.setenv("VITAE_LANGUAGES", "en,ar")
    settings.LANGUAGES = env.languages("VITAE_LANGUAGES", "en")
    hardest.fill(count=10)


@pytest.mark.parametrize("width", [360, 1440])
def test_a_page_from_right_to_left(page, live_server, arabic, width):
    """It is as wide as its window, and originals in English begin where it does, at the right."""
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/ar/", "/ar/long/", "/ar/long/cv/", "/ar/long/publications/"):
        assert page.goto(live_server.url + path).status == 200
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{live_server.url}/ar/empty/")
    edges = "e => [e.getBoundingClientRect().right, e.parentElement.getBoundingClientRect().right]"
    own, parents = page.locator("h1").evaluate(edges)
    assert abs(own - parents) < 1
