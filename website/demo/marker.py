"""What the demo brought, remembered in the data folder so that exactly that can be taken away.

The note names the database it is about: a database begun anew is not the one it speaks of.
"""

import json

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder

LOADED, REMOVED = "loaded", "removed"


def path():
    return settings.DATA_DIR / "demo.json"


def read() -> dict:
    """{"state": "loaded" or "removed", "rows": {model label: [keys]}}, or {} for a new database."""
    try:
        note = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if note.get("database") == _database() else {}


def write(state: str, rows: dict) -> None:
    path().parent.mkdir(parents=True, exist_ok=True)
    note = {"state": state, "database": _database(), "rows": rows}
    fresh = path().with_suffix(".new")
    fresh.write_text(json.dumps(note, indent=1), encoding="utf-8")
    fresh.replace(path())


def _database():
    """When the database was begun: the moment of its first migration."""
    applied = MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True)
    first = applied.first()
    return first.isoformat() if first else ""
