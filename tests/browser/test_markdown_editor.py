"""Keys, buttons and links of the Markdown editor, each taken back by Ctrl+Z."""

import pytest
from playwright.sync_api import expect

from profiles.models import NewsItem, Page
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const options = { clipboardData: data, bubbles: true, cancelable: true };
  const event = new ClipboardEvent("paste", options);
  return !document.activeElement.dispatchEvent(event);
}"""


@pytest.fixture
def body(at_work):
    at_work.at("profiles_newsitem_add")
    area = at_work.locator("#id_body")
    area.fill("We met Ada.")
    return area


def select(area, words):
    area.evaluate(
        "(it, words) => { const at = it.value.indexOf(words); it.focus();"
        " it.setSelectionRange(at, at + words.length); }",
        words,
    )


def test_bold_and_italic_by_keys_are_undone(at_work, body):
    """By key and by button; a second time takes the signs off; Ctrl+Z takes back each."""
    press = at_work.keyboard.press
    select(body, "Ada")
    press("Control+b")
    expect(body).to_have_value("We met **Ada**.")
    press("Control+i")
    expect(body).to_have_value("We met ***Ada***.")
    press("Control+b")
    expect(body).to_have_value("We met *Ada*.")
    for before in ("We met ***Ada***.", "We met **Ada**.", "We met Ada."):
        press("Control+z")
        expect(body).to_have_value(before)
    press("Control+Shift+z")
    expect(body).to_have_value("We met **Ada**.")
    select(body, "We met")
    at_work.click(".markdownx-bar:has(+ #id_body) [data-mark='$']")
    expect(body).to_have_value("$We met$ **Ada**.")
    press("Control+z")
    expect(body).to_have_value("We met **Ada**.")


def test_a_link_is_asked_for(at_work, body, alice):
    Page.objects.create(researcher=alice, title="Software", slug="software")
    press = at_work.keyboard.press
    select(body, "Ada")
    press("Control+k")
    expect(at_work.locator("#link-words")).to_have_value("Ada")
    expect(at_work.locator("#link-choices option")).to_have_text(["Software"])
    at_work.keyboard.insert_text("example.org/a (b)")
    press("Enter")
    linked = "We met [Ada](https://example.org/a%20%28b%29)."
    expect(body).to_have_value(linked)
    expect(body).to_be_focused()
    press("ArrowLeft")
    press("Control+k")  # within a link, that link
    expect(at_work.locator("#link-address")).to_have_value("https://example.org/a%20%28b%29")
    at_work.fill("#link-address", "/alice-ahlgren/software/")
    press("Escape")
    # Until it is gone, Ctrl+Z is for what was typed in it.
    expect(at_work.locator("#link-address")).to_have_count(0)
    expect(body).to_have_value(linked)
    press("Control+z")
    expect(body).to_have_value("We met Ada.")
    select(body, ".")
    press("ArrowRight")
    at_work.click(".markdownx-bar:has(+ #id_body) [data-mark=link]")
    at_work.fill("#link-address", "/alice-ahlgren/software/")
    expect(at_work.locator("#link-choices option")).to_have_text(["Software"])
    press("Enter")
    expect(body).to_have_value("We met Ada.[Software](/alice-ahlgren/software/)")


def test_a_link_needs_no_answer_of_the_site(at_work, body):
    select(body, "Ada")
    at_work.context.set_offline(True)
    at_work.keyboard.press("Control+k")
    at_work.fill("#link-address", "me@ada.example")
    at_work.press("#link-address", "Enter")
    expect(body).to_have_value("We met [Ada](mailto:me@ada.example).")
    at_work.context.set_offline(False)
    # Chromium itself reports the failed request.
    at_work.complaints[:] = [text for text in at_work.complaints if "ERR_INTERNET" not in text]


def test_an_address_pasted_over_words_is_a_link(at_work, body):
    select(body, "Ada")
    assert at_work.evaluate(PASTE, "https://ada.example/\n")
    expect(body).to_have_value("We met [Ada](https://ada.example/).")
    at_work.keyboard.press("Control+z")
    expect(body).to_have_value("We met Ada.")
    assert not at_work.evaluate(PASTE, "two words")
    select(body, "")
    assert not at_work.evaluate(PASTE, "https://ada.example/")
    body.fill("See https://old.example/")
    select(body, "https://old.example/")
    assert not at_work.evaluate(PASTE, "https://ada.example/")


def test_the_toolbar_is_one_stop_above_the_text(at_work, body):
    press = at_work.keyboard.press
    body.focus()
    press("Shift+Tab")  # the picture
    press("Shift+Tab")
    bold, italic, cite = (
        at_work.locator(f".markdownx-bar:has(+ #id_body) [data-mark='{mark}']")
        for mark in ("**", "*", "cite")
    )
    expect(bold).to_be_focused()
    press("ArrowRight")
    expect(italic).to_be_focused()
    press("ArrowLeft")
    press("ArrowLeft")
    expect(cite).to_be_focused()
    assert cite.bounding_box()["y"] < body.bounding_box()["y"]


def test_a_long_preview_is_scrolled_by_keyboard(at_work, body):
    preview = at_work.locator("#id_body ~ .markdownx-preview")
    expect(preview).to_be_visible()
    assert preview.get_attribute("tabindex") is None
    body.fill("Line.\n\n" * 100)
    expect(preview).to_have_attribute("tabindex", "0")
    expect(at_work.get_by_role("group", name="Preview: Text", exact=True)).to_be_visible()
    body.press("Tab")
    expect(preview).to_be_focused()
    at_work.keyboard.press("End")
    expect(preview).not_to_have_js_property("scrollTop", 0)


def test_enter_in_the_picker_of_papers_picks_or_does_nothing(at_work, body, alice):
    make_paper("On kelp", alice)
    make_paper("On moss", alice)
    address = at_work.url
    press = at_work.keyboard.press
    picker = at_work.locator(".markdownx-bar:has(+ #id_body) .markdownx-cite")
    at_work.locator(".markdownx-bar:has(+ #id_body) [data-mark=cite]").click()
    expect(at_work.locator("datalist option[value*='On kelp']")).to_be_attached()
    for typed in ("", "On", "nothing like it"):  # none, two, none
        picker.fill(typed)
        press("Enter")
        expect(picker).to_be_visible()
    picker.fill("kelp")
    press("Enter")
    expect(picker).to_be_hidden()
    expect(body).to_have_value("We met Ada.[@on-kelp]")
    assert at_work.url == address
    assert not NewsItem.objects.exists()
