"""What is missing, stale or broken on one researcher's record, each with the field that mends it.

Nothing here changes anything, but `dismiss`.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse

from profiles.models import Researcher
from website.checks import content, links, papers
from website.checks.record import Check, Issue, Record
from website.models import Dismissal

# In the order in which the dashboard shows them.
CHECKS = [
    content.DAMAGED,
    links.MISTAKEN,
    links.UNREACHABLE,
    content.REFERENCES,
    content.PICTURES,
    content.PASSED,
    content.OVERTAKEN,
    *papers.CHECKS,
]
SHOWN_AT_MOST = 5


@dataclass
class IssueGroup:
    """The issues of one check, without those that were dismissed."""

    check: Check
    issues: list[Issue]

    @property
    def count(self) -> int:
        return len(self.issues)

    @property
    def shown(self) -> list[tuple[str, Issue]]:
        """The first few, each with its key."""
        return self._with_keys(self.issues[:SHOWN_AT_MOST])

    @property
    def more(self) -> list[tuple[str, Issue]]:
        """The rest, where no list of the admin shows them."""
        return self._with_keys([] if self.check.listing else self.issues[SHOWN_AT_MOST:])

    def _with_keys(self, issues):
        return [(issue.key(self.check.name), issue) for issue in issues]

    @property
    def url(self) -> str:
        return f"{reverse(self.check.listing)}?{self.check.query}" if self.check.listing else ""

    @property
    def left_out(self) -> int:
        return max(self.count - SHOWN_AT_MOST, 0) if self.check.listing else 0


def find_issues(researcher: Researcher, today: datetime.date) -> list[IssueGroup]:
    """What there is to mend, check by check; a fixed number of queries."""
    record = Record(researcher, today)
    dismissed = set(researcher.dismissals.values_list("key", flat=True))
    groups = [
        IssueGroup(check, [i for i in check.find(record) if i.key(check.name) not in dismissed])
        for check in CHECKS
    ]
    return [group for group in groups if group.issues]


def dismiss(researcher: Researcher, key: str) -> None:
    """ "Not a problem": the issue is not shown again."""
    Dismissal.objects.get_or_create(researcher=researcher, key=key[:200])
