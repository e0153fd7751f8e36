"""On SQLite a transaction holds the lock from its start: what it reads, nobody else changes."""

import sqlite3
from contextlib import closing

import pytest
from django.db import transaction


def test_nobody_else_writes_between_its_read_and_its_write(lived_in):
    with (
        closing(sqlite3.connect(lived_in.database, timeout=0, isolation_level=None)) as other,
        transaction.atomic(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")
