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
    if isinstance(row, VersionedModel) and row.pk is not None:
        _save({row.pk: row}, Action.BASELINE)


def save_revision(row: Model, user, action: str = Action.CHANGED) -> Revision | None:
    """After `row` was saved, or before it is deleted. None where nothing differs."""
    if not isinstance(row, VersionedModel):
        return None
    if row.record_field == "pk" and action == Action.DELETED:
        return None  # a person who goes takes their versions along
    made = _save({row.pk: row}, action, user, always=action != Action.CHANGED)
    return made[0] if made else None


@contextmanager
def track_changes(user, *rows: Model, action: str = Action.CHANGED) -> Iterator[None]:
    """Versions of `rows` before and after what is done to them, or to what hangs on them, inside.

    For changes that no form makes; rows without versions are passed over.
    """
    with transaction.atomic():
        for row in rows:
            save_baseline(row)
        yield
        for row in rows:
            save_revision(row, user, action)


@contextmanager
def track_many(rows: QuerySet, user, action: str) -> Iterator[None]:
    """The same for some hundred rows of one model, in the caller's transaction; five queries at
    most before and after, and one for each kind of row below them.
    """
    _save(rows.in_bulk(), Action.BASELINE)
    yield
    _save(rows.in_bulk(), action, user)


def _save(rows: dict[int, Model], action, user=None, *, always=False) -> list[Revision]:
    """Versions of rows of one model as they are stored now."""
    if not rows:
        return []
    model = type(next(iter(rows.values())))
    owner = model.record_field
    column = owner if owner in ("", "pk") else f"{owner}_id"
    states = snapshots.take_all(model, list(rows), model.get_inlines())
    made = [
        Revision(
            kind=model._meta.label_lower,
            object_id=pk,
            researcher_id=getattr(rows[pk], column) if column else None,
            name=str(rows[pk])[:300],
            state=state,
            digest=snapshots.digest(model, state),
            action=action,
            user=user,
            made_at=_moment(rows[pk], action),
        )
        for pk, state in states.items()
    ]
    return _keep(made, always=always) if made else []


def _moment(row, action):
    """How a row stood before it was changed, it has stood since it was changed last."""
    since = getattr(row, "updated_at", None) if action == Action.BASELINE else None
    return since or timezone.now()


def _keep(made: list[Revision], *, always=False) -> list[Revision]:
    """Store versions of one kind, or only those that say something new; the oldest versions of a
    row go where there are too many.
    """
    keys, newest = defaultdict(list), {}
    rows = {"kind": made[0].kind, "object_id__in": [version.object_id for version in made]}
    stored = Revision.objects.filter(**rows).order_by("pk")
    for pk, key in stored.values_list("object_id", "pk"):
        keys[pk].append(key)
    if not always:
        last = Revision.objects.filter(pk__in=[some[-1] for some in keys.values()])
        newest = dict(last.values_list("object_id", "digest"))
    kept = [version for version in made if newest.get(version.object_id) != version.digest]
    Revision.objects.bulk_create(kept)
    if old := [key for version in kept for key in keys[version.object_id][: 1 - KEPT]]:
        Revision.objects.filter(pk__in=old).delete()
    return kept


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
        version = Revision(
            kind=self.kind,
            object_id=researcher.pk,
            researcher=researcher,
            name=str(self.label),
            state=state,
            digest=snapshots.digest_of(state),
            action=action,
            user=user,
        )
        _keep([version])
