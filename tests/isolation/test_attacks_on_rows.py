"""Bob cannot take, read or publish what is Alice's by ..."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from profiles.models import Delegation, NewsItem, Page, Picture, Project, Researcher, Talk
from publications.models import (
    Authorship,
    ImportBatch,
    NewsMention,
    PendingImport,
    Publication,
    Topic,
    Venue,
)
from tests.isolation.admin_views import url
from tests.isolation.forms import sent_by
from tests.profiles.test_markdown_upload import GIF
from tests.publications.papers import make_paper

SECRET = "Zebrafinch"


@pytest.fixture
def as_bob(client, bob):
    client.force_login(bob.owner)
    return client


@pytest.fixture
def shared_paper(alice, bob):
    """Alice brought it; Bob is a confirmed co-author and may edit it."""
    return make_paper("Kelp", alice, bob, owner=alice)


@pytest.fixture
def draft(alice):
    return make_paper(SECRET, alice, owner=alice, published_at=None)


@pytest.fixture
def own_news(bob):
    return NewsItem.objects.create(researcher=bob, date="2025", body="Mine")


def edit(client, row, **fields):
    """What the row's own page sends, and more."""
    page = url(type(row), "change", row.pk)
    return client.post(page, sent_by(client.get(page)) | fields)


def test_bob_edits_his_own_news(as_bob, own_news):
    assert edit(as_bob, own_news, body="Changed").status_code == 302
    own_news.refresh_from_db()
    assert own_news.body == "Changed"


# --- Fields that are not in the form --------------------------------------------------------------


def test_naming_himself_as_owner_of_a_shared_paper(as_bob, alice, bob, shared_paper):
    assert edit(as_bob, shared_paper, owner=bob.pk, owner_id=bob.pk).status_code == 302
    shared_paper.refresh_from_db()
    assert shared_paper.owner == alice


def test_handing_his_own_text_to_alice(as_bob, alice, bob, own_news):
    edit(as_bob, own_news, researcher=alice.pk, researcher_id=alice.pk)
    own_news.refresh_from_db()
    assert own_news.researcher == bob


def test_naming_alice_in_a_popup(as_bob, alice, bob):
    form = sent_by(as_bob.get(url(Talk, "add") + "?_popup=1"))
    sent = form | {"title": "Planted", "researcher": alice.pk, "_popup": "1"}
    as_bob.post(url(Talk, "add") + f"?_popup=1&researcher={alice.pk}", sent)
    assert Talk.objects.get().researcher == bob


def test_making_a_paper_in_alices_name(as_bob, alice, bob):
    form = sent_by(as_bob.get(url(Publication, "add")))
    sent = form | {"title": "Planted", "owner": alice.pk}
    as_bob.post(url(Publication, "add") + f"?owner={alice.pk}", sent)
    assert Publication.objects.get().owner == bob


def test_changing_an_address_that_is_set_once(as_bob, bob):
    edit(as_bob, bob, slug="elsewhere", owner="")
    bob.refresh_from_db()
    assert (bob.slug, bob.owner.username) == ("bob-brandt", "bob")


# --- Rows of hers in a form of his ----------------------------------------------------------------


def test_putting_a_paper_on_her_page_unasked(as_bob, alice, bob):
    paper = make_paper("Mine", bob, owner=bob)
    row = paper.authorships.get()
    edit(as_bob, paper, **{"authorships-0-researcher": alice.pk})
    row.refresh_from_db()
    assert row.researcher != alice


def test_taking_her_name_off_a_shared_paper(as_bob, alice, shared_paper):
    hers = shared_paper.authorships.get(researcher=alice)
    form = sent_by(as_bob.get(url(Publication, "change", shared_paper.pk)))
    place = next(k.removesuffix("-id") for k, v in form.items() if v == str(hers.pk) and "-id" in k)
    edit(as_bob, shared_paper, **{f"{place}-DELETE": "on"})
    edit(as_bob, shared_paper, **{f"{place}-researcher": ""})
    hers.refresh_from_db()
    assert hers.researcher == alice


