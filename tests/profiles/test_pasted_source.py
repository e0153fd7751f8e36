"""Lines of a CV's source: commands of LaTeX over several lines, labels, headings, broken dates."""

import pytest

from profiles.items import KINDS
from profiles.pasting import read_lines
from profiles.pasting.source import DROPPED, without_layout
from profiles.pasting.whole import part


def jobs(text):
    """Of each row: what one was, where, in which place, from when, until when."""
    names = ("role", "organisation", "place", "start", "end")
    rows, _left = read_lines(KINDS["experience"], text)
    return [tuple(row.values.get(name, "") for name in names) for row in rows]


LECTURER = ("Lecturer", "University of Hives", "Apia, Samoa", "2014", "2016")
ASSISTANT = ("Assistant", "Nest College", "Apia, Samoa", "2012", "2014")


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{cventries}\n%-----\n\\cventry\n  {Lecturer} % what\n  {University of Hives}\n"
        "  {Apia, Samoa}\n  {2014 -- 2016}\n  {\\begin{cvitems}\n    \\item {Counted in 2015.}\n"
        "  \\end{cvitems}}\n%-----\n\\cventry\n  {Assistant}\n  {Nest College}\n  {Apia, Samoa}\n"
        "  {2012 -- 2014}\n  {}\n\\end{cventries}",
        "\\resumeSubheading\n  {University of Hives}{Apia, Samoa}\n  {Lecturer}{2014 -- 2016}\n"
        "  \\resumeItemListStart\n    \\resumeItem{Counted in 2015.}\n  \\resumeItemListEnd\n"
        "\\resumeSubheading\n  {Nest College}{Apia, Samoa}\n  {Assistant}{2012 -- 2014}\n",
        "\\begin{longtable}{r|p{11cm}}\n2014 -- 2016 & \\emph{Lecturer at University of Hives},\n"
        "Apia, Samoa \\\\\n& \\footnotesize{Taught keepers.} \\\\\n\\multicolumn{2}{c}{} \\\\\n"
        "2012 -- 2014 & \\emph{Assistant at Nest College},\nApia, Samoa \\\\\n\\end{longtable}",
        "\\begin{entry}\n{2014 -- 2016}{Lecturer}{University of Hives}{Apia, Samoa}\nTaught.\n"
        "\\end{entry}\n\\begin{entry}\n{2012 -- 2014}{Assistant}{Nest College}{Apia, Samoa}\n"
        "Counted.\n\\end{entry}",
        "\\begin{twocol}{\n2014 – 2016\n}\n  Lecturer, University of Hives \\\\ Apia, Samoa\n"
        "\\end{twocol}\n\\begin{onecol}\n\\begin{highlights}\n\\item Taught.\n\\end{highlights}\n"
        "\\end{onecol}\n\\begin{twocol}{\n2012 – 2014\n}\n  Assistant, Nest College \\\\ "
        "Apia, Samoa\n\\end{twocol}",
        "\\subsection{Lecturer}\n\\cventry{2014 -- 2016}{}{University of Hives}{Apia, Samoa}{}"
        "{Tasks:\n"
        "\\begin{itemize}\n\\item Taught.\n\\end{itemize}\n}\n\\subsection{Assistant}\n"
        "\\cventry{2012 -- 2014}{}{Nest College}{Apia, Samoa}{}{}",
        "Lecturer, University of Hives\nStart: 2014 - End: 2016\nLocation: Apia, Samoa\nTaught.\n\n"
        "Assistant, Nest College\nStart: 2012 - End: 2014\nLocation: Apia, Samoa\nCounted.",
        "### Lecturer (2014–2016)\n- **Institution**: University of Hives\n"
        "- Location: Apia, Samoa\n"
        "### Assistant (2012–2014)\n- **Institution**: Nest College\n- Location: Apia, Samoa",
        "2014\n2016\nLecturer, University of Hives, Apia, Samoa\n"
        "2012\n–\n2014\nAssistant, Nest College, Apia, Samoa",
        "| What | Where | When |\n|---|---|---|\n| Lecturer | University of Hives, Apia, Samoa "
        "| 2014–2016 |\n| Assistant | Nest College, Apia, Samoa | 2012–2014 |",
    ],
    ids=[
        "cventry",
        "subheading",
        "table of LaTeX",
        "entry",
        "environment",
        "heading",
        "labels",
        "headings",
        "two dates",
        "Markdown",
    ],
)
def test_an_entry_is_what_its_source_says(text):
    assert jobs(text) == [LECTURER, ASSISTANT]


def test_a_heading_above_several_jobs_is_the_employer_of_each():
    assert jobs("## Hive Ltd\n### Keeper\n2014 – 2016\n- fed bees\n### Manager\n2016 – 2018") == [
        ("Keeper", "Hive Ltd", "", "2014", "2016"),
        ("Manager", "Hive Ltd", "", "2016", "2018"),
    ]


