"""What a printed reference says, and what of it is told to be unsure."""

import pytest

from publications.printed.marks import marked, plain
from publications.printed.names import names_in
from publications.printed.reference import read_reference
from tests.cpu import cpu


def test_it_is_read_whole():
    found = read_reference(
        "Lind, A. B., & Moreau, C. (2016). A tide table. *Journal of Tides, 28*(4), 311–329. "
        "https://doi.org/10.5555/jt.28.311?journalCode=jt"
    )
    assert (found.authors, found.title) == (["Lind, A. B.", "Moreau, C."], "A tide table")
    assert (found.venue, found.year) == ("Journal of Tides", "2016")
    assert (found.volume, found.issue, found.pages) == ("28", "4", "311–329")
    assert (found.doi, found.unsure) == ("10.5555/jt.28.311", {})


def test_a_known_title_may_look_like_names():
    found = read_reference("Anna Lind, Claude Moreau, Tidal Memory, Tides 3 (2019)", "Tidal memory")
    assert (found.authors, found.venue) == (["Anna Lind", "Claude Moreau"], "Tides")


def test_a_name_that_cannot_be_read_loses_that_name_alone_and_says_so():
    found = read_reference(
        "Lind A.B., Moreau C>D., Sato K. A tide table. Tides. 2016", "A tide table"
    )
    assert found.authors == ["Lind, A.B.", "Sato, K."]
    assert "Moreau C>D." in found.unsure["authors"]


def test_a_reference_of_another_title_gives_its_authors():
    found = read_reference(
        'Lind, A. (2016). "Tides." <i>Sea</i>. 3(1).', "Ebb and flood in harbours"
    )
    assert (found.authors, found.title) == (["Lind, A."], "Ebb and flood in harbours")
    assert "title" in found.unsure


@pytest.mark.parametrize("signs", ["‘%s’", '"%s"'])
def test_a_reference_in_quotes_loses_no_name_and_its_title_no_quotes(signs):
    title = "“Ebb” and flood"
    found = read_reference(signs % f"Lind, A., Sato, K. (2018). {title}. Sea, 3(1), 1–9.", title)
    assert (found.authors, found.venue) == (["Lind, A.", "Sato, K."], "Sea")


def test_what_stands_around_a_reference_is_none_of_it():
    found = read_reference(
        '\u25b7 \u25bd A. Lind. "Ebb and flood." Sea, 2018. The final version is available in X.'
    )
    assert (found.authors, found.title, found.year) == (
        ["A. Lind"],
        "Ebb and flood",
        "2018",
    )
    assert "available" not in str(found)


@pytest.mark.parametrize(
    "text", ["", "TBD", "TODO", "Under review", "A tide table", "2016", "[[](", "*" * 99]
)
def test_what_is_no_reference_has_no_authors(text):
    found = read_reference(text)
    assert (found.authors, set(found.unsure) >= {"authors", "venue"}) == ([], True)


@pytest.mark.parametrize(
    ("text", "names", "lost"),
    [
        ("Gehring, Petra, Max Obel, and Daniel P. Sabo", 3, 0),
        ("Lind, Astrid and Moreau, Claude and Sato, Kenji", 3, 0),
        ("Amato, Stas MD, MSc1; Benson, Jamie S. BA1,2", 2, 0),
        ("Hu, Z.*and  Lin, J.", 2, 0),
        ("Anna Lind, Bob Moreau, A&A", 2, 1),
        ("Lind, A., Moreau, M. D., Sato, K.", 3, 0),
        ("Lind, Anna *-", 1, 0),
        ("Lind, Anna, M.D., Sato, Ken, Ph.D.", 2, 0),
        ("Wang, Can, de la Cour du Can, Anna", 2, 0),
        ("Lind, A. and and Moreau, C.", 2, 0),
        ("林海生，周文", 2, 0),
        ("The Tide Consortium (includes Lind AB)", 1, 0),
        ("Paper from the main tide project", 0, 1),
        ("Giglio, V., … Xu, J.", 3, 0),
        ("Fox, Robert 'Bob' S., and Lind, Anna", 2, 0),
        ("Anna Lind, The Anh Tran, Bob vanderBerg", 3, 0),
        ("Anna Lind, The Anh Tide, useOf Kelp", 1, 2),
        ("A. Lind and T. Moreau on behalf of the Tide Collaboration", 2, 0),
    ],
)
def test_lists_of_names(text, names, lost):
    assert tuple(map(len, names_in(text))) == (names, lost)


