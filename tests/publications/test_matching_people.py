"""Which printed names may be a researcher's."""

import pytest

from profiles.models import Researcher
from publications.matching import ResearcherIndex
from publications.matching.people import compatible
from publications.names import parse_names


def person(pk, name, **kwargs):
    given, _, family = name.rpartition(" ")
    return Researcher(pk=pk, display_name=name, given_name=given, family_name=family, **kwargs)


def who(printed, *people):
    (name,), _et_al, _warnings = parse_names(printed)
    verdict = ResearcherIndex(people).who(name)
    return verdict.exact, verdict.maybe


@pytest.mark.parametrize(
    "printed",
    [
        "Müller-Lüdenscheidt, Jörg",
        "Jorg Muller-Ludenscheidt",
        'M{\\"u}ller‐L{\\"u}denscheidt, J{\\"o}rg',
        "Mueller-Luedenscheidt, Joerg",
        "{Jörg Müller-Lüdenscheidt}",
    ],
)
def test_it_works(printed):
    assert who(printed, person(1, "Jörg Müller-Lüdenscheidt")) == ({1}, set())


@pytest.mark.parametrize(
    "printed", ["A. Thomson", "A. J. M. Thomson", "Alec J. M. Thomson", "AJ Thomson"]
)
def test_initials_and_middle_names_are_a_maybe(printed):
    assert who(printed, person(1, "Alec Thomson")) == (set(), {1})


@pytest.mark.parametrize("printed", ["B. Thomson", "Anna Thomson", "A. Thompson", "Thomson"])
def test_others_are_nobody(printed):
    assert who(printed, person(1, "Alec Thomson")) == (set(), set())


def test_the_family_name_first_is_the_same_person():
    assert who("Weng Qizhen", person(1, "Qizhen Weng")) == ({1}, set())


def test_two_of_one_name_are_both_told():
    assert who("Wei Wang", person(1, "Wei Wang"), person(2, "Wei Wang")) == ({1, 2}, set())


def test_initials_fit_each_other():
    assert compatible(("a", "j"), ("alec", "john"))
    assert not compatible(("alec",), ("anna",))
