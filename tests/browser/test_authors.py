"""The authors of a paper as chips: pasted, put in order, taken out and back."""

from functools import partial

import pytest

from publications.models import Authorship
from tests.browser.conftest import sign_in
from tests.browser.test_editing import wait_until_kept
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOX = "#id_authorships-add"
CHIPS = ".author:not([hidden]) .author-name"


def chips(page):
    return page.locator(CHIPS).all_inner_texts()


def add(page, text, last):
    page.fill(BOX, text)
    page.press(BOX, "Enter")
    page.wait_for_selector(f"{CHIPS}:has-text('{last}')")


def save(page, paper):
    with page.expect_navigation():
        page.click("input[name=_continue]")
    page.wait_for_selector(".messagelist .success")
    return [row.name for row in paper.authorships.all()]


def swipe(page, start, end):
    """A finger goes from one element to another, both in the middle of the window."""
    page.locator(end).evaluate("it => it.scrollIntoView({block: 'center', behavior: 'instant'})")
    boxes = [page.locator(selector).bounding_box() for selector in (start, end)]
    points = [{"x": box["x"] + 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    send = partial(page.context.new_cdp_session(page).send, "Input.dispatchTouchEvent")
    send({"type": "touchStart", "touchPoints": points[:1]})
    for step in range(1, 9):
        part = {
            axis: points[0][axis] + (points[1][axis] - points[0][axis]) * step / 8 for axis in "xy"
        }
        send({"type": "touchMove", "touchPoints": [part]})
    send({"type": "touchEnd", "touchPoints": []})


@pytest.fixture
def paper(alice):
    return make_paper("Notes", alice, owner=alice)


def test_pasted_authors_become_chips(at_work, paper):
    at_work.at("publications_publication_change", paper.pk)
    add(at_work, "Noether, Emmy and D. Hilbert* et al.", "Hilbert")
    assert chips(at_work) == ["Alice Ahlgren", "Emmy Noether", "D. Hilbert"]
    assert at_work.input_value(BOX) == ""
    assert at_work.is_checked("#id_et_al")
    assert "Added: Emmy Noether, D. Hilbert." in at_work.inner_text(".author-status")
    at_work.press(BOX, "Backspace")
    at_work.keyboard.press("Shift+Home")
    assert chips(at_work)[0] == "D. Hilbert"
    assert "D. Hilbert is at place 1 of 3 now." in at_work.inner_text(".author-status")
    at_work.keyboard.press("ArrowRight")
    at_work.keyboard.press("ArrowRight")
    at_work.keyboard.press("Delete")
    assert chips(at_work) == ["D. Hilbert", "Alice Ahlgren"]
    at_work.click(".author-status button")
    at_work.keyboard.press("Enter")
    at_work.fill("[name=authorships-1-particle]", "von")
    assert chips(at_work) == ["D. Hilbert", "Alice Ahlgren", "Emmy von Noether"]
    assert save(at_work, paper) == ["D. Hilbert", "Alice Ahlgren", "Emmy von Noether"]
    at_work.hover(".author:nth-child(1) .author-name")
    at_work.mouse.down()
    at_work.hover(".author:nth-child(3) .author-remove")
    at_work.mouse.up()
    assert chips(at_work)[2] == "D. Hilbert"
    at_work.click(".author:nth-child(2) .author-remove")
    assert save(at_work, paper) == ["Alice Ahlgren", "D. Hilbert"]


def test_a_finger_drags_a_name_by_its_grip(phone, client, live_server, alice):
    paper = make_paper("Notes", alice, "Emmy Noether", "David Hilbert", owner=alice)
    at_work = sign_in(phone, client, live_server, alice.owner)
    at_work.at("publications_publication_change", paper.pk)
    names = at_work.locator(CHIPS)
    swipe(at_work, ".author:nth-child(3) .author-grip", ".author:nth-child(1) .author-grip")
    names.first.filter(has_text="David Hilbert").wait_for()
    assert save(at_work, paper) == ["David Hilbert", "Alice Ahlgren", "Emmy Noether"]


def test_of_many_authors_the_boxes_are_drawn_on_opening(at_work, paper):
    rows = [
        Authorship(publication=paper, position=place, family=f"Name{place}", marks="*")
        for place in range(1, 20)
    ]
    Authorship.objects.bulk_create(rows)
    at_work.at("publications_publication_change", paper.pk)
    assert at_work.locator(".author input[type=text]").count() == 0
    at_work.click(".author:nth-child(5) summary")
    at_work.fill(".author:nth-child(5) .author-given input", "Anna")
    at_work.fill(".author:nth-child(5) .author-position input", "1")
    at_work.keyboard.press("Tab")
    assert chips(at_work)[:2] == ["Anna Name4", "Alice Ahlgren"]
    at_work.click(".author:nth-child(3) .author-remove")
    kept = save(at_work, paper)
    assert kept[:4] == ["Anna Name4", "Alice Ahlgren", "Name2", "Name3"]
    assert len(kept) == 19
    assert set(paper.authorships.values_list("marks", flat=True)) == {"", "*"}


def test_what_was_typed_into_a_name_is_kept(at_work, paper):
    rows = [Authorship(publication=paper, position=n, family=f"Name{n}") for n in range(1, 20)]
    Authorship.objects.bulk_create(rows)
    at_work.at("publications_publication_change", paper.pk)
    at_work.click(".author:nth-child(5) summary")
    at_work.fill("[name=authorships-4-given]", "Anna")
    add(at_work, "Emmy Noether", "Emmy Noether")
    wait_until_kept(at_work)
    at_work.reload()
    at_work.click(".typed-before button")
    assert chips(at_work)[4] == "Anna Name4"
    assert chips(at_work)[-1] == "Emmy Noether"
    assert save(at_work, paper)[-1] == "Emmy Noether"


def test_without_the_script(plain, client, live_server, alice, paper):
    at_work = sign_in(plain, client, live_server, alice.owner)
    at_work.at("publications_publication_change", paper.pk)
    at_work.fill(BOX, "Emmy Noether; D. Hilbert")
    assert save(at_work, paper) == ["Alice Ahlgren", "Emmy Noether", "D. Hilbert"]
    at_work.click(".author:nth-child(2) summary")
    at_work.fill("[name=authorships-1-marks]", "†")
    at_work.click(".author:nth-child(3) summary")
    at_work.check("[name=authorships-2-DELETE]")
    assert save(at_work, paper) == ["Alice Ahlgren", "Emmy Noether"]
    assert list(paper.authorships.values_list("marks", flat=True)) == ["", "†"]
