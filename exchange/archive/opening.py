"""Which kind of archive a file is, and what it says of itself."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from zipfile import ZipFile

from exchange.archive import person
from exchange.archive.reading import Archive, ArchiveError
from exchange.archive.references import FORMAT
from exchange.archive.writing import MANIFEST
from exchange.sealed_zip import UNREADABLE, read_list, read_manifest

LARGEST_MANIFEST = 64 * 1024 * 1024


@contextmanager
def open_archive(file: Path) -> Iterator[Archive]:
    """ArchiveError where the file is no archive, of another version, or damaged."""
    with ExitStack() as stack:
        try:
            archive = stack.enter_context(ZipFile(file))
            names = set(archive.namelist())
            is_of_person = MANIFEST not in names and person.RECORD in names
            opened = person.read(archive) if is_of_person else _read_manifest(archive)
            opened.check()
        except UNREADABLE as error:
            raise ArchiveError(f"It is no archive of Vitae, or a part of one ({error}).") from error
        except OSError as error:
            raise ArchiveError(f"It cannot be read: {error.strerror or error}.") from error
        yield opened


def _read_manifest(archive):
    try:
        manifest = read_manifest(archive, Archive, LARGEST_MANIFEST)
        if manifest["format"] != FORMAT:
            raise ArchiveError(
                f"It is in the format “{manifest['format']}”; this Vitae reads “{FORMAT}” and "
                "“vitae-person 1”. Upgrade first, or export it with this version."
            )
        return Archive(
            archive,
            scope=str(manifest["scope"]),
            accounts=[str(name) for name in manifest["accounts"]],
            lost={str(name) for name in manifest["lost"]},
            demo={str(label): list(keys) for label, keys in manifest["demo"].items()},
            files=read_list(manifest["files"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ArchiveError(f"It is no archive of Vitae ({error!r}).") from error
