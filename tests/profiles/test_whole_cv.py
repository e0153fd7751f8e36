"""A whole CV parted at its headings, in eight languages; its entries; files."""

import re
from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from docx import Document

from profiles.items import KINDS
from profiles.pasting import read_lines
from profiles.pasting.documents import without_running_heads
from profiles.pasting.text import with_accents
from profiles.pasting.whole import MAX_PAGES, other_headings, part, text_of

DEGREE = "2012–2016 Ph.D. in Bees, University of Hives"


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("EDUCATION", "education"),
        ("Ausbildung", "education"),
        ("Formation", "education"),
        ("Formación académica", "education"),
        ("Istruzione", "education"),
        ("Formação", "education"),
        ("教育背景", "education"),
        ("学歴", "education"),
        ("Work experience", "experience"),
        ("Beruflicher Werdegang", "experience"),
        ("Experiencia profesional", "experience"),
        ("工作经历", "experience"),
        ("職歴", "experience"),
        ("Honors and awards", "awards"),
        ("Preise und Auszeichnungen", "awards"),
        ("Prix", "awards"),
        ("Premios", "awards"),
        ("受賞", "awards"),
        ("荣誉奖项", "awards"),
        ("Teaching experience", "teaching"),
        ("Lehre", "teaching"),
        ("Invited talks", "talks"),
        ("Grants and funding", "grants"),
        ("Professional service", "service"),
        ("Students", "students"),
        ("EXPÉRIENCE CLINIQUE", "experience"),
        ("Working Experience", "experience"),
        ("Títulos obtenidos", "education"),
        ("4. Distinciones", "awards"),
        ("4\nDistinciones", "awards"),
        ("Actividad docente", "teaching"),
        ("Attività didattica", "teaching"),
        ("Esperienza lavorativa", "experience"),
        ("Expériences d’encadrement", "students"),
        ("Grant proposals, research grants & scholarships", "grants"),
        ("Conference participations & talks", "talks"),
        ("Service to the profession", "service"),
        ("Peer-Reviewed Conference Presentations", "talks"),
        ("【競争的研究資金獲得】", "grants"),
        ("Premi, assegni e riconoscimenti", "awards"),
        ("Assegni di ricerca", "grants"),
        ("Partecipazioni in progetti di ricerca", "projects"),
        ("Tesi di laurea come relatore", "students"),
        ("Terza missione", "service"),
        ("Conférences et séminaires invités", "talks"),
        ("Animation scientifique", "service"),
        ("Akademische Selbstverwaltung", "service"),
        ("Congresos y seminarios", "talks"),
        ("学術貢献", "service"),
        ("<b>AWARDS</b> <i></i>", "awards"),
        ("Research visits", "experience"),
        ("Peer reviews", "service"),
        ("Scienti\ufb01c talks", "talks"),
    ],
)
def test_headings_begin_parts(heading, section):
    parts, left = part(f"Alice Ant\nalice@example.org\n\n{heading}\n\n{DEGREE}\n")
    assert parts == {section: DEGREE}
    assert left == "Alice Ant\nalice@example.org"


@pytest.mark.parametrize(
    "heading",
    [
        "## Education",
        "**Education**",
        "Education\n=========",
        "Education:",
        r"\section{Education}",
        r"\subsection*{Education}",
        r"\begin{rSection}{Education}",
        r"\centerline{\bf Education:}",
        "\uf19d Education",
        "Education   \N{BULLET} Wasps, 2011\nEducation",
        r"{\large\textsc{Education}}",
        r"\mysection{Education}",
        "\\section{\\sc Education\\\\and Studies}\n{\\bf Nest College}, 2009\\\\",
        "\\mbox{{Alice}{\\bf Ant\n\\section{Education}",
    ],
)
def test_headings_may_be_marked(heading):
    assert part(f"{heading}\n{DEGREE}\n")[0]["education"].splitlines()[-1] == DEGREE


