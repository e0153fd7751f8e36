"""From an invitation to a page one is proud of: how much it is, in each way to work a page.

No documentation is read: each step is the shortest that the pages themselves offer.
"""

import pytest

from accounts import one_time_links
from tests.browser.ways import SUCCESS, Mouse, picture
from tests.conftest import make_researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_PAGES, MOST_CLICKS = 12, 30
LINES = {
    "education": [
        "2012-2016 Ph.D. in Oceanography, Harbour University",
        "2010-2012 M.Sc. in Physics, Harbour University",
        "2007-2010 B.Sc. in Physics, Harbour University",
    ],
    "experience": [
        "2022-present Professor, Tide Institute",
        "2018-2022 Lecturer, Tide Institute",
        "2016-2018 Postdoc, Gauge Laboratory",
    ],
    "awards": [f"20{year} Prize for tide {year}, Tide Society" for year in range(18, 23)],
}
PAPERS = "".join(
    f"@article{{q{number}, title = {{Gauge {number:02} of the coast}}, "
    f"author = {{Duval, Dora and Ek, Bo}}, journal = {{Tides}}, year = {{{2000 + number}}}}}\n"
    for number in range(24)
)
SELECTED = [f"Gauge {number:02} of the coast" for number in (11, 23, 7, 3)]


@pytest.fixture
def invited(way, live_server, django_user_model):
    account = django_user_model.objects.create(username="dora", is_staff=True)
    make_researcher("Dora Duval", account, published_at=None)
    way.page.goto(live_server.url + one_time_links.make_link(account, "invitation"))
    return way


def test_complete_page_takes_few_pages_and_clicks(invited):
    for step in (sign_in, write_profile, write_cv, import_papers, select, write_news, publish):
        step(invited, invited.page)
    invited.print_counts()
    if type(invited) is Mouse:
        assert len(invited.pages) <= MOST_PAGES, invited.loads
        assert invited.clicks <= MOST_CLICKS


def sign_in(way, page):
    for name in page.locator("[type=password]").evaluate_all("all => all.map(box => box.name)"):
        way.type(f"[name={name}]", "three tidal gauges")
    way.click(page.get_by_role("button", name="Save and sign in"), leads=True)


def write_profile(way, page):
    way.click(page.get_by_role("link", name="Say who you are"), leads=True)
    way.type("#id_biography", "I measure [tides](https://example.org/) of height $h = a^2$.")
    way.upload("#id_portrait", picture())
    way.save()
    way.menu("Colours and layout")
    way.click(page.locator("[name=theme]").nth(1))
    page.wait_for_load_state("networkidle")  # the framed page takes it over
    way.save()


def write_cv(way, page):
    way.menu("CV")
    for section, lines in LINES.items():
        way.click(f"#{section}-group .cv-paste summary")
        way.type(f"#{section}-paste", "\n".join(lines))
    way.save(answer="text=Nothing is saved yet")
    way.save()


def import_papers(way, page):
    way.go("import papers")
    way.type("#id_text", PAPERS)
    way.click("text=Show what would be done", leads=True)
    way.click("[data-many]", leads=True)
    page.wait_for_selector("text=Imported: 24 new papers")


def select(way, page):
    way.menu("Selected publications")
    for title in SELECTED:
        way.click(page.get_by_role("checkbox", name=title))
    for place, title in enumerate(SELECTED, 1):
        way.place(page.locator("[data-order-row]", has_text=title), place)
    way.click(page.get_by_role("button", name="Save").first, leads=True)
    page.wait_for_selector(SUCCESS)


def write_news(way, page):
    way.go("add news item")
    way.type("#id_body", "A new gauge is in the water.")
    way.save()


def publish(way, page):
    way.menu("Home")
    way.click(page.get_by_role("button", name="Publish the page"), leads=True)
    way.click(".messagelist a[id^=address]", leads=True)
    text = page.locator("main").inner_text()
    for said in ("I measure tides", "Ph.D.", "Postdoc", "Prize for tide 20", "A new gauge"):
        assert said in text
    assert page.locator(".paper-title").all_inner_texts() == SELECTED
    assert page.locator("img[alt='Portrait of Dora Duval']").is_visible()
    assert page.locator("main math").count() == 1
