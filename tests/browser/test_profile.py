"""The profile on one screen, and the panel beside the page with the part that was clicked."""

import pytest

from profiles.models import Affiliation
from tests.browser.test_accessibility import SHIFT
from tests.browser.test_desk import HOME, open_panel, pencil
from tests.browser.widths import too_wide
from tests.profiles.test_form_pages import FORM
from tests.profiles.test_markdown_upload import GIF

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = """all => all.filter(one => one.checkVisibility() && one.innerText.trim()
  && parseFloat(getComputedStyle(one).fontSize) < 13).map(one => one.outerHTML.slice(0, 99))"""
DROP = """(box, bytes) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], "me.gif", { type: "image/gif" }));
  box.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}"""


@pytest.fixture
def profile(at_work, alice):
    at_work.at("profiles_researcher_change", alice.pk)
    return at_work


def test_it_is_one_screen(profile):
    profile.set_viewport_size({"width": 1280, "height": 800})
    assert profile.evaluate("document.documentElement.scrollHeight") <= 800


def test_the_boxes_of_a_position_stand_below_their_headings(profile):
    table = profile.locator("#affiliations-group")
    for name in ("role", "organisation"):
        heading = table.locator(f"th.column-{name}").bounding_box()
        box = table.locator(f"#id_affiliations-0-{name}").bounding_box()
        assert abs(heading["x"] - box["x"]) < 1, name
        assert box["width"] > 150, name


def test_a_reason_stands_at_the_edge_of_its_box(profile):
    profile.set_input_files("#id_portrait", {"name": "a.jpg", "mimeType": "", "buffer": b"none"})
    profile.click("[name=_save]")
    reason = profile.locator(".field-portrait .errorlist li").bounding_box()
    edge = profile.locator(".field-portrait label").first.bounding_box()
    assert abs(reason["x"] - edge["x"]) < 2


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_is_too_small_or_too_wide_or_moves(at_work, alice, width):
    Affiliation.objects.create(researcher=alice, role="Dean", organisation="Tide Institute")
    alice.links.create(kind="github", url="https://github.com/alice")
    at_work.set_viewport_size({"width": width, "height": 800})
    for part in FORM.form_pages:
        at_work.at("profiles_researcher_change", alice.pk, part=part)
        # The cell above what a row is called goes once the page is there.
        assert at_work.evaluate(SHIFT) < 0.05, part
        assert at_work.locator(".profile-form *").evaluate_all(SMALL) == [], part
        assert too_wide(at_work) == [], part


def test_services_are_named_as_one_pastes(profile, alice):
    profile.fill("#id_pasted_links", "github.com/alice, https://orcid.org/0000-0002-1825-0097")
    assert profile.locator(".recognised li").all_inner_texts() == ["GitHub", "ORCID"]
    profile.click("[name=_save]")
    profile.wait_for_selector(".messagelist .success")
    alice.refresh_from_db()
    assert (alice.links.get().kind, alice.orcid) == ("github", "0000-0002-1825-0097")


def test_a_photo_is_dropped(profile, alice):
    profile.locator("#id_portrait").evaluate(DROP, [*GIF])
    profile.click("[name=_save]")
    profile.wait_for_selector(".messagelist .success")
    alice.refresh_from_db()
    assert alice.portrait


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_page_narrows_beside_the_part_that_was_clicked(at_work, alice, width):
    at_work.set_viewport_size({"width": width, "height": 800})
    at_work.to(HOME)
    form = open_panel(at_work, f"researcher-{alice.pk}-biography")
    assert form.locator("form [name]:visible:not([type=submit])").count() == 1
    panel = at_work.locator("#desk-panel").bounding_box()
    assert at_work.locator("main").bounding_box()["width"] <= panel["x"]
    # In one column, as on a screen of that width: two leave no room for words.
    assert at_work.locator(".profile-body").bounding_box()["width"] > 0.8 * panel["x"]
    form = open_panel(at_work, f"researcher-{alice.pk}-positions")  # from the page beside it
    form.locator("#id_affiliations-0-role").wait_for()


def test_what_is_typed_shows_on_the_page_until_it_is_closed(at_work, alice):
    at_work.to(HOME)
    form = open_panel(at_work, f"researcher-{alice.pk}-display_name,headline")
    form.locator("#id_display_name").fill("Alice A.")
    form.locator("#id_headline").fill("I watch *kelp*.")
    at_work.wait_for_selector("h1:has-text('Alice A.')")
    at_work.wait_for_selector(".lead em:text('kelp')")
    at_work.once("dialog", lambda dialog: dialog.accept())
    at_work.click(".desk-close")
    assert "Alice Ahlgren" in at_work.inner_text("h1")
    assert at_work.inner_text(".lead") == ""


def test_a_text_that_was_empty_shows_too(at_work, alice):
    at_work.to(HOME)
    form = open_panel(at_work, f"researcher-{alice.pk}-biography")
    form.locator("#id_biography").fill("I watch kelp.")
    at_work.wait_for_selector("#biography .prose:has-text('I watch kelp.')")
    with at_work.expect_navigation():
        form.locator("[name=_save]").click()
    assert "I watch kelp." in at_work.inner_text("#biography")
    assert pencil(at_work, f"researcher-{alice.pk}-biography").is_visible()


def test_on_a_phone_the_panel_takes_the_screen(at_work, alice):
    at_work.set_viewport_size({"width": 390, "height": 844})
    at_work.to(HOME)
    open_panel(at_work, f"researcher-{alice.pk}-portrait")
    box = at_work.locator("#desk-panel").bounding_box()
    assert (box["x"], box["width"], box["height"]) == (0, 390, 844)
