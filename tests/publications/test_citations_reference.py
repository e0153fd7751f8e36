import pytest

from publications.citations import reference
from publications.citations.reference import container_line, join
from publications.models import Venue
from tests.publications.papers import make_paper


def test_paper_is_cited_in_each_style(alice):
    paper = make_paper(
        "On Notes",
        alice,
        "Grace Hopper",
        date="2024-11",
        container_title="Nature",
        volume="171",
        issue="4356",
        pages="737–738",
        doi="10.1000/182",
    )
    assert reference(paper) == (
        "Alice Ahlgren and Grace Hopper. On Notes. Nature 171(4356), 737–738, November 2024."
        " https://doi.org/10.1000/182"
    )


@pytest.mark.parametrize(
    ("people", "et_al", "line"),
    [
        ([], False, ""),
        (["A"], False, "A"),
        (["A", "B", "C"], False, "A, B and C"),
        (["A", "B"], True, "A, B, et al."),
        (["A"] * 25, False, "A, " * 20 + "et al."),
    ],
)
def test_names_are_joined(people, et_al, line):
    assert join(people, et_al=et_al) == line


def test_a_question_needs_no_full_stop(db):
    assert reference(make_paper("Why?", date="1999")) == "Why? 1999."


def test_a_thesis_says_what_it_is_and_where(db):
    paper = make_paper("A", entry_type="phdthesis", publisher="Universität Göttingen")
    assert container_line(paper) == "Ph.D. thesis, Universität Göttingen"


def test_a_patent_says_its_number(db):
    assert container_line(make_paper("A", entry_type="patent", number="CN1")) == "Patent CN1"


def test_editors_stand_in_for_authors(db):
    editor = {"given": "E.", "family": "Ditor", "role": "editor"}
    assert reference(make_paper("Book", editor)).startswith("E. Ditor (eds.). Book.")


def test_the_venue_stands_in_for_a_container(db):
    venue = Venue.objects.create(name="Networked Systems")
    assert container_line(make_paper("A", venue=venue)) == "Networked Systems"
