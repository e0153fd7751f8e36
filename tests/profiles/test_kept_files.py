"""A refused form keeps the files that were chosen for it, and for nobody else."""

import os
import re
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import SiteSettings
from publications.models import PublicationLink
from tests.isolation.forms import sent_by
from tests.profiles.test_markdown_upload import GIF
from tests.publications.papers import make_paper
from uploads import kept

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def address(alice):
    return reverse("admin:profiles_researcher_change", args=[alice.pk])


def picture():
    return SimpleUploadedFile("me at sea.gif", GIF, "image/gif")


def refused(client, address, **boxes):
    """The page after a portrait came with a name that is missing."""
    form = sent_by(client.get(address)) | {"portrait": picture(), "display_name": ""} | boxes
    page = client.post(address, form)
    assert page.status_code == 200
    return page


def ticked(page):
    return dict(re.findall(r'name="([\w-]+-kept)"[^>]* value="([^"]+)" checked', page.text))


def files(tmp_path):
    return [file for file in tmp_path.glob("kept/*/*") if file.is_file()]


def test_a_portrait_comes_back_after_a_mistake(at_work, alice, address, tmp_path):
    page = refused(at_work, address)
    assert "Use “me at sea.gif”, which you chose" in page.text
    form = sent_by(page) | {"display_name": "Alice Ahlgren"} | ticked(page)
    assert at_work.post(address, form).status_code == 302
    alice.refresh_from_db()
    assert alice.portrait.name.endswith(".webp")
    assert files(tmp_path) == []


def test_it_comes_back_as_often_as_there_are_mistakes(at_work, alice, address, tmp_path):
    page = refused(at_work, address)
    page = at_work.post(address, sent_by(page) | ticked(page))
    assert "Use “me at sea.gif”, which you chose" in page.text
    assert len(files(tmp_path)) == 1


def test_without_the_tick_it_is_left_out(at_work, alice, address):
    page = refused(at_work, address)
    form = {k: v for k, v in sent_by(page).items() if not k.endswith("-kept")}
    at_work.post(address, form | {"display_name": "Alice Ahlgren"})
    alice.refresh_from_db()
    assert not alice.portrait


def test_what_is_no_picture_is_not_kept(at_work, address, tmp_path):
    page = refused(at_work, address, portrait=SimpleUploadedFile("x.gif", b"not one"))
    assert ticked(page) == {}
    assert files(tmp_path) == []


def test_nobody_else_gets_it(at_work, client, alice, bob, address, tmp_path):
    word = ticked(refused(at_work, address))["portrait-kept"]
    client.force_login(bob.owner)
    theirs = reverse("admin:profiles_researcher_change", args=[bob.pk])
    page = client.post(theirs, sent_by(client.get(theirs)) | {"portrait-kept": word})
    assert "is not here any more: choose it again." in page.text
    bob.refresh_from_db()
    assert not bob.portrait
    assert len(files(tmp_path)) == 1


@pytest.mark.parametrize("word", ["", "/", "../../secret_key/x", "0" * 32 + "/x", "é/x", "<b>"])
def test_a_made_up_word_is_refused(at_work, alice, address, word):
    page = at_work.post(address, sent_by(at_work.get(address)) | {"portrait-kept": word})
    assert page.status_code == 200
    assert "is not here any more: choose it again." in page.text


def test_a_file_is_given_back_once(at_work, alice, address, monkeypatch):
    """However many boxes ask for it."""
    page = refused(at_work, address)
    word = ticked(page)["portrait-kept"]
    asked, find = [], kept.find
    monkeypatch.setattr(kept, "find", lambda *args: asked.append(1) or find(*args))
    form = sent_by(page) | {f"box{n}-kept": word for n in range(9)} | {"portrait-kept": word}
    assert at_work.post(address, form).status_code == 200
    assert len(asked) == 1


def test_after_an_hour_it_is_gone_and_that_is_said(at_work, alice, address, tmp_path):
    page = refused(at_work, address)
    (file,) = files(tmp_path)
    before = time.time() - kept.LIFETIME - 1
    os.utime(file, (before, before))
    form = sent_by(page) | {"display_name": "Alice Ahlgren"} | ticked(page)
    assert "choose it again" in at_work.post(address, form).text
    assert files(tmp_path) == []


def test_too_large_a_file_is_not_kept_and_that_is_said(at_work, address, monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    page = refused(at_work, address)
    assert "“me at sea.gif” could not be kept here: choose it again." in page.text
    assert files(tmp_path) == []


def test_a_full_disk_is_no_error(at_work, address, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError

    monkeypatch.setattr("pathlib.Path.mkdir", fail)
    assert "choose it again" in refused(at_work, address).text


def test_the_file_of_a_row_comes_back_to_its_row(at_work, alice):
    """Though the rows before it are gone, which numbers it anew."""
    paper = make_paper("Kelp", alice, owner=alice)
    address = reverse("admin:publications_publication_change", args=[paper.pk])
    pdf = SimpleUploadedFile("kelp.pdf", b"%PDF-1.4 kelp", "application/pdf")
    form = sent_by(at_work.get(address)) | {"title": "", "links-TOTAL_FORMS": 2}
    form |= {"links-0-kind": "code", "links-0-url": "https://code.example/"}
    page = at_work.post(address, form | {"links-1-kind": "pdf", "links-1-file": pdf})
    word = ticked(page)["links-1-file-kept"]
    form = {k: v for k, v in sent_by(page).items() if not k.startswith("links-1")}
    form |= {"title": "Kelp", "links-TOTAL_FORMS": 1, "links-0-kind": "pdf", "links-0-url": ""}
    assert at_work.post(address, form | {"links-0-file-kept": word}).status_code == 302
    link = PublicationLink.objects.get(publication=paper)
    assert link.file.read() == b"%PDF-1.4 kelp"


def test_selects_and_radios_come_back_after_a_mistake(at_work, alice, address):
    page = refused(at_work, address, email_display="plain")
    assert re.search(r'<input[^>]*value="plain"[^>]* checked', page.text)
    page = f"{address}?_part=look"
    page = at_work.post(page, sent_by(at_work.get(page)) | {"theme": "moss", "layout": "none"})
    assert re.search(r'<input[^>]*value="moss"[^>]* checked', page.text)
    page = f"{address}?_part=photo"
    boxes = {"portrait_shape": "circle", "portrait_side": "left"}
    page = at_work.post(page, sent_by(at_work.get(page)) | boxes)
    assert re.search(r'<option value="circle" selected', page.text)


def test_the_site_s_logo_is_kept_too(client, manager):
    SiteSettings.objects.get_or_create(pk=1)
    client.force_login(manager)
    address = reverse("admin:profiles_sitesettings_change", args=[1])
    form = sent_by(client.get(address)) | {"logo": picture(), "name": "x" * 5000}
    assert "logo-kept" in ticked(client.post(address, form))
