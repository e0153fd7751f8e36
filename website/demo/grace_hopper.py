"""Grace Hopper.

Facts: Encyclopaedia Britannica; MacTutor History of Mathematics; Naval History and Heritage
Command; Computer History Museum; the papers themselves. Texts: the Vitae team.
"""

from website.demo.content import Person, item, paper

BIOGRAPHY = """\
Grace Hopper taught computers to understand people, and a navy to understand computers. Born in New
York on 9 December 1906, she took apart seven alarm clocks as a child to see how one worked, earned
a doctorate in mathematics at Yale in 1934, and was teaching at Vassar College when war came. The
Navy found her too light and too old; she insisted. In 1944 it sent her to Harvard, to program the
[Mark I](https://en.wikipedia.org/wiki/Harvard_Mark_I), fifty-one feet of relays and shafts.

After the war she joined the makers of the UNIVAC. There, in 1951 and 1952, she wrote **A-0**, which
put programs together from a library of routines by itself, and called it a compiler. Nobody
believed that it worked, she said later: computers could only do arithmetic. FLOW-MATIC followed,
with English words for commands, and from it came much of COBOL.

She explained speed with a piece of wire as long as the way light goes in a nanosecond,

$$\\ell = c \\cdot 10^{-9}\\,\\mathrm{s} \\approx 30\\,\\mathrm{cm},$$

and handed such wires to admirals and students alike. Retired from the Navy in 1966 and called back
within a year, she left it at last in 1986 as a rear admiral, at seventy-nine. She died on
1 January 1992.
"""