@pytest.mark.parametrize("parent", [NewsItem, Project])
def test_mentioning_her_draft(as_bob, bob, draft, own_news, parent):
    row = own_news if parent is NewsItem else Project.objects.create(researcher=bob, title="Mine")
    names = [k for k in sent_by(as_bob.get(url(parent, "change", row.pk))) if "TOTAL_FORMS" in k]
    prefix = next(k.removesuffix("-TOTAL_FORMS") for k in names if "link" not in k)
    forged = {f"{prefix}-TOTAL_FORMS": 1, f"{prefix}-0-publication": draft.pk}
    answer = edit(as_bob, row, **forged)
    assert answer.status_code == 200
    assert SECRET not in answer.content.decode()
    assert not NewsMention.objects.exists()


def test_leading_his_news_to_her_draft_page(as_bob, alice, own_news):
    page = Page.objects.create(researcher=alice, title=SECRET, slug="x", published_at=None)
    answer = edit(as_bob, own_news, page=page.pk)
    assert answer.status_code == 200
    assert SECRET not in answer.content.decode()


def test_forging_the_prefix_of_a_formset(as_bob, bob):
    counts = {f"password-{count}_FORMS": 1 for count in ("TOTAL", "INITIAL")}
    assert edit(as_bob, bob, **counts, **{"password-0-id": 1}).status_code < 500


@pytest.mark.parametrize("count", ["99999999", "-1", "x", ""])
def test_forging_the_count_of_a_formset(as_bob, bob, count):
    answer = edit(as_bob, bob, **{"links-TOTAL_FORMS": count})
    assert answer.status_code in (200, 302)


def test_her_rows_in_a_list_edited_in_place(as_bob, alice, bob, shared_paper):
    hers = Authorship.objects.get(researcher=alice)
    form = sent_by(as_bob.get(url(Authorship, "changelist")))
    as_bob.post(
        url(Authorship, "changelist"),
        form | {"form-0-id": hers.pk, "form-0-is_hidden": "on", "_save": "Save"},
    )
    hers.refresh_from_db()
    assert not hers.is_hidden


def test_an_import_in_her_name(as_bob, alice):
    text = "@misc{planted, title={Planted}, author={Ahlgren, Alice}}"
    as_bob.post(url(ImportBatch, "add"), {"text": text, "researcher": alice.pk, "update": "fill"})
    assert not ImportBatch.objects.exists()
    assert not PendingImport.objects.filter(researcher=alice).exists()


def test_writing_the_number_of_her_row_in_another_way(as_bob, alice):
    """Django reads "_31" in an address as "1"."""
    talk = Talk.objects.create(researcher=alice, title=SECRET, published_at=None)
    quoted = "".join(f"_{ord(digit):X}" for digit in str(talk.pk))
    for number in (quoted, f"{talk.pk}_2F", f"0{talk.pk}", f"+{talk.pk}", f"{talk.pk}.0"):
        for method in (as_bob.get, as_bob.head, as_bob.post):
            answer = method(f"{url(Talk, 'changelist')}{number}/change/")
            assert answer.status_code == 404, number
    assert Talk.objects.get().title == SECRET


def test_saving_a_row_as_a_new_one(as_bob, alice, own_news):
    """Django makes a copy of whatever row the address names."""
    edit(as_bob, own_news, _saveasnew="1", id="", researcher=alice.pk)
    hers = NewsItem.objects.create(researcher=alice, date="2025", body=SECRET, published_at=None)
    as_bob.post(url(NewsItem, "change", hers.pk), {"_saveasnew": "1", "body": "x", "date": "2025"})
    assert set(NewsItem.objects.values_list("pk", flat=True)) == {own_news.pk, hers.pk}


def test_her_row_among_his_in_an_action(as_bob, alice, bob):
    mine, hers = (
        Talk.objects.create(researcher=row, title="Kelp", published_at=None) for row in (bob, alice)
    )
    ids = [mine.pk, hers.pk, mine.pk, hers.pk]
    for across in ("0", "1"):
        sent = {"action": "publish", "_selected_action": ids, "select_across": across}
        as_bob.post(url(Talk, "changelist"), sent)
    assert list(Talk.objects.public()) == [mine]


