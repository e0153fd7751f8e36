"""A pasted list of a CV becomes rows; what is not understood stands in their notes."""

import pytest

from profiles.items import KINDS
from profiles.pasting import MOST_LINES, read_lines


def values(section, text):
    lines, _left = read_lines(KINDS[section], text)
    return [line.values for line in lines]


@pytest.mark.parametrize(
    ("section", "line", "expected"),
    [
        (
            "education",
            "- Ph.D. in Bees, University of Hives, 2014 – 2018",
            {
                "degree": "Ph.D.",
                "field_of_study": "Bees",
                "organisation": "University of Hives",
                "start": "2014",
                "end": "2018",
            },
        ),
        (
            "education",
            "2014 – 2018, Universität Honigau, Dr. rer. nat.",
            {
                "degree": "Dr. rer. nat.",
                "organisation": "Universität Honigau",
                "start": "2014",
                "end": "2018",
            },
        ),
        (
            "experience",
            "2019 - present\tHive Ltd\tHead keeper",
            {"role": "Head keeper", "organisation": "Hive Ltd", "start": "2019", "end": "present"},
        ),
        (
            "awards",
            "1. Honey Prize, Guild of Keepers, 2016 & 2018",
            {"name": "Honey Prize", "awarder": "Guild of Keepers", "dates": "2016 & 2018"},
        ),
        (
            "grants",
            "Warm hives, Bee Fund, 2020 to 2023",
            {"title": "Warm hives", "funder": "Bee Fund", "start": "2020", "end": "2023"},
        ),
        (
            "talks",
            "How bees count, Apimondia, Kyiv, Sept 2013",
            {"title": "How bees count", "event": "Apimondia", "place": "Kyiv", "date": "Sept 2013"},
        ),
        (
            "students",
            "Dora Dee, PhD, since 2021",
            {"name": "Dora Dee", "level": "doctoral", "start": "2021", "end": "present"},
        ),
        (
            "service",
            "Area chair: BeeConf, HiveConf, 2022",
            {
                "role": "Area chair",
                "body": "BeeConf, HiveConf",
                "dates": "2022",
                "kind": "organising",
            },
        ),
        (
            "talks",
            "HiveConf 2019 – Talk – ‘How bees count’",
            {"title": "How bees count", "event": "HiveConf", "date": "2019"},
        ),
        (
            "talks",
            "Apimondia 2021 – Poster – How bees count",
            {"title": "How bees count", "event": "Apimondia", "kind": "poster"},
        ),
        (
            "talks",
            "2023, 2024\t28. Workshop der Imker: Dances",
            {"title": "Dances", "event": "28. Workshop der Imker", "date": "2023"},
        ),
        (
            "talks",
            "EBP6, How bees count from afar\tJuly 2019",
            {"title": "How bees count from afar", "event": "EBP6", "date": "July 2019"},
        ),
        (
            "talks",
            "Apimondia 2019: Bees of the South\tTalk: How bees count\t2019",
            {"title": "How bees count", "event": "Apimondia 2019: Bees of the South"},
        ),
        (
            "talks",
            "HiveConf (Graz, 2019): How bees count",
            {"title": "How bees count", "event": "HiveConf", "place": "Graz"},
        ),
        (
            "grants",
            "Co-Investigator - ‘Counting bees’ funded through Bee Fund (£100k; 2023)",
            {"role": "Co-Investigator", "title": "Counting bees", "funder": "Bee Fund"},
        ),
        (
            "awards",
            "Merit Student by Hive University, Graz, 2018",
            {"name": "Merit Student", "awarder": "Hive University"},
        ),
        (
            "teaching",
            "Assistant for R course (Hive University, 2012, 2014)",
            {"role": "Assistant", "title": "R course", "dates": "2012, 2014"},
        ),
        (
            "education",
            "Ph.D. in Bees (advisor: Alice Bee, University of Combs), University of Hives, 2014",
            {"advisor": "Alice Bee", "organisation": "University of Hives"},
        ),
        (
            "education",
            "Laurea in Api, Alma Mater Alveare - Università di Miele, 2014",
            {"organisation": "Alma Mater Alveare - Università di Miele"},
        ),
        (
            "education",
            "Doctorat\tUniversité de la Ruche, Informatique\tNancy, France\t2014",
            {"field_of_study": "Informatique", "place": "Nancy, France"},
        ),
        (
            "experience",
            "Keeper of hives, University of Hives, 2018\n• Worked as assistant",
            {"role": "Keeper of hives", "description": "- Worked as assistant"},
        ),
        (
            "experience",
            "\\cventry{Avr.--Aou. 2019}{Stagiaire}{Institut de la Ruche}{}{Nantes--France}{}",
            {"place": "Nantes–France", "organisation": "Institut de la Ruche"},
        ),
        (
            "experience",
            "Research Associate, Bee Physics Laboratory (Seattle, U.S.A.), 2017",
            {"organisation": "Bee Physics Laboratory", "place": "Seattle, U.S.A."},
        ),
        (
            "experience",
            "2015-2017 Geschäftsführende Direktorin des Instituts für Honig der Universität Wabe",
            {"role": "Geschäftsführende Direktorin", "organisation": "Universität Wabe"},
        ),
        (
            "experience",
            "Data Scientist @ Zumbador, Graz, Austria, 2018",
            {"role": "Data Scientist", "organisation": "Zumbador", "place": "Graz, Austria"},
        ),
        (
            "experience",
            "Guest, International Institute of Bees, 2018",
            {"role": "Guest", "organisation": "International Institute of Bees"},
        ),
        (
            "teaching",
            "2020 Tutor per il corso Danze presso il Dipartimento di Api dell’Università di Miele",
            {
                "role": "Tutor",
                "title": "Danze",
                "department": "Dipartimento di Api",
                "organisation": "Università di Miele",
            },
        ),
        (
            "talks",
            "2023 HiveConf 2023 - Oslo (Norway).\tI gave a poster showing How bees count (PDF).",
            {"title": "How bees count", "event": "HiveConf 2023", "place": "Oslo (Norway)"},
        ),
        (
            "experience",
            r"\cvitem{2013--2016}{\textbf{Coordinateur} du Réseau Miel, Université de la Ruche}",
            {"role": "Coordinateur", "organisation": "Université de la Ruche"},
        ),
        (
            "talks",
            "Bee, Alice, and Bob Wasp. May 2010. How bees count, and why. Hive Society. Graz, AT.",
            {"title": "How bees count, and why", "event": "Hive Society", "place": "Graz, AT"},
        ),
        (
            "experience",
            "University of Hives, 2010–2012\nResearch Assistant, Laboratory of Bees",
            {"role": "Research Assistant", "department": "Laboratory of Bees"},
        ),
        (
            "experience",
            r"\item[2008- 2009] \textbf{Investigadora}\\"
            "\nProyecto MIEL 1234567.\\\\\nTema: Abejas.\\\\\nUniversidad de la Colmena.",
            {"role": "Investigadora", "organisation": "Universidad de la Colmena"},
        ),
        (
            "teaching",
            "* 课程名: 养蜂学\n  * 授课教师: 王小蜂\n  * 课程地点: 蜜蜂大学",
            {"title": "养蜂学", "organisation": "蜜蜂大学"},
        ),
        (
            "grants",
            "Co-PI: Bees of the Andes. Hive Society. $25,000. 2015",
            {"role": "Co-PI", "title": "Bees of the Andes", "funder": "Hive Society"},
        ),
        (
            "awards",
            "Honey Travel Award, $1,500, Honorable Mention, 2018",
            {"name": "Honey Travel Award, Honorable Mention", "awarder": None},
        ),
        (
            "awards",
            "Prize for Bees, Wasps and Flies (2018) - Hive University",
            {"name": "Prize for Bees, Wasps and Flies", "awarder": "Hive University"},
        ),
        (
            "awards",
            "2018\tNational prize\tPrix Alice Abeille de la thèse",
            {"name": "National prize, Prix Alice Abeille de la thèse"},
        ),
        (
            "experience",
            "2014 - 2016: Hilfskraft, Honigstadt\nKartieren, GIS, Excel",
            {"role": "Hilfskraft", "place": "Honigstadt", "organisation": None},
        ),
        (
            "awards",
            "2004 Assegnista di ricerca presso la Scuola di Api, titolo “Danze”",
            {"name": "Assegnista di ricerca", "awarder": "Scuola di Api"},
        ),
        (
            "education",
            "PhD, Bees\t2014 – 2018\tHive College\nSupervisors: Dr Bo Wasp (University of Nests)",
            {"organisation": "Hive College", "department": None},
        ),
        (
            "awards",
            "Winner – Honey Contest of Kyiv, 2018",
            {"name": "Winner, Honey Contest of Kyiv", "awarder": None},
        ),
        (
            "talks",
            "HiveConf (May 2021, Graz, Austria)\n- Contributed talk: “How bees count”",
            {"title": "How bees count", "event": "HiveConf", "place": "Graz, Austria"},
        ),
        (
            "talks",
            "University of Hives: Invitation to a seminar, 13.3.2009",
            {"title": "Invitation to a seminar", "event": "University of Hives"},
        ),
        (
            "teaching",
            "Tutor - Dances of bees (From 2018 - Ongoing)\n- Bachelor in Bees, Hive University",
            {"role": "Tutor", "title": "Dances of bees", "dates": "2018 – present"},
        ),
        (
            "talks",
            "Talk at HiveConf (Oslo, Norway): How bees count, May 2014",
            {"title": "How bees count", "event": "HiveConf", "place": "Oslo, Norway"},
        ),
        (
            "talks",
            "\\cventry{Talk}{HiveConf}{Oslo}{May 2014}{\\begin{cvitems} \\item {Dances}}",
            {"title": "Dances", "event": "HiveConf", "place": "Oslo"},
        ),
        (
            "talks",
            "„Wie Bienen zählen“, eingeladener Vortrag, Institut für Zoologie, Universität Wien",
            {"title": "Wie Bienen zählen", "event": "Institut für Zoologie, Universität Wien"},
        ),
        (
            "talks",
            "2014年5月，“蜜蜂如何计数”，第五届全国蜂学大会，昆明（口头报告）",
            {"title": "蜜蜂如何计数", "event": "第五届全国蜂学大会", "place": "昆明"},
        ),
        (
            "teaching",
            "2014 Lecturer at University of Hives: Dances (lecture, 4 SWS), B.Sc. Biology",
            {"role": "Lecturer", "title": "Dances", "organisation": "University of Hives"},
        ),
        (
            "teaching",
            "動物学概論（非常勤講師）北海道大学 2014年",
            {"role": "非常勤講師", "title": "動物学概論", "organisation": "北海道大学"},
        ),
        (
            "teaching",
            "\\cvevent{Tutor}{University of Hives}{2014}{Graz}\n\\begin{itemize}\n\\item Dances",
            {"role": "Tutor", "title": "Dances", "place": "Graz"},
        ),
        (
            "talks",
            "Baker, A. B., and Eve Stone, “How bees count,” Hive!Con 2021 (July 29, 2021)",
            {"title": "How bees count", "event": "Hive!Con 2021", "date": "July 29, 2021"},
        ),
        (
            "talks",
            "Presented at: Hive Symposium, Oslo, 2021\nSubject of talk: “How bees count”",
            {"title": "How bees count", "event": "Hive Symposium", "place": "Oslo"},
        ),
        (
            "talks",
            "Wax, Workshop\non Bees, Wasps and Flies (2021) [speaker]",
            {"title": "Wax", "event": "Workshop on Bees, Wasps and Flies"},
        ),
        (
            "teaching",
            "’14 & ’16 Tutor in Combs, University of Hives",
            {"role": "Tutor", "title": "Combs", "dates": "2014 & 2016"},
        ),
        (
            "teaching",
            "Esercitatore di Matematica presso la Classe di Miele per il programma API, Scuola",
            {"role": "Esercitatore", "title": "Matematica"},
        ),
        (
            "awards",
            "\\cvitem{2019}{\\nth{1} Prize, Hive College for the paper: Dances}",
            {"name": "1st Prize", "awarder": "Hive College"},
        ),
        (
            "awards",
            "EMBH Fellowship, Rejected, 2017",
            {"name": "EMBH Fellowship", "awarder": None, "note": "Rejected"},
        ),
        (
            "experience",
            "Juill. 2015 Lecturer Graz, Austria\nHive Ltd",
            {"role": "Lecturer", "place": "Graz, Austria", "organisation": "Hive Ltd"},
        ),
        (
            "experience",
            "Lecturer, School of Waxes, XJTLU, 2月 2021 - 10月 2023",
            {"organisation": "XJTLU", "department": "School of Waxes", "start": "2/2021"},
        ),
        (
            "education",
            "2013 -- Present PhD in Waxes, University of Hives, expected March 2016",
            {"field_of_study": "Waxes", "start": "2013", "end": "expected March 2016"},
        ),
        (
            "students",
            "Main supervisor of Bob Miller, undergraduate student, 2026",
            {"name": "Bob Miller", "level": "bachelor"},
        ),
        (
            "projects",
            "Hivebook, https://hive.example",
            {"title": "Hivebook", "description": "https://hive.example"},
        ),
        (
            "experience",
            "\\begin{timeitems}[Head Keeper, Samoa]{Hive Institute}{May 2014 -- June 2016}\n"
            "\\item Counted.\n\\end{timeitems}",
            {
                "role": "Head Keeper",
                "organisation": "Hive Institute",
                "place": "Samoa",
                "description": "- Counted.",
            },
        ),
        (
            "education",
            "2014 – 2016\n(3)\nDoctorat en Informatique Université de la Ruche",
            {"degree": "Doctorat en Informatique", "organisation": "Université de la Ruche"},
        ),
        (
            "education",
            "M.Sc. Physik, Universität Wabe, 2014\nMasterarbeit: “Tänze” bei Prof. Eva Lind´ı",
            {"thesis": "Tänze", "advisor": "Prof. Eva Lindí", "place": None},
        ),
        (
            "education",
            "Thèse, Université de la Ruche (2014), sous la direction de Luc Moreau. Sa suite.",
            {"advisor": "Luc Moreau"},
        ),
        (
            "experience",
            "Keeper, Hive Ltd, 2014\n- Told of the ``dance effect'' in combs",
            {"description": "- Told of the “dance effect” in combs"},
        ),
        (
            "awards",
            "\\item {Honey Prize, Hive Society, 2014}",
            {"name": "Honey Prize", "awarder": "Hive Society"},
        ),
        (
            "teaching",
            "* [Danzas](./danzas/), University of Hives, 2014",
            {"title": "Danzas", "url": None},
        ),
        (
            "education",
            "\\resumeSubheading{蜂巢大学（Hive University）}{格拉茨，奥地利}{学士，蜂学}"
            "{2010.09 -- 2014.06}{GPA: 3.5/4； 课程：舞蹈、蜂蜡}",
            {
                "organisation": "蜂巢大学（Hive University）",
                "place": "格拉茨, 奥地利",
                "description": "课程：舞蹈、蜂蜡",
            },
        ),
        (
            "education",
            "WAX Technical Institute - WT and Combs Course, Graz, 2014",
            {"organisation": "WAX Technical Institute"},
        ),
        (
            "grants",
            "- 蜜蜂の踊りの解明\n    (科研費 基盤C 分担：2023-2026)",
            {
                "title": "蜜蜂の踊りの解明",
                "funder": "科研費 基盤C",
                "role": "分担",
                "start": "2023",
            },
        ),
        (
            "experience",
            "\\textbf{Small Hives Lab,} College Park, MD\n\\newline Assistant \\hfill 2014",
            {"organisation": "Small Hives Lab", "place": "College Park, MD"},
        ),
        (
            "teaching",
            "2014. TA, Experimental Combs Lab, University of Hives.",
            {"title": "Experimental Combs Lab", "role": "TA", "department": None},
        ),
        (
            "awards",
            "\\years{2014}Terzo posto con i Cerchi alla Hive Challenge.",
            {"awarder": "Hive Challenge", "note": None},
        ),
        (
            "experience",
            "- 日本学術振興会 海外特別研究員, University of Hives, 2026-",
            {"role": "日本学術振興会 海外特別研究員", "department": None},
        ),
        (
            "experience",
            "* **Diretoria de Mel (DM) - UFMG**,\n2014 - Presente\n  * Cargo: Secretário",
            {"role": "Secretário", "place": None},
        ),
        (
            "talks",
            "HiveConf, Graz, Austria.\nPresentación. “Danzas”.\n2014",
            {"title": "Danzas", "place": "Graz, Austria"},
        ),
        (
            "education",
            "\\cventry{Março 2020 - Dezembro 2026 (expectativa)}{Doutorado}{Universidade do Mel}"
            "{Graz}{}{}",
            {"end": "Dezembro 2026 (expectativa)", "description": None},
        ),
        (
            "experience",
            "Intern, Hive Labs, Graz, Austria, 06-09/2013, 06-09/2012\n- Told of \uf35d combs",
            {"end": "09/2013", "description": "06-09/2012\n\n- Told of  combs"},
        ),
        (
            "experience",
            "Gast, Universität Wabe, 19 – 23 Jul. 2021",
            {"start": "19 Jul.2021", "end": "23 Jul.2021"},
        ),
        ("awards", "令和元年度 蜂巣大学 総代", {"dates": "2019年", "name": "総代"}),
        (
            "experience",
            "Assistant Department of Bees, University of Hives, 2014",
            {"role": "Assistant", "department": "Department of Bees"},
        ),
        (
            "education",
            "2014 MSc in Bee Language Engineering University of Hives, Samoa",
            {"field_of_study": "Bee Language Engineering", "organisation": "University of Hives"},
        ),
        (
            "service",
            "Membre du comité de Miel, 2014",
            {"role": "Membre", "body": "comité de Miel"},
        ),
        (
            "experience",
            "2014-...\n:    **Keeper** of hives, University of Hives, Laboratory of Combs and all\n"
            "     Dances, Graz\n     * <!-- none --> fed bees [@moreau2014]",
            {
                "role": "Keeper of hives",
                "department": "Laboratory of Combs and all Dances",
                "description": "- fed bees [@moreau2014]",
            },
        ),
        (
            "education",
            "\\rowtwo{\\textbf{M.Sc.}, Nest INP-WAX, Graz, Austria}{2014}\n"
            "\\rowmore{Diploma in \\href{https://hive.example}{Combs, Wax, and Dances}.}",
            {
                "degree": "M.Sc.",
                "organisation": "Nest INP-WAX",
                "description": "- Diploma in Combs, Wax, and Dances.",
            },
        ),
        (
            "experience",
            "\\entry{2014}{Keeper}{Wax}{\\begin{itemize}\\vspace{-3mm}\\item Fed\\end{itemize}}",
            {"description": "- Fed"},
        ),
        (
            "experience",
            "Assistant\tHive Security Graz, Austria\t2014",
            {"organisation": "Hive Security", "place": "Graz, Austria"},
        ),
        (
            "experience",
            "SOFTWARE DEVELOPER - INTERNSHIP 2014\nWax GmbH, Graz, Austria",
            {"role": "SOFTWARE DEVELOPER - INTERNSHIP", "place": "Graz, Austria"},
        ),
        (
            "awards",
            "2014 Bourse doctorale École de Miel",
            {"name": "Bourse doctorale", "awarder": "École de Miel"},
        ),
        (
            "experience",
            "Principal Developer\nseit 2014 Wabe GmbH\n- Pflege des Galileo Combs Simulator (GCS)",
            {"department": None, "description": "- Pflege des Galileo Combs Simulator (GCS)"},
        ),
        (
            "awards",
            "\\cvitem{2014}{Hive Research Award, Grant Awardee, Nestville, TN}",
            {"awarder": None, "note": "Grant Awardee, Nestville, TN"},
        ),
        (
            "experience",
            "Assistant\nMayo 2014 – Septiembre 2014 / Graz, Austria\nHive Ltd",
            {"place": "Graz, Austria"},
        ),
        (
            "education",
            "Okt 2012 – Mär 2014\nM.Sc. Physik, Universität Wabe\nDie Arbeit über die Tänze der "
            "Bienen in der großen Stadt am Main gewann\nden Preis für die beste Masterarbeit im "
            "Fach Wachs an der Universität Wabe im Jahr 2014.",
            {"degree": "M.Sc. Physik", "end": "Mär 2014"},
        ),
        (
            "awards",
            "2020\t令和元年度 養蜂大学 巣箱研究賞",
            {"dates": "2020", "name": "巣箱研究賞"},
        ),
        (
            "education",
            r"""\textbf{Hive University,} Boston, MA \newline
\emph{B.Sc., Bees} (GPA: 3.9/4.3, Major GPA: 4.1/4.3) \rdate{2009--2013}""",
            {
                "degree": "B.Sc., Bees",
                "place": "Boston, MA",
                "grade": "GPA: 3.9/4.3",
                "description": "Major GPA: 4.1/4.3",
            },
        ),
        (
            "experience",
            "avr. – juil.\n2014\nEnseignant, Université de la Ruche",
            {"start": "avr.2014", "end": "juil. 2014"},
        ),
        (
            "education",
            "2010 Licenciada, Facultad de Ciencias Exactas, Abejas y Miel, Univ. de Cera",
            {"department": "Facultad de Ciencias Exactas, Abejas y Miel"},
        ),
        (
            "experience",
            "2025 Hive University, Department of Bees (Research Assistant)",
            {"role": "Research Assistant", "organisation": "Hive University"},
        ),
        (
            "experience",
            "2016 University Intern at the University of Graz",
            {"role": "University Intern", "organisation": "University of Graz"},
        ),
        (
            "education",
            "2010\t**Bachelor of Science** mit der Arbeit: Warme Waben. Gutachter: Bob Brandt",
            {
                "degree": "Bachelor of Science",
                "thesis": "Warme Waben",
                "advisor": "Bob Brandt",
            },
        ),
        (
            "grants",
            "2026 – 2027: Research grant provided by the Honey Program (350,000 yen)",
            {"title": "Research grant", "funder": "Honey Program", "amount": "350,000 yen"},
        ),
        (
            "service",
            "2024: Committee Member at Conference on Hives (HIVE), Education",
            {"role": "Committee Member", "body": "Conference on Hives (HIVE), Education"},
        ),
        (
            "talks",
            "*Warm hives?* in **Nestville Wax Workshop**, Kyoto, Japan. 2014",
            {"title": "Warm hives?", "event": "Nestville Wax Workshop", "place": "Kyoto, Japan"},
        ),
        (
            "talks",
            "*Hives*. Wax Workshop, Graz, Austria. [https://wax.org/1](https://wax.org/1). 2014",
            {"event": "Wax Workshop", "place": "Graz, Austria"},
        ),
        (
            "teaching",
            "Waxing Networks WS2021/2022",
            {"title": "Waxing Networks", "dates": "WS2021 – 2022"},
        ),
        (
            "education",
            "2025 PhD, Hive University, Rotterdam, the Netherlands",
            {"place": "Rotterdam, the Netherlands"},
        ),
        (
            "education",
            "University of Hives\nPhD, Final Grade: Summa Cum Laude 2016–2020",
            {"degree": "PhD", "grade": "Final Grade: Summa Cum Laude"},
        ),
        (
            "awards",
            "2026 Winner, Bees for a Better World Competition",
            {"name": "Winner, Bees for a Better World Competition"},
        ),
        (
            "experience",
            "2005–2007 Lecturer University College Nest",
            {"role": "Lecturer", "organisation": "University College Nest"},
        ),
    ],
)
def test_pasted_line_fills_its_boxes(section, line, expected):
    (row,) = values(section, line)
    assert {name: row.get(name) for name in expected} == expected


