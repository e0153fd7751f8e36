"""A homepage's Markdown becomes rows; what is not understood stays, word for word."""

import pytest

from exchange.site_import import homepage, missing
from profiles.dates.anywhere import leading_date, only_period
from profiles.models import Award, Education, Experience, NewsItem, Section, Teaching
from profiles.sections import DEFAULT_PLACES


def rows(page, model):
    return [row.values for row in page.rows if row.model is model]


def read(text):
    return homepage.read(text, "about.md", 5)


def test_news_become_rows_in_their_order():
    page = read(
        "I keep bees.\n\nNEWS\n====\n- [11/2025] Two *hives*.\n- [11/2025] One hive.\n- (5/2025)\n"
        "- [3/14/2024] A swarm, see [photos](/bees/).\n"
    )
    assert page.biography == "I keep bees."
    assert rows(page, NewsItem) == [
        {"date": "11/2025", "body": "Two *hives*."},
        {"date": "11/2025", "body": "One hive."},
        {"date": "3/14/2024", "body": "A swarm, see [photos](/bees/)."},
    ]
    news = [row for row in page.rows if row.model is NewsItem]
    assert [row.place.line for row in news] == [9, 10, 12]
    assert news[2].label.startswith("14 March 2024: A swarm")  # month/day, said aloud
    assert len({row.origin for row in page.rows}) == len(page.rows)


@pytest.mark.parametrize(
    ("text", "date", "rest"),
    [
        ("[11/2025] Bees", "11/2025", "Bees"),
        ("[7/2024] Bees", "7/2024", "Bees"),
        ("[11/1/2024] Bees", "11/1/2024", "Bees"),
        ("**[May. 2026]**: Bees", "May. 2026", "Bees"),
        ("2025-05: Bees", "2025-05", "Bees"),
        ("May 2025 - 3 bees", "May 2025", "3 bees"),
        ("Nov 20, 2024: Bees", "Nov 20, 2024", "Bees"),
        ("_Fall 2024_ Bees", "Fall 2024", "Bees"),
        ("🎉 **2025.05** Bees", "2025.05", "🎉 Bees"),
        ("2024年5月：蜂", "2024年5月", "蜂"),
    ],
)
def test_every_form_of_a_date_of_news(text, date, rest):
    assert leading_date(text) == (date, rest)


@pytest.mark.parametrize("text", ["2025 bees", "[2025](/x/) bees", "[Bees 2025] x", "13/2025: x"])
def test_what_is_no_date_stays_text(text):
    assert leading_date(text) == ("", text)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("May 2025 - Nov 2025", "May 2025", "Nov 2025"),
        ("(2024 - 2027 (Expected))", "2024", "2027 (Expected)"),
        ("since 2020", "2020", "present"),
        ("2018", "", "2018"),
        ("I came in 2020", "", ""),
        ("2019 and 2020", "", ""),
    ],
)
def test_a_period_is_all_that_a_text_says(text, start, end):
    assert only_period(text) == (start, end)


def test_education_has_degree_school_advisor_and_years():
    page = read(
        "## 🎓 Education\n* Ph.D. in Bees, University of Hives "
        "(advised by [Prof. Wax](https://wax.example))  \n2020 - 2025\n"
        "* **B.E. in Honey**, Hive College (HC), 2016–2020\n  * GPA: 3.9\n"
    )
    assert rows(page, Education) == [
        {
            "degree": "Ph.D.",
            "field_of_study": "Bees",
            "organisation": "University of Hives",
            "advisor": "[Prof. Wax](https://wax.example)",
            "start": "2020",
            "end": "2025",
        },
        {
            "degree": "B.E.",
            "field_of_study": "Honey",
            "organisation": "Hive College",
            "organisation_abbreviation": "HC",
            "start": "2016",
            "end": "2020",
            "description": "* GPA: 3.9",
        },
    ]
    heading = next(row for row in page.rows if row.model is Section)
    assert heading.values == {"kind": "education", "heading": "🎓 Education", "position": 20}


def test_experience_in_two_lines_with_nested_bullets_and_a_mentor():
    page = read(
        "## Experience\n\n- Hive Works – Wax Team, Bath, UK  \n"
        "  Research Intern in Wax (Mentor: Ann Comb), May 2025 – Aug 2025  \n"
        "  - Built a `comb.py` of 8×8.  \n    - Twice.\n"
    )
    assert rows(page, Experience) == [
        {
            "role": "Research Intern in Wax",
            "kind": "internship",
            "organisation": "Hive Works",
            "department": "Wax Team",
            "place": "Bath, UK",
            "mentor": "Ann Comb",
            "start": "May 2025",
            "end": "Aug 2025",
            "description": "- Built a `comb.py` of 8×8.  \n  - Twice.",
        }
    ]


