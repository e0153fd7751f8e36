"""Typed readers of environment variables. They fail loudly, and name the variable."""

import os
import re
import secrets
import stat
import zoneinfo
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import dj_database_url
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}
MIN_KEY_LENGTH = 50
MIN_TOKEN_LENGTH = 20


def text(name: str, default: str = "") -> str:
    """Return the variable `name` without outer blanks."""
    return os.environ.get(name, default).strip()


def boolean(name: str) -> bool:
    """Yes or no, in the usual words for either; no where it is not set."""
    value = os.environ.get(name, "0")
    if value.strip().lower() in TRUE:
        return True
    if value.strip().lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is not yes or no. Write 1 or 0.")


def integer(name: str, default: int = 0) -> int:
    """How many; yes is one, and no is none."""
    value = text(name, str(default)).lower()
    if value.isdecimal():
        return int(value)
    try:
        return int(boolean(name))
    except ImproperlyConfigured:
        raise ImproperlyConfigured(f"{name}={value!r} is no number. Write 0, 1, 2 ...") from None


def comma_separated(name: str, default: str = "") -> list[str]:
    """A comma-separated list; blanks and empty places are dropped."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def languages(name: str, default: str) -> list[tuple[str, str]]:
    """Django's LANGUAGES from comma-separated codes such as "de,en"; the first is the site's own.

    Names are those of Django's own catalogue, which is translated into each of them.
    """
    codes = [code.lower() for code in comma_separated(name, default)]
    for code in codes:
        if code not in LANG_INFO or "name" not in LANG_INFO[code]:
            raise ImproperlyConfigured(
                f"{name}: {code!r} is no language that Django knows. Write codes such as pt-br."
            )
    if not codes:
        raise ImproperlyConfigured(f"{name} names no language. Write at least one, such as en.")
    return [(code, gettext_lazy(LANG_INFO[code]["name"])) for code in dict.fromkeys(codes)]


def named_address(name: str) -> dict[str, str]:
    """ "CC BY 4.0 https://creativecommons.org/licenses/by/4.0/" as its name and its URL, if any."""
    words, _blank, url = text(name).rpartition(" ")
    if not url.startswith(("http://", "https://")):
        words, url = text(name), ""
    return {"name": words or url, "url": url} if words or url else {}


def contacts(name: str) -> list[str]:
    """Comma-separated mailto:, https: or tel: addresses; a bare e-mail address is a mailto:."""
    values = comma_separated(name)
    urls = [f"mailto:{value}" if "@" in value and ":" not in value else value for value in values]
    for url in urls:
        if not url.startswith(("mailto:", "https://", "tel:")):
            raise ImproperlyConfigured(f"{name}: {url!r} is no mailto:, https: or tel: address.")
    return urls


def segment(name: str, default: str) -> str:
    """One part of a path, of small letters, digits and hyphens; slashes around it are dropped."""
    value = text(name, default).strip("/") or default
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", value):
        raise ImproperlyConfigured(
            f"{name}={value!r} is no path. Write small letters, digits and hyphens, such as office."
        )
    return value


def token(name: str) -> str:
    """A secret that programs send, of at least 20 characters, or ""."""
    value = text(name)
    if value and len(value) < MIN_TOKEN_LENGTH:
        raise ImproperlyConfigured(
            f"{name} is too short: give it at least {MIN_TOKEN_LENGTH} random characters."
        )
    return value


def files(name: str) -> list[str]:
    """A comma-separated list of files that are there."""
    for path in (paths := comma_separated(name)):
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


def mail(name: str, default: str = "") -> dict:
    """Django's settings of the mail server at a URL; none at all where there is no URL.

    smtp://user:password@host:587 is encrypted by STARTTLS (not with ?tls=0), smtps://host:465 from
    the start; console: prints. ?from= names the sender where the user's name is no address.
    """
    value = text(name, default)
    if not value:
        return {}
    try:
        url = urlsplit(value)
        if url.scheme == "console":
            return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
        query, user = dict(parse_qsl(url.query)), unquote(url.username or "")
        sender, at_once = query.get("from", user), url.scheme == "smtps"
        if url.scheme not in ("smtp", "smtps") or not url.hostname or "@" not in sender:
            raise ValueError
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": url.hostname,
            "EMAIL_PORT": url.port or (465 if at_once else 587),
            "EMAIL_HOST_USER": user,
            "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
            "EMAIL_USE_SSL": at_once,
            "EMAIL_USE_TLS": not at_once and query.get("tls", "1").lower() not in FALSE,
            "EMAIL_TIMEOUT": 10,
            "DEFAULT_FROM_EMAIL": sender,
        }
    except ValueError:
        # Not the parser's own message: it may hold the password.
        raise ImproperlyConfigured(
            f"{name} is no mail server. Write it like "
            "smtp://user:password@host:587?from=vitae@example.org."
        ) from None


def secret_key(name: str, path: Path) -> str:
    """The value of `name`, else the key in `path`, made at the first start (mode 0600)."""
    key = os.environ.get(name)
    if not key:
        if not path.exists():
            # Two servers may start at once on an empty folder: by linking, one key wins whole.
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
            new = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "w") as file:
                file.write(secrets.token_urlsafe(50))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        if path.stat().st_mode & 0o077:
            raise ImproperlyConfigured(f"{path} can be read by others. Run: chmod 600 {path}")
        key = path.read_text().strip()
    if len(key) < MIN_KEY_LENGTH or "insecure" in key:
        raise ImproperlyConfigured(
            f"The secret key is too weak: give {name} at least {MIN_KEY_LENGTH} random "
            f"characters, or unset it and delete {path} to have one made."
        )
    return key


# --- The data folder -----------------------------------------------------------------------------

HOME = Path(os.path.expanduser("~"))
OTHERS = 0o077  # what a mode allows to anybody but the owner


def open_to_others(paths: Iterable[Path]) -> Iterator[Path]:
    """Those that other accounts of this machine may read, write or enter; links are passed over."""
    for path in paths:
        with suppress(OSError):  # gone meanwhile, or in a folder that is not ours to enter
            if not path.is_symlink() and path.stat().st_mode & OTHERS:
                yield path


def everything_in(folder: Path) -> Iterator[Path]:
    """The folder itself, and all below it; links are not followed."""
    yield folder
    for parent, folders, names in os.walk(folder):
        yield from (Path(parent, name) for name in (*sorted(folders), *sorted(names)))


def close_to_others(folder: Path) -> None:
    """Make the folder, and take all rights to it from other accounts: 0700, and 0600 for files.

    All in it is gone through only where it, or something right in it, was open. What cannot be
    closed, being another account's or on a file system without modes, stays: see `check --deploy`.
    So does a folder that is not Vitae's alone: /tmp, or one that this code or a home lies in.
    """
    with suppress(OSError):  # a folder that cannot be made is said by whoever needs it
        folder.mkdir(parents=True, exist_ok=True)
        is_sticky = folder.stat().st_mode & stat.S_ISVTX
        if is_sticky or {folder.resolve()} & {*Path(__file__).parents, *HOME.parents, HOME}:
            return
        top = [folder, *folder.iterdir()]
        wrong = list(open_to_others(top))
        _close(wrong)
        if wrong and not any(open_to_others(wrong)):
            _close(open_to_others(everything_in(folder)))


def _close(paths):
    for path in paths:
        with suppress(OSError):
            os.chmod(path, stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
