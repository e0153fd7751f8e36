"""Alan Turing.

Facts: Hodges, Alan Turing: The Enigma; the Turing Digital Archive; MacTutor History of
Mathematics; the papers themselves. Texts, in both languages: the Vitae team.
"""

from website.demo.content import PICTURES, Person, item, paper

BIOGRAPHY = """\
Alan Turing asked what it means to compute, and answered with a machine that needs only a tape, a
head and a table of rules. With it he showed in 1936, hardly out of his studies, that no general
procedure can decide whether a given statement follows from given axioms. The same paper contains
the *universal* machine, which can imitate every other one once it is told how: the idea of the
stored program.

He was born in London on 23 June 1912 and studied at King’s College, Cambridge, and in Princeton
with [Alonzo Church](https://en.wikipedia.org/wiki/Alonzo_Church). At Bletchley Park he designed the
*bombe* that found the daily settings of the Enigma and led the attack on the naval traffic. After
the war he drew up a complete computer, the ACE, for the National Physical Laboratory, and from 1948
he worked in Manchester, where he proposed to replace the question whether machines think by an
imitation game.

His last great paper explains how spots and stripes can arise from two substances that react and
diffuse,

$$\\frac{\\partial u}{\\partial t} = f(u, v) + D_u \\nabla^2 u, \\qquad
\\frac{\\partial v}{\\partial t} = g(u, v) + D_v \\nabla^2 v.$$

Convicted in 1952 for loving a man, he died on 7 June 1954. A royal pardon came in 2013.
"""

BIOGRAPHY_ZH = """\
艾伦·图灵追问“计算”究竟是什么，并用一台只有纸带、读写头和规则表的机器作了回答。1936 年，
刚完成学业的他以此证明：不存在一种通用方法，能判定任意命题是否可由给定的公理推出。同一篇论文还提出了*通用*机器，
只要得到说明，它就能模仿任何其他机器，这正是存储程序的思想。

他 1912 年 6 月 23 日生于伦敦，先后在剑桥大学国王学院和普林斯顿学习。在布莱切利园，他设计了
破解恩尼格玛密码的“炸弹机”。战后他为英国国家物理实验室设计了 ACE 计算机，1948 年起在曼彻斯特工作，
提出以“模仿游戏”代替“机器能思考吗”这一问题。

1954 年 6 月 7 日他去世；2013 年获得王室赦免。
"""

PATTERN = "A labyrinth of dark stripes on a pale ground, grown from two reacting substances"

WRITING = f"""\
![{PATTERN}]()

Five ways into the work, easiest first.

1. *Solvable and Unsolvable Problems* (1954): puzzles, and why some have no method. For everybody.
2. *Computing Machinery and Intelligence* (1950): the imitation game, with nine objections answered.
3. *The Chemical Basis of Morphogenesis* (1952): read the introduction and look at the pictures.
4. *Intelligent Machinery* (1948): machines that learn, twenty years early.
5. *On Computable Numbers* (1936): sections 1 to 6 need no more than patience. Mind the corrections.
"""

