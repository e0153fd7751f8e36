"""A researcher's first import: paste, look, untick, apply, undo. By keyboard: test_keyboard.py."""

from threading import Event

import pytest
from django.urls import reverse

from publications.admin import import_forms
from publications.models import ImportBatch, Publication
from tests.browser.widths import too_wide
from tests.publications.importing import take

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TITLES = ["Kelp", "Moss", "Fern", "Lichen", "Algae", "Seagrass", "Duckweed", "Cattail", "Reed"]
NINE = "".join(
    f"@article{{{title.lower()}, title = {{On {title}}}, author = {{Ahlgren, Alice}}, "
    f"journal = {{Journal of Quiet Plants}}, year = {{2024}}}}\n"
    for title in TITLES
)
TEN = NINE + "@article{broken, title = {never closed\n"


def paste(page, text):
    page.at("publications_importbatch_add")
    page.fill("#id_text", text)
    page.click("text=Show what would be done")
    page.wait_for_selector(".counts")


def test_pasted_bibtex_is_planned_imported_and_undone(at_work):
    at_work.at("index")
    at_work.click("text=Choose a file")
    at_work.fill("#id_text", TEN)
    at_work.click("text=Show what would be done")
    at_work.wait_for_selector("text=What this import would do")
    assert at_work.inner_text(".counts").split("\n") == ["1 refused", "9 new"]
    assert "never ends" in at_work.inner_text("#refused")
    at_work.uncheck("text=On Cattail")
    at_work.click("input[value='Import 8 entries']")
    at_work.wait_for_selector("text=Imported: 8 new papers")
    assert not Publication.objects.filter(title="On Cattail").exists()
    at_work.click("#entries a:has-text('Page') >> nth=0")
    assert "On Kelp" in at_work.inner_text("h1")
    at_work.go_back()
    at_work.click("text=Undo this import")
    at_work.click("input[value='Undo this import']")
    at_work.wait_for_selector("text=Undone: 8 papers.")
    assert not Publication.objects.exists()


def test_ticks_go_on_and_off_together(at_work):
    paste(at_work, NINE)
    at_work.click("text=Tick none")
    assert at_work.input_value("input.default") == "Import 0 entries"
    at_work.check("text=On Reed")
    assert at_work.input_value("input.default") == "Import 1 entry"
    at_work.click("text=Tick all")
    assert at_work.input_value("input.default") == "Import 9 entries"


def test_nothing_shows_through_or_below_the_bar_of_a_plan(at_work):
    paste(at_work, NINE)
    at_work.set_viewport_size({"width": 1280, "height": 500})
    covers = "at => Boolean(document.elementFromPoint(at, innerHeight - 1).closest('.stays'))"
    left = at_work.locator(".stays").bounding_box()["x"]
    assert at_work.evaluate(covers, left + 4)


def test_a_bar_shows_how_far_it_is(at_work):
    at_work.add_init_script("HTMLFormElement.prototype.submit = () => {}")  # it stays here
    told = '{"stage": "planning", "done": 250, "total": 1000, "csrf": "x"}'
    at_work.route("**/progress/**", lambda route: route.fulfill(body=told))
    at_work.at("publications_importbatch_add")
    at_work.fill("#id_text", NINE)
    at_work.click("text=Show what would be done")
    at_work.wait_for_selector("text=250 / 1000")
    bar = at_work.locator(".waiting progress")
    assert (bar.get_attribute("value"), bar.get_attribute("max")) == ("250", "1000")


def test_the_bar_asks_while_the_server_works(at_work, monkeypatch):
    asked, enough = [], Event()

    def note(request):
        asked.extend([request.url] if "/progress/" in request.url else [])
        if len(asked) >= 3:
            enough.set()

    def slowly(*args, parse=import_forms.reference_lists.parse, **kwargs):
        assert enough.wait(timeout=60), "the page did not ask while it waited"
        return parse(*args, **kwargs)

    at_work.on("request", note)
    at_work.at("publications_importbatch_add")
    monkeypatch.setattr(import_forms.reference_lists, "parse", slowly)
    at_work.fill("#id_text", NINE)
    at_work.click("text=Show what would be done", no_wait_after=True)
    at_work.wait_for_selector("text=What this import would do")


def test_ended_session_says_so_and_keeps_the_text(at_work):
    at_work.at("publications_importbatch_add")
    at_work.fill("#id_text", NINE)
    at_work.context.clear_cookies(name="sessionid")
    at_work.click("text=Show what would be done")
    at_work.wait_for_selector("text=You were signed out")
    assert at_work.input_value("#id_text") == NINE


def test_signed_in_again_elsewhere_the_form_still_holds(at_work, live_server, client, alice):
    at_work.at("publications_importbatch_add")
    at_work.fill("#id_text", NINE)
    at_work.context.clear_cookies()
    client.force_login(alice.owner)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    at_work.context.add_cookies([cookie | {"url": live_server.url}])
    at_work.click("text=Show what would be done")
    at_work.wait_for_selector("text=What this import would do")


def test_without_scripts_it_is_a_plain_form(plain, live_server, client, alice):
    client.force_login(alice.owner)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    plain.context.add_cookies([cookie | {"url": live_server.url}])
    plain.goto(live_server.url + reverse("admin:publications_importbatch_add"))
    plain.fill("#id_text", NINE)
    plain.click("text=Show what would be done")
    plain.click("input[value=Import]")
    assert "Imported: 9 new papers" in plain.inner_text(".messagelist")


def test_no_page_is_wider_than_its_window(at_work, alice):
    take(NINE, alice, file="pasted.bib")
    long = "Journal of " + "very" * 40 + "long names"
    paste(at_work, TEN.replace("Journal of Quiet Plants", long))
    assert too_wide(at_work) == [], "plan"
    at_work.click("input.default")
    at_work.wait_for_selector(".facts")
    assert too_wide(at_work) == [], "result"
    at_work.at("publications_importbatch_undo", ImportBatch.objects.latest("pk").pk)
    assert too_wide(at_work) == [], "undo"
    at_work.at("publications_importbatch_changelist")
    assert too_wide(at_work) == [], "list"
