"""restore FILE: as it was, byte for byte; the former state kept; nothing of a broken file."""

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from zipfile import ZipFile, ZipInfo

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from exchange import backup, backup_databases
from profiles.models import Researcher

PAGES = ["/", "/alice-ahlgren/", "/publications/tides/", "/alice-ahlgren/publications.bib"]


def run(*arguments):
    out = io.StringIO()
    call_command("restore", *map(str, arguments), stdout=out)
    return out.getvalue()


def pages():
    addresses = [*PAGES, Researcher.objects.get().portrait.url]
    return [Client().get(address).getvalue() for address in addresses]


def change(installation):
    """After the backup: another name, another file, and one that is damaged."""
    Researcher.objects.update(display_name="Somebody Else")
    default_storage.save("files/4567.pdf", ContentFile(b"%PDF-1.7 newer"))
    (installation.folder / "media/files/0123.pdf").write_bytes(b"damaged")


def test_restore_into_an_empty_folder(lived_in, saved, tmp_path):
    before, shown = lived_in.state(), pages()
    lived_in.move_to(tmp_path / "elsewhere")
    report = run(saved)
    assert report == "Restored: the database and 4 uploads. Everybody signs in again.\n"
    assert lived_in.state() == before
    assert sorted(path.name for path in lived_in.folder.iterdir()) == ["media", "vitae.sqlite3"]
    assert pages() == shown


def test_what_was_there_is_kept(lived_in, saved):
    before = lived_in.state()
    change(lived_in)
    rows = lived_in.rows()
    report = run(saved)
    assert lived_in.state() == before
    [kept] = lived_in.folder.glob("before-restore-*")
    assert f"What was here before is kept in {kept}/vitae.sqlite3." in report
    assert f"What was here before is kept in {kept}/media." in report
    assert lived_in.rows(kept / "vitae.sqlite3") == rows
    assert (kept / "media/files/4567.pdf").read_bytes() == b"%PDF-1.7 newer"
    assert (kept / "media/files/0123.pdf").read_bytes() == b"damaged"


def test_a_server_that_runs_meanwhile_shows_the_restored_state(lived_in, saved):
    with closing(sqlite3.connect(lived_in.database)) as server:
        change(lived_in)
        [[name]] = server.execute("SELECT display_name FROM profiles_researcher")
        assert name == "Somebody Else"
        run(saved)
        [[name]] = server.execute("SELECT display_name FROM profiles_researcher")
        assert name == "Alice Ahlgren"
        assert server.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_database_that_stays_locked_is_not_waited_for_for_ever(lived_in, saved, monkeypatch):
    monkeypatch.setattr(backup_databases, "LONGEST_WAIT", 0.5)
    with closing(sqlite3.connect(lived_in.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM django_session")
        with pytest.raises(CommandError, match="keeps the database locked"):
            run(saved)


@pytest.mark.parametrize("start", [0, 20_000])
def test_a_database_that_is_broken_is_no_obstacle(lived_in, saved, start):
    before = lived_in.state()
    connection.close()
    content = bytearray(lived_in.database.read_bytes())
    content[start : start + 40_000] = b"\xff" * 40_000
    lived_in.database.write_bytes(content)
    run(saved)
    assert lived_in.state() == before
    [kept] = lived_in.folder.glob("before-restore-*")
    assert b"\xff" * 1000 in (kept / "vitae.sqlite3").read_bytes()


def test_an_older_one_is_brought_up_to_this_code(lived_in, tmp_path):
    before = lived_in.state()
    call_command("migrate", "website", "0001", verbosity=0)
    call_command("backup", str(tmp_path / "older"), verbosity=0)
    lived_in.move_to(tmp_path / "elsewhere")
    run(tmp_path / "older")
    restored = lived_in.rows()
    assert [row for row in before[0] if "profiles_researcher" in row and row in restored]
    assert any("CREATE TABLE" in row and "website_searchdocument" in row for row in restored)
    assert Client().get("/search/?q=tides").status_code == 200


def test_a_dry_run_checks_all_and_changes_nothing(lived_in, saved):
    change(lived_in)
    before = lived_in.state()
    assert "is whole and can be restored here" in run(saved, "--dry-run")
    assert lived_in.state() == before


def test_one_that_does_not_say_how_many_rows_is_taken(lived_in, saved):
    """Such are older."""
    before = lived_in.state()
    without(saved, "rows")
    change(lived_in)
    run(saved)
    assert lived_in.state() == before


# --- Refusals -------------------------------------------------------------------------------------


def altered(file, changes=None, **manifest):
    """The backup with other members; those of the manifest are replaced one by one."""
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members |= changes or {}
    known = json.loads(members.pop("manifest.json")) | manifest
    with ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(ZipInfo(name), content)
        archive.writestr("manifest.json", json.dumps(known))


def with_file(file, name, content=b"x"):
    """It is listed, with the right size and checksum."""
    files = json.loads(ZipFile(file).read("manifest.json"))["files"]
    listed = {name: list(backup.copy_hashed(io.BytesIO(content)))}
    altered(file, {name: content}, files=files | listed)


def cut(file, share):
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])


