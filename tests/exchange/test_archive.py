"""export_archive, import_archive: the same record on another installation, and the same bytes."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db.models import AutoField, JSONField
from django.test import Client

from exchange.archive.references import references
from history.models import Revision
from history.snapshots import track_changes
from profiles.data_policy import all_models, archived_models, not_archived
from profiles.models import LabNewsItem, NewsItem, Picture, Researcher, SiteSettings
from publications.importer import undo
from publications.merging import PublicationMerge
from publications.models import ImportBatch, NotDuplicate, Publication
from tests.conftest import make_user
from tests.exchange import archives
from tests.publications.papers import make_paper
from tests.website.test_media import picture

EVERY_MODEL = sorted(all_models(), key=lambda m: m._meta.label)


@pytest.fixture
def lab(lived_in):
    """Alice, of `lived_in`, with a page that shows a picture, versions, and a hand on a list."""
    alice = Researcher.objects.get()
    shown = Picture.objects.create(researcher=alice, uploaded_by=alice.owner)
    shown.image.save("tide.png", picture(300))
    body = f"![The tide](/media/{shown.image.name})"
    alice.page_set.create(title="Shore", slug="shore", body=body)
    alice.award_set.create(name="Medal", dates="2019", dates_text="in 2019")
    NewsItem.objects.create(researcher=alice, date="2020", body="Gone")
    with track_changes(alice.owner, NewsItem.objects.get()):
        NewsItem.objects.update(body="Nearly gone")
    NewsItem.objects.all().delete()  # its version stays, and so does its key
    NewsItem.objects.create(researcher=alice, date="2021", body="High water")
    papers = [make_paper(title, alice, owner=alice) for title in ("Waves", "More waves")]
    NotDuplicate.objects.create(one=papers[0], other=papers[1])
    # Papers that are gone, and to which something still leads.
    gone = make_paper("Tides, again", alice, owner=alice, note="Of the sea.")
    PublicationMerge(Publication.objects.get(title="Tides"), [gone]).write(alice.owner)
    alice.redirects.create(old_path="/gone/", publication=gone)
    return lived_in


def crawl(passed_over=("/admin", "/static")):
    """Every address of the sitemap, and what is linked or shown from there: address -> bytes."""
    client, pages, waiting = Client(), {}, ["/sitemap.xml", "/search/?q=tides"]
    while waiting:
        address = waiting.pop()
        if address not in pages:
            pages[address] = page = client.get(address).getvalue()
            if not address.startswith(("/media/", "/cards/")):
                links = re.findall(rb'(?:href="|src="|<loc>)(?:http://\w+)?(/[^"?#<]*)', page)
                links = {link.decode() for link in links}
                waiting += [a for a in links if not a.startswith(passed_over)]
    return pages


def test_archive_restores_every_page_elsewhere(lab, tmp_path):
    first = archives.export(tmp_path / "lab.zip")
    # The test below asks for the pictures of shared links, too.
    passed_over = ("/admin", "/static", "/cards", "/zh-hans")
    before, pages = archives.counts(), crawl(passed_over)
    assert any("/media/pictures/" in address for address in pages)
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    assert "All of it is here." in archives.restore(first)
    assert archives.counts() == before
    assert crawl(passed_over) == pages
    second = archives.export(tmp_path / "again.zip")
    assert second.read_bytes() == first.read_bytes()


def test_who_owned_a_record_is_invited_again(lab, tmp_path):
    file = archives.export(tmp_path / "lab.zip")
    assert "alice-password" not in archives.text(file)
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    assert "made, without e-mail or password" in archives.restore(file)
    account = get_user_model().objects.get()
    assert (account.username, account.email, account.has_usable_password()) == ("alice", "", False)
    assert Researcher.objects.get().owner == account


def settings_of_the_lab(name):
    site = SiteSettings.objects.get()
    site.name, site.unused_languages = name, ["zh-hans"]
    site.logo.save("logo.png", picture(64))
    site.menu_links.create(label="Join us", url="/alice-ahlgren/shore/")
    LabNewsItem.objects.create(headline="A new boat", date="2025")


def test_the_settings_and_the_menu_of_a_lab_move_with_it(lab, tmp_path):
    settings_of_the_lab("Shore Lab")
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    archives.restore(file)
    page = Client().get("/").content.decode()
    assert "Shore Lab" in page
    assert "Join us" in page
    assert "A new boat" in page
    assert archives.export(tmp_path / "again.zip").read_bytes() == file.read_bytes()


def test_settings_that_are_here_stay(lab, tmp_path):
    settings_of_the_lab("Shore Lab")
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    SiteSettings.objects.update(name="Dune Lab")
    assert "Its settings and menu stay as they are here." in archives.restore(file)
    site = SiteSettings.objects.get()
    assert (site.name, site.menu_links.count()) == ("Dune Lab", 0)
    assert Researcher.objects.get().slug == "alice-ahlgren"


def test_the_settings_are_the_labs_and_not_one_persons(lab, tmp_path):
    settings_of_the_lab("Shore Lab")
    file = archives.export(tmp_path / "alice.zip", "--researcher", "alice-ahlgren")
    text = archives.text(file)
    assert "Shore Lab" not in text
    assert "A new boat" not in text


def test_an_account_of_the_same_name_takes_over(lab, tmp_path):
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    alice = make_user("alice")
    assert "goes to those of this site: alice." in archives.restore(file)
    assert Researcher.objects.get().owner == alice
    alice.refresh_from_db()
    assert alice.check_password("alice-password")


def test_no_new_row_gets_the_key_of_one_that_a_version_may_bring_back(lab, tmp_path):
    NewsItem.objects.all().delete()
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    archives.restore(file)
    gone = Revision.objects.filter(kind="profiles.newsitem").latest("object_id").object_id
    new = NewsItem.objects.create(researcher=Researcher.objects.get(), date="2024", body="New")
    assert new.pk > gone


@pytest.mark.parametrize("whose", [(), ("--researcher=alice-ahlgren",)], ids=["lab", "person"])
def test_a_merge_can_be_undone_where_it_was_moved_to(lab, tmp_path, whose):
    file = archives.export(tmp_path / "lab.zip", *whose)
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    archives.restore(file)
    undo.undo(ImportBatch.objects.get(), by_operator=True)
    papers = Publication.objects.filter(title__startswith="Tides")
    assert list(papers.order_by("pk").values_list("note", flat=True)) == ["", "Of the sea."]


def test_a_dry_run_changes_nothing(lab, tmp_path):
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    before = lab.state()
    assert "1 profile\n" in archives.restore(file, "--dry-run")
    assert lab.state() == before


def test_an_upload_that_was_lost_is_named(lab, tmp_path, capsys):
    default_storage.delete(Researcher.objects.get().portrait.name)
    file = archives.export(tmp_path / "lab.zip")
    assert "could not be read" in capsys.readouterr().err
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    archives.restore(file)
    assert archives.export(tmp_path / "2.zip").read_bytes() == file.read_bytes()


def test_a_version_that_names_a_picture_that_went_is_kept(lab, tmp_path):
    alice = Researcher.objects.get()
    with track_changes(alice.owner, alice):
        alice.portrait.save("new.png", picture(200))
    file = archives.export(tmp_path / "lab.zip")
    archives.move_to_an_empty_one(lab, tmp_path / "elsewhere")
    assert "left out" not in archives.restore(file)
    assert Revision.objects.filter(kind="profiles.researcher").count() == 2
    assert archives.export(tmp_path / "2.zip").read_bytes() == file.read_bytes()


@pytest.mark.slow
def test_the_demo_lab_is_the_same_on_every_address(installation, tmp_path):
    call_command("demo", verbosity=0)
    first = archives.export(tmp_path / "lab.zip")
    before, pages = archives.counts(), crawl()
    assert len(pages) > 500
    archives.move_to_an_empty_one(installation, tmp_path / "elsewhere")
    archives.restore(first)
    assert archives.counts() == before
    now = crawl()
    assert now.keys() == pages.keys()
    assert [address for address in pages if pages[address] != now[address]] == []
    assert archives.export(tmp_path / "again.zip").read_bytes() == first.read_bytes()
    call_command("demo", "--remove")
    assert not Researcher.objects.exists()
    assert not get_user_model().objects.exists()


# --- What is in one -------------------------------------------------------------------------------


@pytest.mark.parametrize("model", EVERY_MODEL, ids=lambda model: model._meta.label)
def test_every_model_is_in_it_or_left_out_with_its_reason(model):
    label = model._meta.label_lower
    assert (label in archived_models()) != bool(not_archived().get(label))
    if label in archived_models():
        assert isinstance(model._meta.pk, AutoField) or model is SiteSettings  # the one
        assert set(references(model).values()) <= {*archived_models(), "auth.user"}
        assert not model._meta.private_fields  # keys of rows of any model are not converted


def test_every_document_has_been_looked_through_for_keys():
    """A new JSON column? If it holds keys, exchange.archive.references converts them."""
    columns = {
        f"{label}.{column.name}"
        for label, model in archived_models().items()
        for column in model._meta.concrete_fields
        if isinstance(column, JSONField) and column.name != "translations"
    }
    assert columns == {
        "history.revision.state",
        "profiles.cvvariant.sections",
        "profiles.sitesettings.unused_languages",
        "publications.importbatch.counts",
        "publications.importbatch.files",
        "publications.importbatch.report",
        "publications.importbatch.venues",
        "publications.importchange.before",
        "publications.importedrow.before",
        "publications.importedrow.source",
        "publications.importedrow.values",
        "publications.publication.fields",
        "publications.source.fields",
        "publications.source.values",
    }