def test_a_job_that_names_no_employer_gets_none():
    text = "\\job{Hive Ltd}{Keeper}{2014 -- 2016}\n\\subjob{Manager}{2012 -- 2014}"
    rows, _left = read_lines(KINDS["experience"], text)
    assert [row.values.get("organisation") for row in rows] == ["Hive Ltd", None]


def test_arguments_that_are_a_sentence_stand_below():
    (row,), _left = read_lines(
        KINDS["experience"],
        r"\cvevent{Lecturer}{Nest College}{2012 -- 2014}{Apia, Samoa}{Taught keepers.}",
    )
    assert row.values["place"] == "Apia, Samoa"
    assert row.values["description"] == "- Taught keepers."


def test_the_same_command_again_is_another_entry_dated_or_not():
    lines = [rf"\cvhonor{{{name}}}{{Bee Society}}{{Apia}}{{}}" for name in ("Wax Prize", "Medal")]
    rows, _left = read_lines(KINDS["awards"], "\n".join(lines))
    assert [row.values["name"] for row in rows] == ["Wax Prize", "Medal"]


def test_lines_of_latex_end_nothing():
    text = (
        "\\begin{itemize}\n"
        "\\item \\textbf{Lecturer}, Laboratory of Wax and Honey, University of the\n"
        "Northern Woods, 2012 -- 2014\n\\end{itemize}"
    )
    assert jobs(text)[0][:2] == ("Lecturer", "University of the Northern Woods")


def test_a_brace_that_was_forgotten_swallows_no_other_entry():
    text = "\\when{2014}{Wax Prize, Bee Society.\\\\\n\\when{2012}{Medal, Bee Society.}"
    rows, _left = read_lines(KINDS["awards"], text)
    assert [row.values["name"] for row in rows] == ["Wax Prize", "Medal"]


def test_a_last_argument_may_name_the_employer_and_an_empty_first_one_tells_more():
    text = (
        "\\cventry{2013--2016}{Lecturer}{}{}{}{University of Hives\\newline Project: wax}\n"
        "\\cventry{2011--2013}{Keeper}{}{}{}{Hive Ltd}"
    )
    assert [job[:2] for job in jobs(text)] == [
        ("Lecturer", "University of Hives"),
        ("Keeper", "Hive Ltd"),
    ]
    text = "\\cvitem{2013}{\\textbf{Keeper}, Hive Ltd}\n\\cvitem{}{Tasks:}\n\\cvitem{}{Bees fed}"
    (row,), _left = read_lines(KINDS["experience"], text)
    assert row.values["description"] == "- Tasks:\n- Bees fed"


def test_items_below_items_are_the_positions_there():
    text = (
        "\\item Bee Happy, Graz\n\\subitem Lecturer (2014 -- 2016)\\\n"
        "\\subitem Assistant (2012 -- 2014)\n\\item Nest College, Graz\n"
        "\\subitem Tutor (2010 -- 2012)"
    )
    assert [job[:2] for job in jobs(text)] == [
        ("Lecturer", "Bee Happy"),
        ("Assistant", "Bee Happy"),
        ("Tutor", "Nest College"),
    ]


def test_of_two_arguments_with_a_date_the_earlier_is_the_start():
    text = "\\experience{Dec 2024}{Keeper}{Hive Ltd}{Oct 2021}"
    assert jobs(text) == [("Keeper", "Hive Ltd", "", "Oct 2021", "Dec 2024")]


def test_no_line_is_counted_away():
    """What stands below the last row is cut off by the number of its line."""
    lines = ["\\cventry", "{2014}", "{Keeper} % of bees", "text", "\\vspace{2em}"]
    assert without_layout(lines) == ["\\cventry {2014} {Keeper}", DROPPED, DROPPED, "text", ""]
    assert without_layout(["", "\\begin{job}{2014}", "text"]) == ["", "\\job{2014}", "text"]


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("2022年4月 蜜蜂大学大学院 博士後期課程 入学", "2022年4月", ""),
        ("2025年3月 蜜蜂大学大学院 博士後期課程 修了", "", "2025年3月"),
        ("Mestrado em Biologia, Universidade das Abelhas, concluído em 2021", "", "2021"),
    ],
)
def test_what_one_began_starts_and_what_one_finished_ends(line, start, end):
    (row,), _left = read_lines(KINDS["education"], line)
    assert (row.values.get("start", ""), row.values.get("end", "")) == (start, end)


def test_arguments_of_a_command_have_the_boxes_that_they_have_in_others():
    lines = (
        "\\cventry{2016}{Conference on Wax}{Hive Hall, Graz}{How bees count flowers}{}{}",
        "\\cventry{2016}{Wax conference}{Hive University, Graz}{How bees dance for them}{}{}",
        "\\cventry{2015}{ECAL days}{Hive University, Graz, Austria}{Swarms and Nests}{}{}",
    )
    row = read_lines(KINDS["talks"], "\n".join(lines))[0][2]
    boxes = row.values["title"], row.values["event"], row.values["place"], row.doubts
    assert boxes == ("Swarms and Nests", "ECAL days, Hive University", "Graz, Austria", [])


