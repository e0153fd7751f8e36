"""export_person, delete_person, purge."""

from datetime import timedelta
from zipfile import ZipFile

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from profiles.models import Researcher
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def typed(monkeypatch):
    def type_in(text):
        monkeypatch.setattr("builtins.input", lambda prompt: text)

    return type_in


def test_person_is_exported_then_deleted(alice, typed, tmp_path, capsys):
    make_paper("Own", alice)
    call_command("export_person", "alice-ahlgren", str(tmp_path / "alice.zip"))
    assert "record.json" in ZipFile(tmp_path / "alice.zip").namelist()
    assert (tmp_path / "alice.zip").stat().st_mode & 0o077 == 0
    typed("alice-ahlgren")
    call_command("delete_person", "alice-ahlgren")
    assert "goes: 1 paper\n" in capsys.readouterr().out
    assert not Researcher.objects.exists()


def test_a_dry_run_changes_nothing(alice, capsys):
    call_command("delete_person", "alice-ahlgren", "--dry-run")
    assert "goes: 1 profile\n" in capsys.readouterr().out
    assert Researcher.objects.exists()


def test_it_asks_first(alice, typed):
    typed("yes")
    with pytest.raises(CommandError, match="Not deleted"):
        call_command("delete_person", "alice-ahlgren")
    assert Researcher.objects.exists()


@pytest.mark.parametrize(
    "command", [["export_person", "nobody", "a.zip"], ["delete_person", "nobody"]]
)
def test_an_address_of_nobody(db, command):
    with pytest.raises(CommandError, match="No researcher has the address “nobody”"):
        call_command(*command)


def test_a_file_that_cannot_be_written(alice, tmp_path):
    for file, why in ((tmp_path, "is a folder"), (tmp_path / "no" / "a.zip", "cannot be written")):
        with pytest.raises(CommandError, match=why):
            call_command("export_person", "alice-ahlgren", str(file))


def test_what_is_old_is_purged(db, capsys):
    now = timezone.now()
    for key, days in (("old", 31), ("new", 1)):
        row = AccessAttempt.objects.create(username=key, failures_since_start=1)
        AccessAttempt.objects.filter(pk=row.pk).update(attempt_time=now - timedelta(days=days))
        Session.objects.create(session_key=key, expire_date=now + timedelta(days=20 - days))
    call_command("purge")
    assert AccessAttempt.objects.get().username == "new"
    assert Session.objects.get().session_key == "new"
    assert "ended sessions: 1\n" in capsys.readouterr().out
