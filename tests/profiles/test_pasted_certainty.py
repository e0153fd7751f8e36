"""What of a pasted line is sure: what words or marks tell; all else is marked, box by box."""

import pytest

from profiles.items import KINDS
from profiles.pasting import read_lines
from profiles.pasting.certainty import says_more
from profiles.pasting.whole import part


def read(section, text):
    (row,), _left = read_lines(KINDS[section], text)
    return row


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("education", "2011–2014 M.Sc. in Physics, University of Hives, Graz, Austria"),
        ("education", "Laurea magistrale in Fisica, Università di Alveare, Bologna, 2014"),
        ("education", "2009年9月-2013年6月 蜂巢大学 物理学 学士"),
        ("experience", "Wissenschaftlicher Mitarbeiter an der Universität Wabe, seit 2019"),
        ("education", "2014 : **Master en biologie**, à l'ENS Ruche."),
        ("experience", "2015–2017 : Ingénieur de recherche, Université de la Ruche, Lyon"),
        ("awards", "Best Poster Award, Bee Society, 2012"),
        ("talks", "“How bees count”, Workshop on Hives, Kyiv, Ukraine, May 2013"),
        ("service", "Reviewer, Journal of Hives, 2014"),
        ("talks", "“How bees count”, HiveConf 2014, Kyiv, Ukraine, May 2014"),
        ("awards", "Honey Prize 2014.\t“How bees count”.\tTeam: Alice Drone, Bob Wax."),
        ("service", "Membre élu de la commission de miel, 2014"),
        ("experience", "Assistant, Zumbador, Graz, Austria, 2012–2014"),
        ("experience", "RA, Zumbador, Graz, Austria, 1996-10 bis 2001-05"),
        ("education", "2014: Doctorat (Institut du Miel)"),
        ("education", "2014 | M.Sc. Bees | School of Bees, Univ. Hivemouth"),
        ("experience", "Head of Wax – Combs & Dances | Wabe GmbH | 2014"),
        ("projects", "2014 | Bees of Wax | Hive Team"),
        ("talks", "“How bees count”, Hive Workshop (HW21), en ligne, 2014"),
        ("talks", "2014 Workshop on Hives\t“How bees count”.\tAlice J. Drone, Bob K. Wax."),
        ("grants", "2014 Hive Foundation, Wax, project 17. “How bees count.” Role: Head."),
        ("awards", "Honey Prize 2014\tSchool of Wax at Hive University."),
        ("awards", "2014 Honey Prize, Bee Department, Hive University for “How bees count”"),
    ],
)
def test_what_words_and_marks_tell_is_sure(section, line):
    assert read(section, line).doubts == []


def test_an_organisation_that_no_word_tells_is_marked_but_where_at_says_it():
    assert read("experience", "Assistant, Zumbador, 2012–2014").doubts == ["organisation"]
    assert read("experience", "Assistant at Zumbador, 2012–2014").doubts == []


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("Assistant, Hive Ltd, Bee Institute, University of Hives, 2012–2014", "department"),
        ("Assistant em Zumbador, 2012–2014", "organisation"),
    ],
)
def test_a_name_that_may_be_cut_wrong_is_marked(line, marked):
    assert marked in read("experience", line).doubts


def test_a_bracket_behind_a_name_is_of_it_or_a_country():
    line = "Keeper, Hive Ltd ({}), Graz, Austria, 2012–2014"
    assert read("experience", line.format("now Bee Inc")).values["organisation"] == (
        "Hive Ltd (now Bee Inc)"
    )
    assert read("experience", line.format("DE")).values["organisation"] == "Hive Ltd"


def test_a_town_that_no_list_has_is_marked():
    line = "Lecturer, {}, {}, 2012–2014"
    assert read("experience", line.format("Hive Team", "Wabenheim")).doubts == ["place"]
    assert read("experience", line.format("Hive Team", "Göttingen")).doubts == []
    assert read("experience", line.format("University of Hives", "Wabenheim")).doubts == []


