"""Entries that look alike and are two papers, and a preprint that is known by its DOI alone."""

import pytest

from publications.matching.venues import may_be_one_venue
from publications.models import Publication
from tests.publications.importing import reasons, take

pytestmark = pytest.mark.django_db
TITLE = "Preferences of Nesting Gulls on Cliffs"


def entry(kind, key, author="Ahlgren, Alice", title=TITLE, **fields):
    fields = {"title": title, "author": author, "year": "2021"} | fields
    return f"@{kind}{{{key}, " + ", ".join(f"{n} = {{{v}}}" for n, v in fields.items()) + "}\n"


def papers():
    return Publication.objects.count()


# --- Meetings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("IEEE Nest Robotics", "Workshop on Vision: Perception and Preference"),
        ("ACM Tide Letters", "Advances in Crab Modelling"),
        ("USENIX Harbours", "Undersea Sensing, Nets, Ice and X-rays"),
        ("ICE", "Vertical Climbing"),
        ("Reef Institute Workshop on Tutoring", "Air Lab Workshop on Instructional Tales"),
        ("Workshop on Tidal Play in Harbours", "Workshop on Sediment Extraction in Harbours"),
    ],
)
def test_names_of_two_meetings(one, other):
    assert not may_be_one_venue(one, other)
    assert not may_be_one_venue(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ICRA", "IEEE International Conference on Robotics and Automation"),
        ("Proc. of IROS", "Intelligent Robots and Systems"),
        ("SOSP", "Symposium on Operating Systems Principles"),
        ("CVPR", "IEEE/CVF Conference on Computer Vision and Pattern Recognition"),
        ("PNAS", "Proceedings of the National Academy of Sciences"),
        ("J. Coast. Larvae", "Journal of Coastal Larvae"),
        ("Workshop on Tidal Play in Harbours (WTPH)", "Tidal Play in Harbours"),
    ],
)
def test_names_of_one_meeting(one, other):
    assert may_be_one_venue(one, other)
    assert may_be_one_venue(other, one)


def test_two_meetings_of_one_organisation_are_two_papers(alice):
    one = entry("inproceedings", "a", booktitle="IEEE Nest Robotics")
    other = entry("inproceedings", "b", booktitle="Workshop on Vision: Perception and Preference")
    report = take(one + other, alice)
    assert papers() == 2
    assert "another journal or meeting" in reasons(report)


# --- Numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "field", ["serial_number", "plate_number", "report-no", "reportnumber", "articlenum"]
)
def test_a_field_that_numbers_something(alice, field):
    report = take(entry("book", "a", **{field: "7"}) + entry("book", "b", **{field: "12"}), alice)
    assert papers() == 2
    assert f"another {field}" in reasons(report)


def test_a_number_that_is_null_is_none(alice):
    one = entry("article", "a", journal="Gulls", volume="{null}", number="null", doi="10.5555/g")
    take(one + entry("article", "b", journal="Gulls", number="61", doi="10.5555/g"), alice)
    paper = Publication.objects.get()
    assert (paper.volume, paper.issue) == ("", "61")


def test_volumes_that_are_not_in_the_file(alice):
    one = entry("inproceedings", "a", crossref="tides2021ws")
    take(one + entry("inproceedings", "b", crossref="tides2021"), alice)
    assert papers() == 2


def test_pages_that_nobody_knows_say_nothing(alice):
    one = entry("article", "a", journal="The Ebb, London", pages="??--??")
    take(one + entry("article", "b", journal="Flood Times", pages="??--??"), alice)
    assert papers() == 2


def test_fields_that_number_no_work_do_not_part(alice):
    one = entry("book", "a", call_number="QA 7", timescited="12", number_of_figures="3")
    take(
        one + entry("book", "b", call_number="QA 8", timescited="13", number_of_figures="4"), alice
    )
    assert papers() == 1


@pytest.mark.parametrize(("note", "count"), [("REEF-TN-16-028", 2), ("Best of 2016", 1)])
def test_a_note_that_is_a_report_s_number(alice, note, count):
    take(entry("misc", "a", note="REEF-TN-16-002") + entry("misc", "b", note=note), alice)
    assert papers() == count


@pytest.mark.parametrize(("edition", "count"), [("3", 2), ("Second", 2), ("1", 1)])
def test_a_later_edition_beside_none(alice, edition, count):
    take(entry("book", "a") + entry("book", "b", edition=edition), alice)
    assert papers() == count


def test_what_was_imported_before_has_its_numbers(alice):
    take(entry("book", "a", serial_number="7"), alice)
    take(entry("book", "b", serial_number="12"), alice, file="more.bib")
    assert papers() == 2


def test_a_paper_of_a_meeting_and_one_of_a_journal_two_years_later(alice):
    meeting = entry("inproceedings", "a", booktitle="Shorebird Days", doi="10.5555/gulls")
    journal = entry("article", "b", journal="Gulls", year="2023", doi="10.5555/gulls")
    report = take(meeting + journal, alice)
    assert papers() == 2
    assert "another journal or meeting" in reasons(report)


