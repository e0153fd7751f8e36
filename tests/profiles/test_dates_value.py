import pickle

import pytest
from django.core.exceptions import ValidationError

from profiles.dates import PRESENT, PartialDate

# In the order of the calendar.
IN_ORDER = [
    "0780",
    "1815-12-10",
    "2023",
    "2023-03~21",
    "2023-08-31",
    "2023-09",
    "2023-09-30",
    "2023-09~23",
    "2023-10",
    "2023-12-01",
    "2023-12~24",
    "2024",
    "2027 expected",
    "2028",
    "9999",
]


def test_full_date_is_stored_in_iso():
    date = PartialDate(2025, 11, 20)
    assert (date.stored, date.iso, date.edtf) == ("2025-11-20",) * 3
    assert date.date_parts == [2025, 11, 20]


@pytest.mark.parametrize("stored", IN_ORDER)
def test_stored_form_round_trips(stored):
    assert PartialDate.from_stored(stored).stored == stored
    assert len(stored) <= 24


def test_they_sort_as_their_stored_form():
    dates = [PartialDate.from_stored(stored) for stored in reversed(IN_ORDER)]
    assert [date.stored for date in sorted(dates)] == IN_ORDER
    assert sorted(IN_ORDER) == IN_ORDER


def test_months_keep_their_order_where_punctuation_is_skipped():
    def skipping(stored):
        return "".join(filter(str.isalnum, stored))

    whole = [stored for stored in IN_ORDER if stored not in {"2023-09-30", "2023-12-01"}]
    assert sorted(whole, key=skipping) == whole


def test_the_text_does_not_count():
    assert PartialDate(2025, text="in 2025") == PartialDate(2025)
    assert len({PartialDate(2025, text="in 2025"), PartialDate(2025)}) == 1


def test_expected_counts():
    assert PartialDate(2027, expected=True) != PartialDate(2027)


def test_a_season_is_its_year():
    fall = PartialDate(2023, season=23)
    assert (fall.edtf, fall.iso, fall.date_parts) == ("2023-23", "2023", [2023])


def test_the_present_has_no_number():
    assert (PRESENT.iso, PRESENT.date_parts, PRESENT.year) == ("", [], None)
    assert PRESENT.is_present


def test_it_survives_pickling():
    date = PartialDate.parse("Fall 2023")
    assert pickle.loads(pickle.dumps(date)) == date  # noqa: S301 our own bytes


@pytest.mark.parametrize("parts", [(2025, 13), (2025, 2, 30), (0,), (9999,), (2025, None, 3)])
def test_it_refuses_what_no_calendar_has(parts):
    with pytest.raises(ValidationError):
        PartialDate(*parts)


def test_it_refuses_a_month_beside_a_season():
    with pytest.raises(ValidationError):
        PartialDate(2025, 11, season=23)


def test_other_types_are_not_equal():
    assert PartialDate(2025) != "2025"
    with pytest.raises(TypeError):
        assert PartialDate(2025) < "2026"
