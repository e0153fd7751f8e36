"""A field edited by hand survives the next import, and is told as a conflict."""

import pytest

from publications.models import Publication
from tests.publications.importing import KELP, actions, reasons, take

pytestmark = pytest.mark.django_db
CHANGED = KELP.replace("Symposium on", "Second Symposium on")


@pytest.fixture
def edited(alice):
    take(KELP, alice)
    return edit(container_title="My own words")


def edit(**values):
    """As the admin saves it: whatever was changed, the paper itself is saved."""
    paper = Publication.objects.get()
    for name, value in values.items():
        setattr(paper, name, value)
    paper.save()
    return paper


def test_edited_field_is_kept_and_reported(alice, edited):
    report = take(CHANGED, alice)
    edited.refresh_from_db()
    assert edited.container_title == "My own words"
    assert (actions(report), report.conflicts) == (["unchanged"], 1)
    assert "container_title: kept as edited here (My own words)" in reasons(report)


def test_it_is_told_for_an_unchanged_file_too(alice, edited):
    assert take(KELP, alice).conflicts == 1


def test_it_is_told_each_time(alice, edited):
    take(CHANGED, alice)
    assert take(CHANGED, alice).conflicts == 1


def test_overwrite_takes_the_files(alice, edited):
    report = take(KELP, alice, update="overwrite")
    edited.refresh_from_db()
    assert edited.container_title == "Symposium on Imaginary Systems"
    assert (actions(report), report.conflicts) == (["updated"], 0)


def test_overwrite_looks_at_each_paper_closely(alice):
    """A script may have written past `save`, which tells when a paper was touched."""
    take(KELP, alice)
    Publication.objects.update(container_title="Written by a script")
    assert actions(take(KELP, alice, update="overwrite")) == ["updated"]
    assert Publication.objects.get().container_title == "Symposium on Imaginary Systems"


def test_one_conflict_may_be_resolved_for_the_file(alice, edited):
    take(KELP, alice, theirs={("papers.bib", 2, "container_title")})
    edited.refresh_from_db()
    assert edited.container_title == "Symposium on Imaginary Systems"


def test_what_was_emptied_by_hand_stays_empty(alice, edited):
    edit(container_title="")
    assert take(KELP, alice).conflicts == 1
    edited.refresh_from_db()
    assert edited.container_title == ""


def test_what_was_typed_before_the_first_import_stays(alice):
    mine = Publication.objects.create(
        slug="kelp", title="Growing consensus in kelp forests", doi="10.5555/kelp.2024", owner=alice
    )
    report = take(KELP, alice)
    mine.refresh_from_db()
    assert mine.title == "Growing consensus in kelp forests"
    assert mine.container_title == "Symposium on Imaginary Systems"
    assert actions(report) == ["updated"]
    assert "title: kept as edited here" in reasons(report)


def test_edited_names_stay(alice, edited):
    edited.authorships.filter(position=1).update(given="Robert")
    edit()
    report = take(KELP, alice)
    assert edited.authorships.get(position=1).given == "Robert"
    assert report.conflicts == 2


def test_a_link_added_by_hand_is_no_conflict(alice):
    text = KELP.replace("year =", "code = {https://example.org/code},\n year =")
    take(text, alice)
    edit().links.create(kind="video", url="https://example.org/film")
    assert take(text, alice).conflicts == 0
    assert Publication.objects.get().links.count() == 2


def test_a_link_removed_by_hand_does_not_come_back(alice):
    text = KELP.replace("year =", "code = {https://example.org/code},\n year =")
    take(text, alice)
    edit().links.all().delete()
    assert take(text, alice).conflicts == 1
    assert not Publication.objects.get().links.exists()


def test_a_paper_unselected_by_hand_stays_so(alice):
    text = KELP.replace("year =", "selected = {true},\n year =")
    take(text, alice)
    alice.authorships.update(is_selected=False)
    take(text.replace("kelp.2024}", "kelp.2024}, pages={1}"), alice)
    assert not alice.authorships.get().is_selected