def test_a_school_in_bold_is_that_of_each_course_below_it():
    items = "\\item Dances (BEE 101) \\hfill{Fall 2023}\n\\item Wax (BEE 220) \\hfill{Fall 2022}\n"
    rows = values("teaching", f"\\textbf{{Hive University}}\n\\begin{{itemize}}\n{items}")
    assert [row["title"] for row in rows] == ["Dances", "Wax"]
    assert {row["organisation"] for row in rows} == {"Hive University"}


def test_a_name_in_german_quotes_goes_on_in_no_further_line():
    first = "\\cvitem{06/2018 -- 10/2019}{Mitarbeit in der AG „Wabe“ am Institut für Bienen}"
    rows = values("service", f"{first}\n\\cvitem{{10/2017}}{{Sprecherin des Imkerbunds}}")
    assert [row["dates"] for row in rows] == ["06/2018 – 10/2019", "10/2017"]


def test_keys_and_values_in_commands_are_one_entry():
    text = "\\cvitem{Azienda}{Alveare S.p.A.}\n\\cvitem{Intervallo temporale}{2018 - in essere}\n"
    (row,) = values("experience", text + "\\cvitem{Ruolo}{Custode}")
    expected = {"role": "Custode", "organisation": "Alveare S.p.A.", "start": "2018"}
    assert {name: row[name] for name in expected} == expected


