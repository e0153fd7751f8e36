"""What is found by what, on SQLite here and on PostgreSQL in tests/backends."""

import pytest

from tests.conftest import make_researcher
from website.search import documents, index, query
from website.search.documents import KINDS

pytestmark = pytest.mark.django_db


def found(typed):
    index.update_outdated()
    [people] = query.find(typed, KINDS["people"])
    return [person.slug for person in people.kind.load(people.keys)]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Eva Müller", "muller"),
        ("Eva Müller", "MÜLLER"),
        ("Eva Müller", "mueller"),
        ("Eva Mueller", "Müller"),
        ("Eva Mu\u0308ller", "müll"),
        ("Anders Ångström", "angstr"),
        ("Anders Ångström", "ångström anders"),
        ("吴健雄", "吴健雄"),
        ("吴健雄", "健雄"),
        ("吴健雄", "雄"),
        ("Chien-Shiung Wu 吴健雄", "吴健 shiung"),
        ("Chien-Shiung Wu", "chien-shiung"),
        ("Łoś Œuvre", "los oeuvre"),
        ("이순신", "이순신"),
        ("Δημόκριτος", "δημοκ"),
        ("山田たろう", "たろう"),
        ("Ｗｉｄｅ", "wide"),
    ],
)
def test_it_finds(db, name, typed):
    make_researcher(name, slug="it")
    make_researcher("Nobody Else", slug="other")
    assert found(typed) == ["it"]


@pytest.mark.parametrize("typed", ["ller", "健吴", "li健", "w", "shiungs", "chien other"])
def test_it_does_not_find(db, typed):
    make_researcher("Chien-Shiung Wu 吴健雄 Müller", slug="wu")
    assert found(typed) == []


def test_the_whole_name_stands_first_then_names_then_texts(db):
    make_researcher("A Writer", slug="text", biography="On Turing.")
    make_researcher("A Turing Fellow", slug="name")
    make_researcher("Z Fellow", slug="exact", native_name="Turing")
    assert found("turing") == ["exact", "name", "text"]


def test_a_change_is_found_and_what_was_is_not(alice):
    assert found("ahlgren") == ["alice-ahlgren"]
    alice.display_name, alice.family_name = "Alice Berg", "Berg"
    alice.save()
    assert found("ahlgren") == []
    assert found("berg") == ["alice-ahlgren"]


def test_a_second_language_is_found(alice):
    alice.translations = {"zh-hans": {"biography": "潮汐"}}
    alice.save()
    assert found("潮汐") == ["alice-ahlgren"]


def test_a_query_has_a_bounded_number_of_terms():
    assert len(documents.terms("吴健雄" * 99)) <= documents.MOST_TERMS
    assert len(documents.terms(" ".join(map(str, range(99))))) == documents.MOST_TERMS


@pytest.mark.parametrize(
    ("text", "typed", "shown"),
    [
        ("The Müller cell", "muller", "The <mark>Müller</mark> cell"),
        ("吴健雄实验", "健雄", "吴<mark>健雄</mark>实验"),
        ("a <b> tide", "tid b", "a &lt;<mark>b</mark>&gt; <mark>tide</mark>"),
        ("nothing", "tide", "nothing"),
    ],
)
def test_it_marks(text, typed, shown):
    assert query.marked(text, documents.terms(typed)) == shown


def test_a_quote_is_a_short_piece_around_the_first_mark():
    text = "before " * 99 + "tide " + "after " * 99
    quote = query.quote(["none", text], documents.terms("tide"))
    assert quote.startswith("… before")
    assert quote.endswith("after …")
    assert "<mark>tide</mark>" in quote
    assert len(quote) < 260
