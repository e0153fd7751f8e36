"""An old site in the admin: a ZIP, its plan, the import of exactly that, its page with the undo."""

import hashlib
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from exchange.site_import import admin as pages
from profiles.models import NewsItem, Researcher
from publications import importer
from publications.models import ImportBatch, PendingImport, Publication
from tests.exchange.site_import.conftest import zipped
from tests.exchange.site_import.test_hostile_texts import LAUGHS
from tests.publications.admin_import import plan_url

ADD = "/admin/publications/importbatch/site/"
SITE = {
    "_config.yml": "first_name: Alice\nlast_name: Ahlgren\nmood: calm\n"
    "scholar:\n  last_name: [Ahlgren]\n",
    "_pages/about.md": "---\nlayout: about\npermalink: /\nnews: true\n---\nI grow **kelp**.\n",
    "_layouts/about.html": "",
    "_bibliography/papers.bib": "---\n---\n@article{kelp,\n  title={Growing Consensus},\n"
    "  author={Ahlgren, Alice},\n  year={2024},\n}\n",
    "_news/one.md": "---\nlayout: post\ndate: 2024-05-03\ninline: true\n---\n"
    "We opened the harbour.\n",
    "_news/two.md": "---\nlayout: post\ndate: 2024-03-01\ninline: true\n---\n"
    "The caf\u00c3\u00a9 is open again.\n",
}


def upload(client, data, name="site.zip", **options):
    file = SimpleUploadedFile(name, data)
    return client.post(ADD, {"state": "publish", "file": file} | options)


@pytest.fixture
def archive():
    return zipped(SITE).read()


@pytest.fixture
def plan(at_work, archive):
    """Its page."""
    return at_work.get(upload(at_work, archive).url).content.decode()


def digest(page):
    return re.search(r'name="digest" value="(\w+)"', page)[1]


def press(client, page):
    return client.post(plan_url(), {"digest": digest(page)}, follow=True)


def test_zipped_site_is_planned_and_imported(at_work, alice, plan):
    assert "We opened the harbour." in plan
    assert "Growing Consensus" in plan
    assert "_news/one.md" in plan
    assert "_config.yml:3" in plan, "what is not understood, with its line"
    assert not Publication.objects.exists()
    result = press(at_work, plan).content.decode()
    assert "Undo this import" in result
    assert "We opened the harbour." in result
    assert "Growing Consensus" in result
    batch = ImportBatch.objects.get()
    assert (batch.researcher, batch.user, batch.origin) == (alice, alice.owner, "admin")
    assert str(batch) == "site.zip"
    assert NewsItem.objects.count() == 2


def test_a_second_time_there_is_nothing_to_import(at_work, archive, plan):
    press(at_work, plan)
    page = at_work.get(upload(at_work, archive).url).content.decode()
    assert "nothing in this site is new" in page
    assert 'value="Import"' not in page


def test_its_undo_takes_all_of_it(at_work, plan):
    press(at_work, plan)
    at_work.post(f"/admin/publications/importbatch/{ImportBatch.objects.get().pk}/undo/")
    assert not Publication.objects.exists()
    assert not NewsItem.objects.exists()


def test_damaged_letters_are_mended_when_asked(at_work, plan):
    assert "Mend them" in plan
    sent = {name: re.search(rf'name="{name}" value="([^"]+)"', plan)[1] for name in ("researcher",)}
    sent |= {"state": "publish", "repair_encoding": "on"}
    answer = at_work.post(f"{plan_url()}options/", sent)
    page = at_work.get(answer.url).content.decode()
    assert "The café is open" in page
    assert "Mend them" not in page


def test_drafts_are_asked_for(at_work, archive):
    page = at_work.get(upload(at_work, archive, state="draft").url).content.decode()
    press(at_work, page)
    assert not NewsItem.objects.public().exists()
    assert NewsItem.objects.count() == 2


def test_an_edit_since_shows_the_new_plan(at_work, plan):
    Researcher.objects.update(biography="Typed meanwhile")
    answer = press(at_work, plan).content.decode()
    assert "Something here changed since you saw the plan" in answer
    assert not Publication.objects.exists()


def test_an_edit_that_comes_while_applying_shows_the_new_plan(at_work, plan, monkeypatch):
    def outdated(*args, **kwargs):
        raise importer.PlanOutdated

    monkeypatch.setattr(pages.importer, "apply", outdated)
    assert "Something here changed" in press(at_work, plan).content.decode()


def test_applied_twice_it_leads_to_the_first(at_work, plan):
    press(at_work, plan)
    answer = press(at_work, plan)
    number = ImportBatch.objects.get().pk
    assert answer.redirect_chain[-1][0] == f"/admin/publications/importbatch/{number}/change/"
    assert bytes(PendingImport.objects.get().data) == b""


def test_an_unfinished_one_is_offered_and_discarded(at_work, plan):
    assert plan_url() in at_work.get(ADD).content.decode()
    assert "“site.zip” is here already" in at_work.get(f"{plan_url()}options/").content.decode()
    at_work.post(f"{plan_url()}discard/")
    assert not PendingImport.objects.exists()


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "ZIP"),
        (b"@article{a, title={A}}", "ZIP"),
        (zipped({"kelp.css": "a {}"}).read(), "no site of Jekyll"),
    ],
    ids=["empty", "no ZIP", "no site"],
)
def test_what_is_no_site_is_said(at_work, data, why):
    page = upload(at_work, data).content.decode()
    assert "Nothing was read yet" in page
    assert why in page
    assert not PendingImport.objects.exists()


