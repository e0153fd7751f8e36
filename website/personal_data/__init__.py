"""What Vitae holds about one person: exported whole, erased without trace.

tables    which rows of which table are about whom
"""

import json
import logging
import shutil
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, transaction
from django.db.models import BinaryField, DateTimeField, Model, Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from history import snapshots
from history.models import Revision
from profiles.compiled_queries import batched
from profiles.data_policy import Subject, get_data_policy
from profiles.models import Delegation, Membership, PeopleGroup, Researcher
from profiles.site import site_settings
from publications import citations
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportChange,
    Publication,
    Source,
    public_papers,
)
from publications.signals import publications_changed
from uploads.images import delete_stored_picture, names_in_rows, picture_files
from website.media import VISIBILITY_CHECKS
from website.personal_data.tables import Person, PersonalTable, file_names, personal_tables, redact
from website.search import index

# --- The archive: everything about one person as a ZIP file that a person and a program can read -
# README.txt says in words what is what; record.json holds the rows; files/ the uploads, with every
# size of each picture; publications.bib and publications.json the papers.

# Of the keys of record.json. A change that a program would notice is a new one.
FORMAT = "vitae-person 1"
# The papers once more, as other programs read them: file -> citation format.
DOCUMENTS = {"publications.bib": "bibtex", "publications.json": "csl-json"}
SOMEONE_ELSE = "someone else"


