"""Where an exported site is written: into a folder, or as a ZIP file.

A folder keeps a list of what an export wrote, and nothing else in it is ever touched: not CNAME,
not .git. What changed is first written whole beside it, below .vitae-site/; then a journal says
what takes which place; then each file is renamed there, what is new before what leads to it, and
what was withdrawn goes last. Killed before the journal stands, an export has changed nothing;
killed after, every page leads somewhere, and the next run first ends what the journal says.
"""

import json
import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from profiles.disk import CAN_LOCK, lock

OURS = ".vitae-site"
FORMAT = "vitae-site 1"
# What a folder may hold before its first export, besides what begins with a dot.
USUAL = {"CNAME", "README.md", "LICENSE"}
# Whatever the umask: a web server runs as another account.
FILE_MODE, FOLDER_MODE = 0o644, 0o755
# Compressed already.
STORED = {".webp", ".jpg", ".png", ".pdf", ".woff2"}


class ExportError(Exception):
    """The site cannot be exported; the message says why, or what to do. Nothing was changed."""


class Folder:
    """`add` every file, then `commit`: before that nothing is seen to change."""

    def __init__(self, path: Path, *, force: bool = False):
        self.path, self.force = path, force
        ours = path / OURS
        self._stage, self._journal, self._list = ours / "new", ours / "journal.json", ours / "files"
        self.names: set[str] = set()
        self.changed: list[str] = []
        self.foreign: list[str] = []

    @contextmanager
    def opened(self):
        """Of one export at a time; what a failed one has prepared is gone."""
        _make_folder(self.path)
        handle = os.open(self.path, os.O_RDONLY) if CAN_LOCK else None
        try:
            if handle is not None:
                self._lock(handle)
            self._recover()
            self._read()
            try:
                yield self
            finally:
                if not self._journal.exists():
                    shutil.rmtree(self._stage, ignore_errors=True)
        finally:
            if handle is not None:
                os.close(handle)

    def _lock(self, handle):
        try:
            lock(handle)
        except BlockingIOError:
            raise ExportError(f"Another export writes {self.path} just now.") from None

    # --- What is there ----------------------------------------------------------------------

    def _recover(self):
        """End what a killed export had begun to put in its place; forget what it had not."""
        with suppress(FileNotFoundError):
            self._apply(json.loads(self._journal.read_text()))
        shutil.rmtree(self._stage, ignore_errors=True)

    def _read(self):
        try:
            first, *names = self._list.read_text().splitlines()
        except FileNotFoundError:
            first, names = "", []
            others = {entry.name for entry in self.path.iterdir() if entry.name[0] != "."} - USUAL
            if others and not self.force:
                raise ExportError(
                    f"{self.path} is not empty, and no export wrote it: there is "
                    f"{min(others)}, for one. Name another folder, or add --force: files of "
                    "other names stay then, those of the same names are replaced."
                ) from None
        if first not in ("", FORMAT):
            raise ExportError(f"{self.path} was written by another version of Vitae ({first}).")
        self.before = set(names)

    # --- What comes -------------------------------------------------------------------------

    def add(self, name: str, content: bytes) -> None:
        if name in self.names:
            return
        self.names.add(name)
        target = self.path / name
        with suppress(OSError):
            if target.stat().st_size == len(content) and target.read_bytes() == content:
                return
        if self._is_foreign(name):
            self.foreign.append(name)
        self.changed.append(name)
        staged = self._stage / name
        _make_folder(staged.parent)
        staged.write_bytes(content)
        staged.chmod(FILE_MODE)

    def keep(self, name: str) -> bool:
        """True, and it stays, where it is there already: for a name that says what is in it."""
        if name in self.before and (self.path / name).is_file():
            self.names.add(name)
            return True
        return False

    def _is_foreign(self, name):
        """Whether somebody else's file stands there, or in the way."""
        for path in (PurePosixPath(name), *PurePosixPath(name).parents):
            there, is_folder = self.path / path, str(path) != name
            if str(path) in self.before or not os.path.lexists(there):
                continue
            if there.is_symlink() or not (is_folder and there.is_dir()):
                # A folder that holds only what we wrote makes room by itself.
                return not (not is_folder and there.is_dir() and self._holds_ours_alone(there))
        return False

    def _holds_ours_alone(self, folder):
        files = (path for path in folder.rglob("*") if not path.is_dir())
        return all(str(path.relative_to(self.path)) in self.before for path in files)

    # --- In its place -----------------------------------------------------------------------

    def commit(self) -> dict[str, int]:
        """Put the new files in place; return {"written": n, "unchanged": n, "removed": n}."""
        if self.foreign and not self.force:
            names = ", ".join(sorted(self.foreign)[:5])
            raise ExportError(
                f"{self.path} has files of your own where the site has some: {names}. Nothing was "
                "changed. Move them away, or add --force to replace them."
            )
        removed = sorted(self.before - self.names)
        done = {"written": len(self.changed), "unchanged": len(self.names) - len(self.changed)}
        if self.changed or self.names != self.before:
            put = sorted(self.changed, key=lambda name: (name in self.before, _leads(name), name))
            journal = {"put": put, "remove": removed, "files": sorted(self.names)}
            _make_folder(self._journal.parent)
            _write(self._journal, json.dumps(journal), sync=True)
            self._apply(journal)
        return done | {"removed": len(removed)}

    def _apply(self, journal):
        """Take the steps of the journal, any of which may have been taken before."""
        put, removed = journal["put"], journal["remove"]
        gone, placed = set(removed), set(put)
        # A file where a folder comes to stand, and the reverse, make room first.
        for name in removed:
            if placed & {str(parent) for parent in PurePosixPath(name).parents}:
                self._remove(name)
        for name in put:
            staged, target = self._stage / name, self.path / name
            if not staged.exists():
                continue
            for parent in map(str, PurePosixPath(name).parents):
                if parent in gone and (self.path / parent).is_file():
                    self._remove(parent)
            _make_folder(target.parent)
            os.replace(staged, target)
        for name in removed:
            self._remove(name)
        _write(self._list, "\n".join([FORMAT, *journal["files"], ""]))
        self._journal.unlink()
        shutil.rmtree(self._stage, ignore_errors=True)

    def _remove(self, name):
        path = self.path / name
        with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
            path.unlink()
        with suppress(OSError):  # the first that still holds something, of whomever
            for parent in path.parents:
                if parent == self.path:
                    break
                parent.rmdir()


