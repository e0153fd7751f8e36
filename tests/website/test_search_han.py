"""Traditional and simplified Chinese find each other, wherever something is looked for."""

import pytest

from profiles.folding import fold_accents
from publications.models import Authorship, Publication
from tests.conftest import make_researcher
from website.search import index

pytestmark = pytest.mark.django_db
NAMES = [("吳健雄", "吴健雄"), ("吴健雄", "吳健雄")]
TITLES = [("宇稱不守恆的實驗", "宇称不守恒"), ("宇称不守恒的实验", "宇稱不守恆")]


def get(client, path, query):
    index.update_outdated()
    return client.get(path, {"q": query}).content.decode()


@pytest.mark.parametrize(("name", "typed"), NAMES)
def test_people_are_found(client, name, typed):
    make_researcher(name, slug="wu")
    make_researcher("刘慈欣", slug="liu")
    assert f"<mark>{name}</mark>" in get(client, "/search/", typed)
    for part in (typed, typed[:1]):
        html = get(client, "/", part)
        assert "/wu/" in html
        assert "/liu/" not in html


@pytest.mark.parametrize(("title", "typed"), TITLES)
def test_papers_are_found_and_filtered(client, alice, title, typed):
    paper = Publication.objects.create(title=title, slug="parity", date="1957")
    Authorship.objects.create(publication=paper, researcher=alice, literal="吳健雄")
    other = Publication.objects.create(title="Other", slug="other")
    Authorship.objects.create(publication=other, researcher=alice, family="Ahlgren")
    assert f"<mark>{title[:5]}</mark>" in get(client, "/search/", typed)
    for path in ("/publications/", "/alice-ahlgren/publications/"):
        for query in (typed, "吴健雄"):
            html = get(client, path, query)
            assert "/publications/parity/" in html
            assert "/publications/other/" not in html


def test_whose_name_a_paper_prints_is_not_decided_by_it():
    assert fold_accents("吳健雄") != fold_accents("吴健雄")
