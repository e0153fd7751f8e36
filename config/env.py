"""Typed readers of environment variables. They fail loudly, and name the variable."""

import os

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
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
