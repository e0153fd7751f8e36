"""The tables of this app, and of the libraries that signing in needs."""

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Q

from accounts import sessions
from profiles.rights_log import naming
from website.personal_data.tables import Person, hold, holdings, nobodys

NOBODY = Q(pk__in=[])
LOG = "admin.logentry"


def register() -> None:
    _register_record()
    _register_account()
    _register_signing_in()
    nobodys(
        "of the program, not of people",
        "auth.Group",
        "auth.Group_permissions",
        "auth.Permission",
        "contenttypes.ContentType",
    )


# --- The record ----------------------------------------------------------------------------------


def _register_record() -> None:
    # An account's own uploads for another's record, or for the site itself, are not the person's.
    hold("profiles.Picture", lambda person: Q(researcher=person.researcher))
    # Whom the person lets edit, and whom the person edits for.
    hold("profiles.Delegation", _delegations, goes=_delegations_that_go, describe=_delegation)
    hold("profiles.FormerSlug", lambda person: Q(researcher=person.researcher))


def _delegations(person):
    return Q(researcher=person.researcher) | _of_account(person)


def _delegations_that_go(person):
    ended = _of_account(person) if person.account_goes else NOBODY
    return Q(researcher=person.researcher) | ended


def _delegation(person, row, values):
    """Their delegates the owner has chosen, and sees by name in the admin."""
    if row.researcher_id == person.researcher.pk:
        return values | {"user": row.user.get_username()}
    return values


# --- The account ---------------------------------------------------------------------------------


def _register_account() -> None:
    hold(
        settings.AUTH_USER_MODEL,
        lambda person: Q(pk=getattr(person.account, "pk", None)),
        without=["password"],
        with_account=True,
    )
    nobodys(
        "columns of the account",
        "auth.User_groups",
        "auth.User_user_permissions",
    )
    for device, secrets in DEVICES.items():
        hold(device, _of_account, without=secrets, with_account=True)
    hold("otp_static.StaticToken", _tokens, without=["token"], with_account=True)
    hold("admin.LogEntry", _of_account, goes=_log_entries_that_go, describe=_log_entry)


# Devices of the second factor, and the columns that let one in.
DEVICES = {"otp_totp.TOTPDevice": ["key"], "otp_static.StaticDevice": []}


def _of_account(person: Person) -> Q:
    return Q(user=person.account) if person.account else NOBODY


def _tokens(person):
    return Q(device__user=person.account) if person.account else NOBODY


def _log_entry(person, row, values):
    """When, what kind of thing and which; its name and the change may be another's words."""
    return {name: v for name, v in values.items() if name not in ("object_repr", "change_message")}


def _log_entries_that_go(person):
    """By the account, or naming it; about rows that go, or are gone: nobody knows whose."""
    condition = _naming(person) if person.account_goes else NOBODY
    for holding in holdings():
        if holding.label != LOG:
            condition |= Q(pk__in=_entries_about_lost(holding, person))
    return condition


def _naming(person):
    """As who did it, or as whom another made a delegate of theirs."""
    if person.account is None:
        return NOBODY
    return _of_account(person) | Q(change_message__contains=naming(person.account.get_username()))


def _entries_about_lost(holding, person):
    kind = ContentType.objects.get_for_model(holding.model)
    entries = dict(LogEntry.objects.filter(content_type=kind).values_list("pk", "object_id"))
    logged = {key for key in entries.values() if key and key.isdecimal()}
    stay = holding.model._base_manager.filter(pk__in=logged)
    stay = stay.exclude(pk__in=list(holding.erased(person).values_list("pk", flat=True)))
    here = {str(key) for key in stay.values_list("pk", flat=True)}
    return [entry for entry, key in entries.items() if key not in here]


# --- Signing in ----------------------------------------------------------------------------------


def _register_signing_in() -> None:
    hold(
        "sessions.Session",
        _sessions,
        without=["session_key", "session_data"],
        with_account=True,
    )
    # Who tried a name need not have been its owner: from where is the attacker's.
    elsewhere = ["ip_address", "user_agent", "http_accept", "get_data", "post_data"]
    for label in ("AccessAttempt", "AccessFailureLog", "AccessLog"):
        columns = [*elsewhere, "session_hash"]
        hold(f"axes.{label}", _by_name, without=columns, with_account=True)
    nobodys("goes with its attempt", "axes.AccessAttemptExpiration")


def _by_name(person):
    if person.account is None:
        return NOBODY
    names = {person.account.get_username(), person.account.email} - {""}
    condition = Q()
    for name in names:
        condition |= Q(username__iexact=name)
    return condition


def _sessions(person):
    return (
        Session.objects.none() if person.account is None else sessions.user_sessions(person.account)
    )
