"""RIS, PubMed, Web of Science, EndNote's tags: the habits of those who write them."""

import pytest

from publications import reference_lists
from tests.publications.lists import names, reading, readings


def ris(*lines, kind="JOUR"):
    return reading("\n".join([f"TY  - {kind}", "TI  - Kelp", *lines, "ER  - ", ""]))


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        (["PY  - 2020"], "2020"),
        (["PY  - 2020///"], "2020"),
        (["Y1  - 2020/03//"], "2020-03"),
        (["PY  - 2020/12/31/Winter"], "2020-12-31"),
        (["PY  - 2020", "DA  - 2020-03-12"], "2020-03-12"),
        (["PY  - 2020", "DA  - MAR 12"], "2020-03-12"),
        (["PY  - 2020", "DA  - 12 March 2020"], "2020-03-12"),
        (["PY  - 2020", "DA  - 2019/12/30/"], "2020"),
        (["PY  - 2020", "Y2  - 2021/01/02/"], "2020"),
        (["DA  - 2020/13/41/"], "2020"),
    ],
)
def test_ris_dates_are_no_more_precise_than_the_file(lines, date):
    assert ris(*lines)["date"] == date


def test_ris_seasons_stay_in_words():
    assert ris("PY  - 2020///Spring")["date_text"] == "Spring 2020"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("AU  - de la Cruz, M. J.", ("M. J.", "de la", "Cruz", "", "")),
        ("AU  - King, Bob, Jr.", ("Bob", "", "King", "Jr.", "")),
        ("AU  - Alice Lind", ("Alice", "", "Lind", "", "")),
        ("AU  - Lind AB", ("AB", "", "Lind", "", "")),
        ("AU  - Slow Plants Research Group", ("", "", "", "", "Slow Plants Research Group")),
        ("AU  - Quiet Plants,", ("", "", "", "", "Quiet Plants")),
        ("AU  - 王小明", ("", "", "", "", "王小明")),
    ],
)
def test_ris_names(line, name):
    assert names(ris(line)) == [name]


def test_ris_name_without_a_comma_beside_others_is_undivided():
    assert names(ris("AU  - Lind, Ada", "AU  - Kelp Watchers"))[1][4] == "Kelp Watchers"


def test_ris_names_on_one_line():
    assert [name[2] for name in names(ris("AU  - Lind, Ada; Moss, C.; Fern, B."))] == [
        "Lind",
        "Moss",
        "Fern",
    ]


def test_ris_et_al_is_nobody():
    values = ris("AU  - Lind, Ada", "AU  - et al.")
    assert len(values["authors"]) == 1
    assert values["et_al"]


def test_ris_titles_of_chapters_and_books():
    chapter = ris("T2  - Handbook of Moss", "A2  - Brandt, Bob", "T3  - Moss Studies", kind="CHAP")
    assert (chapter["container_title"], chapter["series"]) == ("Handbook of Moss", "Moss Studies")
    assert names(chapter, "editor") == [("Bob", "", "Brandt", "", "")]
    book = ris("T2  - Moss Studies", "SN  - 978-3-16-148410-0", kind="BOOK")
    assert (book["series"], book["isbn"]) == ("Moss Studies", "9783161484100")
    assert "container_title" not in book


@pytest.mark.parametrize(("named", "kind"), [("PhD thesis", "phdthesis"), ("", "thesis")])
def test_ris_theses(named, kind):
    assert ris(f"M3  - {named}", kind="THES")["entry_type"] == kind


@pytest.mark.parametrize(("database", "pmid"), [("PubMed", "1234567"), ("EBSCOhost", None)])
def test_ris_number_of_another_database_is_no_pubmed_number(database, pmid):
    assert ris("AN  - 1234567", f"DB  - {database}").get("pmid") == pmid


def test_ris_notes_that_programs_write_are_on_no_page():
    text = "TY  - JOUR\nTI  - Kelp\nN1  - Cited By :6\nER  - \n"
    assert "note" not in reading(text)
    (problem,) = reference_lists.parse((text * 2).encode()).problems
    assert (problem.line, problem.severity) == (1, "info")
    assert "2 references, the first here" in problem.reason
    assert ris("N1  - To appear")["note"] == "To appear"


def test_ris_lines_that_go_on_and_paragraphs():
    values = ris("AB  - One line", "goes on.", "", "A second paragraph.")
    assert values["abstract"] == "One line goes on.\n\nA second paragraph."


def test_a_title_in_angles_is_a_title():
    assert reading("TY  - GEN\nTI  - <A study of kelp.pdf>\nER  - \n")["title"] == (
        "A study of kelp.pdf"
    )


