"""backup and restore on PostgreSQL, without pg_dump; each command as its own process."""

import json
import subprocess
import sys
from hashlib import sha256
from zipfile import ZipFile

import pytest

from tests.backends.conftest import ROOT, Site
from tests.backends.test_postgresql import BIBTEX

pytestmark = pytest.mark.postgresql
STATE = """
import json, django; django.setup()
from django.apps import apps
from django.db import connection
from django.contrib.sessions.models import Session
rows = {}
with connection.cursor() as cursor:
    for model in apps.get_models(include_auto_created=True):
        if model is not Session:
            cursor.execute(f'SELECT to_jsonb(t) FROM "{model._meta.db_table}" t')
            rows[model._meta.db_table] = sorted(json.dumps(row[0]) for row in cursor.fetchall())
    for table in list(rows):
        for each in connection.introspection.get_sequences(cursor, table):
            cursor.execute(f'SELECT last_value, is_called FROM "{each["name"]}"')
            rows[each["name"]] = list(cursor.fetchone())
print(json.dumps(rows, sort_keys=True))
"""


def execute(url, statement):
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else None


def state(site):
    return site.manage("shell", "--no-imports", "--verbosity", "0", "-c", STATE)


@pytest.fixture
def site(tmp_path, postgresql_url):
    site = Site(tmp_path / "here", DATABASE_URL=postgresql_url)
    site.url = postgresql_url
    site.manage("migrate", "--verbosity", "0")
    site.manage("create_researcher", "Alice Ahlgren", "--publish")
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    site.manage("import_bibtex", str(file), "--researcher", "alice-ahlgren")
    # The counter of keys has gone on.
    site.manage("create_researcher", "Zoe Zhu")
    execute(postgresql_url, "DELETE FROM profiles_researcher WHERE slug = 'zoe-zhu'")
    return site


@pytest.fixture
def saved(site, tmp_path):
    site.manage("backup", str(tmp_path / "site.backup"))
    return tmp_path / "site.backup"


def test_restore_into_an_empty_database(site, saved, tmp_path):
    before, page = state(site), site.get("/alice-ahlgren/publications/")
    execute(site.url, "DROP SCHEMA public CASCADE")
    execute(site.url, "CREATE SCHEMA public")
    report = site.manage("restore", str(saved))
    assert report == "Restored: the database and 0 uploads. Everybody signs in again.\n"
    assert state(site) == before
    assert site.get("/alice-ahlgren/publications/") == page
    site.manage("create_researcher", "Charlie Cho")


def test_the_former_tables_are_kept_in_a_schema(site, saved):
    before = state(site)
    execute(site.url, "UPDATE profiles_researcher SET display_name = 'Somebody Else'")
    report = site.manage("restore", str(saved))
    assert state(site) == before
    assert "What was here before is kept in the schema before_restore_" in report
    schema = report.split("the schema ")[1].split()[0]
    name = f"SELECT display_name FROM {schema}.profiles_researcher"  # noqa: S608
    assert execute(site.url, name) == [("Somebody Else",)]
    left = "SELECT nspname FROM pg_namespace WHERE nspname = 'vitae_restoring'"
    assert execute(site.url, left) == []
    site.manage("migrate", "--check")
    assert 'href="/alice-ahlgren/"' in site.get("/search/?q=ahlgren")[1]


def test_an_older_one_is_brought_up_to_this_code(site, tmp_path):
    site.manage("migrate", "website", "0001", "--verbosity", "0")
    site.manage("backup", str(tmp_path / "older"))
    site.manage("migrate", "--verbosity", "0")
    site.manage("restore", str(tmp_path / "older"))
    site.manage("migrate", "--check")
    assert "/publications/tides-in-small-lakes/" in site.get("/search/?q=tides")[1]


def test_a_broken_one_changes_nothing(site, saved):
    before = state(site)
    with ZipFile(saved) as archive:
        table = max(archive.infolist()[:-1], key=lambda info: info.compress_size)
    content = bytearray(saved.read_bytes())
    middle = table.header_offset + 30 + len(table.filename) + table.compress_size // 2
    content[middle : middle + 20] = bytes(20)
    saved.write_bytes(content)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        site.manage("restore", str(saved))
    assert "was not restored, and nothing was changed. It is damaged" in refused.value.stderr
    assert len(refused.value.stderr.splitlines()) == 1
    assert state(site) == before


def test_one_whose_tables_are_empty_changes_nothing(site, saved):
    """Its checksums are right."""
    before = state(site)
    with ZipFile(saved) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"])
    for name in members:
        if name.startswith("database/"):
            members[name] = b""
            manifest["files"][name] = [0, sha256().hexdigest()]
    members["manifest.json"] = json.dumps(manifest)
    with ZipFile(saved, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    for options in (["--dry-run"], []):
        with pytest.raises(subprocess.CalledProcessError) as refused:
            site.manage("restore", str(saved), *options)
        assert "has not the" in refused.value.stderr
    assert state(site) == before


def test_a_dry_run_leaves_nothing(site, saved):
    before = state(site)
    assert "is whole and can be restored here" in site.manage("restore", str(saved), "--dry-run")
    assert state(site) == before
    schemas = "SELECT nspname FROM pg_namespace WHERE nspname ~ '^vitae|^before'"
    assert execute(site.url, schemas) == []


def test_one_of_sqlite_is_refused(site, tmp_path):
    other = Site(tmp_path / "other")
    other.environment.pop("DATABASE_URL", None)
    other.manage("migrate", "--verbosity", "0")
    other.manage("backup", str(tmp_path / "of-sqlite"))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        site.manage("restore", str(tmp_path / "of-sqlite"))
    assert "It holds a database of sqlite, and this site runs on postgresql" in refused.value.stderr


def test_it_reads_one_moment_while_others_write(site, tmp_path):
    """A paper and its authorships come in one transaction: a backup holds both, or neither."""
    script = (
        "import django; django.setup()\n"
        "from django.db import transaction\n"
        "from publications.models import Authorship, Publication\n"
        "import sys, time\n"
        "end = time.monotonic() + 6\n"
        "n = 0\n"
        "while time.monotonic() < end:\n"
        "    n += 1\n"
        "    with transaction.atomic():\n"
        "        paper = Publication.objects.create(title='T', slug=f'w{sys.argv[-1]}-{n}')\n"
        "        Authorship.objects.create(publication=paper, family='Zhu')\n"
    )
    environment = site.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(n)], cwd=ROOT, env=environment)
        for n in range(4)
    ]
    for number in range(3):
        site.manage("backup", str(tmp_path / f"{number}.backup"))
    assert [writer.wait() for writer in writers] == [0] * 4
    for number in range(3):
        site.manage("restore", str(tmp_path / f"{number}.backup"))
        lonely = (
            "SELECT count(*) FROM publications_publication p WHERE NOT EXISTS"
            " (SELECT 1 FROM publications_authorship a WHERE a.publication_id = p.id)"
        )
        assert execute(site.url, lonely) == [(0,)]
