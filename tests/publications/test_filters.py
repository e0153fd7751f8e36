import pytest

from publications.list_filters import Filters
from publications.listing import researcher_list
from publications.models import Topic, Venue
from tests.publications.papers import as_author, make_paper


@pytest.fixture
def papers(alice):
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI")
    logic = Topic.objects.create(name="Logic", slug="logic")
    first = make_paper("Schrödinger’s Cat", alice, "Jürgen Müller", date="2024", venue=venue)
    first.topics.add(logic, Topic.objects.create(name="Cats", slug="cats"))
    second = as_author(alice, is_selected=True)
    second = make_paper("On Engines", "Grace Hopper", second, date="2020", entry_type="book")
    second.topics.add(logic)
    make_paper("In Press", "Łukasz Nowak", alice, date="", status="in-press")
    return venue


def found(researcher, **asked):
    return researcher_list(researcher, Filters.read(asked)).count


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ({}, 3),
        ({"q": "schrodinger CAT"}, 1),
        ({"q": "muller"}, 1),
        ({"q": "lukasz"}, 1),
        ({"q": "schrödinger's"}, 1),
        ({"q": '"on engines"'}, 1),
        ({"q": "“on engines”"}, 1),
        ({"q": "on-engines"}, 1),
        ({"q": '"engines on"'}, 0),
        ({"q": "engines on"}, 1),
        ({"q": "“"}, 3),
        ({"q": "nsdi 2024"}, 1),
        ({"q": "logic"}, 2),
        ({"q": "nowhere"}, 0),
        ({"year": "2020"}, 1),
        ({"year": "forthcoming"}, 1),
        ({"type": "book"}, 1),
        ({"topic": "logic"}, 2),
        ({"topic": "logic", "year": "2024"}, 1),
        ({"role": "first"}, 1),
        ({"selected": "1"}, 1),
        ({"year": "x"}, 0),
        ({"venue": "999999"}, 0),
        ({"unknown": "x"}, 3),
    ],
)
def test_filter_counts_its_papers(alice, papers, asked, count):
    assert found(alice, **asked) == count


def test_it_filters_by_venue(alice, papers):
    assert found(alice, venue=str(papers.pk)) == 1
    assert found(alice, venue=f"0{papers.pk}") == 0


def test_a_paper_without_a_type_is_other_work(alice):
    make_paper("Untyped", alice, entry_type="")
    everything = researcher_list(alice, Filters.read({"type": "misc"}))
    assert everything.count == everything.types.choices[0].count == 1


def test_counts_beside_a_choice_heed_the_other_filters(alice, papers):
    papers = researcher_list(alice, Filters(year="2024"))
    facets = {facet.name: facet for facet in papers.facets}
    assert [(c.text, c.count) for c in facets["topic"].choices] == [("Cats", 1), ("Logic", 1)]
    years = {c.value: c.count for c in papers.years.choices}
    assert years == {"2024": 1, "2020": 1, "forthcoming": 1}
    assert papers.firsts.passing == 1
    assert papers.selected.passing == 0


def test_the_totals_are_of_the_whole_list(alice, papers):
    assert (
        researcher_list(alice, Filters(year="2020")).totals
        == "3 papers, 1 as first or co-first author"
    )


def test_the_form_keeps_what_was_asked(client, alice, papers):
    response = client.get("/alice-ahlgren/publications/?q=engines&year=2020&role=first")
    page = response.content.decode()
    assert 'value="engines"' in page
    assert '<option value="2020" selected>2020 (0)</option>' in page
    assert "Nothing matches." in page


def test_a_word_of_markup_is_text(client, alice, papers):
    page = client.get("/alice-ahlgren/publications/", {"q": '"><script>'}).content.decode()
    assert "<script>" not in page


def test_a_very_long_word_is_cut(client, alice, papers):
    response = client.get("/alice-ahlgren/publications/", {"q": "x" * 5000})
    assert response.status_code == 200
