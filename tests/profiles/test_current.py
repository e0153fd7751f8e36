"""What has not ended: asked of a row, and of the database, with one answer."""

import pytest

from profiles.dates import CURRENT, PartialDate
from profiles.models import Affiliation


@pytest.mark.parametrize(
    ("end", "current"),
    [
        ("", True),
        ("present", True),
        ("expected 2027", True),
        ("2020", False),
        ("May 2020", False),
    ],
)
def test_row_and_database_agree_on_what_is_current(alice, end, current):
    value = PartialDate.parse(end) if end else None
    row = Affiliation.objects.create(researcher=alice, role="Fellow", end=value)
    row.refresh_from_db()
    assert row.is_current is current
    assert Affiliation.objects.filter(CURRENT).exists() is current
