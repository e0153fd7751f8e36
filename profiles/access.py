"""Who may see and edit which row. The admin applies this module and decides nothing itself.

Three kinds of account: managers (superusers and the group "Managers") edit all content; a
researcher edits the records they own or are a current delegate of; every other account edits
nothing. A model says how its rows lead to their researchers by `owned_through`; shared
vocabularies (venues, topics) say `shared = True`: every researcher reads and adds, managers edit.
A model that says neither belongs to managers alone.
"""

from django.db.models import Model, Q, QuerySet

from profiles.models import Delegation, Researcher

MANAGERS = "Managers"


def is_manager(user) -> bool:
    if not user.is_active:
        return False
    return user.is_superuser or user.groups.filter(name=MANAGERS).exists()


def records_of(user) -> QuerySet[Researcher]:
    """The researchers whose record `user` may edit; a manager's are all."""
    if not user.is_active:
        return Researcher.objects.none()
    if is_manager(user):
        return Researcher.objects.all()
    delegated = Delegation.objects.current().filter(user_id=user.pk)
    return Researcher.objects.filter(
        Q(owner_id=user.pk) | Q(pk__in=delegated.values("researcher"))
    )


def editable(queryset: QuerySet, user) -> QuerySet:
    """The rows of `queryset` that `user` may change or delete."""
    if is_manager(user):
        return queryset
    paths = getattr(queryset.model, "owned_through", ())
    if not paths or not user.is_active:
        return queryset.none()
    # A subquery, not a join: a paper of two of the user's records stays one row.
    rows = queryset.model._base_manager.filter(_reached(paths, user)).values("pk")
    return queryset.filter(pk__in=rows)


def visible(queryset: QuerySet, user) -> QuerySet:
    """The rows that `user` may read in the admin: the editable ones, and shared vocabularies."""
    if getattr(queryset.model, "shared", False) and user.is_active and user.is_staff:
        return queryset
    return editable(queryset, user)


def pickable(queryset: QuerySet, user) -> QuerySet:
    """What may appear in a picker: one's own, what is shared, and published researchers."""
    if queryset.model is Researcher and not is_manager(user):
        own = records_of(user).values("pk")
        public = Researcher.objects.public().values("pk")
        return queryset.filter(Q(pk__in=own) | Q(pk__in=public))
    return visible(queryset, user)


def can_edit(row: Model, user) -> bool:
    rows = type(row)._base_manager.filter(pk=row.pk)
    return editable(rows, user).exists()


def can_add(model: type[Model], user) -> bool:
    if is_manager(user):
        return True
    known = getattr(model, "shared", False) or getattr(model, "owned_through", ())
    return bool(known) and records_of(user).exists()


def may_publish(user, researcher: Researcher) -> bool:
    """A delegate may be asked to write drafts only."""
    if is_manager(user) or researcher.owner_id == user.pk:
        return True
    delegation = Delegation.objects.current().filter(user_id=user.pk, researcher=researcher)
    return delegation.filter(may_publish=True).exists()


def _reached(paths, user) -> Q:
    own = records_of(user).values("pk")
    condition = Q()
    for path in paths:
        condition |= Q(**{f"{path}__in": own})
    return condition
