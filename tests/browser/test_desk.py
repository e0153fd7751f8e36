"""Editing from the page: the panel beside a preview, under the strict CSP and by keyboard alone."""

import pytest

from profiles.models import Award, Education, Talk
from profiles.sections import home_sections
from tests.browser.conftest import sign_in
from tests.browser.test_accessibility import COLOURS, VIOLATIONS
from tests.browser.test_admin_accessibility import STILL
from tests.browser.test_keyboard import STOP
from tests.browser.widths import too_wide
from tests.node import packages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HOME = "/admin/preview/alice-ahlgren/"
FRAME = "#desk-panel iframe"
FOCUS = "document.activeElement?.dataset.desk ?? null"


@pytest.fixture
def desk(at_work, alice):
    """Her page with awards enough to scroll, and one talk."""
    for year in range(2001, 2021):
        Award.objects.create(researcher=alice, name=f"Award of {year}", dates=str(year))
    Talk.objects.create(researcher=alice, title="On tides", date="2020")
    at_work.to(HOME)
    return at_work


def key_of(row):
    return f"{row._meta.model_name}-{row.pk}"


def pencil(page, key):
    return page.locator(f"[data-desk='{key}']")


def open_panel(page, key):
    """The form in the panel, ready to be typed into."""
    pencil(page, key).click()
    form = page.frame_locator(FRAME)
    form.locator("[name=_save]").first.wait_for()
    page.wait_for_selector("#desk-panel[aria-busy=false]")
    return form


def save(page, form):
    """The preview is a new document, and what had the focus has it again."""
    with page.expect_navigation():
        form.locator("[name=_save]").first.click()


def test_award_is_edited_beside_the_preview(desk, alice):
    """A row is changed beside the page, which stays where it was, and so does the focus."""
    award = Award.objects.get(name="Award of 2005")
    key = key_of(award)
    pencil(desk, key).scroll_into_view_if_needed()
    top = pencil(desk, key).bounding_box()["y"]
    form = open_panel(desk, key)
    form.locator("#id_name").fill("Prize of 2005")
    save(desk, form)
    assert "Prize of 2005" in desk.inner_text("#awards")
    assert desk.evaluate(FOCUS) == key
    assert abs(pencil(desk, key).bounding_box()["y"] - top) < 5
    assert desk.evaluate("scrollY") > 0
    assert not desk.is_visible("#desk-panel")


def test_what_is_wrong_is_said_in_the_panel(desk, alice):
    form = open_panel(desk, key_of(Talk.objects.get()))
    form.locator("#id_title").fill("")
    form.locator("[name=_save]").first.click()
    form.locator(".errornote").wait_for()
    form.locator("#id_title").fill("On ebb")
    save(desk, form)
    assert "On ebb" in desk.inner_text("#talks")


def test_an_empty_section_is_filled(desk, alice):
    form = open_panel(desk, "add-education")
    form.locator("#id_degree").fill("Ph.D.")
    form.locator("#id_start").fill("2001")
    save(desk, form)
    assert "Ph.D." in desk.inner_text("#education")
    assert desk.evaluate(FOCUS) == "add-education"
    assert Education.objects.get().researcher == alice


def test_what_is_not_saved_is_not_lost(desk, alice):
    """Escape and Close ask first; who goes all the same is offered the text next time."""
    asked = []
    answers = ["dismiss", "dismiss", "accept"]

    def answer(dialog):
        asked.append(dialog.message)
        getattr(dialog, answers.pop(0))()

    desk.on("dialog", answer)
    key = key_of(Talk.objects.get())
    form = open_panel(desk, key)
    form.locator("#id_title").fill("On kelp")
    form.locator("#id_title").press("Escape")
    assert desk.is_visible("#desk-panel")
    desk.click(".desk-close")
    assert form.locator("#id_title").input_value() == "On kelp"
    desk.focus(".desk-close")
    desk.keyboard.press("Escape")
    desk.wait_for_selector("#desk-panel", state="hidden")
    assert asked == ["What you changed here is not saved. Close all the same?"] * 3
    assert desk.evaluate(FOCUS) == key
    form = open_panel(desk, key)
    form.locator(".typed-before button").first.click()
    assert form.locator("#id_title").input_value() == "On kelp"
    save(desk, form)
    assert Talk.objects.get().title == "On kelp"


def test_nothing_is_asked_where_nothing_was_typed(desk):
    key = key_of(Talk.objects.get())
    form = open_panel(desk, key)
    form.locator("#id_title").press("Escape")
    desk.wait_for_selector("#desk-panel", state="hidden")
    assert desk.evaluate(FOCUS) == key
    open_panel(desk, key)
    desk.click(".desk-close")
    desk.wait_for_selector("#desk-panel", state="hidden")


def test_a_row_is_deleted_from_the_page(desk):
    form = open_panel(desk, key_of(Talk.objects.get()))
    form.locator(".deletelink").click()
    with desk.expect_navigation():
        form.locator(".delete-confirmation form [type=submit]").first.click()
    assert not Talk.objects.exists()
    assert "Empty, so visitors do not see this section." in desk.inner_text("#talks")