def test_the_place_that_the_form_of_an_entry_tells_is_sure():
    row = read("experience", r"\cventry{2012--2014}{Lecturer}{Nest College}{Wabenheim}{}{}")
    assert row.values["place"] == "Wabenheim"
    assert row.doubts == []


def test_the_rest_tells_one_title_unless_something_is_left():
    line = "Dances of bees, {}Workshop on Hives, Graz, Austria, 2013"
    assert read("talks", line.format("")).doubts == []
    left = read("talks", line.format("Wasps and All, ")).doubts
    assert {"title", "description"} <= set(left)


def test_what_no_box_took_is_marked_unless_it_is_a_figure_or_a_place():
    line = "Honey Prize, Bee Society, {}, 2012"
    assert read("awards", line.format("Hive Meeting")).doubts == ["note"]
    assert read("awards", line.format("seven jars")).doubts == []
    assert read("awards", line.format("Graz, Austria")).doubts == []


def test_a_line_of_its_own_date_that_was_left_is_marked():
    line = "“Dances of bees”, HiveConf, Graz, 12 May 2024\n{}"
    said = "They say where the honey is, and how far. {}"
    assert read("talks", line.format(said.format(""))).doubts == []
    assert read("talks", line.format(said.format("Nest Day, Wabenheim, 31.2.2026"))).doubts


@pytest.mark.parametrize(
    ("section", "line", "box"),
    [
        ("education", "Studies at (Hives, University of Hives, 2012", "field_of_study"),
        ("experience", "Assistant, University of Hives until, 2012", "organisation"),
        ("experience", "Assistant, Museum of Hives / Bee Academy, 2012", "organisation"),
        ("talks", "Workshop on Bees, Workshop on Hives, 2012", "title"),
        ("service", "Chair of HiveConf, Graz, Austria, 2012", "body"),
        ("service", "Hive Committee, Alternating, 2012", "body"),
        ("service", "Reviewer, Journal of Hives, 2012\n  - 2013: Keeper", "description"),
        ("experience", "INWAX TEC, Berlin Assistant, 2012", "role"),
        ("education", "M.Sc. in Wax Graz, Austria\tNest College\t2012", "field_of_study"),
        ("experience", r"\cventry{2012}{Head}{Work}{Wax, Graz, Austria}{}{}", "organisation"),
        ("education", "B.Sc. in Bees, Honours Hive University, 2012", "organisation"),
        ("education", "M.Sc.: Informatik Universität Wabe, 2012", "organisation"),
        ("students", "2012: Thèse de Luc Moreau", "name"),
    ],
)
def test_a_box_that_has_anothers_or_two_things_is_marked(section, line, box):
    assert box in read(section, line).doubts


def test_a_degree_may_stand_alone_but_not_with_what_may_be_a_school():
    assert read("education", "Ph.D. in Physics, 2012").doubts == []
    assert read("experience", "Assistant (Bee Project), 2012").doubts == ["organisation"]


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("Assistant, University of Hives, AY2019-2020", "2019", "2020"),
        ("2007年9月-2010年3月まで 蜂巣大学 助教", "2007年9月", "2010年3月"),
        ("Februar und März 2014 Praktikant, Universität Wabe", "Februar", "März 2014"),
        (
            "Professora, Universidade do Mel, entre maio de 2019 e julho de 2020",
            "maio",
            "julho de 2020",
        ),
        ("Jul 2021 - Gegenwart Praktikant, Universität Wabe", "Jul 2021", "present"),
    ],
)
def test_what_stands_beside_a_date_is_no_part_of_it(line, start, end):
    values = read("experience", line).values
    assert values["start"].startswith(start)
    assert values["end"] == end


def test_of_two_dates_the_one_that_only_says_the_year_goes():
    row = read("talks", r"\cvitem{2014}{“How bees count”, Workshop on Hives, Graz, May 2014}")
    assert row.values["date"] == "May 2014"
    assert row.doubts == []


