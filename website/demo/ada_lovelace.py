"""Ada Lovelace.

Facts: Encyclopaedia Britannica; MacTutor History of Mathematics; Hollings, Martin and Rice on the
Lovelace-De Morgan correspondence; the Notes of 1843 themselves. Texts: the Vitae team.
"""

from website.demo.content import Person, item, paper

BIOGRAPHY = """\
Ada Lovelace wrote the first published account of what a general-purpose computer could do, a
century before anybody built one. Born Augusta Ada Byron in London on 10 December 1815, she grew up
with a mother who prescribed mathematics as other parents prescribe fresh air, and without her
father, the poet [Lord Byron](https://en.wikipedia.org/wiki/Lord_Byron), who left England when she
was a few months old.

At seventeen she met [Charles Babbage](https://en.wikipedia.org/wiki/Charles_Babbage) and saw the
working piece of his Difference Engine. Ten years later she translated Luigi Menabrea's memoir on
its successor, the *Analytical Engine*, and added seven Notes, lettered A to G, that came out longer
than the memoir. Note G sets out, step by step, how the machine would find the Bernoulli numbers
$B_n$ of

$$\\frac{t}{e^{t}-1} = \\sum_{n=0}^{\\infty} B_n \\frac{t^{n}}{n!},$$

loops included. Elsewhere she saw that such an engine need not stop at numbers: whatever obeys
exact rules, music for one, might be put through it.

She signed the Notes *A. A. L.* and died in London on 27 November 1852, aged thirty-six.
"""

NOTE_G = """\
Note G is the last of the seven and the one with the famous table. Its aim is practical: to show the
Analytical Engine computing numbers that nobody has worked out for it beforehand.

## The recurrence

Lovelace starts from an identity that holds for every whole $n \\ge 1$:

$$0 = -\\frac{1}{2}\\cdot\\frac{2n-1}{2n+1} + B_1\\,\\frac{2n}{2}
  + B_3\\,\\frac{2n(2n-1)(2n-2)}{2\\cdot 3\\cdot 4} + \\dots + B_{2n-1}.$$

With $n = 1$ only $B_1$ is unknown, so it follows at once; with $n = 2$ the engine knows $B_1$ and
finds $B_3$; and so on for as long as anybody cares to turn the handle.

## Her numbers and ours

She counts the Bernoulli numbers by odd subscripts, one less than we do today:

| In Note G | Today | Value |
| --------- | ----- | ----: |
| $B_1$ | $B_2$ | $1/6$ |
| $B_3$ | $B_4$ | $-1/30$ |
| $B_5$ | $B_6$ | $1/42$ |
| $B_7$ | $B_8$ | $-1/30$ |

## Why it is a program

1. Every operation names the columns it reads and the column it writes.
2. A group of operations is *repeated*, with a counter that says when to stop:
   - the variable cards stay nearly the same at each turn;
   - one counter goes down by one, and a test ends the cycle.
3. Results of one turn are the data of the next.

The table even holds a bug: one division stands upside down, $V_5 \\div V_4$ where
$V_4 \\div V_5$ is meant. Whether author or printer is to blame, nobody knows.
"""