def test_a_slash_of_latex_is_one():
    text = "\\cventry{2014--2016}{Laurea, 110\\slash 110}{University of Hives}{Apia}{}{}"
    rows, _left = read_lines(KINDS["education"], text)
    assert rows[0].values["grade"] == "110/110"


def test_the_frame_of_chinese_text_is_none_of_it():
    role, where = (
        f"\\begin{{CJK*}}{{UTF8}}{{gbsn}}{text}\\end{{CJK*}}" for text in ("讲师", "蜜蜂大学")
    )
    text = f"\\cventry{{2014--2016}}{{{role}}}{{{where}}}{{Apia}}{{}}{{}}"
    assert jobs(text) == [("讲师", "蜜蜂大学", "Apia", "2014", "2016")]


def test_layout_within_arguments_is_none_of_what_they_say():
    text = (
        "\\begin{longtable}{@{\\extracolsep{\\fill}}ll}\n2014 & Keeper, "
        "\\href{https://hive.example}{\\textbf{Hive Ltd}}, Graz\\\\"
    )
    assert jobs(text) == [("Keeper", "Hive Ltd", "Graz", "", "2014")]


def test_a_name_that_a_line_breaks_is_read_with_the_courses():
    text = "Bob Drone, Student at Nest School (Graz, CA), with Prof. Eve\tStone and Dr. A. Wax"
    (row,), _left = read_lines(KINDS["teaching"], text)
    assert row.doubts


def test_a_table_of_keys_and_values_says_what_is_what():
    text = (
        "\\ecvitem{Date}{\\textbf{da 01/02/2013 a 30/06/2014}}\n"
        "\\ecvitem{Funzione o posto occupato}{Ape, nido}\n\\ecvitem{Mansioni}\n{Danze.}\n"
        "\\ecvitem{Nome del datore di lavoro}{Mieli, Graz}\n\\ecvitem{Data di fine}{2015}\n"
        "\\ecvitem{Date}{2012}\n\\ecvitem{Funzione o posto occupato}{Fuco}\n"
        "\\ecvitem{Nome del datore di lavoro}{Cera Srl}"
    )
    assert jobs(text) == [
        ("Ape, nido", "Mieli", "Graz", "01.02.2013", "30/06/2014"),
        ("Fuco", "Cera Srl", "", "", "2012"),
    ]
    first, _second = read_lines(KINDS["experience"], text)[0]
    assert (first.values["description"], first.doubts) == (
        "- Mansioni: Danze\n- Data di fine: 2015",
        [],
    )


def test_what_is_bold_is_told_by_the_others():
    text = "\n".join(
        f"\\cvitem{{2014}}{{\\textbf{{{where}.}} {title} (talk)}}"
        for where, title in (
            ("Hive University", "How bees count"),
            ("Comb College", "Of nests"),
            ("Exohives VI", "Of wax and combs"),
        )
    )
    rows, _left = read_lines(KINDS["talks"], text)
    assert (rows[2].values["title"], rows[2].doubts) == ("Of wax and combs", [])


def test_rows_whose_boxes_end_with_layout_are_one_each():
    row = (
        "{} & \\parbox[t]{{0.85\\textwidth}}{{%\n\\textbf{{{}}}\\hfill{{\\footnotesize Hive "
        "University of Wax}}\\newline\n  Graz\\par%\n  \\empty%\n\\vspace{{\\parsep}}}}\\\\\n"
    )
    text = "".join(row.format(year, what) for year, what in ((2014, "Lecturer"), (2012, "Tutor")))
    text = f"\\begin{{longtable}}{{@{{\\extracolsep{{\\fill}}}}ll}}\n{text}\\end{{longtable}}"
    sections, _left = part(f"\\section{{Experience}}\n{text}")
    assert [job[0] for job in jobs(sections["experience"])] == ["Lecturer", "Tutor"]


def test_names_that_have_the_words_of_labels_are_no_keys():
    names = "Data of Hives", "Wax and Combs", "Swarm Institute", "Nests", "Flights"
    items = (f"\\item[{name}]\\hfill {2010 + n}\\\\\n  Tutor\\\\" for n, name in enumerate(names))
    assert [job[-1] for job in jobs("\n".join(items))] == ["2010", "2011", "2012", "2013", "2014"]


def test_a_key_that_comes_again_begins_an_entry_and_one_that_is_missing_goes_on():
    text = (
        "\\gray Degree: & Ph.D. in Bees\\\\\n\\gray Period: & 2015 --- 2020\\\\\n"
        "University: & Hive University, Graz \\\\\n & Comb College\\\\\n"
        "Thesis title: & Of wax\\\\\n\\gray Degree: & M.Sc. in Combs\\\\\n"
        "\\gray Period: & 2011 --- 2014\\\\\nUniversity: & Nest University\\\\"
    )
    rows, _left = read_lines(KINDS["education"], text)
    assert [row.values["degree"] for row in rows] == ["Ph.D.", "M.Sc."]
    assert [row.values["organisation"] for row in rows] == ["Hive University", "Nest University"]
    assert rows[0].values["department"] == "Comb College"
