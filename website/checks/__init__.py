"""What is missing, stale or broken on one researcher's record, each with the field that mends it.

Nothing here changes anything. An app adds the rows it owns to `record.sources`, and what may be
wrong with them to `kinds`; publications does both in ready().
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2s

from django.urls import reverse

from profiles.models import Researcher
from website.checks.record import Record, Written
from website.models import Dismissal

SHOWN_AT_MOST = 5


@dataclass(frozen=True)
class Finding:
    """One row: what it is about, what is to be seen of it, and where it is mended.

    `place` names the row and the column; with `detail` it is what a dismissal remembers, so that
    another mistake in the same place is told again.
    """

    place: str
    subject: str
    url: str
    detail: str = ""
    repaired: str = ""
    source: Written | None = None

    def key(self, kind: str) -> str:
        digest = blake2s(self.detail.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"{kind}:{self.place}:{digest}"[:200]


@dataclass(frozen=True)
class Kind:
    """A question asked of a record. `listing`, `query`: the admin's list of all rows with it."""

    name: str
    heading: str
    advice: str
    find: Callable[[Record], Iterable[Finding]]
    place: int = 100
    listing: str = ""
    query: str = ""


@dataclass
class Group:
    """The findings of one kind, without those that were dismissed."""

    kind: Kind
    findings: list[Finding] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.findings)

    @property
    def shown(self) -> list[tuple[str, Finding]]:
        """The first few, each with its key."""
        return [(row.key(self.kind.name), row) for row in self.findings[:SHOWN_AT_MOST]]

    @property
    def more(self) -> list[tuple[str, Finding]]:
        """The rest, where no list of the admin shows them."""
        rest = [] if self.kind.listing else self.findings[SHOWN_AT_MOST:]
        return [(row.key(self.kind.name), row) for row in rest]

    @property
    def url(self) -> str:
        return f"{reverse(self.kind.listing)}?{self.kind.query}" if self.kind.listing else ""

    @property
    def left_out(self) -> int:
        return max(self.count - SHOWN_AT_MOST, 0) if self.kind.listing else 0


kinds: list[Kind] = []


def register(kind: Kind) -> None:
    kinds.append(kind)
    kinds.sort(key=lambda known: known.place)


def of(researcher: Researcher, today: datetime.date) -> list[Group]:
    """What there is to mend, kind by kind; a fixed number of queries."""
    record = Record(researcher, today)
    dismissed = set(researcher.dismissals.values_list("key", flat=True))
    groups = [Group(kind, _left(kind, record, dismissed)) for kind in kinds]
    return [group for group in groups if group.findings]


def _left(kind, record, dismissed):
    return [row for row in kind.find(record) if row.key(kind.name) not in dismissed]


def dismiss(researcher: Researcher, key: str) -> None:
    """ "Not a problem": the row is not shown again."""
    Dismissal.objects.get_or_create(researcher=researcher, key=key[:200])
