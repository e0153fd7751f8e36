"""The CV on one page, in a browser: rows come as one types, lines become rows, at any width."""

import pytest

from profiles.models import Award, Education, Experience
from tests.browser.conftest import sign_in
from tests.browser.test_admin_accessibility import examine
from tests.node import packages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LINES = "- Honey Prize, Guild of Keepers, 2016\n- Reader of hives, 2018, with seven jars of honey"

WHOLE = f"""Alice Ahlgren

## Education
2012–2016 Ph.D. in Bees, University of Hives
2010–2012 Something at some place, perhaps

## Awards
{LINES}
"""


def wait_for_rows(page, section, count):
    page.wait_for_selector(f"#{section}-group .cv-row >> nth={count - 1}")
    assert page.locator(f"#{section}-group .cv-row").count() == count


def test_rows_of_the_cv_are_typed_by_keyboard(at_work, alice):
    """Five rows without a click, by keyboard alone from box to box; Enter saves."""
    at_work.at("cv")
    at_work.focus("#id_education-0-degree")
    for row in ("Ph.D.", "M.Sc.", "B.Sc."):
        at_work.keyboard.type(row)
        for text in ("Hive", "2010", "2012"):
            at_work.keyboard.press("Tab")
            at_work.keyboard.type(text)
        at_work.keyboard.press("Tab")
    wait_for_rows(at_work, "education", 4)
    assert at_work.evaluate("document.activeElement.id") == "id_education-3-degree"
    at_work.fill("#id_students-0-name", "Dora Dee")
    at_work.click("#experience-group [name=_add]")
    at_work.keyboard.type("Keeper")
    with at_work.expect_navigation():
        at_work.keyboard.press("Enter")
    at_work.wait_for_selector(".messagelist .success")
    assert Education.objects.filter(organisation="Hive", start="2010").count() == 3
    assert Experience.objects.get().role == "Keeper"
    assert alice.student_set.get().level == "doctoral"
    at_work.click("[name=_undo]")
    at_work.wait_for_selector(".messagelist .success")
    assert not Education.objects.exists()


def test_a_refused_date_has_room_for_the_reason(at_work, alice):
    Education.objects.create(researcher=alice, degree="Ph.D.", organisation="Hive")
    at_work.at("cv")
    at_work.fill("#id_education-0-start", "in summer")
    at_work.click("[name=_save]")
    assert at_work.locator("#education-group .errorlist").bounding_box()["width"] > 200
    assert at_work.complaints.pop().endswith("400 (Bad Request)")


def test_more_of_a_row_opens_beside_it(at_work, alice):
    """What was typed into the page meanwhile stays, the row's own boxes too."""
    Award.objects.create(researcher=alice, name="Older", dates="2001")
    award = Award.objects.create(researcher=alice, name="Bee of the year", dates="2010")
    at_work.at("cv")
    at_work.fill("#id_awards-0-awarder", "The Guild")
    at_work.fill("#id_students-0-name", "Dora Dee")
    at_work.click(f".cv-row:has([value='{award.pk}']) .cv-more")
    form = at_work.frame_locator("#desk-panel iframe")
    form.locator("#id_name").fill("Wasp of the year")
    form.locator("#id_dates").fill("1999")
    form.locator("[name=_save]").click()
    at_work.wait_for_selector(".cv-more[aria-label*=Wasp]:focus")
    assert not at_work.is_visible("#desk-panel")
    assert at_work.input_value("#id_awards-0-name") == "Wasp of the year"
    assert at_work.input_value("#id_awards-0-awarder") == "The Guild"
    assert at_work.input_value("#id_awards-1-name") == "Older"
    with at_work.expect_navigation():
        at_work.click("[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    award.refresh_from_db()
    assert (award.name, award.awarder) == ("Wasp of the year", "The Guild")
    assert alice.student_set.get().name == "Dora Dee"


def test_without_scripts_and_on_a_phone(plain, client, live_server, alice):
    page = sign_in(plain, client, live_server, alice.owner)
    page.set_viewport_size({"width": 390, "height": 844})
    page.at("cv")
    page.fill("#id_awards-0-name", "Bee of the year")
    page.click("#awards-group [name=_add]")
    wait_for_rows(page, "awards", 4)
    page.click("#awards-group summary")
    page.fill("#awards-paste", LINES)
    page.click("#awards-group [name=_paste]")
    wait_for_rows(page, "awards", 4)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.fill("#id_awards-1-awarder", "The Guild")
    page.click("[name=_save]")
    page.wait_for_selector(".messagelist .success")
    awards = dict(Award.objects.values_list("name", "awarder"))
    assert awards.keys() == {"Bee of the year", "Honey Prize", "Reader of hives"}
    assert awards["Honey Prize"] == "The Guild"


def test_a_whole_cv_is_looked_through_and_what_is_doubtful_stays_a_draft(at_work):
    at_work.at("cv")
    at_work.fill("#cv-paste", WHOLE)
    at_work.click("[name=_paste][value=cv]")
    wait_for_rows(at_work, "education", 3)
    unsure = at_work.locator("#education-group .cv-unsure")
    assert unsure.count() == 1
    assert "Not sure" in unsure.inner_text()
    for width in (390, 1440):
        at_work.set_viewport_size({"width": width, "height": 900})
        assert at_work.evaluate("document.documentElement.scrollWidth") == width
    at_work.click("[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    assert list(Education.objects.public().values_list("degree", flat=True)) == ["Ph.D."]
    assert Education.objects.count() == 2
    at_work.click("text=Publish these drafts")
    at_work.wait_for_selector("text=published")
    assert Education.objects.public().count() == 2


def test_axe_has_nothing_to_say(browser, live_server, client, alice):
    context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900})
    page = sign_in(context.new_page(), client, live_server, alice.owner)
    page.add_init_script((packages("axe-core") / "axe-core" / "axe.min.js").read_text())
    page.found = {}
    page.at("cv")
    examine(page, "empty")
    degree = Education.objects.create(researcher=alice, degree="Ph.D.", start="2010")
    Award.objects.create(researcher=alice, name="A draft", published_at=None)
    page.at("cv")
    page.click("#awards-group summary")
    examine(page, "with rows, lines to paste")
    page.click(".cv-more >> nth=0")
    page.frame_locator("#desk-panel iframe").locator("[name=_save]").wait_for()
    examine(page, "with a row in the panel")
    page.click(".desk-close")
    page.fill("#awards-paste", f"{LINES}\n- 01/02/2016, perhaps")
    page.fill("#id_education-0-start", "soon")
    page.fill("#id_education-0-degree", "Mine")
    Education.objects.filter(pk=degree.pk).update(degree="Theirs")
    with page.expect_navigation():
        page.click("#awards-group [name=_paste]")
    page.wait_for_selector(".cv-note")
    assert page.locator("#awards-group .cv-unsure").count()
    examine(page, "pasted, with a mistake and a conflict")
    page.set_viewport_size({"width": 390, "height": 844})
    examine(page, "on a phone")
    context.close()
    assert page.found == {}
