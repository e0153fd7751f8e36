"""Too often is refused in words, whichever process is asked, and whichever view is taken."""

import time
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles import limits
from profiles.models import Picture, Redirect
from publications.models import PendingImport
from tests.profiles.test_markdown_upload import picture

REFUSED = "More than 2 files in an hour are too many"


@pytest.fixture(autouse=True)
def _counts(settings, tmp_path):
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    counts = {"BACKEND": backend, "LOCATION": tmp_path / "counts"}
    settings.CACHES = settings.CACHES | {"counts": counts}
    settings.UPLOADS_AN_HOUR = 2


def ask(who="1", **kwargs):
    return limits.allowed("x", who, **{"times": 2, "within": timedelta(hours=1)} | kwargs)


def test_third_request_is_refused():
    assert [ask() for _ in range(3)] == [True, True, False]
    assert ask("2")


def test_several_at_once_count_each():
    assert not ask(count=3)
    assert ask(count=2)
    assert not ask()


def test_the_hour_goes_by(monkeypatch):
    ask(count=2)
    then = time.time() + 3601
    monkeypatch.setattr(time, "time", lambda: then)
    assert ask()


def test_another_process_knows_and_nobody_reads_who(tmp_path, settings):
    ask("192.0.2.7", count=2)
    settings.CACHES = dict(settings.CACHES)  # as a process that has just begun
    assert not ask("192.0.2.7")
    stored = [path.read_bytes() + str(path).encode() for path in (tmp_path / "counts").iterdir()]
    assert stored
    assert not any(b"192.0.2.7" in each for each in stored)


@pytest.mark.parametrize("failing", ["get", "set"])
def test_a_cache_that_fails_refuses_nothing(monkeypatch, failing):
    def fail(*args, **kwargs):
        raise OSError

    monkeypatch.setattr(caches["counts"], failing, fail)
    assert [ask() for _ in range(3)] == [True] * 3


# --- Uploads -------------------------------------------------------------------------------------


def test_it_is_the_researchers_count(alice, bob):
    limits.check_rate(alice, 2)
    with pytest.raises(ValidationError, match=REFUSED):
        limits.check_rate(alice)
    limits.check_rate(bob)


def in_a_text(client):
    return client.post(reverse("admin:markdown-upload"), {"image": picture()})


def in_a_form(client):
    data = {"old_path": "/cv.pdf", "file": SimpleUploadedFile("cv.pdf", b"%PDF-1.7")}
    return client.post(reverse("admin:profiles_redirect_add"), data)


def as_bibtex(client):
    file = SimpleUploadedFile("a.bib", b"@misc{a, title={Tides}}")
    data = {"file": file, "update": "fill", "state": "draft"}
    return client.post(reverse("admin:publications_importbatch_add"), data)


@pytest.mark.parametrize(
    ("view", "model"), [(in_a_text, Picture), (in_a_form, Redirect), (as_bibtex, PendingImport)]
)
def test_no_view_takes_more_than_an_hours(client, alice, view, model):
    client.force_login(alice.owner)
    limits.check_rate(alice)
    assert REFUSED not in view(client).text
    assert model.objects.count() == 1
    model.objects.all().delete()
    answer = view(client)
    assert answer.status_code < 500
    assert REFUSED in answer.text
    assert not model.objects.exists()
