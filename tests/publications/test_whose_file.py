"""Entries that leave room for somebody: listed in a file that is theirs, else asked about."""

import pytest

from publications import bibtex, importer
from publications.importer import Answer
from publications.models import AuthorshipSuggestion, Publication, papers_of, public_papers
from tests.publications.importing import actions, dump, reasons, run_command, take

pytestmark = pytest.mark.django_db

DOUBTFUL = {
    "cut": "author = {Brenner, Sydney and others}",
    "et-al": "author = {Brenner, S. et al.}",
    "group": "author = {{The Tide Collaboration}}",
    "group-and-one": "author = {Brenner, Sydney and {Tide Consortium}}",
    "editors": "editor = {Brenner, Sydney}",
    "nobody": "year = {2021}",
}


def entry(key, people):
    return f"@misc{{{key}, title = {{A Word on {key.title()} of the Shore}}, {people}}}\n"


def own(count):
    return "".join(
        entry(f"own{n}", "author = {Ahlgren, Alice and Brandt, Bob}") for n in range(count)
    )


def others(count):
    return "".join(entry(f"other{n}", f"author = {{Meselson, M{n}.}}") for n in range(count))


def page_of(researcher):
    return {paper.citation_key for paper in papers_of(researcher)}


def questions(researcher):
    return AuthorshipSuggestion.objects.filter(researcher=researcher, reason="unnamed")


@pytest.mark.parametrize("key", DOUBTFUL)
def test_in_a_file_of_their_own_it_is_listed(alice, key):
    report = take(own(4) + entry(key, DOUBTFUL[key]) + others(1), alice)
    assert page_of(alice) == {"own0", "own1", "own2", "own3", key}
    assert "No printed name is Alice Ahlgren’s; the paper is listed" in reasons(report)
    assert report.unlisted == questions(alice).count() == 1


@pytest.mark.parametrize("key", DOUBTFUL)
def test_in_a_reading_list_it_is_asked_about(alice, key):
    report = take(own(3) + entry(key, DOUBTFUL[key]) + others(1), alice)
    assert page_of(alice) == {"own0", "own1", "own2"}
    assert report.unlisted == questions(alice).count() == 2
    assert not public_papers().filter(citation_key=key).exists()


@pytest.mark.parametrize(("count", "is_listed"), [(5, True), (6, False)])
def test_one_name_speaks_for_five(alice, count, is_listed):
    groups = [entry(f"group{n}", DOUBTFUL["group"]) for n in range(count)]
    take(own(1) + "".join(groups), alice)
    assert ("group0" in page_of(alice)) is is_listed


def test_alone_it_is_asked_about(alice):
    take(entry("cut", DOUBTFUL["cut"]), alice)
    assert (page_of(alice), questions(alice).count()) == (set(), 1)


def test_a_paper_whose_authors_a_further_entry_brings_is_asked_about(alice):
    same = "doi = {10.5555/g}"
    whole = entry("group", "author = {Meselson, M.}, " + same).replace("{group", "{more")
    take(own(9) + entry("group", same) + whole, alice)
    assert page_of(alice) == {f"own{n}" for n in range(9)}


def test_a_name_that_cannot_be_told_is_not_listed_in_a_reading_list(alice):
    twice = entry("twice", "author = {A. Ahlgren and Ahlgren, A.}")
    take(twice + others(3), alice)
    assert page_of(alice) == set()
    assert questions(alice).count() == 4


def test_each_file_speaks_for_itself(alice):
    reading = entry("cut", DOUBTFUL["cut"]) + others(3)
    mine = own(20) + entry("group", DOUBTFUL["group"])
    files = [("reading.bib", bibtex.parse(reading)), ("mine.bib", bibtex.parse(mine))]
    importer.run(files, alice, by_operator=True)
    assert "group" in page_of(alice)
    assert "cut" not in page_of(alice)


def test_a_file_that_names_nobody_goes_with_the_others_of_the_run(alice):
    files = [("a.bib", entry("cut", DOUBTFUL["cut"])), ("b.bib", own(2))]
    importer.run([(name, bibtex.parse(text)) for name, text in files], alice, by_operator=True)
    assert page_of(alice) == {"cut", "own0", "own1"}


def test_what_was_imported_before_counts(alice):
    take(own(4), alice)
    report = take(own(4) + entry("cut", DOUBTFUL["cut"]), alice)
    assert actions(report) == ["unchanged"] * 4 + ["created"]
    assert "cut" in page_of(alice)


def test_a_paper_that_waits_is_listed_once_its_file_is_theirs(alice):
    """Though its own entry, looked at again, changes nothing on it."""
    cut = entry("cut", DOUBTFUL["cut"])
    take(cut, alice)
    assert questions(alice).count() == 1
    report = take(own(1) + cut, alice, update="overwrite")
    assert actions(report) == ["created", "updated"]
    assert (page_of(alice), questions(alice).count()) == ({"own0", "cut"}, 1)


def test_others_that_were_imported_before_count(alice):
    take(own(1) + others(2), alice)
    take(own(1) + others(2) + entry("cut", DOUBTFUL["cut"]), alice)
    assert "cut" not in page_of(alice)


@pytest.mark.parametrize("text", [own(4) + others(1), own(1) + others(4)])
def test_again_changes_nothing(alice, text):
    text += "".join(entry(key, people) for key, people in DOUBTFUL.items())
    take(text, alice)
    before = dump()
    report = take(text, alice)
    assert (set(actions(report)), report.unlisted) == ({"unchanged"}, 0)
    assert dump() == before


def test_what_the_file_selects_is_selected_where_it_is_listed(alice):
    take(own(1) + entry("cut", DOUBTFUL["cut"] + ", selected = {true}"), alice)
    assert alice.authorships.get(publication__citation_key="cut").is_selected


def test_the_answer_may_be_that_they_are_theirs(alice):
    report = take(entry("cut", DOUBTFUL["cut"]) + others(1), alice, unnamed=Answer.THEIRS)
    assert page_of(alice) == {"cut", "other0"}
    assert report.unlisted == 0


def test_the_answer_may_be_that_it_is_a_reading_list(alice):
    text = entry("cut", DOUBTFUL["cut"]) + others(1)
    take(text, alice, unnamed=Answer.READING_LIST)
    assert Publication.objects.count() == 2
    assert page_of(alice) == set()
    assert set(questions(alice).values_list("state", flat=True)) == {"refused"}
    take(text + own(9), alice)
    assert page_of(alice) == {f"own{n}" for n in range(9)}


def test_the_command_says_where_they_are(alice, tmp_path):
    (tmp_path / "reading.bib").write_text(others(2) + entry("cut", DOUBTFUL["cut"]))
    _code, report, _error = run_command(tmp_path / "reading.bib", researcher=alice.slug)
    assert report["unlisted"] == 3
