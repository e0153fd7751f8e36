"""One entry of a joined paper becomes a paper of its own; the undo joins it again."""

import pytest

from publications import claims
from publications.importer import undo
from publications.importer.paper_store import MOST_ENTRIES
from publications.merging.split import Split
from publications.models import (
    AuthorshipSuggestion,
    ImportBatch,
    NotDuplicate,
    Publication,
    Source,
    Version,
)
from tests.publications.importing import actions, rows, take

pytestmark = pytest.mark.django_db

ONE = """
@article{one, title={Growing Consensus in Kelp}, author={Ahlgren, Alice}, year={2024},
  journal={Kelp Letters}, note={Of the first.}, abstract={Both say so.}, code={https://e.org/one}}
"""
TWO = """
@article{two, title={Growing Consensus in Kelp}, author={Ahlgren, Alice and Brandt, Bob},
  year={2024}, journal={Kelp Letters}, abstract={Both say so.}, volume={7}, doi={10.5555/two},
  slides={https://e.org/two}, topics={Kelp, Foam}, award_name={Best Paper}, rating={five}}
"""
PREPRINT = """
@misc{pre, title={Growing Consensus in Kelp}, author={Ahlgren, Alice}, year={2023},
  eprint={2301.00001}, archiveprefix={arXiv}}
"""
PAPER_TABLES = [
    *("publication", "version", "authorship", "authorshipsuggestion", "publicationlink"),
    *("publicationaward", "source", "notduplicate", "formeraddress"),
]


def dump():
    topics = Publication.topics.through.objects.values_list("publication", "topic")
    return [rows(f"publications_{table}") for table in PAPER_TABLES], sorted(topics)


def joined(owner, first=ONE, second=TWO):
    """One paper, of two entries out of two files."""
    take(first, owner, file="one.bib")
    take(second, owner, file="two.bib")
    return Publication.objects.get()


def split(key, user=None):
    """(the paper that stays, the new one)"""
    source = Source.objects.get(citation_key=key)
    Split(source).write(user)
    new = Source.objects.get(pk=source.pk).publication
    return Publication.objects.get(pk=source.publication_id), new


def take_back():
    undo.undo(ImportBatch.objects.first())


def test_entry_becomes_a_paper_of_its_own(alice):
    joined(alice)
    stays, new = split("two")
    assert Publication.objects.count() == 2
    assert (new.title, new.volume, new.doi) == ("Growing Consensus in Kelp", "7", "10.5555/two")
    assert [row.name for row in new.authorships.all()] == ["Alice Ahlgren", "Bob Brandt"]
    assert (new.abstract, new.owner) == ("Both say so.", alice)
    assert new.is_public
    assert new.slug != stays.slug


def test_what_only_that_entry_said_leaves_with_it(alice):
    joined(alice)
    stays, new = split("two")
    assert (stays.volume, stays.doi, stays.fields) == ("", "", [])
    assert [row.name for row in stays.authorships.all()] == ["Alice Ahlgren"]
    assert (stays.note, stays.abstract) == ("Of the first.", "Both say so.")
    assert [link.url for link in stays.links.all()] == ["https://e.org/one"]
    assert [link.url for link in new.links.all()] == ["https://e.org/two"]
    assert (stays.topics.count(), stays.awards.count()) == (0, 0)
    assert (new.topics.count(), new.awards.count(), new.note) == (2, 1, "")


def test_either_of_the_two_can_leave(alice):
    joined(alice)
    stays, new = split("one")
    assert (new.note, new.doi, new.container_title) == ("Of the first.", "", "Kelp Letters")
    assert (stays.note, stays.doi, stays.container_title) == ("", "10.5555/two", "Kelp Letters")


def test_what_was_typed_here_stays(alice):
    paper = joined(alice)
    Publication.objects.filter(pk=paper.pk).update(volume="8", tldr="Kelp agrees.", note="")
    paper.links.create(kind="video", url="https://e.org/film")
    stays, new = split("two")
    assert (stays.volume, stays.tldr, stays.note) == ("8", "Kelp agrees.", "")
    assert stays.links.filter(kind="video").exists()
    assert (new.volume, new.tldr) == ("7", "")


def test_a_preprint_and_its_paper_come_apart(alice):
    joined(alice, PREPRINT, TWO)
    assert Version.objects.count() == 1
    stays, new = split("two")
    assert (stays.entry_type, stays.arxiv, stays.doi, stays.status) == (
        *("misc", "2301.00001"),
        *("", "preprint"),
    )
    assert (new.doi, new.arxiv, new.status) == ("10.5555/two", "", "published")
    assert not Version.objects.exists()


def test_a_preprint_that_leads_again_says_all_that_it_said(alice):
    joined(alice, PREPRINT.replace("eprint=", "pages={14}, note={A draft}, eprint="), TWO)
    stays, new = split("two")
    assert (stays.pages, stays.note, new.pages, new.note) == ("14", "A draft", "", "")


