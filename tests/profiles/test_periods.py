"""Several dates and ranges in one box."""

import pytest
from django.core.exceptions import ValidationError
from django.db.models import CharField
from django.utils import translation

from profiles.dates import PRESENT, PartialDate, Periods
from profiles.models import Award


def test_two_dates_in_one_box_are_read():
    periods = Periods.parse("Apr 2019 & Apr 2020")
    assert [start.stored for start, _end in periods] == ["2020-04", "2019-04"]
    assert str(periods) == "April 2020, April 2019"


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2017-2019", "2017/2019"),
        ("2017 – 2019, 2021", "2021;2017/2019"),
        ("2021 - present", "2021/9999"),
        ("2021-present", "2021/9999"),
        ("2025-11", "2025-11"),
        ("2019/2020", "2019/2020"),
        ("Oct, 2024", "2024-10"),
        ("Feb 22nd, 2026", "2026-02-22"),
        ("present", "9999"),
        ("Nov 20, 2024", "2024-11-20"),
        ("2023 Fall & 2024 Fall", "2024-09~23;2023-09~23"),
        ("Fall 2023, Fall 2024", "2024-09~23;2023-09~23"),
        ("May 2025 – Aug 2025; 2019 and 2020", "2025-05/2025-08;2020;2019"),
        ("2020年9月至今", "2020-09/9999"),
        ("2016—2020年、2023年秋季", "2023-09~23;2016/2020"),
        ("", ""),
    ],
)
def test_it_reads_what_people_write(text, stored):
    assert Periods.parse(text).stored == stored


def test_it_comes_back_from_the_column():
    periods = Periods.parse("2017-2019, 2021 - present")
    assert Periods.from_stored(periods.stored) == periods
    assert periods.items[0] == (PartialDate(2021), PRESENT)


def test_in_chinese():
    periods = Periods.parse("Apr 2019 & 2020-present")
    with translation.override("zh-hans"):
        assert str(periods) == "2020年至今、2019年4月"
        assert Periods.parse(str(periods)) == periods


def test_it_remembers_the_text_as_typed(alice):
    award = Award.objects.create(
        researcher=alice, name="Prize", dates=Periods.parse("Apr 2019 & Apr 2020")
    )
    award.refresh_from_db()
    assert award.dates.text == "Apr 2019 & Apr 2020"


def test_newer_rows_sort_first(alice):
    for text in ("2019", "Oct 2021", "2017-2020"):
        Award.objects.create(researcher=alice, name=text, dates=Periods.parse(text))
    assert [award.name for award in Award.objects.all()] == ["Oct 2021", "2019", "2017-2020"]


def test_the_form_shows_and_takes_the_text(alice):
    field = Award._meta.get_field("dates").formfield()
    periods = Periods.parse("2017-2019")
    assert field.prepare_value(periods) == "2017-2019"
    assert not field.has_changed(periods, "2017-2019")
    assert field.clean("2018") == Periods.parse("2018")


@pytest.mark.parametrize("text", ["next week", "13/2025", "2019 & soon", "2020 - 2019"])
def test_it_refuses_what_is_no_date(text):
    with pytest.raises(ValidationError):
        Periods.parse(text)


def test_it_is_a_plain_text_column():
    assert isinstance(Award._meta.get_field("dates"), CharField)
