"""Who may see and edit which row. The admin applies this module and decides nothing itself.

Three kinds of account: managers (superusers and the group "Managers") edit all content; a
researcher edits the records they own or are a current delegate of; every other account sees and
edits nothing. A delegate who may not publish edits drafts only, and reads the rest.

A model says how its rows lead to their researchers by `owned_through`; shared vocabularies
(venues, topics) say `shared = True`: every researcher reads and adds, managers edit. A model that
says neither belongs to managers alone.
"""

from functools import reduce
from operator import or_

from django.apps import apps as current_apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db.models import BooleanField, Exists, ExpressionWrapper, Model, OuterRef, Q, QuerySet

from profiles.compiled_queries import CompiledQuery, Param
from profiles.data_policy import is_straight
from profiles.models import Delegation, Researcher

# The group of those who edit all content.
MANAGERS = "Managers"
# Model -> the rows that every visitor may read, so that a colleague may refer to them.
visitors_read = {Researcher: lambda: Researcher.objects.public()}


def make_managers_group(using, apps=None, **kwargs):
    """After each migrate, and after each flush; a data migration would miss the second."""
    apps = apps or current_apps  # a flush names none
    try:
        group = apps.get_model("auth", "Group")
    except LookupError:  # migrated back to before there were accounts
        return
    group.objects.using(using).get_or_create(name=MANAGERS)


# --- Accounts and their records ----------------------------------------------------------------


def remember(user) -> None:
    """From here on ask the database once what kind of account `user` is, and for their records.

    For one request: a menu asks it some two hundred times. The admin keeps there, too, what may be
    done to the rows of its forms; any other question about rows is asked of the database each time.
    """
    user.access_answers = {}


def is_manager(user) -> bool:
    """Whether the account edits everything and makes accounts."""
    if not user.is_active:
        return False
    return user.is_superuser or cached(user, "manages", lambda: bool(_membership(user=user.pk)))


def has_records(user, **may) -> bool:
    """`may`: what a delegation must allow; owners and managers may everything."""
    if is_manager(user):
        return cached(user, "records", Researcher.objects.exists)
    return bool(_own_keys(user, **may))


def has_several_records(user) -> bool:
    """Whether one has to say whose row it is."""
    if is_manager(user):
        return cached(user, "several", Researcher.objects.order_by()[1:2].exists)
    return len(_own_keys(user)) > 1


def publishes(user) -> bool:
    """May `user` change the public pages of anybody?"""
    return has_records(user, may_publish=True)


def records_of(user, **may) -> QuerySet[Researcher]:
    """The researchers whose record `user` may write; a manager's are all. `may`: as above."""
    if is_manager(user):
        return Researcher.objects.all()
    return Researcher.objects.filter(pk__in=_own_keys(user, **may))


def publishing_records_of(user) -> QuerySet[Researcher]:
    """Those of `records_of` whose public pages `user` may change."""
    return records_of(user, may_publish=True)


def records_for(model: type[Model], user) -> QuerySet[Researcher]:
    """The records that `user` may add a row of `model` to: what has no draft is public at once."""
    return records_of(user) if _has_state(model) else publishing_records_of(user)


def own_record(user) -> Researcher | None:
    """The account's own profile, else the only one that it writes."""
    if not user.is_active:
        return None

    def load():
        owned = next(iter(_owned(user=user.pk)), None)
        if owned or is_manager(user) or has_several_records(user):
            return owned
        return records_of(user).first()

    return cached(user, "own_record", load)


def may_publish(user, researcher: Researcher) -> bool:
    """A delegate may be asked to write drafts only."""
    return is_manager(user) or researcher.pk in _own_keys(user, may_publish=True)


def administers(user, researcher: Researcher) -> bool:
    """The account itself, its archive, its delegates and its address are the owner's.

    Of a record without an owner, or whose owner's account they manage, they are a manager's too.
    """
    if not user.is_active or researcher.owner_id == user.pk:
        return user.is_active
    if researcher.owner_id is None:
        return is_manager(user)
    return accounts(user).filter(pk=researcher.owner_id).exists()


def may_invite(user, researcher: Researcher) -> bool:
    """Whether `user` may let somebody sign in for this profile: who has its account already, only
    where that account is theirs to manage.
    """
    if not is_manager(user) or researcher.owner_id is None:
        return is_manager(user)
    return accounts(user).filter(pk=researcher.owner_id).exists()


def accounts(user) -> QuerySet:
    """The accounts `user` may manage: a manager reaches no account of equal or more rights."""
    if not is_manager(user):
        return nameable(user).none()
    return nameable(user) if user.is_superuser else nameable(user).exclude(_managing())


def nameable(user) -> QuerySet:
    """The accounts `user` may make an owner or a delegate: those of no more rights than their own.

    Else whoever may edit a record would take hold of a superuser by giving it to them.
    """
    everyone = get_user_model()._default_manager.all()
    if user.is_superuser:
        return everyone
    others = everyone.filter(is_superuser=False)
    return others if is_manager(user) else others.exclude(_managing())


# --- Rows --------------------------------------------------------------------------------------


def editable(queryset: QuerySet, user) -> QuerySet:
    """The rows of `queryset` that `user` may change or delete."""
    if is_manager(user):
        return queryset
    model, keys = queryset.model, _own_keys(user)
    publishing = _own_keys(user, may_publish=True)
    condition = owned_by(model, publishing)
    if _has_state(model) and len(keys) > len(publishing):
        condition |= owned_by(model, keys) & Q(published_at=None)
    return queryset.filter(condition)


