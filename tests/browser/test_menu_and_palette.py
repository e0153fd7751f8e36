"""The menu on a phone, Ctrl+K, Ctrl+S: by the keyboard, and without a script."""

import pytest

from profiles.models import Award, NewsItem
from tests.browser.conftest import sign_in
from tests.browser.test_admin_accessibility import at_work, examine

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
looked_at = at_work
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def work(page, live_server, client, alice):
    return sign_in(page, client, live_server, alice.owner)


def test_palette_opens_a_row_by_keyboard(work, alice):
    award = Award.objects.create(researcher=alice, name="The Kelp Prize")
    work.at("index")
    work.keyboard.press("Control+k")
    work.wait_for_selector("#palette a:has-text('Papers')")
    work.keyboard.type("kelp")
    work.wait_for_selector("#palette li:only-child a:has-text('The Kelp Prize')")
    work.keyboard.press("ArrowDown")
    work.wait_for_selector("#palette a:focus")
    with work.expect_navigation():
        work.keyboard.press("Enter")
    assert work.url.endswith(f"/admin/profiles/award/{award.pk}/change/")


def test_enter_opens_the_first_and_escape_closes(work):
    work.at("index")
    work.click("[data-palette]")
    work.keyboard.press("Escape")
    work.wait_for_selector("#palette", state="hidden")
    work.keyboard.press("Control+k")
    work.keyboard.type("import papers")
    with work.expect_navigation():
        work.keyboard.press("Enter")
    assert work.url.endswith("/admin/publications/importbatch/add/")


def test_what_is_not_found_is_said(work):
    work.at("index")
    work.keyboard.press("Control+k")
    work.keyboard.type("zebrafinch")
    work.wait_for_selector("#palette [role=status]:has-text('Nothing found.')")


def test_ctrl_s_saves_and_stays(work, alice):
    row = NewsItem.objects.create(researcher=alice, date="2025", body="Old.")
    work.at("profiles_newsitem_change", row.pk)
    work.fill("#id_body", "A text typed a moment ago.")
    with work.expect_navigation():
        work.keyboard.press("Control+s")
    work.wait_for_selector(".messagelist .success")
    assert work.input_value("#id_body") == "A text typed a moment ago."
    row.refresh_from_db()
    assert row.body == "A text typed a moment ago."


def test_the_answer_copies_the_address_and_publishes(work, alice):
    row = NewsItem.objects.create(researcher=alice, date="2025", body="x", published_at=None)
    work.context.grant_permissions(["clipboard-read", "clipboard-write"])
    work.at("profiles_newsitem_change", row.pk)
    work.click("[name=_save]")
    work.click("text=Publish now")
    work.click(".messagelist button:has-text('Copy')")
    work.wait_for_selector(".messagelist button:has-text('Copied')")
    copied = work.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/alice-ahlgren/news/#news-{row.pk}")


def test_the_menu_is_there_on_a_phone(work):
    work.set_viewport_size(PHONE)
    for name in ("index", "publications_publication_changelist", "profiles_newsitem_add"):
        work.at(name)
        assert not work.locator("#menu").is_visible()
        work.click("text=Menu")
        work.wait_for_selector("#menu a:has-text('Pages and layout')")
        work.keyboard.press("Escape")
    work.click("text=Menu")
    with work.expect_navigation():
        work.click("#menu a:has-text('News')")
    assert work.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert work.locator("#header").bounding_box()["height"] < 70, "one row"
    work.click("text=Menu")
    work.click("#menu button:has-text('Sign out')")
    assert work.url.endswith("/admin/logout/")


def test_without_a_script(browser, live_server, client, alice, work):
    row = Award.objects.create(researcher=alice, name="The Kelp Prize", published_at=None)
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    context.add_cookies(work.context.cookies())
    page = context.new_page()
    page.goto(f"{live_server.url}/admin/")
    page.click("text=Menu")
    page.click("#menu a:has-text('Settings')")
    page.click("[data-palette]")
    page.fill("#search-q", "kelp")
    page.click("main button:has-text('Search')")
    page.click("text=The Kelp Prize")
    page.click("[name=_publish]")
    page.wait_for_selector(f".messagelist a[href$='/alice-ahlgren/cv/#award-{row.pk}']")
    context.close()
    assert Award.objects.get().is_public


def test_axe_has_nothing_to_say(looked_at, alice):
    looked_at.at("index")
    looked_at.keyboard.press("Control+k")
    looked_at.wait_for_selector("#palette a:has-text('Papers')")
    examine(looked_at, "the palette")
    looked_at.goto(looked_at.url.replace("/admin/", "/admin/search/?q=pap"))
    examine(looked_at, "the search")
    looked_at.set_viewport_size(PHONE)
    looked_at.at("profiles_newsitem_add")
    looked_at.click("text=Menu")
    examine(looked_at, "the menu on a phone")
