"""An import is taken back as one: what it made goes, what it changed stands again as before."""

import pytest

from publications import claims
from publications.importer import undo
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    ImportChange,
    Publication,
    Venue,
)
from tests.conftest import make_researcher, make_user
from tests.publications.importing import KELP, WRITTEN, actions, dump, take

pytestmark = pytest.mark.django_db

WITH_ALL = KELP.replace(
    "  doi =",
    """  abbr = {SIS}, pdf = {https://example.org/a.pdf}, award = {Best Paper}, selected = {true},
  keywords = {kelp}, abstract = {Kelp agrees.},
  doi =""",
).replace("Symposium on Imaginary Systems", "Symposium on Imaginary Systems (SIS)")
PREPRINT = """
@misc{kelp2023, title = {Growing Consensus in Kelp Forests},
  author = {Ahlgren, Alice and Brandt, B.}, year = {2023}, eprint = {2301.00001},
  archiveprefix = {arXiv}}
"""


def last():
    return ImportBatch.objects.latest("pk")


def rows():
    """Everything that an import writes but the imports themselves."""
    return {
        model: list(model.objects.order_by("pk").values())
        for model in WRITTEN
        if model is not ImportBatch
    }


def test_undone_import_leaves_nothing(alice):
    before = rows()
    take(WITH_ALL, alice)
    result = undo.undo(last())
    assert [paper.title for paper in result.taken] == ["Growing Consensus in Kelp Forests"]
    assert result.venues == ["Symposium on Imaginary Systems"]
    assert rows() == before
    assert last().undone_at


@pytest.mark.parametrize(
    "changed",
    [
        WITH_ALL.replace("Imaginary", "Real"),
        WITH_ALL.replace("{2024}", "{2025}"),
        WITH_ALL.replace("Alice and Brandt, Bob", "A. and Meyer, Mia and Brandt, Bob"),
        WITH_ALL.replace("Alice and Brandt, Bob", "Alice"),
        WITH_ALL.replace("a.pdf}", "b.pdf}, code = {https://example.org/code}"),
        WITH_ALL.replace("Best Paper", "Best Paper Award"),
        WITH_ALL.replace("{kelp}, ", "{seaweed}, "),
        WITH_ALL.replace("{true}", "{false}"),
        WITH_ALL + PREPRINT,
    ],
    ids=["column", "date", "author", "author gone", "link", "award", "field", "choice", "version"],
)
def test_what_it_changed_stands_as_before(alice, bob, changed):
    take(WITH_ALL, alice)
    before = rows()
    take(changed, alice)
    assert rows() != before
    result = undo.undo(last())
    assert [paper.slug for paper in result.restored] == ["growing-consensus-in-kelp-forests"]
    assert not result.kept
    assert rows() == before
    assert not ImportChange.objects.exists()


def test_a_preprint_that_gave_up_the_lead_leads_again(alice, bob):
    take(PREPRINT, alice)
    before = rows()
    take(PREPRINT + WITH_ALL, alice)
    undo.undo(last())
    assert rows() == before


def test_a_suggestion_stands_again_with_its_day(alice):
    make_researcher("Bella Brandt", make_user("bella"))
    take(PREPRINT, alice)
    assert AuthorshipSuggestion.objects.count() == 1
    before = rows()
    take(PREPRINT.replace(" and Brandt, B.", ""), alice)
    assert not AuthorshipSuggestion.objects.exists()
    undo.undo(last())
    assert rows() == before


def test_a_name_found_since_stays_found(alice, bob):
    take(KELP.replace("Brandt, Bob", "Meyer, Mia"), alice)
    take(KELP.replace("Brandt, Bob", "Meyer, Mia").replace("Imaginary", "Real"), alice)
    mia = Authorship.objects.get(family="Meyer")
    AuthorshipSuggestion.objects.create(authorship=mia, researcher=bob, state="found")
    undo.undo(last())
    assert AuthorshipSuggestion.objects.get().state == "found"


def test_the_same_file_makes_everything_again(alice):
    take(WITH_ALL, alice)
    slug = Publication.objects.get().slug
    undo.undo(last())
    assert actions(take(WITH_ALL, alice)) == ["created"]
    paper = Publication.objects.get()
    assert (paper.slug, paper.venue.short_name) == (slug, "SIS")


def test_two_imports_are_taken_back_one_after_the_other(alice):
    empty = rows()
    take(WITH_ALL, alice)
    first = last()
    take(WITH_ALL.replace("Imaginary", "Real"), alice)
    undo.undo(last())
    undo.undo(first)
    assert rows() == empty