def test_a_role_and_a_school_above_nothing_but_courses_are_those_of_each():
    text = "Tutor, University of Hives\nDances (Fall 2014)\nWax (Spring 2015)"
    for row, title in zip(values("teaching", text), ("Dances", "Wax"), strict=True):
        assert (row["role"], row["title"], row["organisation"]) == (
            "Tutor",
            title,
            "University of Hives",
        )


def test_short_years_are_told_by_one_that_is_no_month():
    rows = values("experience", "2012-14 Hive University, Lecturer\n2007-12 Nest College, Reader")
    assert [(row["start"], row["end"]) for row in rows] == [("2012", "2014"), ("2007", "2012")]
    (row,) = values("experience", "2007-12 Nest College, Reader")
    assert row["end"] == "2007-12"


def test_a_role_in_brackets_before_a_course_below_a_school_of_capitals():
    items = "\\item Fall 2019: [Tutor] BEE201: Dances\n\\item Fall 2018: [Tutor] BEE212: Wax\n"
    rows = values("teaching", f"\\textbf{{KAIST}}\n\\begin{{itemize}}\n{items}")
    assert [(row["title"], row["role"]) for row in rows] == [("Dances", "Tutor"), ("Wax", "Tutor")]
    assert {row["organisation"] for row in rows} == {"KAIST"}


