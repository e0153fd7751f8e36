"""Claude Shannon.

Facts: Encyclopaedia Britannica; MacTutor History of Mathematics; the IEEE's Collected Papers; the
Inamori Foundation; MIT. Texts: the Vitae team.
"""

from website.demo.content import Person, item, paper

BIOGRAPHY = """\
Claude Shannon measured information. His paper of 1948 leaves the meaning of a message aside and
asks how surprising it is: a source whose symbols come with probabilities $p_i$ has the entropy

$$H = -\\sum_i p_i \\log_2 p_i$$

bits for each symbol, and through a noisy channel of bandwidth $W$ one can send up to
$C = W \\log_2(1 + S/N)$ bits a second with as few errors as one likes. Every telephone, disc and
space probe works within those two lines.

He was born in Petoskey, Michigan, on 30 April 1916 and grew up in Gaylord, where he ran a telegraph
along a barbed-wire fence. His master’s thesis at MIT noticed that relays and switches obey Boole’s
algebra, and so turned circuit design into calculation. At Bell Laboratories he founded the theory
of secrecy during the war and that of communication after it; from the late 1950s he taught at MIT.

Between theorems he built a mechanical mouse that learned its way through a maze, a machine whose
only act was to switch itself off, and a calculator for Roman numerals. He juggled, and is said to
have done so on a unicycle in the corridors of Bell Labs. He died on 24 February 2001.
"""

PERSON = Person(
    slug="claude-shannon",
    name="Claude Shannon",
    record={
        "given_name": "Claude",
        "family_name": "Shannon",
        "other_names": "Claude Elwood Shannon\nClaude E. Shannon\nC. E. Shannon",
        "pronouns": "he/him",
        "theme": "graphite",
        "layout": "side",
        "headline": "Mathematician and engineer. *How many bits is that?*",
        "biography": BIOGRAPHY,
        "interests": "- Information, noise, and what lies between\n- Switching circuits\n"
        "- Secrecy\n- Juggling: $(F + D)H = (V + D)N$",
        "location": "Cambridge, Massachusetts",
    },
    selected=(
        "shannon1948mathematical",
        "shannon1938symbolic",
        "shannon1949communication",
        "shannon1950chess",
    ),
    items=(
        item(
            "Affiliation",
            role="Donner Professor of Science",
            organisation="Massachusetts Institute of Technology",
            organisation_abbreviation="MIT",
            organisation_url="https://www.mit.edu/",
        ),
        item(
            "ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Claude_Shannon"
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Shannon/",
            position=1,
        ),
        item(
            "Education",
            degree="Ph.D.",
            field_of_study="Mathematics",
            organisation="Massachusetts Institute of Technology",
            organisation_abbreviation="MIT",
            organisation_url="https://www.mit.edu/",
            place="Cambridge, Massachusetts",
            end="1940",
            advisor="[Frank Hitchcock](https://en.wikipedia.org/wiki/Frank_Lauren_Hitchcock)",
            thesis="An Algebra for Theoretical Genetics",
        ),
        item(
            "Education",
            degree="S.M.",
            field_of_study="Electrical engineering",
            organisation="Massachusetts Institute of Technology",
            organisation_abbreviation="MIT",
            organisation_url="https://www.mit.edu/",
            place="Cambridge, Massachusetts",
            start="1936",
            end="1940",
            thesis="A Symbolic Analysis of Relay and Switching Circuits",
            description="Written in 1937, while looking after Vannevar Bush’s differential "
            "analyser.",
        ),
        item(
            "Education",
            degree="B.S.",
            field_of_study="Electrical engineering; mathematics",
            organisation="University of Michigan",
            organisation_url="https://umich.edu/",
            place="Ann Arbor, Michigan",
            start="1932",
            end="1936",
        ),
        item(
            "Experience",
            role="Professor, from 1958 Donner Professor of Science",
            organisation="Massachusetts Institute of Technology",
            organisation_abbreviation="MIT",
            organisation_url="https://www.mit.edu/",
            place="Cambridge, Massachusetts",
            start="1957",
            end="1978",
        ),
        item(
            "Experience",
            role="Research mathematician",
            organisation="Bell Telephone Laboratories",
            organisation_abbreviation="Bell Labs",
            place="New York; Murray Hill, New Jersey",
            start="1941",
            end="1956",
            description="- Communication in the presence of noise\n- Secrecy\n"
            "  - proof that the one-time pad cannot be broken\n"
            "- *Theseus*, a mouse with a memory of relays",
        ),
        item(
            "Experience",
            kind="internship",
            role="Summer work",
            organisation="Bell Telephone Laboratories",
            organisation_abbreviation="Bell Labs",
            place="New York",
            start="Summer 1937",
        ),
        item(
            "Experience",
            kind="research",
            role="National Research Fellow",
            organisation="Institute for Advanced Study",
            organisation_abbreviation="IAS",
            place="Princeton, New Jersey",
            start="1940",
            end="1941",
        ),
        item(
            "Award",
            name="Kyoto Prize in Basic Sciences",
            url="https://www.kyotoprize.org/en/",
            alternate_name="京都賞",
            alternate_language="ja",
            awarder="Inamori Foundation",
            dates="1985",
            note="In the prize’s first year.",
        ),
        item(
            "Award",
            name="Honorary doctorates",
            awarder="Michigan, Princeton and Oxford, among others",
            dates="1961, 1962 & 1978",
        ),
        item("Award", name="IEEE Medal of Honor", awarder="IEEE", dates="1966"),
        item(
            "Award",
            name="National Medal of Science",
            awarder="President of the United States",
            dates="1966",
        ),
        item(
            "Award",
            name="Stuart Ballantine Medal",
            awarder="The Franklin Institute",
            dates="1955",
        ),
        item(
            "Project",
            title="Theseus",
            role="inventor and builder",
            start="1950",
            description="A magnetic mouse that explores a maze once and then runs straight for "
            "the cheese. The thinking is done by telephone relays under the floor.",
            links=(("MIT Museum", "https://mitmuseum.mit.edu/"),),
        ),
        item(
            "NewsItem",
            date="July 1948",
            headline="The bit has a name",
            body="The first half of *A Mathematical Theory of Communication* is out. The short "
            "word for *binary digit* is John Tukey’s suggestion.",
            papers=("shannon1948mathematical",),
        ),
        item(
            "NewsItem",
            date="1985",
            body="The first [Kyoto Prize](https://www.kyotoprize.org/en/) in mathematical "
            "sciences, for the theory of communication and all that grew from it.",
            papers=("shannon1948mathematical", "shannon1938symbolic"),
        ),
    ),
    papers=(
        paper(
            "shannon1948mathematical",
            short_name="Information theory",
            tldr="Information is surprise, $H = -\\sum p_i \\log p_i$, and noise sets a limit, "
            "not an end.",
            topics=("Information theory",),
        ),
        paper(
            "shannon1938symbolic",
            tldr="Switches are logic.",
            topics=("Computing machines",),
            awards=(("Alfred Noble Prize", "https://en.wikipedia.org/wiki/Alfred_Noble_Prize"),),
        ),
        paper("shannon1949communication", topics=("Information theory", "Cryptology")),
        paper("shannon1950chess", topics=("Machine intelligence",)),
        paper("shannon1949noise", topics=("Information theory",)),
    ),
)
