"""Two languages as a reader meets them."""

import pytest

from publications.models import Authorship, Publication
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