PERSON = Person(
    slug="alan-turing",
    name="Alan Turing",
    record={
        "given_name": "Alan",
        "family_name": "Turing",
        "other_names": "Alan Mathison Turing\nAlan M. Turing\nA. M. Turing",
        "pronouns": "he/him",
        "headline": "Mathematician. *What can be computed, and can it think?*",
        "biography": BIOGRAPHY,
        "interests": "- Computability, and what lies beyond it\n- Machines that learn\n"
        "- Leaves, spots and the numbers of Fibonacci",
        "location": "Manchester",
        "postal_address": "Computing Machine Laboratory\nThe University\nManchester 13",
        "email": "alan.turing@example.org",
        "email_display": "plain",
    },
    translations={
        "zh-hans": {
            "display_name": "艾伦·图灵",
            "headline": "数学家：什么可以计算？它会思考吗？",
            "biography": BIOGRAPHY_ZH,
            "location": "曼彻斯特",
        }
    },
    selected=(
        "turing1936computable",
        "turing1950computing",
        "turing1952chemical",
        "turing1939systems",
    ),
    items=(
        item(
            "Affiliation",
            role="Deputy director, Computing Machine Laboratory",
            organisation="University of Manchester",
            organisation_url="https://www.manchester.ac.uk/",
        ),
        item(
            "Advisorship",
            name="M. H. A. Newman",
            url="https://en.wikipedia.org/wiki/Max_Newman",
            role="Mentor",
            start="1935",
            end="1936",
        ),
        item(
            "Advisorship",
            name="Alonzo Church",
            url="https://en.wikipedia.org/wiki/Alonzo_Church",
            start="1936",
            end="1938",
            position=1,
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Alan_Turing"),
        item(
            "ResearcherLink",
            kind="wikidata",
            url="https://www.wikidata.org/wiki/Q7251",
            position=1,
        ),
        item(
            "ResearcherLink",
            kind="website",
            label="Turing Digital Archive",
            url="https://turingarchive.kings.cam.ac.uk/",
            position=2,
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Turing/",
            position=3,
        ),
        item("Picture", image=PICTURES / "turing-pattern.png", alt=PATTERN),
        item("Page", title="Where to begin", slug="where-to-begin", body=WRITING),
        item(
            "Page",
            title="A note on names",
            slug="names",
            in_menu=False,
            body="He signed papers *A. M. Turing*. The words *Turing machine* are not his: "
            "Alonzo Church used them first, in a review of 1937.",
        ),
        item("Redirect", old_path="/papers/", target="publications/"),
        item("Redirect", old_path="/start.html", target="where-to-begin/"),
        item(
            "Section",
            kind="publications",
            heading="Selected papers",
            translations={"zh-hans": {"heading": "代表论文"}},
            limit=5,
        ),
        item("Section", kind="experience"),
        item(
            "Section",
            kind="awards",
            heading="Honours",
            translations={"zh-hans": {"heading": "荣誉"}},
        ),
        item(
            "Section",
            kind="text",
            heading="Running",
            translations={"zh-hans": {"heading": "跑步"}},
            body="Nearly every day, and far. In August 1947 he finished fifth in the marathon "
            "championship of the Amateur Athletic Association, in 2 hours 46 minutes.",
        ),
        item(
            "Education",
            degree="Ph.D.",
            field_of_study="Mathematics",
            organisation="Princeton University",
            organisation_url="https://www.princeton.edu/",
            place="Princeton, New Jersey",
            start="Sept 1936",
            end="June 1938",
            advisor="[Alonzo Church](https://en.wikipedia.org/wiki/Alonzo_Church)",
            thesis="Systems of Logic Based on Ordinals",
        ),
        item(
            "Education",
            degree="B.A.",
            field_of_study="Mathematics",
            organisation="University of Cambridge",
            department="King’s College",
            place="Cambridge",
            start="1931",
            end="1934",
            grade="First class, with distinction",
        ),
        item(
            "Experience",
            role="Reader and deputy director, Computing Machine Laboratory",
            organisation="University of Manchester",
            department="Department of Mathematics",
            place="Manchester",
            mentor="[M. H. A. Newman](https://en.wikipedia.org/wiki/Max_Newman)",
            start="1948",
            end="7 June 1954",
        ),
        # A draft: the plan of 1953, which did not come true. It also shows an expected end.
        item(
            "Experience",
            role="Reader in the Theory of Computing (as planned in 1953)",
            organisation="University of Manchester",
            start="1953",
            end="expected 1963",
            published_at=None,
        ),
        item(
            "Experience",
            kind="research",
            role="Scientific officer",
            organisation="National Physical Laboratory",
            organisation_abbreviation="NPL",
            organisation_url="https://www.npl.co.uk/",
            department="Mathematics Division",
            place="Teddington",
            start="Oct 1945",
            end="1948",
            description="Design of the Automatic Computing Engine, down to the cost.",
        ),
        item(
            "Experience",
            kind="other",
            role="Head of Hut 8",
            organisation="Government Code and Cypher School",
            organisation_abbreviation="GC&CS",
            department="Naval Enigma",
            place="Bletchley Park",
            start="1940",
            end="1942",
            description="- Naval Enigma\n  - reconstructed how the message keys were hidden\n"
            "  - *Banburismus*, a statistical method that spared the bombes\n"
            "    - evidence was weighed in *bans*, a tenth of one being about the least that "
            "a person can feel",
        ),
        item(
            "Experience",
            kind="other",
            role="Cryptanalyst",
            organisation="Government Code and Cypher School",
            organisation_abbreviation="GC&CS",
            place="Bletchley Park",
            start="4 Sept 1939",
            end="1940",
            description="Designed the British *bombe*, which Gordon Welchman made far quicker "
            "with his diagonal board.",
        ),
        item(
            "Award",
            name="Fellow of the Royal Society",
            abbreviation="FRS",
            url="https://royalsociety.org/",
            awarder="The Royal Society, London",
            dates="March 1951",
        ),
        item(
            "Award",
            name="Officer of the Order of the British Empire",
            abbreviation="OBE",
            dates="1946",
            note="For the work at Bletchley Park, which nobody was allowed to mention.",
        ),
        item(
            "Award",
            name="Jane Eliza Procter Fellowship",
            awarder="Princeton University",
            dates="1937-1938",
        ),
        item("Award", name="Smith’s Prize", awarder="University of Cambridge", dates="1936"),
        item(
            "Talk",
            title="The Automatic Computing Engine",
            kind="invited",
            event="London Mathematical Society",
            event_url="https://www.lms.ac.uk/",
            place="London",
            date="20 February 1947",
            description="Probably the first lecture on what programmers would do all day.",
            links=(("Turing Digital Archive", "https://turingarchive.kings.cam.ac.uk/"),),
        ),
        item(
            "Talk",
            title="Can Digital Computers Think?",
            kind="other",
            event="BBC Third Programme",
            event_url="https://www.bbc.co.uk/",
            date="15 May 1951",
        ),
        item(
            "Talk",
            title="Checking a Large Routine",
            kind="conference",
            event="Conference on High Speed Automatic Calculating Machines",
            place="Cambridge",
            date="June 1949",
        ),
        item(
            "Teaching",
            title="Foundations of Mathematics",
            role="Lecturer",
            organisation="University of Cambridge",
            dates="Spring 1939",
            description="In the same term Wittgenstein taught a course of the same name; Turing "
            "sat in it and disagreed.",
        ),
        item(
            "Project",
            title="Automatic Computing Engine (ACE)",
            role="designer",
            start="1945",
            end="1948",
            description="A stored-program computer, planned to the last valve. A smaller version, "
            "the [Pilot ACE](https://en.wikipedia.org/wiki/Pilot_ACE), ran its first program in "
            "1950.",
            links=(
                ("History", "https://en.wikipedia.org/wiki/Automatic_Computing_Engine"),
                ("NPL", "https://www.npl.co.uk/"),
            ),
            papers=("turing1945proposed",),
        ),
        item(
            "NewsItem",
            date="Oct 1950",
            headline="Can machines think?",
            body="*Mind* prints a game for three players in place of that question. For the "
            "mathematics behind the machine, see [@turing1936computable].",
            papers=("turing1950computing", "turing1936computable"),
            page="where-to-begin",
        ),
        item("NewsItem", date="March 1951", body="Elected a Fellow of the Royal Society."),
        item(
            "NewsItem",
            date="23 June 2021",
            body="The Bank of England’s new [fifty-pound note]"
            "(https://www.bankofengland.co.uk/banknotes/50-pound-note) shows Turing, and a table "
            "from *On Computable Numbers*.",
            papers=("turing1936computable",),
        ),
        # A draft: only its editors see it.
        item(
            "NewsItem",
            date="1953",
            body="Counting the spirals of sunflowers and fir cones; results to follow.",
            published_at=None,
        ),
    ),
    papers=(
        paper(
            "turing1936computable",
            short_name="Turing machine",
            tldr="What a machine can write down, digit by digit, and why no machine can decide "
            "all of logic.",
            topics=("Computability",),
            translations={
                "zh-hans": {"tldr": "机器能逐位写出什么，以及为什么没有机器能判定整个逻辑。"}
            },
        ),
        paper("turing1937definability", topics=("Computability",)),
        paper("turing1939systems", topics=("Computability",)),
        paper(
            "turing1950computing",
            short_name="Imitation game",
            tldr="Do not ask whether it thinks; ask whether you can tell.",
            topics=("Machine intelligence",),
        ),
        paper(
            "turing1952chemical",
            tldr="Diffusion, of all things, can create patterns.",
            cover=PICTURES / "turing-pattern.png",
            cover_alt=PATTERN,
            topics=("Mathematical biology",),
        ),
        paper("turing1948intelligent", topics=("Machine intelligence",)),
        paper(
            "turing1945proposed",
            short_name="ACE",
            topics=("Computing machines",),
            links=(
                ("website", "History", "https://en.wikipedia.org/wiki/Automatic_Computing_Engine"),
            ),
        ),
        paper("turing1950checking", presentation="oral", topics=("Programming",)),
    ),
)
