"""The names of a list, loaded without their model, are what the model says."""

import pytest

from publications.models import Authorship, PrintedName


@pytest.mark.parametrize(
    "parts",
    [
        {"given": "Ada", "family": "Lovelace"},
        {"given": "John", "particle": "von", "family": "Neumann", "suffix": "Jr."},
        {"given": "小明", "family": "王"},
        {"literal": "The Kelp Collaboration"},
    ],
)
def test_a_name_is_printed_as_its_row_prints_it(parts):
    row = Authorship(**parts)
    values = {column: getattr(row, column) for column in PrintedName._fields}
    assert PrintedName(**values).name == row.name
