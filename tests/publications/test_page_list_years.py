from tests.publications.papers import make_paper

URL = "/alice-ahlgren/publications/"


def html(client, url=URL):
    return " ".join(client.get(url).content.decode().split())


def test_the_rail_leads_to_each_year(client, alice):
    for year in ("2019", "2020", "2020", "2021"):
        make_paper(f"Paper {year}", alice, date=year, slug=f"p-{year}-{alice.authorships.count()}")
    page = html(client)
    assert '<a href="#year-2020">2020 <span class="count">2</span></a>' in page


def test_it_leads_to_the_page_where_a_year_begins(client, alice):
    for number in range(130):
        year = "2022" if number < 3 else "2021" if number < 125 else "2020"
        make_paper(f"Paper {number}", alice, date=year)
    page = html(client)
    assert '<a href="#year-2021">2021 <span class="count">122</span></a>' in page
    assert '<a href="?page=2#year-2020">2020 <span class="count">5</span></a>' in page
    assert "<small>2022–2021</small>" in page
    assert "<small>2021–2020</small>" in page


def test_a_year_that_is_chosen_needs_no_rail(client, alice):
    for year in ("2019", "2020", "2021"):
        make_paper(f"Paper {year}", alice, date=year)
    assert "year-rail" in html(client)
    assert "year-rail" not in html(client, f"{URL}?year=2020")


def test_the_year_stands_once(client, alice):
    make_paper("On Notes", alice, date="2024-05", container_title="Memoirs")
    assert html(client).split("<main")[1].split("</main>")[0].count("2024") == 3  # heading and ids


def test_the_compact_list_has_a_line_for_each(client, alice):
    make_paper("On Notes", alice, "Grace Hopper", abstract="Long.", doi="10.1000/x")
    page = html(client, f"{URL}?view=compact")
    assert '<li class="paper-compact">' in page
    assert 'class="paper"' not in page
    assert ">Full list</a>" in page
    assert ">Compact list</a>" in html(client)
