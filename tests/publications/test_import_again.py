"""A second import changes nothing; a changed file updates what changed."""

import pytest

from publications.models import Authorship, Publication, Source
from tests.publications.importing import DATA, KELP, actions, dump, take

pytestmark = pytest.mark.django_db


def test_second_import_is_unchanged(alice, bob):
    text = (DATA / "alice.bib").read_text()
    assert set(actions(take(text, alice))) == {"created"}
    before = dump()
    report = take(text, alice)
    assert set(actions(report)) == {"unchanged"}
    assert report.conflicts == 0
    assert dump() == before


def test_the_layout_of_the_file_does_not_count(alice):
    take(KELP, alice)
    before = dump()
    take("% moved\n\n" + KELP.replace("  title", "\ttitle"), alice, file="elsewhere/other.bib")
    assert dump() == before


def test_a_changed_field_is_updated(alice):
    take(KELP, alice)
    report = take(KELP.replace("Imaginary Systems", "Real Systems"), alice)
    assert actions(report) == ["updated"]
    assert Publication.objects.get().container_title == "Symposium on Real Systems"
    assert Source.objects.count() == 1


def test_a_new_field_is_filled(alice):
    take(KELP, alice)
    take(KELP.replace("year =", "pages = {3--4},\n year ="), alice)
    assert Publication.objects.get().pages == "3–4"


def test_another_file_that_says_less_adds_its_key_alone(alice):
    take(KELP.replace("year =", "month = oct,\n year ="), alice)
    report = take(KELP.replace("{kelp,", "{DBLP:conf/kelp,"), alice, file="dblp.bib")
    paper = Publication.objects.get()
    assert (actions(report), report.conflicts) == (["updated"], 0)
    assert (paper.citation_key, paper.date.stored) == ("kelp", "2024-10")
    assert paper.fields == [["ids", "DBLP:conf/kelp"]]
    assert Source.objects.count() == 2


def test_the_same_file_may_say_less(alice):
    take(KELP.replace("year =", "month = oct,\n year ="), alice)
    take(KELP.replace("{kelp,", "{kelp2024,"), alice)
    paper = Publication.objects.get()
    assert (paper.citation_key, paper.date.stored) == ("kelp2024", "2024")


def test_a_changed_title_under_the_same_key_is_the_same_paper(alice):
    text = KELP.replace("doi", "x-doi")
    take(text, alice)
    take(text.replace("Kelp Forests", "Kelp Forests, Revisited"), alice)
    assert Publication.objects.get().title == "Growing Consensus in Kelp Forests, Revisited"


def test_a_title_that_is_a_number():
    text = "@book{orwell, title={1984}, author={Orwell, George}, year=%s}"
    take(text % 1948)
    assert actions(take(text % 1949)) == ["updated"]


def test_another_work_under_a_key_that_was_given_away_is_another_paper():
    text = (
        "@article{a, title={Deep Maps of %s}, author={Ahlgren, Alice}, doi={10.5555/%s}, year=2020}"
    )
    take(text % ("Kelp", "kelp"))
    assert actions(take(text % ("Foam", "foam"))) == ["created"]


def test_a_mended_name_keeps_its_row(alice, bob):
    take(KELP.replace("Ahlgren, Alice", "Ahlgren, A."), alice)
    own = Authorship.objects.get(researcher=alice)
    Authorship.objects.filter(pk=own.pk).update(is_hidden=True)
    take(KELP, alice)
    own.refresh_from_db()
    assert (own.given, own.is_hidden, own.researcher) == ("Alice", True, alice)


def test_a_name_that_is_gone_leaves_the_paper_on_their_page(alice, bob):
    take(KELP, alice)
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    take(KELP.replace(" and Brandt, Bob", " and Zhu, Zoe"), alice)
    assert [(a.name, a.researcher) for a in Authorship.objects.all()] == [
        ("Alice Ahlgren", alice),
        ("Zoe Zhu", None),
        ("", bob),
    ]


def test_the_same_paper_for_a_colleague_is_one_paper(alice, bob):
    take(KELP, alice, by_operator=False)
    report = take(KELP, bob, by_operator=False)
    assert actions(report) == ["updated"]
    assert {a.researcher for a in Publication.objects.get().authorships.all()} == {alice, bob}


def test_a_replaced_address_replaces_its_link(alice):
    text = KELP.replace("year =", "code = {https://example.org/old},\n year =")
    take(text, alice)
    take(text.replace("/old", "/new"), alice)
    links = Publication.objects.get().links.values_list("url", flat=True)
    assert list(links) == ["https://example.org/new"]


def test_never_touches_nothing_that_is_here(alice):
    take(KELP, alice)
    before = dump()
    report = take(KELP.replace("2024}", "2023}", 1), alice, update="never")
    assert actions(report) == ["unchanged"]
    assert dump() == before


def test_a_field_without_a_value_or_said_twice_is_no_change():
    text = "@article{k, title={Two Whales}, author={Ahlgren, Alice}, year=2001%s}"
    take(text % "")
    assert actions(take(text % ", volume={}, number=, year=2001", file="other.bib")) == [
        "unchanged"
    ]
