"""Uploaded documents: PDF, slides or ZIP, under random names; and how much an upload may write."""

import io
import logging
import resource
import secrets
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from time import monotonic
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import models
from django.forms import ModelForm
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.deconstruct import deconstructible
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

MAX_BYTES = 50 * 1024 * 1024
# Extension -> how such a file begins. OOXML and OpenDocument are zip archives.
SIGNATURES = {"pdf": b"%PDF-", "pptx": b"PK\x03\x04", "odp": b"PK\x03\x04", "zip": b"PK\x03\x04"}
# Extension -> members of such an archive.
MEMBERS = {"pptx": {"[Content_Types].xml", "ppt/presentation.xml"}, "odp": {"content.xml"}}
# An archive's list of members takes 46 bytes and a name for each: this is some 15,000 files.
MAX_DIRECTORY = 2 * 1024 * 1024


def extension_of(name: str) -> str:
    """In small letters, without the dot; "" where there is none."""
    return name.rpartition(".")[2].lower()


def validate_document(file) -> None:
    """Raise ValidationError for a file that is too large or not what its extension says."""
    if getattr(file, "_committed", False):  # stored before, and possibly lost since
        return
    upload = file if isinstance(file, UploadedFile) else getattr(file, "file", file)
    if not isinstance(upload, UploadedFile):
        return
    if upload.size > MAX_BYTES:
        raise ValidationError(_("The file is larger than 50 MB. Link to it instead."))
    # By its first bytes, and the member names of an archive. Nothing is unpacked.
    extension = extension_of(upload.name)
    upload.seek(0)
    head = upload.read(16)
    if extension == "pdf":  # servers put a line break or a mark of the encoding before it
        head = head.lstrip(b"\xef\xbb\xbf\r\n")
    matches = head.startswith(SIGNATURES.get(extension, ()))
    if matches and extension != "pdf":
        try:
            with ZipFile(ArchiveReader(upload)) as archive:
                matches = MEMBERS.get(extension, set()) <= set(archive.namelist())
        except (BadZipFile, ValueError, NotImplementedError, OSError, OverflowError):
            matches = False
    upload.seek(0)
    if not matches:
        raise ValidationError(_("This is not a PDF, PPTX, ODP or ZIP file. Upload one of these."))


class ArchiveReader:
    """What ZipFile reads through: the list of members only where it is short.

    ZipFile reads the list in one piece, of the length that the end of the archive states, before
    it makes an object of each member. The count stated there binds nobody, so it is not asked.
    """

    def __init__(self, upload):
        self.read_from, self.seek, self.tell = upload.read, upload.seek, upload.tell

    def read(self, size=-1):
        if size > MAX_DIRECTORY:
            raise ValidationError(
                _("This archive lists more files than we read through. Link to it instead.")
            )
        return self.read_from(size)