def test_a_line_that_is_understood_in_part_loses_no_word():
    text = (
        "Honey Prize — Guild (with a medal, and seven jars) 2016, see [photos](https://a.example/b)"
    )
    for kind in KINDS.values():
        if kind.compact:
            (line,), _left = read_lines(kind, text)
            kept = " ".join(line.values.values())
            assert all(word in kept for word in ("Honey", "Guild", "seven jars", "a.example/b"))


def test_what_found_no_box_is_named():
    (line,), _left = read_lines(KINDS["awards"], "Honey Prize, Bee Guild, with seven jars, 2020")
    assert line.unread == "with seven jars"
    assert line.values["note"] == "with seven jars"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Reader of hives, 2018, with seven jars of honey", "Reader of hives"),
        (
            "2018, Reader of hives, with seven jars of honey",
            "Reader of hives, with seven jars of honey",
        ),
    ],
    ids=["behind-a-date", "no-date-between"],
)
def test_a_title_goes_on_in_small_letters_only_where_no_date_is_between(text, name):
    (line,), _left = read_lines(KINDS["awards"], text)
    assert line.values["name"] == name


def test_lines_around_tell_the_order_of_one_whose_words_say_nothing():
    known = "Lecturer | University of Hives | 2012\nAssistant | Nest College | 2010\n"
    unknown = "Zumbador | Colmenar del Sur | 2008"
    (alone,), _left = read_lines(KINDS["experience"], unknown)
    *_known, beside = read_lines(KINDS["experience"], known + unknown)[0]
    assert "organisation" in alone.doubts
    assert beside.doubts == []
    assert beside.values["role"] == "Zumbador"
    assert beside.values["organisation"] == "Colmenar del Sur"


