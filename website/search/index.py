"""The search index: a SearchDocument for each row that a search may find, made from the record.

`update()` makes documents anew. Signals bring it rows that are saved or deleted one by one; whoever
writes past them, in bulk, calls `outdate()`, or sends publications_changed. Whether a row may be
found is asked of the record itself at each search, never of the index.
"""

import logging
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache

from django.db import DatabaseError, connection, transaction
from django.db.models.signals import m2m_changed, post_migrate, post_save, pre_delete, pre_migrate

from profiles.compiled_queries import batched
from profiles.markup import plain_text
from publications.signals import publications_changed
from website.models import SearchDocument
from website.search.documents import KINDS, SOURCES, TOPICS, Texts, documents_of, runs, words

logger = logging.getLogger(__name__)
REPAIR = "manage.py rebuild_search"

BATCH = 500
# Of each text; what stands further down is not found.
LONGEST_TEXT = 50_000
# Signs of Markdown that says more than is seen.
UNSEEN = re.compile(r"<|\]\(|\]:|\[\^")
# The letter before each word: the part of the row in which it stands.
NAME, ABOUT, BODY = "n", "a", "b"
# Before the first word, which is the document's kind: so a search meets no other kind's documents.
KIND = "k"
# Before what may be typed in full, which is one word whatever stands in it.
KEY, LONGEST_KEY = "x", 100


def update(documents: Iterable[tuple[str, int]], progress: Callable | None = None) -> int:
    """Makes these documents, (kind, primary key), anew and counts them; drafts have none.

    Some hundred in each transaction; `progress` is told how many are made so far. Raises
    DatabaseError where other writers take too long.
    """
    keys, count = defaultdict(list), 0
    for kind, key in documents:
        keys[kind].append(key)
    for kind, all_of_it in keys.items():
        for some in batched(all_of_it, BATCH):
            count += _update_some(kind, some)
            if progress:
                progress(count)
    return count


@transaction.atomic
def _update_some(kind, keys):
    if connection.vendor == "postgresql":
        # Before the texts are read: so the last of two writers reads what both have committed. In
        # SQLite a transaction is the only writer already.
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '10s'")
            cursor.execute(f"LOCK TABLE {SearchDocument._meta.db_table} IN EXCLUSIVE MODE")
    SearchDocument.objects.filter(kind=kind, object_id__in=keys).delete()
    # What stands first in lists has the last documents: of too many, those are shown.
    last = KINDS[kind].rows().order_by(*KINDS[kind].order_by).reverse()
    public = list(last.filter(pk__in=keys).values_list("pk", flat=True))
    texts = KINDS[kind].texts(public)
    SearchDocument.objects.bulk_create(_document(kind, pk, texts[pk]) for pk in public)
    return len(public)


@cache
def word_of_kind(kind: str) -> str:
    """ "kpapers": what every document of a kind begins with."""
    return KIND + "".join(filter(str.isalnum, kind))


def word_of_key(text: str) -> str:
    """Of "10.1000/X_1" the word "x101000x1": how a name or a number is sought as a whole."""
    return KEY + "".join(runs(text))[:LONGEST_KEY]


def _document(kind, pk, texts: Texts):
    parts = ((NAME, texts.name), (ABOUT, [*texts.about, *texts.keys]), (BODY, texts.body))
    lettered = [word_of_kind(kind)]
    for letter, part in parts:
        # Without what a page never shows: comments, where links lead. Most texts have none of it.
        starts = [text[:LONGEST_TEXT] for text in part if text]
        if UNSEEN.search("\n".join(starts)):
            starts = [plain_text(text) if UNSEEN.search(text) else text for text in starts]
        if found := dict.fromkeys(words("\n".join(starts))):
            lettered.append(letter + f" {letter}".join(found))
    lettered += {word_of_key(text): None for text in texts.keys if text}
    return SearchDocument(kind=kind, object_id=pk, words=" ".join(lettered))


