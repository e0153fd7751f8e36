"""How far a long request has come, for the bar on the page that waits for it.

A small file beside the data: another worker can read it, and no database lock is in its way.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

# Seconds between two writes, and after which a file that a killed request left is swept away.
PAUSE = 0.25
ABANDONED = 3600


class Progress:
    """`key` is nobody else's to guess: an account's pk and a UUID."""

    def __init__(self, user, token):
        self.path = Path(settings.DATA_DIR) / "progress" / f"{user.pk}-{token}.json"
        self.stage, self.last = "", 0.0

    def at(self, stage: str) -> "Progress":
        """A new stage: "reading", "planning" or "writing". Returns itself, as a callback."""
        self.stage, self.last = stage, 0.0
        self(0, 0)
        return self

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            self._write({"stage": self.stage, "done": done, "total": total})

    def __enter__(self) -> "Progress":
        self._sweep()
        return self

    def __exit__(self, *error) -> None:
        with suppress(OSError):
            self.path.unlink()

    def read(self) -> dict:
        with suppress(OSError, ValueError):
            return json.loads(self.path.read_text())
        return {}

    def _write(self, state):
        """A bar is no reason for an import to fail."""
        with suppress(OSError):
            self.path.parent.mkdir(exist_ok=True)
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(state))
            os.replace(new, self.path)

    def _sweep(self):
        with suppress(OSError):
            for path in self.path.parent.glob("*"):
                if path.stat().st_mtime < time.time() - ABANDONED:
                    path.unlink()