def test_lines_around_turn_the_order_of_one_whose_words_say_nothing():
    known = "University of Hives | Lecturer | 2012\nNest College | Assistant | 2010\n"
    *_known, row = values("experience", f"{known}Colmenar del Sur | Zumbador | 2008")
    assert (row["role"], row["organisation"]) == ("Zumbador", "Colmenar del Sur")


def test_words_tell_more_than_the_order_of_lines_around():
    text = "Guild of Keepers, Honey Prize, 2014\nBee Society, Wax Prize, 2012\n"
    *_around, row = values("awards", f"{text}Queen Award, Bulletin of Bees, 2010")
    assert (row["name"], row["awarder"]) == ("Queen Award", "Bulletin of Bees")


def test_lines_around_that_differ_tell_no_order():
    text = "Lecturer | Nest College | 2012\nHive Institute | Tutor | 2010\nZumbador | Panal | 2008"
    *_around, row = values("experience", text)
    (alone,) = values("experience", "Zumbador | Panal | 2008")
    assert row == alone


def test_a_column_with_commas_is_one_thing():
    (row,) = values("awards", "Best Keeper Award | Fair of Hives, Woods and Lakes | 2014")
    assert row["awarder"] == "Fair of Hives, Woods and Lakes"


def test_a_column_that_was_passed_over_is_a_doubt():
    (line,), _left = read_lines(
        KINDS["education"], "Counting and dancing | Hive University | Certificate | 2012"
    )
    assert line.values["field_of_study"] == "Counting and dancing"
    assert line.doubts == ["field_of_study"]