PERSON = Person(
    slug="grace-hopper",
    name="Grace Hopper",
    record={
        "given_name": "Grace",
        "family_name": "Hopper",
        "other_names": "Grace Murray Hopper\nGrace M. Hopper\nG. M. Hopper",
        "pronouns": "she/her",
        "theme": "moss",
        "layout": "side",
        "headline": "Compilers, and languages for people. *Let the machine do the coding.*",
        "biography": BIOGRAPHY,
        "interests": "- Programs that write programs\n- Standards\n- Saving nanoseconds",
        "location": "Arlington, Virginia",
    },
    selected=("hopper1952education", "hopper1952a0", "aiken1946automatic"),
    items=(
        item(
            "Affiliation",
            role="Rear Admiral",
            organisation="United States Navy",
            organisation_abbreviation="USN",
            organisation_url="https://www.navy.mil/",
        ),
        item(
            "Advisorship",
            name="Øystein Ore",
            url="https://en.wikipedia.org/wiki/%C3%98ystein_Ore",
            end="1934",
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Grace_Hopper"),
        item(
            "ResearcherLink",
            kind="wikidata",
            url="https://www.wikidata.org/wiki/Q11641",
            position=1,
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Hopper/",
            position=2,
        ),
        item(
            "Education",
            degree="Ph.D.",
            field_of_study="Mathematics",
            organisation="Yale University",
            organisation_url="https://www.yale.edu/",
            place="New Haven, Connecticut",
            end="1934",
            advisor="[Øystein Ore](https://en.wikipedia.org/wiki/%C3%98ystein_Ore)",
            thesis="New Types of Irreducibility Criteria",
        ),
        item(
            "Education",
            degree="M.A.",
            field_of_study="Mathematics",
            organisation="Yale University",
            organisation_url="https://www.yale.edu/",
            place="New Haven, Connecticut",
            end="1930",
        ),
        item(
            "Education",
            degree="B.A.",
            field_of_study="Mathematics and physics",
            organisation="Vassar College",
            organisation_url="https://www.vassar.edu/",
            place="Poughkeepsie, New York",
            start="1924",
            end="1928",
        ),
        item(
            "Experience",
            role="On active duty, from Commander to Rear Admiral",
            organisation="United States Navy",
            organisation_abbreviation="USN",
            place="Washington, D.C.",
            start="Aug 1967",
            end="14 Aug 1986",
            description="- Standard COBOL for the whole Navy\n"
            "  - programs that test whether a compiler keeps to the standard\n"
            "  - called back for six months; stayed nineteen years",
        ),
        item(
            "Experience",
            role="Naval Reserve",
            organisation="United States Navy",
            organisation_abbreviation="USN",
            start="Dec 1943",
            end="Dec 1966",
            description="- Bureau of Ships Computation Project at Harvard, from July 1944\n"
            "  - programs for the Mark I\n  - its manual of operation, 1946",
        ),
        item(
            "Experience",
            kind="research",
            role="Research fellow",
            organisation="Harvard University",
            department="Computation Laboratory",
            place="Cambridge, Massachusetts",
            mentor="[Howard Aiken](https://en.wikipedia.org/wiki/Howard_H._Aiken)",
            start="1946",
            end="1949",
        ),
        item(
            "Experience",
            role="Senior mathematician",
            organisation="Eckert–Mauchly Computer Corporation",
            organisation_abbreviation="EMCC",
            place="Philadelphia",
            start="1949",
            end="1950",
            description="The company became part of Remington Rand in 1950.",
        ),
        item(
            "Experience",
            kind="teaching",
            role="Instructor, later associate professor, of mathematics",
            organisation="Vassar College",
            place="Poughkeepsie, New York",
            start="1931",
            end="1943",
        ),
        item(
            "Award",
            name="Presidential Medal of Freedom",
            awarder="President of the United States",
            dates="22 Nov 2016",
            note="After her death.",
        ),
        item(
            "Award",
            name="National Medal of Technology",
            awarder="President of the United States",
            dates="1991",
        ),
        item(
            "Award",
            name="Computer Sciences Man of the Year",
            awarder="Data Processing Management Association",
            dates="1969",
            note="The first to be given.",
        ),
        item(
            "Talk",
            title="Keynote Address",
            kind="keynote",
            event="History of Programming Languages Conference",
            place="Los Angeles",
            date="June 1978",
            links=(
                (
                    "About the conferences",
                    "https://en.wikipedia.org/wiki/History_of_Programming_Languages_(conference)",
                ),
            ),
        ),
        item(
            "Project",
            title="COBOL",
            role="technical adviser",
            start="1959",
            end="present",
            description="A language for business, designed by a committee in a few months and "
            "standardised ever since. Programs in it still move the world’s money.",
            links=(("About COBOL", "https://en.wikipedia.org/wiki/COBOL"),),
        ),
        item(
            "Project",
            title="A-0",
            role="author",
            start="1951",
            end="1952",
            description="Routines on tape, called by number, linked by the machine.",
            links=(("About A-0", "https://en.wikipedia.org/wiki/A-0_System"),),
            papers=("hopper1952a0", "hopper1952education"),
        ),
        item(
            "NewsItem",
            date="9 Sept 1947",
            headline="First actual case of bug being found",
            body="So the operators of the Mark II at Harvard wrote in their log, and taped in the "
            "moth that they had taken out of relay 70. The story is one of hers; the "
            "[log](https://americanhistory.si.edu/collections/object/nmah_334663) is in the "
            "Smithsonian.",
        ),
        item(
            "NewsItem",
            date="May 1952",
            headline="Compilers in Pittsburgh",
            body="*The Education of a Computer* at the ACM’s meeting, with A-0 to show for it.",
            papers=("hopper1952education", "hopper1952a0"),
        ),
        item(
            "NewsItem",
            date="Sept 1997",
            body="The destroyer [USS *Hopper*](https://en.wikipedia.org/wiki/USS_Hopper) enters "
            "service.",
        ),
    ),
    papers=(
        paper(
            "hopper1952education",
            tldr="Programmers repeat themselves; let the machine look up, copy and adapt instead.",
            topics=("Programming",),
            presentation="oral",
        ),
        paper("hopper1952a0", short_name="A-0", topics=("Programming",)),
        paper("aiken1946automatic", topics=("Computing machines",)),
        paper("harvard1945tables", topics=("Numerical tables",)),
    ),
)
