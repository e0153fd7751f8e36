"""What an uploaded document must be: a PDF or slides, named by the server."""

import secrets

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

MAX_BYTES = 50 * 1024 * 1024
# Extension -> how such a file begins. OOXML and OpenDocument are zip archives.
SIGNATURES = {"pdf": b"%PDF-", "pptx": b"PK\x03\x04", "odp": b"PK\x03\x04", "zip": b"PK\x03\x04"}


def extension_of(name: str) -> str:
    return name.rpartition(".")[2].lower()


def validate_document(file) -> None:
    """Refuses what is too large, of another kind, or not what its name says."""
    upload = getattr(file, "file", file)
    if not isinstance(upload, UploadedFile):
        return
    if upload.size > MAX_BYTES:
        raise ValidationError(_("The file is larger than 50 MB. Link to it instead."))
    signature = SIGNATURES.get(extension_of(upload.name))
    upload.seek(0)
    begins = upload.read(8)
    upload.seek(0)
    if signature is None or not begins.startswith(signature):
        raise ValidationError(_("Upload a PDF, PPTX, ODP or ZIP file. This is none of them."))


@deconstructible
class ServerName:
    """A random name: nothing of the client's name reaches a path."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, instance, filename):
        return f"{self.folder}/{secrets.token_hex(12)}.{extension_of(filename)}"

    def __eq__(self, other):
        return isinstance(other, ServerName) and self.folder == other.folder


class DocumentField(models.FileField):
    def __init__(self, *args, folder="documents", **kwargs):
        self.folder = folder
        kwargs["upload_to"] = ServerName(folder)
        kwargs["validators"] = [validate_document]
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("upload_to")
        kwargs.pop("validators", None)
        return name, path, args, kwargs | {"folder": self.folder}
