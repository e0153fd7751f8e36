"""The file that imports are measured with is one that any parser reads in full."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from publications import bibtex

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.fixture
def made_up(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    for name in ("entries", "words"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    from entries import entries

    return entries


def test_every_entry_is_read_without_a_problem(made_up):
    parsed = bibtex.parse("".join(made_up(500)))
    assert len(parsed.records) == 500
    assert parsed.problems == []


def test_it_is_the_same_file_each_time(made_up):
    assert list(made_up(40)) == list(made_up(40))
    assert list(made_up(20)) == list(islice(made_up(40), len(list(made_up(20)))))
