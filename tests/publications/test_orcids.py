"""ORCID iDs that an entry prints, and what they say about whose name it is."""

import pytest

from publications.bibtex import Record
from publications.importer.authors import read_orcids
from publications.models import Authorship, AuthorshipSuggestion
from publications.names import parse_names
from tests.conftest import make_researcher
from tests.publications.importing import KELP, take

ONE, TWO = "0000-0002-1825-0097", "0000-0001-5109-3700"


def read(authors="Ahlgren, Alice and Brandt, Bob", **fields):
    record = Record("misc", "k", 1, "", [(n.replace("__", "+"), v) for n, v in fields.items()])
    return read_orcids(record, rows(authors))


def rows(authors):
    return [["author", *name] for name in parse_names(authors)[0]]


def annotated(value, name="author+an:orcid"):
    return KELP.replace("year =", f"{name} = {{{value}}},\n  year =")


def test_orcids_are_read_from_annotations():
    record = Record("misc", "k", 1, "", [("author+an:orcid", f'1="{ONE}"; 2="{TWO}"')])
    assert read_orcids(record, rows("A Ek and B Ask")) == [ONE, TWO]


def test_only_who_is_annotated():
    assert read(author__an=f'2="https://orcid.org/{TWO}"') == ["", TWO]


def test_one_author_one_id():
    assert read("Ahlgren, Alice", orcid=f"https://orcid.org/{ONE}") == [ONE]


def test_one_id_for_two_authors_is_nobodys():
    assert read(orcid=ONE) == []


def test_names_with_numbers():
    numbers = f"Brandt, B./{TWO}\nAhlgren, Alice/{ONE}"
    assert read(**{"orcid-numbers": numbers}) == [ONE, TWO]


@pytest.mark.parametrize("text", ["0000-0002-1825-0098", "1=highlight", "yes", ""])
def test_what_is_no_orcid_is_none(text):
    assert read("Ahlgren, Alice", orcid=text) == []


def test_it_links_the_owner_of_the_file(alice):
    alice.orcid = ONE
    alice.save()
    take(annotated(f'1="{ONE}"').replace("Ahlgren, Alice", "Ek, A."), alice, by_operator=False)
    row = Authorship.objects.get(researcher=alice)
    assert (row.name, row.orcid) == ("A. Ek", ONE)


def test_it_links_a_colleague_on_the_operators_word(alice, bob):
    bob.orcid = TWO
    bob.save()
    take(annotated(f'2="{TWO}"').replace("Brandt, Bob", "Ask, B."), alice)
    assert Authorship.objects.get(researcher=bob).name == "B. Ask"


def test_it_asks_a_colleague_on_a_researchers_word(alice, bob):
    bob.orcid = TWO
    bob.save()
    take(annotated(f'2="{TWO}"'), alice, by_operator=False)
    assert not Authorship.objects.filter(researcher=bob).exists()
    suggestion = AuthorshipSuggestion.objects.get()
    assert (suggestion.researcher, suggestion.reason) == (bob, "orcid")


def test_it_asks_on_a_draft(alice, bob):
    bob.orcid = TWO
    bob.save()
    take(annotated(f'2="{TWO}"'), alice, draft=True)
    assert not Authorship.objects.filter(researcher=bob).exists()


def test_a_namesake_with_another_id_is_somebody_else(alice):
    make_researcher("Bob Brandt", orcid=ONE)
    take(annotated(f'2="{TWO}"'))
    assert [row.researcher for row in Authorship.objects.all()] == [alice, None]
    assert not AuthorshipSuggestion.objects.exists()


def test_a_second_import_says_unchanged(alice, bob):
    text = annotated(f'2="{TWO}"')
    take(text, alice)
    Authorship.objects.update(orcid="")
    assert take(text, alice).counts["unchanged"] == 1
    assert not Authorship.objects.exclude(orcid="").exists()
