"""The files of export_person ("vitae-person 1") as archives, as far as they hold.

They name people by their addresses and shared rows by their names, hold no moment more precise than
a millisecond, and leave out what another person may not see.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from zipfile import ZipFile

from django.utils.dateparse import parse_datetime

from exchange.archive.reading import LARGEST_ROWS, Archive, ArchiveError, read_row
from exchange.archive.references import (
    OutsideError,
    convert_documents,
    fields_by_name,
    references,
)
from exchange.archive.writing import FILES
from exchange.sealed_zip import copy_hashed
from profiles.data_policy import archived_models, not_archived
from uploads.documents import MAX_BYTES
from website.media import stored_name
from website.personal_data import FORMAT, SOMEONE_ELSE
from website.personal_data.tables import file_names

RECORD = "record.json"
RESEARCHER, USER = "profiles.researcher", "auth.user"
# What such a file never held.
MISSING = [
    "A file of export_person does not hold the ranks and other names of venues, nor what "
    "colleagues chose for their own pages."
]


@dataclass
class PersonArchive(Archive):
    kept: dict[str, list[dict]] = field(default_factory=dict)

    def check(self) -> None:
        """What is damaged shows where it is read: these files hold no checksums."""
        self.check_lost()

    def rows(self, label):
        for number, row in enumerate(self.kept.get(label, ()), 1):
            yield f"{RECORD}: {label}, row {number}", row


def read(archive: ZipFile) -> PersonArchive:
    """A file of export_person, opened. ArchiveError where it is none."""
    info = archive.getinfo(RECORD)
    if info.file_size > LARGEST_ROWS // 4:
        raise ArchiveError(f"{RECORD} takes more than 128 MB: no file of export_person does.")
    try:
        data = json.loads(archive.read(info))
        if data["format"] != FORMAT:
            raise ArchiveError(
                f"It is in the format “{data['format']}”; this Vitae reads “{FORMAT}”."
            )
        record = _Record(data["rows"], str(data["person"]))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ArchiveError(f"It is no file of export_person ({error!r}).") from error
    named = record.uploads()
    files = _hash_files(archive, named)
    missing = [*MISSING, *(f"Left out: {n} × {what}." for what, n in record.left_out.items())]
    return PersonArchive(
        archive,
        scope=record.slug,
        accounts=sorted(record.accounts),
        lost=named - {name.removeprefix(FILES) for name in files},
        demo={},
        files=files,
        missing=missing,
        kept=record.rows,
    )


def _hash_files(archive, named):
    """Of the uploads that rows name; smaller sizes of pictures are made anew."""
    files = {}
    for info in archive.infolist():
        name = info.filename.removeprefix(FILES)
        if info.filename.startswith(FILES) and name in named:
            if stored_name(name) != name or info.file_size > MAX_BYTES:
                raise ArchiveError(f"{info.filename}: it is no upload of ours.")
            with archive.open(info) as member:
                files[info.filename] = copy_hashed(member)
    return files


class _Record:
    """The rows of record.json as an archive has them. As tables.References: of its states."""

    def __init__(self, tables: dict[str, list[dict]], slug: str):
        self.slug, self.accounts, self.rows = slug, set(), {}
        self.users = {row["id"]: str(row["username"]) for row in tables.get(USER, ())}
        self.ids = {label: {row["id"] for row in rows} for label, rows in tables.items()}
        # Name -> id, of what is shared.
        self.shared = {
            label: {self._name(row): row["id"] for row in tables.get(label, ())}
            for label in ("publications.venue", "publications.topic")
        }
        # What -> how often.
        self.left_out = Counter()
        for label, rows in tables.items():
            if label not in archived_models():
                if label not in not_archived():
                    self.left_out[label] += len(rows)
                continue
            model = archived_models()[label]
            self.rows[label] = []
            for row in rows:
                try:
                    self.rows[label].append(self._row(model, row))
                except OutsideError:
                    self.left_out[str(model._meta.verbose_name)] += 1

    def _name(self, row):
        short = row.get("short_name")
        return f"{row['name']} ({short})" if short else row["name"]

    def _row(self, model, row):
        fields = fields_by_name(model)
        for name in set(row) - set(fields) - {"topics", "paper", "printed_name"}:
            self.left_out[f"{model._meta.label_lower}: {name}"] += 1
        row = {name: value for name, value in row.items() if name in fields}
        for name, label in references(model).items():
            if row.get(name) is not None:
                row[name] = self._reference(label, row[name])
                if row[name] is None and not fields[name].null:
                    raise OutsideError
        for name, value in row.items():
            if isinstance(value, str) and fields[name].get_internal_type() == "DateTimeField":
                moment = parse_datetime(value)
                row[name] = moment.isoformat() if isinstance(moment, datetime) else value
            elif value == "" and fields[name].get_prep_value(None) == "":
                row[name] = None  # no date
        row = convert_documents(model, row, self)
        return read_row(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace"), RECORD)

    def _reference(self, label, value):
        if label == RESEARCHER:
            rows = self.ids.get(RESEARCHER, set())
            return next(iter(rows), None) if value == self.slug else None
        if label == USER:
            return None if value == SOMEONE_ELSE else self._named(value)
        if label in self.shared:
            return self.shared[label].get(value)
        return value if value in self.ids.get(label, ()) else None

    def _named(self, name):
        self.accounts.add(name)
        return name

    def uploads(self) -> set[str]:
        models = ((archived_models()[label], rows) for label, rows in self.rows.items())
        return {name for model, rows in models for row in rows for name in file_names(model, row)}

    # In what versions and imports keep, people and venues are keys.

    def key(self, label, key):
        return key

    def account(self, account):
        return self._named(self.users[account]) if account in self.users else None
