import pytest
from django.utils import translation

from profiles.dates import PartialDate, format_range

parse = PartialDate.parse


def test_slashed_date_is_shown_in_words():
    assert str(parse("11/1/2024")) == "1 November 2024"


@pytest.mark.parametrize(
    ("text", "english", "short", "chinese"),
    [
        ("2025", "2025", "2025", "2025年"),
        ("11/2025", "November 2025", "Nov 2025", "2025年11月"),
        ("2024-11-20", "20 November 2024", "20 Nov 2024", "2024年11月20日"),
        ("Autumn 2023", "Fall 2023", "Fall 2023", "2023年秋季"),
    ],
)
def test_the_active_language(text, english, short, chinese):
    assert (parse(text).display(), parse(text).short()) == (english, short)
    with translation.override("zh-hans"):
        assert str(parse(text)) == chinese
    with translation.override("es"):
        assert str(parse("20 Nov 2024")) == "20 de noviembre de 2024"


def test_present_and_expected():
    assert str(parse("now")) == "present"
    assert str(parse("exp. 5/2027")) == "expected May 2027"


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2020", "present", "2020 – present"),
        ("2016", "2020", "2016 – 2020"),
        ("5/2025", "8/2025", "May – August 2025"),
        ("5/2024", "8/2025", "May 2024 – August 2025"),
        ("2025", "8/2025", "2025 – August 2025"),
        ("5/2025", "8/20/2025", "May 2025 – 20 August 2025"),
        ("5/2025", "exp. 8/2025", "May 2025 – expected August 2025"),
        ("2021", "2021", "2021"),
        ("2021", None, "2021"),
        (None, "2021", "2021"),
        (None, None, ""),
    ],
)
def test_ranges(start, end, shown):
    assert format_range(start and parse(start), end and parse(end)) == shown


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2016", "2020", "2016—2020年"),
        ("9/2020", "present", "2020年9月至今"),
        ("2020", "present", "2020年至今"),
        ("5/2025", "8/2025", "2025年5—8月"),
        ("5/2024", "8/2025", "2024年5月—2025年8月"),
        ("9/2023", "exp. 6/2027", "2023年9月—预计2027年6月"),
        ("Fall 2023", "Spring 2024", "2023年秋季—2024年春季"),
        ("2021", None, "2021年"),
    ],
)
def test_chinese_ranges(start, end, shown):
    with translation.override("zh-hans"):
        assert format_range(parse(start), end and parse(end)) == shown


def test_short_ranges():
    start, end = parse("5/2025"), parse("8/2025")
    assert format_range(start, end, short=True) == "May – Aug 2025"
    with translation.override("de"):
        assert format_range(start, end) == "Mai 2025 – August 2025"


@pytest.mark.parametrize(
    ("language", "month", "short", "day", "season"),
    [
        ("de", "März 2024", "Sept. 2024", "1. März 2024", "Herbst 2023"),
        ("fr", "mars 2024", "sept. 2024", "1er mars 2024", "automne 2023"),
        ("es", "marzo de 2024", "sept. 2024", "1 de marzo de 2024", "otoño de 2023"),
        ("it", "marzo 2024", "set. 2024", "1º marzo 2024", "autunno 2023"),
        ("pt", "março de 2024", "set. 2024", "1 de março de 2024", "outono de 2023"),
        ("ja", "2024年3月", "2024年9月", "2024年3月1日", "2023年秋"),
        ("zh-hant", "2024年3月", "2024年9月", "2024年3月1日", "2023年秋季"),
        ("ar", "مارس 2024", "سبتمبر 2024", "1 مارس 2024", "خريف 2023"),
    ],
)
def test_each_language_has_its_own_words(language, month, short, day, season):
    with translation.override(language):
        assert parse("2024-03").display() == month
        assert parse("2024-09").short() == short
        assert parse("2024-03-01").display() == day
        assert parse("Fall 2023").display() == season


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", "September 2020 – heute"),
        ("fr", "septembre 2020 – aujourd’hui"),
        ("es", "septiembre de 2020 – actualidad"),
        ("it", "settembre 2020 – oggi"),
        ("pt", "setembro de 2020 – presente"),
        ("ja", "2020年9月～現在"),
        ("zh-hant", "2020年9月至今"),
        ("ar", "سبتمبر 2020 – الآن"),
    ],
)
def test_what_lasts_in_each_language(language, shown):
    with translation.override(language):
        assert format_range(parse("9/2020"), parse("present")) == shown
