"""The record as an archive: every row of one researcher, or of the lab."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import Model

from exchange.archive.references import (
    FORMAT,
    OutsideError,
    convert_row,
    fields_by_name,
    needed,
    references,
)
from exchange.sealed_zip import copy_hashed
from history import snapshots
from profiles.compiled_queries import batched
from profiles.data_policy import Subject, archived_models, get_data_policy
from profiles.models import Researcher
from publications import citations
from publications.models import Publication
from website import demo
from website.personal_data.tables import Person, file_names, own_files, personal_tables, redact

MANIFEST, ROWS, FILES, BIBTEX = "archive.json", "rows/", "files/", "publications.bib"
# Where one looks it up, the first moment that a ZIP can name.
MOMENT = (1980, 1, 1, 0, 0, 0)
AT_ONCE = 1000


@dataclass
class ArchiveSummary:
    """`lost`: uploads that rows name and that could not be read."""

    rows: dict[str, int] = field(default_factory=dict)
    files: int = 0
    lost: list[str] = field(default_factory=list)


def write_archive(out: BinaryIO, researcher: Researcher | None = None) -> ArchiveSummary:
    """Write the ZIP to `out`, which need not be seekable; None: the whole lab, drafts included."""
    with _one_moment(), ZipFile(out, "w") as archive:
        return _Writer(archive, _Person(researcher) if researcher else _Lab()).write()


@contextmanager
def _one_moment():
    """All is read as it stands at one moment; SQLite does so in any transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql" and len(connection.savepoint_ids) == 0:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


# --- Whose rows -----------------------------------------------------------------------------------


class _Lab:
    """Everybody's rows. As tables.References: every row is among them."""

    scope = "lab"

    def __init__(self):
        self.named: set[str] = set()
        self.users = dict(get_user_model()._base_manager.values_list("pk", "username"))

    def rows(self, model: type[Model]) -> Iterator[Model]:
        """Yield all rows of `model` by primary key."""
        return model._base_manager.order_by("pk").iterator(AT_ONCE)

    def redact(self, model, row):
        """Takes out of a row what is another's."""
        return row

    def key(self, label, key):
        return key

    def papers(self):
        return Publication.objects.order_by("-date", "pk")

    def demo(self) -> dict:
        """What the demo lab brought, where it is here: it can be taken away again there, too."""
        note = demo.read_note()
        if note.get("state") != demo.LOADED:
            return {}
        names = (self.users[pk] for pk in note["rows"]["auth.User"] if pk in self.users)
        return note["rows"] | {"auth.User": sorted(names)}

    def account(self, account):
        name = self.users.get(account)
        if name is not None:
            self.named.add(name)
        return name


class _Person(_Lab):
    """One researcher's rows, as website.personal_data says; what belongs to them, such as the
    ranks of a venue; nothing that is a colleague's."""

    def __init__(self, researcher):
        super().__init__()
        self.person, self.scope = Person(researcher), researcher.slug
        delegates = researcher.delegations.values_list("user", flat=True)
        named = {researcher.owner_id, *delegates}
        self.users = {pk: name for pk, name in self.users.items() if pk in named}
        self.tables = {table.label: table for table in personal_tables()}
        self.others: dict[str, set[int]] = {}
        self.keys = {
            label: set(self._rows_about(model).values_list("pk", flat=True))
            for label, model in archived_models().items()
        }
        self._leave_orphans()

    def _rows_about(self, model):
        if table := self.tables.get(model._meta.label_lower):
            return table.rows(self.person)
        if get_data_policy(model).subject is not Subject.VOCABULARY:
            return model._base_manager.none()
        # What belongs to a row of a vocabulary: the ranks of a venue.
        [inline] = model.inline_of
        parents = self.tables[references(model)[inline.parent]].rows(self.person)
        return model._base_manager.filter(**{f"{inline.parent}__in": parents.values("pk")})

    def _leave_orphans(self):
        """Rows that cannot stand without another's: the question about a colleague's draft."""
        columns = [
            (model, name, other)
            for model in archived_models().values()
            for name, other in needed(model).items()
            if other in self.keys and not fields_by_name(model)[name].null
        ]
        found = True
        while found:
            found = False
            for model, name, other in columns:
                pairs = model._base_manager.values_list("pk", name)
                keys = self.keys[model._meta.label_lower]
                orphans = keys & {pk for pk, key in pairs if key not in self.keys[other]}
                keys -= orphans
                found = found or bool(orphans)

    def _others(self, label):
        """Keys of the rows that are another's; one that is gone is nobody's."""
        if label not in self.others:
            everyone = archived_models()[label]._base_manager.values_list("pk", flat=True)
            self.others[label] = set(everyone) - self.keys[label]
        return self.others[label]

    def rows(self, model):
        keys = sorted(self.keys[model._meta.label_lower])
        for some in batched(keys, AT_ONCE):
            yield from model._base_manager.filter(pk__in=some).order_by("pk")

    def key(self, label, key):
        return None if key in self._others(label) else key

    def papers(self):
        return self.person.papers.order_by("-date", "pk")

    def demo(self):
        return {}

    def redact(self, model, row):
        """A column that is a colleague's own choice is as if nothing had been chosen."""
        row, fields = redact(self.person, model, row), fields_by_name(model)
        return row | {name: fields[name].get_default() for name in fields.keys() - row.keys()}


