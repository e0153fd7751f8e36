import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from profiles.dates import PRESENT, PartialDate

parse = PartialDate.parse


def refusal(text):
    with pytest.raises(ValidationError) as caught:
        parse(text)
    return " ".join(caught.value.messages)


def test_slashed_date_keeps_its_text():
    date = parse("11/1/2024")
    assert (date.year, date.month, date.day, date.text) == (2024, 11, 1, "11/1/2024")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2025", "2025"),
        ("0780", "0780"),
        ("11/2025", "2025-11"),
        ("5/2025", "2025-05"),
        ("2025-11", "2025-11"),
        ("2025/11", "2025-11"),
        ("Nov 2025", "2025-11"),
        ("Nov. 2025", "2025-11"),
        ("Sept 2025", "2025-09"),
        ("November 2025", "2025-11"),
        ("2025 november", "2025-11"),
        ("[11/2025]", "2025-11"),
        ("11/20/2024", "2024-11-20"),
        ("11/1/2024", "2024-11-01"),
        ("20/11/2024", "2024-11-20"),
        ("20 Nov 2024", "2024-11-20"),
        ("Nov 20, 2024", "2024-11-20"),
        ("November 20th, 2024", "2024-11-20"),
        ("2024-11-20", "2024-11-20"),
        ("20.11.2024", "2024-11-20"),
        ("1.11.2024", "2024-11-01"),
        ("2024-11-20T23:59:00+08:00", "2024-11-20"),
        ("2024-11-20 23:59:00 +0800", "2024-11-20"),
        ("2024年", "2024"),
        ("2024年11月", "2024-11"),
        ("2024年11月20日", "2024-11-20"),
        ("２０２４年１１月", "2024-11"),
        ("2023年秋季学期", "2023-09~23"),
        ("Fall 2023", "2023-09~23"),
        ("2023 Fall", "2023-09~23"),
        ("Autumn 2023", "2023-09~23"),
        ("Spring 2024", "2024-03~21"),
        ("2023-23", "2023-09~23"),
        ("expected 2027", "2027 expected"),
        ("2027 (expected)", "2027 expected"),
        ("exp. May 2027", "2027-05 expected"),
        ("预计2027年6月", "2027-06 expected"),
    ],
)
def test_it_reads_what_people_write(text, stored):
    assert parse(text).stored == stored
    assert parse(text).text == text


@pytest.mark.parametrize("text", ["present", "Now", "current", "至今", "Present."])
def test_it_reads_the_present(text):
    assert parse(text) == PRESENT


LANGUAGES = ["en", "zh-hans", "zh-hant", "de", "fr", "es", "it", "pt", "pl", "ru", "ja", "ar"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_shows_it_reads(language):
    with translation.override(language):
        for stored in ("2025", "2025-05", "2024-11-01", "2023-09~23", "9999", "2027-05 expected"):
            date = PartialDate.from_stored(stored)
            assert parse(date.display()) == date


def test_months_of_the_site_s_languages_are_read_in_an_english_admin(settings):
    settings.LANGUAGES = [("en", "English"), ("pl", "Polish"), ("ar", "Arabic")]
    assert parse("20 listopada 2024").stored == "2024-11-20"
    assert parse("مارس 2024").stored == "2024-03"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("13/2025", "no month 13"),
        ("2025-13", "no month 13"),
        ("13/14/2025", "no month 13"),
        ("2025-02-30", "no day 2025-02-30"),
        ("31 June 2025", "no day 31 June 2025"),
        ("31.2.2026", "no day 31.2.2026"),
        ("99", "four digits"),
        ("11/20/24", "four digits"),
        ("next week", "not a date"),
        ("", "not a date"),
        ("Foo 2025", "not a date"),
        ("0000", "between 1 and 9998"),
        ("9999", "between 1 and 9998"),
        ("2016 - 2020", "range"),
        ("2017-2019", "range"),
        ("May – Aug 2025", "range"),
    ],
)
def test_it_refuses_with_a_reason(text, reason):
    assert reason in refusal(text)


def test_a_refusal_gives_examples():
    assert "20 Nov 2024" in refusal("next week")


def test_a_refusal_of_an_end_names_the_present():
    with pytest.raises(ValidationError, match="present"):
        parse("someday", end=True)


def test_a_long_text_is_cut_in_the_message():
    assert len(refusal("x" * 100_000)) < 200


@pytest.mark.parametrize("text", ["Nov 2025", "11/20/2024", "2025-13", "x2025-11"])
def test_iso_is_strict(text):
    with pytest.raises(ValidationError):
        PartialDate.from_iso(text)