def test_a_colon_behind_the_last_name_of_a_list():
    title = "Ebb by night. In Sea Letters, 2018."
    assert not read_reference(f"Anna Lind, Ken Sato and Bo Wong: {title}").unsure
    for names in ("Anna Lind, Low Tides", "Low Tides and Red Moss"):
        assert "title" in read_reference(f"{names}: {title}").unsure


def test_given_names_that_are_cut_short_and_a_list_that_is_too_long():
    found = read_reference(
        'A. Lind, To. Sato, Yi-Bo. Wong, "Ebb and flood." Sea, 2018.', "Ebb and flood"
    )
    assert found.authors == ["A. Lind", "To. Sato", "Yi-Bo. Wong"]
    assert not found.unsure
    names = ", ".join(["Anna Lind"] * 600)
    found = read_reference(f'{names}, "Ebb and flood." Sea, 2018.', "Ebb and flood")
    assert (len(found.authors), found.authors[-1]) == (455, "others")
    assert "Anna Lind" in found.unsure["authors"]


@pytest.mark.parametrize("name", ['Robert "Bob" S. Fox', "Robert 'Bob' S. Fox", "The Anh Tran"])
@pytest.mark.parametrize("title", ['"Ebb and flood."', "Ebb and flood."])
def test_a_nickname_in_quotes_is_no_title_and_a_given_name_no_article(name, title):
    for names in ([name, "A. Lind"], ["A. Lind", name, "B. Roe"]):
        found = read_reference(f"{', '.join(names)}. {title} Journal of Tides 3(2), 2018.")
        assert (found.authors, found.title, found.unsure) == (names, "Ebb and flood", {})


@pytest.mark.parametrize(
    "line",
    [
        "__Lind A.__, Sato K. [[Paper]](https://a.example) [[Dataset]](https://a.example)",
        "Lind A., Sato K. <span> \\[Best Paper\\] </span>",
        "Lind A.\\(^\\ast\\), Sato K.",
    ],
)
def test_what_stands_behind_names_is_none_of_them(line):
    names, lost = names_in(plain(marked(line)[0]))
    assert ([name.strip("*∗") for name in names], lost) == (["Lind, A.", "Sato, K."], [])


def test_a_status_in_italics_is_no_venue_and_a_blank_no_part_of_a_year():
    found = read_reference("**Ebb and flood**. Sea Letters. *Accepted for publication*.")
    assert found.venue == "Sea Letters"
    found = read_reference(
        '- A. Lind, Ken Sato ( 2019).[" Ebb and flood"](https://a.example). Sea, 1'
    )
    assert (found.authors, found.title) == (["A. Lind", "Ken Sato"], "Ebb and flood")
    assert found.year == "2019"


def test_a_thesis_may_name_its_supervisors():
    found = read_reference(
        "Anna Lind (2020). Ebb and flood. PhD Thesis. University of Tides. Supervisors: B. Roe."
    )
    assert (found.venue, found.unsure) == ("University of Tides", {})


@pytest.mark.parametrize("word", ["A", "AI ", "4th ", "Lind, B., ", "Journal of ", "(TCS) ", "in "])
def test_a_reference_of_one_word_takes_no_cube_of_time(word):
    text = (word * 5_000)[:4_900]
    assert cpu(read_reference, text, below=3) < 3
