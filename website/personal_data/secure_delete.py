"""What a deletion leaves behind in places that no query reads: caches, free pages, old words."""

import logging

from django.core.cache import caches
from django.db import DatabaseError, connections

logger = logging.getLogger(__name__)


def forget_words(using: str = "default") -> None:
    """FTS5 only marks the words of deleted rows; merged into one, its segments lose them."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO search_words (search_words) VALUES ('optimize')")


def clear_caches() -> None:
    """All of each: an entry does not say whom it is about. What is missing is made again."""
    for cache in caches.all():
        try:
            cache.clear()
        except OSError as error:
            logger.warning("A cache could not be cleared: %s", type(error).__name__)


def clear_free_pages(using: str = "default") -> bool:
    """Rewrites a SQLite file and its journal without what was deleted; False where it is busy.

    PostgreSQL does so by itself, in time (autovacuum). Not within a transaction.
    """
    connection = connections[using]
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return connection.vendor != "sqlite"
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return not cursor.fetchone()[0]
    except DatabaseError as error:
        logger.warning("Deleted rows are still in the file (%s). Try: manage.py purge", error)
        return False
