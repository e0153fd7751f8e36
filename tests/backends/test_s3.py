"""Uploads in a real bucket: stored, given out by Vitae alone, replaced, deleted, cleared away."""

import io
import os
import urllib.error
import urllib.request
import uuid
from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from profiles import limits
from publications.models import PublicationLink
from tests.conftest import missing
from tests.publications.papers import make_paper
from tests.website.test_media import picture
from uploads.images import remake_renditions
from website import personal_data
from website.personal_data import write_archive

pytestmark = [pytest.mark.s3, pytest.mark.django_db]
KEYS = {"access_key": "vitae", "secret_key": "vitae-secret"}


@pytest.fixture
def bucket(settings):
    """An empty one on the server named by VITAE_TEST_S3, taken for the uploads of this test."""
    server = os.environ.get("VITAE_TEST_S3")
    if not server:
        missing("VITAE_TEST_S3 names no S3 server")
    options = settings.S3_OPTIONS | KEYS
    options |= {"bucket_name": uuid.uuid4().hex, "endpoint_url": server, "region_name": "us-east-1"}
    uploads = {"BACKEND": "config.s3.PrivateStorage", "OPTIONS": options}
    settings.STORAGES = settings.STORAGES | {"default": uploads}
    default_storage.connection.create_bucket(Bucket=options["bucket_name"])
    return default_storage.bucket


def names(bucket):
    return sorted(each.key for each in bucket.objects.all())


@pytest.fixture
def portrait(bucket, alice):
    alice.portrait.save("me.png", picture())
    return alice.portrait


def test_portrait_is_stored_served_and_withheld(bucket, client, portrait, alice):
    small = portrait.name.replace(".webp", "-160.webp")
    assert names(bucket) == sorted([portrait.name, small, small.replace("160", "320")])
    for url in (portrait.url, f"/media/{small}"):
        answer = client.get(url)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
        content = answer.getvalue()
        assert (content[8:12], len(content)) == (b"WEBP", int(answer["Content-Length"]))
    type(alice).objects.update(published_at=None)
    assert client.get(portrait.url).status_code == 404


def test_nobody_reads_the_bucket_past_vitae(bucket, portrait):
    assert portrait.url.startswith("/media/")
    assert bucket.Object(portrait.name).cache_control == "private, no-store"
    address = f"{os.environ['VITAE_TEST_S3']}/{bucket.name}/{portrait.name}"
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(address)  # noqa: S310 an address of the test's own server


def test_a_lost_file_is_not_found(client, portrait):
    default_storage.delete(portrait.name)
    assert client.get(portrait.url).status_code == 404


def test_a_replaced_picture_goes_once_that_is_sure(
    bucket, portrait, alice, django_capture_on_commit_callbacks
):
    old = portrait.name
    with django_capture_on_commit_callbacks(execute=True):
        alice.portrait.save("new.png", picture(200))
        assert old in names(bucket)
    assert not any(name.startswith(old.removesuffix(".webp")) for name in names(bucket))
    with django_capture_on_commit_callbacks(execute=True):
        alice.delete()
    assert names(bucket) == []


def test_documents_quota_archive_and_sizes(bucket, client, portrait, alice):
    link = PublicationLink(publication=make_paper("Tides", alice, owner=alice), kind="pdf")
    link.file.save("a.pdf", ContentFile(b"%PDF-1.7 tides"))
    assert client.get(link.file.url).getvalue() == b"%PDF-1.7 tides"
    assert limits.used(alice) == len(b"%PDF-1.7 tides") + portrait.size
    remake_renditions(portrait)
    out = io.BytesIO()
    assert write_archive(alice, out) == []
    kept = [name for name in ZipFile(out).namelist() if name.startswith("files/")]
    assert sorted(kept) == [f"files/{name}" for name in names(bucket)]
    assert len(kept) == 4


def test_purge_clears_what_nothing_names(bucket, portrait, monkeypatch):
    default_storage.save("files/0123.pdf", io.BytesIO(b"%PDF-1.7"))
    assert personal_data.clear_unused_uploads() == 0, "it is young"
    monkeypatch.setattr(personal_data, "UPLOAD_GRACE", timedelta(days=-1))
    assert personal_data.clear_unused_uploads() == 1
    assert portrait.name in names(bucket)
    assert "files/0123.pdf" not in names(bucket)
