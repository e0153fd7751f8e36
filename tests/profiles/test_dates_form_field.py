import datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from profiles.dates import PRESENT, PartialDate, PartialDateFormField, PeriodsFormField


@pytest.fixture
def new_year(settings, monkeypatch):
    """A moment at which it is 2026 where the site is, and 2025 in UTC."""
    settings.TIME_ZONE = "Asia/Shanghai"
    moment = datetime.datetime(2025, 12, 31, 20, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_slashed_date_is_read_as_month_and_day():
    date = PartialDateFormField().clean(" 11/1/2024 ")
    assert date == PartialDate(2024, 11, 1)
    assert date.text == "11/1/2024"


def test_empty_is_none():
    assert PartialDateFormField(required=False).clean("  ") is None


@pytest.mark.parametrize("text", ["", "rubbish", "2025\0", "2" * 61])
def test_it_refuses(text):
    with pytest.raises(ValidationError):
        PartialDateFormField(max_length=60).clean(text)


def test_a_start_refuses_the_present():
    with pytest.raises(ValidationError, match="is not possible here"):
        PartialDateFormField(allow_present=False).clean("present")


def test_it_shows_the_text_as_typed():
    assert PartialDateFormField().prepare_value(PartialDate.parse("11/1/2024")) == "11/1/2024"


def test_what_lasts_is_shown_in_the_language_of_who_reads_it():
    date = PartialDate.parse("present")
    with translation.override("de"):
        assert PartialDateFormField().prepare_value(date) == "heute"


def test_without_a_text_it_shows_words():
    assert PartialDateFormField().prepare_value(PartialDate(2024, 11)) == "November 2024"


def test_a_text_that_means_another_date_is_not_shown():
    assert PartialDateFormField().prepare_value(PartialDate(2024, text="2023")) == "2024"


def test_it_shows_a_refused_text_again():
    assert PartialDateFormField().prepare_value("rubbish") == "rubbish"


@pytest.mark.parametrize("date", [PartialDate.parse("11/1/2024"), PartialDate(2024, 11), None])
def test_untouched_is_unchanged(date):
    field = PartialDateFormField()
    assert not field.has_changed(date, field.prepare_value(date) or "")


def test_another_language_is_no_change():
    with translation.override("zh-hans"):
        shown = PartialDateFormField().prepare_value(PartialDate(2024, 11))
    assert not PartialDateFormField().has_changed(PartialDate(2024, 11), shown)


def test_another_date_or_wording_is_a_change():
    field = PartialDateFormField()
    assert field.has_changed(PartialDate.parse("11/2024"), "Nov 2024")
    assert field.has_changed(PartialDate(2024), "2025")
    assert field.has_changed(PartialDate(2024), "")
    assert field.has_changed(PartialDate(2024), "rubbish")


def test_it_has_a_placeholder():
    assert "11/2025" in str(PartialDateFormField().widget.attrs["placeholder"])


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("today", "2026-01-01"),
        ("Today.", "2026-01-01"),
        ("yesterday", "2025-12-31"),
        ("今天", "2026-01-01"),
        ("昨天", "2025-12-31"),
    ],
)
def test_days_by_name(text, stored, new_year):
    """In the site's time zone; as an end, today means that it goes on."""
    date = PartialDateFormField(allow_present=False).clean(text)
    assert (date.stored, date.text) == (stored, "")
    assert PeriodsFormField().clean(text).stored == stored


def test_a_list_with_a_day_by_name_is_kept_as_the_day(new_year):
    periods = PeriodsFormField().clean("yesterday, 2019-today")
    assert (periods.stored, periods.text) == ("2025-12-31;2019/9999", "")


def test_today_ends_nothing(new_year):
    assert PartialDateFormField(end=True).clean("today") == PRESENT


def test_in_a_file_there_is_no_yesterday():
    with pytest.raises(ValidationError):
        PartialDate.parse("yesterday")
