"""“Download as a website” in the admin: a ZIP file, for the owner and for managers."""

import subprocess
from types import SimpleNamespace

import pytest
from django.urls import reverse

from exchange import static_site
from profiles.disk import lock

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(monkeypatch):
    """Instead of a process: what it was asked."""
    asked = SimpleNamespace(code=0, command=None, environ=None)

    def run(command, *, env, stdout, stderr, timeout):
        asked.command, asked.environ = command, env
        stdout.write(b"PK")
        return subprocess.CompletedProcess(command, asked.code, stderr=b"CommandError: no")

    monkeypatch.setattr(static_site.subprocess, "run", run)
    return asked


def url(researcher):
    return reverse("admin:profiles_researcher_website", args=[researcher.pk])


def test_owner_downloads_website_as_zip(at_work, alice, started):
    data = at_work.get(reverse("admin:profiles_researcher_data", args=[alice.pk]))
    assert f'href="{url(alice)}"' in data.content.decode()
    assert "Download as a website" in at_work.get(url(alice)).content.decode()
    answer = at_work.post(url(alice), {"base_url": "https://alice.github.io"})
    assert b"".join(answer.streaming_content) == b"PK"
    assert answer["Content-Disposition"] == 'attachment; filename="alice-ahlgren-website.zip"'
    assert "--researcher=alice-ahlgren" in started.command
    assert "--base-url=https://alice.github.io" in started.command
    assert started.environ["VITAE_RESEARCHER"] == "alice-ahlgren"


def test_one_at_a_time(at_work, alice, started, settings):
    with (settings.DATA_DIR / "export.lock").open("w") as file:
        lock(file.fileno())
        assert "just now" in at_work.post(url(alice)).content.decode()
    assert started.command is None


def test_a_draft_has_no_website(at_work, alice, started):
    type(alice).objects.update(published_at=None)
    assert "Publish the profile first" in at_work.post(url(alice)).content.decode()
    assert started.command is None


def test_a_failure_is_said(at_work, alice, started, caplog):
    started.code = 1
    assert "could not be made" in at_work.post(url(alice)).content.decode()
    assert "CommandError: no" in caplog.text


@pytest.mark.parametrize("base_url", ["javascript:x", "--force", "https://"])
def test_what_is_no_address_is_refused(at_work, alice, started, base_url):
    assert "errorlist" in at_work.post(url(alice), {"base_url": base_url}).content.decode()
    assert started.command is None
