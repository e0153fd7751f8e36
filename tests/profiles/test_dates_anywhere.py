"""Dates in a line of a CV, wherever they stand, in the forms and languages that people write."""

import pytest

from profiles.dates import PartialDate
from profiles.dates.anywhere import find_dates, leading_date


def spans(text):
    """ "2012/2016" and the like, as EDTF, of each date found."""
    return [
        "/".join(PartialDate.parse(day).edtf if day else "" for day in (each.start, each.end))
        for each in find_dates(text)
    ]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2012–2016 Ph.D., University of Hives", "2012/2016"),
        ("2015.09–2019.06 某大学 物理学院 理学学士", "2015-09/2019-06"),
        ("2019年9月至今", "2019-09/.."),
        ("Honey Grant ($2000) 2024", "/2024"),
        ("2018年9月-2022年6月 某国", "2018-09/2022-06"),
        ("2018年4月～2021年3月", "2018-04/2021-03"),
        ("2021年4月 – 現在　助教", "2021-04/.."),
        ("2016年6月 - 9月 某大学", "2016-06/2016-09"),
        ("2025年1月- 蜜蜂大学 助教", "2025-01/.."),
        ("Okt. 2016 - heute", "2016-10/.."),
        ("Seit 10/2019", "2019-10/.."),
        ("seit Mai 2019", "2019-05/.."),
        ("1996-10 bis 2001-05", "1996-10/2001-05"),
        ("Mai 2019", "/2019-05"),
        ("2024.04 - (now), keeper", "2024-04/.."),
        ("03–06 2012", "2012-03/2012-06"),
        ("2014 Feb--Nov", "2014-02/2014-11"),
        ("4th March to 6th of March 2020", "2020-03-04/2020-03-06"),
        ("01-11-2020 - 02-09-2022", "2020-11-01/2022-09-02"),
        ("July 21st-27th 2024, Waxford", "/2024-07-21"),
        ("2012年度 - 2014年度(通年)", "2012/2014"),
        ("2006年度(秋学期)", "/2006-23"),
        ("1. September 2019 – 31. August 2021", "2019-09-01/2021-08-31"),
        ("Set 2002 Dic 2006", "2002-09/2006-12"),
        ("Sept 2019 → present", "2019-09/.."),
        ("2018-06/present", "2018-06/.."),
        ("WS 19/20", "/2019-24"),
        ("Fall '19 – Spring '21", "2019-23/2021-21"),
        ("Frühjahrssemester 2021", "/2021-21"),
        ("2017 秋", "/2017-23"),
        ("2017 春秋", "/2017"),
        ("平成30年4月 – 令和元年12月", "2018-04/2019-12"),
        ("2020-Jan", "/2020-01"),
        ("2025-En progreso", "2025/.."),
        ("September 2012 to Febraury 2020", "2012-09/2020-02"),
        ("03/2020-31/2022", "2020-03/2022"),
        ("February, 17th 2020", "/2020-02-17"),
        ("2012, July 19: dances", "/2012-07-19"),
        ("2022 – · · · · Keeper", "2022/.."),
        ("Ago. 2013 - Ago. 2018", "2013-08/2018-08"),
        ("14.11.2022", "/2022-11-14"),
        ("2016-04/2018-05", "2016-04/2018-05"),
        ("2018-06/", "2018-06/.."),
        ("1/2/93 – 30/5/93", "1993-02-01/1993-05-30"),
        ("2017/Sep-2021/Nov", "2017-09/2021-11"),
        ("Avr.–Aou. 2019", "2019-04/2019-08"),
        ("2025年, 秋季学期，养蜂", "/2025-23"),
        ("3.-5. Mai 2019", "/2019-05-03"),
        ("2022–", "2022/.."),
        ("(2009 - )", "2009/.."),
        ("2020-...", "2020/.."),
        ("Sept. 2014 – May 2019 • Advisor: Jane Roe", "2014-09/2019-05"),
        ("Oct 11 - Jun 14: PhD", "2011-10/2014-06"),
        ("06/22 – 09/24", "2022-06/2024-09"),
        ("2010-14", "2010/2014"),
        ("2014--17", "2014/2017"),
        ("Summer 2019: Intern", "/2019-22"),
        ("January 12, 2021", "/2021-01-12"),
        ("Jan-July 2020", "2020-01/2020-07"),
        ("since 03/2024", "2024-03/.."),
        ("from 2012 to 2016", "2012/2016"),
        ("[Aug. 2021 -- today]", "2021-08/.."),
        ("2024-currently", "2024/.."),
        ("(expected June 2020)", "/2020-06"),
        ("avril-juin 1987", "1987-04/1987-06"),
        ("sept. 2016 – août 2018", "2016-09/2018-08"),
        ("1987 à 1988", "1987/1988"),
        ("depuis 2019", "2019/.."),
        ("2019 – présent", "2019/.."),
        ("Dal 2018 ad oggi: ricercatrice", "2018/.."),
        ("marzo de 2018 - actualidad", "2018-03/.."),
        ("12 de marzo de 2018", "/2018-03-12"),
        ("2018-Atual: Universidade", "2018/.."),
        ("Rio de Janeiro, 2016", "/2016"),
    ],
)
def test_a_date_is_found_wherever_it_stands(text, span):
    assert spans(text) == [span]


@pytest.mark.parametrize(
    "text",
    [
        "Room 1204",
        "19 Hive Road",
        "AUD 980,000",
        "grant 0123-2019-77",
        "2019, maybe"[6:],
        "May Roe",
    ],
)
def test_what_is_no_date_is_none(text):
    assert spans(text) == []


def test_several_dates_of_a_line_are_all_found():
    assert spans("Course A, Fall 2019, Spring 2020") == ["/2019-23", "/2020-21"]
    assert spans("Honey Prize, 2016 & 2018") == ["/2016", "/2018"]
    assert spans("2010--2014, 2016--2020") == ["2010/2014", "2016/2020"]


@pytest.mark.parametrize("text", ["01/02/2023", "2009-11", "2009/10"])
def test_what_may_be_another_date_is_not_sure(text):
    assert [each.is_sure for each in find_dates(text)] == [False]


@pytest.mark.parametrize("text", ["2009-10-11", "31/05/2024", "2013-19", "Mai 2019"])
def test_what_can_only_be_one_date_is_sure(text):
    assert [each.is_sure for each in find_dates(text)] == [True]


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("Okt. 2016", "2016-10"),
        ("März 2020", "2020-03"),
        ("août 2018", "2018-08"),
        ("marzo de 2018", "2018-03"),
        ("dicembre 2001", "2001-12"),
        ("fevereiro de 2011", "2011-02"),
        ("heute", ".."),
        ("至今", ".."),
    ],
)
def test_a_dates_box_takes_months_of_six_languages(text, edtf):
    assert PartialDate.parse(text).edtf == edtf


def test_days_of_a_year_in_two_digits_are_no_period_of_months():
    assert leading_date("17-21/07/17: a school") == ("", "17-21/07/17: a school")