def test_positions_below_one_organisation_are_rows_of_it_and_courses_are_teaching():
    page = read(
        "## Experience\n- Hive University\n  - Teaching Assistant\n"
        "    - BEE 101 Basics of Bees  (2023 Fall & 2024 Fall)\n    - BEE 202 Wax (2025 Spring)\n"
        "  - Research Assistant in Dr. Comb's Lab  (Aug 2022 - Sep 2023)\n"
    )
    first, second = rows(page, Teaching)
    assert first == {
        "code": "BEE 101",
        "title": "Basics of Bees",
        "role": "Teaching Assistant",
        "organisation": "Hive University",
        "dates": "2023 Fall & 2024 Fall",
    }
    assert second["title"] == "Wax"
    (job,) = rows(page, Experience)
    assert (job["organisation"], job["role"]) == (
        "Hive University",
        "Research Assistant in Dr. Comb's Lab",
    )
    assert (job["start"], job["end"]) == ("Aug 2022", "Sep 2023")


def test_awards_with_link_abbreviation_awarder_year_and_note():
    page = read(
        "**Awards**\n\n- [Honey Prize](https://honey.example/) (HP), Guild of Bees, 2017: for wax\n"
        "- Sweet Scholarship, 2017-2019\n- Comb Contest  _Aug 2020_\n- Stinger of the Month\n"
    )
    assert rows(page, Award) == [
        {
            "name": "Honey Prize",
            "url": "https://honey.example/",
            "abbreviation": "HP",
            "awarder": "Guild of Bees",
            "dates": "2017",
            "note": "for wax",
        },
        {"name": "Sweet Scholarship", "dates": "2017 – 2019"},
        {"name": "Comb Contest", "dates": "Aug 2020"},
        {"name": "Stinger of the Month"},
    ]


def test_lines_in_chinese_and_courses_with_their_code_behind():
    page = read(
        "## 工作经历\n- 2016年6月-2018年8月，蜂蜜大学养蜂系，博士后\n\n"
        "## Teaching\n- TA for BEE 100 - Wax (2019 Fall, 2020 Spring)\n- Hives (HIV4003), 2021\n"
    )
    assert rows(page, Experience) == [
        {
            "role": "博士后",
            "organisation": "蜂蜜大学",
            "department": "养蜂系",
            "start": "2016年6月",
            "end": "2018年8月",
            "kind": "employment",
        }
    ]
    first, second = rows(page, Teaching)
    assert first == {
        "role": "TA",
        "code": "BEE 100",
        "title": "Wax",
        "dates": "2019 Fall, 2020 Spring",
    }
    assert second == {"code": "HIV4003", "title": "Hives", "dates": "2021"}


def test_what_is_doubtful_stays_a_text():
    page = read("## Awards\n- Honey Foundation Scholarship, Class of 2019 Scholar\n")
    assert rows(page, Award) == []
    (text,) = rows(page, Section)
    assert text["body"] == "- Honey Foundation Scholarship, Class of 2019 Scholar"


def test_papers_with_venue_authors_title_and_buttons():
    page = read(
        "# Recent Publications\n* **[BEE'25]** Ann Comb\\*, <u>Bea Wax</u>\\*, *Wax: a <Study>*  \n"
        "\\[ [Paper](https://arxiv.org/abs/2510.10620) \\| [Slides](https://w.example/s.pdf) \\| "
        "[GitHub](https://github.com/bea/wax) \\]\n"
    )
    (paper,) = page.references
    assert paper.entry_type == "inproceedings"
    assert paper.fields["title"] == "Wax: a <Study>"
    assert paper.fields["author"] == "Ann Comb* and Bea Wax*"
    assert (paper.fields["abbr"], paper.fields["year"]) == ("BEE'25", "2025")
    assert paper.fields["arxiv"] == "https://arxiv.org/abs/2510.10620"
    assert paper.fields["slides"] == "https://w.example/s.pdf"
    assert paper.fields["code"] == "https://github.com/bea/wax"
    assert page.references[0].paper().entry.startswith("@inproceedings{Wax")


def test_the_headings_of_a_cv_are_those_of_a_homepage():
    headings = ("💼 Berufserfahrung", "教育经历", "Recent talks", "Talks and papers", "Wax art")
    assert [homepage.kind_of(heading) for heading in headings] == [
        "experience",
        "education",
        "talks",
        "",
        "",
    ]


def test_what_is_not_understood_stays_a_text_of_its_heading():
    page = read(
        "## Experience\n- I was [once](https://x.example) seen near a hive, and accessable.\n\n"
        "## Portfolio\nSee [here](/portfolio/).\n"
    )
    assert [row.values for row in page.rows] == [
        {
            "kind": "text",
            "heading": "Experience",
            "body": "- I was [once](https://x.example) seen near a hive, and accessable.",
            "position": 20,
        },
        {
            "kind": "text",
            "heading": "Portfolio",
            "body": "See [here](/portfolio/).",
            "position": 30,
        },
    ]


