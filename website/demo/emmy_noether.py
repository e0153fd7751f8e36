"""Emmy Noether.

Facts: MacTutor History of Mathematics; Encyclopaedia Britannica; Mathematics Genealogy Project;
Noether's Gesammelte Abhandlungen; Bryn Mawr College. Texts: the Vitae team.
"""

from website.demo.content import Person, item, paper

BIOGRAPHY = """\
Emmy Noether changed two sciences. To physicists she gave the theorem that ties every continuous
symmetry of an action

$$S = \\int L(q, \\dot q, t)\\,dt$$

to a quantity that is conserved: symmetry in time yields energy, symmetry in space yields momentum.
To mathematicians she gave abstract algebra as it is taught today, in which a ring is *Noetherian*
when every ascending chain of ideals $I_1 \\subseteq I_2 \\subseteq \\dots$ becomes stationary.

She was born in Erlangen on 23 March 1882, the daughter of the mathematician Max Noether, and took
her doctorate there in 1907. For seven years she worked at the university without pay. In 1915
[David Hilbert](https://en.wikipedia.org/wiki/David_Hilbert) and Felix Klein called her to
Göttingen, where at first her lectures had to be announced under Hilbert's name; the right to
lecture under her own came in 1919. Round her gathered the lively circle known as the *Noether
boys*.

Dismissed in April 1933 with the other Jewish professors, she went to Bryn Mawr College in
Pennsylvania, and lectured each week in Princeton. She died on 14 April 1935 after an operation.
"""

BIOGRAPHY_ZH = """\
埃米·诺特改变了两门学科。她给物理学家留下一条定理：作用量的每一个连续对称性都对应一个守恒量，
时间平移对称给出能量守恒，空间平移对称给出动量守恒。她也让抽象代数成为今天的样子：
如果一个环的每条理想升链 $I_1 \\subseteq I_2 \\subseteq \\dots$ 最终都不再增大，这个环就叫作诺特环。

她 1882 年 3 月 23 日生于埃尔朗根，1907 年获博士学位，此后七年无薪工作。1915 年，
希尔伯特和克莱因邀请她到哥廷根，起初她的课只能以希尔伯特的名义开设，1919 年才获得授课资格。

1933 年 4 月她被解职，之后到美国布林莫尔学院任教，并每周到普林斯顿讲课。1935 年 4 月 14 日去世。
"""

