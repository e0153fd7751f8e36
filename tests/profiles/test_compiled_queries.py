from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from profiles.compiled_queries import CompiledQuery, Keys, Param, together
from profiles.dates import Periods
from profiles.items import KINDS
from profiles.models import Award, Researcher, Talk

pytestmark = pytest.mark.django_db

VALUES = {
    "date": "spring 2024",
    "start": "2019-04",
    "end": "present",
    "dates": Periods.parse("2017-2019, Apr 2020"),
    "published_at": None,
    "pinned": True,
    "description": 'Quote " and “Ω” \\ \n and \u2028',
    "organisation_logo": "logos/x.png",
}


def statement():
    return CompiledQuery(lambda: Researcher.objects.public().filter(slug=Param("slug")))


def test_statement_is_asked_once_for_each_call(alice, bob, django_assert_num_queries):
    by_slug = statement()
    with django_assert_num_queries(3):
        assert [by_slug(slug=slug) for slug in (alice.slug, bob.slug, "nobody")] == [
            [alice],
            [bob],
            [],
        ]


def test_the_moment_is_that_of_the_call(alice, monkeypatch):
    by_slug, tomorrow = statement(), timezone.now() + timedelta(days=1)
    Researcher.objects.update(published_at=tomorrow)
    assert by_slug(slug=alice.slug) == []
    monkeypatch.setattr(timezone, "now", lambda: tomorrow + timedelta(minutes=1))
    assert by_slug(slug=alice.slug) == [alice]


def test_a_clock_set_back_while_it_is_written_freezes_nothing(alice, monkeypatch):
    by_slug, now = statement(), timezone.now()
    Researcher.objects.update(published_at=now + timedelta(hours=2))
    earlier = [now - timedelta(hours=1), now]
    # Each time that it is asked, it is earlier; in the end, an hour ago.
    monkeypatch.setattr(timezone, "now", lambda: earlier.pop() if earlier[1:] else earlier[0])
    assert by_slug(slug=alice.slug) == []
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=3))
    assert by_slug(slug=alice.slug) == [alice]


def test_a_constant_equal_to_an_argument_stays_as_it_is(alice, bob):
    one = CompiledQuery(lambda: Researcher.objects.filter(slug="slug", pk__gt=Param("pk")))
    assert one(pk=0, slug=bob.slug) == []


def test_a_value_is_never_part_of_the_statement(alice):
    assert statement()(slug="' OR '1'='1") == []


def test_the_site_of_one_person_has_its_own(alice, bob, settings):
    by_slug = statement()
    settings.SINGLE_RESEARCHER = alice.slug
    assert by_slug(slug=bob.slug) == []
    settings.SINGLE_RESEARCHER = ""
    assert by_slug(slug=bob.slug) == [bob]


def rows_of(model):
    return CompiledQuery(lambda: model.objects.filter(researcher__in=Keys("people")))


def test_several_are_asked_in_one_query(alice, bob, django_assert_num_queries):
    Award.objects.create(researcher=alice, name="Medal")
    Talk.objects.create(researcher=bob, title="Ions")
    awards, talks = rows_of(Award), rows_of(Talk)
    with django_assert_num_queries(1):
        of_alice, of_both, nobodys = together(
            (awards, {"people": [alice.pk]}),
            (talks, {"people": [alice.pk, bob.pk]}),
            (talks, {"people": []}),
        )
    assert [[str(row) for row in rows] for rows in (of_alice, of_both, nobodys)] == [
        ["Medal"],
        ["Ions"],
        [],
    ]


def test_values_come_as_values(alice, bob):
    def values():
        rows = Researcher.objects.annotate(is_it=Q(slug=Param("slug"))).order_by("slug")
        return rows.values_list("slug", "is_it")

    assert CompiledQuery(values)(slug="bob-brandt") == [
        ["alice-ahlgren", False],
        ["bob-brandt", True],
    ]


def test_as_many_as_the_limit_says(alice):
    for name in "abc":
        Award.objects.create(researcher=alice, name=name)
    awards = rows_of(Award)
    assert [str(row) for row in awards(people=[alice.pk], limit=2)] == ["a", "b"]
    assert len(awards(people=[alice.pk])) == 3


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_row_is_the_one_that_django_loads(alice, kind):
    row = kind.model(researcher=alice, translations={"el": {"name": "“Ω” \\ \n"}})
    for name, value in VALUES.items():
        if name in {field.name for field in kind.model._meta.fields}:
            setattr(row, name, value)
    row.save()
    (stored,), (kept,) = kind.model.objects.all(), rows_of(kind.model)(people=[alice.pk])
    for field in kind.model._meta.concrete_fields:
        one, other = (getattr(each, field.attname) for each in (stored, kept))
        assert (type(one), one) == (type(other), other), field
    assert kept._state.adding is False