def test_a_command_of_several_lines_is_read_as_if_it_were_pasted_alone():
    job = "\\cvevent\n{2012 -- 2014}\n{Keeper}\n{Hive Ltd}\n{\\cvlist{\n\\item Fed bees.\n}}"
    (text,) = part(f"\\section{{Jobs}}\n{job}\n\\end{{document}}\nnotes")[0].values()
    (row,), _left = read_lines(KINDS["experience"], text)
    assert row.values["description"] == "- Fed bees."


def test_a_part_without_rows_here_is_left_in_the_box():
    parts, left = part(
        f"Publications\nAnt, A. On bees. 2016.\n\nEducation\n{DEGREE}\n\nSkills\nHoney"
    )
    assert parts == {"education": DEGREE}
    assert "On bees" in left
    assert "Honey" in left


def test_a_heading_may_stand_right_before_its_first_entry():
    parts, _left = part(f"Education University of Hives, Graz\n{DEGREE}\nAwards\n2015 Honey Cup")
    assert parts["education"] == f"University of Hives, Graz\n{DEGREE}"


@pytest.mark.parametrize(
    "style",
    ["\n{}", "{}:", "3. {}", "\\heading{{{}}}", "■ {}", "\n{}\n"],
    ids=["capitals", "colon", "number", "command", "sign", "blank lines"],
)
def test_an_unknown_heading_written_as_the_known_ones_ends_the_part_above(style):
    def cv(*parts):
        write = str.upper if style == "\n{}" else str
        return "\n".join(f"{style.format(write(head))}\n{entry}" for head, entry in parts)

    unknown = "Vespe, fiori e giardini" if style != "\n{}" else "VESPE, FIORI E GIARDINI"
    parts, left = part(
        cv(
            ("Education", DEGREE),
            ("Awards", "2015 Honey Cup"),
            ("Talks", "2015 Wax"),
            (unknown, "2016 Una vespa"),
        )
    )
    assert parts == {"education": DEGREE, "awards": "2015 Honey Cup", "talks": "2015 Wax"}
    assert left.endswith("2016 Una vespa")
    assert other_headings(left) == [unknown]


@pytest.mark.parametrize(
    "entries",
    [
        "GOLDEN COMB\n2014\nSILVER COMB\n2013\nTHE WAX\n2012",  # directly below the heading
        "2014\nGOLDEN COMB\n2013\nSILVER COMB\n2012\nTHE WAX\n2011\nBLUE WAX\n2010\nRED WAX",
        "2014\nGOLDEN COMB\nWax, honey\nand bees\n2013\nSILVER COMB\nWax",
        "2014: wax\nGOLDEN COMB\nof bees\nSILVER COMB\nof wasps",
        "2014, Golden Comb\n\nOf the Society of Bees\n\n2013, Silver Comb\n\nOf the Nest",
        "2014 Golden Comb\nNEST UNIVERSITY",
    ],
)
def test_an_entry_in_the_style_of_the_headings_begins_no_part(entries):
    parts, left = part(f"EDUCATION\n{DEGREE}\n\nTALKS\nWax\n\nAWARDS\n{entries}")
    assert [parts["awards"], left] == [entries, ""]


@pytest.mark.parametrize("line", ["Research Project", "Ph.D. student", "TEACHING ASSISTANT"])
def test_a_line_of_a_job_begins_no_part(line):
    assert set(part(f"Experience\n{line}\nNest College, 2010")[0]) == {"experience"}


@pytest.mark.parametrize(
    ("heading", "degree", "job"),
    [
        ("学歴・職歴", "2010年3月 蜂大学 理学部 卒業", "2015年4月 蜂研究所 博士研究員"),
        ("Education and employment", DEGREE, "2016–2018 Keeper, Hive Ltd"),
    ],
)
def test_degrees_and_jobs_below_one_heading_are_told_apart(heading, degree, job):
    assert part(f"{heading}\n{job}\n{degree}")[0] == {"education": degree, "experience": job}


