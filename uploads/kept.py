"""Files of a form that was refused, kept for an hour for the account that sent them.

They lie below DATA, outside of what is served, and are named by a word that only the form knows. Of
each account there are at most MOST_BYTES; a file for which there is no room is not kept.
"""

import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile

MOST_BYTES = 60 * 1024 * 1024
LIFETIME = 3600  # seconds
TOKEN = re.compile(r"[0-9a-f]{32}")


def _folder(user) -> Path:
    return settings.DATA_DIR / "kept" / str(user.pk)


def keep(user, upload: UploadedFile) -> str:
    """Return the word by which `user` gets the file back, "" where it could not be kept."""
    sweep()
    folder, token = _folder(user), secrets.token_hex(16)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if upload.size + sum(file.stat().st_size for file in folder.iterdir()) > MOST_BYTES:
            return ""
        with (folder / token).open("xb") as file:
            upload.seek(0)
            file.writelines(upload.chunks())
    except OSError:  # a full disk
        forget(user, [token])
        return ""
    return token


def find(user, token: str, name: str) -> SimpleUploadedFile | None:
    """Return the file that `user` sent under `name`; None where it is gone."""
    sweep()
    with suppress(OSError):
        if TOKEN.fullmatch(token):
            return SimpleUploadedFile(name, (_folder(user) / token).read_bytes(), content_type=None)
    return None


def forget(user, tokens) -> None:
    """Delete what `user` does not need any more."""
    for token in filter(TOKEN.fullmatch, tokens):
        with suppress(OSError):
            (_folder(user) / token).unlink(missing_ok=True)


def sweep() -> None:
    """Delete what is older than LIFETIME, whoever's it is."""
    oldest = time.time() - LIFETIME
    for file in (settings.DATA_DIR / "kept").glob("*/*"):
        with suppress(OSError):  # another process was faster
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)
