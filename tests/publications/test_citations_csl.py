from dataclasses import replace

import pytest

from profiles.dates import PartialDate
from publications import citations
from publications.models import PublicationLink, Version
from tests.publications.papers import as_author, make_paper


def item(paper):
    return citations.csl_json(citations.with_citation_data([paper]))[0]


def test_paper_is_written_as_csl_json(alice):
    neumann = {"given": "John", "particle": "von", "family": "Neumann", "suffix": "Jr."}
    paper = make_paper(
        "On Notes",
        as_author(alice, marks="*"),
        neumann,
        {"literal": "The ATLAS Collaboration"},
        {"given": "E.", "family": "Ditor", "role": "editor"},
        date="2024-11",
        citation_key="ahlgren2024",
        entry_type="inproceedings",
        container_title="Proceedings",
        place="Uppsala",
        volume="3",
        issue="4",
        pages="1–9",
        publisher="ACM",
        doi="10.1000/182",
        isbn="9780306406157",
        pmid="1",
        url="https://e.org",
        abstract="It is **long**.",
        arxiv="2401.00001",
        short_name="PipeMorph",
        fields=[["abbr", "{NSDI}"], ["day", "3"]],
    )
    PublicationLink.objects.create(publication=paper, kind="code", url="https://e.org/c")
    assert item(paper) == {
        "id": "on-notes",
        "citation-key": "ahlgren2024",
        "type": "paper-conference",
        "title": "On Notes",
        "title-short": "PipeMorph",
        "author": [
            {"family": "Ahlgren", "given": "Alice"},
            {
                "family": "Neumann",
                "given": "John",
                "non-dropping-particle": "von",
                "suffix": "Jr.",
            },
            {"literal": "The ATLAS Collaboration"},
        ],
        "editor": [{"family": "Ditor", "given": "E."}],
        "issued": {"date-parts": [[2024, 11]]},
        "container-title": "Proceedings",
        "event-place": "Uppsala",
        "abstract": "It is long.",
        "volume": "3",
        "issue": "4",
        "page": "1–9",
        "publisher": "ACM",
        "DOI": "10.1000/182",
        "ISBN": "9780306406157",
        "PMID": "1",
        "URL": "https://e.org",
        "custom": {
            "entry_type": "inproceedings",
            "status": "published",
            "arxiv": "2401.00001",
            "short_name": "PipeMorph",
            "marks": {"0": "*"},
            "links": [{"kind": "code", "label": "Code", "url": "https://e.org/c"}],
            "fields": {"abbr": "NSDI", "day": "3"},
        },
    }


def test_a_season_and_a_missing_date_are_told_honestly(db):
    fall = make_paper("A")
    fall.date = PartialDate(2023, season=23)
    assert item(fall)["issued"] == {"date-parts": [[2023]], "season": 3}
    assert "issued" not in item(make_paper("B", date=""))
    assert item(make_paper("C", date="", date_text="in press"))["issued"] == {"literal": "in press"}


def test_versions_are_told_with_the_leading_one_first(db):
    paper = make_paper("A", citation_key="a2024", doi="10.1000/182")
    assert "versions" not in item(paper)["custom"]
    Version.objects.create(
        publication=paper, title="A", citation_key="a2023", entry_type="misc", arxiv="2301.00001"
    )
    lead, early = item(type(paper).objects.get())["custom"]["versions"]
    assert (lead["citation-key"], lead["DOI"]) == ("a2024", "10.1000/182")
    assert (early["citation-key"], early["type"], early["arxiv"]) == (
        "a2023",
        "document",
        "2301.00001",
    )


def test_a_repeated_field_keeps_both_values(db):
    paper = make_paper("A", fields=[["annote", "x"], ["annote", "y"]])
    assert item(paper)["custom"]["fields"] == {"annote": ["x", "y"]}


