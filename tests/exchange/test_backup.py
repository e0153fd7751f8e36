"""backup FILE: database and uploads as one, for their owner alone."""

import io
import json
import stat
from zipfile import ZipFile

import pytest
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.utils import timezone

from exchange import backup
from profiles.models import Researcher


def run(*arguments):
    out, errors = io.StringIO(), io.StringIO()
    call_command("backup", *map(str, arguments), stdout=out, stderr=errors)
    return out.getvalue() + errors.getvalue()


def test_backup_holds_database_uploads_and_manifest(lived_in, tmp_path):
    file = tmp_path / "site.backup"
    assert f"The database and 4 uploads are in {file} (" in run(file)
    with ZipFile(file) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read("manifest.json"))
    assert {f"media/{name}" for name in lived_in.uploads()} == set(names[:4])
    assert names[4:] == ["database/vitae.sqlite3", "manifest.json"]
    assert manifest["format"] == "vitae-backup 1"
    assert ["profiles", "0001_initial"] in manifest["migrations"]


def test_only_its_owner_reads_it(lived_in, tmp_path):
    run(tmp_path / "site.backup")
    assert stat.S_IMODE((tmp_path / "site.backup").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "site.backup"]


def test_it_holds_no_session_and_no_secret_key(lived_in, tmp_path):
    (lived_in.folder / "secret_key").write_text("the-key-of-this-site")
    key = "k" * 32
    Session.objects.create(pk=key, session_data="signed-in", expire_date=timezone.now())
    run(tmp_path / "site.backup")
    with ZipFile(tmp_path / "site.backup") as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert b"alice-ahlgren" in content
    for secret in (key, "signed-in", "the-key-of-this-site"):
        assert secret.encode() not in content
    assert Session.objects.exists(), "who is signed in here stays so"


def test_what_was_erased_is_not_in_it(lived_in, tmp_path):
    Researcher.objects.update(biography="sensitive " * 500)
    Researcher.objects.update(biography="")
    run(tmp_path / "site.backup")
    with ZipFile(tmp_path / "site.backup") as archive:
        assert b"sensitive" not in archive.read("database/vitae.sqlite3")


def test_a_file_that_is_there_is_not_overwritten(lived_in, tmp_path):
    file = tmp_path / "precious"
    file.write_text("an older one")
    with pytest.raises(CommandError, match=f"{file} is there already. Name another, or add"):
        run(file)
    assert file.read_text() == "an older one"
    run(file, "--force")
    assert file.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(
    ("name", "reason"), [("here", "is a folder"), ("no/such", "No such file or directory")]
)
def test_where_no_file_can_be_it_says_so(lived_in, tmp_path, name, reason):
    with pytest.raises(CommandError, match=reason):
        run(tmp_path / name)


def test_an_upload_that_is_lost_is_named(lived_in, tmp_path):
    name = Researcher.objects.get().portrait.name
    default_storage.delete(name)
    report = run(tmp_path / "site.backup")
    assert f"{name}: a row names this upload, but it is not there." in report
    assert "and 3 uploads" in report


def test_a_picture_that_is_replaced_meanwhile_is_whole(lived_in, tmp_path, monkeypatch):
    """The database was read, then the picture that it names is deleted: it is read once more."""
    from tests.website.test_media import picture

    add, alice = backup._add_uploads, Researcher.objects.get()

    def replace_first(*arguments):
        if alice.portrait.name == old:
            alice.portrait.save("new.png", picture(200))
        add(*arguments)

    old = alice.portrait.name
    monkeypatch.setattr(backup, "_add_uploads", replace_first)
    assert "a row names" not in run(tmp_path / "site.backup")
    with ZipFile(tmp_path / "site.backup") as archive:
        assert f"media/{alice.portrait.name}" in archive.namelist()
        assert alice.portrait.name.encode() in archive.read("database/vitae.sqlite3")


def test_a_damaged_database_makes_no_backup(lived_in, tmp_path):
    from django.db import connection

    connection.close()
    content = bytearray(lived_in.database.read_bytes())
    content[20000:60000] = b"\xff" * 40000
    lived_in.database.write_bytes(content)
    with pytest.raises(CommandError, match=r"No backup was made. The database says: .*malformed"):
        run(tmp_path / "site.backup")
    assert not (tmp_path / "site.backup").exists()
