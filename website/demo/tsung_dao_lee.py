"""Tsung-Dao Lee.

Facts: the Nobel Prize site; Encyclopaedia Britannica; Columbia University; the papers themselves.
Texts, in both languages: the Vitae team.
"""

from website.demo.content import Person, item, paper, zh

BIOGRAPHY = """\
Tsung-Dao Lee asked a question that nobody had thought necessary. Two particles then called
$\\theta$ and $\\tau$ seemed to be one and the same, except that

$$\\theta^+ \\to \\pi^+ + \\pi^0, \\qquad \\tau^+ \\to \\pi^+ + \\pi^+ + \\pi^-$$

end in states of opposite parity. In the spring of 1956 Lee and
[Chen-Ning Yang](https://en.wikipedia.org/wiki/Yang_Chen-Ning) went through everything known about
the weak interaction and found no evidence at all that it respects mirror symmetry. They listed
experiments that could decide. [Chien-Shiung Wu](https://en.wikipedia.org/wiki/Chien-Shiung_Wu) did
one of them, and in December 1957 the two theorists stood in Stockholm, Lee just thirty-one years
old.

He was born in Shanghai on 24 November 1926, studied on the move in wartime China, and came to
Chicago in 1946 to be a student of Enrico Fermi. From 1953 on, with one interval in Princeton, he
taught at Columbia University. His other work ranges from phase transitions to solitons. In the
1980s the [CUSPEA](https://en.wikipedia.org/wiki/CUSPEA) examinations that he began brought some
nine hundred Chinese students of physics to American universities. He died in San Francisco on
4 August 2024.
"""

BIOGRAPHY_ZH = """\
李政道提出了一个别人觉得不必问的问题。当时称为 $\\theta$ 和 $\\tau$ 的两种粒子看来是同一种，只是

$$\\theta^+ \\to \\pi^+ + \\pi^0, \\qquad \\tau^+ \\to \\pi^+ + \\pi^+ + \\pi^-$$

的末态宇称相反。1956 年春，他与杨振宁检查了弱相互作用的全部已知实验，发现没有一个能证明它遵守镜像
对称，并列出了可以作出判断的实验。吴健雄完成了其中之一；1957 年 12 月，两位理论家便来到
斯德哥尔摩领奖，李政道当时年仅三十一岁。

他 1926 年 11 月 24 日生于上海，在战时的中国辗转求学，1946 年赴芝加哥师从费米。1953 年起，
除在普林斯顿的一段时间外，他一直任教于哥伦比亚大学。他发起的 CUSPEA 考试使约九百名中国学生赴美攻读
物理学。2024 年 8 月 4 日他在旧金山去世。
"""

