"""Years, months and days, and the words that say more."""

import pytest

from publications import bibtex


def record(fields):
    return bibtex.parse("@misc{k," + fields + "}").records[0]


@pytest.mark.parametrize(
    ("fields", "iso"),
    [
        ("date={2016-01-19T14:20:00.000Z}", "2016-01-19"),
        ("date={2020}, year={1999}", "2020"),
        ("date={n.d.}, year={1999}", "1999"),
        ("year=2000, month={Sept.}", "2000-09"),
        ("year=2000, month={02}", "2000-02"),
        ("year=2000, mon={June}", "2000-06"),
        ("year=2000, month={Juni}", "2000-06"),
        ('year=2000, month=jul # "~10"', "2000-07-10"),
        ("year=2000, month=5, day={22}", "2000-05-22"),
        ("year=2001, month=2, day={29}", "2001-02"),
        ("year={June 1980}", "1980-06"),
        ("year={{2019}}", "2019"),
        ("year={%\n1983}", "1983"),
        (r"year={{\noopsort{1973b}}1973}", "1973"),
        ("date={२०२०}", "2020"),
        ("year=2000, month={²}", "2000"),
        ("year=2000, month={Okt.}", "2000-10"),
        ("year=2000, month={12月}", "2000-12"),
        ("date={2004-22}", "2004-22"),
        ("title={T}", ""),
    ],
)
def test_date_fields_become_one_date(fields, iso):
    assert bibtex.date_of(record(fields)) == (iso, "")


@pytest.mark.parametrize(
    ("fields", "iso", "text"),
    [
        ("year={1995--1996}", "1995", "1995–1996"),
        ("year={1985a}", "1985", "1985a"),
        ("year={MCMLXXXV}", "", "MCMLXXXV"),
        ("year={535 BCE}", "", "535 BCE"),
        ("year=2003, month={July/August}", "2003", "July/August 2003"),
        ('year=2003, month=jun # "-" # aug', "2003", "June-August 2003"),
        ("year=2003, month={Summer}", "2003", "Summer 2003"),
        ("year=2020, month={12--14 June}", "2020-06", "12–14 June 2020"),
        ("date={1984/1986}", "1984", "1984/1986"),
        ("date={1034~}", "1034", "1034~"),
        ("date={199X}", "", "199X"),
        ("date={2004-05~}", "2004-05", "2004-05~"),
        ("date={2004-05-XX}", "2004-05", "2004-05-XX"),
        ("date={2004-24/2005-21}", "2004-24", "2004-24/2005-21"),
        ("year=2003, month={jui}", "2003", "jui 2003"),
        ("date={-0380}", "", "-0380"),
        ("date={2016-02-30}", "2016-02", "2016-02-30"),
        ("year={in press}", "", "in press"),
    ],
)
def test_it_keeps_the_words_that_say_more(fields, iso, text):
    assert bibtex.date_of(record(fields)) == (iso, text)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ("year={in press}", "in press"),
        ("year=2030, note={To appear}", "in press"),
        ("pubstate={forthcoming}", "in press"),
        ("note={Submitted to Acta}", "submitted"),
        ("note={Accepted}", "accepted"),
        ("pubstate={prepublished}", "preprint"),
        ("note={Acceptance rate: 19%}", ""),
    ],
)
def test_it_tells_the_status(fields, status):
    assert bibtex.status_of(record(fields)) == status
