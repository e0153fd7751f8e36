"""Lines of CVs in eight languages: how many are read right, and that what is not is marked."""

from collections import Counter

import pytest

from tests.profiles.cv_corpus import OUTCOMES, RIGHT, UNMARKED, cases, read, table

LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "zh", "ja"}


@pytest.fixture(scope="module")
def done():
    return [read(case) for case in cases()]


def test_the_corpus_is_large_and_of_eight_languages(done):
    assert len(done) >= 200
    counts = Counter(case.language for case in done)
    assert counts.keys() == LANGUAGES
    assert min(counts.values()) >= 10


def test_nine_of_ten_lines_are_read_right_and_no_language_lags(done):
    print(table(done, "language"))  # shown with -rP, and where this fails
    assert sum(case.outcome == RIGHT for case in done) >= 0.9 * len(done)
    rights = Counter(case.language for case in done if case.outcome == RIGHT)
    totals = Counter(case.language for case in done)
    assert {name for name in totals if rights[name] < 0.85 * totals[name]} == set()


def test_hardly_any_wrong_line_is_not_marked(done):
    assert {case.outcome for case in done} <= set(OUTCOMES)
    wrong = [case.line for case in done if case.outcome == UNMARKED]
    assert len(wrong) <= 0.02 * len(done), wrong


def test_a_sure_reading_is_seldom_marked():
    """A mark that stands everywhere says nothing."""
    from profiles.items import KINDS
    from profiles.pasting import read_lines

    kinds = [(KINDS[case.section], case.line) for case in cases()]
    marked = [line for kind, line in kinds if read_lines(kind, line)[0][0].doubts]
    assert len(marked) < 0.15 * len(kinds), marked
