"""Every box for a file, over HTTP: what is kept, refused, and given out again."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import override_settings

from tests.profiles.test_markdown_upload import GIF
from tests.uploads.entry_points import ENTRY_POINTS, OF_DOCUMENTS, OF_PICTURES, entry_point
from tests.uploads.hostile_files import DOCUMENTS, MARK, listing, member
from uploads.documents import SIGNATURES

pytestmark = pytest.mark.django_db
NAME = re.compile(r"[0-9a-f]{24}(-\d+x\d+)?(-\d+)?\.([a-z]+)")
KEPT_AS = {"import": set()}
# How it is said where more than fits is asked for; else "… more do not fit".
TOO_MUCH = dict.fromkeys(["paper-files", "site"], "does not fit beside the files")
DOWNLOADS = {"pdf": "application/pdf"}
each_entry_point = pytest.mark.parametrize("name", ENTRY_POINTS)
# In a process of its own, so that what it took is for this alone.
CHILD = """
import resource, sys
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import TemporaryUploadedFile
from uploads.documents import validate_document
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for path in sys.argv[1:]:
    upload = TemporaryUploadedFile(path, "", 0, "")
    upload.file = open(path, "rb")
    try:
        validate_document(upload)
    except ValidationError:
        pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def good(name):
    if name == "import":
        return SimpleUploadedFile("a.bib", b"@misc{a, title={Tides}}")
    if name in OF_PICTURES:
        return SimpleUploadedFile("a.gif", GIF, "image/gif")
    return SimpleUploadedFile("a.pdf", b"%PDF-1.7", "application/pdf")


def stored(settings):
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


@each_entry_point
def test_upload_is_stored_through_every_box(name, at_work, alice, settings):
    """What is more than fits is refused in words; the same box then takes what does."""
    entry = entry_point(name, at_work, alice)
    # The site's own two, by managers, are on nobody's account.
    if not name.startswith("profiles.SiteSettings."):
        more_than_fits(name, entry, at_work)
        assert stored(settings) == []
    answer = entry.put(at_work, good(name))
    assert answer.status_code == (200 if name == "markdown-upload" else 302)
    endings = {NAME.fullmatch(path.name)[3] for path in stored(settings)}
    assert endings == KEPT_AS.get(name, {"webp" if name in OF_PICTURES else "pdf"})


def more_than_fits(name, entry, client):
    if name != "import":  # what is kept of it is papers
        with override_settings(UPLOAD_QUOTA=1):
            answer = entry.put(client, good(name))
        assert TOO_MUCH.get(name, "more do not fit") in answer.content.decode()
    backend = "django.core.cache.backends.locmem.LocMemCache"
    caches = django_settings.CACHES | {"counts": {"BACKEND": backend, "LOCATION": name}}
    with override_settings(CACHES=caches, UPLOADS_AN_HOUR=0):
        answer = entry.put(client, good(name))
    assert "files in an hour are too many" in answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DOCUMENTS)
def test_hostile_documents(name, at_work, alice, settings):
    """Kept or refused as they should be; what is kept is given out as a download of its kind."""
    entry = entry_point(name, at_work, alice)
    for file, data, is_kept in DOCUMENTS:
        with transaction.atomic():
            answer = entry.put(at_work, SimpleUploadedFile(file, data))
            transaction.set_rollback(True)
        assert answer.status_code == (302 if is_kept else 200), file[:30]
        assert MARK not in answer.content, file[:30]
    for path in stored(settings):
        assert path.read_bytes().startswith(SIGNATURES[NAME.fullmatch(path.name)[3]])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["import", *OF_PICTURES])
def test_documents_are_no_pictures_and_no_bibtex(name, at_work, alice, settings):
    entry = entry_point(name, at_work, alice)
    for file, data, _is_kept in DOCUMENTS:
        with transaction.atomic():
            answer = entry.put(at_work, SimpleUploadedFile(file, data))
            transaction.set_rollback(True)
        assert answer.status_code < 500, file[:30]
    assert stored(settings) == []


@pytest.mark.parametrize("ending", SIGNATURES)
def test_what_is_kept_is_a_download(ending, at_work, alice, settings):
    entry = entry_point("profiles.Redirect.file", at_work, alice)
    file, data, _ = next(each for each in DOCUMENTS if each[0].endswith(ending) and each[2])
    entry.put(at_work, SimpleUploadedFile(file, data, "text/html"))
    [path] = stored(settings)
    for place in ("/media/", "/admin/preview/media/"):
        answer = at_work.get(place + str(path.relative_to(settings.MEDIA_ROOT)))
        assert answer["Content-Type"] == DOWNLOADS.get(ending, "application/octet-stream")
        assert answer["Content-Disposition"] == f'attachment; filename="{path.name}"'
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_long_list_of_members_says_so(at_work, alice):
    many = next(data for name, data, _is_kept in DOCUMENTS if name == "many.zip")
    answer = entry_point("profiles.Redirect.file", at_work, alice).put(
        at_work, SimpleUploadedFile("a.zip", many)
    )
    assert "lists more files than we read" in answer.content.decode()


def test_none_costs_much(tmp_path):
    """All of them in 5 s of CPU, and the longest list that fits into 50 MB."""
    files = [*DOCUMENTS, ("million.zip", listing([member()] * 950_000), False)]
    paths = []
    for number, (name, data, _is_kept) in enumerate(files):
        paths.append(tmp_path / f"{number}.{name.rpartition('.')[2]}")
        paths[-1].write_bytes(data)
    peak = subprocess.run(
        [sys.executable, "-c", CHILD, *paths], capture_output=True, text=True, check=True
    )
    assert int(peak.stdout) < 50 * 1024  # KiB