def write_archive(researcher: Researcher, out: BinaryIO) -> list[str]:
    """Writes the ZIP file to `out`; returns the stored files that could not be read."""
    person = Person(researcher)
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        data = json.dumps(record(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        archive.writestr("record.json", data + "\n")
        papers = person.papers.order_by("-date", "pk")
        for name, format_name in DOCUMENTS.items():
            cited = citations.with_citation_data(papers.all())
            archive.writestr(name, citations.FORMATS[format_name].write(cited))
        # Each picture with all its sizes.
        names: dict[str, None] = {}
        for table in personal_tables():
            for row in table.rows(person).order_by("pk").iterator():
                names |= dict.fromkeys(table.files(row))
        stored_names = [stored for name in names for stored in picture_files(name)]
        lost = [name for name in stored_names if not _copy(name, archive)]
        context = {"researcher": researcher, "site_name": site_settings().site_name, "lost": lost}
        context["documents"] = list(DOCUMENTS)
        readme = render_to_string("website/personal_data/readme.txt", context)
        archive.writestr("README.txt", readme)
    return lost


def file_name(researcher: Researcher) -> str:
    """Return the name under which a browser stores it: ada-lovelace-2025-11-20.zip."""
    return f"{researcher.slug}-{timezone.localdate():%Y-%m-%d}.zip"


def record(person: Person) -> dict:
    """{"format", "site", "made_at", "person", "columns": {table: {column: what it is}},
    "rows": {table: [{column: value}]}}; a table without rows is left out.
    """
    tables = [(table, _rows(table, person)) for table in personal_tables()]
    tables = [(table, rows) for table, rows in tables if rows]
    return {
        "format": FORMAT,
        "site": site_settings().site_name,
        "made_at": timezone.now(),
        "person": person.researcher.slug,
        "columns": {table.label: _columns(table) for table, _ in tables},
        "rows": {table.label: rows for table, rows in tables},
    }


def _copy(name, archive):
    try:
        with default_storage.open(name) as stored, archive.open(f"files/{name}", "w") as copy:
            shutil.copyfileobj(stored, copy)
    except OSError:
        return False
    return True


def _columns(table: PersonalTable) -> dict[str, str]:
    """What each column is called on the forms of the admin."""
    with translation.override("en"):
        return {column.name: str(column.verbose_name) for column in _visible_columns(table)}


def _visible_columns(table):
    columns = [*table.model._meta.concrete_fields, *table.model._meta.many_to_many]
    return [column for column in columns if column.name not in table.policy.secret]


def _rows(table, person):
    columns = _visible_columns(table)
    return [_row(person, row, columns) for row in table.rows(person).order_by("pk").distinct()]


def _row(person, row: Model, columns) -> dict:
    """Every column of a row about `person`, but secrets and what is another's."""
    stored = redact(person, type(row), snapshots.values_of(row))
    values = {}
    for column in columns:
        if column.many_to_many:
            values[column.name] = [str(other) for other in getattr(row, column.name).all()]
        elif isinstance(column, DateTimeField):  # DjangoJSONEncoder writes these
            values[column.name] = column.value_from_object(row)
        elif isinstance(column, BinaryField):
            values[column.name] = bytes(stored[column.name]).decode(errors="replace")
        elif column.name in stored:
            is_key = column.is_relation and stored[column.name] is not None
            values[column.name] = _name(person, row, column) if is_key else stored[column.name]
    return values | _explain(person, row)


def _name(person, row, column):
    """Of what a row refers to: people by their address or account name if it is the person's own; a
    shared name in words; anything else by its key, under which it stands in this file if it is the
    person's.
    """
    model, key = column.related_model, getattr(row, column.attname)
    is_shared = get_data_policy(model).subject is Subject.VOCABULARY
    if not (is_shared or model in (Researcher, get_user_model(), ContentType)):
        return key  # the row may be gone: an old address remembers where it led
    other = getattr(row, column.name)
    if model is ContentType:
        return f"{other.app_label}.{other.model}"
    if model is Researcher:
        return other.slug if other == person.researcher else SOMEONE_ELSE
    if model is get_user_model():
        return other.get_username() if other == person.account else SOMEONE_ELSE
    return str(other)


def _explain(person, row) -> dict:
    """What the keys of a row would not say."""
    if isinstance(row, Membership):
        return {"group": row.group.name}
    if isinstance(row, Delegation) and row.researcher_id == person.researcher.pk:
        # Their delegates the owner has chosen, and sees by name in the admin.
        return {"user": row.user.get_username()}
    if isinstance(row, AuthorshipSuggestion):
        # Which paper it is about, unless that is another's draft.
        paper = row.authorship.publication
        if person.papers.filter(pk=paper.pk) or public_papers().filter(pk=paper.pk):
            return {"paper": paper.slug, "printed_name": row.authorship.name}
    return {}


# --- Erasure: everything about one person, and what was made from it -----------------------------
# One transaction: all of it goes or, where something fails, nothing. Files, caches and the free
# pages of the database, which no query reads, are cleared once it has committed.

logger = logging.getLogger(__name__)

BATCH = 500
# A form may have stored its file, and not yet its row.
UPLOAD_GRACE = timedelta(days=1)
# What colleagues' papers keep of an authorship of somebody who is erased.
CLEARED = {
    "researcher": None,
    "is_selected": False,
    "is_hidden": False,
    "selected_position": 0,
    "orcid": "",
}


@dataclass
class ErasurePlan:
    """What would go: each table's keys; `stays` counts the rows of shared papers that remain."""

    person: Person
    goes: list[tuple[PersonalTable, list]] = field(default_factory=list)
    stays: list[tuple[PersonalTable, int]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """(what, how many) of what goes, in words."""
        return _display((table, len(keys)) for table, keys in self.goes)

    @property
    def kept(self) -> list[tuple[str, int]]:
        return _display(self.stays)


def _display(counts: Iterable[tuple[PersonalTable, int]]) -> list[tuple[str, int]]:
    """Links of a talk and a person are all links. What only ties rows is no thing to a reader, nor
    are the parts of a paper and the traces of an account: "815 authors" are names, not people.
    """
    sums = Counter()
    for table, count in counts:
        meta = table.model._meta
        is_part = get_data_policy(table.model).subject in (Subject.PAPER, Subject.ACCOUNT)
        if not (meta.auto_created or is_part) or table.model is Publication:
            sums[meta.verbose_name, meta.verbose_name_plural] += count
    return [(str(one if n == 1 else many), n) for (one, many), n in sums.items()]


def plan(researcher: Researcher) -> ErasurePlan:
    """Return what `erase` would do now; it only reads."""
    result = ErasurePlan(Person(researcher))
    for table in personal_tables():
        keys = list(table.erased(result.person).order_by("pk").values_list("pk", flat=True))
        keys = list(dict.fromkeys(keys))
        if keys:
            result.goes.append((table, keys))
        if count := table.rows(result.person).exclude(pk__in=keys).distinct().count():
            result.stays.append((table, count))
        for some in batched(keys, BATCH):
            for row in table.model._base_manager.filter(pk__in=some):
                result.files += table.files(row)
    return result


def erase(researcher: Researcher) -> ErasurePlan:
    """Delete all about the person and return what was deleted."""
    with transaction.atomic():
        researcher = Researcher.objects.select_for_update().get(pk=researcher.pk)
        done = plan(researcher)
        _leave_shared_papers(done.person)
        for table, keys in done.goes:
            for some in batched(keys, BATCH):
                table.model._base_manager.filter(pk__in=some).delete()
        index.update_outdated()
        forget_words()
        transaction.on_commit(partial(_clear, done.files), robust=True)
    return done


def _leave_shared_papers(person):
    """Papers that stay: the name as printed, nobody's; and no choice, identifier or owner."""
    researcher = person.researcher
    papers = list(person.papers.values_list("pk", flat=True))
    publications_changed.send(Publication, publications=papers)
    Publication.objects.filter(owner=researcher).update(owner=None)
    linked = Q(researcher=researcher)
    if researcher.orcid:
        linked |= Q(orcid=researcher.orcid)
    Authorship.objects.filter(linked, role=Authorship.Role.LISTED).delete()
    Authorship.objects.filter(linked).update(**CLEARED)
    # Out of what those papers were before, too; with the entries of the person's own files.
    batches = set(person.erased_batches.values_list("pk", flat=True))
    for change in ImportChange.objects.exclude(batch__in=batches).iterator():
        before = _without(change.before, researcher, batches)
        if before.get("fields", {}).get("owner") == researcher.pk:
            before["fields"] = before["fields"] | {"owner": None}
        if before != change.before:
            ImportChange.objects.filter(pk=change.pk).update(before=before)
    shared = (Publication._meta.label_lower, PeopleGroup._meta.label_lower)
    revisions = Revision.objects.filter(kind__in=shared)
    for revision in revisions.exclude(researcher=researcher).iterator():
        state = _without(revision.state, researcher, batches)
        if state != revision.state:
            Revision.objects.filter(pk=revision.pk).update(state=state)


def _without(state, researcher, batches):
    def authorship(row):
        if row.get("researcher") != researcher.pk:
            return row
        return row | {name: CLEARED[name] for name in row if name in CLEARED}

    def unless_theirs(row):
        return None if row["researcher"] == researcher.pk else row

    changes = {
        Authorship: authorship,
        AuthorshipSuggestion: unless_theirs,
        Membership: unless_theirs,
        Source: lambda row: None if row.get("batch") in batches else row,
    }
    return snapshots.map_rows(state, changes)


def _clear(names):
    # A copied row may show the same picture.
    for name in set(names) - names_in_rows():
        delete_stored_picture(default_storage, name)
    clear_unused_uploads()
    # All of each cache: an entry does not say whom it is about. What is missing is made again.
    for cache in caches.all():
        try:
            cache.clear()
        except OSError as error:
            logger.warning("A cache could not be cleared: %s", type(error).__name__)
    clear_free_pages()


# --- Uploads that nothing names any more: replaced or deleted since, by whom nobody knows ---------


def clear_unused_uploads() -> int:
    """Deletes them once they are a day old; returns how many files went.

    What an earlier version of a row names is kept, so that it can be brought back.
    """
    named = names_in_rows()
    for kind, state in Revision.objects.values_list("kind", "state").iterator():
        named.update(file_names(Revision, {"kind": kind, "state": state}))
    used = {stored for name in named for stored in picture_files(name)}
    old = timezone.now() - UPLOAD_GRACE
    unused = []
    for folder in VISIBILITY_CHECKS:
        with suppress(FileNotFoundError):
            paths = [f"{folder}/{name}" for name in default_storage.listdir(folder)[1]]
            unused += [
                path
                for path in paths
                if path not in used and default_storage.get_modified_time(path) < old
            ]
    for path in unused:
        default_storage.delete(path)
    return len(unused)


# --- Places that no query reads: free pages, old words ------------------------------------


def forget_words() -> None:
    """FTS5 only marks the words of deleted rows; merged into one, its segments lose them."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO website_searchwords (website_searchwords) VALUES ('optimize')"
            )


def clear_free_pages() -> bool:
    """Rewrites a SQLite file and its journal without what was deleted; False where it is busy.

    PostgreSQL does so by itself, in time (autovacuum). Not within a transaction.
    """
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
