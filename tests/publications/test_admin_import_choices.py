"""What the plan of an import asks beside entries: single fields, and which name is one's own."""

import pytest

from publications.models import Publication
from tests.publications.admin_import import apply, form_of, plan_of, plan_url
from tests.publications.importing import KELP, take

NINE = KELP.replace("Brandt, Bob", " and ".join(f"Author{n}, A." for n in "BCDEFGHI"))
CHANGED = KELP.replace("Imaginary", "Real").replace("Growing", "Reaching")
OTHERS = """
@article{one, title = {Moss}, author = {Wax, W. and Lind, L.}, year = {2020}}
@article{two, title = {Fern}, author = {Lind, L. and Holm, H.}, year = {2021}}
"""


def line_of(page):
    return form_of(page)["entry"][0]


# --- One field of an entry ------------------------------------------------------------------------


@pytest.fixture
def changed(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    return plan_of(at_work, CHANGED)


def test_one_field_is_left_as_it_is(at_work, changed):
    apply(at_work, changed, keep=[f"{line_of(changed)}:container_title"])
    paper = Publication.objects.get()
    assert paper.container_title == "Symposium on Imaginary Systems"
    assert paper.title == "Reaching Consensus in Kelp Forests"


def test_what_was_left_is_a_question_the_next_time(at_work, changed):
    apply(at_work, changed, keep=[f"{line_of(changed)}:container_title"])
    again = plan_of(at_work, CHANGED)
    assert "Keep mine</strong> Symposium on Imaginary Systems" in again


def test_the_names_are_left_as_they_are(at_work, alice):
    take(NINE, alice, file="pasted.bib")
    page = plan_of(at_work, KELP)
    apply(at_work, page, keep=[f"{line_of(page)}:authors"])
    assert Publication.objects.get().authorships.count() == 9


@pytest.mark.parametrize("name", ["owner", "doi", "", "title:x"])
def test_a_field_that_the_plan_does_not_change_is_refused(at_work, changed, name):
    answer = apply(at_work, changed, keep=[f"{line_of(changed)}:{name}"])
    assert "nothing was imported yet" in answer.content.decode()
    assert Publication.objects.get().title.startswith("Growing")


def test_the_box_stays_ticked_where_the_plan_is_shown_again(at_work, changed):
    keep = f"{line_of(changed)}:title"
    page = apply(at_work, changed, keep=[keep], digest="0").content.decode()
    assert page.count("checked") == changed.count("checked") + 1


def test_fewer_names_are_told_with_those_that_go(at_work, alice):
    take(NINE, alice, file="pasted.bib")
    page = plan_of(at_work, KELP)
    assert "Authors: 2 of the file take the place of 9; these go: A. AuthorB" in page
    assert "take the place" not in plan_of(at_work, NINE.replace("Growing", "Reaching"))


# --- What is worth a look -------------------------------------------------------------------------


def test_what_is_said_of_many_entries_is_one_row_that_opens(at_work):
    entry = "@article{{k{0}, title = {{T{0}}}, author = {{Ahlgren, Alice}}, pdf = {{p {0}.pdf}}}}\n"
    page = apply(at_work, plan_of(at_work, "".join(map(entry.format, range(4))))).content.decode()
    assert page.count("… is a file of the old site; upload it to the paper.") == 1
    assert page.count("Pdf=p ") == 4


# --- Which name is you? ---------------------------------------------------------------------------


def test_it_is_asked_once_where_no_name_fits(at_work):
    page = plan_of(at_work, OTHERS)
    assert page.count("Which name is you?") == 1
    assert page.index('value="L. Lind"') < page.index('value="W. Wax"')


def test_the_answer_goes_onto_the_profile_and_the_papers_onto_the_page(at_work, alice):
    plan_of(at_work, OTHERS)
    answer = at_work.post(plan_url(), {"_names": "", "name": ["L. Lind"]}, follow=True)
    page = answer.content.decode()
    alice.refresh_from_db()
    assert alice.other_names == "L. Lind"
    assert "Which name is you?" not in page
    apply(at_work, page)
    assert alice.authorships.exclude(role="listed").count() == 2


@pytest.mark.parametrize("text", [KELP, KELP + OTHERS])
def test_it_is_not_asked_where_one_is_named(at_work, text):
    assert "Which name is you?" not in plan_of(at_work, text)


def test_a_name_that_was_not_asked_about_is_refused(at_work, alice):
    plan_of(at_work, OTHERS)
    at_work.post(plan_url(), {"_names": "", "name": ["L. Lind", "Bob Brandt"]})
    alice.refresh_from_db()
    assert alice.other_names == ""
