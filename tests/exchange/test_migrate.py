"""`migrate` makes a backup before it changes a database that is in use."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from exchange.management.commands import migrate
from profiles.models import Researcher
from publications.importer import undo
from publications.models import ImportBatch, Publication
from tests.publications.importing import take


def run(*arguments, **options):
    out = io.StringIO()
    call_command("migrate", *arguments, stdout=out, verbosity=0, **options)
    return out.getvalue()


def made(installation):
    return sorted((installation.folder / "backups").glob("*"))


@pytest.fixture
def older(lived_in):
    """Of an earlier Vitae: without the last migrations of two apps; with a paper that an import
    changed.
    """
    for note in ("First.", "Second."):
        text = f"@misc{{kelp, title={{Kelp}}, author={{Ahlgren, Alice}}, note={{{note}}}}}"
        take(text, Researcher.objects.get())
    run("website", "0006", no_backup=True)
    run("publications", "0020", no_backup=True)
    return lived_in


def test_an_older_database_is_backed_up_and_restored_by_one_command(older, settings):
    Researcher.objects.update(display_name="Alice of before")
    printed = run()
    undo.undo(ImportBatch.objects.latest("pk"), by_operator=True)
    assert Publication.objects.get(title="Kelp").note == "First."
    [file] = made(older)
    assert file.name.startswith(f"before-{settings.VERSION}-")
    assert f"manage.py restore {file}" in printed
    Researcher.objects.update(display_name="Somebody Else")
    call_command("restore", str(file), stdout=io.StringIO())
    assert Researcher.objects.get().display_name == "Alice of before"
    assert len(made(older)) == 1, "restoring migrates, too, beside the live database"


def test_what_stays_as_it_is_is_not_backed_up(lived_in):
    run()
    run("website", "0001", plan=True)
    assert not (lived_in.folder / "backups").exists()


def test_a_new_database_is_not_backed_up(installation, tmp_path):
    installation.move_to(tmp_path / "new")
    run("contenttypes")
    assert not (installation.folder / "backups").exists()
    connection.close()


def test_going_back_by_hand_is_backed_up(lived_in):
    run("website", "0007")
    assert len(made(lived_in)) == 1


def test_the_first_and_the_newest_of_a_version_are_kept(lived_in):
    files = set()
    for target in ("0001", "0002", "0003", "0004", "0005"):
        run("website", target)
        files |= set(made(lived_in))
    first, *_between, fourth, fifth = sorted(files)
    assert made(lived_in) == [first, fourth, fifth]


def test_the_last_versions_are_kept(tmp_path):
    names = [f"before-0.{n}.0-20260{m}01-050000-000000.zip" for n, m in enumerate("98765")]
    for name in [*names, "before-mine.zip"]:
        (tmp_path / name).touch()
    spare = migrate.spare_backups(tmp_path)
    assert sorted(file.name for file in spare) == sorted(names[3:])


def test_without_a_backup_nothing_changes(older):
    before = older.state()
    (older.folder / "backups").write_text("in the way")
    with pytest.raises(CommandError, match="The database was not changed"):
        run()
    assert older.state() == before
    run(no_backup=True)
    assert older.state() != before