def test_ris_with_one_blank_and_without_ends():
    two = readings("TY - JOUR\nTI - Kelp\nTY - BOOK\nTI - Moss\n")
    assert [values["title"] for values in two] == ["Kelp", "Moss"]


def nbib(*lines):
    return reading("\n".join(["PMID- 1", "TI  - Kelp.", *lines, ""]))


def test_pubmed_groups_stand_where_they_are_printed():
    values = nbib("FAU - Lind, Ada", "AU  - Lind A", "CN  - Kelp Group", "FAU - Moss, Bob Jr")
    assert [name[2] or name[4] for name in names(values)] == ["Lind", "Kelp Group", "Moss"]
    assert names(values)[2] == ("Bob", "", "Moss", "Jr", "")


def test_pubmed_short_names_do_where_no_full_ones_are():
    assert names(nbib("AU  - Lind AB", "AU  - van Moss C Jr")) == [
        ("AB", "", "Lind", "", ""),
        ("C", "van", "Moss", "Jr", ""),
    ]


@pytest.mark.parametrize(
    ("typed", "date", "text"),
    [
        ("2020", "2020", None),
        ("2020 Mar", "2020-03", None),
        ("2020 Mar 12", "2020-03-12", None),
        ("2020 Mar-Apr", "2020", "Mar-Apr 2020"),
        ("2020 Spring", "2020", "Spring 2020"),
    ],
)
def test_pubmed_dates(typed, date, text):
    values = nbib(f"DP  - {typed}")
    assert (values["date"], values.get("date_text")) == (date, text)


def test_pubmed_translated_titles_lose_their_brackets():
    assert reading("PMID- 1\nTI  - [On kelp].\n")["title"] == "On kelp"


def test_pubmed_lines_above_the_first_belong_to_it():
    one, two = readings("PMC - PMC1\nPMID- 1\nTI  - A.\n\nPMC - PMC2\nPMID- 2\nTI  - B.\n")
    assert ["pmcid", "PMC1"] in one["fields"]
    assert ["pmcid", "PMC2"] in two["fields"]


def isi(*lines):
    return reading("\n".join(["PT J", "AU Lind, A", "TI Kelp", *lines, "ER", "", "EF", ""]))


def test_web_of_science_proceedings_and_chapters():
    paper = reading("PT C\nAU Lind, A\nTI Kelp\nSO ALGAE 2020\nCT Algae Meeting\nPY 2020\nER\n")
    assert paper["entry_type"] == "inproceedings"
    assert ["eventtitle", "Algae Meeting"] in paper["fields"]
    chapter = reading(
        "PT B\nAU Lind, A\nTI Kelp\nSO HANDBOOK OF MOSS\nDT Article; Book Chapter\nER\n"
    )
    assert (chapter["entry_type"], chapter["container_title"]) == (
        "incollection", "HANDBOOK OF MOSS"
    )  # fmt: skip


def test_web_of_science_groups_and_article_numbers():
    values = isi("CA Kelp Watch", "AR e12", "PD MAR-APR", "PY 2020")
    assert names(values)[1][4] == "Kelp Watch"
    assert (values["pages"], values["date_text"]) == ("e12", "MAR-APR 2020")


def test_web_of_science_with_tabs():
    assert reading("PT\tJ\nAU\tLind, A\n   Moss, B\nTI\tKelp\nER\n")["title"] == "Kelp"


def test_web_of_science_header_is_kept_outside():
    parsed = reference_lists.parse(
        b"FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI A\nER\n"
    )
    assert parsed.comments == ["FN Clarivate Analytics Web of Science\nVR 1.0"]


def test_refer_without_types():
    one, two = readings("%A Ada Lind\n%T Kelp\n%J Moss\n\n%A Bob Brandt\n%T Fern\n%B Algae\n")
    assert (one["entry_type"], two["entry_type"]) == ("article", "inproceedings")
    assert (one["container_title"], two["container_title"]) == ("Moss", "Algae")


def test_endnote_series_of_a_book():
    assert reading("%0 Book\n%T Kelp\n%B Moss Studies\n%I Nova\n")["series"] == "Moss Studies"


@pytest.mark.parametrize(
    ("kind", "entry_type"),
    [("Conference Paper", "inproceedings"), ("Book Chapter", "incollection"), ("", "book")],
)
def test_what_scopus_calls_a_series_is_a_paper_in_it(kind, entry_type):
    values = reading(f"TY  - SER\nTI  - Kelp\nT2  - Lecture Notes in Algae\nM3  - {kind}\nER  -\n")
    assert values["entry_type"] == entry_type
    place = "series" if entry_type == "book" else "container_title"
    assert values[place] == "Lecture Notes in Algae"
