# ruff: noqa: S608, S611 names of tables come from our own models
"""The search index: made from the record, thrown away and made anew whenever that is simpler.

Triggers in the database delete the entry of whatever changes, however it is written: by a form,
bulk_create(), update(), loaddata or psql. So an entry is either right or missing, and `fill()`
makes those that are missing: after each save, after an import, after `migrate`. A search only
reads. Whether a row may be found is asked of the record itself at each search, never of the index.

It is no model: `dumpdata` leaves it out, and no backup needs it.
"""

import logging
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from types import ModuleType

from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL

from profiles.markup import plain_text
from website.search import postgresql, sqlite, words
from website.search.kinds import Kind, Texts, registry

logger = logging.getLogger(__name__)
REPAIR = "manage.py rebuild_search"

BATCH = 500
# Of each text; what stands further down is not found.
LONGEST_TEXT = 50_000
# Increase with a change of what `words` or a kind's `texts` give.
FORMAT = 1
# Signs of Markdown that says more than is seen.
UNSEEN = re.compile(r"<|\]\(|\]:|://|\[\^")
# The letter before each word: the part of the row in which it stands.
NAME, ABOUT, BODY = "n", "a", "b"


def backend(using: str = "default") -> ModuleType:
    return sqlite if connections[using].vendor == "sqlite" else postgresql


# --- Making it -----------------------------------------------------------------------------------


def refresh(using: str = "default") -> None:
    """After `migrate`: makes the index where there is none or an older one, and fills it."""
    if _is_current(using):
        fill(using)
    elif _is_migrated(using):
        rebuild(using)


def rebuild(using: str = "default", progress: Callable[[int], None] = lambda done: None) -> int:
    """Throws the index away and makes it anew. Until it is filled, a search finds less."""
    with transaction.atomic(using), connections[using].cursor() as cursor:
        backend(using).remove(cursor)
        for statement in _statements(using):
            cursor.execute(statement)
        cursor.execute("CREATE TABLE search_state (made_by text NOT NULL)")
        cursor.execute("INSERT INTO search_state VALUES (%s)", [_fingerprint(using)])
    return fill(using, progress)


def remove(using: str = "default") -> None:
    """Before a migration, which may remake tables: on SQLite their triggers would be lost."""
    with transaction.atomic(using), connections[using].cursor() as cursor:
        backend(using).remove(cursor)


def _statements(using):
    statements = list(backend(using).TABLES)
    for origin, *where in _origins():
        statements += backend(using).forgetting(*where, grows=origin.grows)
    return statements


def _origins():
    """Each origin with a name for its triggers, its table, and a condition on the index."""
    for kind in registry.values():
        for number, origin in enumerate(kind.origins):
            condition = (
                f"search_index.kind = '{kind.name}' AND search_index.object_id {origin.entries}"
            )
            yield origin, f"{kind.name}_{number}", origin.model._meta.db_table, condition


def _fingerprint(using):
    return sha256("\n".join([str(FORMAT), *_statements(using)]).encode()).hexdigest()


def _is_current(using):
    connection = connections[using]
    with connection.cursor() as cursor:
        if "search_state" not in connection.introspection.table_names(cursor):
            return False
        cursor.execute("SELECT made_by FROM search_state")
        return cursor.fetchall() == [(_fingerprint(using),)]


def _is_migrated(using):
    executor = MigrationExecutor(connections[using])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


# --- Filling it ----------------------------------------------------------------------------------


def fill(using: str = "default", progress: Callable[[int], None] = lambda done: None) -> int:
    """Makes the entries that are missing, some hundred in each transaction, and counts them.

    `progress` is told how many were made so far. Waits for other writers; where they take too
    long it stops with a warning in the log, for what was saved is saved: the next one goes on.
    """
    done = 0
    try:
        for made in _rounds(using):
            done += made
            progress(done)
    except DatabaseError as error:
        logger.warning("The search index is not complete (%s). Try: %s", error, REPAIR)
    return done


def _rounds(using):
    with connections[using].cursor() as cursor:
        for origin, *where in _origins():
            if origin.grows:
                backend(using).catch_up(cursor, *where)
    for kind in registry.values():
        last = 0
        while keys := list(_missing_keys(kind, using, last)):
            last = keys[-1]
            yield _fill_some(kind, using, keys)


def _missing_keys(kind, using, last):
    rows = missing(kind, using).filter(pk__gt=last).order_by("pk")
    return rows.values_list("pk", flat=True)[:BATCH]


def missing(kind: Kind, using: str = "default") -> QuerySet:
    rows = kind.rows().using(using).order_by()
    table = rows.model._meta.db_table
    absent = (
        "NOT EXISTS (SELECT 1 FROM search_index WHERE search_index.kind = %s"
        f' AND search_index.object_id = "{table}"."id")'
    )
    return rows.filter(RawSQL(absent, [kind.name], output_field=BooleanField()))


def _fill_some(kind, using, keys):
    with transaction.atomic(using), connections[using].cursor() as cursor:
        for statement in backend(using).LOCK:
            cursor.execute(statement)
        # Somebody else may have made some of them since.
        keys = list(missing(kind, using).filter(pk__in=keys).values_list("pk", flat=True))
        entries = [(kind.name, *entry(pk, texts)) for pk, texts in kind.texts(keys).items()]
        cursor.executemany(
            "INSERT INTO search_index (kind, object_id, keys, words) VALUES (%s, %s, %s, %s)",
            entries,
        )
    return len(entries)


def entry(pk: int, texts: Texts) -> tuple[int, str, str]:
    """Primary key, keys and words of one row as the index holds them. Each word stands once."""
    parts = ((NAME, texts.name), (ABOUT, [*texts.about, *texts.keys]), (BODY, texts.body))
    found = [_marked(letter, words.words(_joined(part))) for letter, part in parts]
    keys = dict.fromkeys(words.key(text) for text in texts.keys if text)
    return pk, "\n".join(["", *keys, ""]), " ".join(filter(None, found))


def _marked(letter, found):
    """The letter before each word, each word once."""
    return f" {letter}".join(["", *dict.fromkeys(found)]).lstrip()


def _joined(texts: Iterable[str]):
    return "\n".join(_shown(text[:LONGEST_TEXT]) for text in texts if text)


def _shown(text):
    """Without what a page never shows: comments, where links lead. Most texts have none of it."""
    return plain_text(text) if UNSEEN.search(text) else text