def with_a_flipped_bit(file, name):
    with ZipFile(file) as archive:
        info = archive.getinfo(name)
    content = bytearray(file.read_bytes())
    content[info.header_offset + 30 + len(name) + 60] ^= 1
    file.write_bytes(content)


def broken_database(file):
    with_file(file, "database/vitae.sqlite3", b"SQLite format 3\0" + b"\xff" * 8000)


def twice(file):
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(file, "a") as archive:
        archive.writestr("database/vitae.sqlite3", b"another")


def with_database(file, change=None):
    """Another one, whose size and checksum are right: an empty one, or its own but changed."""
    with TemporaryDirectory() as folder, ZipFile(file) as archive:
        path = Path(folder) / "vitae.sqlite3"
        if change:
            path.write_bytes(archive.read("database/vitae.sqlite3"))
        with closing(sqlite3.connect(path)) as database:
            database.executescript(change or "CREATE TABLE a (b)")
            database.commit()
        content = path.read_bytes()
    with_file(file, "database/vitae.sqlite3", content)


def without(file, *names):
    """As an older Vitae wrote it."""
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    known = json.loads(members["manifest.json"])
    members["manifest.json"] = json.dumps({k: v for k, v in known.items() if k not in names})
    with ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(ZipInfo(name), content)


def older_and(file, change):
    without(file, "rows")
    with_database(file, change)


def without_its_database(file):
    files = json.loads(ZipFile(file).read("manifest.json"))["files"]
    del files["database/vitae.sqlite3"]
    with ZipFile(file) as archive:
        media = {n: archive.read(n) for n in archive.namelist() if n.startswith("media/")}
    known = json.loads(ZipFile(file).read("manifest.json")) | {"files": files}
    with ZipFile(file, "w") as archive:
        for name, content in (media | {"manifest.json": json.dumps(known)}).items():
            archive.writestr(ZipInfo(name), content)


