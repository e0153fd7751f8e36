"""This installation as one file, its database and its uploads as of one moment; and back again.

The file is a ZIP: database/ as exchange.backup_databases writes it, media/ with the uploads under
their stored names, and manifest.json with the size and the SHA-256 of each of them, with the
migrations that the database had and how many rows each of its tables. It holds no secret key and no
session.

An upload has a random name and is never written again under it. So those of a backup are put
beside the present ones first, where no row names them yet; then the database is replaced, at once;
then what no row names any more goes to the folder where the former database is kept. Killed at any
point, it is all as before or all as in the backup.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage, storages
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from exchange.backup_databases import DamagedError, database
from exchange.sealed_zip import UNREADABLE, SealedZip, copy_hashed, read_list, read_manifest
from uploads.images import picture_files

# A change that this code could not read is a new one.
FORMAT = "vitae-backup 1"
MANIFEST, DATABASE, MEDIA = "manifest.json", "database/", "media/"
LARGEST_MANIFEST = 256 * 1024 * 1024
TABLE = re.compile(r"[a-z0-9_.]+")
# Beyond what the files take: the journal of the database, and its migration.
SPARE = 16 * 1024 * 1024

Progress = Callable[[int, int], None]


class BackupError(Exception):
    """Says in one line what is wrong; nothing was changed."""


@dataclass
class BackupResult:
    files: int = 0
    size: int = 0
    # Uploads that rows name and that are not there.
    lost: list[str] = field(default_factory=list)
    # Where the former database and uploads are; "" where there were none.
    kept: list[str] = field(default_factory=list)


# --- Making one -----------------------------------------------------------------------------------


def write_backup(
    out: BinaryIO, work: Path, progress: Progress = lambda done, total: None
) -> BackupResult:
    """Write the ZIP to `out`, which need not be seekable; `work` is a folder for the database.

    The database is read before the uploads: what is stored while they are copied does no harm, and
    where one was deleted meanwhile, the database is read again.
    """
    files, lost, again = {}, set(), True
    with ZipFile(out, "w") as archive:
        while again:
            before = lost
            with TemporaryDirectory(dir=work) as dumped:
                applied = set(MigrationRecorder(connection).applied_migrations())
                migrations = sorted(applied & set(MigrationLoader(None).disk_migrations))
                details, named, rows = database().dump(Path(dumped))
                _add_uploads(archive, files, progress)
                lost = {name for one in named for name in picture_files(one)}
                lost = {name for name in lost if MEDIA + name not in files}
                again = lost != before
                if not again:
                    for path in sorted(Path(dumped).iterdir()):
                        with path.open("rb") as file:
                            _add(archive, files, DATABASE + path.name, file, ZIP_DEFLATED)
        manifest = {
            "format": FORMAT,
            "made_at": timezone.now().isoformat(),
            "database": connection.vendor,
            "migrations": migrations,
            "rows": rows,
            "details": details,
            "files": files,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1), ZIP_DEFLATED)
    size = sum(size for size, _digest in files.values())
    return BackupResult(sum(name.startswith(MEDIA) for name in files), size, sorted(lost))


def _add_uploads(archive, files, progress):
    names = [name for name in stored_names() if MEDIA + name not in files]
    for done, name in enumerate(names, 1):
        with suppress(FileNotFoundError), default_storage.open(name) as file:
            _add(archive, files, MEDIA + name, file, ZIP_STORED)
        progress(done, len(names))


def _add(archive, files, name, file, compression):
    info = ZipInfo(name, timezone.now().timetuple()[:6])
    info.compress_type, info.external_attr = compression, 0o600 << 16
    with archive.open(info, "w", force_zip64=True) as member:
        files[name] = copy_hashed(file, member)


def stored_names(folder: str = "") -> Iterator[str]:
    """Yield the name of every stored upload, as rows name it."""
    try:
        folders, names = default_storage.listdir(folder)
    except FileNotFoundError:
        return
    yield from (f"{folder}{name}" for name in sorted(names) if name)
    for inner in sorted(folders):
        yield from stored_names(f"{folder}{inner}/")


# --- Reading one ----------------------------------------------------------------------------------


@dataclass
class Backup(SealedZip):
    """An opened file and what its manifest says; `check` comes before all else."""

    MANIFEST, FOLDER = MANIFEST, MEDIA
    ERROR, MADE = BackupError, "backed up"

    made_at: str
    vendor: str
    migrations: list[tuple[str, str]]
    # Table -> how many rows; None in backups that do not say so yet.
    rows: dict[str, int] | None
    details: dict

    def check(self, progress: Progress = lambda done, total: None) -> None:
        """BackupError unless this code can restore it here, and every byte of it is right."""
        if self.vendor != connection.vendor:
            raise BackupError(
                f"It holds a database of {self.vendor}, and this site runs on "
                f"{connection.vendor}. Set DATABASE_URL as it was."
            )
        newer = set(self.migrations) - set(MigrationLoader(None).disk_migrations)
        if newer:
            names = ", ".join(sorted(f"{app}.{name}" for app, name in newer)[:3])
            raise BackupError(
                f"It is of a newer Vitae than this one, which has no {names}. Upgrade first."
            )
        sizes = self.check_list()
        for name in sizes:
            _check_name(name)
        self.check_room(_room_for(sizes))
        for done, name in enumerate(sizes, 1):
            self.read(name)
            progress(done, len(sizes))


def _room_for(sizes):
    """The database three times: made ready, in place, and the former one; uploads once."""
    return SPARE + sum(
        3 * size if name.startswith(DATABASE) else size * _on_disk()
        for name, size in sizes.items()
        if name.startswith(DATABASE) or not _is_there(name.removeprefix(MEDIA), size)
    )


def _is_there(name, size):
    try:
        return default_storage.size(name) == size
    except OSError:
        return False


def _check_name(name):
    """No file leads out of its folder, and none hides another."""
    path = PurePosixPath(name)
    is_plain = str(path) == name and ".." not in path.parts and "\\" not in name
    is_table = name.startswith(DATABASE) and TABLE.fullmatch(name.removeprefix(DATABASE))
    if not (is_plain and name.isprintable() and (is_table or name.startswith(MEDIA))):
        raise BackupError(f"It holds a file that no backup has: {name!r}.")


@contextmanager
def open_backup(file: Path) -> Iterator[Backup]:
    """BackupError where the file is no backup, or only the beginning of one."""
    with ExitStack() as opened:
        try:
            archive = opened.enter_context(ZipFile(file))
            manifest = read_manifest(archive, Backup, LARGEST_MANIFEST)
            if manifest["format"] != FORMAT:
                raise BackupError(
                    f"It is in the format “{manifest['format']}”; this Vitae reads “{FORMAT}”."
                )
            backup = Backup(
                archive,
                made_at=str(manifest["made_at"]),
                vendor=str(manifest["database"]),
                migrations=[(str(app), str(name)) for app, name in manifest["migrations"]],
                rows=_counts(manifest.get("rows")),
                details=dict(manifest["details"]),
                files=read_list(manifest["files"]),
            )
        except UNREADABLE as error:
            raise BackupError(f"It is no backup of Vitae, or a part of one ({error}).") from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BackupError(f"It is no backup of Vitae ({error!r}).") from error
        yield backup


def _counts(rows):
    return None if rows is None else {str(table): int(count) for table, count in rows.items()}


# --- Putting it back ------------------------------------------------------------------------------


def restore(
    backup: Backup, progress: Progress = lambda done, total: None, *, dry_run: bool = False
) -> BackupResult:
    """Put the backup in the place of what is here, once it is sure to be whole. `dry_run`: only
    make sure, its database made ready beside the live one and thrown away.
    """
    backup.check(progress)
    kept = settings.DATA_DIR / f"before-restore-{timezone.now():%Y%m%d-%H%M%S}"
    work = settings.DATA_DIR / "restoring"
    shutil.rmtree(work, ignore_errors=True)  # of one that was killed
    work.mkdir()
    try:
        _make_ready(backup, work, None if dry_run else kept)
        if dry_run:
            database().discard()
            return BackupResult(len(backup.uploads))
        place = database().replace(work, kept)
    except DamagedError as error:
        raise BackupError(f"Its database is damaged: {error}.") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return BackupResult(
        len(backup.uploads), kept=[*filter(None, [place]), *_set_aside(backup, kept)]
    )


def _make_ready(backup, work, kept):
    """The database beside the live one; the uploads, unless `kept` is None, among those there."""
    for name in backup.files:
        if name.startswith(DATABASE):
            with open(work / name.removeprefix(DATABASE), "wb") as file:
                backup.read(name, file)
    added = []
    try:
        with database().staged(work, backup.details, backup.migrations):
            database().check(backup.migrations, backup.rows)
            database().migrate()
            for name in backup.uploads if kept else ():
                _put(backup, name, kept, added)
    except BaseException:
        for name in added:
            with suppress(OSError):
                default_storage.delete(name)
        raise


def _put(backup, name, kept, added):
    """Store an upload, unless it is there. What stands under its name and differs, being damaged,
    goes to `kept`."""
    known, was_there = backup.files[MEDIA + name], default_storage.exists(name)
    if was_there:
        with default_storage.open(name) as file:
            if copy_hashed(file) == known:
                return
    else:
        added.append(name)
    if not _on_disk():
        with default_storage.open(name, "wb") as file:
            backup.read(MEDIA + name, file)
        return
    path = Path(default_storage.path(name))
    part = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with part.open("wb") as file:
            backup.read(MEDIA + name, file)
        if was_there:
            shutil.copy2(path, _place(kept, name))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _set_aside(backup, kept):
    """Uploads that the backup does not hold go to `kept`; in a bucket they stay, till `purge`.

    Says where they are.
    """
    others = sorted(set(stored_names()) - set(backup.uploads))
    if not _on_disk():
        return ["the bucket, until `manage.py purge` deletes what no row names"] if others else []
    try:
        for name in others:
            Path(default_storage.path(name)).replace(_place(kept, name))
    except OSError as error:  # all is restored by now
        return [f"{settings.MEDIA_ROOT}, beside the restored uploads ({error.strerror})"]
    return [str(kept / "media")] if (kept / "media").exists() else []


def _place(kept, name):
    path = kept / "media" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _on_disk():
    return isinstance(storages["default"], FileSystemStorage)