# --- The file -------------------------------------------------------------------------------------


class _Writer:
    def __init__(self, archive: ZipFile, scope: _Lab):
        self.archive, self.scope = archive, scope
        # Member -> (size in bytes, SHA-256).
        self.members: dict[str, tuple[int, str]] = {}
        # What rows and earlier versions name; and what rows name. Of the others, some are gone.
        self.uploads: set[str] = set()
        self.named: set[str] = set()
        self.done = ArchiveSummary()

    def write(self) -> ArchiveSummary:
        for label, model in archived_models().items():
            lines = (json_line(row) for row in self._rows(model))
            count = self._add_lines(f"{ROWS}{label}.jsonl", lines)
            if count:
                self.done.rows[label] = count
        text = citations.FORMATS["bibtex"].write(citations.with_citation_data(self.scope.papers()))
        self._add_lines(BIBTEX, [text.encode()])
        lost = []
        for name in sorted(self.uploads):
            with suppress(OSError), default_storage.open(name) as file:
                self._add(FILES + name, file)
            if FILES + name not in self.members:
                lost.append(name)
        self.done.lost = [name for name in lost if name in self.named]
        self.done.files = sum(name.startswith(FILES) for name in self.members)
        self._add_manifest(lost)
        return self.done

    def _rows(self, model):
        for instance in self.scope.rows(model):
            row = self.scope.redact(model, snapshots.values_of(instance))
            try:
                row = convert_row(model, row, self.scope)
            except OutsideError:
                continue
            self.uploads.update(file_names(model, row))
            self.named.update(own_files(model._meta.label_lower, row))
            yield row

    def _add_lines(self, name, lines):
        """Returns how many there are; where there is none, no member."""
        count, digest, size = 0, hashlib.sha256(), 0
        lines = iter(lines)
        first = next(lines, None)
        if first is None:
            return 0
        with self.archive.open(_info(name, ZIP_DEFLATED), "w", force_zip64=True) as member:
            for line in chain([first], lines):
                member.write(line)
                digest.update(line)
                size, count = size + len(line), count + 1
        self.members[name] = (size, digest.hexdigest())
        return count

    def _add(self, name, file):
        with self.archive.open(_info(name, ZIP_STORED), "w", force_zip64=True) as member:
            self.members[name] = copy_hashed(file, member)

    def _add_manifest(self, lost):
        manifest = {
            "format": FORMAT,
            "scope": self.scope.scope,
            "accounts": sorted(self.scope.named),
            "lost": lost,
            "demo": self.scope.demo(),
            "files": self.members,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
        self.archive.writestr(_info(MANIFEST, ZIP_DEFLATED), text.encode())


def json_line(row: dict) -> bytes:
    """Keys in order: a database may keep those of a document in another."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True).encode() + b"\n"


def _info(name, compression):
    info = ZipInfo(name, MOMENT)
    info.create_system, info.compress_type, info.external_attr = 3, compression, 0o600 << 16
    return info