def test_who_is_signed_out_is_led_to_the_sign_in(desk):
    desk.context.clear_cookies(name="sessionid")
    pencil(desk, key_of(Talk.objects.get())).click()
    desk.wait_for_selector("#id_username")
    assert "next=/admin/profiles/talk/" in desk.url
    # Chromium itself reports the page that refuses to be framed.
    said = [each for each in desk.complaints if "BLOCKED_BY_RESPONSE" not in each]
    desk.complaints[:] = [each for each in said if "frame-ancestors" not in each]


# --- Sections ------------------------------------------------------------------------------------


def kinds(alice):
    alice.editor = alice.owner
    return [str(section.kind) for section in home_sections(alice)]


def test_sections_move_by_buttons_and_by_dragging(desk, alice):
    with desk.expect_navigation():
        pencil(desk, "up-talks").click()
    assert desk.evaluate(FOCUS) == "up-talks"
    order = kinds(alice)
    assert order.index("talks") == order.index("projects") - 1
    desk.evaluate("scrollTo(0, 0)")
    grip = desk.locator("#news .desk-grip")
    box, target = grip.bounding_box(), desk.locator("#interests").bounding_box()
    desk.mouse.move(box["x"] + 5, box["y"] + 5)
    desk.mouse.down()
    desk.mouse.move(box["x"] + 5, target["y"] + 10, steps=5)
    with desk.expect_navigation():
        desk.mouse.up()
    order = kinds(alice)
    assert order.index("news") == order.index("interests") - 1


# --- Without a mouse, without JavaScript, on a phone ---------------------------------------------


def test_by_keyboard_alone(desk, alice):
    """To the pencil, into the form, to Save and back: each stop is seen."""
    key = key_of(Talk.objects.get())
    tab_to(desk, desk.main_frame, f"[data-desk='{key}']")
    desk.keyboard.press("Enter")
    desk.frame_locator(FRAME).locator("[name=_save]").first.wait_for()
    frame = desk.frames[-1]
    tab_to(desk, frame, "#id_title")
    desk.keyboard.press("Control+a")
    desk.keyboard.insert_text("On ebb")
    tab_to(desk, frame, "[name=_save]")
    with desk.expect_navigation():
        desk.keyboard.press("Enter")
    assert desk.evaluate(FOCUS) == key
    assert Talk.objects.get().title == "On ebb"


def tab_to(page, frame, selector):
    for _time in range(150):
        page.keyboard.press("Tab")
        stop = frame.evaluate(STOP)
        if frame.evaluate("(it) => document.activeElement.matches(it)", selector):
            assert stop["seen"], stop
            return
    pytest.fail(f"Tab did not lead to {selector}")


def test_without_javascript(plain, live_server, client, alice):
    """Links lead to the forms, buttons move sections and publish, and both lead back."""
    talk = Talk.objects.create(researcher=alice, title="On tides", date="2020")
    page = sign_in(plain, client, live_server, alice.owner)
    page.to(HOME)
    pencil(page, "up-talks").click()
    assert page.url == live_server.url + HOME
    assert kinds(alice).index("talks") == kinds(alice).index("projects") - 1
    page.click("text=Unpublish")
    assert "not public yet (Draft)" in page.inner_text(".preview-bar")
    page.click("summary:text('Schedule')")
    page.fill("[name=published_at_0]", "2127-03-03")
    page.click("[name=_schedule]")
    assert "Scheduled for 3 March 2127" in page.inner_text(".preview-bar")
    page.click("[name=_publish]")
    assert "Your page is public" in page.inner_text(".desk-messages")
    pencil(page, key_of(talk)).click()
    page.fill("#id_title", "On ebb")
    page.click("[name=_save] >> nth=0")
    assert Talk.objects.get().title == "On ebb"


def test_on_a_phone(desk):
    desk.set_viewport_size({"width": 390, "height": 844})
    form = open_panel(desk, key_of(Talk.objects.get()))
    box = desk.locator("#desk-panel").bounding_box()
    assert (box["x"], box["width"], box["height"]) == (0, 390, 844)
    form.locator("#id_title").fill("On ebb")
    save(desk, form)
    assert too_wide(desk) == []


def test_the_menus_of_the_bar_stay_in_the_window(desk):
    desk.set_viewport_size({"width": 390, "height": 844})
    bar = desk.locator(".preview-bar").bounding_box()
    assert bar["height"] < 844 / 3


@pytest.mark.parametrize("width", [390, 1440])
def test_axe_has_nothing_to_say(browser, live_server, client, alice, width):
    """Of the page with its links, of the panel open beside it, of the form in it."""
    talk = Talk.objects.create(researcher=alice, title="On tides", date="2020")
    alice.biography = "I watch kelp."
    alice.save()
    context = browser.new_context(bypass_csp=True, viewport={"width": width, "height": 900})
    page = sign_in(context.new_page(), client, live_server, alice.owner)
    axe = (packages("axe-core") / "axe-core" / "axe.min.js").read_text()
    found = {}

    def examine(what, frame):
        frame.evaluate(axe)
        frame.add_style_tag(content=STILL)
        for scheme, rules in (("light", {}), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            if violations := frame.evaluate(VIOLATIONS, rules | {"iframes": False}):
                found[what, scheme] = violations
        page.emulate_media(color_scheme="light")

    page.to(HOME)
    examine("the page", page.main_frame)
    open_panel(page, key_of(talk))
    examine("the panel", page.main_frame)
    examine("the form", page.frames[-1])
    context.close()
    assert found == {}