def rebuild(progress: Callable | None = None) -> int:
    """Makes the whole index anew. Until it is done, a search finds less."""
    SearchDocument.objects.all().delete()
    return complete(progress)


def complete(progress: Callable | None = None) -> int:
    """Makes the documents that are missing: after a power cut between a commit and the index."""
    documents = []
    for name, kind in KINDS.items():
        indexed = SearchDocument.objects.filter(kind=name).values("object_id")
        missing = kind.rows().exclude(pk__in=indexed).order_by(*kind.order_by).reverse()
        documents += [(name, pk) for pk in missing.values_list("pk", flat=True)]
    return update(documents, progress)


def show_progress(done: int) -> None:
    """Write how many texts are indexed, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\rSearch index: {done} texts ")
        sys.stderr.flush()


# --- After changes --------------------------------------------------------------------------------


class Outdated:
    """Documents to be made anew once the transaction that changed their rows is committed."""

    def __init__(self, documents: set[tuple[str, int]]):
        self.documents = documents

    def __call__(self):
        """What was saved is saved, whatever becomes of the index."""
        try:
            self.update()
        except Exception as error:
            logger.warning("The search index is not complete (%s). Try: %s", error, REPAIR)

    def update(self):
        documents, self.documents = sorted(self.documents), set()
        update(documents, show_progress if len(documents) > BATCH else None)


def outdate(documents: Iterable[tuple[str, int]]) -> None:
    """Updates them after the commit; each once, however many rows the transaction changes."""
    documents = set(documents)
    if outdated := _outdated_here():
        outdated.documents |= documents
    elif documents:
        transaction.on_commit(Outdated(documents))


def update_outdated() -> None:
    """Does at once, and within it, what would be done after this transaction."""
    if outdated := _outdated_here():
        outdated.update()


def _outdated_here():
    calls = (call for _savepoints, call, _is_robust in connection.run_on_commit)
    return next((call for call in calls if isinstance(call, Outdated)), None)


def connect(app_config) -> None:
    """Listens to whatever changes what a search finds, and to the migrations of `app_config`."""
    for model in SOURCES:
        post_save.connect(_row_changed, sender=model)
        pre_delete.connect(_row_changed, sender=model)
    m2m_changed.connect(_topics_changed, sender=TOPICS)
    publications_changed.connect(_publications_changed)
    pre_migrate.connect(_before_migrating, sender=app_config)
    post_migrate.connect(_migrated, sender=app_config)


def _row_changed(instance, **kwargs):
    outdate(documents_of(instance))


def _topics_changed(instance, reverse, pk_set, **kwargs):
    outdate(documents_of(instance))
    if reverse:
        outdate(("papers", pk) for pk in pk_set or ())


def _publications_changed(publications, **kwargs):
    """Takes their documents out together with the change: `complete` makes what is missing."""
    keys = list(publications)
    for some in batched(keys, BATCH):
        SearchDocument.objects.filter(kind="papers", object_id__in=some).delete()
    outdate(("papers", pk) for pk in keys)


def _migrated(plan=None, **kwargs):
    """A migration may change what the index is made of; without one, this is the site's start."""
    try:
        rebuild() if plan else complete()
    except DatabaseError as error:  # migrated in part, or back
        logger.warning("The search index is not complete (%s). Try: %s", error, REPAIR)


def _before_migrating(plan=None, **kwargs):
    """Until November 2026 the index was no model, and triggers on other tables belonged to it."""
    if not plan:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'search_*'"
            )
            statements = [f'DROP TRIGGER "{name}"' for (name,) in cursor.fetchall()]
        else:
            cursor.execute("SELECT proname FROM pg_proc WHERE proname ~ '^search_forget_'")
            statements = [f'DROP FUNCTION "{name}" CASCADE' for (name,) in cursor.fetchall()]
        tables = ("search_index", "search_words", "search_seen", "search_state")
        for statement in (*statements, *(f"DROP TABLE IF EXISTS {table}" for table in tables)):
            cursor.execute(statement)
