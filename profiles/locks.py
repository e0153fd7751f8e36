"""What one process, or one thread, of this machine does at a time."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from django.conf import settings

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
