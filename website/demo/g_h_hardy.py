"""G. H. Hardy.

Facts: MacTutor History of Mathematics; Encyclopaedia Britannica; the Royal Society's and the
London Mathematical Society's lists. Texts: the Vitae team.
"""

from website.demo.content import Person, item, paper

BIOGRAPHY = """\
Godfrey Harold Hardy brought rigour to English mathematics. Born in Cranleigh on 7 February 1877, a
schoolmaster’s son, he came to Trinity College, Cambridge, in 1896 and spent most of his life there,
apart from eleven years in Oxford as Savilian Professor of Geometry.

With [J. E. Littlewood](https://en.wikipedia.org/wiki/John_Edensor_Littlewood) he formed a
partnership that lasted thirty-five years and some hundred papers. In 1914 he showed that the zeta
function

$$\\zeta(s) = \\sum_{n=1}^{\\infty} \\frac{1}{n^{s}}$$

has infinitely many zeros with $\\operatorname{Re}(s) = \\tfrac12$. His discovery of
[Srinivasa Ramanujan](https://en.wikipedia.org/wiki/Srinivasa_Ramanujan), he said, was the one
romantic incident in his life.

He was proud of doing mathematics without use. The one exception annoyed him: a page in *Science* of
1908 on dominant and recessive traits is now the
[Hardy–Weinberg law](https://en.wikipedia.org/wiki/Hardy%E2%80%93Weinberg_principle) of every
textbook of genetics, and his number theory guards the secrets of every bank. He loved cricket,
mistrusted mirrors, and died in Cambridge on 1 December 1947.
"""

PERSON = Person(
    slug="g-h-hardy",
    name="G. H. Hardy",
    record={
        "given_name": "Godfrey Harold",
        "family_name": "Hardy",
        "other_names": "G. H. Hardy\nGodfrey H. Hardy",
        "pronouns": "he/him",
        "theme": "graphite",
        "layout": "centred",
        "headline": "Analysis and the theory of numbers. *No applications, please.*",
        "biography": BIOGRAPHY,
        "interests": "- The zeros of $\\zeta(s)$\n- Divergent series, inequalities\n- Cricket",
        "location": "Cambridge",
        "postal_address": "Trinity College\nCambridge",
    },
    selected=("hardy1918asymptotic", "hardy1908mendelian", "hardy1940apology"),
    items=(
        item(
            "publications.Coauthor",
            names="J. E. Littlewood",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Littlewood/",
        ),
        item(
            "publications.Coauthor",
            names="G. Pólya",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Polya/",
        ),
        item(
            "Affiliation",
            role="Sadleirian Professor of Pure Mathematics",
            organisation="University of Cambridge",
            organisation_url="https://www.cam.ac.uk/",
            department="Trinity College",
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/G._H._Hardy"),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Hardy/",
            position=1,
        ),
        item("Section", kind="service", heading="For the London Mathematical Society"),
        item("Section", kind="students", is_shown=False),
        item(
            "Education",
            degree="B.A., M.A.",
            field_of_study="Mathematics",
            organisation="University of Cambridge",
            department="Trinity College",
            place="Cambridge",
            start="1896",
            end="1903",
            grade="Fourth Wrangler, 1898",
        ),
        item(
            "Experience",
            role="Sadleirian Professor of Pure Mathematics",
            organisation="University of Cambridge",
            department="Trinity College",
            place="Cambridge",
            start="1931",
            end="1942",
        ),
        item(
            "Experience",
            role="Savilian Professor of Geometry",
            organisation="University of Oxford",
            department="New College",
            place="Oxford",
            start="1920",
            end="1931",
        ),
        item(
            "Experience",
            kind="visiting",
            role="Visiting professor",
            organisation="Princeton University",
            place="Princeton, New Jersey",
            start="1928",
            end="1929",
            description="In exchange with Oswald Veblen, who spent the year in Oxford.",
        ),
        item("Award", name="Fellow of the Royal Society", abbreviation="FRS", dates="1910"),
        item("Award", name="Royal Medal", awarder="The Royal Society", dates="1920"),
        item(
            "Award",
            name="De Morgan Medal",
            url="https://www.lms.ac.uk/",
            awarder="London Mathematical Society",
            dates="1929",
        ),
        item("Award", name="Sylvester Medal", awarder="The Royal Society", dates="1940"),
        item("Award", name="Copley Medal", awarder="The Royal Society", dates="1947"),
        item(
            "Service",
            kind="institution",
            role="President",
            body="London Mathematical Society",
            url="https://www.lms.ac.uk/",
            dates="1926-1928 & 1939-1941",
        ),
        item(
            "Service",
            kind="institution",
            role="Honorary Secretary",
            body="London Mathematical Society",
            dates="1917-1926",
        ),
        item(
            "Student",
            name="Srinivasa Ramanujan",
            url="https://en.wikipedia.org/wiki/Srinivasa_Ramanujan",
            level="bachelor",
            role="advisor, with J. E. Littlewood",
            topic="Highly composite numbers",
            start="1914",
            end="1916",
            now="Fellow of Trinity College",
        ),
        item(
            "Student",
            name="Mary Cartwright",
            url="https://en.wikipedia.org/wiki/Mary_Cartwright",
            level="doctoral",
            end="1930",
            now="Mistress of Girton College",
        ),
        item(
            "NewsItem",
            date="1940",
            body="*A Mathematician’s Apology* is out: a short book on why anybody should bother.",
            papers=("hardy1940apology",),
        ),
        item(
            "NewsItem",
            date="1918",
            headline="Two papers with Ramanujan",
            body="How numbers split into parts, and how many primes divide a typical one.",
            papers=("hardy1918asymptotic", "hardy1917normal"),
        ),
    ),
    papers=(
        paper(
            "hardy1908mendelian",
            tldr="With random mating, $p^2 + 2pq + q^2$ stays as it is: dominance spreads nothing.",
            topics=("Genetics",),
        ),
        paper("hardy1938numbers", topics=("Number theory",)),
    ),
)
