"""A merge by hand is taken back like an import: by whoever made it, while nobody has gone on."""

import pytest
from django.urls import reverse

from history.models import Revision
from profiles.models import NewsItem, Redirect
from publications import claims
from publications.importer import undo
from publications.merging import PublicationMerge
from publications.models import ImportBatch, NewsMention, NotDuplicate, Publication
from tests.publications.importing import take
from tests.publications.papers import make_paper
from tests.publications.test_split import dump

pytestmark = pytest.mark.django_db
ENTRY = "@article{%s, title={%s}, author={Ahlgren, Alice}, year={%s}, note={%s}}"


@pytest.fixture
def lead(alice):
    return make_paper("Growing Kelp", alice, owner=alice)


@pytest.fixture
def other(alice):
    return make_paper("Kelp That Grows", alice, owner=alice, note="By hand.")


def merge(*papers, user=None):
    made = PublicationMerge(papers[0], papers[1:], [])
    made.write(user)
    return made.batch


def kept(batch):
    return [paper.why for paper in undo.preview(batch, by_operator=True).kept]


def refused(batch):
    with pytest.raises(undo.UndoError):
        undo.undo(batch, by_operator=True)
    return kept(batch)


def test_what_was_edited_since_stays_one_paper(lead, other):
    batch = merge(lead, other)
    claims.touch([lead.pk])
    before = dump()
    assert refused(batch) == ["It was edited since."]
    assert dump() == before


def test_two_merges_are_undone_the_later_first(lead, other):
    third, before = make_paper("All of Kelp", owner=lead.owner), dump()
    first, second = merge(lead, other), merge(third, lead)
    later = f"Import {second.pk} changed it later: undo that one first."
    assert refused(first) == [later, later]
    undo.undo(second, by_operator=True)
    undo.undo(first, by_operator=True)
    assert dump() == before


def test_a_merged_paper_that_was_deleted_stays_away(lead, other):
    batch = merge(lead, other)
    Publication.objects.get(pk=lead.pk).delete()
    assert refused(batch) == ["It was deleted since."]
    assert not Publication.objects.exists()


def test_an_import_of_before_can_be_undone_after_it(alice):
    for key, title in (("one", "Growing Kelp"), ("two", "Kelp That Grows")):
        take(ENTRY % (key, title, 2020, "First."), alice, file=f"{key}.bib")
    take(ENTRY % ("two", "Kelp That Grows", 2020, "Second."), alice, file="two.bib")
    papers = Publication.objects.order_by("pk")
    [changing, *_older] = ImportBatch.objects.all()
    batch = merge(*papers)
    assert "undo that one first" in " ".join(kept(ImportBatch.objects.earliest("pk")))
    undo.undo(batch, by_operator=True)
    undo.undo(changing, by_operator=True)
    assert papers.get(citation_key="two").note == "First."


def test_what_was_done_since_to_news_and_addresses_stays(lead, other, alice):
    news = NewsItem.objects.create(researcher=alice, date="2025", body="Out")
    gone = NewsItem.objects.create(researcher=alice, date="2025", body="Gone")
    for item in (news, gone):
        NewsMention.objects.create(news_item=item, publication=other)
    old = Redirect.objects.create(researcher=alice, old_path="/kelp/", publication=other)
    third = make_paper("Kelp")
    NotDuplicate.objects.create(one=other, other=third)
    batch = merge(lead, other)
    gone.delete()
    third.delete()
    old.delete()
    Redirect.objects.create(researcher=alice, old_path="/kelp/", target="cv/")
    NewsMention.objects.create(
        news_item=NewsItem.objects.create(researcher=alice, date="2025", body="New"),
        publication=lead,
    )
    undo.undo(batch, by_operator=True)
    mentions = NewsMention.objects.values_list("publication", "news_item__body")
    assert sorted(mentions) == [(lead.pk, "New"), (other.pk, "Out")]
    assert Redirect.objects.get().target == "cv/"


# --- In the admin ---------------------------------------------------------------------------------


def place(batch):
    return reverse("admin:publications_importbatch_undo", args=[batch.pk])


def test_the_way_back_stands_in_the_message(at_work, lead, other):
    before, papers = dump(), f"?ids={lead.pk},{other.pk}"
    page = reverse("admin:publications_publication_merge") + papers
    seen = at_work.get(page).context["seen"]
    answer = at_work.post(page, {"lead": lead.pk, "seen": seen, "merge": 1}, follow=True)
    batch = ImportBatch.objects.get()
    assert place(batch) in answer.content.decode()
    history = reverse("admin:publications_publication_history", args=[lead.pk])
    assert "“Kelp That Grows” became part of it" in at_work.get(history).content.decode()
    change = reverse("admin:publications_importbatch_change", args=[batch.pk])
    assert "Undo the merge" in at_work.get(change).content.decode()
    assert "become separate papers again" in at_work.get(place(batch)).content.decode()
    at_work.post(place(batch))
    assert dump() == before
    assert Revision.objects.filter(object_id=lead.pk).first().action == Revision.Action.RESTORED
    assert "Nothing of this import can be undone" in at_work.get(place(batch)).content.decode()


def test_only_who_publishes_for_one_who_has_it_may(client, lead, other, alice, bob, manager):
    batch = merge(lead, other, user=alice.owner)
    client.force_login(bob.owner)
    assert client.post(place(batch)).status_code in (302, 403, 404)
    assert Publication.objects.count() == 1
    client.force_login(manager)
    client.post(place(batch))
    assert Publication.objects.count() == 2