def test_the_preprint_can_leave(alice):
    joined(alice, PREPRINT, TWO)
    stays, new = split("pre")
    assert (stays.doi, stays.arxiv, new.arxiv, new.doi) == ("10.5555/two", "", "2301.00001", "")
    assert not Version.objects.exists()


@pytest.mark.parametrize(("first", "second"), [(ONE, TWO), (PREPRINT, TWO)])
@pytest.mark.parametrize("place", [0, 1])
def test_the_next_import_remembers(alice, first, second, place):
    joined(alice, first, second)
    split(Source.objects.order_by("pk")[place].citation_key)
    before = dump()
    for text, file in ((first, "one.bib"), (second, "two.bib"), (first + second, "both.bib")):
        assert set(actions(take(text, alice, file=file))) == {"unchanged"}
    assert dump() == before


def test_an_entry_that_was_edited_in_its_file_stays_apart(alice):
    joined(alice)
    stays, new = split("two")
    take(TWO.replace("volume={7}", "volume={9}"), alice, file="two.bib")
    stays.refresh_from_db()
    new.refresh_from_db()
    assert (stays.volume, new.volume, Publication.objects.count()) == ("", "9", 2)


def test_they_are_no_duplicates(alice):
    joined(alice)
    stays, new = split("two")
    pair = NotDuplicate.objects.get()
    assert (pair.one, pair.other) == (stays, new)


@pytest.mark.parametrize(("first", "second"), [(ONE, TWO), (PREPRINT, TWO)])
@pytest.mark.parametrize("place", [0, 1])
def test_undo_joins_them_to_exactly_what_it_was(alice, bob, first, second, place):
    paper = joined(alice, first, second)
    claims.refuse(AuthorshipSuggestion.objects.get())
    paper.authorships.filter(researcher=alice).update(is_selected=True, selected_position=3)
    before = dump()
    split(Source.objects.order_by("pk")[place].citation_key)
    assert dump() != before
    take_back()
    assert dump() == before


def test_undo_is_all_or_nothing(alice):
    joined(alice)
    _stays, new = split("two")
    claims.touch([new.pk])
    before = dump()
    with pytest.raises(undo.UndoError, match="edited since"):
        take_back()
    assert dump() == before


# --- Whose they are ------------------------------------------------------------------------------


def test_everybody_keeps_what_prints_their_name(alice, bob):
    paper = joined(alice)
    claims.confirm(AuthorshipSuggestion.objects.get(researcher=bob))
    assert set(paper.authorships.values_list("researcher", flat=True)) == {alice.pk, bob.pk}
    paper.authorships.filter(researcher=bob).update(is_selected=True, selected_position=4)
    paper.authorships.filter(researcher=alice).update(is_selected=True)
    stays, new = split("two")
    assert [row.researcher for row in stays.authorships.all()] == [alice]
    assert [row.researcher for row in new.authorships.all()] == [alice, bob]
    chosen = [(r.is_selected, r.selected_position) for r in new.authorships.all()]
    assert chosen == [(False, 0), (True, 4)]
    assert stays.authorships.get().is_selected


def test_undo_with_a_colleague_on_it(alice, bob):
    joined(alice)
    claims.confirm(AuthorshipSuggestion.objects.get(researcher=bob))
    before = dump()
    split("two")
    take_back()
    assert dump() == before


def test_what_one_has_hidden_stays_hidden(alice):
    paper = joined(alice)
    paper.authorships.update(is_hidden=True)
    stays, new = split("two")
    for each in (stays, new):
        assert each.authorships.get(researcher=alice).is_hidden


def test_a_not_me_is_remembered_on_both(alice, bob):
    joined(alice, ONE.replace("Alice}", "Alice and Brandt, Bob}"), TWO)
    claims.refuse(AuthorshipSuggestion.objects.get(researcher=bob))
    split("two")
    states = AuthorshipSuggestion.objects.filter(researcher=bob).values_list("state", flat=True)
    assert list(states) == ["refused", "refused"]


def test_a_member_whose_name_neither_prints_keeps_both(alice, manager):
    joined(alice, *(text.replace("Ahlgren, Alice", "{The Kelp Team}") for text in (ONE, TWO)))
    claims.answer_unnamed(alice, manager, are_theirs=True)
    for paper in split("two"):
        assert paper.authorships.get(role="listed").researcher == alice


def test_a_draft_stays_a_draft(alice):
    joined(alice)
    Publication.objects.update(published_at=None)
    assert [paper.published_at for paper in split("two")] == [None, None]


def test_the_only_entry_cannot_leave(alice):
    take(ONE, alice)
    with pytest.raises(ValueError, match="only entry"):
        Split(Source.objects.get())


def test_an_entry_leaves_a_paper_of_more_entries_than_speak_for_it(alice):
    entry = ONE.replace("year={2024}", "year={2024}, doi={10.5555/one}")
    take("".join(entry.replace("{one", f"{{one{n}") for n in range(MOST_ENTRIES + 2)), alice)
    paper, new = split("one0")
    assert (paper.sources.count(), new.sources.count()) == (MOST_ENTRIES + 1, 1)
