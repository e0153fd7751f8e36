"""A section as it was copied: which of its lines are one entry, as all of it is laid out."""

import pytest

from profiles.items import KINDS
from profiles.pasting import MOST_READ, read_lines


def read(section, text):
    rows, _left = read_lines(KINDS[section], text)
    return rows


def jobs(text):
    """Of each row: what one was, where, from when, until when."""
    names = ("role", "organisation", "start", "end")
    return [tuple(row.values.get(name, "") for name in names) for row in read("experience", text)]


TWO_JOBS = [
    ("Lecturer", "University of Hives", "2014", "2016"),
    ("Assistant", "Nest College", "2012", "2014"),
]


@pytest.mark.parametrize(
    "text",
    [
        "2014 – 2016\n\nLecturer\nUniversity of Hives\nTaught keepers how bees count.\n\n"
        "2012 – 2014\n\nAssistant\nNest College\n- Counted bees",
        "University of Hives\n\nLecturer\n\n2014 – 2016\n\n- Taught keepers\n\n"
        "Nest College\n\nAssistant\n\n2012 – 2014\n\n- Counted bees",
        "Lecturer\n\n2014 – 2016\n\nUniversity of Hives\n\nTaught keepers how bees count.\n\n"
        "Assistant\n\n2012 – 2014\n\nNest College\n\nCounted all the bees there were.",
        "Lecturer, University of Hives (2014 – 2016)\nTaught keepers how bees count.\n\n"
        "Assistant, Nest College (2012 – 2014)",
        "• 2014 – 2016\n  Lecturer, University of Hives\n\n"
        "• 2012 – 2014\n  Assistant, Nest College",
        "• Lecturer, University of Hives\n  - 2014 – 2016\n"
        "• Assistant, Nest College\n  - 2012 – 2014",
        "2014 – 2016\tUniversity of Hives\tLecturer\n2012 – 2014\tNest College\tAssistant",
        "2014 – 2016: Lecturer, University of\n1\nHives\n2012 – 2014: Assistant, Nest College",
        "University of Hives — Lecturer\nGraz, Austria, 2014 – 2016\n\n"
        "Nest College — Assistant\nKyiv, Ukraine, 2012 – 2014",
        "University of Hives      Graz, Austria\nLecturer      2014 – 2016\n"
        "Nest College      Kyiv, Ukraine\nAssistant      2012 – 2014",
        "•\n\nLecturer, University of Hives, 2014 – 2016\n\n•\n\n"
        "Assistant, Nest College, 2012 – 2014",
        "•\n•\n\nLecturer, University of Hives, 2014 – 2016\nAssistant, Nest College, 2012 – 2014",
        "- Role: Lecturer\n- At: lunch\n- Institution: University of Hives\n- When: 2014 – 2016\n\n"
        "- Role: Assistant\n- At: tea\n- Institution: Nest College\n- When: 2012 – 2014",
        "University of Hives\n\nLecturer\n2014 – 2016\n• Taught\n• Counted bees\n\n"
        "Nest College\n\nAssistant\n• Fed bees\n• Counted bees\n\n2012 – 2014",
        "2014–2016: University of Hives, Graz. Lecturer.\n"
        "2012–2014: Nest College, Kyiv. Assistant.",
    ],
    ids=[
        *("date-above", "below", "between", "brackets", "bullets", "indented", "table", "page"),
        *("dash", "columns", "bullets-alone", "bullets-above"),
        *("labels", "date-below-bullets", "full-stops"),
    ],
)
def test_an_entry_is_found_however_its_section_is_laid_out(text):
    assert jobs(text) == TWO_JOBS


def test_a_short_line_is_joined_to_none_and_an_employer_that_no_word_tells_is_no_town():
    assert jobs(
        "Keeper\nzumbador.example\n2014 – 2016\nZumbador — Assistant\nGraz, 2012 – 2014"
    ) == [
        ("Keeper", "zumbador.example", "2014", "2016"),
        ("Assistant", "Zumbador", "2012", "2014"),
    ]


