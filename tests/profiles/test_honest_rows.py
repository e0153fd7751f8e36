"""Rows that say nothing, or something impossible, are refused with a word of help."""

import pytest
from django.core.exceptions import ValidationError

from profiles.dates import PartialDate
from profiles.models import Education, Experience


def checked(model, owner, **values):
    row = model(researcher=owner, **values)
    row.full_clean()
    return row


def test_end_may_be_less_precise_than_start(alice):
    row = checked(Experience, alice, role="Fellow", start="2020-05", end="2020")
    assert row.end == PartialDate(2020)


def test_it_refuses_an_end_before_the_start(alice):
    with pytest.raises(ValidationError, match="before the start"):
        checked(Experience, alice, role="Fellow", start="2022", end="2020")


@pytest.mark.parametrize("model", [Education, Experience])
def test_it_refuses_a_row_without_role_or_place(alice, model):
    with pytest.raises(ValidationError, match="organisation"):
        checked(model, alice, start="2022")
