"""How a list on one record stood: in which order, and with which ticks. Its versions are its own.

An order is a choice about a list, and no text of any row: a version of each of twenty awards, for
one that was dragged, would bury the rest. The state of a list:

{"order": [key, …], "on": [key, …], "hidden": [key, …], "by_hand": true}
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from history.models import Revision
from history.recording import Action, drop_oldest
from profiles.models import Researcher

SUFFIX = "/order"


@dataclass(frozen=True)
class Order:
    """`of`: "profiles.award"; `label`: what the list is called; `state(researcher)` as above."""

    of: str
    label: str
    state: Callable[[Researcher], dict]

    @property
    def kind(self) -> str:
        return self.of + SUFFIX

    def versions(self, researcher: Researcher) -> QuerySet[Revision]:
        """Newest first."""
        return Revision.objects.filter(kind=self.kind, object_id=researcher.pk)

    @contextmanager
    def followed(self, researcher: Researcher, user, action: str = Action.CHANGED) -> Iterator:
        """Keeps how the list stands before and after what is done inside, in one transaction."""
        with transaction.atomic():
            self._keep(researcher, Action.FOUND)
            yield
            self._keep(researcher, action, user)

    def _keep(self, researcher, action, user=None):
        state, versions = self.state(researcher), self.versions(researcher)
        if versions.values_list("digest", flat=True).first() == digest(state):
            return
        Revision.objects.create(
            kind=self.kind,
            object_id=researcher.pk,
            researcher=researcher,
            name=str(self.label)[:300],
            state=state,
            digest=digest(state),
            action=action,
            user=user,
        )
        drop_oldest(versions)


def digest(state: dict) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def is_order(revision: Revision) -> bool:
    return revision.kind.endswith(SUFFIX)