@pytest.mark.parametrize(
    ("heading", "awards", "grants"),
    [
        ("Awards and Grants", "2015 Honey Prize", "2016 Bees in towns, €90,000"),
        ("受賞・研究費", "2015年 蜂蜜賞", "2016年 科研費 若手研究"),
        ("Grants, prizes & fellowships", "- Honey Prize, 2015", "- Foundation of Wax\n  2016"),
    ],
)
def test_prizes_and_grants_below_one_heading_are_told_apart(heading, awards, grants):
    assert part(f"{heading}\n{awards}\n{grants}")[0] == {"awards": awards, "grants": grants}


def test_where_a_prize_begins_is_not_plain_they_stay_together():
    text = "Honey Prize of the\nNest, 2015\nBees in towns, €90,000,\nSociety of Wax, 2016"
    assert part(f"Awards and Grants\n{text}")[0] == {"awards": text}


def test_a_job_with_a_word_of_other_parts_ends_none():
    job = "### Software engineer\nHive Ltd, 2014"
    assert part(f"## Jobs\n{job}")[0]["experience"].endswith("Hive Ltd, 2014")


def test_radicals_of_a_pdf_are_signs():
    assert part(f"学歴\n{DEGREE}\n\u2f94語\n英語")[0] == {"education": DEGREE}


def test_words_that_lines_broke_are_whole():
    text = (
        "Sci- ence of Post- Quantum bees, pre- and poststing; 2014- 2016 Lect-\nurer, Universit`a"
    )
    whole = "Science of Post-Quantum bees, pre- and poststing; 2014- 2016 Lecturer, Università"
    assert with_accents(text) == whole
    assert with_accents("the 2\nnd bee of Hawai`i") == "the 2nd bee of Hawaiʻi"


def test_a_heading_of_papers_is_no_talk():
    assert part("【主な発表論文名】\n蜂について, 2016")[0] == {}


def test_what_a_heading_says_in_brackets_begins_no_part():
    parts, left = part(f"Education\n{DEGREE}\n\nPublications (comité de lecture)\nOn bees, 2016")
    assert set(parts) == {"education"}
    assert "On bees" in left


def test_activities_of_no_part_end_the_one_above():
    assert part(f"Education\n{DEGREE}\n\nOther scientific activities\nBees")[0] == {
        "education": DEGREE
    }


def test_a_line_with_a_word_of_a_heading_is_none():
    text = f"Education\n{DEGREE}\nTeaching prize of the school, 2014"
    assert part(text)[0]["education"].count("\n") == 1


@pytest.mark.parametrize(
    "entry",
    [
        "University of Hives\nPh.D. in Bees\n2012–2016",
        "2012–2016\nPh.D. in Bees\nUniversity of Hives",
        "- Ph.D. in Bees, 2012–2016\n  - University of Hives",
        "### Ph.D. in Bees\nUniversity of Hives, 2012–2016",
    ],
)
def test_an_entry_of_several_lines_is_a_row(entry):
    parts, _left = part(f"# Education\n\n{entry}\n\n2010–2012 M.Sc. in Wasps, Nest College\n")
    rows, _left = read_lines(KINDS["education"], parts["education"])
    found = [(row.values["degree"], row.values["organisation"], row.values["end"]) for row in rows]
    assert found == [("Ph.D.", "University of Hives", "2016"), ("M.Sc.", "Nest College", "2012")]


@pytest.mark.parametrize(
    "text",
    [
        "2012–2016 Keeper, Hive Ltd\n- Counted bees\n- Made honey",
        "2012–2016 Keeper, Hive Ltd\n\n- Counted bees\n- Made honey",
        "Hive Ltd\n\n\nKeeper, 2012–2016\n- Counted bees and made honey",
        "\\cventry{2012--2016}{Keeper}{Hive Ltd}{Apia}{}{}\n"
        "\\begin{itemize}\n\\item Counted bees\n\\end{itemize}",
    ],
)
def test_what_has_no_date_says_more_about_a_job(text):
    parts, _left = part(f"# Experience\n\n{text}\n\n2010–2012 Beginner, Nest Ltd\n")
    rows, _left = read_lines(KINDS["experience"], parts["experience"])
    found = [(row.values["role"], row.values["organisation"], row.values["end"]) for row in rows]
    assert found == [("Keeper", "Hive Ltd", "2016"), ("Beginner", "Nest Ltd", "2012")]
    assert "bees" in rows[0].values["description"]


