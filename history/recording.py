"""Writing versions down, and away again."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, Model, QuerySet
from django.utils import timezone

from history import snapshots
from history.models import Revision
from history.versioned import Kind, kind_of
from profiles.models import Researcher

# The newest of each row that are kept. docs/write.md says so.
KEPT = 50
Action = Revision.Action


def revisions_of(row: Model) -> QuerySet[Revision]:
    """Newest first."""
    return Revision.objects.filter(kind=row._meta.label_lower, object_id=row.pk)


def seen(row: Model) -> tuple[dict, str]:
    """How `row` is stored now, and its digest: what a form that shows it was opened on."""
    kind = kind_of(row)
    state = snapshots.take(kind, row.pk)
    return state, snapshots.digest(kind, state)


def remember(row: Model) -> None:
    """Before `row` is changed: keeps how it stands, unless its newest version says so already."""
    kind = kind_of(row)
    if kind is None or row.pk is None:
        return
    state, digest = seen(row)
    if _newest_digest(row) != digest:
        when = getattr(row, "updated_at", None) or timezone.now()
        _write(kind, row, state, digest, action=Action.FOUND, made_at=when)


def record(row: Model, user, action: str = Action.CHANGED) -> Revision | None:
    """After `row` was saved, or before it is deleted. None where nothing differs."""
    kind = kind_of(row)
    if kind is None or (kind.owner == "pk" and action == Action.DELETED):
        return None  # a person who goes takes their versions along
    state, digest = seen(row)
    if action == Action.CHANGED and _newest_digest(row) == digest:
        return None
    revision = _write(kind, row, state, digest, action=action, user=user)
    drop_oldest(revisions_of(row))
    return revision


@contextmanager
def following(user, *rows: Model) -> Iterator[None]:
    """Versions of `rows` before and after what is done to them, or to what hangs on them, inside.

    For changes that no form makes; rows without a history are passed over.
    """
    with transaction.atomic():
        for row in rows:
            remember(row)
        yield
        for row in rows:
            record(row, user)


def forget(researcher: Researcher) -> None:
    """Every version of everything on the record: of a person who leaves, nothing is kept.

    Deleting the researcher does the same by itself; the versions of papers that colleagues
    brought and the person edited keep the text, and lose the name with the account.
    """
    researcher.revisions.all().delete()


def prune(days: int) -> int:
    """Deletes versions older than `days`, but each row's newest unless that is its deletion.

    Returns how many.
    """
    old = Revision.objects.filter(made_at__lt=timezone.now() - timedelta(days=days))
    rows = Revision.objects.order_by("kind", "object_id")
    ids = rows.values("kind", "object_id").annotate(last=Max("pk")).values("last")
    living = Revision.objects.filter(pk__in=ids).exclude(action=Action.DELETED)
    return old.exclude(pk__in=living.values("pk")).delete()[0]


def _newest_digest(row):
    return revisions_of(row).values_list("digest", flat=True).first()


def _write(kind: Kind, row, state, digest, **values):
    return Revision.objects.create(
        kind=kind.name,
        object_id=row.pk,
        researcher_id=kind.researcher_id(row),
        name=str(row)[:300],
        state=state,
        digest=digest,
        **values,
    )


def drop_oldest(versions: QuerySet[Revision]) -> None:
    """Of one row, newest first: those that are too many."""
    old = list(versions.values_list("pk", flat=True)[KEPT : KEPT + 50])
    if old:
        Revision.objects.filter(pk__in=old).delete()