def publishable(queryset: QuerySet, user) -> QuerySet:
    """The rows of `queryset` whose state `user` may change."""
    if is_manager(user):
        return queryset
    return queryset.filter(owned_by(queryset.model, _own_keys(user, may_publish=True)))


def visible(queryset: QuerySet, user) -> QuerySet:
    """The rows that `user` may read in the admin: those of their records, and what is shared."""
    if is_manager(user):
        return queryset
    if getattr(queryset.model, "shared", False):
        return queryset if has_records(user) else queryset.none()
    return queryset.filter(owned_by(queryset.model, _own_keys(user)))


def pickable(queryset: QuerySet, user) -> QuerySet:
    """What may appear in a picker: what is visible, and what every visitor may read anyway."""
    if queryset.model is get_user_model():
        queryset = queryset.filter(pk__in=nameable(user).values("pk"))
    public = visitors_read.get(queryset.model)
    if is_manager(user) or public is None:
        return visible(queryset, user)
    if not has_records(user):
        return queryset.none()
    visible_rows = visible(queryset.model._default_manager.all(), user).values("pk")
    # Asked row by row: a list of what visitors may read is as long as the site is large.
    return queryset.filter(Q(pk__in=visible_rows) | Exists(public().filter(pk=OuterRef("pk"))))


def can_see(row: Model, user) -> bool:
    """Return whether `user` may see this row in the admin."""
    return visible(_rows_like(row), user).exists()


def can_edit(row: Model, user) -> bool:
    """Return whether `user` may edit this row."""
    return editable(_rows_like(row), user).exists()


def can_publish(row: Model, user) -> bool:
    """Return whether `user` may publish this row."""
    return publishable(_rows_like(row), user).exists()


def can_delete(row: Model, user) -> bool:
    """A whole record goes by a manager's hand only."""
    if isinstance(row, Researcher):
        return is_manager(user) and administers(user, row)
    return can_edit(row, user)


# --- Kinds of rows -----------------------------------------------------------------------------


def can_see_some(model: type[Model], user) -> bool:
    """Whether they may see rows of a model at all."""
    known = getattr(model, "shared", False) or getattr(model, "owned_through", ())
    return is_manager(user) or (bool(known) and has_records(user))


def can_edit_some(model: type[Model], user) -> bool:
    """Whether there may be rows of a model that they edit."""
    owned = bool(getattr(model, "owned_through", ()))
    return is_manager(user) or (owned and has_records(user))


def can_delete_some(model: type[Model], user) -> bool:
    """Return whether `user` may delete rows of `model`; profiles only as a manager."""
    return can_edit_some(model, user) and (model is not Researcher or is_manager(user))


def can_add(model: type[Model], user) -> bool:
    """Whether they may make rows of a model."""
    if is_manager(user):
        return True
    if model is Researcher:
        return False
    if getattr(model, "shared", False):
        return has_records(user)
    if not getattr(model, "owned_through", ()):
        return False
    return has_records(user) if _has_state(model) else publishes(user)


# --- How a rule reaches its rows ----------------------------------------------------------------


def cached(user, question, load):
    """`ask()`, or what it answered to this question before; see remember()."""
    answers = getattr(user, "access_answers", {})
    if question not in answers:
        answers[question] = load()
    return answers[question]


def written_records() -> QuerySet:
    """(key, whether its public pages may be changed) of the records that the account `user` of a
    CompiledQuery writes, managers apart.
    """
    delegated = Delegation.objects.current().filter(user_id=Param("user"))
    owned, written = Q(owner_id=Param("user")), Q(pk__in=delegated.values("researcher"))
    published = Q(pk__in=delegated.filter(may_publish=True).values("researcher"))
    may = ExpressionWrapper(owned | published, BooleanField())
    return Researcher.objects.filter(owned | written).values_list("pk", may)


# Asked on each page of the admin.
_written = CompiledQuery(written_records)
_owned = CompiledQuery(lambda: Researcher.objects.filter(owner_id=Param("user"))[:1])
_membership = CompiledQuery(
    lambda: Group.objects.filter(name=MANAGERS, user=Param("user")).values_list("pk")
)


def _managing():
    """Return the condition for accounts that are managers, superusers apart."""
    rows = get_user_model()._default_manager.filter(groups__name=MANAGERS)
    return Q(pk__in=rows.values("pk"))


def _own_keys(user, *, may_publish=False) -> list[int]:
    """Of the records of an account that is no manager's."""
    if not user.is_active:
        return []

    keys = cached(user, "keys", lambda: dict(_written(user=user.pk)))
    return [pk for pk, publishes in keys.items() if publishes or not may_publish]


def _has_state(model):
    return any(field.name == "published_at" for field in model._meta.fields)


def _rows_like(row):
    return type(row)._base_manager.filter(pk=row.pk)


def owned_by(model: type[Model], records) -> Q:
    """The rows that lead to one of these records; none of a model without `owned_through`."""
    paths = getattr(model, "owned_through", ())
    if is_straight(model):
        return reduce(or_, (Q(**{f"{path}__in": records}) for path in paths), Q(pk__in=[]))
    # A subquery, not a join: a paper of two of the user's records stays one row. A union of what
    # an index finds by each path: an OR over the join would read every paper there is.
    rows = model._base_manager.order_by()
    one, *others = [rows.filter(**{f"{path}__in": records}).values("pk") for path in paths]
    return Q(pk__in=one.union(*others))