def test_an_address_or_an_id_of_a_further_field_is_read_letter_by_letter(db):
    fields = [
        ["google_scholar_id", "\\_kc\\_bZ--ykSQC"],
        ["slides", "2024--kelp~1.pdf"],
        ["adsurl", "https://e.org/A\\%26A--x"],
        ["annote", "1--2"],
    ]
    custom = item(make_paper("A", fields=fields))["custom"]
    assert custom["fields"] == {
        "google_scholar_id": "_kc_bZ--ykSQC",
        "slides": "2024--kelp~1.pdf",
        "adsurl": "https://e.org/A%26A--x",
        "annote": "1–2",
    }


def test_fields_that_csl_has_a_word_for_are_told(db):
    fields = [["type", "phdthesis"], ["volumes", "3"], ["chapter", "4"]]
    fields += [["shorttitle", r"K{\"u}rze"]]
    fields += [["urldate", "2024-05-01"], ["origyear", "1959"], ["bookauthor", "von Aa, Bea"]]
    told = item(make_paper("A", fields=fields))
    assert told["genre"] == "PhD thesis"
    assert (told["number-of-volumes"], told["chapter-number"]) == ("3", "4")
    assert told["title-short"] == "Kürze"
    assert told["accessed"] == {"date-parts": [[2024, 5, 1]]}
    assert told["original-date"] == {"date-parts": [[1959]]}
    assert told["container-author"] == [
        {"family": "Aa", "given": "Bea", "non-dropping-particle": "von"}
    ]
    assert told["custom"]["fields"]["volumes"] == "3"


@pytest.mark.parametrize(
    ("date", "text", "issued"),
    [
        ("1984", "1984/1986", {"date-parts": [[1984], [1986]]}),
        ("1984", "1984/", {"date-parts": [[1984]]}),
        ("1723", "1723~", {"date-parts": [[1723]], "circa": True}),
        ("2004-22", "", {"date-parts": [[2004]], "season": 2}),
        ("2003", "July/August 2003", {"date-parts": [[2003]]}),
        (None, "in press", {"literal": "in press"}),
    ],
)
def test_a_date_is_told_as_far_as_it_is_known(db, date, text, issued):
    stored = replace(PartialDate.from_iso(date), text=text) if date else None
    paper = make_paper("A", date=None)
    paper.date, paper.date_text = stored, text
    assert item(paper)["issued"] == issued


def test_a_place_is_the_meetings_the_publishers_or_the_patents(db):
    meeting = make_paper("A", entry_type="inproceedings", place="Oslo")
    both = make_paper("B", entry_type="inproceedings", place="Berlin", fields=[["venue", "Oslo"]])
    acm = make_paper("D", entry_type="inproceedings", place="NY", fields=[["location", "Oslo"]])
    assert (item(acm)["event-place"], item(acm)["publisher-place"]) == ("Oslo", "NY")
    patent = make_paper("C", entry_type="patent", place="France")
    assert item(meeting)["event-place"] == "Oslo"
    assert (item(both)["event-place"], item(both)["publisher-place"]) == ("Oslo", "Berlin")
    assert item(patent)["jurisdiction"] == "France"


def test_a_number_is_the_reports_or_the_place_in_a_series(db):
    report = make_paper("A", entry_type="report", series="Notes", number="7")
    book = make_paper("B", entry_type="book", series="Notes", number="7")
    assert (item(report)["number"], item(book)["collection-number"]) == ("7", "7")


def test_a_rare_type_is_told_apart(db):
    assert item(make_paper("A", entry_type="video"))["type"] == "motion_picture"


def test_a_dollar_sign_is_one_and_an_address_has_no_macro_around_it(db):
    fields = [["howpublished", r"\url{https://e.org/a\_b}"], ["acceptance", r"\$1 of \$2"]]
    paper = make_paper(r"From \$1 to \$2", fields=fields)
    assert item(paper)["title"] == "From $1 to $2"
    assert item(paper)["custom"]["fields"] == {
        "howpublished": "https://e.org/a_b",
        "acceptance": "$1 of $2",
    }


def test_words_of_a_date_stay_beside_it(db):
    paper = make_paper("On Notes", date="2003", date_text="July/August 2003")
    assert item(paper)["custom"]["date_text"] == "July/August 2003"
