"""The apps of the project, from the top down: each imports only from those after it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APPS = (
    *("config", "exchange", "website", "accounts"),
    *("publications", "profiles", "history", "uploads"),
)
