import pytest
from django.core.exceptions import ValidationError

from profiles.identifiers import normalise_orcid, orcid_url, validate_orcid

JOSIAH = "0000-0002-1825-0097"


def test_orcid_is_kept_as_it_is():
    assert normalise_orcid(JOSIAH) == JOSIAH


@pytest.mark.parametrize(
    "text",
    [
        "https://orcid.org/0000-0002-1825-0097",
        "http://www.orcid.org/0000-0002-1825-0097/",
        "orcid.org/0000-0002-1825-0097",
        "ORCID: 0000-0002-1825-0097",
        "ORCID iD 0000 0002 1825 0097",
        "0000000218250097",
        " 0000–0002–1825–0097\n",
    ],
)
def test_it_takes_what_people_paste(text):
    assert normalise_orcid(text) == JOSIAH


def test_it_takes_a_small_x():
    assert normalise_orcid("0000-0002-1694-233x") == "0000-0002-1694-233X"


def test_nothing_stays_nothing():
    assert normalise_orcid(" ") == ""
    assert orcid_url("") == ""


def test_it_refuses_a_wrong_check_character():
    with pytest.raises(ValidationError, match="check character"):
        normalise_orcid("0000-0002-1825-0098")


@pytest.mark.parametrize("text", ["0000-0002-1825", "abc", "0000-0002-1825-00971", "X" * 16])
def test_it_refuses_another_shape(text):
    with pytest.raises(ValidationError, match="sixteen digits"):
        validate_orcid(text)


def test_it_links():
    assert orcid_url(JOSIAH) == "https://orcid.org/0000-0002-1825-0097"
