"""Printed names, their order and marks; whose they are."""

import pytest

from publications import claims
from publications.models import Authorship, AuthorshipSuggestion, Publication
from tests.conftest import make_researcher
from tests.publications.importing import DATA, KELP, reasons, take

pytestmark = pytest.mark.django_db


def rows(key="kelp"):
    return list(Publication.objects.get(citation_key=key).authorships.all())


def entry(authors, key="kelp"):
    return f"@misc{{{key}, title={{Growing Consensus in Kelp Forests}}, author={{{authors}}}}}"


def test_printed_names_are_linked_in_order(alice):
    take((DATA / "alice.bib").read_text(), alice)
    first, second, third = rows("ahlgren2024kelp")
    assert (first.given, first.family, first.researcher) == ("Alice", "Ahlgren", alice)
    assert (second.name, third.name) == ("Bob Brandt", "Åse Østergård")
    assert [row.position for row in (first, second, third)] == [0, 1, 2]


def test_a_mark_shared_by_two_is_an_equal_contribution(alice):
    take((DATA / "alice.bib").read_text(), alice)
    marks = [(row.marks, row.is_equal) for row in rows("ahlgren2024kelp")]
    assert marks == [("*", True), ("*", True), ("†", False)]


def test_and_others_is_nobody(alice):
    take((DATA / "alice.bib").read_text(), alice)
    assert Publication.objects.get(citation_key="ahlgren2024kelp").et_al


def test_initials_of_the_owner_of_the_file_link(alice):
    take((DATA / "alice.bib").read_text(), alice)
    assert rows("ahlgren2025foam")[1].researcher == alice


@pytest.mark.parametrize("authors", ["Li, Ming and Li, Ming", "Ming Li and Roe, Ann and Li, Ming"])
def test_a_name_that_stands_twice_is_asked_about(db, authors):
    ming = make_researcher("Ming Li")
    report = take(entry(authors))
    assert not Authorship.objects.filter(researcher=ming).exists()
    assert AuthorshipSuggestion.objects.filter(researcher=ming).count() == 2
    assert "“Ming Li” stands twice" in reasons(report)


def test_an_author_who_edits_the_volume_too_is_linked_once(db):
    ming = make_researcher("Ming Li")
    take("@book{kelp, title={Kelp}, author={Li, Ming}, editor={Li, Ming}}")
    assert [row.researcher for row in rows()] == [ming, None]
    assert not AuthorshipSuggestion.objects.exists()


def test_an_orcid_tells_two_of_one_name_apart(db):
    ming = make_researcher("Ming Li", orcid="0000-0002-1825-0097")
    annotation = '1:orcid="0000-0002-1694-233X"; 2:orcid="0000-0002-1825-0097"'
    text = entry("Li, Ming and Li, Ming")
    take(f"{text[:-1]}, author+an:orcid={{{annotation}}}}}")
    assert [row.researcher for row in rows()] == [None, ming]


def test_a_colleague_named_in_a_file_for_another_is_asked(alice, bob):
    """By the command line, too: the paper is Alice's, and Bob has not said yes."""
    take(KELP, alice, by_operator=True)
    assert [row.researcher for row in rows()] == [alice, None]
    assert AuthorshipSuggestion.objects.get().researcher == bob


def test_a_colleague_named_by_a_researcher_is_asked(alice, bob):
    take(KELP, alice, by_operator=False)
    assert [row.researcher for row in rows()] == [alice, None]
    assert AuthorshipSuggestion.objects.get().researcher == bob


def test_a_draft_colleague_is_not_revealed_to_a_researcher(alice):
    make_researcher("Bob Brandt", published_at=None)
    take(KELP, alice, by_operator=False)
    assert not AuthorshipSuggestion.objects.exists()


def test_without_a_researcher_whoever_matches_is_linked(alice, bob):
    take(KELP)
    assert [row.researcher for row in rows()] == [alice, bob]
    assert Publication.objects.get().owner is None


def test_another_form_of_the_name_links(alice):
    alice.other_names = "Alice Ek\nA. B. Ek"
    alice.save()
    take(entry("Ek, A. B."), alice)
    assert rows()[0].researcher == alice


def test_a_braced_name_and_a_native_name_link(alice):
    alice.native_name = "安丽思"
    alice.save()
    take(entry("{Alice Ahlgren}", "one") + entry("安丽思", "two").replace("Kelp", "Moss"), alice)
    assert rows("one")[0].researcher == rows("two")[0].researcher == alice


def test_two_who_share_a_name_are_both_asked(alice):
    one = make_researcher("Wei Wang", slug="wei-wang")
    two = make_researcher("Wei Wang", slug="wei-wang-2")
    report = take(entry("Wang, Wei and Ahlgren, Alice"), alice)
    assert rows()[0].researcher is None
    assert {s.researcher for s in AuthorshipSuggestion.objects.all()} == {one, two}
    assert "may be" in reasons(report)


def test_initials_that_fit_two_are_linked_to_none(alice):
    anna = make_researcher("Anna Ahlgren")
    take(entry("Ahlgren, A."))
    assert rows()[0].researcher is None
    assert {s.researcher for s in AuthorshipSuggestion.objects.all()} == {alice, anna}


def test_a_paper_that_does_not_print_the_name_is_listed(alice):
    named = "@misc{own, title={On the Holdfast}, author={Ahlgren, Alice}}"
    report = take(named + entry("{The Tide Collaboration}"), alice)
    listed = rows()[-1]
    assert (listed.role, listed.researcher, listed.name) == (Authorship.Role.LISTED, alice, "")
    assert "No printed name is Alice Ahlgren’s" in reasons(report)


def test_an_editor_who_is_an_author_too_is_linked_once(alice):
    text = entry("Ahlgren, Alice").replace("author=", "editor={Ahlgren, Alice}, author=")
    take(text, alice)
    assert [row.researcher for row in rows()] == [alice, None]


def test_not_me_is_remembered(alice, bob):
    take(KELP, alice, by_operator=False)
    AuthorshipSuggestion.objects.update(state="refused")
    take(KELP, bob)
    take(KELP.replace("2024}", "2024}, note={Changed}", 1), bob)
    assert [row.researcher for row in rows()] == [alice, None]
    assert AuthorshipSuggestion.objects.get().state == "refused"


def test_selected_is_the_choice_of_whom_it_is_imported_for(alice, bob):
    take(KELP.replace("kelp.2024}", "kelp.2024}, selected={true}"), alice)
    assert [row.is_selected for row in rows()] == [True, False]


def test_nobody_is_asked_about_a_name_that_their_own_import_linked(alice, bob):
    take(KELP, alice)
    assert claims.answerable(bob.owner).exists()
    take(KELP, bob)
    assert rows()[1].researcher == bob
    assert not claims.answerable(bob.owner).exists()


def test_who_is_listed_without_a_name_is_still_asked_which_it_is(alice, bob):
    take(entry("Ahlgren, Alice and Brandt, B. and Brandt, B."), bob)
    assert rows()[-1].role == Authorship.Role.LISTED
    assert claims.answerable(bob.owner).exists()
