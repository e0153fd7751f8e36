import pytest

from publications.models import PublicationAward, PublicationLink, Venue, VenueRank
from tests.publications.papers import as_author, make_paper

URL = "/alice-ahlgren/publications/"


def html(client, url=URL):
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_list_marks_own_name_and_counts(client, alice):
    make_paper("On Notes", alice, "Grace Hopper", container_title="Scientific Memoirs")
    page = html(client)
    assert '<a href="/publications/on-notes/">On Notes</a>' in page
    assert '<strong class="self">Alice Ahlgren</strong>' in page
    assert "Scientific Memoirs" in page
    assert "1 paper, 1 as first or co-first author" in page
    assert "First author" in page


def test_years_are_newest_first_and_forthcoming_papers_lead(client, alice):
    make_paper("Old", alice, date="1999")
    make_paper("New", alice, date="2024-03")
    make_paper("Unknown", alice, date="")
    make_paper("Coming", alice, date="", status="accepted")
    page = html(client)
    places = [page.index(f">{year}</h2>") for year in ("Forthcoming", "2024", "1999", "Undated")]
    assert places == sorted(places)


def test_a_title_shows_its_maths(client, alice):
    make_paper("Sorting in $n^2$ steps", alice)
    assert "<msup>" in html(client)


def test_a_title_says_its_own_language(client, alice):
    make_paper("الخوارزميات", alice, slug="arabic", language="ar")
    make_paper("Der Zufall", alice, language="ngerman")
    page = html(client)
    assert '<a href="/publications/arabic/" lang="ar" dir="rtl">' in page
    assert "ngerman" not in page


def test_a_name_in_han_script_leads_with_the_family(client, alice):
    make_paper("On Notes", alice, {"given": "小明", "family": "王"})
    assert "王小明" in html(client)


def test_one_paper_needs_no_filter(client, alice):
    make_paper("On Notes", alice)
    assert 'role="search"' not in html(client)
    assert 'role="search"' in html(client, f"{URL}?q=engines")


def test_a_colleague_here_is_linked(client, alice, bob):
    make_paper("On Notes", alice, bob)
    assert '<a href="/bob-brandt/">Bob Brandt</a>' in html(client)


def test_a_colleague_whose_pages_are_a_draft_is_not_linked(client, alice, bob):
    bob.published_at = None
    bob.save()
    make_paper("On Notes", alice, bob)
    assert "/bob-brandt/" not in html(client)


def test_marks_have_a_legend_only_where_they_are_used(client, alice):
    make_paper("On Notes", alice, "Grace Hopper")
    assert 'class="legend"' not in html(client)
    equal = as_author(alice, is_equal=True, marks="†")
    post = {"given": "A", "family": "B", "is_corresponding": True}
    make_paper("Off Notes", equal, post)
    page = html(client)
    assert '<abbr title="equal contribution">†</abbr>' in page
    assert '<b aria-hidden="true">†</b> equal contribution' in page
    assert '<b aria-hidden="true">✉</b> corresponding author' in page


def test_names_beyond_a_line_fold_and_ones_own_stays(client, alice):
    names = [f"Name Number{number:02}" for number in range(12)]
    make_paper("Big", *names, alice)
    page = html(client)
    assert 'aria-label="and 8 more">+8</summary>' in page
    before_fold = page[: page.index("<summary aria-label")]
    assert '<strong class="self">Alice Ahlgren</strong>' in before_fold
    assert "Name Number11" in page


@pytest.mark.parametrize(("count", "length"), [(5, 40), (7, 3)])
def test_five_names_and_a_line_of_them_never_fold(client, alice, count, length):
    make_paper("Small", *[f"Name {'n' * length}{number}" for number in range(count)], alice)
    assert "<summary aria-label" not in html(client)


def test_venue_rank_award_status_and_links(client, alice):
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI", url="https://n.org")
    VenueRank.objects.create(venue=venue, scheme="CCF", level="A")
    paper = make_paper(
        "On Notes", alice, venue=venue, status="accepted", presentation="oral", doi="10.1/x"
    )
    PublicationAward.objects.create(publication=paper, name="Best Paper Award")
    PublicationLink.objects.create(publication=paper, kind="code", url="https://e.org/c")
    page = html(client)
    for words in (">NSDI<", "CCF-A", "Best Paper Award", "accepted", "oral", ">Code<", ">Paper<"):
        assert words in page
    assert '<a class="main-link" href="https://e.org/c" rel="noopener">Code</a>' in page


def test_abstract_and_bibtex_stay_on_the_papers_own_page(client, alice):
    make_paper("On Notes", alice, abstract="A long abstract.", citation_key="ahlgren2024")
    page = html(client)
    assert "A long abstract" not in page
    assert "ahlgren2024" not in page


def test_a_list_without_papers_says_so(client, alice):
    assert "No publications yet." in html(client)


def test_long_lists_come_in_pages(client, alice):
    for number in range(101):
        make_paper(f"Paper {number}", alice, date="2020")
    assert '<span aria-current="page">1 <small>2020</small></span>' in html(client)
    assert 'href="?q=paper&amp;page=2"' in html(client, f"{URL}?q=paper")


@pytest.mark.parametrize("page", ["3", "x", "-1"])
def test_a_page_that_is_not_there_is_not_found(client, alice, page):
    make_paper("On Notes", alice)
    assert client.get(f"{URL}?page={page}").status_code == 404


def test_the_answer_sets_no_cookie_and_varies_on_none(client, alice):
    response = client.get(URL)
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


def test_a_hostile_title_does_nothing(client, alice):
    make_paper("<script>alert(1)</script>", {"researcher": alice, "literal": "<img src=x>"})
    page = html(client)
    assert "<script>alert" not in page
    assert "<img src=x>" not in page


def test_a_short_name_stands_unless_the_title_begins_with_it(client, alice):
    make_paper("Planning Pipelines", alice, short_name="PipeMorph")
    make_paper("PipeWorks: Planning", alice, short_name="PipeWorks")
    page = html(client)
    assert '<span class="short-name">PipeMorph</span>' in page
    assert '<span class="short-name">PipeWorks</span>' not in page