def test_what_only_lays_out_is_not_read():
    text = f"""---
title: CV
---
% \\section{{Old}}
\\section{{Education}}
\\vspace{{2mm}}
{{% include base_path %}}
<ul>
{DEGREE} % a remark
</ul>
\\newpage
"""
    assert part(text.replace("\\\\", "\\")) == ({"education": DEGREE}, "")


# --- Files ----------------------------------------------------------------------------------------


def pdf(pages, *lines, drawn=""):
    """The least that is a PDF: on each page the lines, each as pieces (font, size, text). A tab
    in a text is a gap without a blank. What else is drawn comes before.
    """
    drawn += "BT 40 700 Td"
    for line in lines:
        for font, size, text in line:
            escaped = re.sub(r"([()])", r"\\\1", text).replace("\t", ")-180(")
            drawn += f" /{font} {size} Tf [({escaped})] TJ"
        drawn += " 0 -20 Td"
    drawn = f"{drawn} ET".encode()
    kids = " ".join(f"{number + 7} 0 R" for number in range(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /FontAwesome >>",
    ]
    objects += [
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
        b" /Resources << /Font << /F1 3 0 R /F2 5 0 R /F3 6 0 R >> >> >>"
    ] * pages
    out, places = BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, 2)
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1))
    out.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return SimpleUploadedFile("cv.pdf", out.getvalue())


def test_text_of_a_pdf():
    text = "Ph.D. in Bees, University of Hives, 2016"
    assert text_of(pdf(1, [("F1", 12, text)])) == text


@pytest.mark.parametrize(
    ("font", "size", "heads"),
    [
        ("F1", 14, ["Studies", "2. Hives and wasps", "Wax (since 2014)"]),
        ("F2", 12, ["STUDIES", "HIVES AND WASPS", "WAX"]),
    ],
    ids=["larger", "bold capitals"],
)
def test_lines_of_a_pdf_that_stand_out_are_its_headings(font, size, heads):
    lines = [[("F2", 20, "Alice Ant")]]
    for head in heads:
        lines += [[(font, size, head)], [("F1", 12, "Queen of the nest")]]
        lines += [[("F2", 12, "BSc"), ("F1", 12, " of bees, with honours")]]
    below = "\nQueen of the nest\nBSc of bees, with honours"
    assert text_of(pdf(1, *lines)) == "\n".join(
        ["Alice Ant", *(f"# {head}{below}" for head in heads)]
    )


def test_a_heading_of_a_pdf_between_a_picture_and_its_text_stands_above_it():
    heads, lines = ("Studies", "Hives", "Wax"), []
    for head in heads:
        lines.append([("F3", 14, "cap"), ("F2", 16, f" {head}"), ("F1", 12, " - Queen of bees")])
        lines.append([("F1", 12, "Nest")])
    assert text_of(pdf(1, *lines)) == "\n".join(
        f"# {head}\n- Queen of bees\nNest" for head in heads
    )


def test_glued_words_of_a_pdf_are_parted_at_gaps():
    text = "Counting\tHoneybees\tInside\tGardens"
    assert text_of(pdf(1, [("F1", 12, text)])) == text.replace("\t", " ")


def test_words_of_a_pdf_that_stand_each_in_a_line_of_its_own_are_put_together():
    """Google Docs draws each word by itself."""
    lines = [(20, {0: "Queen", 39: "of", 53: "bees", 79: ",", 85: "Nest"})]
    lines += [(40, {0: "Keeper", 42: "2014"})]
    drawn = "".join(
        f"BT /F1 12 Tf 1 0 0 -1 {at} {height} Tm 0 -19 Td ({word}) Tj ET "
        for height, words in lines
        for at, word in words.items()
    )
    drawn = f"q .75 0 0 -.75 72 756 cm {drawn} Q "
    assert text_of(pdf(1, drawn=drawn)) == "Queen of bees, Nest\nKeeper 2014"


