"""A ZIP file with a list of what is in it: the size and the SHA-256 of each member.

Backups and archives are such files: what is damaged, cut off or added to shows before it is used.
"""

import hashlib
import json
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, ClassVar
from zipfile import BadZipFile, ZipFile

from django.conf import settings
from django.template.defaultfilters import filesizeformat

UNREADABLE = (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError)
PIECE = 2**18


@dataclass
class SealedZip:
    """`files`: member -> (size in bytes, SHA-256) of all but the list itself, `MANIFEST`.

    What is wrong raises `ERROR`, with one line that says it; uploads lie in `FOLDER`.
    """

    archive: ZipFile
    files: dict[str, tuple[int, str]]

    MANIFEST: ClassVar[str]
    FOLDER: ClassVar[str]
    ERROR: ClassVar[type[Exception]]
    # "backed up" or "exported".
    MADE: ClassVar[str]

    @property
    def uploads(self) -> list[str]:
        return [n.removeprefix(self.FOLDER) for n in self.files if n.startswith(self.FOLDER)]

    def check_list(self) -> dict[str, int]:
        """Member -> size in bytes, of the members that the list names and no others."""
        infos = self.archive.infolist()
        sizes = {info.filename: info.file_size for info in infos if info.filename != self.MANIFEST}
        listed = {name: size for name, (size, _digest) in self.files.items()}
        if len(infos) != len(sizes) + 1 or sizes != listed:
            raise self.ERROR("It is damaged: its list of files is not what is in it.")
        return sizes

    def check_room(self, needed: int) -> None:
        """`needed`: bytes in the folder of the data, at the most."""
        free = shutil.disk_usage(settings.DATA_DIR).free
        if needed > free:
            raise self.ERROR(
                f"There is too little room for it in {settings.DATA_DIR}: it may take "
                f"{filesizeformat(needed)}, and {filesizeformat(free)} are free."
            )

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        try:
            with self.archive.open(name) as member:
                yield member
        except UNREADABLE as error:
            raise self.ERROR(f"It is damaged: {name} cannot be read ({error}).") from error

    def read(self, name: str, target: BinaryIO | None = None) -> None:
        """Copy a member to `target`, and make sure that every byte of it is right."""
        with self.open(name) as member:
            if copy_hashed(member, target) != self.files[name]:
                raise self.ERROR(f"It is damaged: {name} is not what was {self.MADE}.")


def read_manifest(archive: ZipFile, kind: type[SealedZip], largest: int) -> dict:
    """What the list of files is part of. KeyError or ValueError where it is none."""
    if archive.getinfo(kind.MANIFEST).file_size > largest:
        raise kind.ERROR("Its list of files is too long.")
    return json.loads(archive.read(kind.MANIFEST))


def read_list(files: dict) -> dict[str, tuple[int, str]]:
    """As a manifest has it; TypeError, ValueError, AttributeError for what is no such list."""
    return {str(name): (int(size), str(digest)) for name, (size, digest) in files.items()}


def copy_hashed(source: BinaryIO, target: BinaryIO | None = None) -> tuple[int, str]:
    """(size in bytes, SHA-256); without a target it is only read."""
    digest, size = hashlib.sha256(), 0
    while piece := source.read(PIECE):
        digest.update(piece)
        size += len(piece)
        if target:
            target.write(piece)
    return size, digest.hexdigest()
