"""What the search of an exported site reads of a paper."""

from exchange.static_site import indexes
from tests.publications.papers import make_paper


def test_abstracts_are_read_down_to_a_limit(alice):
    long = " ".join(f"word{number}" for number in range(300))
    make_paper("Tides", alice, abstract=f"Patience, and {long}")
    kinds = indexes.search_index()["kinds"]
    (papers,) = (kind for kind in kinds if kind["label"] == "Publications")
    ((words, _html),) = papers["found"]
    assert " patience and word0 word1 " in words
    assert "word150" in words
    assert "word299" not in words


def test_a_portrait_brings_what_keeps_its_middle_in_sight(alice):
    type(alice).objects.update(portrait="portraits/a-400x300.webp", portrait_focus_y=20)
    (people,) = (k for k in indexes.search_index()["kinds"] if k["label"] == "People")
    ((_words, html),) = people["found"]
    assert "css/focus.css" in html