def test_an_employer_that_no_word_tells_is_that_of_all_positions_below():
    text = (
        "Bee Happy, Graz\nLecturer, 2014 – 2016\nTaught keepers how bees count.\n"
        "Assistant, 2012 – 2014\nCounted bees.\n\nNest College\nTutor, 2010 – 2012"
    )
    assert [job[:2] for job in jobs(text)] == [
        ("Lecturer", "Bee Happy"),
        ("Assistant", "Bee Happy"),
        ("Tutor", "Nest College"),
    ]


def test_a_word_of_chinese_that_a_line_breaks_is_one():
    rows = read(
        "grants",
        "2021-2023 国家自然科学基金面上项目（项目编号 61234567），蜜蜂飞行路线的方\n"
        "法及其应用，参与\n"
        "2019-2020 国家自然科学基金青年项目（项目编号 61234568），蜂蜡的热学研究，主持",
    )
    assert [row.values["title"] for row in rows] == ["蜜蜂飞行路线的方法及其应用", "蜂蜡的热学研究"]


def test_employers_are_surely_those_of_their_own_lines():
    rows = read(
        "experience",
        "University of Hives\nLecturer 2014 – 2016\nNest College\nAssistant 2012 – 2014\n"
        "Clover College\nTutor 2010 – 2012",
    )
    assert [row.doubts for row in rows] == [[], [], []]


@pytest.mark.parametrize(
    "text",
    [
        "{}\nHead, 2016 – 2019\nLecturer, 2014 – 2016\n{}\nAssistant, 2012 – 2014",
        "{}\n\nHead\n2016 – 2019\n\nLecturer\n2014 – 2016\n\n{}\n\nAssistant\n2012 – 2014",
        "* {}\n  * Head, 2016 – 2019\n  * Lecturer, 2014 – 2016\n* {}\n  * Assistant, 2012 – 2014",
    ],
    ids=["lines", "blank-lines", "bullets"],
)
def test_positions_below_one_employer_are_all_there(text):
    assert jobs(text.format("University of Hives", "Nest College")) == [
        ("Head", "University of Hives", "2016", "2019"),
        *TWO_JOBS,
    ]


def test_prizes_in_bullets_below_their_year_are_one_each():
    rows = read(
        "awards",
        "* 2014\n  * Best Poster Award, Bee Society\n* 2012\n  * First prize at the Hive Contest\n"
        "  * Travel award, Bee Society",
    )
    assert [row.values["dates"] for row in rows] == ["2014", "2012", "2012"]
    assert rows[1].values["awarder"] == "Hive Contest"


def test_what_is_no_box_stands_below():
    (first, _second) = read(
        "experience",
        "2014 – 2016\nLecturer\nUniversity of Hives\nTaught keepers how bees count.\n"
        "2012 – 2014\nAssistant\nNest College",
    )
    assert first.values["description"] == "- Taught keepers how bees count."


@pytest.mark.parametrize(
    "lines",
    [
        ("Since 10/2014\tLecturer, University of Hives", "10/2012 – 09/2014\tAssistant"),
        ("Since 10/2012\tAssistant", "10/2014\tLecturer, University of Hives"),
        ("May 2012 – Assistant, Nest College", "2014 – Lecturer, University of Hives"),
        ("2012–\tAssistant, Nest College", "2014\tLecturer, University of Hives"),
        ("Lecturer, University of Hives, 2014 –", "Assistant, Nest College, 2012–2014"),
        ("Lecturer, University of Hives, 2014;", "Assistant, Nest College, 2012."),
        ("lecturer, University of Hives\t2014", "assistant, Nest College\t2012"),
        ("1. Since 2014 lecturer, University of Hives", "2. 2012–2013 assistant, Nest"),
        ("博士后，北京大学，2014–", "讲师，清华大学，2012–2014"),
    ],
    ids=[
        "since",
        "since-up",
        "dash",
        "column",
        "open",
        "comma",
        "small",
        "numbered",
        "chinese",
    ],
)
def test_lines_with_a_date_each_are_never_joined(lines):
    assert len(read("experience", "\n".join(lines))) == len(lines)


def test_long_lines_with_a_date_each_are_never_joined():
    """As long as lines that a PDF broke."""
    line = "Keeper, University of Hives, working group on the dances of bees and their combs, {}"
    assert len(read("experience", "\n".join(map(line.format, range(2012, 2016))))) == 4