# --- Talks and newspapers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            {"booktitle": "Reef University, seminar talk"},
            {"booktitle": "Technical University of Kelp, seminar talk"},
            "another journal or meeting",
        ),
        (
            {"organization": "Invited talk at the Gull Society", "address": "Virtual"},
            {"organization": "Poster shown at the Tern Days", "address": "Virtual"},
            "another journal or meeting",
        ),
        (
            {"booktitle": "Shorebird Days", "month": "june"},
            {"booktitle": "Shorebird Days", "month": "july"},
            "another date",
        ),
        (
            {"booktitle": "Daily Tide", "address": "Haven"},
            {"booktitle": "Daily Tide", "address": "Port Reef"},
            "another place",
        ),
        (
            {"booktitle": "Conference on Shorebirds", "pages": "1--8"},
            {"booktitle": "Conference on Shorebirds Workshops", "pages": "1--6"},
            "another journal or meeting",
        ),
        ({"booktitle": "Shorebird Days"}, {}, "another journal or meeting"),
    ],
)
def test_one_talk_at_two_places(alice, one, other, reason):
    take(entry("inproceedings", "a", **one), alice)
    report = take(entry("inproceedings", "b", **other), alice, file="more.bib")
    assert papers() == 2
    assert f"the same title, but {reason}" in reasons(report)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"booktitle": "Proc. Shorebird Days"}, {"booktitle": "Shorebird Days, Haven"}),
        ({"booktitle": "Haven", "pages": "17--22"}, {"booktitle": "Haven Days", "pages": "17"}),
        ({"booktitle": "Days", "month": "june"}, {"booktitle": "Days"}),
    ],
)
def test_one_paper_in_two_databases(alice, one, other):
    take(entry("inproceedings", "a", **one) + entry("inproceedings", "b", **other), alice)
    assert papers() == 1


# --- Theses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "same", [{"doi": "10.48550/arXiv.2104.01234"}, {"eprint": "2104.01234"}, {"pmid": "31415926"}]
)
@pytest.mark.parametrize("author", ["Ahlgren, Alice", "Ahlgren, Alice and Brandt, Bob"])
def test_a_thesis_is_no_preprint_of_a_paper(alice, same, author):
    thesis = entry("phdthesis", "thesis", school="University of the Reef", **same)
    paper = entry("article", "paper", author, journal="Gulls", **same)
    report = take(thesis + paper, alice)
    assert papers() == 2
    assert "another kind of work" in reasons(report)


def test_a_thesis_and_its_record_on_a_server_are_one(alice):
    thesis = entry("phdthesis", "thesis", school="University of the Reef", eprint="2104.01234")
    record = entry("misc", "record", eprint="2104.01234", archiveprefix="arXiv")
    take(thesis + record, alice)
    assert papers() == 1
    assert Publication.objects.get().entry_type == "phdthesis"


# --- Other authors -------------------------------------------------------------------------------


def test_one_address_does_not_make_one_paper_of_two_lists_of_authors(alice):
    url = "https://reef.example/gulls"
    report = take(
        entry("misc", "a", "Ahlgren, Alice and Costa, Rui", url=url)
        + entry("misc", "b", "Ahlgren, Alice and Dube, Thandi", url=url),
        alice,
    )
    assert papers() == 2
    assert "other authors" in reasons(report)


def test_one_address_joins_an_entry_without_authors(alice):
    url = "https://reef.example/gulls"
    unnamed = f"@misc{{b, title = {{{TITLE}}}, url = {{{url}}}, year = {{2021}}}}"
    take(entry("misc", "a", url=url) + unnamed, alice)
    assert papers() == 1


def test_a_key_in_files_of_one_name_does_not_join_what_others_wrote():
    take(entry("misc", "intro", "Ahlgren, Alice", "Introduction"), file="alice/papers.bib")
    take(entry("misc", "intro", "Brandt, Bob", "Introduction"), file="bob/papers.bib")
    assert papers() == 2


def test_an_entry_whose_authors_were_completed_is_the_same():
    take(entry("misc", "intro", "Ahlgren, A.", "Introduction"), file="papers.bib")
    take(
        entry("misc", "intro", "Brandt, Bob and Ahlgren, Alice", "Introduction"), file="papers.bib"
    )
    assert papers() == 1


# --- arXiv's DOI ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"doi": "10.48550/arXiv.2104.01234"},
        {"doi": "10.48550/ARXIV.2104.01234v2"},
        {"url": "https://doi.org/10.48550/arXiv.2104.01234"},
        {"url": "http://dx.doi.org/10.48550%2Farxiv.2104.01234"},
        {"note": "doi: 10.48550/arXiv.2104.01234"},
    ],
)
def test_the_number_is_read_from_the_doi(alice, fields):
    published = entry("article", "paper", journal="Gulls", eprint="2104.01234", doi="10.5555/gulls")
    take(entry("misc", "preprint", year="2020", **fields) + published, alice)
    paper = Publication.objects.get()
    assert (paper.arxiv, paper.doi) == ("2104.01234", "10.5555/gulls")
    assert [version.arxiv for version in paper.versions.all()] == ["2104.01234"]
