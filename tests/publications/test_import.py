"""Each field goes to its column; what has none stays, verbatim and in order."""

import pytest

from publications.models import Publication
from tests.publications.importing import DATA, reasons, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(alice):
    return take((DATA / "alice.bib").read_text(), alice)


def paper(key):
    return Publication.objects.get(citation_key=key)


def test_fields_go_to_their_columns(report):
    kelp = paper("ahlgren2024kelp")
    assert kelp.title == r"Kelp: Growing Consensus in $O(n \log n)$ Messages"
    assert kelp.entry_type == "inproceedings"
    assert kelp.date.stored == "2024-04"
    assert kelp.pages == "1–14"
    assert kelp.place == "Malmö, Sweden"
    assert kelp.doi.lower() == "10.5555/sis.kelp"
    assert kelp.status == "published"


def test_its_address_comes_from_the_title(report):
    assert paper("ahlgren2023tides").slug == "tides-of-a-flat-ocean"


def test_a_title_without_latin_letters_has_an_ascii_address(report):
    assert paper("ahlgren2020patent").slug.isascii()


def test_a_number_is_an_issue_of_a_journal_and_a_number_of_a_patent(report):
    assert (paper("ahlgren2023tides").issue, paper("ahlgren2023tides").number) == ("2", "")
    assert (paper("ahlgren2020patent").issue, paper("ahlgren2020patent").number) == (
        "",
        "XX1234567",
    )


def test_what_has_no_column_stays_in_order(report):
    names = [name for name, _value in paper("ahlgren2024kelp").fields]
    assert names == ["slides", "keywords", "abbr", "selected", "bibtex_show"]


def test_a_second_value_of_a_field_stays(report):
    tides = paper("ahlgren2023tides")
    assert tides.publisher == "Nowhere Press"
    assert ["publisher", "Nowhere University Press"] in tides.fields


def test_addresses_become_links_and_file_names_are_told(report):
    links = paper("ahlgren2024kelp").links.values_list("kind", "url")
    assert list(links) == [("code", "https://example.org/kelp/code")]
    assert "slides=kelp-slides.pdf is a file of the old site" in reasons(report)


def test_an_award_becomes_a_row(report):
    assert [award.name for award in paper("ahlgren2024kelp").awards.all()] == ["Best Paper Award"]


def test_arxiv_alone_is_a_preprint(report):
    foam = paper("ahlgren2025foam")
    assert (foam.arxiv, foam.status) == ("2501.01234", "preprint")


def test_the_source_is_kept_whole(report):
    source = paper("ahlgren2024kelp").sources.get()
    assert source.raw.startswith("@inproceedings{ahlgren2024kelp,")
    assert source.line == 8
    assert ["award", "Best Paper Award"] in source.fields


def test_a_script_is_no_link(alice):
    report = take("@misc{x, title={An Ordinary Title Here}, pdf={javascript:alert(1)}}", alice)
    assert "may not be linked" in reasons(report)
    assert not paper("x").links.exists()
    assert ["pdf", "javascript:alert(1)"] in paper("x").fields


def test_an_overlong_value_is_cut_and_kept_whole_beside(alice):
    pages = "1, " * 40
    report = take(f"@misc{{x, title={{An Ordinary Title Here}}, pages={{{pages}}}}}", alice)
    assert len(paper("x").pages) <= 60
    assert paper("x").fields[0][0] == "pages"
    assert "pages: longer than 60 characters" in reasons(report)


def test_an_entry_without_a_title_is_shown_under_its_key(alice):
    report = take("@misc{nameless, author={Ahlgren, Alice}, year=2001}", alice)
    assert paper("nameless").title == "nameless"
    assert "no title" in reasons(report)


def test_a_journal_that_is_an_unknown_macro_is_a_warning(alice):
    report = take("@article{x, title={An Ordinary Title Here}, journal={\\kelpj}}", alice)
    assert paper("x").container_title == "kelpj"
    assert [p.severity for p in report.problems if "macro \\kelpj" in p.reason] == ["warning"]


def test_a_month_that_is_none_is_kept(alice):
    take("@misc{x, title={An Ordinary Title Here}, year=2001, month={30}}", alice)
    assert paper("x").date.stored == "2001"
    assert ["month", "30"] in paper("x").fields


def test_an_identifier_that_is_none_is_kept_and_told(alice):
    report = take("@book{x, title={An Ordinary Title Here}, isbn={123}, doi={tbd}}", alice)
    assert paper("x").fields == [["isbn", "123"], ["doi", "tbd"]]
    assert "isbn=123" in reasons(report)
    assert "doi=tbd" in reasons(report)


def test_what_biblatex_never_prints_is_told(alice):
    assert "@set is no work of its own" in reasons(take("@set{x, entryset={a, b}}", alice))


def test_keys_of_biblatex_are_read_as_words(alice):
    text = "@patent{x, title={An Ordinary Title Here}, location={countryfr and countryde}}"
    take(text, alice)
    assert paper("x").place == "France and Germany"


@pytest.mark.parametrize(
    ("typed", "code"),
    [("hyphenation={british}", "en-GB"), ("language={isl}", "isl"), ("language={pt_BR}", "pt-BR")],
)
def test_it_knows_the_language(alice, typed, code):
    take(f"@misc{{x, title={{An Ordinary Title Here}}, {typed}}}", alice)
    assert paper("x").language == code


@pytest.mark.parametrize("pages", ["12--14", "12 -- 14", "12 – 14", "12\n--14"])
def test_pages_have_no_blanks_around_their_dash(alice, pages):
    take(f"@article{{x, title={{An Ordinary Title Here}}, pages={{{pages}}}}}", alice)
    assert paper("x").pages == "12–14"


def test_an_abstract_that_no_page_can_set_is_kept_and_said(client, alice):
    abstract = "![" * 9_000
    entry = "@misc{a, title = {Kelp}, author = {Ahlgren, Alice}, abstract = {" + abstract + "}}"
    assert "abstract: from its line 1 on, more signs of Markdown" in reasons(take(entry, alice))
    assert Publication.objects.get().abstract == abstract
    assert f"<p>{abstract}</p>" in client.get("/publications/kelp/").content.decode()