def test_a_year_above_bullets_is_theirs():
    rows = read("service", "2014\n– Chair, HiveConf\n– Reviewer, NestConf\n2012\n– Chair, BeeConf")
    assert [row.values["dates"] for row in rows] == ["2014", "2014", "2012"]


def test_a_year_that_is_a_heading_is_that_of_each_paragraph_without_a_date():
    rows = read("awards", "## 2016\n\nWax Prize\n\nHive Medal\n\n## 2014\n\nBee Prize, May 2014")
    assert [(row.values["name"], row.values["dates"]) for row in rows] == [
        ("Wax Prize", "2016"),
        ("Hive Medal", "2016"),
        ("Bee Prize", "May 2014"),
    ]


def test_a_sentence_with_a_date_begins_no_entry():
    text = (
        "Hive Ltd - Head keeper (March 2014 - Present).\n\n"
        "Since August 2016 I have kept the hives of two towns, and of a forest.\n\n"
        "Nest Ltd - Keeper (June 2012 - March 2014).\n\nI kept one hive."
    )
    assert [job[2:] for job in jobs(text)] == [
        ("March 2014", "present"),
        ("June 2012", "March 2014"),
    ]


def test_facts_between_a_degree_and_its_school_are_read():
    (row,) = read(
        "education",
        "• 2012 - 2014\n\nMaster’s degree in Bees\n\nThesis: How bees count\n\nAdvisor: Bob Bee\n\n"
        "Mark: 110/110, taught in Italian\n\nUniversity of Hives, Italy",
    )
    assert row.values["thesis"] == "How bees count"
    assert row.values["advisor"] == "Bob Bee"
    assert row.values["organisation"] == "University of Hives"
    assert row.values["field_of_study"] == "Bees"


def test_rows_are_marked_where_two_ways_to_part_them_are_as_good():
    text = "Zumbador\n2014\nColmena\n2012\nPanal\n2010\nAguijón"
    assert all({"role", "organisation"} <= {*row.doubts} for row in read("experience", text))


def test_boxes_that_stand_alike_in_a_section_are_not_marked():
    names = ("Zumbador", "Colmenar", "Aguijón", "Panal")
    text = "\n".join(f"Lecturer (bees) | {name} | {year}" for year, name in enumerate(names, 2001))
    assert [row.doubts for row in read("experience", text)] == [[]] * 4
    assert read("experience", text.splitlines()[0])[0].doubts == ["organisation"]


def test_of_a_long_text_the_rest_is_handed_back():
    text = "Lecturer, University of Hives, 2012\nTaught how bees count.\n" * MOST_READ
    rows, left = read_lines(KINDS["experience"], text)
    assert rows
    assert left.startswith("Lecturer, University of Hives, 2012\n")


def test_bullets_below_tell_where_and_when():
    text = "* Head keeper\n  * University of Hives\n  * 2014 - 2016\n  * Kept the bees warm"
    (row,), _left = read_lines(KINDS["experience"], text)
    assert row.values["organisation"] == "University of Hives"
    assert (row.values["start"], row.values["end"]) == ("2014", "2016")


def test_bullets_that_are_all_indented_are_entries():
    text = "   * Warm hives (2014--2016)\n   * Cold hives (2017--2019)"
    rows, _left = read_lines(KINDS["teaching"], text)
    assert [row.values["title"] for row in rows] == ["Warm hives", "Cold hives"]


def test_the_outer_organisation_on_a_line_of_its_own_is_read():
    text = "Keeper\nMay 2014 - June 2016\nInstitute of Honey\nUniversity of Hives"
    text += "\nDrone\nJuly 2012 - May 2014\nInstitute of Wax\nUniversity of Wasps"
    rows, _left = read_lines(KINDS["experience"], text)
    assert [row.values["organisation"] for row in rows] == [
        "University of Hives",
        "University of Wasps",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "2014 – 2016\n2012 – 2014\nLecturer, University of Hives\nAssistant, Nest College",
        "Lecturer\nUniversity of Hives\n\nAssistant\nNest College\n\n2014 – 2016\n2012 – 2014",
        "2014 – 2016\n2012 – 2014\nLecturer,\nUniversity of Hives. I liked\nit there.\n"
        "Assistant,\nNest College. I counted bees.",
        "University of Hives\nLecturer\nNest College\nAssistant\n2014 – 2016\n2012 – 2014",
    ],
    ids=["dates-first", "dates-last", "sentences", "where-above-what"],
)
def test_columns_of_a_pdf_are_paired_in_order_and_marked(text):
    assert jobs(text) == TWO_JOBS
    assert all("role" in row.doubts for row in read("experience", text))


