"""How far a request is that takes a while, for the page that waits for it, and its Cancel."""

import time
from contextlib import suppress

from django.core.cache import caches
from django.utils.translation import gettext_lazy

# Seconds between two notes of how far an import is, and until that of a killed request goes.
PAUSE = 0.25
ABANDONED = 3600


class Cancelled(Exception):  # noqa: N818 - says what the work is
    """Its user pressed Cancel; the text says what had been done by then."""


CANCELLED = {
    "asking": gettext_lazy("Cancelled. Answers by then: %(done)s; nothing of them is stored."),
    "reading": gettext_lazy("Cancelled while it was read; nothing is stored."),
    "planning": gettext_lazy("Cancelled while it was compared; nothing is imported."),
    "writing": gettext_lazy("Cancelled while it was imported; all is as it was before."),
}


class Progress:
    """How far a request is, and whether its page wishes that it ends: in the cache that all
    processes share.

    `token`: a UUID, so that the key is nobody else's to guess.
    """

    def __init__(self, user, token):
        self.key = f"progress:{user.pk}:{token}"
        self.stop = f"{self.key}:stop"
        self.stage, self.last = "", 0.0

    def at(self, stage: str) -> "Progress":
        """A new stage: asking, reading, planning or writing. Returns itself, as a callback."""
        self.stage, self.last = stage, 0.0
        self(0, 0)
        return self

    def __call__(self, done: int, total: int = 0) -> None:
        """Raises Cancelled."""
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last, is_cancelled = now, False
            state = {"stage": self.stage, "done": done, "total": total}
            with suppress(OSError):  # a bar is no reason for an import to fail
                caches["counts"].set(self.key, state, ABANDONED)
                is_cancelled = caches["counts"].get(self.stop, False)
            if is_cancelled:
                raise Cancelled(CANCELLED[self.stage] % {"done": done})

    def cancel(self) -> None:
        """From another request; where nothing is under way, it is as if nobody had pressed."""
        with suppress(OSError):
            if self.read():
                caches["counts"].set(self.stop, True, ABANDONED)

    def __enter__(self) -> "Progress":
        with suppress(OSError):
            caches["counts"].delete(self.stop)  # of a request that was killed
        return self

    def __exit__(self, *error) -> None:
        with suppress(OSError):
            caches["counts"].delete_many([self.key, self.stop])

    def read(self) -> dict:
        with suppress(OSError):
            return caches["counts"].get(self.key) or {}
        return {}
