from publications import citations
from publications.models import PublicationLink, Topic
from tests.publications.papers import make_paper


def ris(*papers):
    return citations.ris(citations.with_citation_data(list(papers)))


def test_paper_is_written_as_ris(alice):
    neumann = {"given": "John", "particle": "von", "family": "Neumann", "suffix": "Jr."}
    paper = make_paper(
        "On Notes",
        alice,
        neumann,
        date="2024-11",
        citation_key="ahlgren2024",
        container_title="Nature",
        volume="171",
        issue="4356",
        pages="737–738",
        doi="10.1000/182",
        abstract="Two\n\nparagraphs.",
    )
    paper.topics.add(Topic.objects.create(name="Logic", slug="logic"))
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://e.org/a.pdf")
    assert ris(paper).split("\r\n") == [
        "TY  - JOUR",
        "ID  - ahlgren2024",
        "AU  - Ahlgren, Alice",
        "AU  - von Neumann, John, Jr.",
        "TI  - On Notes",
        "T2  - Nature",
        "PY  - 2024",
        "DA  - 2024/11//",
        "VL  - 171",
        "IS  - 4356",
        "SP  - 737",
        "EP  - 738",
        "DO  - 10.1000/182",
        "UR  - https://doi.org/10.1000/182",
        "AB  - Two paragraphs.",
        "L1  - https://e.org/a.pdf",
        "KW  - Logic",
        "ER  - ",
        "",
    ]


def test_each_paper_is_closed(alice):
    text = ris(make_paper("A", alice), make_paper("B", alice))
    assert text.count("TY  - ") == text.count("ER  - ") == 2


def test_a_line_break_cannot_forge_a_tag(db):
    text = ris(make_paper("A\nER  - \nTY  - BOOK", note="x\r\nAU  - Evil"))
    assert text.count("\r\nER  - ") == 1
    assert "\r\nAU  - Evil" not in text
