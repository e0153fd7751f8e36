"""A site of its own: what no transaction may surround, and what needs a database file."""

import sqlite3
from contextlib import closing

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection, connections


class Installation:
    """The database file and the uploads of settings.DATA_DIR, and what is in them."""

    def __init__(self, settings, folder):
        self.settings = settings
        self.move_to(folder)

    @property
    def database(self):
        return self.folder / "vitae.sqlite3"

    def rows(self, database=None):
        """Every row of every table and the counters of keys, but sessions."""
        with closing(sqlite3.connect(database or self.database)) as file:
            return sorted(line for line in file.iterdump() if "django_session" not in line)

    def uploads(self):
        paths = (path for path in (self.folder / "media").rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder / "media")): path.read_bytes() for path in paths}

    def state(self):
        return self.rows(), self.uploads()

    def move_to(self, folder):
        """The same process, with nothing in its data folder."""
        folder.mkdir()
        self.folder = self.settings.DATA_DIR = folder
        self.settings.MEDIA_ROOT = folder / "media"
        connection.close()
        connection.settings_dict["NAME"] = str(self.database)


@pytest.fixture
def installation(db, settings, tmp_path):
    """An empty one, as `migrate` leaves it; it is the default database meanwhile."""
    shared = connections["default"]
    if shared.vendor != "sqlite":
        pytest.skip("takes a database file; PostgreSQL has tests/backends/test_backup.py")
    own = connections["default"] = type(shared)(dict(shared.settings_dict), "default")
    here = Installation(settings, tmp_path / "here")
    here.empty = shared.connection.serialize()
    here.database.write_bytes(here.empty)
    yield here
    own.close()
    connections["default"] = shared


@pytest.fixture
def lived_in(installation):
    """With Alice, her picture and a paper."""
    from tests.conftest import make_researcher, make_user
    from tests.publications.papers import make_paper
    from tests.website.test_media import picture

    alice = make_researcher("Alice Ahlgren", make_user("alice"))
    alice.portrait.save("me.png", picture())
    make_paper("Tides", alice, owner=alice)
    default_storage.save("files/0123.pdf", ContentFile(b"%PDF-1.7 tides"))
    return installation


@pytest.fixture
def saved(lived_in, tmp_path):
    """A backup of it."""
    call_command("backup", str(tmp_path / "site.backup"), verbosity=0)
    return tmp_path / "site.backup"
