"""An import in the admin as a way into what is another's: values forged, ids guessed."""

import pytest

from profiles.models import Delegation
from publications.importer import undo
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    PendingImport,
    Publication,
)
from tests.conftest import make_researcher, make_user
from tests.publications.admin_import import ADD, apply, form_of, paste, plan_of, plan_url, upload
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
XSS = "<script>alert(1)</script>"


def test_importing_for_a_colleague_is_refused(at_work, alice, bob):
    assert paste(at_work, KELP, researcher=bob.pk).context["form"].errors["researcher"]
    assert not PendingImport.objects.exists()


def test_a_delegate_imports_for_no_third_person(at_work, alice, bob):
    second = make_researcher("Ada Ahlgren")
    Delegation.objects.create(researcher=second, user=alice.owner, may_publish=True)
    answer = paste(at_work, KELP, researcher=bob.pk)
    assert answer.context["form"].errors["researcher"]
    assert paste(at_work, KELP).context["form"].errors["researcher"]  # nor for nobody
    assert not PendingImport.objects.exists()


def test_a_delegate_who_may_not_publish_imports_nothing(client, alice, charlie):
    """An import publishes, and changes what is public."""
    Delegation.objects.create(researcher=alice, user=charlie, may_publish=False)
    client.force_login(charlie)
    assert client.get(ADD).status_code == 404
    assert paste(client, KELP).status_code == 404


def test_a_right_that_ended_ends_the_import_on_its_way(client, alice, charlie):
    row = Delegation.objects.create(researcher=alice, user=charlie, may_publish=True)
    client.force_login(charlie)
    page = plan_of(client, KELP)
    row.delete()
    assert client.get(plan_url()).status_code == 404
    assert client.post(plan_url(), form_of(page)).status_code == 404
    assert not Publication.objects.exists()


def test_another_users_upload_is_not_there(client, at_work, bob):
    page = plan_of(at_work, KELP)
    url = plan_url()
    client.force_login(bob.owner)
    for answer in (
        client.get(url),
        client.post(url, form_of(page)),
        client.get(url + "options/"),
        client.post(url + "options/", {"update": "overwrite", "state": "publish"}),
        client.post(url + "discard/"),
    ):
        assert answer.status_code == 404
    assert PendingImport.objects.get().options["update"] == "fill"
    assert not Publication.objects.exists()


def test_another_users_token_is_not_taken_over(client, at_work, alice, bob):
    paste(at_work, KELP)
    theirs = PendingImport.objects.get()
    client.force_login(bob.owner)
    assert paste(client, KELP.replace("kelp", "mine"), token=theirs.pk).status_code == 302
    theirs.refresh_from_db()
    assert (theirs.user, bytes(theirs.data)) == (alice.owner, KELP.encode())
    assert PendingImport.objects.filter(user=bob.owner).count() == 1


def test_another_users_progress_is_not_told(client, at_work, bob, settings):
    from publications.progress import Progress

    settings.CACHES = settings.CACHES | {"counts": settings.CACHES["cards"]}
    paste(at_work, KELP)
    pending = PendingImport.objects.get()
    Progress(pending.user, pending.pk).at("planning")
    url = plan_url().replace("plan", "progress")
    assert at_work.get(url).json()["stage"] == "planning"
    client.force_login(bob.owner)
    assert set(client.get(url).json()) == {"csrf"}


def test_a_colleagues_draft_is_in_no_plan(at_work, alice, bob):
    secret = make_paper(
        "Growing Consensus in Kelp Forests",
        bob,
        published_at=None,
        slug="secret-address",
        doi="10.5555/kelp.2024",
        container_title="Secret Venue",
    )
    page = plan_of(at_work, KELP)
    assert "secret" not in page.lower()
    assert f"publication/{secret.pk}/" not in page
    apply(at_work, page)
    secret.refresh_from_db()
    assert secret.container_title == "Secret Venue"
    assert secret.authorships.count() == 1


def test_a_colleague_who_is_a_draft_is_named_nowhere(at_work, alice):
    make_researcher("Bob Brandt", make_user("bob"), published_at=None, slug="hidden-bob")
    page = plan_of(at_work, KELP.replace("Brandt, Bob", "Brandt, B."))
    result = apply(at_work, page).content.decode()
    assert "Bob Brandt" not in page + result
    assert "hidden-bob" not in page + result
    assert not AuthorshipSuggestion.objects.exists()


