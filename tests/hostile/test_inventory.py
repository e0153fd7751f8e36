"""The oracle is not blind: what a browser would run, load or be misled by is a fault."""

import pytest

from tests.hostile.inventory import EMPTY, faults

ACTIVE = [
    "<script>alert(1)</script>",
    "<p onclick=x>",
    "<a href='&#1;java\tscript:x'>",
    "<img src=//evil.example/x>",
    "<title></title><base href=/x>",
    "<p style=x>",
    "<svg/onload=x>",
    "<input>",
]


@pytest.mark.parametrize("html", ACTIVE)
def test_active_markup_is_a_fault(html):
    assert faults(html, EMPTY)


def test_what_markdown_may_hold_is_none():
    assert faults('<p><a href="https://x.example/" rel="noopener">x</a></p>', EMPTY) == []
