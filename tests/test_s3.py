"""Uploads in a bucket: no file of a draft, nor any other, is read by an address of the bucket."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from config.s3 import PrivateStorage

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"
ASKED = """
from django.core.files.storage import default_storage as s
print(s.url("portraits/a b.webp"), s.default_acl, s.file_overwrite, s.endpoint_url, s.bucket_name)
print(s._get_write_parameters("x.webp")["CacheControl"])
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What a site says that was started with a bucket."""
    given = {"VITAE_S3_BUCKET": "lab", "VITAE_S3_ENDPOINT": "https://s3.example.org"}
    env = os.environ | given | {"DATA": str(tmp_path_factory.mktemp("data"))}
    command = [sys.executable, str(MANAGE), "shell", "--no-imports", "-c", ASKED]
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout


def test_bucket_is_read_from_its_address(said):
    assert said.splitlines()[0].endswith("https://s3.example.org lab")


def test_addresses_are_the_sites_own(said):
    assert said.startswith("/media/portraits/a%20b.webp ")


def test_no_object_is_public_or_kept(said):
    assert " None False " in said
    assert "private, no-store" in said


def test_a_bucket_out_of_reach_is_as_a_disk_out_of_order():
    keys = {"access_key": "a", "secret_key": "b", "region_name": "us-east-1"}
    storage = PrivateStorage(bucket_name="lab", endpoint_url="http://127.0.0.1:1", **keys)
    with pytest.raises(OSError, match="Could not connect"):
        storage.open("portraits/a.webp")
    with pytest.raises(OSError, match="Could not connect"):
        storage.save("portraits/a.webp", ContentFile(b"RIFF"))
