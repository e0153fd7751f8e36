"""Citation keys in an export: each once, and the original is there to read again."""

import pytest

from publications import citations
from publications.bibtex import parse, unique_keys, was_changed
from publications.models import Publication
from tests.publications.importing import actions, take

TWO = """
@article{same, title = {Growing Consensus in Kelp Forests}, author = {Ahlgren, A.}, year = 2020}
@article{Same, title = {Of Tides and Timetables}, author = {Brandt, B.}, year = 2024}
"""


def written():
    return citations.bibtex(citations.with_citation_data(Publication.objects.order_by("pk")))


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "A", "a"], ["a", "A-2", "a-3"]),
        (["a", "a", "a-2"], ["a", "a-3", "a-2"]),
        (["a b,{c}", "abc"], ["abc", "abc-2"]),
    ],
)
def test_written_keys_are_unique(wanted, keys):
    assert unique_keys(wanted) == keys
    assert all(map(was_changed, keys, wanted))


def test_a_key_of_another_is_not_taken_for_a_changed_one():
    assert not was_changed("kelp2024", "kelp")
    assert not was_changed("kelp", "")


def test_repeated_keys_survive_a_round_trip(db):
    take(TWO)
    text = written()
    assert [record.key for record in parse(text).records] == ["same", "Same-2"]
    assert "  citationkey = {Same}\n" in text
    Publication.objects.all().delete()
    take(text)
    assert list(Publication.objects.values_list("citation_key", flat=True).order_by("pk")) == [
        "same",
        "Same",
    ]
    assert written() == text
    assert actions(take(text)) == ["unchanged", "unchanged"]


def test_a_paper_by_itself_keeps_its_key(db):
    take(TWO)
    text = citations.bibtex(citations.with_citation_data(Publication.objects.filter(date="2024")))
    assert [record.key for record in parse(text).records] == ["Same"]
    assert "citationkey" not in text


def test_a_key_of_ours_is_read_only_beside_a_key_made_of_it(db):
    take("@article{kelp, title={Growing Consensus}, citationkey={else}}")
    paper = Publication.objects.get()
    assert paper.citation_key == "kelp"
    assert paper.fields == [["citationkey", "else"]]