def test_a_line_below_an_open_date_begins_no_entry_and_ends_none():
    rows = read(
        "education",
        "Doctorat en miel, Université de la Ruche, 2023 -\nSupervisé par Alice Abeille\n"
        "Licence en cire, Université du Nid, 2019–2022",
    )
    assert [(row.values["degree"], row.values["start"]) for row in rows] == [
        ("Doctorat en miel", "2023"),
        ("Licence en cire", "2019"),
    ]
    assert rows[0].values["advisor"] == "Alice Abeille"


def test_an_entry_that_may_be_two_is_marked():
    (row,) = read("experience", "2018\n2016\nLecturer, University of Hives\nTutor, Nest College")
    assert "Tutor" in row.values["description"]
    assert row.doubts == ["role", "organisation"]


def test_a_town_is_no_degree_and_a_short_name_beside_a_university_its_unit():
    (degree,), _left = read_lines(
        KINDS["education"], "A.M. in Bees, Uni Hive, Frankfurt am Main, 2012"
    )
    assert (degree.values["degree"], degree.values["place"]) == ("A.M.", "Frankfurt am Main")
    job = "Chargée de recherche, LORIA, Université de Lorraine, 2014 - 2018"
    (row,), _left = read_lines(KINDS["experience"], job)
    assert row.values["organisation"] == "Université de Lorraine"
    assert row.values["department"] == "LORIA"


def test_dates_in_bullets_of_their_own_begin_entries():
    text = (
        "- 2012 – 2014\n- Hive University\n- Keeper of bees\n- 2010 – 2012\nNest College\n- Cook\n"
        "- 2009\n- Wax Ltd\n- Tutor (since 2008)"
    )
    rows, _left = read_lines(KINDS["experience"], text)
    assert [row.values["organisation"] for row in rows] == [
        "Hive University",
        "Nest College",
        "Wax Ltd",
    ]


def test_other_bullets_below_are_the_positions_or_say_more():
    text = (
        "• Hive University, Graz\n– Professor, Bee School of Wax, 2016 – 2018\n"
        "– Assistant, 2014 – 2016\n• Lecturer, Nest College, Graz, 2012 – 2014\n"
        "– Teach the young bees.\n– Feed the old."
    )
    rows, _left = read_lines(KINDS["experience"], text)
    assert [(row.values["role"], row.values["organisation"]) for row in rows] == [
        ("Professor", "Hive University"),
        ("Assistant", "Hive University"),
        ("Lecturer", "Nest College"),
    ]
    assert rows[0].values["department"] == "Bee School of Wax"
    assert rows[2].values["description"] == "- Teach the young bees.\n- Feed the old."


def test_a_degree_below_a_long_line_begins_an_entry():
    where = "Department of Bees and Wasps, Hive University Medical Centre, Waxford, Austria"
    wide = "Relevant courses: dances of bees and of wasps, the waxing of combs, and of warm hives"
    lines = ["PhD in Bees", "2025–Present", where, "MSc in Wax", "2023–2025", where, wide, wide]
    rows = read("education", "\n".join(lines * 2))[:2]
    assert [row.values["degree"] for row in rows] == ["PhD", "MSc"]
    assert [row.values["organisation"] for row in rows] == ["Hive University Medical Centre"] * 2


def test_a_year_above_a_list_is_that_of_each_bullet():
    text = "# 2025\n\n- Honey Prize\n- Wax Medal\n\n---\n\n# 2023\n\n- Comb Award"
    rows = read("awards", text)
    assert [row.values["dates"] for row in rows] == ["2025", "2025", "2023"]
    assert "note" not in rows[1].values
