"""What the disk of the site may do to a request: it is full, damaged, or another's."""

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from django.conf import settings
from django.contrib.messages.storage import default_storage
from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

logger = logging.getLogger(__name__)

FULL = gettext_lazy("The disk of this site is full.")
READ_ONLY = gettext_lazy("The disk of this site cannot be written just now.")
# Of the system; of SQLite (https://sqlite.org/rescode.html); of PostgreSQL, by its SQLSTATE.
TEXTS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EROFS: READ_ONLY}
SQLITE_TEXTS = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: READ_ONLY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
}
SQLSTATE_TEXTS = {"53100": FULL, "25006": READ_ONLY}
# The connection, a server that stops or starts, and one that has all the clients it takes.
UNREACHABLE = ("08", "57P", "53300")


class StorageError(NamedTuple):
    """What to answer when storage fails: 507 (Insufficient Storage) or 503, and a text."""

    status: int
    text: str


def storage_error(error: BaseException | None) -> StorageError | None:
    """What it means for a visitor, where `error`, or what led to it, is of a disk; else None."""
    while error is not None:
        text = (
            (isinstance(error, OSError) and TEXTS.get(error.errno))
            or SQLITE_TEXTS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
            or SQLSTATE_TEXTS.get(getattr(error, "sqlstate", None))
        )
        if text:
            return StorageError(507 if text is FULL else 503, str(text))
        error = error.__cause__ or error.__context__
    return None


def log_storage_error(request, error: BaseException) -> StorageError:
    """The same, with a line in the log; any other error is raised.

    Messages are dropped: the admin says that it was saved before it commits.
    """
    problem = storage_error(error)
    if problem is None:
        raise error
    if hasattr(request, "_messages"):
        request._messages = default_storage(request)
    logger.error("%s %s %s (%s)", request.method, request.path, problem.text, error)
    return problem


def set_status(response, problem: StorageError):
    """The response with the status of `problem`, which stands in the log already."""
    response.status_code, response._has_been_logged = problem.status, True
    if problem.status == 503:
        response.headers["Retry-After"] = "60"
    return response


def describe_damage(error: BaseException | None) -> str:
    """The one clear line where `error`, one of Django's, says that the file is damaged, else ""."""
    code = getattr(getattr(error, "__cause__", None), "sqlite_errorcode", 0)
    # The lower byte is SQLite's primary result code: https://sqlite.org/rescode.html
    if code & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return ""
    return _(
        "The database %(file)s is damaged (%(error)s). Stop the site, keep the file aside, and put "
        "a backup in its place: manage.py restore FILE"
    ) % {"file": connection.settings_dict["NAME"], "error": error}


def describe_unreachable(error: BaseException | None) -> str:
    """The one clear line where `error` says that the database's server does not answer, else ""."""
    while error is not None:
        cause = error.__cause__
        if isinstance(error, OperationalError | InterfaceError) and not isinstance(
            cause, sqlite3.Error
        ):
            state = getattr(cause, "sqlstate", None)
            if state is None or state.startswith(UNREACHABLE):
                reason = " ".join(str(error).split())
                return _("The database does not answer (%(error)s).") % {"error": reason}
        error = cause or error.__context__
    return ""


def describe_missing(error: BaseException | None) -> str:
    """The one clear line where `error` says that there are no tables yet, else ""."""
    while error is not None:
        is_sqlite = isinstance(error, sqlite3.Error)
        # 42P01: https://www.postgresql.org/docs/current/errcodes-appendix.html
        is_missing = (
            str(error).startswith(("no such table", "no such column"))
            if is_sqlite
            else (getattr(error, "sqlstate", None) in ("42P01", "42703"))
        )
        if is_missing:
            return _(
                "The database is not ready yet (%(error)s): run “make run” or “manage.py migrate” "
                "first."
            ) % {"error": str(error).splitlines()[0]}
        error = error.__cause__ or error.__context__
    return ""


# --- One process at a time -----------------------------------------------------------------------

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: there, take care that no two run at once
    flock = None


CAN_LOCK = flock is not None


class Busy(Exception):  # noqa: N818 - says how it is, and is no fault
    """Another process or thread is at it."""


@contextmanager
def one_at_a_time(name: str, *, waits: bool = False) -> Iterator[None]:
    """Among all that hold this file of the data folder; it is let go of if the process dies, too.

    Raises Busy where another has it, unless one `waits`. Where the disk takes no file, or no lock,
    each may go on.
    """
    with ExitStack() as stack:
        file = None
        with suppress(OSError):
            path = settings.DATA_DIR / name
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.open("a"))
        if file:
            try:
                lock(file.fileno(), waits=waits)
            except BlockingIOError:
                raise Busy from None
            except OSError:  # such as ENOLCK of a network's disk
                pass
        yield


def lock(handle: int, *, waits: bool = False) -> None:
    """Until the open file is closed; BlockingIOError where another has it, unless one `waits`."""
    if CAN_LOCK:
        flock(handle, LOCK_EX if waits else LOCK_EX | LOCK_NB)
