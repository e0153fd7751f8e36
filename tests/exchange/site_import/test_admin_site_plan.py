"""The plan of an old site: made once, kept, of not too many files; and whose site it is."""

import pytest

from exchange.site_import import admin as pages
from exchange.site_import import importer
from exchange.site_import.report import as_json, lines
from exchange.site_import.tree import Tree
from exchange.site_import.writing import SiteWriter
from profiles.models import NewsItem
from publications.models import PendingImport, Publication
from tests.conftest import make_researcher
from tests.exchange.site_import.conftest import zipped
from tests.exchange.site_import.test_admin_site import SITE, press, upload
from tests.publications import test_import_cancelled
from tests.publications.admin_import import plan_url
from tests.publications.test_import_cancelled import progress_url

shared = test_import_cancelled.shared


def shown(client, files=SITE, **options):
    return client.get(upload(client, zipped(files).read(), **options).url).content.decode()


# --- Kept -----------------------------------------------------------------------------------------


@pytest.fixture
def planned(monkeypatch):
    """How often a plan was made."""
    made, plan = [], importer.plan

    def spied(*args, **kwargs):
        made.append(1)
        return plan(*args, **kwargs)

    monkeypatch.setattr(pages.importer, "plan", spied)
    return made


def test_it_is_made_once(at_work, planned):
    page = shown(at_work)
    assert at_work.get(plan_url()).content.decode().count("Growing Consensus") == 1
    assert len(planned) == 1
    press(at_work, page)
    assert (len(planned), NewsItem.objects.count()) == (2, 2)


def test_it_is_made_anew_where_a_row_changed(at_work, alice, planned):
    shown(at_work)
    NewsItem.objects.create(researcher=alice, body="We opened the harbour.", date="2024-05-03")
    page = at_work.get(plan_url()).content.decode()
    assert len(planned) == 2
    assert "Something here changed since you saw the plan" in page


def test_a_row_of_somebody_else_is_no_reason(at_work, bob, planned):
    shown(at_work)
    NewsItem.objects.create(researcher=bob, body="We opened the harbour.", date="2024-05-03")
    at_work.get(plan_url())
    assert len(planned) == 1


def test_a_forged_digest_costs_no_plan(at_work, planned):
    shown(at_work)
    answer = at_work.post(plan_url(), {"digest": "0" * 64}, follow=True)
    assert "Something here changed" in answer.content.decode()
    assert len(planned) == 1


# --- Too many files -------------------------------------------------------------------------------


def news(count):
    return {f"_news/n{n}.md": SITE["_news/one.md"] for n in range(count)}


def test_too_many_files_are_refused_before_they_are_read(at_work, monkeypatch):
    monkeypatch.setattr(pages, "MAX_FILES", 20)
    monkeypatch.setattr(pages.importer, "read", None)
    page = upload(at_work, zipped(SITE | news(30)).read()).content.decode()
    assert "These are 36 files; the admin takes a site of up to 20." in page
    assert "manage.py import_site site.zip --researcher alice-ahlgren" in page
    assert not PendingImport.objects.exists()


def test_what_tools_keep_does_not_count(at_work, monkeypatch):
    monkeypatch.setattr(pages, "MAX_FILES", 20)
    packages = {f"node_modules/kelp/{n}.js": "" for n in range(30)}
    assert "We opened the harbour." in shown(at_work, SITE | packages)


# --- Whose site it is -----------------------------------------------------------------------------

QUESTION = "another name of"


@pytest.fixture
def wrong(client, manager):
    """The profile of another name; a manager is at work."""
    client.force_login(manager)
    return make_researcher("AliAhl", given_name="", family_name="")


def test_the_name_of_the_profile_is_not_asked_about(at_work, alice):
    assert QUESTION not in shown(at_work)


def test_another_name_is_offered_for_the_profile(client, wrong):
    page = shown(client, researcher=wrong.pk)
    assert "Is Alice Ahlgren another name of AliAhl?" in page
    sent = {"_names": "", "name": "Alice Ahlgren"}
    page = client.post(plan_url(), sent, follow=True).content.decode()
    wrong.refresh_from_db()
    assert (wrong.display_name, wrong.other_names) == ("AliAhl", "Alice Ahlgren")
    assert QUESTION not in page
    press(client, page)
    assert wrong.authorships.public().count() == 1


@pytest.mark.parametrize("name", ["Bob Brandt", ""])
def test_a_name_that_was_not_offered_is_refused(client, wrong, name):
    shown(client, researcher=wrong.pk)
    client.post(plan_url(), {"_names": "", "name": name})
    wrong.refresh_from_db()
    assert wrong.other_names == ""


def test_the_command_names_it(wrong, alice):
    tree = Tree.open_zip(zipped(SITE))
    text = "\n".join(lines(as_json(importer.plan(tree, wrong))))
    assert "The site is of Alice Ahlgren, and no name of the profile of AliAhl is that one" in text
    tree = Tree.open_zip(zipped(SITE))
    assert "no name of the profile" not in "\n".join(lines(as_json(importer.plan(tree, alice))))


def test_under_the_wrong_name_and_then_the_right_one_each_paper_is_one(wrong, alice):
    for researcher in (wrong, alice, wrong):
        importer.run(Tree.open_zip(zipped(SITE)), researcher, by_operator=True)
    assert Publication.objects.count() == 1
    assert alice.authorships.public().count() == 1


# --- Cancelled ------------------------------------------------------------------------------------


def test_cancel_is_heard_while_its_rows_are_written(at_work, shared, monkeypatch):
    page = shown(at_work)
    monkeypatch.setattr("publications.progress.PAUSE", 0)
    write = SiteWriter._write

    def pressed(writer, step):
        write(writer, step)
        at_work.post(progress_url(PendingImport.objects.get().pk))

    monkeypatch.setattr(SiteWriter, "_write", pressed)
    answer = press(at_work, page)
    assert "Cancelled while it was imported; all is as it was before." in answer.content.decode()
    assert not NewsItem.objects.exists()
    assert not Publication.objects.exists()
