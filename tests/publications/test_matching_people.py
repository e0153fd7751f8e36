"""Which printed names may be a researcher's."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from profiles.models import Researcher
from publications.matching import ResearcherIndex, people
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
def test_full_name_is_the_persons(printed):
    assert who(printed, person(1, "Jörg Müller-Lüdenscheidt")) == ({1}, set())


@pytest.mark.parametrize(
    "printed",
    ["A. Thomson", "A. J. M. Thomson", "Alec J. M. Thomson", "AJ Thomson", "A. “Al” Thomson"],
)
def test_initials_and_middle_names_are_a_maybe(printed):
    assert who(printed, person(1, "Alec Thomson")) == (set(), {1})


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Soren Mueller", "Sören Müller"),
        ("Soeren Muller", "Sören Müller"),
        ("Sören Müller", "Soren Mueller"),
        ("S. Mueller", "Sören Müller"),
        ("Anders Angstroem", "Anders Ångström"),
        ("Soeren Bjorn", "Søren Bjørn"),
    ],
)
def test_a_name_that_is_spelt_out_in_part_is_a_maybe(printed, name):
    assert who(printed, person(1, name)) == (set(), {1})


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Aase Soerensen", "Åse Sørensen"),
        ("Ase Sorensen", "Åse Sørensen"),
        ("Joerg Strasse", "Jörg Straße"),
        ("Jørgen Å", "Joergen Aa"),
    ],
)
def test_nordic_letters_are_one_or_two(printed, name):
    assert who(printed, person(1, name)) == ({1}, set())


@pytest.mark.parametrize(
    ("printed", "name"),
    [("Michael Sauer", "Michael Säur"), ("Manuel Goethe", "Manuel Gothe"), ("Joel Roe", "Jol Roe")],
)
def test_two_letters_that_are_two_sounds_are_nobody(printed, name):
    assert who(printed, person(1, name)) == (set(), set())


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


@pytest.mark.parametrize("printed", ["Weng, Q.", "Q. Weng", "Weng Q.", "{Weng Q}", "Q Weng"])
def test_initials_fit_in_either_order(printed):
    assert who(printed, person(1, "Qizhen Weng")) == (set(), {1})


@pytest.mark.parametrize(
    "printed", ["翁琦珍", "翁, 琦珍", "{翁琦珍}", "Weng, Qi-Zhen", "WENG Qizhen"]
)
def test_native_names_and_hyphens(printed):
    assert who(printed, person(1, "Qizhen Weng", native_name="翁琦珍")) == ({1}, set())


def test_the_name_in_a_second_language_is_a_name():
    translations = {"zh-hans": {"display_name": "翁琦珍"}}
    assert who("翁琦珍", person(1, "Qizhen Weng", translations=translations)) == ({1}, set())


@pytest.mark.parametrize("printed", ["Mueller, J.", "Müller, J.", "Muller, J."])
def test_umlauts_fit_with_initials_too(printed):
    assert who(printed, person(1, "Jörg Müller")) == (set(), {1})


def test_a_family_name_of_two_is_not_unique():
    index = ResearcherIndex([person(1, "Qizhen Weng"), person(2, "Qin Weng")])
    (name,), _et_al, _warnings = parse_names("Q. Weng")
    assert index.who(name).maybe == {1, 2}
    assert not index.family_is_unique(name)


def test_an_orcid_tells_namesakes_apart():
    one, two = person(1, "Wei Wang", orcid="0000-0002-1825-0097"), person(2, "Wei Wang")
    (name,), _et_al, _warnings = parse_names("Wei Wang")
    index = ResearcherIndex([one, two])
    assert index.who(name, "0000-0002-1825-0097").exact == {1}
    assert index.who(name, "0000-0001-5109-3700").exact == {2}


@pytest.mark.django_db
def test_names_are_read_once_and_no_texts_with_them(alice, bob, monkeypatch):
    everybody = Researcher.objects.order_by("pk")
    with CaptureQueriesContext(connection) as queries:
        first = ResearcherIndex(people.naming_rows(everybody))
    assert "biography" not in queries[0]["sql"]
    monkeypatch.setattr(people, "parse_names", None)
    again = ResearcherIndex(everybody)  # whole rows say the same
    assert (again.by_name, again.people) == (first.by_name, first.people)