def test_the_list_of_a_latex_entry_stands_below():
    text = (
        r"\cventry{2012--2016}{Lecturer}{Nest College}{Apia}{}{\begin{itemize}"
        r"\item fed bees \item sold honey \end{itemize}}"
    )
    (row,) = values("experience", text)
    assert row["description"] == "- fed bees\n- sold honey"
    assert row["organisation"] == "Nest College"


def test_bullets_below_a_line_go_with_it():
    rows = values(
        "experience", "* Keeper, Hive Ltd, 2019\n\n  - fed bees\n  - sold honey\n* Cook, Inn"
    )
    assert [row["role"] for row in rows] == ["Keeper", "Cook"]
    assert rows[0]["description"] == "- fed bees\n- sold honey"


def test_lines_that_are_too_many_are_handed_back():
    lines, left = read_lines(
        KINDS["awards"], "\n".join(f"Prize {n}" for n in range(MOST_LINES + 2))
    )
    assert len(lines) == MOST_LINES
    assert left == f"Prize {MOST_LINES}\nPrize {MOST_LINES + 1}"


@pytest.mark.parametrize(
    "text",
    ["", " \n\n", "-", "[" * 5000, "2020 " * 99, "\t|" * 99, '"Honey Cup" Sunshine Award'],
)
def test_no_text_is_too_odd(text):
    for kind in KINDS.values():
        if kind.compact:
            read_lines(kind, text)
