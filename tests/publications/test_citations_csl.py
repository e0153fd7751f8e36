from profiles.dates import PartialDate
from publications import citations
from publications.models import PublicationLink, Version
from tests.publications.papers import as_author, make_paper


def item(paper):
    return citations.csl_json(citations.with_citation_data([paper]))[0]


def test_it_works(alice):
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
