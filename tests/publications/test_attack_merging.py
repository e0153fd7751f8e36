"""Merging takes the right to edit every record, and brings no draft of another's into view."""

import pytest
from django.urls import reverse

from profiles.models import Delegation
from publications.admin.merging import comparison_rows
from publications.merging import refusal
from publications.models import Publication
from tests.conftest import make_researcher, make_user
from tests.publications.papers import make_paper

MERGE = "admin:publications_publication_merge"


@pytest.fixture
def pair(alice):
    return make_paper("Kelp", alice, owner=alice), make_paper("Kelp", alice, slug="kelp-2")


def open_page(client, *papers):
    ids = ",".join(str(paper.pk) for paper in papers)
    return client.get(reverse(MERGE), {"ids": ids})


def merge(client, *papers, lead=None, **fields):
    ids = ",".join(str(paper.pk) for paper in papers)
    address = f"{reverse(MERGE)}?ids={ids}"
    seen = client.get(address).context["seen"]
    data = {"lead": (lead or papers[0]).pk, "seen": seen, "merge": "Merge"}
    return client.post(address, data | fields)


def test_owner_merges_own_papers(client, alice, pair):
    client.force_login(alice.owner)
    assert open_page(client, *pair).status_code == 200
    assert merge(client, *pair).status_code == 302
    assert Publication.objects.get() == pair[0]


def test_anothers_paper_is_not_there(client, bob, pair):
    client.force_login(bob.owner)
    own = make_paper("Kelp", bob, slug="own")
    assert open_page(client, *pair).status_code == 404
    assert open_page(client, own, pair[0]).status_code == 404


def test_nobody_signed_in_merges(client, pair):
    ids = ",".join(str(paper.pk) for paper in pair)
    client.post(f"{reverse(MERGE)}?ids={ids}", {"lead": pair[0].pk, "merge": "Merge"})
    assert Publication.objects.count() == 2


@pytest.mark.parametrize("ids", ["", "1", "x,y", "1,1", "9" * 30 + ",2", "-1,٣"])
def test_no_pair_is_not_found(client, alice, ids):
    client.force_login(alice.owner)
    assert client.get(reverse(MERGE), {"ids": ids}).status_code == 404


def test_a_confirmed_coauthor_merges_and_the_owner_stays(client, alice, bob):
    theirs = make_paper("Kelp", alice, bob, owner=alice)
    own = make_paper("Kelp", "Alice Ahlgren", bob, slug="own", owner=bob)
    client.force_login(bob.owner)
    assert merge(client, theirs, own).status_code == 302
    paper = Publication.objects.get()
    assert paper.owner == alice
    assert {row.researcher for row in paper.authorships.all()} == {alice, bob}


def test_a_shared_draft_is_not_published_by_merging(client, alice, bob):
    draft = make_paper("Kelp", alice, bob, owner=alice, published_at=None)
    own = make_paper("Kelp", "Alice Ahlgren", bob, slug="own", owner=bob)
    assert "not yours alone" in refusal([draft, own], bob.owner)
    client.force_login(bob.owner)
    assert open_page(client, draft, own).status_code == 302
    assert Publication.objects.count() == 2


def test_a_draft_of_ones_own_is(client, alice):
    draft = make_paper("Kelp", alice, owner=alice, published_at=None)
    own = make_paper("Kelp", alice, slug="own", owner=alice)
    client.force_login(alice.owner)
    merge(client, own, draft)
    assert Publication.objects.get().is_public


def test_a_writer_of_drafts_publishes_none_by_merging(alice, pair):
    draft = make_paper("Kelp", alice, slug="draft", owner=alice, published_at=None)
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    assert refusal([draft, pair[0]], dora)


def test_a_draft_colleague_is_not_named(client, alice):
    hidden = make_researcher("Xenia Hidden", published_at=None)
    one = make_paper("Kelp", alice, "X. H.", owner=alice)
    one.authorships.filter(family="H.").update(researcher=hidden)
    client.force_login(alice.owner)
    page = open_page(client, one, make_paper("Kelp", alice, slug="two"))
    assert "Xenia" not in page.content.decode()


def test_what_was_not_shown_is_not_merged(client, alice, pair):
    """Somebody edited in between, or the choice was changed: look again."""
    client.force_login(alice.owner)
    answer = merge(client, *pair, lead=pair[1])
    assert answer.status_code == 200
    assert "has changed" in answer.content.decode()
    assert Publication.objects.count() == 2


def test_a_lead_that_was_not_chosen_is_refused(client, alice, bob, pair):
    foreign = make_paper("Kelp", bob, slug="foreign")
    client.force_login(alice.owner)
    assert merge(client, *pair, lead=foreign).status_code == 404
    assert Publication.objects.count() == 3


def test_the_cover_of_a_draft_is_seen(alice, pair):
    pair[0].cover = "covers/kelp.webp"
    *_others, covers = comparison_rows(pair, alice.owner)
    assert covers.cells[0] == ("", "/admin/preview/media/covers/kelp.webp")


def test_hostile_titles_are_text(client, alice):
    one = make_paper("<script>alert(1)</script>", alice, slug="one", note="<b>x</b>")
    two = make_paper("<img src=x onerror=alert(1)>", alice, slug="two")
    client.force_login(alice.owner)
    page = open_page(client, one, two).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_a_colleagues_paper_leads_and_stays_the_colleagues(client, alice, bob):
    """Else a co-author would come to own it by a merge, and unpublish it."""
    theirs = make_paper("Kelp", alice, bob, owner=alice)
    own = make_paper("Kelp", bob, slug="own", owner=bob)
    client.force_login(bob.owner)
    page = open_page(client, theirs, own)
    assert page.context["merge"].lead == theirs
    assert "A colleague’s paper leads" in page.text
    assert merge(client, theirs, own, lead=own).status_code == 404
    assert Publication.objects.count() == 2
    assert merge(client, theirs, own, lead=theirs).status_code == 302
    assert Publication.objects.get().owner == alice