PERSON = Person(
    slug="ada-lovelace",
    name="Ada Lovelace",
    record={
        "given_name": "Ada",
        "family_name": "Lovelace",
        "other_names": "Augusta Ada King\nAda King, Countess of Lovelace\nA. A. Lovelace",
        "pronouns": "she/her",
        "theme": "garnet",
        "layout": "centred",
        "headline": "Translator and annotator of the *Analytical Engine*; author of Note G.",
        "biography": BIOGRAPHY,
        "interests": "- What an engine can do that works on *symbols*, not only on numbers\n"
        "- Bernoulli numbers and finite differences\n"
        "- The mathematics of music, of card games, of flight",
        "location": "London",
        "postal_address": "12 St James’s Square\nLondon",
        "email": "ada.lovelace@example.org",
        "email_display": "protected",
    },
    selected=("lovelace1843sketch",),
    items=(
        item("Affiliation", role="Independent scholar", place="London"),
        item(
            "Advisorship",
            name="Mary Somerville",
            url="https://en.wikipedia.org/wiki/Mary_Somerville",
            role="Mentor",
        ),
        item(
            "Advisorship",
            name="Augustus De Morgan",
            url="https://en.wikipedia.org/wiki/Augustus_De_Morgan",
            role="Tutor",
            start="1840",
            end="1841",
            position=1,
        ),
        item("ResearcherLink", kind="wikipedia", url="https://en.wikipedia.org/wiki/Ada_Lovelace"),
        item(
            "ResearcherLink",
            kind="wikidata",
            url="https://www.wikidata.org/wiki/Q7259",
            position=1,
        ),
        item(
            "ResearcherLink",
            kind="other",
            label="MacTutor",
            url="https://mathshistory.st-andrews.ac.uk/Biographies/Lovelace/",
            position=2,
        ),
        item("FormerSlug", slug="ada-byron"),
        item("Redirect", old_path="/about/", target=""),
        item("Redirect", old_path="/notes/g.html", target="note-g/"),
        item("Page", title="Note G, explained", slug="note-g", body=NOTE_G),
        item(
            "Section",
            kind="biography",
            heading="The Enchantress of Number",
        ),
        item("Section", kind="projects", position=25, heading="The Engine"),
        item(
            "Education",
            degree="Private tuition",
            field_of_study="Mathematics",
            advisor="[Augustus De Morgan](https://en.wikipedia.org/wiki/Augustus_De_Morgan)",
            place="London, by letter",
            start="1840",
            end="1841",
            description="Calculus and functional equations, in letters that went back and forth "
            "between pupil and teacher. De Morgan, first professor of mathematics in what is now "
            "University College London, thought her capable of original research.",
        ),
        item(
            "Project",
            title="The Analytical Engine",
            role="translator and annotator",
            start="1842",
            end="1843",
            description="Babbage’s design for a machine with a *store*, a *mill* and punched "
            "cards. It was never finished; the Notes are the best explanation of it that we have.",
            links=(
                ("About the Engine", "https://en.wikipedia.org/wiki/Analytical_Engine"),
                ("Note G", "https://en.wikipedia.org/wiki/Note_G"),
            ),
            papers=("lovelace1843sketch",),
        ),
        item(
            "NewsItem",
            date="1843",
            headline="The *Sketch* is in print",
            body="Taylor’s *Scientific Memoirs* brings Menabrea’s memoir in English, with seven "
            "Notes by the translator. Begin with **Note G**.",
            pinned=True,
            page="note-g",
            papers=("lovelace1843sketch",),
        ),
        item(
            "NewsItem",
            date="5 June 1833",
            body="Met Mr Babbage, who is building an engine that calculates.",
        ),
        item(
            "NewsItem",
            date="10 Dec 1980",
            body="A programming language is named **Ada**. Its military standard carries the "
            "number [MIL-STD-1815](https://en.wikipedia.org/wiki/Ada_(programming_language)), "
            "after the year of her birth.",
        ),
        # Scheduled: nobody but its editors sees it before that day.
        item(
            "NewsItem",
            date="27 Nov 2052",
            headline="Two hundred years",
            body="Ada Lovelace died in London two centuries ago today.",
            published_at="2052-11-27 00:00",
        ),
    ),
    papers=(
        paper(
            "lovelace1843sketch",
            short_name="Notes A–G",
            tldr="What a general-purpose computer is, and a program for one: the Bernoulli "
            "numbers $B_1, B_3, B_5, B_7$.",
            topics=("Computing machines", "Number theory"),
            links=(
                ("website", "", "https://en.wikipedia.org/wiki/Note_G"),
                ("other", "Transcription", "https://www.fourmilab.ch/babbage/sketch.html"),
            ),
            versions=(
                {
                    "title": "Notions sur la machine analytique de M. Charles Babbage",
                    "entry_type": "article",
                    "status": "published",
                    "date": "Oct 1842",
                    "container_title": "Bibliothèque universelle de Genève",
                },
            ),
        ),
    ),
)
