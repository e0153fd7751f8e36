"""Where the files of a site come from: a folder, a ZIP, or one file alone.

Nothing outside is read, nothing is run, links are not followed and archives inside are not opened.
What cannot or need not be read is reported by name and reason, and never stops the rest.
"""

import os
import re
import stat
import unicodedata
import zlib
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from uploads.documents import MAX_BYTES, ArchiveReader

# A homepage has hundreds; an archive's list of members is bounded by `ArchiveReader` as well.
MAX_FILES = 20_000
# Of what the admin takes, unpacked: as a ZIP, zeros take a thousandth.
MAX_UNPACKED = 20 * MAX_BYTES
# Folders of tools: name -> what it holds.
PACKAGES, OF_JEKYLL = gettext_lazy("packages of a tool"), gettext_lazy("kept by Jekyll")
TOOLS = {
    ".git": gettext_lazy("the history of the repository"),
    "node_modules": PACKAGES,
    "__pycache__": gettext_lazy("compiled code"),
    "__MACOSX": gettext_lazy("notes of macOS"),
}
# The same, but at the root alone: a folder deeper down may well be somebody's own.
ROOT_TOOLS = dict.fromkeys((".jekyll-cache", ".sass-cache"), OF_JEKYLL)
ROOT_TOOLS |= dict.fromkeys(("vendor", ".bundle", ".venv"), PACKAGES)
ROOT_TOOLS |= {"_site": gettext_lazy("the site as Jekyll built it")}
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# Of `SiteFile.read`; RuntimeError and ValueError by members of damaged archives.
READ_ERRORS = (OSError, EOFError, BadZipFile, zlib.error, RuntimeError, ValueError)
DRIVE = re.compile("[A-Za-z]:")


class SiteError(Exception):
    """Says in one line why a site cannot be read; nothing was changed."""


@dataclass(frozen=True)
class SiteFile:
    """`size` in bytes; `read` raises one of READ_ERRORS."""

    size: int
    read: Callable[[], bytes]


@dataclass
class Listing:
    """Path below the root, with "/" -> file; what was skipped on purpose, and what cannot be read.

    Both are path -> reason.
    """

    files: dict[str, SiteFile] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)

    def refuse(self, path: str, reason: str) -> None:
        if len(self.files) + len(self.unreadable) >= MAX_FILES:
            raise too_many_files()
        self.unreadable[printable(path)] = reason

    def add(self, name: str, file: SiteFile) -> None:
        """A file, unless its name or size forbids it. Raises SiteError for one too many."""
        path = unicodedata.normalize("NFC", name)
        if CONTROLS.search(path):
            self.refuse(path, _("its name is not UTF-8, or has control characters"))
        elif path in self.files:
            self.refuse(path, _("two files have this name: the first one is read"))
        elif file.size > MAX_BYTES:
            sizes = {"size": filesizeformat(file.size), "most": filesizeformat(MAX_BYTES)}
            self.refuse(path, _("%(size)s: more than the %(most)s that are read") % sizes)
        elif len(self.files) + len(self.unreadable) >= MAX_FILES:
            raise too_many_files()
        else:
            self.files[path] = file


def too_many_files() -> SiteError:
    """Return the error of a site with too many files."""
    text = _("These are more than %(count)s files. Give the folder of one person's site.")
    return SiteError(text % {"count": f"{MAX_FILES:,}"})


def printable(name: str) -> str:
    """A name with its control characters written out, for a report."""
    return CONTROLS.sub(lambda char: char[0].encode("unicode_escape").decode(), name)


def tool_folder(parts: Iterable[str]) -> tuple[str, str] | None:
    """The first folder of `parts` that a tool keeps, with "/" at its end, and what it holds."""
    path = ""
    for part in parts:
        reason = TOOLS.get(part) or ("" if path else ROOT_TOOLS.get(part))
        path += f"{part}/"
        if reason:
            return path, str(reason)
    return None


# --- A folder -----------------------------------------------------------------------------------