# --- What is everybody's --------------------------------------------------------------------------


def test_deleting_a_shared_paper(as_bob, alice, shared_paper):
    as_bob.post(url(Publication, "delete", shared_paper.pk), {"post": "yes"})
    assert alice.authorships.filter(publication=shared_paper, is_hidden=False).exists()


def test_deleting_all_of_the_list_at_once(as_bob, alice, bob, shared_paper, draft):
    data = {"action": "delete_selected", "_selected_action": [draft.pk], "post": "yes"}
    as_bob.post(url(Publication, "changelist"), data | {"select_across": "1"})
    assert Publication.objects.filter(pk__in=[shared_paper.pk, draft.pk]).count() == 2


@pytest.mark.parametrize("model", [Venue, Topic])
def test_changing_or_deleting_a_shared_word(as_bob, model):
    row = model.objects.create(name="Everybody’s")
    as_bob.post(url(model, "change", row.pk), {"name": "Mine"})
    as_bob.post(url(model, "delete", row.pk), {"post": "yes"})
    data = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    as_bob.post(url(model, "changelist"), data)
    assert model.objects.get(pk=row.pk).name == "Everybody’s"


# --- Files ----------------------------------------------------------------------------------------


def test_replacing_or_clearing_her_portrait(as_bob, alice):
    picture = SimpleUploadedFile("a.gif", GIF, "image/gif")
    for sent in ({"portrait": picture}, {"portrait-clear": "on"}):
        assert as_bob.post(url(Researcher, "change", alice.pk), sent).status_code == 404
    alice.refresh_from_db()
    assert not alice.portrait


def test_naming_her_file_as_his_own(as_bob, bob, alice):
    """A name sent as text is no upload."""
    Picture.objects.create(researcher=alice, image="pictures/hers-1x1.webp")
    edit(as_bob, bob, portrait="pictures/hers-1x1.webp")
    bob.refresh_from_db()
    assert not bob.portrait


def test_guessing_the_name_of_a_file(as_bob, bob):
    for name in ("alice.gif", "../../alice.gif"):
        file = SimpleUploadedFile(name, GIF, "image/gif")
        edit(as_bob, bob, portrait=file)
        bob.refresh_from_db()
        assert "alice" not in bob.portrait.name
        assert bob.portrait.name.startswith("portraits/")


# --- Delegates ------------------------------------------------------------------------------------


def test_making_himself_her_delegate(as_bob, alice):
    forged = {"delegations-TOTAL_FORMS": 1, "delegations-INITIAL_FORMS": 0}
    forged |= {"delegations-0-account": "bob", "delegations-0-researcher": alice.pk}
    assert as_bob.post(url(Researcher, "change", alice.pk), forged).status_code == 404
    assert not Delegation.objects.exists()


def test_giving_himself_the_right_to_publish(as_bob, alice, bob):
    """He writes drafts for her, until tomorrow."""
    soon = timezone.now() + timedelta(days=1)
    row = Delegation.objects.create(
        researcher=alice, user=bob.owner, may_publish=False, ends_at=soon
    )
    Researcher.objects.filter(pk=alice.pk).update(published_at=None)
    forged = {"delegations-TOTAL_FORMS": 1, "delegations-INITIAL_FORMS": 1}
    forged |= {"delegations-0-id": row.pk, "delegations-0-may_publish": "on"}
    forged |= {"delegations-0-account": "bob", "delegations-0-researcher": alice.pk}
    edit(as_bob, alice, **forged)
    row.refresh_from_db()
    assert (row.may_publish, row.ends_at) == (False, soon)


def test_publishing_for_her_without_leave(as_bob, alice, bob):
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    talk = Talk.objects.create(researcher=alice, title="Soon", published_at=None)
    moment = {"published_at_0": "2025-01-01", "published_at_1": "00:00:00"}
    assert edit(as_bob, talk, **moment).status_code == 302
    talk.refresh_from_db()
    assert talk.published_at is None
