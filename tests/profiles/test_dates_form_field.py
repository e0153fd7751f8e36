import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from profiles.dates import PartialDate, PartialDateFormField


def test_it_works():
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
    field = PartialDateFormField(allow_present=False, allow_expected=False)
    for text in ("present", "expected 2027"):
        with pytest.raises(ValidationError, match="cannot stand here"):
            field.clean(text)


def test_it_shows_the_text_as_typed():
    assert PartialDateFormField().prepare_value(PartialDate.parse("11/1/2024")) == "11/1/2024"


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