BROKEN = {
    "no zip": (lambda file: file.write_text("@article{a}"), "no backup of Vitae"),
    "empty": (lambda file: file.write_text(""), "no backup of Vitae"),
    "cut": (lambda file: cut(file, 0.6), "no backup of Vitae, or a part of one"),
    "cut at its end": (lambda file: cut(file, 0.999), "no backup of Vitae, or a part of one"),
    "another zip": (lambda file: ZipFile(file, "w").writestr("a", "b"), "no backup of Vitae"),
    "a bit of the database": (
        lambda file: with_a_flipped_bit(file, "database/vitae.sqlite3"),
        "damaged: database/vitae.sqlite3",
    ),
    "other content": (
        lambda file: altered(file, {"media/files/0123.pdf": b"%PDF-1.7 pride"}),
        "damaged: media/files/0123.pdf is not what was backed up",
    ),
    "a file more": (lambda file: altered(file, {"media/x/y.pdf": b"x"}), "its list of files"),
    "a file less": (lambda file: altered(file, files={}), "its list of files"),
    "a file twice": (twice, "its list of files"),
    "out of its folder": (lambda file: with_file(file, "media/../../evil"), "no backup has"),
    "out of its folder, too": (lambda file: with_file(file, "database/../x"), "no backup has"),
    "absolute": (lambda file: with_file(file, "/etc/cron.d/evil"), "no backup has"),
    "of Windows": (lambda file: with_file(file, "media/..\\evil"), "no backup has"),
    "newer format": (lambda file: altered(file, format="vitae-backup 2"), "“vitae-backup 2”"),
    "newer Vitae": (
        lambda file: altered(file, migrations=[["profiles", "0999_wings"]]),
        "newer Vitae than this one, which has no profiles.0999_wings. Upgrade first",
    ),
    "of PostgreSQL": (lambda file: altered(file, database="postgresql"), "DATABASE_URL"),
    "odd manifest": (lambda file: altered(file, migrations=7, files=[1]), "no backup of Vitae"),
    "broken database": (broken_database, "Its database is damaged"),
    "no byte of a database": (
        lambda file: with_file(file, "database/vitae.sqlite3", b""),
        "it is not the one that its list of migrations is of",
    ),
    "no database": (without_its_database, "it is not the one that its list of migrations is of"),
    "an empty database": (with_database, "it is not the one that its list of migrations is of"),
    "an empty database without a list": (
        lambda file: (with_database(file), altered(file, migrations=[])),
        "it is not the one that its list of migrations is of",
    ),
    "an older one, empty": (
        lambda file: older_and(file, None),
        "it is not the one that its list of migrations is of",
    ),
    "a database of another state": (
        lambda file: with_database(file, "DELETE FROM django_migrations WHERE app = 'website'"),
        "it is not the one that its list of migrations is of",
    ),
    "a table less": (
        lambda file: with_database(file, "DROP TABLE profiles_award"),
        "it has no table profiles_award",
    ),
    "no rows": (
        lambda file: with_database(file, "DELETE FROM publications_authorship"),
        "publications_authorship has not the 1 rows that it had",
    ),
    "an older one, a table less": (
        lambda file: older_and(file, "DROP TABLE profiles_award"),
        "profiles_award has no ",
    ),
    "an older one, a column less": (
        lambda file: older_and(file, "ALTER TABLE profiles_award DROP COLUMN note"),
        "profiles_award has no note",
    ),
    "odd counts": (lambda file: altered(file, rows={"a": "b"}), "no backup of Vitae"),
    "a table of nobody": (
        lambda file: altered(file, rows={'x"; DROP TABLE auth_user; --': 1}),
        "it has no table x",
    ),
}


def test_a_broken_one_changes_nothing(lived_in, saved):
    change(lived_in)
    before, whole = lived_in.state(), saved.read_bytes()
    for how, (spoil, reason) in BROKEN.items():
        saved.write_bytes(whole)
        spoil(saved)
        for options in (["--dry-run"], []):
            with pytest.raises(CommandError, match="restored, and nothing was changed") as refused:
                run(saved, *options)
        assert reason in str(refused.value), how
        assert len(str(refused.value).splitlines()) == 1, how
        assert refused.value.returncode == 1, how
        assert lived_in.state() == before, how
        assert {path.name for path in lived_in.folder.iterdir()} <= {
            "media", "vitae.sqlite3", "vitae.sqlite3-wal", "vitae.sqlite3-shm"
        }  # fmt: skip
        assert not (lived_in.folder.parent / "evil").exists(), how


def test_it_asks_for_room_before_it_unpacks(lived_in, saved, monkeypatch):
    """So does a bomb: what its files take is said before they are read."""
    before = lived_in.state()
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda path: SimpleNamespace(free=10**6))
    monkeypatch.setattr(backup.Backup, "read", lambda *args: pytest.fail("it was unpacked"))
    with pytest.raises(CommandError, match=r"too little room for it.*976.6.KB are free"):
        run(saved)
    assert lived_in.state() == before


def test_a_disk_that_fills_up_on_the_way_leaves_all_as_it_was(lived_in, saved, monkeypatch):
    (lived_in.folder / "media/files/0123.pdf").unlink()
    change(lived_in)
    (lived_in.folder / "media/files/0123.pdf").unlink()
    before = lived_in.state()

    def fail(*args):
        raise OSError(28, "No space left on device")

    put, names = backup._put, []

    def put_some(opened, name, *places):
        names.append(name)
        (fail if len(names) > 3 else put)(opened, name, *places)

    monkeypatch.setattr(backup, "_put", put_some)
    with pytest.raises(CommandError, match=r"Nothing was restored.*No space left"):
        run(saved)
    assert lived_in.state() == before


def test_there_is_no_such_file(installation, tmp_path):
    with pytest.raises(CommandError, match="no-such: No such file or directory"):
        run(tmp_path / "no-such")