def folder_listing(root: Path) -> Listing:
    """List every regular file below `root`."""
    listing = Listing()
    folders = [("", os.fspath(root))]
    seen = 0
    while folders:
        below, folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(islice(found, MAX_FILES - seen + 1))
        except OSError as error:
            listing.refuse(below or "./", error.strerror)
            continue
        seen += len(entries)
        if seen > MAX_FILES:
            raise too_many_files()
        for entry in entries:
            path = below + entry.name
            if reason := _not_regular(entry):
                listing.refuse(path, reason)
            elif entry.is_file():
                size = entry.stat().st_size
                listing.add(path, SiteFile(size, partial(read_regular, entry.path)))
            elif tool := tool_folder(path.split("/")):
                listing.skipped[tool[0]] = tool[1]
            else:
                folders.append((f"{path}/", entry.path))
    return listing


def _not_regular(entry):
    if entry.is_symlink():
        return _("a link to another file, and links are not followed")
    return "" if entry.is_file() or entry.is_dir() else _("not a file but a device or a pipe")


def read_regular(path: str) -> bytes:
    """Raises OSError, also for what became a link or a pipe meanwhile."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(0, _("not a file"))
        return file.read(MAX_BYTES)


def file_listing(path: Path) -> Listing:
    """List one file alone."""
    listing = Listing()
    listing.add(path.name, SiteFile(path.stat().st_size, path.read_bytes))
    return listing


# --- A ZIP --------------------------------------------------------------------------------------


def zip_listing(file: BinaryIO | Path) -> Listing:
    """Its members; where all lie in one folder (as GitHub packs them), that folder's."""
    try:
        with file.open("rb") if isinstance(file, Path) else nullcontext(file) as opened:
            ZipFile(ArchiveReader(opened))  # refuses a list of members that is too long
        archive = ZipFile(file)
    except ValidationError:
        raise SiteError(_("This ZIP lists more files than one person's site has.")) from None
    except (BadZipFile, ValueError, NotImplementedError, OSError, OverflowError):
        raise SiteError(_("This is not a ZIP file, or it is damaged.")) from None
    members = [(name_of(info), info) for info in archive.infolist() if info.filename[-1:] != "/"]
    root = _only_folder(name for name, _info in members)
    listing = Listing()
    for name, info in members:
        path = name.removeprefix(root)
        if tool := tool_folder(path.split("/")[:-1]):
            listing.skipped[tool[0]] = tool[1]
        elif reason := _refused(path, info):
            listing.refuse(path, reason)
        else:
            listing.add(path, SiteFile(info.file_size, partial(read_member, archive, info)))
    return listing


def packed(files: dict[str, bytes | str]) -> bytes:
    """A ZIP of a few files."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return out.getvalue()


def zip_of(files: dict[str, SiteFile], most: int) -> tuple[bytes, list[str]]:
    """A ZIP of at most `most` bytes with those of `files` that fit, small ones first, and the paths
    of the others and of what cannot be read.
    """
    packed, others, listed = BytesIO(), [], 0
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, file in sorted(files.items(), key=lambda item: item[1].size):
            taken = 2 * len(path.encode()) + 200  # by its two headers, at most
            if packed.tell() + listed + file.size + taken > most:
                others.append(path)
                continue
            try:
                archive.writestr(path, file.read())
            except READ_ERRORS:
                others.append(path)
            listed += taken
    return packed.getvalue(), others


def read_member(archive: ZipFile, info: ZipInfo) -> bytes:
    """No more than its stated size: `ZipFile.read` unpacks all, whatever was stated."""
    with archive.open(info) as file:
        return file.read(info.file_size)


def name_of(info: ZipInfo) -> str:
    """macOS writes UTF-8 without saying so, some programs on Windows write "\\"."""
    name = info.filename
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
    return name.replace("\\", "/")


def _only_folder(names):
    """The folder in which all files lie, with "/"; "" where they do not."""
    tops = {name.partition("/")[::2] for name in names}
    folders = {folder for folder, _rest in tops if folder != "__MACOSX"}
    is_alone = len(folders) == 1 and all(rest for _folder, rest in tops)
    folder = next(iter(folders), "")
    return f"{folder}/" if is_alone and not folder.startswith(("_", ".")) and folder else ""


def _refused(path, info):
    """Why a member is not read; "" where it may be."""
    if not path or path.startswith("/") or DRIVE.match(path) or ".." in path.split("/"):
        return _("its name leads out of the archive")
    if stat.S_ISLNK(info.external_attr >> 16):
        return _("a link to another file, and links are not followed")
    if info.flag_bits & 1:
        return _("encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return _("compressed in a way that is not read: pack the ZIP in the usual one")
    return ""
