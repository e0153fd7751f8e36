import pytest

from publications.bylines import AuthorRole, part_of, totals, with_first
from publications.models import Authorship
from tests.publications.papers import as_author, make_paper


def part(researcher, paper):
    rows = list(paper.authorships.all())
    own = next(row for row in rows if row.researcher == researcher)
    return part_of(own, rows, et_al=paper.et_al)


def is_first(researcher):
    return with_first(researcher.authorships.all()).get().is_first


def test_first_author_is_computed(alice):
    paper = make_paper("On Notes", alice, "Bob Brandt")
    assert part(alice, paper) == AuthorRole.FIRST
    assert is_first(alice)


def test_one_name_alone_is_the_sole_author(alice):
    assert part(alice, make_paper("On Notes", alice)) == AuthorRole.SOLE


def test_a_list_cut_short_has_no_sole_and_no_last_author(alice, bob):
    paper = make_paper("On Notes", alice, et_al=True)
    assert part(alice, paper) == AuthorRole.FIRST
    other = make_paper("Off Notes", "A B", bob, et_al=True)
    assert part(bob, other) is None


def test_two_equal_authors_at_the_head_are_co_first(alice):
    first = {"given": "Grace", "family": "Hopper", "is_equal": True}
    paper = make_paper("On Notes", first, as_author(alice, is_equal=True), "C D")
    assert part(alice, paper) == AuthorRole.CO_FIRST
    assert is_first(alice)


def test_equal_authors_behind_another_are_not_co_first(alice):
    shared = {"given": "Grace", "family": "Hopper", "is_equal": True}
    paper = make_paper("On Notes", "C D", shared, as_author(alice, is_equal=True), "E F")
    assert part(alice, paper) is None
    assert not is_first(alice)


def test_a_mark_that_nobody_shares_makes_a_first_author(alice):
    paper = make_paper("On Notes", as_author(alice, is_equal=True), "C D")
    assert part(alice, paper) == AuthorRole.FIRST


def test_corresponding_and_last_authors(alice, bob):
    paper = make_paper("On Notes", "A B", as_author(alice, is_corresponding=True), bob)
    assert part(alice, paper) == AuthorRole.CORRESPONDING
    assert part(bob, paper) == AuthorRole.LAST


def test_an_editor_is_no_author(alice):
    paper = make_paper("Proceedings", as_author(alice, role="editor"), entry_type="proceedings")
    assert part(alice, paper) == AuthorRole.EDITOR
    assert not is_first(alice)


def test_an_editor_before_the_authors_does_not_take_the_first_place(alice):
    editor = {"given": "E", "family": "D", "role": "editor"}
    paper = make_paper("Chapter", editor, as_author(alice), "C D")
    assert part(alice, paper) == AuthorRole.FIRST
    assert is_first(alice)


def test_a_listed_row_has_no_part(alice):
    paper = make_paper("Big", {"researcher": alice, "role": Authorship.Role.LISTED})
    assert part(alice, paper) is None


@pytest.mark.parametrize(
    ("papers", "firsts", "words"),
    [
        (1, 0, "1 paper"),
        (23, 9, "23 papers, 9 as first or co-first author"),
        (2, 0, "2 papers"),
    ],
)
def test_totals_are_words(papers, firsts, words):
    assert totals(papers, firsts) == words
