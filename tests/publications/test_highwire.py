import re
from html import unescape

import pytest
from django.core.files.base import ContentFile

from publications.models import PublicationLink
from tests.publications.papers import as_author, make_paper

TAG = re.compile(r'<meta name="(citation_\w+)" content="([^"]*)">')


def tags(client, paper):
    page = client.get(paper.get_absolute_url()).content.decode()
    return [(name, unescape(content)) for name, content in TAG.findall(page)]


def test_highwire_tags_describe_the_paper(client, alice):
    neumann = {"given": "John", "particle": "von", "family": "Neumann", "suffix": "Jr."}
    group = {"literal": "The ATLAS Collaboration"}
    paper = make_paper(
        "On $x$ & y",
        as_author(alice, marks="*"),
        neumann,
        group,
        date="2024-11-20",
        container_title="Nature",
        volume="171",
        issue="4356",
        pages="737–738",
        doi="10.1000/182",
        issn="0028-0836",
        arxiv="2401.00001",
        language="en",
        publisher="Springer",
    )
    assert tags(client, paper) == [
        ("citation_title", "On x & y"),
        ("citation_author", "Ahlgren, Alice"),
        ("citation_author", "von Neumann, John, Jr."),
        ("citation_author", "The ATLAS Collaboration"),
        ("citation_publication_date", "2024/11/20"),
        ("citation_journal_title", "Nature"),
        ("citation_publisher", "Springer"),
        ("citation_volume", "171"),
        ("citation_issue", "4356"),
        ("citation_firstpage", "737"),
        ("citation_lastpage", "738"),
        ("citation_doi", "10.1000/182"),
        ("citation_issn", "0028-0836"),
        ("citation_language", "en"),
        ("citation_arxiv_id", "2401.00001"),
        ("citation_abstract_html_url", "http://testserver/publications/on-x-y/"),
    ]


@pytest.mark.parametrize(
    ("entry_type", "name"),
    [
        ("inproceedings", "citation_conference_title"),
        ("conference", "citation_conference_title"),
        ("incollection", "citation_inbook_title"),
        ("article", "citation_journal_title"),
    ],
)
def test_the_container_is_named_by_its_kind(client, db, entry_type, name):
    paper = make_paper("On Notes", entry_type=entry_type, container_title="Where")
    assert (name, "Where") in tags(client, paper)


@pytest.mark.parametrize(
    ("entry_type", "name"),
    [
        ("phdthesis", "citation_dissertation_institution"),
        ("techreport", "citation_technical_report_institution"),
    ],
)
def test_a_thesis_and_a_report_name_their_institution(client, db, entry_type, name):
    paper = make_paper("On Notes", entry_type=entry_type, publisher="Uppsala", number="7")
    found = tags(client, paper)
    assert (name, "Uppsala") in found
    assert (("citation_technical_report_number", "7") in found) == (entry_type == "techreport")


@pytest.mark.parametrize(("date", "told"), [("2024", "2024"), ("2024-11", "2024/11")])
def test_a_date_is_never_more_exact_than_known(client, db, date, told):
    paper = make_paper("On Notes", date=date)
    assert ("citation_publication_date", told) in tags(client, paper)


def test_a_paper_without_a_date_tells_none(client, db):
    names = [name for name, _content in tags(client, make_paper("On Notes", date=""))]
    assert "citation_publication_date" not in names


def test_a_pdf_of_our_own_is_named_once_below_the_page(client, alice, settings):
    paper = make_paper("On Notes", alice)
    for name in "ab":
        link = PublicationLink(publication=paper, kind="pdf", url="https://e.org/a.pdf")
        link.file.save(f"{name}.pdf", ContentFile(b"%PDF-1.4 " + name.encode()))
    settings.ORIGIN = "https://lab.example"
    found = [content for name, content in tags(client, paper) if name == "citation_pdf_url"]
    assert found == ["https://lab.example/publications/on-notes/paper.pdf"]
    response = client.get("/publications/on-notes/paper.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert b"".join(response.streaming_content) == b"%PDF-1.4 a"


def test_a_pdf_elsewhere_is_not_named(client, alice):
    paper = make_paper("On Notes", alice)
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://e.org/a.pdf")
    assert "citation_pdf_url" not in dict(tags(client, paper))
    assert client.get("/publications/on-notes/paper.pdf").status_code == 404


def test_the_pdf_of_a_draft_is_not_given_out(client, alice):
    paper = make_paper("On Notes", alice, published_at=None)
    PublicationLink(publication=paper, kind="pdf").file.save("a.pdf", ContentFile(b"%PDF-1.4"))
    assert client.get("/publications/on-notes/paper.pdf").status_code == 404


def test_a_link_of_another_kind_is_no_pdf(client, alice):
    paper = make_paper("On Notes", alice)
    PublicationLink.objects.create(publication=paper, kind="code", url="https://e.org/a.pdf")
    assert "citation_pdf_url" not in dict(tags(client, paper))


def test_a_volume_without_authors_tells_its_editors(client, alice):
    editor = {"given": "E.", "family": "Ditor", "role": "editor"}
    paper = make_paper("Proceedings", editor, entry_type="proceedings")
    found = tags(client, paper)
    assert ("citation_author", "Ditor, E.") not in found
    assert ("citation_editor", "Ditor, E.") in found


def test_the_editors_of_the_volume_are_no_authors(client, alice):
    editor = {"given": "E.", "family": "Ditor", "role": "editor"}
    found = tags(client, make_paper("On Notes", alice, editor, entry_type="incollection"))
    assert [content for name, content in found if name == "citation_author"] == ["Ahlgren, Alice"]
    assert ("citation_editor", "Ditor, E.") in found


def test_each_of_several_numbers_is_told(client, db):
    found = tags(client, make_paper("On Notes", issn="0028-0836 (print), 1476-4687"))
    told = [content for name, content in found if name == "citation_issn"]
    assert told == ["0028-0836", "1476-4687"]
