"""A file that one process, or one thread, has at a time."""

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: there, take care that no two run at once
    flock = None


CAN_LOCK = flock is not None


def wait_for(handle: int) -> None:
    """Until the open file is closed; as soon as no other has it."""
    if CAN_LOCK:
        flock(handle, LOCK_EX)


def lock(handle: int) -> None:
    """Until the open file is closed; BlockingIOError where another has it."""
    if CAN_LOCK:
        flock(handle, LOCK_EX | LOCK_NB)