@deconstructible
class RandomName:
    """Nothing of the client's file name reaches a path, except the extension."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, instance, filename):
        return f"{self.folder}/{secrets.token_hex(12)}.{extension_of(filename)}"

    def __eq__(self, other):
        return isinstance(other, RandomName) and self.folder == other.folder


class DocumentField(models.FileField):
    def __init__(self, *args, folder="documents", **kwargs):
        self.folder = folder
        kwargs["upload_to"] = RandomName(folder)
        kwargs["validators"] = [validate_document]
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("upload_to")
        kwargs.pop("validators", None)
        return name, path, args, kwargs | {"folder": self.folder}

    def formfield(self, **kwargs):
        # The client's file name is not kept, so its length does not matter.
        return super().formfield(**{"max_length": None} | kwargs)


# --- Whether everybody can read them -------------------------------------------------------------


def untagged_pdfs(sent: Iterable[ModelForm]) -> Iterator[str]:
    """A hint for each PDF that came with these saved forms and that has no tags.

    All together have the time of one: somebody waits for the page.
    """
    end = monotonic() + SECONDS
    for form in sent:
        for name in form.changed_data:
            upload = form.cleaned_data.get(name)
            if not isinstance(upload, UploadedFile) or (left := end - monotonic()) <= 0:
                continue
            if is_untagged(getattr(form.instance, name), left):
                yield untagged(upload.name)


def untagged(name: str) -> str:
    """Say what is wrong with the PDF of that name, and where help is."""
    return format_html(
        _(
            "“{name}” is stored, but it has no tags: a screen reader cannot tell its headings, "
            'lists and order. <a href="{help}">How to make a tagged PDF</a>'
        ),
        name=name,
        help=reverse("admin:help-page", args=["accessibility"]) + "#tagged-pdfs",
    )


# --- On their way in ----------------------------------------------------------------------------

# Per request, so many files of the largest size, or one file that is so large (the ZIP of a site);
# Django allows a hundred files.
MAX_LARGE_FILES = 10


class CappedUploadHandler(TemporaryFileUploadHandler):
    """Counts and drops what is more than that, so that its form can report the limit.

    Otherwise anybody could fill the disk through the login page, before any form validates. One
    handler receives all files of a request.
    """

    written = 0

    def new_file(self, *args, **kwargs):
        self.is_cut = False
        super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data, start):
        total = self.written + len(raw_data)
        if total > MAX_LARGE_FILES * MAX_BYTES:
            self.is_cut = True
            return
        self.written = total
        super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size):
        """Report a truncated file as too large, never as complete."""
        if self.is_cut:
            file_size = max(file_size, MAX_BYTES + 1)
        return super().file_complete(file_size)


# --- Whether a PDF is tagged ---------------------------------------------------------------------
# Run as a program, it reads the PDF on standard input: a process of its own bounds time and
# memory.

SECONDS, MEMORY = 10, 512 * 1024 * 1024
UNTAGGED = b"untagged"


def is_untagged(stored, seconds: float = SECONDS) -> bool:
    """Of a stored file. True only where it is sure: not where it cannot be read, or is no PDF."""
    if not stored.name.endswith(".pdf"):
        return False
    command = [sys.executable, __file__]
    try:
        with stored.storage.open(stored.name) as file:
            content = file.read()
        done = subprocess.run(command, input=content, capture_output=True, timeout=seconds)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout == UNTAGGED


def main() -> None:
    """Print whether standard input is a PDF that says of itself that it is tagged, and is."""
    from pypdf import PdfReader
    from pypdf.generic import BooleanObject

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    root = PdfReader(io.BytesIO(sys.stdin.buffer.read())).trailer["/Root"]
    marked = root.get("/MarkInfo", {}).get("/Marked", BooleanObject(False)).get_object()
    is_tagged = "/StructTreeRoot" in root and marked == BooleanObject(True)
    sys.stdout.buffer.write(b"tagged" if is_tagged else UNTAGGED)


if __name__ == "__main__":
    main()


# --- Stored files as answers: only of a known kind, and never run by a browser -------------------

logger = logging.getLogger(__name__)

# Shown in place; any other kind is a download.
PICTURES = {"webp": "image/webp"}
DOWNLOADS = {"pdf": "application/pdf"}
# A withdrawn file may stay in a shared cache for so many seconds, not longer.
MAX_AGE = 300

UNREADABLE = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "60",
}


def unchanged(request, path: str) -> HttpResponseBase | None:
    """The 304 of who has the file: it is not opened for that, which means fetched of a bucket."""
    response = get_conditional_response(request, etag=_etag(PurePosixPath(path)))
    return response and _labelled(response, PurePosixPath(path), "")


def answer(path: str, name: str = "") -> HttpResponseBase:
    """The stored file at `path`, which the caller may give out; saved by visitors as `name`.

    404 where it is lost, 503 while the disk or the bucket does not answer.
    """
    try:
        response = FileResponse(default_storage.open(path))
    except (FileNotFoundError, IsADirectoryError):
        raise Http404 from None
    except OSError as error:
        logger.error("The uploads cannot be read: %s", type(error).__name__)
        text = gettext("This file cannot be read just now. Try again later.")
        return HttpResponse(text, status=503, headers=UNREADABLE)
    return _labelled(response, PurePosixPath(path), name)


def _labelled(response, path, name):
    """The type comes from our tables, never from the file. A name is given out only once, so it
    is its own ETag; a picture is not compressed again."""
    suffix = path.suffix[1:]
    kind = PICTURES.get(suffix) or DOWNLOADS.get(suffix, "application/octet-stream")
    disposition = "inline" if suffix in PICTURES else "attachment"
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'{disposition}; filename="{name or path.name}"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Content-Encoding"] = "identity"
    response.headers["ETag"] = _etag(path)
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response


def _etag(path):
    return f'"{path.stem}"'
