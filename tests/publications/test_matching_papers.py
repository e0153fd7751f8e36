"""When two entries are one paper: identifiers need titles that agree, titles need more."""

import pytest

from publications.models import Publication
from tests.publications.importing import actions, reasons, take

pytestmark = pytest.mark.django_db


def entry(key="a", kind="article", **fields):
    defaults = {
        "title": "The Slow Migration of Imaginary Whales",
        "author": "Ahlgren, Alice and Brandt, Bob",
        "journal": "Journal of Imaginary Tides",
        "year": "2021",
    }
    said = ", ".join(
        f"{name} = {{{value}}}" for name, value in (defaults | fields).items() if value
    )
    return f"@{kind}{{{key}, {said}}}\n"


def joined(*entries):
    return actions(take("".join(entries))) == ["created", "merged"]


def test_equal_doi_joins_entries():
    assert joined(entry("a", doi="10.5555/w"), entry("b", doi="https://doi.org/10.5555/W"))


def test_fields_of_both_are_united_and_both_sources_kept():
    take(entry("a", volume="3") + entry("b", pages="1--2"))
    paper = Publication.objects.get()
    assert (paper.volume, paper.pages, paper.citation_key) == ("3", "1–2", "a")
    assert paper.sources.count() == 2


def test_the_same_entry_twice_is_one_paper():
    assert joined(entry(), entry())


def test_case_accents_and_punctuation_of_a_title_do_not_count():
    assert joined(entry(), entry("b", title="The slow migration of {I}magin{\\'a}ry whales."))


@pytest.mark.parametrize(
    "other",
    [
        entry("b", year="2022"),
        entry("b", author="Zhu, Zoe"),
        entry("b", kind="inproceedings"),
        entry("b", volume="2"),
        entry("b", pages="21--30"),
        entry("b", title="Erratum: The Slow Migration of Imaginary Whales"),
        entry("b", doi="10.5555/other"),
    ],
    ids=["year", "first author", "kind", "volume", "pages", "erratum", "doi"],
)
def test_a_title_alone_does_not_join(other):
    assert not joined(entry("a", volume="1", pages="1--20", doi="10.5555/one"), other)


def test_pages_that_meet_do_not_part_them():
    assert joined(entry("a", pages="1--20"), entry("b", pages="1-19"))


def test_it_tells_a_possible_duplicate():
    report = take(entry() + entry("b", year="2019"))
    assert "possible duplicate of “The Slow Migration" in reasons(report)


def test_nothing_but_the_year_parts_them():
    same = {"volume": "3", "pages": "101--120"}
    assert joined(entry(**same), entry("b", **same))
    Publication.objects.all().delete()
    assert not joined(entry(**same), entry("b", year="2022", **same))


def test_a_missing_year_does_not_part_them():
    assert joined(entry(), entry("b", year=""))


@pytest.mark.parametrize("title", ["Editorial", "Guest Editorial", "Whales", "Two Whales"])
def test_short_and_common_titles_never_join(title):
    assert not joined(entry(title=title), entry("b", title=title))


def test_the_same_key_of_another_paper_is_another_paper():
    other = entry("a", title="A Field Guide to Invisible Seabirds")
    assert actions(take(entry() + other)) == ["created", "created"]
    assert actions(take(entry() + other)) == ["unchanged", "unchanged"]


def test_a_short_title_under_the_same_key_is_the_same_paper():
    take(entry("ehrlich2021", title="Kelp", volume="3"))
    again = take(entry("ehrlich2021", title="Kelp", volume="3", note="Export"), file="export.bib")
    assert actions(again) == ["updated"]
    other = take(entry("ehrlich2021", title="Kelp", volume="4"), file="others.bib")
    assert actions(other) == ["created"]


def test_the_same_doi_of_another_title_is_told_and_not_joined():
    other = entry("b", title="A Field Guide to Unseen Seabirds of the North", doi="10.5555/w")
    report = take(entry(doi="10.5555/w") + other)
    assert actions(report) == ["created", "created"]
    assert "same DOI as “The Slow Migration" in reasons(report)


def test_an_erratum_with_the_doi_of_its_paper_is_no_paper_of_it():
    erratum = entry("b", title="Erratum: The Slow Migration of Imaginary Whales", doi="10.5555/w")
    assert not joined(entry(doi="10.5555/w"), erratum)