def test_a_grade_in_brackets_is_no_part_of_the_degree():
    row = read("education", "University of Hives | B.Sc. Physics (1.7) | 2012 - 2015")
    assert row.values["degree"] == "B.Sc. Physics"
    assert row.values["grade"] == "(1.7)"


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("1. Education", "education"),
        ("II. TALKS", "talks"),
        ("一、教育经历", "education"),
        ("E D U C A T I O N", "education"),
        ("Praxiserfahrung:", "experience"),
        ("Schulausbildung", "education"),
        (r"\section{Formaci\'{o}n}", "education"),
        ("## Postes", "experience"),
        ("## Prêmios e bolsas", "awards"),
        ("所属学会", "service"),
    ],
)
def test_headings_are_found_as_people_write_them(heading, section):
    assert section in part(f"{heading}\n\n2012 Ph.D., University of Hives\n")[0]


def test_a_section_with_text_behind_its_command_begins_a_part():
    assert part("\\section{Education} Ph.D., University of Hives, 2012\n")[0] == {
        "education": "Ph.D., University of Hives, 2012"
    }


def test_languages_below_a_part_end_it():
    parts, left = part("## Service\nReviewer, 2012\n\n### Programming languages\nPython\n")
    assert parts == {"service": "Reviewer, 2012"}
    assert "Python" in left


@pytest.mark.parametrize(
    ("section", "text", "box"),
    [
        ("education", "Ph.D. in Bees, University of Hives\n- awarded with honey, May 2014", "end"),
        ("education", "Doctorate -- Government, 2014", "organisation"),
        ("experience", "Keeper with Bee Lab, University of Hives, 2012", "role"),
        ("awards", "Graz, University of Hives, 2014", "name"),
        ("grants", "Warm hives (joint award with wasps), Bee Fund, 2020 to 2023", "title"),
        ("teaching", "Bees (University of Hives): Fall 2014 (Best Teacher Award)", "title"),
    ],
)
def test_what_no_word_proves_is_marked(section, text, box):
    rows, _left = read_lines(KINDS[section], text)
    assert box in rows[0].doubts


def test_a_date_that_all_rows_but_one_have_is_marked():
    text = (
        "- Keeper, Hive Ltd, 2010\n- Drone, Wax Ltd, 2012\n- Head, Bee Ltd, 2014\n- Lead, Nest Ltd"
    )
    rows, _left = read_lines(KINDS["experience"], text)
    assert ["end" in row.doubts for row in rows] == [False, False, False, True]


@pytest.mark.parametrize("text", ["Bee Foundation, 2014", "I received the Honey Prize (2014)"])
def test_a_giver_and_a_sentence_are_no_surely_named_prize(text):
    (row,), _left = read_lines(KINDS["awards"], text)
    assert "name" in row.doubts


def test_a_word_before_a_date_goes_with_it():
    row = read("service", "Présidente, Société des ruches, en 2012 et 2014.")
    assert (row.values["body"], row.values["dates"]) == ("Société des ruches", "2012, 2014")
    row = read("education", "2020 Doctor en Ingenier´ıa, Universidad Nacional, Graz")
    assert row.values["degree"] == "Doctor en Ingeniería"


def test_a_country_before_a_degree_is_marked():
    assert "degree" in read("education", "Hive College, Graz, USA PhD in Bees, 2014").doubts


def test_hours_are_no_school_and_a_bullet_no_other_title():
    row = read("teaching", "2014\tDances of bees\t38h (TD) UH\n- Led the exercises of all\n")
    boxes = row.values["title"], row.values.get("organisation")
    assert boxes == ("Dances of bees", None)


@pytest.mark.parametrize(
    "before", ["Economics ", "Computer Science ", "Tutorials, The Honey Wax Nectar Polytechnic "]
)
def test_what_stands_before_a_university_is_marked(before):
    assert says_more("teaching", "organisation", f"{before}Hive-Wax University", {})
    assert not says_more("teaching", "organisation", "Medical University of Wax", {})


def test_what_may_be_the_rest_of_an_event_is_marked():
    line = '蜂花子, "巣の数え方," 日本養蜂学会中部支部 特別講演会, 名古屋, 2014年3月4日'
    assert read("talks", line).doubts == ["description"]
