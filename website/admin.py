"""Registers the admin of pictures."""

from website import picture_admin  # noqa: F401 registers itself
