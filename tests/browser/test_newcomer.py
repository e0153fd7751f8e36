"""A new colleague's whole way: from the link they were sent to a page that everybody can read."""

import pytest

from accounts import one_time_links
from tests.browser.ways import picture
from tests.conftest import make_researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BIBTEX = "".join(
    f"@article{{p{year}, title = {{On tides of {year}}}, author = {{Duval, Dora and Ek, Bo}}, "
    f"journal = {{Journal of Tides}}, year = {{{year}}}}}\n"
    for year in range(2019, 2024)
)


@pytest.fixture
def dora(page, live_server, django_user_model):
    account = django_user_model.objects.create(username="dora", is_staff=True)
    make_researcher("Dora Duval", account, published_at=None)
    page.goto(live_server.url + one_time_links.make_link(account, "invitation"))
    page.get_by_label("Password", exact=True).fill("three tidal gauges")
    page.get_by_label("The same once more").fill("three tidal gauges")
    page.get_by_role("button", name="Save and sign in").click()
    page.wait_for_url("**/admin/")
    page.root = live_server.url
    return page


def add(page, model, *rows, button="_addanother"):
    """Each row: field -> what is typed."""
    page.goto(f"{page.root}/admin/profiles/{model}/add/")
    for row in rows:
        for field, typed in row.items():
            page.fill(f"#id_{field}", typed)
        with page.expect_navigation():  # the row before was told to be saved, too
            page.click(f"[name={button}]")
        page.wait_for_selector(".messagelist .success")


def write_profile(page):
    page.get_by_role("link", name="Say who you are").click()
    page.wait_for_selector("#id_biography:focus")
    page.fill("#id_biography", "I measure [tides](https://example.org/) of height $h = a^2$.")
    page.set_input_files("#id_portrait", picture())
    page.click("[name=_save]")
    page.wait_for_selector(".messagelist .success")


def import_papers(page):
    page.goto(f"{page.root}/admin/publications/importbatch/add/")
    page.fill("#id_text", BIBTEX)
    page.click("text=Show what would be done")
    page.click("input[value='Import 5 entries']")
    page.wait_for_selector("text=Imported: 5 new papers")


def select_papers(page):
    page.goto(f"{page.root}/admin/publications/authorship/order/")
    for title in ("2019", "2021", "2023"):
        page.get_by_role("checkbox", name=f"On tides of {title}").check()
    for _place in ("above 2021", "above 2019"):
        page.click("li:has-text('On tides of 2023') .order-up")
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_selector(".messagelist .success")


def publish(page):
    page.goto(f"{page.root}/admin/")
    page.get_by_role("button", name="Publish the page").click()
    page.wait_for_selector(".messagelist .success:has-text('Your page is public')")


def schedule_news(page):
    page.goto(f"{page.root}/admin/profiles/newsitem/add/")
    page.fill("#id_date", "2031-05-01")
    page.fill("#id_body", "A new gauge is in the water.")
    page.select_option("[name=published_at_state]", "from")
    page.fill("[name=published_at_0]", "2031-05-01")
    page.fill("[name=published_at_1]", "09:00:00")
    page.click("[name=_save]")
    page.wait_for_selector(".messagelist .success")


def preview(page):
    page.goto(f"{page.root}/admin/preview/dora-duval/")
    return page.locator("main").inner_text()


def test_newcomer_publishes_a_complete_page(dora, plain):
    write_profile(dora)
    degrees = [("Ph.D.", "2012", "2016"), ("M.Sc.", "2010", "2012"), ("B.Sc.", "2007", "2010")]
    add(
        dora,
        "education",
        *(
            {"degree": name, "start": start, "end": end, "organisation": "Harbour University"}
            for name, start, end in degrees
        ),
    )
    jobs = ["Postdoc", "Lecturer", "Professor"]
    add(
        dora,
        "experience",
        *({"role": role, "start": "2018", "organisation": "Tide Institute"} for role in jobs),
    )
    prizes = [f"Prize {word}" for word in ("one", "two", "three", "four", "five")]
    add(dora, "award", *({"name": name, "dates": "2020"} for name in prizes))
    import_papers(dora)
    select_papers(dora)
    schedule_news(dora)
    assert "A new gauge" in preview(dora)
    publish(dora)
    plain.goto(f"{dora.root}/dora-duval/")
    page = plain.locator("main").inner_text()
    assert "A new gauge" not in page
    for said in ["I measure tides", *(d[0] for d in degrees), *jobs, *prizes]:
        assert said in page
    titles = plain.locator(".paper-title").all_inner_texts()
    assert titles == [f"On tides of {year}" for year in (2023, 2019, 2021)]
    assert plain.locator("img[alt='Portrait of Dora Duval']").is_visible()
    assert plain.locator("main math").count() == 1
