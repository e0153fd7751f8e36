"""The secret key: from the environment, else a random one made once beside the data."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

MIN_LENGTH = 50


def load(path: Path) -> str:
    """VITAE_SECRET_KEY, else the key in `path`, made at the first start (mode 0600)."""
    key = os.environ.get("VITAE_SECRET_KEY") or _stored(path) or _make(path)
    if len(key) < MIN_LENGTH or "insecure" in key:
        raise ImproperlyConfigured(
            f"The secret key is too weak: give VITAE_SECRET_KEY at least {MIN_LENGTH} random "
            f"characters, or unset it and delete {path} to have one made."
        )
    return key


def _stored(path: Path) -> str:
    try:
        if path.stat().st_mode & 0o077:
            raise ImproperlyConfigured(f"{path} can be read by others. Run: chmod 600 {path}")
        return path.read_text().strip()
    except FileNotFoundError:
        return ""


def _make(path: Path) -> str:
    """Two servers may start at once on an empty folder: linking lets exactly one key win whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return _stored(path)
