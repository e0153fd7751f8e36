"""Chien-Shiung Wu.

Facts: Encyclopaedia Britannica; American Physical Society; National Academy of Sciences; Wolf
Foundation; the papers themselves. Texts, in both languages: the Vitae team.
"""

from website.demo.content import PICTURES, Person, item, paper, zh

BIOGRAPHY = """\
Chien-Shiung Wu showed that nature can tell left from right. She was born in Liuhe, near Shanghai,
on 31 May 1912; her father had founded one of the region’s first schools for girls, and she was
among its pupils. She studied physics in Nanjing, sailed for California in 1936 and took her
doctorate in Berkeley in 1940 with work on the fission products of uranium. From 1944 she was at
Columbia University, first for the Manhattan Project and then for the rest of her career.

In 1956 [Tsung-Dao Lee](https://en.wikipedia.org/wiki/Tsung-Dao_Lee) and
[Chen-Ning Yang](https://en.wikipedia.org/wiki/Yang_Chen-Ning) asked whether the weak interaction
respects mirror symmetry. Wu, the foremost expert on beta decay, gave up a long-planned journey to
find out. With a low-temperature group in Washington she cooled cobalt-60,

$${}^{60}_{27}\\mathrm{Co} \\to {}^{60}_{28}\\mathrm{Ni} + e^- + \\bar\\nu_e + 2\\gamma,$$

to a hundredth of a degree above absolute zero, lined up its nuclei in a magnetic field and counted.
The electrons left *against* the direction of the spins. In a mirror they would leave along it: the
mirror image of this world is a different world.

The Nobel Prize of 1957 went to the theory alone. Wu received the first Wolf Prize in Physics,
became the first woman to lead the American Physical Society, and spoke up for women in science to
the end. She died in New York on 16 February 1997.
"""

BIOGRAPHY_ZH = """\
吴健雄用实验证明，自然界分得清左和右。她 1912 年 5 月 31 日生于江苏太仓浏河，父亲创办了当地最早的
女子学校之一，她就在那里读书。她在南京学习物理，1936 年赴美，1940 年在伯克利以铀裂变产物的研究获得
博士学位。1944 年起她在哥伦比亚大学工作，先是参加曼哈顿计划，后来终身在此任教。

1956 年，[李政道](https://zh.wikipedia.org/wiki/李政道)与[杨振宁](https://zh.wikipedia.org/wiki/杨振宁)
提出疑问：弱相互作用是否遵守镜像对称？作为 β 衰变实验的权威，吴健雄放弃了计划已久的旅行，
与华盛顿的低温物理小组合作，把钴-60

$${}^{60}_{27}\\mathrm{Co} \\to {}^{60}_{28}\\mathrm{Ni} + e^- + \\bar\\nu_e + 2\\gamma$$

冷却到绝对零度以上百分之一度，用磁场使原子核的自旋排列整齐，再数电子。电子更多地朝着与自旋*相反*的
方向飞出，而在镜子里它们会顺着自旋飞出：镜中的世界是另一个世界。

1957 年的诺贝尔奖只授予了理论工作。吴健雄后来获得首届沃尔夫物理学奖，
成为美国物理学会第一位女会长，并始终为女性从事科学而发声。1997 年 2 月 16 日她在纽约去世。
"""

RESEARCH = """\
- Beta decay: the shape of its spectra and what it says about the weak interaction
- Parity, and which other mirrors of nature are broken
- Photon pairs from annihilation, whose polarisations are correlated at a distance
"""