def test_a_heading_within_a_part_begins_a_row_or_heads_a_list():
    jobs = "### Professor, Hive University\n\n2020 - 2022\n\n- I keep.\n\n"
    jobs += "### Postdoc, Wax University, 2018 - 2019\n"
    page = read(f"## Experience\n\n{jobs}\n## Awards\n\n### Fellowships\n\n- Wax Prize, 2020\n")
    said = [row.values for row in page.rows if row.model is not Section]
    assert [one.get("role") or one["name"] for one in said] == ["Professor", "Postdoc", "Wax Prize"]
    assert (said[0]["organisation"], said[0]["end"]) == ("Hive University", "2022")
    assert said[0]["description"] == "- I keep."


def test_a_heading_over_headings_is_where_those_entries_were():
    degrees = "#### PhD in Wax\n\n2020\n\n#### MSc in Wax\n\n2016\n\n"
    other = "### Comb College\n\n#### BSc in Wax\n\n2013\n\n### Hobbies of mine\n"
    page = read(f"## Education\n\n### Hive University\n\n{degrees}{other}")
    said = [row.values for row in page.rows if row.model is not Section]
    assert [one["organisation"] for one in said] == ["Hive University"] * 2 + ["Comb College"]
    assert "Hobbies of mine" in [row.values.get("body") for row in page.rows]


def test_bold_words_head_a_section_only_where_nothing_else_does():
    assert [part.heading for part in homepage.split("**Hobby**\n\nx\n\n**Wax Art** <br/>\ny")] == [
        "",
        "Hobby",
        "Wax Art",
    ]
    parts = homepage.split("# Work\n\n**A Firm**\n\nx\n\n**Awards:**\n\ny\n\n<h2>News</h2>\n- z")
    assert [part.heading for part in parts] == ["", "Work", "Awards", "News"]


@pytest.mark.parametrize("said", ["蜂蜜", "蜂蜜 in Chinese", "Chinese name: 蜂蜜"])
def test_the_name_in_its_own_script_is_taken_from_the_first_line(said):
    assert read(f"I am Bea Wax ({said}), a keeper.").native_name == "蜂蜜"


@pytest.mark.parametrize("heading", ["# [Art](/wax/)", "[Art](/wax/)\n---", "# Art"])
def test_a_heading_that_was_a_link_is_no_empty_section(heading):
    page = read(f"## Portfolio\n\nx\n\n{heading}\n")
    links = ["[Art](/wax/)"] if "wax" in heading else []
    assert [row.values["body"] for row in page.rows] == ["x", *links]


def test_its_parts_stand_behind_the_biography_as_there():
    page = homepage.read("Alice studies rings.\n\n## Awards\n\n- A prize, 2020\n", "about.md")
    places = [row.values["position"] for row in page.rows if row.model is Section]
    assert page.biography == "Alice studies rings."
    assert places == [20]
    assert places[0] > DEFAULT_PLACES[Section.Kind.BIOGRAPHY]


def test_a_post_is_no_list_of_papers_and_costs_none(monkeypatch):
    monkeypatch.setattr(homepage, "papers", lambda *_args: pytest.fail("read as papers"))
    post = "By Alice Ahlgren\n\n" + "Kelp grows, and I write about it.\n\n" * 40
    assert not homepage.are_papers(f"{post}© Alice Ahlgren", "Alice Ahlgren")
    monkeypatch.setattr(homepage, "papers", lambda blocks, _owner: blocks)
    assert missing.unlisted_papers(post, "Alice Ahlgren") == []


def test_what_stands_below_a_school_an_employer_or_a_prize_in_bold_is_of_it():
    text = (
        "# Education\n\n**University of Oslo, Norway** | Oslo\n\n- PhD of Kelp | 2020 - 2025\n\n"
        "**Tides College** 2014 - 2018\n\n*Bachelor of Science in Reefs*\n\n"
        "# Work Experience\n\n**University of Tides, Norway** 2011 – Present\n\n"
        "*Professor, Kelp Engineering* 2015 – Present\n\n*Lecturer, Reefs* 2011 – 2015\n\n"
        "**Harbour Institute** 2009 – 2010\n\n*Research Assistant, Department of Kelp*\n\n"
        "- **Research Intern**, Reef Lab, 2007 - 2008\n\n"
        "# Awards\n\n**Founder’s Medal** 2010\n\nAwarded 146,000 NOK, Tides Council of Norway\n"
    )
    rows = homepage.read(text, "x").rows
    said = [
        [row.values.get(name, "") for name in ("degree", "role", "organisation", "start", "end")]
        for row in rows
        if row.model in (Education, Experience)
    ]
    assert said == [
        ["PhD of Kelp", "", "University of Oslo", "2020", "2025"],
        ["Bachelor of Science", "", "Tides College", "2014", "2018"],
        ["", "Professor, Kelp Engineering", "University of Tides", "2015", "present"],
        ["", "Lecturer, Reefs", "University of Tides", "2011", "2015"],
        ["", "Research Assistant", "Harbour Institute", "2009", "2010"],
        ["", "Research Intern", "Reef Lab", "2007", "2008"],
    ]
    (award,) = [row.values for row in rows if row.model is Award]
    assert award["note"] == "Awarded 146,000 NOK, Tides Council of Norway"