PERSON = Person(
    slug="emmy-noether",
    name="Emmy Noether",
    record={
        "given_name": "Emmy",
        "family_name": "Noether",
        "other_names": "Amalie Emmy Noether\nE. Noether",
        "pronouns": "she/her",
        "theme": "moss",
        "layout": "centred",
        "headline": "Algebraist. *Symmetries, chains of ideals, and the general case.*",
        "biography": BIOGRAPHY,
        "interests": "- Ideal theory in commutative rings\n- Non-commutative algebras and their "
        "representations\n- Invariants and the calculus of variations",
        "location": "Bryn Mawr, Pennsylvania",
        "postal_address": "Department of Mathematics\nBryn Mawr College\nBryn Mawr, Pennsylvania",
    },
    translations={
        "zh-hans": {
            "display_name": "埃米·诺特",
            "headline": "代数学家：对称、理想链，以及最一般的情形。",
            "biography": BIOGRAPHY_ZH,
            "location": "美国宾夕法尼亚州布林莫尔",
        }
    },
    selected=(
        "noether1918invariante",
        "noether1921idealtheorie",
        "brauer1932beweis",
        "noether1932hyperkomplexe",
    ),
    items=(
        item(
            "Affiliation",
            role="Visiting professor of mathematics",
            organisation="Bryn Mawr College",
            organisation_url="https://www.brynmawr.edu/",
        ),
        item(
            "Advisorship",
            name="Paul Gordan",
            url="https://en.wikipedia.org/wiki/Paul_Gordan",
            end="1907",
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Emmy_Noether"),
        item(
            "ResearcherLink",
            kind="website",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Noether_Emmy/",
            position=1,
        ),
        item(
            "ResearcherLink",
            kind="wikidata",
            url="https://www.wikidata.org/wiki/Q7099",
            position=2,
        ),
        item(
            "Section",
            kind="interests",
            heading="What I work on",
            translations={"zh-hans": {"heading": "研究方向"}},
        ),
        item("Section", kind="education"),
        item(
            "Section",
            kind="teaching",
            heading="Lectures",
            translations={"zh-hans": {"heading": "授课"}},
        ),
        item(
            "Section",
            kind="students",
            position=45,
            heading="The Noether school",
            translations={"zh-hans": {"heading": "诺特学派"}},
            limit=4,
            arrangement="manual",
        ),
        item(
            "Education",
            degree="Dr. phil.",
            field_of_study="Mathematics",
            organisation="University of Erlangen",
            place="Erlangen",
            start="1904",
            end="1907",
            grade="summa cum laude",
            advisor="[Paul Gordan](https://en.wikipedia.org/wiki/Paul_Gordan)",
            thesis="Über die Bildung des Formensystems der ternären biquadratischen Form",
            description="More than three hundred forms, all written out. She later had no kind "
            "word for it.",
        ),
        item(
            "Experience",
            kind="visiting",
            role="Visiting professor",
            organisation="Bryn Mawr College",
            organisation_url="https://www.brynmawr.edu/",
            place="Bryn Mawr, Pennsylvania",
            start="Fall 1933",
            end="April 1935",
            description="With weekly lectures at the Institute for Advanced Study in Princeton.",
        ),
        item(
            "Experience",
            kind="employment",
            role="Nichtbeamteter außerordentlicher Professor",
            organisation="University of Göttingen",
            place="Göttingen",
            start="1922",
            end="April 1933",
            description="A title without a salary; a small paid lectureship in algebra was added "
            "in 1923.",
        ),
        item(
            "Experience",
            kind="teaching",
            role="Privatdozentin",
            organisation="University of Göttingen",
            place="Göttingen",
            mentor="[David Hilbert](https://en.wikipedia.org/wiki/David_Hilbert) and "
            "[Felix Klein](https://en.wikipedia.org/wiki/Felix_Klein)",
            start="4 June 1919",
            end="1922",
            description="- Habilitation at the second attempt, after the war\n"
            "- From 1915 to 1919, lectures announced under Hilbert’s name:\n"
            "  - hers in all but the title\n  - unpaid",
        ),
        item(
            "Experience",
            kind="volunteering",
            role="Lecturer and researcher, unpaid",
            organisation="University of Erlangen",
            place="Erlangen",
            start="1908",
            end="1915",
        ),
        item(
            "Teaching",
            title="Gruppentheorie und hyperkomplexe Zahlen",
            role="Lecturer",
            organisation="University of Göttingen",
            dates="Winter 1927",
            description="B. L. van der Waerden’s notes of it became the paper of 1929.",
        ),
        item(
            "Teaching",
            title="Weekly lectures on algebra",
            role="Lecturer",
            organisation="Institute for Advanced Study",
            organisation_abbreviation="IAS",
            dates="Spring 1934, Fall 1934 & Spring 1935",
        ),
        item(
            "Award",
            name="Ackermann–Teubner Memorial Award",
            alternate_name="Alfred-Ackermann-Teubner-Gedächtnispreis",
            alternate_language="de",
            awarder="University of Leipzig",
            dates="1932",
            co_recipients="Emil Artin",
            note="For all of their mathematical work.",
        ),
        item(
            "Talk",
            title="Hyperkomplexe Systeme in ihren Beziehungen zur kommutativen Algebra und zur "
            "Zahlentheorie",
            kind="keynote",
            event="International Congress of Mathematicians",
            event_url="https://www.mathunion.org/",
            place="Zürich",
            date="Sept 1932",
            description="The first plenary lecture by a woman at a congress of mathematicians; "
            "the next one came in 1990.",
        ),
        item(
            "Grant",
            title="Support of a displaced scholar",
            funder="Emergency Committee in Aid of Displaced German Scholars; "
            "Rockefeller Foundation",
            role="Scholar",
            start="1933",
            end="1935",
        ),
        item(
            "Service",
            kind="editorial",
            role="Editorial work, unnamed on the title page",
            body="Mathematische Annalen",
        ),
        item(
            "Student",
            name="Grete Hermann",
            url="https://en.wikipedia.org/wiki/Grete_Hermann",
            level="doctoral",
            topic="Die Frage der endlich vielen Schritte in der Theorie der Polynomideale",
            end="1926",
            now="Philosopher of physics and educator",
        ),
        item(
            "Student",
            name="Max Deuring",
            url="https://en.wikipedia.org/wiki/Max_Deuring",
            end="1930",
            position=1,
        ),
        item(
            "Student",
            name="Jakob Levitzki",
            url="https://en.wikipedia.org/wiki/Jakob_Levitzki",
            end="1929",
            position=2,
        ),
        item(
            "Student",
            name="Chiungtze C. Tsen",
            url="https://en.wikipedia.org/wiki/Chiungtze_C._Tsen",
            topic="Algebren über Funktionenkörpern",
            end="1934",
            position=3,
            translations={"zh-hans": {"name": "曾炯之"}},
        ),
        item(
            "NewsItem",
            date="1932",
            headline="An award and a congress",
            body="The *Ackermann–Teubner Award*, with Emil Artin, and a plenary lecture in Zürich, "
            "in the year of the [Brauer–Hasse–Noether theorem]"
            "(https://en.wikipedia.org/wiki/Albert%E2%80%93Brauer%E2%80%93Hasse%E2%80%93Noether_theorem).",
            papers=("brauer1932beweis", "noether1932hyperkomplexe"),
            translations={
                "zh-hans": {
                    "headline": "一项奖与一次大会",
                    "body": "与埃米尔·阿廷同获阿克曼—托伊布纳奖，"
                    "并在苏黎世国际数学家大会上作大会报告。",
                }
            },
        ),
        item(
            "NewsItem",
            date="June 1919",
            body="May lecture under her own name at last: *Habilitation* in Göttingen.",
        ),
    ),
    papers=(
        paper(
            "noether1918invariante",
            short_name="Noether’s theorem",
            tldr="Every continuous symmetry of an action $S$ gives a conservation law.",
            topics=("Symmetry", "Mathematical physics"),
            versions=(
                {
                    "title": "Invariant Variation Problems",
                    "entry_type": "article",
                    "status": "published",
                    "date": "1971",
                    "container_title": "Transport Theory and Statistical Physics",
                    "doi": "10.1080/00411457108231446",
                    "arxiv": "physics/0503066",
                },
            ),
            translations={
                "zh-hans": {"tldr": "作用量 $S$ 的每个连续对称性都给出一条守恒定律。"},
            },
        ),
        paper(
            "noether1921idealtheorie",
            tldr="Rings in which every chain $I_1 \\subseteq I_2 \\subseteq \\dots$ stops growing.",
            topics=("Algebra",),
        ),
        paper("noether1932hyperkomplexe", presentation="keynote", topics=("Algebra",)),
        paper("brauer1932beweis", topics=("Algebra", "Number theory")),
    ),
)
