import pytest

from profiles.markup import render, render_maths


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("\u0645\u0631\u062d\u0628\u0627 hello", '<p dir="auto">'),
        ("# \u05e9\u05dc\u05d5\u05dd", '<h3 dir="auto">'),
        ("- \u0645\u0631\u062d\u0628\u0627", '<li dir="auto">'),
        ("- one\n\n  \u0645\u0631\u062d\u0628\u0627", '<p dir="auto">'),
    ],
)
def test_direction_follows_the_script(text, html):
    assert html in render(text)


def test_a_text_of_one_direction_needs_none():
    assert "dir=" not in render("# Hello\n\nworld, 世界\n\n- one")


def test_only_the_block_that_has_them():
    assert render("one\n\n\u05e9\u05dc\u05d5\u05dd").count("dir=") == 1


@pytest.mark.parametrize(
    ("title", "html"),
    [
        ("$^{12}$C", "<sup>12</sup>C"),
        ("H$_2$O", "H<sub>2</sub>O"),
        ("The 5$^{th}$ time", "5<sup>th</sup> time"),
        ("Ca${}^{2+}$", "Ca<sup>2+</sup>"),
    ],
)
def test_an_index_without_a_base_is_no_formula(title, html):
    assert html in render_maths(title)


@pytest.mark.parametrize("title", ["$x^{12}$", "$^{n}$", "$$^{12}$$"])
def test_any_other_is(title):
    assert "<math" in render_maths(title)
