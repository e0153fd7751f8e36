"""A manager's whole way: from signing in to a lab with members, a page of its own, an alumnus."""

from contextlib import nullcontext

import pytest
from django.contrib.auth.models import Group

from profiles.access import MANAGERS
from profiles.models import PeopleGroup, SiteSettings
from tests.browser.conftest import sign_in as signed_in
from tests.conftest import make_researcher, make_user
from tests.profiles.test_markdown_upload import GIF

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_PAGES, MOST_CLICKS = 8, 20
PEOPLE = "Dora Duval <dora@lab.example>\nEdith Ek <edith@lab.example>\nFay Fox"
WELCOME = "We measure [tides](https://example.org/) of height $h = a^2$."


class Counted:
    """A page whose addresses, documents, clicks and typed fields are counted."""

    def __init__(self, page):
        self.page, self.loads, self.clicks, self.typed = page, [], 0, 0
        page.on("framenavigated", self._loaded)

    def _loaded(self, frame):
        if frame is self.page.main_frame:
            self.loads.append(frame.url.partition("#")[0].partition("?")[0])

    def click(self, locator, *, leads=False):
        self.clicks += 1
        with self.page.expect_navigation() if leads else nullcontext():
            locator.click()

    def type(self, selector, text):
        self.typed += 1
        self.page.fill(selector, text)

    def go(self, words):
        """By Ctrl+K; the click is the one on its button."""
        self.click(self.page.locator("[data-palette]"))
        self.page.keyboard.type(words)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


@pytest.fixture
def counted(page, live_server):
    make_user("minna").groups.add(Group.objects.get(name=MANAGERS))
    counted = Counted(page)
    page.goto(f"{live_server.url}/admin/")
    return counted


def sign_in(counted):
    counted.type("[name=username]", "minna")
    counted.type("[name=password]", "minna-password")
    counted.click(counted.page.locator("[type=submit]"), leads=True)


def invite(counted):
    """Three people, in a group that is new."""
    page = counted.page
    counted.click(
        page.locator(".lab-actions").get_by_role("link", name="Invite people"), leads=True
    )
    counted.type("#id_people", PEOPLE)
    counted.type("#id_group", "Students")
    counted.click(page.locator("[name=_check]"), leads=True)
    counted.click(page.locator("[name=_make]"), leads=True)
    page.wait_for_selector("h1:has-text('3 people invited')")


def describe(counted):
    page = counted.page
    link = page.locator("#menu").get_by_role("link", name="Site settings", exact=True)
    counted.click(link, leads=True)
    counted.type("#id_name", "Tides Lab")
    counted.type("#id_welcome", WELCOME)
    counted.clicks += 1
    logo = {"name": "logo.gif", "mimeType": "image/gif", "buffer": GIF}
    page.set_input_files("#id_logo", logo)
    counted.click(page.locator("#menu_links-group summary"))
    counted.click(page.locator("#menu_links-group .add-row a"))
    counted.type("#id_menu_links-0-label", "Seminar")
    counted.type("#id_menu_links-0-url", "https://example.org/seminar")
    save(counted)


def add_alumnus(counted):
    counted.go("add group")
    counted.type("#id_name", "Alumni")
    counted.click(counted.page.locator("#memberships-group .add-row a"))
    for field, text in {"name": "Gil Gray", "until": "2024", "now": "Harbour University"}.items():
        counted.type(f"#id_memberships-0-{field}", text)
    save(counted)


def save(counted):
    counted.click(counted.page.locator("[name=_save]"), leads=True)
    counted.page.wait_for_selector(".messagelist .success")


def test_a_lab(counted, live_server):
    sign_in(counted)
    invite(counted)
    describe(counted)
    add_alumnus(counted)
    counted.click(counted.page.get_by_role("link", name="View live"), leads=True)

    page = counted.page
    text = page.locator("body").inner_text()
    for words in ("Tides Lab", "We measure tides", "Seminar", "Alumni", "Gil Gray", "until 2024"):
        assert words in text
    assert page.locator(".site-logo").evaluate("logo => logo.naturalWidth > 0")
    assert page.locator(".welcome math").count() == 1
    students = PeopleGroup.objects.get(name="Students").memberships
    members = students.values_list("researcher__slug", flat=True)
    assert list(members) == ["dora-duval", "edith-ek", "fay-fox"]
    assert SiteSettings.objects.get().name == "Tides Lab"

    pages = set(counted.loads)
    print(
        f"pages {len(pages)} ({len(counted.loads)} documents), clicks {counted.clicks}, "
        f"typed fields {counted.typed}"
    )
    assert len(pages) <= MOST_PAGES, counted.loads
    assert counted.clicks <= MOST_CLICKS


@pytest.fixture
def three_groups():
    make_researcher("Dora Duval")
    for position, name in enumerate(("Faculty", "Students", "Alumni")):
        PeopleGroup.objects.create(name=name, position=position)


def order_now():
    return [group.name for group in PeopleGroup.objects.all()]


def test_groups_are_dragged_into_their_order(counted, three_groups):
    sign_in(counted)
    page = counted.page
    grip = page.locator(".order-grip").last.bounding_box()
    page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, page.locator(".order-list").bounding_box()["y"], steps=9)
    page.mouse.up()
    counted.click(page.get_by_role("button", name="Save the order"), leads=True)
    assert order_now() == ["Alumni", "Faculty", "Students"]


def test_groups_are_put_in_order_by_the_keyboard(counted, three_groups):
    sign_in(counted)
    counted.page.get_by_role("button", name="Move up").last.focus()
    counted.page.keyboard.press("Enter")
    counted.page.get_by_role("button", name="Save the order").focus()
    with counted.page.expect_navigation():
        counted.page.keyboard.press("Enter")
    assert order_now() == ["Faculty", "Alumni", "Students"]


def test_groups_are_put_in_order_without_scripts(plain, live_server, client, three_groups):
    minna = make_user("minna")
    minna.groups.add(Group.objects.get(name=MANAGERS))
    page = signed_in(plain, client, live_server, minna)
    page.to("/admin/")
    page.get_by_label("Place").last.fill("1")
    page.get_by_label("Place").first.fill("2")
    page.click("text=Save the order")
    assert order_now() == ["Alumni", "Faculty", "Students"]
    page.fill("[name=q]", "duval")
    page.get_by_role("button", name="Find").click()
    assert page.locator(".people-table tbody tr").count() == 1


def test_lab_news(counted, live_server):
    """On two pages more: the form, and where visitors read it."""
    sign_in(counted)
    counted.go("add lab news item")
    counted.type("#id_headline", "A new boat")
    counted.type("#id_body", "She *floats*.")
    counted.click(counted.page.locator("[name=_save]"), leads=True)
    counted.click(counted.page.locator(".messagelist a[id^=address]"), leads=True)
    assert "She floats." in counted.page.locator("main").inner_text()
    menu = counted.page.get_by_role("link", name="News", exact=True)
    assert menu.get_attribute("aria-current") == "page"
    print(f"news: pages {len(set(counted.loads))}, clicks {counted.clicks}, typed {counted.typed}")
    assert len(set(counted.loads)) <= 5
