"""Srinivasa Ramanujan.

Facts: MacTutor History of Mathematics; Encyclopaedia Britannica; the Collected Papers of 1927.
Texts: the Vitae team.
"""

from website.demo.content import PICTURES, Person, item, paper

BIOGRAPHY = """\
Srinivasa Ramanujan found more than three thousand formulas, most of them on his own and many of
them without a proof that anyone else could read. Born in Erode on 22 December 1887 and raised in
Kumbakonam, he taught himself from an old book of results, lost his scholarship because he would
study nothing but mathematics, and worked as a clerk of the Madras Port Trust.

In January 1913 he wrote to [G. H. Hardy](https://en.wikipedia.org/wiki/G._H._Hardy) in Cambridge.
The letter held theorems that Hardy had never seen the like of, and brought Ramanujan to Trinity
College, where he stayed from 1914 to 1919. Together they showed how fast the number of partitions
grows,

$$p(n) \\sim \\frac{1}{4n\\sqrt{3}}\\, e^{\\pi\\sqrt{2n/3}},$$

and that a typical number $n$ has about $\\log\\log n$ prime factors.

Hardy once came to see him in hospital in taxi number 1729 and called it a dull one. Not at all,
said Ramanujan: it is the smallest number that is a sum of two cubes in two ways,
$1729 = 1^3 + 12^3 = 9^3 + 10^3$.

He became a Fellow of the Royal Society in 1918, went home ill a year later, and died on
26 April 1920, at thirty-two. Mathematicians are still at work on his notebooks.
"""

PERSON = Person(
    slug="srinivasa-ramanujan",
    name="Srinivasa Ramanujan",
    record={
        "given_name": "Srinivasa",
        "family_name": "Ramanujan",
        "other_names": "S. Ramanujan\nSrinivasa Ramanujan Aiyangar",
        "pronouns": "he/him",
        "theme": "garnet",
        "layout": "side",
        "headline": "Partitions, primes, and π to a great many places.",
        "biography": BIOGRAPHY,
        "interests": "- Partitions: $p(5n+4) \\equiv 0 \\pmod 5$\n- Highly composite numbers\n"
        "- Modular equations, mock theta functions",
        "location": "Madras and Cambridge",
    },
    selected=(
        "hardy1918asymptotic",
        "ramanujan1919partitions",
        "ramanujan1914modular",
        "ramanujan1915highly",
    ),
    items=(
        item(
            "Affiliation",
            role="Fellow",
            organisation="Trinity College",
            organisation_url="https://www.trin.cam.ac.uk/",
            place="Cambridge",
        ),
        item(
            "ResearcherLink",
            kind="wikipedia",
            url="https://en.wikipedia.org/wiki/Srinivasa_Ramanujan",
        ),
        item(
            "ResearcherLink",
            kind="wikidata",
            url="https://www.wikidata.org/wiki/Q83163",
            position=1,
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Ramanujan/",
            position=2,
        ),
        item("Section", kind="grants", heading="Scholarships"),
        item(
            "Education",
            degree="B.A. by research",
            field_of_study="Mathematics",
            organisation="University of Cambridge",
            department="Trinity College",
            place="Cambridge",
            start="1914",
            end="March 1916",
            advisor="[G. H. Hardy](https://en.wikipedia.org/wiki/G._H._Hardy) and "
            "[J. E. Littlewood](https://en.wikipedia.org/wiki/John_Edensor_Littlewood)",
            thesis="Highly composite numbers",
            description="The degree was later called a Ph.D.",
        ),
        item(
            "Experience",
            kind="employment",
            role="Clerk in the accounts section",
            organisation="Madras Port Trust",
            place="Madras",
            start="March 1912",
            end="1913",
            description="Thirty rupees a month, and wrapping paper to calculate on.",
        ),
        item(
            "Grant",
            title="Special research scholarship",
            funder="University of Madras",
            role="Scholar",
            amount="75 rupees a month",
            start="May 1913",
            description="The first research student of the university, without a first degree.",
        ),
        item(
            "Award",
            name="Fellow of the Royal Society",
            abbreviation="FRS",
            url="https://royalsociety.org/",
            awarder="The Royal Society, London",
            dates="1918",
        ),
        item(
            "NewsItem",
            date="16 Jan 1913",
            headline="A letter to Cambridge",
            body="Nine pages of theorems posted to Mr G. H. Hardy, Trinity College.",
        ),
        item(
            "NewsItem",
            date="Oct 1918",
            body="Elected a Fellow of Trinity College. The paper on $p(n)$ with Hardy is out.",
            papers=("hardy1918asymptotic",),
        ),
        item(
            "NewsItem",
            date="1976",
            headline="A lost notebook is found",
            body="George Andrews opens a box in the library of Trinity College and finds about "
            "[a hundred pages](https://en.wikipedia.org/wiki/Ramanujan%27s_lost_notebook) of "
            "Ramanujan’s last year, mock theta functions among them.",
            papers=("ramanujan1988lost",),
        ),
    ),
    papers=(
        paper(
            "hardy1918asymptotic",
            cover=PICTURES / "partitions.png",
            cover_alt="The seven partitions of five, drawn as rows of dots",
            tldr="How many ways there are to write a large $n$ as a sum, to within less than one.",
            topics=("Number theory", "Combinatorics"),
        ),
        paper("hardy1917normal", topics=("Number theory",)),
        paper("ramanujan1919partitions", topics=("Number theory", "Combinatorics")),
        paper(
            "ramanujan1914modular",
            tldr="Series for $1/\\pi$; the fastest gives eight digits with each new term.",
            topics=("Number theory",),
        ),
        paper("ramanujan1915highly", topics=("Number theory",)),
    ),
)
