"""A variable that makes no sense stops the start with one line that names it."""

import os
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"


@pytest.mark.parametrize(
    ("value", "meaning"), [("1", True), ("Yes", True), ("off", False), ("", False)]
)
def test_boolean_variable_is_read(monkeypatch, value, meaning):
    monkeypatch.setenv("VITAE_DEBUG", value)
    assert env.boolean("VITAE_DEBUG") is meaning


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (env.boolean, "maybe"),
        (lambda name: env.time_zone(name, "UTC"), "Mars"),
        (lambda name: env.time_zone(name, "UTC"), "../etc"),
        (env.files, "/no/such/font.ttf"),
        (env.contacts, "http://lab.example/"),
        (lambda name: env.languages(name, "en"), "klingon"),
        (lambda name: env.languages(name, "en"), ","),
        (lambda name: env.segment(name, "x"), "a/b"),
        (lambda name: env.segment(name, "x"), "Büro"),
        (lambda name: env.segment(name, "x"), "-x"),
        (lambda name: env.database(name, "sqlite://"), "nonsense://user:secret@host/name"),
    ],
)
def test_it_names_the_variable_and_no_password(monkeypatch, reader, value):
    monkeypatch.setenv("VITAE_X", value)
    with pytest.raises(ImproperlyConfigured, match="VITAE_X") as refused:
        reader("VITAE_X")
    assert "secret" not in str(refused.value)


def test_the_command_line_says_it_in_one_line(tmp_path):
    run = subprocess.run(
        [sys.executable, MANAGE, "check"],
        env=os.environ | {"VITAE_DEBUG": "maybe", "DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.splitlines() == [
        "Vitae cannot start: VITAE_DEBUG='maybe' is not yes or no. Write 1 or 0."
    ]


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {"connect_timeout": 5, "options": "-c jit=off -c random_page_cost=1.1"}),
        (
            "?connect_timeout=9&options=-c%20work_mem=8MB",
            {"connect_timeout": 9, "options": "-c work_mem=8MB"},
        ),
    ],
)
def test_postgresql_is_asked_for_short_queries_unless_its_address_says_otherwise(
    tmp_path, query, options
):
    code = "from config import settings; print(settings.DATABASES['default']['OPTIONS'])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=MANAGE.parent,
        env=os.environ | {"DATABASE_URL": f"postgres://lab@db/vitae{query}", "DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert literal_eval(run.stdout) == options


def test_an_email_address_is_a_contact(monkeypatch):
    monkeypatch.setenv("VITAE_X", "a@lab.example, https://lab.example/security")
    assert env.contacts("VITAE_X") == ["mailto:a@lab.example", "https://lab.example/security"]


@pytest.mark.parametrize(
    ("value", "name", "url"),
    [
        ("CC BY 4.0 https://example.org/by", "CC BY 4.0", "https://example.org/by"),
        ("https://example.org/by", "https://example.org/by", "https://example.org/by"),
        ("All rights reserved", "All rights reserved", ""),
    ],
)
def test_a_licence_is_a_name_and_perhaps_an_address(monkeypatch, value, name, url):
    monkeypatch.setenv("VITAE_LICENCE", value)
    assert env.named_address("VITAE_LICENCE") == {"name": name, "url": url}