PERSON = Person(
    slug="tsung-dao-lee",
    name="Tsung-Dao Lee",
    native_name="李政道",
    record={
        "native_language": "zh-Hans",
        "given_name": "Tsung-Dao",
        "family_name": "Lee",
        "other_names": "T. D. Lee\nT.-D. Lee\nTsung Dao Lee",
        "pronouns": "he/him",
        "theme": "indigo",
        "layout": "centred",
        "headline": "Theoretical physicist. *What if the mirror is wrong?*",
        "biography": BIOGRAPHY,
        "interests": "- Symmetries, and how they break\n- Phase transitions: zeros on the circle "
        "$|z| = 1$\n- Field theory that can be solved",
        "location": "New York",
    },
    translations=zh(
        display_name="李政道",
        headline="理论物理学家：镜子会不会错？",
        biography=BIOGRAPHY_ZH,
        location="纽约",
    ),
    selected=("lee1956question", "lee1957parity", "lee1952statistical", "lee1965weak"),
    items=(
        # Elsewhere: the people whose names papers print, and who have no pages here.
        item(
            "publications.Coauthor",
            names="C. N. Yang\nChen Ning Yang",
            url="https://www.nobelprize.org/prizes/physics/1957/yang/facts/",
        ),
        item(
            "Affiliation",
            role="University Professor",
            organisation="Columbia University",
            organisation_url="https://www.columbia.edu/",
            department="Department of Physics",
            translations=zh(role="校级教授", organisation="哥伦比亚大学", department="物理系"),
        ),
        item(
            "Affiliation",
            role="Professor",
            organisation="Institute for Advanced Study",
            organisation_abbreviation="IAS",
            organisation_url="https://www.ias.edu/",
            start="1960",
            end="1963",
            position=1,
        ),
        item(
            "Advisorship",
            name="Enrico Fermi",
            url="https://en.wikipedia.org/wiki/Enrico_Fermi",
            start="1946",
            end="1950",
            translations=zh(name="恩里科·费米"),
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Tsung-Dao_Lee"),
        item(
            "ResearcherLink",
            kind="website",
            label="Nobel Prize",
            url="https://www.nobelprize.org/prizes/physics/1957/lee/facts/",
            position=1,
        ),
        item(
            "Section",
            kind="talks",
            heading="Lectures",
            translations=zh(heading="演讲"),
        ),
        item(
            "Education",
            degree="Ph.D.",
            field_of_study="Physics",
            organisation="University of Chicago",
            organisation_url="https://www.uchicago.edu/",
            place="Chicago",
            start="1946",
            end="1950",
            advisor="[Enrico Fermi](https://en.wikipedia.org/wiki/Enrico_Fermi)",
            description="On the hydrogen in white dwarf stars.",
        ),
        item(
            "Education",
            degree="Undergraduate studies",
            field_of_study="Physics",
            organisation="National Southwest Associated University",
            place="Kunming",
            start="1945",
            end="1946",
            translations=zh(
                degree="本科学习",
                field_of_study="物理学",
                organisation="国立西南联合大学",
                place="昆明",
            ),
        ),
        item(
            "Experience",
            role="Professor, from 1984 University Professor",
            organisation="Columbia University",
            department="Department of Physics",
            place="New York",
            start="1963",
            end="2012",
            translations=zh(organisation="哥伦比亚大学"),
        ),
        item(
            "Experience",
            role="Assistant, associate and, from 1956, full professor",
            organisation="Columbia University",
            department="Department of Physics",
            place="New York",
            start="1953",
            end="1960",
            description="- Full professor at twenty-nine\n- The parity question\n"
            "  - asked with C. N. Yang\n  - answered upstairs by C. S. Wu",
        ),
        item(
            "Experience",
            role="Professor",
            organisation="Institute for Advanced Study",
            organisation_abbreviation="IAS",
            organisation_url="https://www.ias.edu/",
            place="Princeton, New Jersey",
            start="1960",
            end="1963",
        ),
        item(
            "Award",
            name="Nobel Prize in Physics",
            url="https://www.nobelprize.org/prizes/physics/1957/summary/",
            alternate_name="诺贝尔物理学奖",
            alternate_language="zh-Hans",
            awarder="Royal Swedish Academy of Sciences",
            dates="1957",
            co_recipients="Chen-Ning Yang",
            note="For their penetrating look at the laws of parity.",
        ),
        item("Award", name="Albert Einstein Award in Science", dates="1957"),
        item(
            "Talk",
            title="Weak Interactions and Nonconservation of Parity",
            kind="invited",
            event="Nobel Lecture",
            event_url="https://www.nobelprize.org/prizes/physics/1957/lee/lecture/",
            place="Stockholm",
            date="11 December 1957",
            links=(("Text", "https://www.nobelprize.org/prizes/physics/1957/lee/lecture/"),),
        ),
        item(
            "Service",
            kind="outreach",
            role="Founder",
            body="China–U.S. Physics Examination and Application (CUSPEA)",
            url="https://en.wikipedia.org/wiki/CUSPEA",
            dates="1979-1989",
        ),
        item(
            "NewsItem",
            date="10 Dec 1957",
            headline="The Nobel Prize in Physics",
            body="Half each, to [C. N. Yang](https://en.wikipedia.org/wiki/Yang_Chen-Ning) and "
            "T. D. Lee, for the question of 1956. The [laureates’ page]"
            "(https://www.nobelprize.org/prizes/physics/1957/summary/) tells the story.",
            pinned=True,
            papers=("lee1956question", "lee1957parity"),
            translations=zh(
                headline="诺贝尔物理学奖",
                body="授予杨振宁与李政道，各得一半，表彰 1956 年提出的问题。",
            ),
        ),
        item(
            "NewsItem",
            date="Oct 1956",
            body="The question of parity is in print.",
            papers=("lee1956question",),
        ),
    ),
    papers=(
        paper(
            "lee1956question",
            tldr="No experiment so far shows that weak interactions respect the mirror; here are "
            "some that could tell.",
            topics=("Weak interaction", "Symmetry"),
            awards=(
                (
                    "Work honoured by the Nobel Prize in Physics 1957",
                    "https://www.nobelprize.org/prizes/physics/1957/summary/",
                ),
            ),
            versions=(
                {
                    "title": "Is Parity Conserved in Weak Interactions?",
                    "entry_type": "report",
                    "status": "preprint",
                    "date": "June 1956",
                    "container_title": "Brookhaven National Laboratory preprint",
                },
            ),
            translations=zh(
                tldr="至今没有实验证明弱相互作用遵守镜像对称；这里列出可以判断的实验。"
            ),
        ),
        paper("lee1957parity", topics=("Weak interaction", "Symmetry")),
        paper("lee1957remarks", topics=("Symmetry",)),
        paper(
            "lee1952statistical",
            tldr="The zeros of the partition function lie on the circle $|z| = 1$.",
            topics=("Statistical mechanics",),
        ),
        paper("lee1954special", short_name="Lee model", topics=("Field theory",)),
    ),
)
