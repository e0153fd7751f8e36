"""A researcher's day in the admin, under the strict CSP: `page` fails on any console message."""

import re

import pytest

from profiles.models import NewsItem, Picture
from publications.models import Publication, Venue
from tests.browser.conftest import sign_in
from tests.browser.widths import too_wide
from tests.profiles.test_form_pages import FORM
from tests.profiles.test_markdown_upload import GIF

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_news_is_written_with_picker_and_preview(at_work):
    """News with a date picked, and the preview that is the page's own rendering."""
    at_work.at("profiles_newsitem_add")
    at_work.fill("#id_date", "11/2025")
    at_work.fill("#id_body", "A **bold** claim: $x^2$")
    at_work.wait_for_selector(".markdownx-preview strong")
    at_work.wait_for_selector(".markdownx-preview math")
    at_work.select_option("[name=published_at_state]", "from")
    at_work.fill("[name=published_at_0]", "2127-03-03")
    at_work.click("input[name=_save] >> nth=0")
    at_work.wait_for_selector(".messagelist .success")
    assert NewsItem.objects.get().body == "A **bold** claim: $x^2$"


def test_a_scheduled_item_shows_in_the_preview_alone(at_work, live_server):
    at_work.at("profiles_newsitem_add")
    at_work.fill("#id_date", "2025")
    at_work.fill("#id_body", "Out in spring")
    assert at_work.is_hidden("[name=published_at_0]")
    at_work.select_option("[name=published_at_state]", "from")
    at_work.fill("[name=published_at_0]", "2127-03-03")
    at_work.fill("[name=published_at_1]", "09:00")
    at_work.click("input[name=_continue] >> nth=0")
    at_work.wait_for_selector(".messagelist .success")
    assert at_work.input_value("[name=published_at_state]") == "from"
    at_work.click("text=Preview")
    assert "Out in spring" in at_work.inner_text("main")
    assert "Scheduled for 3 March 2127, 09:00" in at_work.inner_text(".preview-bar")
    at_work.click("text=Back to editing")
    at_work.wait_for_selector("[name=published_at_state]")
    at_work.goto(f"{live_server.url}/alice-ahlgren/")
    assert "Out in spring" not in at_work.inner_text("main")


def test_tab_leaves_the_editor(at_work):
    at_work.at("profiles_newsitem_add")
    at_work.focus("#id_body")
    at_work.keyboard.press("Tab")
    assert at_work.evaluate("document.activeElement.id") != "id_body"


def test_ended_session_says_so_and_keeps_the_text(at_work):
    at_work.at("profiles_newsitem_add")
    at_work.context.clear_cookies(name="sessionid")
    at_work.fill("#id_body", "Still here")
    at_work.wait_for_selector(".markdownx-status:has-text('signed out')")
    assert at_work.input_value("#id_body") == "Still here"
    assert at_work.is_hidden(".markdownx-preview")
    # Chromium itself reports the 403.
    at_work.complaints[:] = [text for text in at_work.complaints if "403" not in text]


def test_paper_with_added_rows_and_a_venue_from_the_popup(at_work):
    at_work.at("publications_publication_add")
    at_work.fill("#id_title", "Notes")
    at_work.click("#authorships-group .add-row a")
    at_work.fill("[name=authorships-0-given]", "Alice")
    at_work.fill("[name=authorships-0-family]", "Ahlgren")
    with at_work.context.expect_page() as popup:
        at_work.click("#add_id_venue")
    popup.value.fill("#id_name", "Networks")
    with popup.value.expect_event("close"):
        popup.value.click("input[name=_save]")
    at_work.click("input[name=_save] >> nth=0")
    at_work.wait_for_selector(".messagelist .success")
    paper = Publication.objects.get()
    assert paper.venue == Venue.objects.get()
    at_work.at("publications_publication_delete", paper.pk)
    at_work.at("publications_publication_history", paper.pk)


def test_no_form_is_wider_than_its_window(at_work, alice):
    for name, *args in (
        ["index"],
        ["publications_publication_add"],
        ["publications_publication_changelist"],
    ):
        at_work.at(name, *args)
        assert too_wide(at_work) == [], name
    for part in FORM.form_pages:
        at_work.at("profiles_researcher_change", alice.pk, part=part)
        assert too_wide(at_work) == [], part


GIVE = """([kind, files, words]) => {
  const data = new DataTransfer();
  for (const [name, type, bytes] of files)
    data.items.add(new File([new Uint8Array(bytes)], name, { type }));
  if (words) data.setData("text/plain", words);
  const given = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
  const event = kind === "paste" ? new ClipboardEvent(kind, given) : new DragEvent(kind, given);
  return !document.getElementById("id_body").dispatchEvent(event);
}"""
WAITING = re.compile(r"!\[describe this picture\]\(/media/pictures/[\w.-]+\)")


def test_pictures_come_by_button_drop_and_paste(at_work):
    """Several at once; over nothing that is there; a PDF takes the place of no page."""
    from playwright.sync_api import expect

    body, picture = at_work.locator("#id_body"), ["a.gif", "image/gif", [*GIF]]
    at_work.at("profiles_newsitem_add")
    body.fill("We met.")
    file = {"name": "a.gif", "mimeType": "image/gif", "buffer": GIF}
    at_work.set_input_files(".markdownx-file >> nth=0", [file, file])
    expect(body).to_have_value(re.compile(rf"We met\.(\n\n{WAITING.pattern}){{2}}"))
    assert body.evaluate("a => getSelection().toString()") == "describe this picture"
    assert at_work.evaluate(GIVE, ["paste", [picture], ""])
    expect(body).to_have_value(re.compile(rf"We met\.(\n\n{WAITING.pattern}){{3}}"))
    assert not at_work.evaluate(GIVE, ["paste", [picture], "words of a table"])
    at_work.keyboard.type("A handshake")
    assert at_work.evaluate(GIVE, ["drop", [["cv.pdf", "application/pdf", [37]]], ""])
    expect(at_work.locator(".markdownx-status").first).to_contain_text("Only pictures go into")
    assert at_work.evaluate(GIVE, ["drop", [picture], ""])
    expect(body).to_have_value(re.compile(rf"\[A handshake\]\([^)]+\)\n\n{WAITING.pattern}$"))
    assert Picture.objects.count() == 4
    at_work.wait_for_selector(".markdownx-preview img >> nth=3")


def test_colours_stand_in_columns_where_it_is_narrow(page, client, live_server, alice, manager):
    page.set_viewport_size({"width": 390, "height": 844})
    for user, name, row in (
        (manager, "profiles_sitesettings_change", 1),
        (alice.owner, "profiles_researcher_change", alice.pk),
    ):
        sign_in(page, client, live_server, user)
        page.at(name, row, part="look")
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        widths = "all => new Set(all.map(each => each.offsetWidth)).size"
        assert page.locator("[name=theme]").evaluate_all(widths) == 1
