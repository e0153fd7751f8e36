"""One version, in pyproject.toml; every place that says it reads it there."""

import platform
import subprocess
import sys
import tomllib

import django
import pytest
from django.conf import settings

from tests.layout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = PROJECT["version"]


def test_the_command_names_all_three():
    command = [sys.executable, "manage.py", "version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    python, of_django = platform.python_version(), django.get_version()
    assert done.stdout == f"Vitae {VERSION} (Django {of_django}, Python {python})\n"


@pytest.mark.django_db
def test_readyz_and_the_foot_of_the_admin_say_it(client, admin_client):
    assert client.get("/readyz").content == f"ok {VERSION}\n".encode()
    assert f"Vitae {VERSION}" in admin_client.get("/admin/").content.decode()
    assert VERSION not in client.get("/admin/login/").content.decode()


def test_the_changelog_and_the_citation_say_it():
    headings = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1:]
    assert headings[0].startswith(VERSION)
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    assert settings.VERSION == VERSION


def test_a_wheel_is_refused_in_plain_words(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    options = ["wheel", "--no-deps", "--no-index", "--wheel-dir", str(tmp_path)]
    done = subprocess.run([*pip, *options, str(ROOT)], capture_output=True, text=True)
    assert done.returncode != 0
    assert "Vitae is an application, not a library" in done.stdout + done.stderr
    assert not list(tmp_path.iterdir())
