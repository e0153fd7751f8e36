"""Which form of a name leads on a page, and which stands beside it."""

import pytest
from django.utils import translation

from profiles.models import Researcher

LATIN, CHINESE = ("Chien-Shiung Wu", "en"), ("吳健雄", "zh-Hant")


def wu(**values):
    named = {"native_name": "吳健雄", "native_language": "zh-Hant"}
    return Researcher(display_name="Chien-Shiung Wu", **named | values)


def names(person, language):
    with translation.override(language):
        leading = person.translated("display_name"), person.language_of("display_name")
        return leading, person.name_beside


def test_name_of_the_page_language_leads():
    assert names(wu(), "zh-hans") == (CHINESE, LATIN)
    assert names(wu(), "en") == (LATIN, CHINESE)


def test_a_name_written_for_the_page_leads():
    person = wu(translations={"zh-hans": {"display_name": "吴健雄"}})
    assert names(person, "zh-hans") == (("吴健雄", "zh-hans"), LATIN)


@pytest.mark.parametrize("language", ["el", "", "ja"])
def test_a_name_in_a_language_that_is_not_the_page_s_stays_beside(language):
    person = wu(native_language=language)
    assert names(person, "zh-hans") == (LATIN, ("吳健雄", language))


def test_one_name_stands_alone():
    assert names(wu(native_name=""), "zh-hans") == (LATIN, ("", ""))


def test_initials_are_of_the_name_that_leads():
    with translation.override("zh-hans"):
        assert wu().initials == "吳"
    assert wu().initials == "CW"
