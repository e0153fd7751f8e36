"""Writing versions down, of rows and of the orders of lists, and away again."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from history import snapshots
from history.models import Revision, VersionedModel

# The newest of each row that are kept. docs/write.md says so.
KEPT = 50
Action = Revision.Action


def revisions_of(row: Model) -> QuerySet[Revision]:
    """Return the versions of a row, newest first."""
    return Revision.objects.filter(kind=row._meta.label_lower, object_id=row.pk)


def with_previous(
    shown: list[Revision], revisions: QuerySet[Revision]
) -> list[tuple[Revision, Revision | None]]:
    """Each of a page of `revisions`, newest first, beside the one before it."""
    if not shown:
        return []
    older = revisions.filter(pk__lt=shown[-1].pk).first()
    return list(zip(shown, [*shown[1:], older], strict=True))


def save_baseline(row: Model) -> None:
    """Before `row` is changed: keeps how it stands, unless its newest version says so already."""
    if not isinstance(row, VersionedModel) or row.pk is None:
        return
    state = snapshots.take(row)
    digest = snapshots.digest(type(row), state)
    if _newest_digest(revisions_of(row)) != digest:
        when = getattr(row, "updated_at", None) or timezone.now()
        _save(row, state, digest, action=Action.BASELINE, made_at=when)


def save_revision(row: Model, user, action: str = Action.CHANGED) -> Revision | None:
    """After `row` was saved, or before it is deleted. None where nothing differs."""
    if not isinstance(row, VersionedModel):
        return None
    if row.record_field == "pk" and action == Action.DELETED:
        return None  # a person who goes takes their versions along
    state = snapshots.take(row)
    digest = snapshots.digest(type(row), state)
    if action == Action.CHANGED and _newest_digest(revisions_of(row)) == digest:
        return None
    return _save(row, state, digest, action=action, user=user)


@contextmanager
def track_changes(user, *rows: Model) -> Iterator[None]:
    """Versions of `rows` before and after what is done to them, or to what hangs on them, inside.

    For changes that no form makes; rows without versions are passed over.
    """
    with transaction.atomic():
        for row in rows:
            save_baseline(row)
        yield
        for row in rows:
            save_revision(row, user)


def save_many(rows: QuerySet, action: str, user=None) -> None:
    """Versions of some hundred rows of one model, unless their newest say so already; four
    queries at most, and one for each kind of row below them.
    """
    model, rows = rows.model, rows.in_bulk()
    if not rows:
        return
    revisions = Revision.objects.filter(kind=model._meta.label_lower, object_id__in=rows)
    keys, newest, made = defaultdict(list), {}, []
    for key, pk, digest in revisions.order_by("pk").values_list("pk", "object_id", "digest"):
        keys[pk].append(key)
        newest[pk] = digest
    for pk, state in snapshots.take_all(model, list(rows), model.get_inlines()).items():
        digest = snapshots.digest(model, state)
        if newest.get(pk) != digest:
            when = rows[pk].updated_at if action == Action.BASELINE else timezone.now()
            values = _values(rows[pk], state, digest)
            made.append(Revision(**values, action=action, user=user, made_at=when))
    Revision.objects.bulk_create(made)
    if old := [key for version in made for key in keys[version.object_id][: 1 - KEPT]]:
        Revision.objects.filter(pk__in=old).delete()


def _newest_digest(versions):
    return versions.values_list("digest", flat=True).first()


def _save(row, state, digest, **values):
    return _create(**_values(row, state, digest), **values)


def _values(row, state, digest):
    owner = row.record_field
    return {
        "kind": row._meta.label_lower,
        "object_id": row.pk,
        "researcher_id": getattr(row, owner if owner == "pk" else f"{owner}_id") if owner else None,
        "name": str(row)[:300],
        "state": state,
        "digest": digest,
    }


def _create(*, kind, object_id, **values):
    """Deletes the oldest versions of the row where there are too many."""
    row = {"kind": kind, "object_id": object_id}
    revision = Revision.objects.create(**row, **values)
    if old := list(Revision.objects.filter(**row).values_list("pk", flat=True)[KEPT : KEPT + 50]):
        Revision.objects.filter(pk__in=old).delete()
    return revision


# --- The order of a list --------------------------------------------------------------------------


@dataclass(frozen=True)
class ListOrder:
    """How a list on one record stands: in which order, and with which ticks.

    An order is a choice about a list, and no text of any row: a version of each of twenty awards,
    for one that was dragged, would bury the rest. `model` ("profiles.award") and `label` name the
    list; `get_state(researcher)` is {"order": [key, …], "on": [key, …], "hidden": [key, …],
    "by_hand": true}.
    """

    SUFFIX = "/order"

    model: str
    label: str
    get_state: Callable[[Model], dict]

    @property
    def kind(self) -> str:
        return self.model + self.SUFFIX

    def revisions(self, researcher: Model) -> QuerySet[Revision]:
        """Return the versions of this list of a researcher, newest first."""
        return Revision.objects.filter(kind=self.kind, object_id=researcher.pk)

    def digest(self, researcher: Model) -> str:
        return snapshots.digest_of(self.get_state(researcher))

    @contextmanager
    def track_changes(self, researcher: Model, user, action: str = Action.CHANGED) -> Iterator:
        """Versions of the list before and after what is done inside, in one transaction."""
        with transaction.atomic():
            self._save(researcher, Action.BASELINE)
            yield
            self._save(researcher, action, user)

    def _save(self, researcher, action, user=None):
        state = self.get_state(researcher)
        digest = snapshots.digest_of(state)
        if _newest_digest(self.revisions(researcher)) != digest:
            _create(
                kind=self.kind,
                object_id=researcher.pk,
                researcher=researcher,
                name=str(self.label),
                state=state,
                digest=digest,
                action=action,
                user=user,
            )
