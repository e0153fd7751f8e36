"""DATA is closed to other accounts of the machine: folders 0700, files 0600."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import checks, env

ROOT = Path(__file__).resolve().parents[1]


def open_to_others(folder):
    paths = [folder, *folder.rglob("*")]
    return [str(path.relative_to(folder)) for path in paths if path.stat().st_mode & 0o077]


@pytest.fixture
def data(tmp_path):
    """As a release before made it, under the usual umask."""
    folder = tmp_path / "data"
    for name in ("vitae.sqlite3", "media/files/draft.pdf", "static/css/site.css.gz"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


def test_folders_and_files_are_closed_from_the_start(tmp_path):
    data = tmp_path / "data"
    code = (
        "import os; os.umask(0o022);"
        "import django; django.setup();"
        "from django.db import connection; connection.cursor().execute('create table t (a)');"
        "from django.core.files.base import ContentFile;"
        "from django.core.files.storage import default_storage;"
        "default_storage.save('files/a.pdf', ContentFile(b'%PDF'));"
        "from django.conf import settings;"
        "(settings.STATIC_ROOT / 'css').mkdir(parents=True);"
        "(settings.STATIC_ROOT / 'css' / 'site.css.gz').write_bytes(b'as whitenoise does');"
        "import subprocess; print(subprocess.run(['ls', '-R', settings.DATA_DIR]).returncode)"
    )
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = kept | {"DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    assert {"vitae.sqlite3", "secret_key", "media", "static"} <= set(os.listdir(data))
    assert open_to_others(data) == []


def test_what_was_open_is_closed_at_the_next_start(data):
    env.close_to_others(data)
    assert open_to_others(data) == []
    assert stat.S_IMODE((data / "media").stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "vitae.sqlite3").stat().st_mode) == 0o600


def test_an_open_folder_within_a_closed_one_is_closed(data):
    data.chmod(0o700)
    env.close_to_others(data)
    assert open_to_others(data) == []


def test_where_all_is_closed_at_the_top_nothing_further_is_read(data, monkeypatch):
    env.close_to_others(data)
    monkeypatch.setattr(os, "walk", lambda *args: pytest.fail("it went through all files"))
    env.close_to_others(data)


def test_what_a_link_leads_to_is_left_alone(data, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("another's")
    elsewhere.chmod(0o644)
    (data / "link").symlink_to(elsewhere)
    env.close_to_others(data)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


@pytest.mark.parametrize("mode", [0o1777, 0o755])
def test_a_folder_that_is_not_the_sites_alone_keeps_its_mode(data, monkeypatch, mode):
    """DATA=/tmp, or DATA=$HOME, is a mistake that is not to cost all others their access."""
    data.chmod(mode)
    monkeypatch.setattr(env, "HOME", data if mode == 0o755 else data / "elsewhere")
    env.close_to_others(data)
    assert stat.S_IMODE(data.stat().st_mode) == mode
    assert stat.S_IMODE((data / "vitae.sqlite3").stat().st_mode) == 0o644


def refuse(*args, **kwargs):
    raise PermissionError(1, "Operation not permitted")


@pytest.mark.parametrize("chmod", [refuse, lambda *args, **kwargs: None])
def test_of_another_account_or_without_modes_it_starts_all_the_same(
    data, monkeypatch, settings, chmod
):
    monkeypatch.setattr(os, "chmod", chmod)
    walked = []
    monkeypatch.setattr(os, "walk", lambda *args: walked.append(args) or [])
    env.close_to_others(data)
    assert not walked, "it would go through all files at every start, for nothing"
    monkeypatch.undo()
    settings.DATA_DIR = data
    [warning] = checks.check_data_folder(None)
    assert "keeps no modes" in warning.hint


def test_the_deployment_check_names_what_is_open(data, settings):
    settings.DATA_DIR = data
    env.close_to_others(data)
    assert checks.check_data_folder(None) == []
    (data / "media/files/draft.pdf").chmod(0o640)
    (data / "media/files").chmod(0o711)
    [warning] = checks.check_data_folder(None)
    assert warning.id == "vitae.W001"
    assert f"{data}/media/files, {data}/media/files/draft.pdf" in warning.msg


def test_many_are_named_by_the_first_and_their_number(data, settings):
    settings.DATA_DIR = data
    for number in range(20):
        (data / f"copy-{number:02}").write_text("x")
        (data / f"copy-{number:02}").chmod(0o644)
    [warning] = checks.check_data_folder(None)
    assert "copy-06 and 18 more" in warning.msg
