"""A file may begin with a form feed, as old printers had it; that is no mark of ours."""

import pytest

from publications import reference_lists

A, B = "@article{a, title={Kelp}}", "@article{b, title={Moss}}"


@pytest.mark.parametrize("start", ["\f", "\f\n", "\fseveral\n", "\fkelp\n"])
def test_nothing_is_lost(start):
    parsed = reference_lists.parse(f"{start}{A}\n{B}".encode())
    assert [record.get("title") for record in parsed.records] == ["Kelp", "Moss"]