def test_of_a_larger_one_small_files_are_taken_and_the_others_named(at_work, monkeypatch):
    film = "".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(200))
    site = zipped(SITE | {"files/film.bin": film}).read()
    monkeypatch.setattr(pages, "MAX_BYTES", 5_000)
    assert len(site) > pages.MAX_BYTES
    page = at_work.get(upload(at_work, site).url).text
    assert "We opened the harbour." in page
    assert "left out: the admin takes" in page.partition("files/film.bin")[2][:200]
    press(at_work, page)
    assert NewsItem.objects.count() == 2


def test_a_hostile_one_is_told_line_by_line_and_runs_nothing(at_work):
    post = "---\nlayout: post\ndate: 2024-01-01\ninline: true\n---\n{}"
    files = {
        "_news/laughs.md": f"---\n{LAUGHS}---\nHa.",
        "_news/script.md": post.format("<script>alert(1)</script> {{ site.secret }}"),
        "../../outside.md": "x",
    }
    answer = upload(at_work, zipped(SITE | files).read())
    page = at_work.get(answer.url).content.decode()
    assert "_news/laughs.md:" in page
    assert "outside.md" in page
    assert "<script>alert" not in page
    result = press(at_work, page).content.decode()
    assert "<script>alert" not in result


def test_too_many_uploads_are_refused(at_work, archive, settings):
    settings.UPLOADS_AN_HOUR = 0
    settings.CACHES["counts"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    assert "in an hour are too many" in upload(at_work, archive).content.decode()


def test_without_a_profile_the_site_makes_one(client, manager, archive):
    client.force_login(manager)
    assert ADD in client.get("/admin/").text
    assert "A new profile, of the person" in client.get(ADD).text
    press(client, client.get(upload(client, archive).url).text)
    alice = Researcher.objects.get()
    assert (alice.display_name, alice.state) == ("Alice Ahlgren", "draft")
    assert ImportBatch.objects.get().researcher == alice


def test_a_site_of_nobody_makes_no_profile(client, manager, bob):
    client.force_login(manager)
    site = zipped(SITE | {"_config.yml": "title: The Kelp Lab\n"}).read()
    assert "does not say of which one person" in upload(client, site).text
    assert list(Researcher.objects.all()) == [bob]


def test_a_managers_is_of_who_has_its_name_or_is_chosen(client, manager, alice, bob, archive):
    client.force_login(manager)
    upload(client, archive)
    assert PendingImport.objects.get().researcher == alice
    answer = upload(client, archive, researcher=bob.pk)
    press(client, client.get(answer.url).content.decode())
    assert ImportBatch.objects.get().researcher == bob


def test_nobody_imports_for_another(at_work, bob, archive):
    upload(at_work, archive, researcher=bob.pk)
    assert not PendingImport.objects.filter(researcher=bob).exists()


def test_anothers_upload_is_not_there(client, alice, bob, archive):
    client.force_login(alice.owner)
    upload(client, archive)
    client.force_login(bob.owner)
    for view in ("", "options/", "discard/"):
        assert client.get(plan_url() + view).status_code == 404
        assert client.post(plan_url() + view).status_code == 404
    assert PendingImport.objects.count() == 1


@pytest.mark.parametrize(
    "place", ["publications/importbatch/", "publications/importbatch/add/", "publications/venue/"]
)
def test_the_way_in_stands_where_one_looks(at_work, place):
    page = at_work.get(f"/admin/{place}").content.decode()
    assert ADD in page
    assert "Import your old site" in page


PATHS = ["/research/", "/bob-b/"]


def test_a_manager_sees_what_would_stand_at_the_root(client, manager, alice):
    page = "---\npermalink: {}\ntitle: A page\n---\nText.\n"
    site = SITE | {"_pages/a.md": page.format("/research/"), "_pages/b.md": page.format("/bob-b/")}
    client.force_login(manager)
    shown = client.get(upload(client, zipped(site).read(), researcher=alice.pk).url).text
    told = "at the root, too, if you tick that on the profile"
    after = {path: shown.partition(f">{path}<")[2].partition("</li>")[0] for path in PATHS}
    assert [path for path in PATHS if told in after[path]] == ["/research/"]
    client.force_login(alice.owner)
    assert told not in client.get(upload(client, zipped(site).read()).url).text


def test_the_page_is_published_from_its_import(at_work, alice, plan):
    Researcher.objects.filter(pk=alice.pk).update(published_at=None)
    page = press(at_work, plan).content.decode()
    state = f"/admin/profiles/researcher/{alice.pk}/state/"
    assert f'action="{state}"' in page
    answer = at_work.post(state, {"_publish": "1", "next": f"/{alice.slug}/"})
    assert answer.url == f"/{alice.slug}/"
    assert at_work.get(answer.url).status_code == 200