def test_a_preview_says_it_all_and_does_nothing(alice):
    take(WITH_ALL, alice)
    before = dump()
    seen = undo.preview(last())
    assert dump() == before
    assert undo.undo(last()) == seen


# --- Kept -----------------------------------------------------------------------------------------


def kept(batch, **options):
    result = undo.undo(batch, **options)
    return [paper.why for paper in result.kept]


def test_a_paper_that_was_edited_is_kept(alice):
    take(WITH_ALL, alice)
    paper = Publication.objects.get()
    paper.note = "Typed"
    paper.save()
    before = rows()
    assert kept(last()) == ["It was edited since."]
    assert rows() == before


def test_an_edit_of_what_it_changed_is_kept(alice):
    take(WITH_ALL, alice)
    take(WITH_ALL.replace("Imaginary", "Real"), alice)
    Publication.objects.get().save()
    assert kept(last()) == ["It was edited since."]
    assert Publication.objects.get().container_title == "Symposium on Real Systems (SIS)"


def test_the_others_go_all_the_same(alice):
    take(KELP + "@article{moss, title={Moss}, author={Ahlgren, Alice}, year=2020}", alice)
    Publication.objects.get(title="Moss").save()
    result = undo.undo(last())
    assert [p.title for p in result.kept] == ["Moss"]
    assert [p.title for p in Publication.objects.all()] == ["Moss"]


def test_a_later_import_has_to_be_undone_first(alice):
    take(WITH_ALL, alice)
    first = last()
    take(WITH_ALL.replace("Imaginary", "Real"), alice)
    second = last()
    assert kept(first) == [f"Import {second.pk} changed it later: undo that one first."]
    undo.undo(second)
    assert [paper.why for paper in undo.undo(first).taken] == [""]
    assert not Publication.objects.exists()


def confirm(paper, bob):
    suggestion = AuthorshipSuggestion.objects.get(researcher=bob)
    claims.confirm(suggestion)


def claim(paper, bob):
    """Found by his names, on a paper that others have to speak for."""
    AuthorshipSuggestion.objects.update(state="found")
    claims.accept(AuthorshipSuggestion.objects.get(researcher=bob), bob.owner)
    assert AuthorshipSuggestion.objects.get().state == "claimed"


def refuse(paper, bob):
    claims.refuse(AuthorshipSuggestion.objects.get(researcher=bob))


def disown(paper, bob):
    claims.disown(paper.authorships.get(researcher__slug="alice-ahlgren"))


def hide(paper, bob):
    claims.hide(paper, type(bob).objects.filter(slug="alice-ahlgren"))


@pytest.mark.parametrize("view", [confirm, claim, refuse, disown, hide])
def test_a_word_about_a_name_is_an_edit(alice, bob, view):
    take(KELP, alice, by_operator=False)
    view(Publication.objects.get(), bob)
    assert kept(last(), by_operator=True) == ["It was edited since."]


def test_a_choice_for_ones_page_is_an_edit(client, alice):
    take(KELP, alice)
    row = Authorship.objects.get(researcher=alice)
    client.force_login(alice.owner)
    client.post(
        f"/admin/publications/authorship/{row.pk}/change/",
        {"is_selected": "on", "selected_position": "1"},
    )
    row.refresh_from_db()
    assert row.is_selected
    assert kept(last()) == ["It was edited since."]


@pytest.mark.parametrize("action", ["select_for_page", "hide_from_page", "show_on_page"])
def test_an_action_on_the_list_is_an_edit(client, alice, action):
    take(KELP, alice)
    client.force_login(alice.owner)
    data = {"action": action, "_selected_action": [Publication.objects.get().pk]}
    client.post("/admin/publications/publication/", data)
    assert kept(last()) == ["It was edited since."]


def test_a_paper_in_the_news_is_kept(alice):
    take(KELP, alice)
    news = alice.newsitem_set.create(date="2025", body="Kelp!")
    news.mentions.create(publication=Publication.objects.get())
    assert kept(last()) == ["News or a project is about it."]


def test_a_paper_of_a_project_is_kept(alice):
    take(KELP, alice)
    project = alice.project_set.create(title="Kelp")
    project.papers.create(publication=Publication.objects.get())
    assert kept(last()) == ["News or a project is about it."]


def test_a_paper_that_a_colleague_has_too_is_kept(alice, bob):
    take(KELP, alice)
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    assert kept(last(), by_operator=False) == ["A colleague has it, too."]
    undo.undo(last(), by_operator=True)
    assert not Publication.objects.exists()


