import pytest

from publications.citations.styles import STYLES, work
from publications.citations.styles.work import ITALIC


def cite(style, **item):
    return STYLES[style].format({"type": "article-journal", "title": "On Notes"} | item)


def test_apa_cites_author_year_title_and_doi():
    author = [{"family": "Lovelace", "given": "Ada"}]
    text = cite("apa", author=author, issued={"date-parts": [[1843]]}, DOI="10.1/x")
    assert text == "Lovelace, A. (1843). On Notes. https://doi.org/10.1/x"


@pytest.mark.parametrize(("count", "gap"), [(20, ", & "), (21, ", … ")])
def test_apa_names_twenty_authors(count, gap):
    author = [{"family": f"Author{number}"} for number in range(1, count + 1)]
    assert f"Author19{gap}Author{count}. (n.d.)" in cite("apa", author=author)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Jean-Paul A.", "J.-P. A."),
        ("G. H.", "G. H."),
        ("G.H.", "G. H."),
        ("Abd al", "A. al"),
        ("Yi-fan", "Y.-F."),
        ("(Ann)", "A."),
        ("", ""),
    ],
)
def test_initials(given, expected):
    assert work.initials(given) == expected


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ("3–10", "3–10"),
        ("71–72", "71–72"),
        ("100–104", "100–104"),
        ("101–108", "101–8"),
        ("321–328", "321–28"),
        ("498–532", "498–532"),
        ("1087–1089", "1087–89"),
        ("1496–1500", "1496–500"),
        ("12991–13001", "12991–3001"),
        ("B1549–B1562", "B1549–62"),
        ("e17", "e17"),
    ],
)
def test_pages_in_chicago(pages, expected):
    assert work.short_pages(pages) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("a theory of everything: an end", "A Theory of Everything: An End"),
        ("how iPhones and $n^2$ meet on the way in", "How iPhones and $n^2$ Meet on the Way In"),
        ("who came? the rest", "Who Came? The Rest"),
        ("two-component λ", "Two-Component λ"),
    ],
)
def test_title_case(title, expected):
    assert work.title_case(title) == expected


def test_a_title_of_another_language_keeps_its_case():
    assert "“über etwas.”" in cite("chicago", title="über etwas", language="de")


def test_a_list_that_is_cut_short_says_so():
    item = {"author": [{"family": "Lovelace", "given": "Ada"}], "custom": {"et_al": True}}
    texts = [cite(style, **item) for style in STYLES]
    assert all("et al." in text for text in texts)


@pytest.mark.parametrize("style", STYLES)
def test_nothing_but_a_title_will_do(style):
    assert "On Notes" in cite(style)


def test_signs_of_ours_in_a_title_are_not_italics():
    marked = STYLES["apa"].marked({"type": "article-journal", "title": f"{ITALIC[0]}Notes"})
    assert ITALIC[0] not in marked


def test_a_very_long_title_takes_no_time():
    assert len(work.title_case("very long " * 50_000)) == 500_000