def test_a_subtitle_more_is_the_same_title_under_one_doi():
    longer = entry("b", title="The Slow Migration of Imaginary Whales: A Survey", doi="10.5555/w")
    assert joined(entry(doi="10.5555/w"), longer)


def test_more_than_one_that_fits_is_none():
    take(entry("a", doi="10.5555/a") + entry("b", doi="10.5555/b"))
    report = take(entry("c"))
    assert actions(report) == ["created"]
    assert "fits 2 papers" in reasons(report)


def test_entries_without_keys_are_told_apart():
    text = "".join(
        entry("", title=f"The {n} Migration of Whales") for n in ("First", "Second", "Third")
    )
    assert actions(take(text)) == ["created"] * 3
    assert actions(take(text)) == ["unchanged"] * 3


def test_an_umlaut_spelt_out_is_the_same_first_author():
    assert joined(entry(author="Müller, Jo"), entry("b", author="Mueller, J."))


def test_a_short_title_of_one_author_is_told():
    report = take(entry(title="Two Whales") + entry("b", title="Two whales"))
    assert "possible duplicate of “Two Whales" in reasons(report)


@pytest.mark.parametrize("number", ["", "2101.00001"], ids=["title", "arXiv number"])
def test_a_preprint_does_not_join_the_two_papers_it_became(number):
    preprint = entry("p", journal="CoRR", volume="abs/2101.00001", year="2020")
    meeting = entry("m", "inproceedings", journal="", booktitle="Whale Days", eprint=number)
    journal = entry("j", year="2022", eprint=number)
    report = take(preprint + meeting + journal)
    assert actions(report) == ["created", "merged", "created"]
    assert Publication.objects.get(citation_key="m").versions.count() == 1


@pytest.mark.parametrize(
    ("one", "two"),
    [("I", "II"), ("Part 1", "Part 2"), ("(1)", "(2)"), ("I: North", "II: North")],
)
def test_two_parts_with_one_doi_are_two_papers(one, two):
    first, second = (f"On Imaginary Nests. {part}" for part in (one, two))
    report = take(entry(title=first, doi="10.5555/n") + entry("b", title=second, doi="10.5555/n"))
    assert actions(report) == ["created", "created"]
    assert "same DOI as “On Imaginary Nests" in reasons(report)


@pytest.mark.parametrize("title", ["Whales Part II", "Whales in the Year 2020", "Type I Whales"])
def test_one_part_in_two_spellings_is_one_paper(title):
    other = entry("b", title=f"{title.upper()}.", doi="10.5555/n")
    assert joined(entry(title=title, doi="10.5555/n"), other)


def test_an_editorial_twice_is_told_and_others_of_its_author_are_not():
    first = entry(title="Editorial", volume="3")
    report = take(first + entry("b", title="Editorial", volume="4"))
    assert "duplicate" not in reasons(report)
    report = take(first.replace("{a,", "{c,"))
    assert actions(report) == ["created"]
    assert "possible duplicate of “Editorial”" in reasons(report)


def test_the_journal_version_does_not_join_a_preprint_that_a_meeting_took_under_another_title():
    preprint = entry("p", journal="CoRR", volume="abs/2101.00001", year="2020")
    longer = "The Slow Migration of Imaginary Whales: Results"
    meeting = entry("m", "inproceedings", title=longer, journal="", eprint="2101.00001")
    journal = entry("j", year="2022", eprint="2101.00001", doi="10.5555/j")
    assert actions(take(preprint + meeting + journal)) == ["created", "merged", "created"]


def test_two_editions_with_one_isbn_are_two_books():
    book = {"journal": "", "isbn": "978-3-16-148410-0", "title": "A Book of Whales"}
    assert joined(entry("a", "book", **book), entry("b", "book", **book))
    second = entry("c", "book", **book | {"edition": "2", "year": "2030"})
    first = entry("d", "book", **book | {"edition": "1", "title": "A Book of Whales"})
    Publication.objects.all().delete()
    assert not joined(first, second)


def test_a_preprint_that_two_papers_name_is_the_one_it_was_a_version_of():
    preprint = entry("p", journal="CoRR", volume="abs/2101.00001", year="2020")
    meeting = entry("m", "inproceedings", journal="", booktitle="Whale Days", eprint="2101.00001")
    take(preprint + meeting + entry("j", year="2022", eprint="2101.00001"))
    take(preprint.replace("{p,", "{other,"), file="other.bib")
    assert Publication.objects.count() == 2
    assert Publication.objects.get(citation_key="m").sources.count() == 3
