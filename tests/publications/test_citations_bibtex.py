"""What a file said comes out as it said it; what was written here comes out LaTeX-safe."""

import pytest

from profiles.dates import PartialDate
from publications import citations
from publications.bibtex import parse
from publications.models import PublicationLink, Source, Topic, Version
from tests.publications.papers import as_author, make_paper


def written(*papers, **kwargs):
    return citations.bibtex(citations.with_citation_data(list(papers)), **kwargs)


def entry(*papers):
    """The first entry, read back: its fields as a dict."""
    return dict(parse(written(*papers)).records[0].fields)


def imported(paper, raw, **values):
    """`paper` with the source that would have made it."""
    authors = [
        [a.role, a.given, a.family, a.particle, a.suffix, a.literal, a.marks, False, False]
        for a in paper.authorships.all()
    ]
    said = {"title": paper.title, "date": paper.date.stored, "status": "published"}
    said |= {"authors": authors} | values
    return Source.objects.create(
        publication=paper, entry_type="article", fields=raw, values=said, checksum="x", raw=""
    )


def test_paper_is_written_as_bibtex(alice):
    neumann = {"given": "John", "particle": "von", "family": "Neumann", "suffix": "Jr."}
    paper = make_paper(
        "The DNA of AT&T, $x^2$ at 50%",
        as_author(alice, marks="*"),
        neumann,
        {"literal": "The ATLAS Collaboration"},
        date="2024-11-20",
        citation_key="ahlgren2024",
        container_title="Nature",
        volume="171",
        issue="4356",
        pages="737–738",
        doi="10.1000/1_2",
        et_al=True,
    )
    assert written(paper) == (
        "@article{ahlgren2024,\n"
        "  author = {Ahlgren*, Alice and von Neumann, Jr., John"
        " and {The ATLAS Collaboration} and others},\n"
        "  title = {The {DNA} of {AT}\\&T, ${{x^2}}$ at 50\\%},\n"
        "  journal = {Nature},\n"
        "  year = {2024},\n"
        "  month = {20 November},\n"
        "  volume = {171},\n"
        "  number = {4356},\n"
        "  pages = {737--738},\n"
        "  doi = {10.1000/1_2}\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("entry_type", "container", "publisher"),
    [
        ("inproceedings", "booktitle", "publisher"),
        ("phdthesis", "booktitle", "school"),
        ("techreport", "booktitle", "institution"),
        ("article", "journal", "publisher"),
    ],
)
def test_fields_are_named_by_the_kind_of_work(db, entry_type, container, publisher):
    paper = make_paper("A", entry_type=entry_type, container_title="In", publisher="By")
    fields = entry(paper)
    assert fields[container] == "In"
    assert fields[publisher] == "By"


def test_our_own_columns_have_names_that_others_know(alice):
    paper = make_paper("A", alice, arxiv="2401.00001", status="submitted", short_name="PipeMorph")
    paper.topics.add(Topic.objects.create(name="Logic", slug="logic"))
    PublicationLink.objects.create(publication=paper, kind="code", url="https://e.org/c_1")
    fields = entry(paper)
    assert (fields["eprint"], fields["archiveprefix"]) == ("2401.00001", "arXiv")
    assert fields["pubstate"] == "submitted"
    assert fields["shorttitle"] == "{PipeMorph}"
    assert fields["keywords"] == "Logic"
    assert fields["code"] == "https://e.org/c_1"


def test_what_a_file_said_comes_out_raw(alice):
    paper = make_paper("Gödel", alice, fields=[["annote", "{\\em kept}"]])
    fields = [
        ["title", 'G{\\"o}del'],
        ["author", "Ahlgren, Alice"],
        ["annote", "{\\em kept}"],
        ["year", "2024"],
    ]
    imported(paper, fields, fields=[["annote", "{\\em kept}"]])
    assert list(entry(paper).items()) == [tuple(pair) for pair in fields]


def test_a_field_edited_here_is_written_anew(alice):
    paper = make_paper("Gödel", alice, date="2024")
    imported(paper, [["title", 'G{\\"o}del'], ["author", "A. Ahlgren"], ["year", "2024"]])
    paper.title, paper.date, paper.volume = "Gödel & Co", PartialDate(2025), "3"
    paper.save()
    fields = entry(paper)
    assert fields["title"] == "Gödel \\& Co"
    assert fields["year"] == "2025"
    assert fields["volume"] == "3"
    assert fields["author"] == "A. Ahlgren"


def test_a_field_emptied_here_stays_empty(alice):
    paper = make_paper("A", alice)
    imported(paper, [["volume", "3"], ["annote", "x"]], volume="3", fields=[["annote", "x"]])
    assert not {"volume", "annote"} & set(entry(paper))


def test_an_edited_name_is_written_anew(alice):
    paper = make_paper("A", alice)
    imported(paper, [["author", "Ahlgren, Alice"]])
    paper.authorships.update(given="A.")
    assert entry(paper)["author"] == "Ahlgren, A."


def test_other_versions_follow_with_their_own_keys(alice):
    paper = make_paper("A", alice, citation_key="a2024")
    version = {"title": "A, early", "citation_key": "a2023", "entry_type": "misc"}
    Version.objects.create(publication=paper, arxiv="2301.00001", **version)
    lead, early = parse(written(paper)).records
    assert (lead.key, early.key, early.entry_type) == ("a2024", "a2023", "misc")
    assert dict(early.fields)["author"] == "Ahlgren, Alice"
    assert len(parse(written(paper, versions=False)).records) == 1


def test_keys_are_unique_and_the_elder_keeps_its_own(alice):
    elder = make_paper("A", alice, citation_key="same")
    younger = make_paper("B", alice, citation_key="Same")
    without = make_paper("On Notes", alice)
    keys = [record.key for record in parse(written(younger, without, elder)).records]
    assert keys == ["Same-2", "on-notes", "same"]


def test_a_key_that_would_break_a_file_is_cleaned(db):
    assert written(make_paper("A", citation_key="a b,{c}")).startswith("@article{abc,")


def test_an_inherited_field_is_written_out_where_the_parent_is_not(alice):
    child = make_paper("A", alice, container_title="Book", fields=[["crossref", "book2024"]])
    rest = {"fields": [["crossref", "book2024"]], "container_title": "Book"}
    imported(child, [["title", "A"], ["crossref", "book2024"]], **rest)
    parent = make_paper("Book", entry_type="book", citation_key="book2024")
    assert entry(child)["journal"] == "Book"
    assert "crossref" not in entry(child)
    both = entry(child, parent)
    assert both["crossref"] == "book2024"
    assert "journal" not in both


def test_the_same_papers_give_the_same_bytes(alice):
    papers = [make_paper(f"Paper {number}", alice) for number in range(3)]
    assert written(*papers) == written(*papers)


@pytest.mark.parametrize(
    "hostile", ["a } b", "{{{", "50% \\ $", "x\\", "@article{evil, title={x}}", "$\\frac{1"]
)
def test_hostile_text_reads_back_as_one_entry(db, hostile):
    records = parse(written(make_paper(hostile or "x", slug="x", note=hostile))).records
    assert len(records) == 1
    assert records[0].text("note") == hostile
    assert records[0].text("title") == hostile