def test_a_colleague_who_was_there_before_is_no_obstacle(alice, bob):
    take(KELP, alice)
    take(KELP.replace("Imaginary", "Real"), alice)
    assert kept(last(), by_operator=False) == []
    assert Publication.objects.get().container_title == "Symposium on Imaginary Systems"


def test_a_colleagues_own_paper_is_kept(alice, bob):
    take(KELP.replace("Ahlgren, Alice and ", ""), bob)
    take(KELP.replace("Imaginary", "Real"), alice, by_operator=True)
    claims.disown(Authorship.objects.get(researcher=alice))
    Publication.objects.update(updated_at=last().written_at)
    assert kept(last(), by_operator=False) == ["A colleague has it, too."]


def test_a_paper_that_another_was_merged_into_is_named(alice):
    take(KELP, alice)
    take("@article{moss, title={Moss}, author={Ahlgren, Alice}, year=2020}", alice)
    moss, kelp = Publication.objects.order_by("-pk")
    moss.sources.update(publication=kelp)
    moss.delete()
    assert kept(last()) == ["A paper of this import was merged into it."]


# --- Venues ---------------------------------------------------------------------------------------


def test_a_venue_that_another_paper_is_in_stays(alice):
    take(WITH_ALL, alice)
    Publication.objects.create(title="Other", slug="other", venue=Venue.objects.get())
    assert undo.undo(last()).venues == []
    assert Venue.objects.exists()


def test_a_venue_that_was_here_before_stays(alice):
    Venue.objects.create(name="Symposium on Imaginary Systems", short_name="SIS")
    take(WITH_ALL, alice)
    assert undo.undo(last()).venues == []
    assert Venue.objects.exists()


def test_a_venue_that_was_given_a_rank_stays(alice):
    take(WITH_ALL, alice)
    Venue.objects.get().ranks.create(scheme="CCF", level="A")
    undo.undo(last())
    assert Venue.objects.exists()


def test_a_venue_that_is_gone_since_is_no_obstacle(alice):
    old = Venue.objects.create(name="Symposium on Algae", short_name="SA")
    take(PREPRINT, alice)
    paper = Publication.objects.get()
    paper.venue = old
    paper.save()
    take(WITH_ALL, alice)
    new = Venue.objects.get(short_name="SIS")
    assert Publication.objects.get().venue == new
    old.delete()
    assert kept(last()) == []
    assert Publication.objects.get().venue == new


def test_a_researcher_who_is_gone_since_is_no_obstacle(alice, bob):
    take(KELP, alice)
    take(KELP.replace("Brandt, Bob", "Meyer, Mia"), alice)
    bob.delete()
    assert kept(last(), by_operator=True) == []
    assert [row.name for row in Authorship.objects.all()] == ["Alice Ahlgren", "Bob Brandt"]


# --- Refused --------------------------------------------------------------------------------------


def test_twice_is_refused(alice):
    take(KELP, alice)
    undo.undo(last())
    with pytest.raises(undo.UndoError, match="undone already"):
        undo.undo(last())


def test_an_import_from_before_there_was_undo_is_refused(alice):
    batch = ImportBatch.objects.create(researcher=alice)
    with pytest.raises(undo.UndoError, match="older than undo"):
        undo.undo(batch)


def test_an_error_half_way_takes_nothing_back(alice, monkeypatch):
    take(WITH_ALL, alice)
    take(WITH_ALL.replace("Imaginary", "Real") + KELP.replace("Growing", "Losing"), alice)
    before = rows()
    monkeypatch.setattr("history.snapshots.put_back_all", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        undo.undo(last())
    assert rows() == before
    assert not last().undone_at


# --- Held by the models ---------------------------------------------------------------------------

BY_PEOPLE = {"news_mentions", "projects", "import_changes", "former_addresses", "redirects"}


def test_every_relation_of_a_paper_is_restored_or_a_persons():
    """A model that is added to papers fails here until somebody says which of the two it is."""
    remembered = {"versions", "authorships", "links", "awards", "sources"}
    relations = {relation.related_name for relation in Publication._meta.related_objects}
    counted_anew = {"citation_count"}
    assert relations == remembered | counted_anew | BY_PEOPLE


def test_queries_do_not_grow_with_the_papers(alice, django_assert_max_num_queries):
    text = "".join(
        f"@article{{k{n}, title={{Paper {n} on kelp}}, author={{Ahlgren, Alice}}, year=2001}}\n"
        for n in range(100)
    )
    take(text, alice)
    take(text.replace("2001", "2002"), alice)
    with django_assert_max_num_queries(60):
        undo.undo(last())
    with django_assert_max_num_queries(60):
        undo.undo(ImportBatch.objects.earliest("pk"))
    assert not Publication.objects.exists()