def test_a_colleague_is_asked_and_not_linked(at_work, alice, bob):
    """Only a manager's word links others."""
    apply(at_work, plan_of(at_work, KELP))
    assert not Authorship.objects.filter(researcher=bob).exists()
    assert AuthorshipSuggestion.objects.get().researcher == bob


def test_a_colleagues_paper_is_not_changed(at_work, alice, bob):
    text = KELP.replace("Ahlgren, Alice and ", "")
    take(text, bob)
    page = plan_of(at_work, text.replace("Imaginary", "Hijacked"), update="overwrite")
    apply(at_work, page)
    paper = Publication.objects.get(owner=bob)
    assert paper.container_title == "Symposium on Imaginary Systems"


@pytest.mark.parametrize(
    "forged",
    [
        {"entry": ["99999", "-1", "x", "²"]},
        {"take:1": "theirs"},
        {"take:²:title": "theirs"},
        {"take:99:owner": "theirs"},
        {"take:2:owner": "theirs", "take:2:slug": "theirs"},
        {"digest": "\0"},
    ],
    ids=["lines", "half a name", "digits", "no line", "columns", "digest"],
)
def test_forged_choices_change_nothing_else(at_work, alice, forged):
    take(KELP, alice, file="pasted.bib")
    paper = Publication.objects.values().get()
    page = plan_of(at_work, KELP + "@misc{new, title = {New}}")
    answer = apply(at_work, page, **forged)
    assert answer.status_code == 200
    assert Publication.objects.filter(pk=paper["id"]).values().get() == paper


def test_what_a_file_holds_is_text_and_no_markup(at_work, alice):
    hostile = KELP.replace("Growing Consensus", f"{XSS}").replace("{kelp,", '{k"onload=,')
    text = hostile + f"@article{{b{XSS}, title = {{{XSS}\n"
    upload(at_work, text.encode(), f"{XSS}.bib")
    page = at_work.get(plan_url()).content.decode()
    result = apply(at_work, page).content.decode()
    changelist = at_work.get("/admin/publications/importbatch/").content.decode()
    assert XSS not in page + result + changelist
    assert 'k"onload' not in page + result


def test_a_file_name_names_no_folder(at_work, settings):
    upload(at_work, KELP.encode(), "../../../etc/passwd")
    assert "/" not in PendingImport.objects.get().name


def test_undo_of_a_colleagues_import_is_not_there(client, alice, bob):
    take(KELP, alice)
    url = f"/admin/publications/importbatch/{ImportBatch.objects.get().pk}/undo/"
    client.force_login(bob.owner)
    assert client.get(url).status_code == 404
    assert client.post(url).status_code == 404
    assert Publication.objects.exists()


def test_a_delegate_who_may_not_publish_undoes_nothing(client, alice, charlie):
    take(KELP, alice)
    number = ImportBatch.objects.get().pk
    Delegation.objects.create(researcher=alice, user=charlie, may_publish=False)
    client.force_login(charlie)
    page = client.get(f"/admin/publications/importbatch/{number}/change/").content.decode()
    assert "cannot be undone" in page
    assert client.post(f"/admin/publications/importbatch/{number}/undo/").status_code == 404
    assert Publication.objects.exists()


def test_undo_takes_no_colleagues_paper(at_work, alice, bob):
    """Bob is linked, and was from the start: what Alice takes back would be his, too."""
    take(KELP, alice, by_operator=True)
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    number = ImportBatch.objects.get().pk
    page = at_work.post(f"/admin/publications/importbatch/{number}/undo/", follow=True)
    assert "A colleague has it, too." in page.content.decode()
    assert Publication.objects.exists()


def test_what_was_kept_names_no_draft(at_work, alice, bob):
    take(KELP, alice)
    paper = Publication.objects.get()
    Authorship.objects.filter(researcher=alice).update(researcher=None)
    paper.owner, paper.title, paper.published_at = bob, "Bob’s Secret", None
    paper.save()
    batch = ImportBatch.objects.get()
    for view in ("change", "undo"):
        url = f"/admin/publications/importbatch/{batch.pk}/{view}/"
        assert "Bob’s Secret" not in at_work.get(url).content.decode()
    undo.undo(batch)
    url = f"/admin/publications/importbatch/{batch.pk}/change/"
    assert "Bob’s Secret" not in at_work.get(url).content.decode()