def test_an_accent_that_a_pdf_prints_by_itself_is_on_its_letter():
    drawn = "".join(
        f"BT /F1 12 Tf 1 0 0 1 {left} 600 Tm ({text}) Tj ET "
        for left, text in [(40, "Queen M"), (92, "\\310"), (91, "uller")]
    )
    assert text_of(pdf(1, drawn=drawn)) == "Queen M¨uller"


def test_a_hyphen_at_the_end_of_a_line_of_a_pdf_stays_before_a_capital_alone():
    lines = ["Keeper of honey-", "bees and Wax-", "Hive"]
    found = text_of(pdf(1, *[[("F1", 12, line)] for line in lines]))
    assert found == "Keeper of honeybees and Wax-Hive"


def test_columns_of_a_pdf_are_parted_by_tabs():
    lines = [(600, "2005-2007", "Lecturer", "University of Hives"), (580, "2004", "Fellow", "Nest")]
    drawn = "".join(
        f"BT /F1 12 Tf 1 0 0 1 {left} {height} Tm ({text}) Tj ET "
        for height, *cells in lines
        for left, text in zip((40, 140, 320), cells, strict=True)
    )
    assert text_of(pdf(1, drawn=drawn)) == (
        "2005-2007\tLecturer\tUniversity of Hives\n2004\tFellow\tNest"
    )


def test_a_date_that_a_pdf_draws_before_the_text_beside_it_stands_in_its_line():
    cells = [(40, "2004"), (40, "2012"), (140, "Keeper of bees"), (140, "Counter of drones")]
    drawn = "".join(
        f"BT /F1 12 Tf 1 0 0 1 {left} {height} Tm ({text}) Tj ET "
        for height, (left, text) in zip((600, 580, 600, 580), cells, strict=True)
    )
    assert text_of(pdf(1, drawn=drawn)).split("\n") == [
        "2004\tKeeper of bees",
        "2012\tCounter of drones",
    ]


def test_text_of_a_word_document_has_headings_bullets_in_bullets_and_rows_of_tables():
    document, out = Document(), BytesIO()
    document.add_heading("Jobs", 1)
    document.add_paragraph("Keeper, 2014", style="List Bullet")
    document.add_paragraph("fed bees", style="List Bullet 2")
    cells = document.add_table(1, 2).rows[0].cells
    cells[0].text, cells[1].text = "2016\n2014", "Lecturer\nKeeper\tHive Ltd"
    document.save(out)
    assert text_of(SimpleUploadedFile("cv.docx", out.getvalue())).splitlines() == [
        "# Jobs",
        "- Keeper, 2014",
        "  - fed bees",
        "2016\tLecturer",
        "2014\tKeeper\tHive Ltd",
    ]


def test_what_each_page_repeats_is_no_line():
    pages = [[f"Alice Ant – {n}", f"Keeper, {n}", "Hive", "fed bees", "2014"] for n in "123"]
    lines = without_running_heads(pages).splitlines()
    assert "Alice Ant – 1" not in lines
    assert "Hive" in lines
    assert without_running_heads([["1 Ant", "Hive"], ["2 Ant", "Nest"]]) == "Hive\nNest"
    assert "Ant" in without_running_heads([["2014 Ant", "Hive"], ["2016 Ant", "Nest"]])


@pytest.mark.parametrize(
    ("file", "why"),
    [(pdf(MAX_PAGES + 1, [("F1", 12, "Bees")]), "more than 40 pages"), (pdf(1), "no text in it")],
)
def test_a_pdf_without_bounds_or_text_is_refused(file, why):
    with pytest.raises(ValidationError, match=why):
        text_of(file)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_in_its_encoding(encoding):
    file = SimpleUploadedFile("cv.txt", "Universität der Bienen".encode(encoding))
    assert text_of(file) == "Universität der Bienen"
