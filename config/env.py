"""Typed readers of environment variables. They fail loudly, and name the variable."""

import os
import zoneinfo
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The value of `name` without outer blanks."""
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    """Yes or no, in the usual words for either."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in TRUE:
        return True
    if value.strip().lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is not yes or no. Write 1 or 0.")


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list; blanks and empty places are dropped."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def contacts(name: str) -> list[str]:
    """Comma-separated mailto:, https: or tel: addresses; a bare e-mail address is a mailto:."""
    found = [f"mailto:{word}" if "@" in word and ":" not in word else word for word in words(name)]
    for contact in found:
        if not contact.startswith(("mailto:", "https://", "tel:")):
            raise ImproperlyConfigured(
                f"{name}: {contact!r} is no mailto:, https: or tel: address."
            )
    return found


def files(name: str) -> list[str]:
    """A comma-separated list of files that are there."""
    for path in (paths := words(name)):
        if not Path(path).is_file():
            raise ImproperlyConfigured(f"{name}: there is no file {path!r}.")
    return paths


def time_zone(name: str, default: str) -> str:
    """A name of the IANA time zone database."""
    zone = text(name, default)
    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        raise ImproperlyConfigured(
            f"{name}={zone!r} is no time zone, such as Asia/Hong_Kong."
        ) from None
    return zone


def database(name: str, default: str, **options) -> dict:
    """Django's settings of the database at a URL such as postgres://user:password@host/name."""
    try:
        return dj_database_url.parse(text(name, default), **options)
    except ValueError as error:
        # Neither the URL nor the parser's own message: both may hold the password.
        raise ImproperlyConfigured(
            f"{name} is no address of a database. Write it like postgres://user:password@host/name."
        ) from error