PERSON = Person(
    slug="chien-shiung-wu",
    name="Chien-Shiung Wu",
    native_name="吳健雄",
    record={
        "native_language": "zh-Hant",
        "given_name": "Chien-Shiung",
        "family_name": "Wu",
        "other_names": "C. S. Wu\nC.-S. Wu\nWu Chien-Shiung\n吴健雄",
        "pronouns": "she/her",
        "theme": "indigo",
        "layout": "side",
        "headline": "Experimental physicist. *Beta decay, and the day parity fell.*",
        "biography": BIOGRAPHY,
        "interests": RESEARCH,
        "location": "New York",
        "postal_address": "Pupin Physics Laboratories\nColumbia University\nNew York",
    },
    translations=zh(
        display_name="吴健雄",
        headline="实验物理学家：β 衰变，以及宇称守恒被推翻的那一天。",
        biography=BIOGRAPHY_ZH,
        interests="- β 衰变：能谱的形状，以及它透露的弱相互作用\n- 宇称与其他对称性的破缺\n"
        "- 湮灭产生的光子对的偏振关联",
        location="纽约",
        pronouns="她",
        postal_address="哥伦比亚大学\n普平物理实验室\n纽约",
    ),
    selected=("wu1957experimental", "lee1963experimental", "wu1950angular", "lee1965weak"),
    items=(
        item(
            "Affiliation",
            role="Pupin Professor of Physics",
            organisation="Columbia University",
            organisation_url="https://www.columbia.edu/",
            department="Department of Physics",
            translations=zh(
                role="普平物理学讲座教授", organisation="哥伦比亚大学", department="物理系"
            ),
        ),
        item(
            "Advisorship",
            name="Ernest O. Lawrence",
            url="https://en.wikipedia.org/wiki/Ernest_Lawrence",
            end="1940",
            translations=zh(name="欧内斯特·劳伦斯"),
        ),
        item(
            "Advisorship",
            name="Emilio Segrè",
            url="https://en.wikipedia.org/wiki/Emilio_Segr%C3%A8",
            role="Co-advisor",
            end="1940",
            position=1,
            translations=zh(name="埃米利奥·塞格雷", role="合作导师"),
        ),
        item(
            "ResearcherLink",
            kind="wikipedia",
            url="https://en.wikipedia.org/wiki/Chien-Shiung_Wu",
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="维基百科",
            url="https://zh.wikipedia.org/wiki/吴健雄",
            position=1,
        ),
        item("Redirect", old_path="/publications.html", target="publications/"),
        item(
            "Section",
            kind="news",
            heading="In the news",
            translations=zh(heading="新闻"),
            limit=4,
        ),
        item(
            "Section",
            kind="text",
            position=15,
            heading="The mirror test",
            body="1. Line up the spins of many cobalt nuclei.\n"
            "2. Count the electrons that leave along the spin, then against it.\n"
            "3. A mirror turns the spin round but not the electrons.\n\n"
            "If both counts were equal, the mirror would change nothing. "
            "They were **not** equal.",
            translations=zh(
                heading="镜子实验",
                body="1. 让大量钴核的自旋排列整齐。\n2. 分别数出顺着自旋和逆着自旋"
                "飞出的电子。\n"
                "3. 镜子会反转自旋，却不反转电子的方向。\n\n"
                "如果两个数目相等，镜子什么也没有改变。结果它们**不**相等。",
            ),
        ),
        item(
            "Education",
            degree="Ph.D.",
            field_of_study="Physics",
            organisation="University of California, Berkeley",
            organisation_abbreviation="UC Berkeley",
            organisation_url="https://www.berkeley.edu/",
            place="Berkeley, California",
            start="1936",
            end="1940",
            advisor="[Ernest O. Lawrence](https://en.wikipedia.org/wiki/Ernest_Lawrence), with "
            "[Emilio Segrè](https://en.wikipedia.org/wiki/Emilio_Segr%C3%A8)",
            translations=zh(
                degree="哲学博士",
                field_of_study="物理学",
                organisation="加州大学伯克利分校",
                place="加利福尼亚州伯克利",
                advisor="[欧内斯特·劳伦斯](https://en.wikipedia.org/wiki/Ernest_Lawrence)、"
                "[埃米利奥·塞格雷](https://en.wikipedia.org/wiki/Emilio_Segr%C3%A8)",
            ),
        ),
        item(
            "Education",
            degree="B.Sc.",
            field_of_study="Physics",
            organisation="National Central University",
            place="Nanjing",
            start="1930",
            end="1934",
            translations=zh(
                degree="理学士", field_of_study="物理学", organisation="国立中央大学", place="南京"
            ),
        ),
        item(
            "Experience",
            role="Professor, from 1973 Pupin Professor of Physics",
            organisation="Columbia University",
            department="Department of Physics",
            place="New York",
            start="1958",
            end="1981",
            translations=zh(
                role="教授，1973 年起为普平讲座教授",
                organisation="哥伦比亚大学",
                department="物理系",
                place="纽约",
            ),
        ),
        item(
            "Experience",
            role="Associate professor",
            organisation="Columbia University",
            department="Department of Physics",
            place="New York",
            start="1952",
            end="1958",
            description="- Beta decay\n  - spectra that at last agree with Fermi’s theory\n"
            "  - the cobalt-60 experiment, winter of 1956–57\n"
            "    - with the National Bureau of Standards in Washington",
            translations=zh(
                role="副教授",
                organisation="哥伦比亚大学",
                department="物理系",
                place="纽约",
                description="- β 衰变\n  - 能谱终于与费米理论一致\n"
                "  - 钴-60 实验，1956 年至 1957 年冬\n    - 与华盛顿的国家标准局合作",
            ),
        ),
        item(
            "Experience",
            kind="research",
            role="Scientist in the Manhattan Project",
            organisation="Columbia University",
            department="Division of War Research",
            place="New York",
            start="March 1944",
            end="1945",
            translations=zh(
                role="曼哈顿计划科学家",
                organisation="哥伦比亚大学",
                department="战时研究部",
                place="纽约",
            ),
        ),
        item(
            "Experience",
            kind="teaching",
            role="Instructor",
            organisation="Princeton University",
            place="Princeton, New Jersey",
            start="1943",
            end="1944",
            translations=zh(role="讲师", organisation="普林斯顿大学", place="新泽西州普林斯顿"),
        ),
        item(
            "Experience",
            kind="teaching",
            role="Assistant professor",
            organisation="Smith College",
            place="Northampton, Massachusetts",
            start="1942",
            end="1943",
            translations=zh(role="助理教授", organisation="史密斯学院", place="马萨诸塞州北安普顿"),
        ),
        item(
            "Award",
            name="Wolf Prize in Physics",
            url="https://wolffund.org.il/",
            alternate_name="沃尔夫物理学奖",
            alternate_language="zh-Hans",
            awarder="Wolf Foundation",
            dates="1978",
            note="The first to be given.",
            translations=zh(name="沃尔夫物理学奖", awarder="沃尔夫基金会", note="首届。"),
        ),
        item(
            "Award",
            name="National Medal of Science",
            awarder="President of the United States",
            dates="1975",
            translations=zh(name="美国国家科学奖章", awarder="美国总统"),
        ),
        item(
            "Award",
            name="Comstock Prize in Physics",
            awarder="National Academy of Sciences",
            dates="1964",
            translations=zh(name="康斯托克物理学奖", awarder="美国国家科学院"),
        ),
        item(
            "Award",
            name="Honorary doctorates",
            awarder="Princeton and Harvard",
            dates="1958 & 1974",
            note="Princeton had never before given one in science to a woman.",
            translations=zh(
                name="名誉博士学位",
                awarder="普林斯顿大学与哈佛大学",
                note="普林斯顿此前从未向女性授予理学名誉博士学位。",
            ),
        ),
        item(
            "Award",
            name="Member of the National Academy of Sciences",
            abbreviation="NAS",
            dates="1958",
            translations=zh(name="美国国家科学院院士"),
        ),
        item(
            "Service",
            kind="institution",
            role="President",
            body="American Physical Society",
            url="https://www.aps.org/",
            dates="1975",
            description="The first woman in that office.",
            translations=zh(role="会长", body="美国物理学会", description="首位女会长。"),
        ),
        item(
            "Talk",
            title="The Discovery of the Parity Violation in Weak Interactions and Its Recent "
            "Developments",
            event="Nishina Memorial Lecture",
            place="Tokyo",
            date="1983",
            translations=zh(
                title="弱相互作用中宇称不守恒的发现及其近期进展", event="仁科纪念讲座", place="东京"
            ),
        ),
        item(
            "NewsItem",
            date="15 Jan 1957",
            headline="Parity is not conserved",
            body="Columbia University called the press together: in the decay of cobalt-60, left "
            "and right differ. The question was asked in October by "
            "[T. D. Lee](https://en.wikipedia.org/wiki/Tsung-Dao_Lee) and C. N. Yang; our letter "
            "is on its way to the *Physical Review*.",
            papers=("wu1957experimental", "lee1956question"),
            translations=zh(
                headline="宇称不守恒",
                body="哥伦比亚大学召开记者会：在钴-60 的衰变中，左与右并不相同。",
            ),
        ),
        item(
            "NewsItem",
            date="1978",
            body="The first **Wolf Prize in Physics** goes to Chien-Shiung Wu.",
            translations=zh(body="首届**沃尔夫物理学奖**授予吴健雄。"),
        ),
        item(
            "NewsItem",
            date="1990",
            body="Asteroid [2752 Wu Chien-Shiung]"
            "(https://en.wikipedia.org/wiki/2752_Wu_Chien-Shiung) bears her name.",
            translations=zh(
                body="小行星[吴健雄（2752）](https://en.wikipedia.org/wiki/2752_Wu_Chien-Shiung)以她的名字命名。"
            ),
        ),
        item(
            "NewsItem",
            date="11 Feb 2021",
            body="Her portrait is on a *forever* stamp of the United States Postal Service.",
            translations=zh(body="她的肖像登上了美国邮政署的*永久*邮票。"),
        ),
    ),
    papers=(
        paper(
            "wu1957experimental",
            cover=PICTURES / "mirror.png",
            cover_alt="A spinning nucleus sends most electrons downwards; its mirror image spins "
            "the other way but sends them downwards too",
            tldr="Electrons from aligned ${}^{60}\\mathrm{Co}$ prefer one direction: "
            "parity is violated.",
            topics=("Weak interaction", "Symmetry"),
            links=(
                ("publisher", "", "https://journals.aps.org/pr/abstract/10.1103/PhysRev.105.1413"),
            ),
            translations=zh(
                title="β 衰变中宇称守恒的实验检验",
                cover_alt="自旋的原子核把大部分电子射向下方；它的镜像自旋方向相反，电子却同样射向下方",
                tldr="排列整齐的钴-60 放出的电子偏向一个方向：宇称不守恒。",
            ),
        ),
        paper(
            "lee1963experimental",
            tldr="The shapes of two spectra agree with the conserved vector current.",
            topics=("Weak interaction",),
        ),
        paper("wu1950angular", topics=("Quantum electrodynamics",)),
        paper("lee1965weak", topics=("Weak interaction",)),
        paper("wu1966beta", topics=("Weak interaction",)),
    ),
)
