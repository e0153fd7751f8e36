"""Titles where no maths can be set: in search results, feeds, on pictures."""

import pytest

from publications.latex import plain_title


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("On Notes", "On Notes"),
        (r"Sorting in $O(n^2)$", "Sorting in O(n²)"),
        (r"$\alpha$-trees in $\mathbb{R}$", "α-trees in ℝ"),
        (r"$x \le y$", "x ≤ y"),
        (r"For \$5 or $H_2O$", "For $5 or H₂O"),
        ("$" + "{" * 300 + "$", "{" * 300),
    ],
)
def test_title_is_shown_without_maths(title, words):
    assert plain_title(title) == words
