"""PostgreSQL and Redis, where the machine has them; each command runs as its own process."""

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.conftest import missing

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """`manage.py` against one database and one data folder."""

    def __init__(self, data, **environment):
        self.data = data
        kept = {k: v for k, v in os.environ.items() if not k.startswith("VITAE_")}
        self.environment = kept | {"DATA": str(data)} | environment

    def manage(self, *arguments):
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def get(self, path):
        """Status and length of a page, as this process's own settings serve it."""
        code = (
            "import json, django; django.setup();"
            "from django.test import Client;"
            f"r = Client().get({path!r}, headers={{'host': '127.0.0.1'}});"
            "print(json.dumps([r.status_code, r.content.decode()]))"
        )
        printed = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=self.environment
            | {"DJANGO_SETTINGS_MODULE": "config.settings", "VITAE_PLAIN_STATIC": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return json.loads(printed)


@pytest.fixture
def postgresql_url():
    """The address of a fresh, empty database on the server named by VITAE_TEST_POSTGRESQL."""
    server = os.environ.get("VITAE_TEST_POSTGRESQL")
    if not server:
        missing("VITAE_TEST_POSTGRESQL names no PostgreSQL server")
    import psycopg

    name = f"vitae_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield f"{server.rpartition('/')[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def redis_url():
    url = os.environ.get("VITAE_TEST_REDIS")
    if not url:
        missing("VITAE_TEST_REDIS names no Redis server")
    return url
