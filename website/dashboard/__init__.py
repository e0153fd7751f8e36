"""The front page of the admin: one's own record at a glance, and what there is to do.

What it shows of papers comes from publications, which fills these lists in ready(). Each entry is
asked with the account that looks and the researcher whose record is shown: it must say nothing
that this account may not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from profiles.models import Researcher


@dataclass(frozen=True)
class Shelf:
    """A kind of row to be counted: `rows(researcher)`, and the admin's list of them."""

    name: str
    label: str
    listing: str
    rows: Callable[[Researcher], QuerySet]


@dataclass(frozen=True)
class Notice:
    """Something to know, with the page that tells more."""

    text: str
    url: str
    is_question: bool = False


@dataclass(frozen=True)
class Action:
    label: str
    url: str


@dataclass(frozen=True)
class Step:
    """One thing that a page should have before it is published."""

    text: str
    url: str
    is_done: bool


@dataclass(frozen=True)
class Box:
    """A small form of its own: its template, and what that needs."""

    template: str
    context: Callable[[object, Researcher], dict]


Ask = Callable[[object, "Researcher"], Iterable]

shelves: list[Shelf] = []
notices: list[Ask] = []
actions: list[Ask] = []
steps: list[Ask] = []
boxes: list[Box] = []