def _leads(name):
    """What pages show is there before they are."""
    return name.endswith(".html")


def _make_folder(path):
    """With those above it that are missing, open to a web server."""
    if not path.is_dir():
        _make_folder(path.parent)
        with suppress(FileExistsError):
            path.mkdir()
            path.chmod(FOLDER_MODE)


def _write(path, text, *, sync=False):
    """Write a file whole or not at all, by renaming a temporary one."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text)
    part.chmod(FILE_MODE)
    if sync and hasattr(os, "sync"):  # of a power cut, too: the files before the journal
        os.sync()
    os.replace(part, path)


class Archive:
    """The same as a ZIP file, written as it comes; the same bytes for the same site."""

    def __init__(self, out: BinaryIO):
        self.zip = ZipFile(out, "w", ZIP_DEFLATED)
        self.names: set[str] = set()

    @contextmanager
    def opened(self):
        with self.zip:
            yield self

    def add(self, name: str, content: bytes) -> None:
        if name in self.names:
            return
        self.names.add(name)
        info = ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | FILE_MODE) << 16
        info.compress_type = ZIP_STORED if Path(name).suffix in STORED else ZIP_DEFLATED
        self.zip.writestr(info, content)

    def keep(self, name: str) -> bool:
        return name in self.names

    def commit(self) -> dict[str, int]:
        return {"written": len(self.names), "unchanged": 0, "removed": 0}
