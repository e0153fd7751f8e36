"""From a ZIP of an old site to the page that visitors see: five pages, the signing in counted."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from publications.models import ImportBatch
from tests.exchange.site_import.conftest import zipped

SITE = {
    "index.html": "<!doctype html><html><body><h1>Alice Ahlgren</h1><p>I grow kelp.</p>"
    "<h2>Publications</h2><ul><li>A. Ahlgren, B. Brandt. <i>Growing kelp in cold water</i>. "
    "Journal of Tides, 2021.</li></ul></body></html>"
}


@pytest.fixture
def draft(alice):
    type(alice).objects.filter(pk=alice.pk).update(published_at=None)
    alice.refresh_from_db()
    return alice


def upload(client, form, **more):
    file = SimpleUploadedFile("site.zip", zipped(SITE).read())
    return client.post(form, {"state": "publish", "file": file} | more, follow=True)


def digest(answer):
    return re.search(r'name="digest" value="(\w+)"', answer.content.decode())[1]


def test_a_zip_is_a_public_page_after_five(client, draft):
    pages = [client.get("/admin/", follow=True)]
    client.force_login(draft.owner)
    pages.append(client.get("/admin/"))
    (form,) = re.findall(r'href="([^"]+)"[^>]*>\s*Import your old site', pages[-1].content.decode())
    pages.append(client.get(form))
    pages.append(upload(client, form))
    plan = pages[-1].content.decode()
    assert "Growing kelp in cold water" in plan, "what will be done is shown before it is"
    assert not ImportBatch.objects.exists()
    sent = {"digest": digest(pages[-1]), "_publish": "1"}
    pages.append(client.post(pages[-1].request["PATH_INFO"], sent, follow=True))
    client.logout()
    assert pages[-1].request["PATH_INFO"] == draft.get_absolute_url()
    assert "Growing kelp in cold water" in client.get(draft.get_absolute_url()).content.decode()
    assert len(pages) == 5


def test_import_alone_publishes_nothing(client, draft):
    client.force_login(draft.owner)
    plan = upload(client, "/admin/publications/importbatch/site/")
    answer = client.post(plan.request["PATH_INFO"], {"digest": digest(plan)}, follow=True)
    draft.refresh_from_db()
    assert (ImportBatch.objects.count(), draft.is_public) == (1, False)
    assert "Publish the page" in answer.content.decode()


def test_a_page_that_is_public_or_an_import_of_drafts_offers_it_not(client, alice):
    client.force_login(alice.owner)
    offer = "Import and publish the page"
    assert offer not in upload(client, "/admin/publications/importbatch/site/").content.decode()
    type(alice).objects.filter(pk=alice.pk).update(published_at=None)
    plan = upload(client, "/admin/publications/importbatch/site/", state="draft")
    assert offer not in plan.content.decode()
