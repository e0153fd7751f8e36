"""A plan of many entries: page by page, with every choice kept until Import."""

import re

import pytest

from publications.admin import import_forms, import_pages
from publications.models import PendingImport, Publication
from tests.publications.admin_import import form_of, plan_of, plan_url
from tests.publications.importing import KELP, take
from tests.publications.test_admin_import import MOSS, edited_by_hand, many

BROKEN = "@article{broken, title = {never closed\n"
CHANGED = KELP.replace("Imaginary", "Real")
NEW = many(0, 4)


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(import_pages, "PER_PAGE", 2)
    monkeypatch.setattr(import_forms, "PER_PAGE", 2)


@pytest.fixture
def plan(at_work):
    """The first of two pages."""
    return plan_of(at_work, NEW)


def press(client, page, at="", **changes):
    """Sends the page's form, which stands at plan/?at; the page that follows."""
    answer = client.post(f"{plan_url()}?{at}", form_of(page) | changes, follow=True)
    return answer.content.decode()


def keys():
    return set(Publication.objects.values_list("citation_key", flat=True))


def titles(page):
    return {f"m{n}" for n in range(9) if f'<span class="key">m{n}</span>' in page}


def test_import_on_the_first_page_imports_all(at_work, plan):
    assert titles(plan) == {"m0", "m1"}
    press(at_work, plan)
    assert keys() == {"m0", "m1", "m2", "m3"}


def test_what_was_unticked_stays_so_on_the_other_pages(at_work, plan):
    first, _second = form_of(plan)["entry"]
    page = press(at_work, plan, go=":2", entry=[first])
    assert titles(page) == {"m2", "m3"}
    assert "3 of 4 ticked" in page
    page = press(at_work, page, at="p=2", go=":1")
    assert form_of(page)["entry"] == [first]
    press(at_work, page)
    assert keys() == {"m0", "m2", "m3"}


def test_import_takes_what_this_page_says(at_work, plan):
    page = press(at_work, plan, go=":2")
    press(at_work, page, at="p=2", entry=[])
    assert keys() == {"m0", "m1"}


def test_one_ticks_again_what_was_unticked(at_work, plan):
    page = press(at_work, plan, go="", entry=[])
    assert form_of(page)["entry"] == []
    press(at_work, page, entry=form_of(page)["boxes"].split(",")[:1])
    assert keys() == {"m0", "m2", "m3"}


def test_none_of_a_group_and_then_one(at_work, plan):
    page = press(at_work, plan, untick="created")
    assert "0 of 4 ticked" in page
    press(at_work, page, entry=form_of(page)["boxes"].split(",")[:1])
    assert keys() == {"m0"}


def test_all_of_a_group(at_work, plan):
    page = press(at_work, press(at_work, plan, untick="created"), tick="created")
    assert "4 of 4 ticked" in page


def test_what_matters_comes_first_and_can_be_shown_alone(at_work, alice):
    take(KELP + MOSS, alice, file="pasted.bib")
    Publication.objects.filter(citation_key="moss").delete()
    edited_by_hand(container_title="Typed by hand")
    page = plan_of(at_work, NEW + CHANGED + BROKEN)
    assert page.index("Edited here, and different") < page.index("Refused")
    assert titles(page) == set()
    assert titles(press(at_work, page, go="created")) == {"m0", "m1"}
    page = press(at_work, page, go="refused")
    assert "never closed" in page
    assert "Typed by hand" not in page


def test_whose_word_is_taken_is_kept_on_the_way(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    edited_by_hand(container_title="Typed by hand")
    page = plan_of(at_work, CHANGED + NEW)
    (name,) = [name for name in form_of(page) if name.startswith("take:")]
    page = press(at_work, page, go=":2", **{name: "theirs"})
    page = press(at_work, page, at="p=2", go=":1")
    assert form_of(page)[name] == "theirs"
    press(at_work, press(at_work, page, go=":2"), at="p=2")
    assert Publication.objects.get(citation_key="kelp").container_title.endswith("Real Systems")


def test_what_is_left_as_it_is_is_kept_on_the_way(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    page = plan_of(at_work, CHANGED + NEW)
    (line,) = form_of(page)["asking"].split(",")
    page = press(at_work, page, go=":2", keep=[f"{line}:container_title"])
    press(at_work, page, at="p=2")
    assert "Imaginary" in Publication.objects.get(citation_key="kelp").container_title
    assert len(keys()) == 5


def test_whose_papers_these_are_is_kept_on_the_way(at_work, alice):
    page = plan_of(at_work, NEW.replace("Ahlgren, Alice", "Brenner, Sydney"))
    page = press(at_work, page, go=":2", unnamed="theirs")
    assert re.search(r'value="theirs"\s+checked', page)
    press(at_work, page, at="p=2")
    assert alice.authorships.public().count() == 4


def test_a_page_or_a_group_that_is_not_there_is_the_nearest(at_work, plan):
    answer = at_work.get(f"{plan_url()}?show=nothing&p=99")
    assert titles(answer.content.decode()) == {"m2", "m3"}


@pytest.mark.parametrize("name", ["boxes", "asking", "entry", "keep", "go", "tick", "untick"])
def test_what_no_page_sends_changes_nothing(at_work, plan, name):
    value = "9999,x,-1,²,:" if name in ("boxes", "asking") else "9999:x:²"
    answer = at_work.post(plan_url(), form_of(plan) | {"go": "", name: value})
    assert answer.status_code == 302
    assert not Publication.objects.exists()
    assert at_work.get(answer.url).status_code == 200


# --- The plan is kept ----------------------------------------------------------------------------


@pytest.fixture
def planned(monkeypatch):
    """How often a plan was made."""
    made, plan = [], import_forms.importer.plan

    def spied(*args, **kwargs):
        made.append(1)
        return plan(*args, **kwargs)

    monkeypatch.setattr(import_forms.importer, "plan", spied)
    return made


def test_the_next_page_makes_no_plan(at_work, planned, plan):
    press(at_work, plan, go=":2")
    at_work.get(plan_url())
    assert len(planned) == 1


@pytest.mark.parametrize("change", ["paper", "person"])
def test_a_change_makes_a_new_one(at_work, alice, planned, plan, change):
    (take(KELP, alice) if change == "paper" else alice.save())
    planned.clear()
    at_work.get(plan_url())
    assert len(planned) == 1


def test_what_changed_meanwhile_is_told_and_the_ticks_stay(at_work, alice, plan):
    page = press(at_work, plan, go=":2", entry=[])
    take(many(2, 3), alice, file="pasted.bib")
    page = press(at_work, page, at="p=2")
    assert "Something here changed since you saw the plan" in page
    assert keys() == {"m2"}
    assert "1 of 3 ticked" in page
    press(at_work, page)
    assert keys() == {"m2", "m3"}


def test_another_file_in_its_place_begins_anew(at_work, plan):
    press(at_work, plan, untick="created")
    options = {"update": "fill", "state": "publish", "encoding": "", "text": many(4, 8)}
    answer = at_work.post(f"{plan_url()}options/", options)
    assert "4 of 4 ticked" in at_work.get(answer.url).content.decode()


def test_once_imported_nothing_is_kept(at_work, plan):
    press(at_work, plan)
    pending = PendingImport.objects.get()
    assert (pending.plan, pending.choices) == (None, {})
