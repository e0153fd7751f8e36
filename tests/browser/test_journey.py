"""From an invitation to a complete page, with all that a senior researcher has: how many pages,
clicks and fields it takes. Their old CV is pasted, their papers are a .bib file.
"""

import pytest

from accounts import one_time_links
from publications.models import Publication
from tests.browser.test_weekly import PDF
from tests.browser.ways import SUCCESS, WAYS, Finger, Mouse, Plain, picture
from tests.conftest import make_researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_PAGES, MOST_CLICKS = 12, 30
LINKS = [
    "https://github.com/dduval",
    "https://www.linkedin.com/in/dduval",
    "https://scholar.google.com/citations?user=abcdefgAAAAJ",
    "https://orcid.org/0000-0002-1825-0097",
    "https://tides.example.org/",
]
CV = """Education
2012-2016 Ph.D. in Oceanography, Harbour University
2010-2012 M.Sc. in Physics, Harbour University
2007-2010 B.Sc. in Physics, Harbour University

Employment
2022-present Professor, Tide Institute
2018-2022 Lecturer, Tide Institute
2016-2018 Postdoc, Gauge Laboratory

Awards
2023 High Tide Prize, Tide Society
2022 Low Tide Medal, Tide Society
2021 Best Paper Award, Tide Society
2020 Young Gauge Award, Tide Society

Talks
2024 How tides wait, International Meeting on Tides, Oslo
2023 What gauges know, Workshop on Sensors, Bergen

Teaching
2023 Introduction to Oceanography, Tide Institute
2022 Instruments at Sea, Tide Institute

Projects
2021-2024 Listening to the coast

Grants
2020-2023 Gauges for the north, Research Council, EUR 980,000

Service
2022 Reviewer, Journal of Tides
"""
SHOWN = ["Ph.D.", "M.Sc.", "B.Sc.", "Professor", "Lecturer", "Postdoc", "How tides wait"]
SHOWN += ["What gauges know", "Introduction to Oceanography", "Instruments at Sea"]
SHOWN += ["Listening to the coast", "Gauges for the north", "Journal of Tides"]
SHOWN += ["High Tide Prize", "Low Tide Medal", "Best Paper Award", "Young Gauge Award"]
BIBTEX = "".join(
    f"@article{{q{number}, title = {{Gauge {number:03} of the coast}}, "
    f"author = {{Duval, Dora and Ek, Bo}}, journal = {{Tides}}, year = {{{1990 + number % 34}}}}}\n"
    for number in range(130)
)
PAPERS = {"name": "duval.bib", "mimeType": "text/plain", "buffer": BIBTEX.encode()}
SELECTED = [f"Gauge {number:03} of the coast" for number in (117, 23, 7, 3, 99)]
YEARS = {title: 1990 + int(title.split()[1]) % 34 for title in SELECTED}
NEWS = ["A new gauge is in the water.", "The old gauge rests."]


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def invited(request, live_server, django_user_model):
    account = django_user_model.objects.create(username="dora", is_staff=True)
    make_researcher("Dora Duval", account, published_at=None)
    page = request.getfixturevalue(WAYS[request.param])
    way = request.param(page)
    page.goto(live_server.url + one_time_links.make_link(account, "invitation"))
    return way


def test_complete_page_of_a_whole_career(invited):
    steps = (sign_in, write_profile, paste_cv, import_papers, select, dress_paper, write_news)
    for step in (*steps, publish):
        step(invited, invited.page)
    invited.print_counts()
    assert len(invited.pages) <= MOST_PAGES + invited.search_pages, invited.loads
    if type(invited) in (Mouse, Finger):
        assert invited.clicks <= MOST_CLICKS


def sign_in(way, page):
    way.type("#id_new_password1", "three tidal gauges")
    way.type("#id_new_password2", "three tidal gauges")
    way.click(page.get_by_role("button", name="Save and sign in"), leads=True)


def write_profile(way, page):
    way.click(page.get_by_role("link", name="Say who you are"), leads=True)
    way.type("#id_biography", "I measure [tides](https://example.org/) of height $h = a^2$.")
    way.upload("#id_portrait", picture())
    way.type("#id_email", "dora@tides.example.org")
    way.click("[name=email_display][value=plain]")
    way.type("#id_affiliations-0-role", "Professor of tides")
    way.type("#id_affiliations-0-organisation", "Tide Institute")
    way.type("#id_pasted_links", "\n".join(LINKS))
    choose_theme(way, page)
    way.save()


def choose_theme(way, page):
    way.save()
    way.menu("Colours and layout")
    way.click(page.locator("[name=theme]").nth(1))
    page.wait_for_load_state("networkidle")  # the framed page takes it over


def paste_cv(way, page):
    way.click(page.get_by_role("link", name="Add your degrees"), leads=True)
    way.type("#cv-paste", CV)
    way.click(page.get_by_role("button", name="Make rows of this CV"), leads=True)
    way.save()


def import_papers(way, page):
    way.click(page.get_by_role("link", name="Import your papers"), leads=True)
    way.upload("[type=file]", PAPERS)
    way.click("text=Show what would be done", leads=True)
    way.click("[data-many]", leads=True)
    page.wait_for_selector("text=Imported: 130 new papers")


def select(way, page):
    way.click(page.get_by_role("link", name="Choose papers for your home page"), leads=True)
    for title in SELECTED:
        way.type("#find", title.split()[1])
        way.click(page.get_by_role("checkbox", name=title))
    way.click(page.get_by_role("button", name="Save", exact=True), leads=True)
    page.wait_for_selector(SUCCESS)


def dress_paper(way, page):
    way.go("gauge 117")
    way.upload("#id_links-0-file", PDF)
    way.upload("#id_cover", picture())
    way.click("[name=_continue]", leads=True)
    page.wait_for_selector(SUCCESS)


def write_news(way, page):
    way.go("add news item")
    for text in NEWS:
        way.type("#id_body", text)
        way.click("[name=_addanother]", leads=True)
        page.wait_for_selector(f"{SUCCESS}:has-text('Visitors see it once')")


def publish(way, page):
    """By the button of the word that what was saved waits for it."""
    way.click(page.get_by_role("button", name="Publish the page"), leads=True)
    # To look at it is no part of making it.
    page.goto(page.locator(".messagelist a[id^=address]").evaluate("link => link.href"))
    home = page.locator("main").inner_text()
    for said in ("I measure tides", "Professor of tides", "dora@tides.example.org", *NEWS):
        assert said in home
    for link in LINKS:
        assert page.locator(f"main a[href='{link}']").count(), link
    shown = page.locator(".paper-title").all_inner_texts()
    # Without a script they stand by their dates: their order is typed in numbers there.
    assert shown == (
        sorted(SELECTED, key=YEARS.get, reverse=True) if type(way) is Plain else SELECTED
    )
    assert page.locator(".profile-portrait img").is_visible()
    assert page.locator("main math").count() == 1
    assert Publication.objects.exclude(cover="").get().links.count() == 1
    page.goto(f"{page.url}cv/")
    cv = page.locator("main").inner_text()
    assert [said for said in SHOWN if said not in cv] == []
