"""What the rows of each model are about, declared once for archive, export, erasure and backup.

Most models say it already. `owned_through` leads to the researcher whose rows they are, or to the
people of the paper that they hang on; `shared = True` is a vocabulary of the lab. A model that says
neither declares `data_policy = DataPolicy(...)`; those of libraries stand in LIBRARIES. One that
nobody thought of fails tests/personal_data/test_tables.py.

What keeps versions, and with which rows below it, is said by history.models.VersionedModel and
`inline_of`.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from django.apps import apps
from django.db.models import Model


class Subject(Enum):
    """Whom or what rows are about; with these they are exported, moved and erased."""

    # Of all who are linked to the paper or brought it: it is erased with the last of them.
    PAPER = "a paper"
    RESEARCHER = "one researcher"
    # Venues and topics, which papers of several people name.
    VOCABULARY = "a vocabulary"
    # Moved with the whole lab, and with no single person.
    LAB = "the lab"
    # Never moved; erased where the account goes with its researcher.
    ACCOUNT = "an account"
    # Rights, or made anew from other rows; they go with the rows that they name.
    PROGRAM = "the program"


@dataclass(frozen=True)
class DataPolicy:
    """`path` leads from a row to the researcher, paper or account that it is about.

    `not_archived`: why no archive for another installation holds such rows; "": it does.
    `secret`: columns that no export shows.
    """

    subject: Subject
    path: str = ""
    not_archived: str = ""
    secret: tuple[str, ...] = ()
    in_backup: bool = True


_RIGHTS = DataPolicy(Subject.PROGRAM, not_archived="who may do what here is said here")
_SIGNING_IN = "what lets somebody in stays where it is"
# Who tried a name need not have been its owner: from where is the attacker's.
_TRY_TO_SIGN_IN = DataPolicy(
    Subject.ACCOUNT,
    not_archived=_SIGNING_IN,
    secret=("ip_address", "user_agent", "http_accept", "get_data", "post_data", "session_hash"),
)

LIBRARIES = {
    "auth.user": DataPolicy(
        Subject.ACCOUNT,
        "pk",
        "rows name an account by its user name; its password and e-mail stay",
        secret=("password",),
    ),
    "auth.group": _RIGHTS,
    "auth.permission": _RIGHTS,
    "auth.group_permissions": _RIGHTS,
    "auth.user_groups": _RIGHTS,
    "auth.user_user_permissions": _RIGHTS,
    "contenttypes.contenttype": DataPolicy(Subject.PROGRAM, not_archived="of the program"),
    "admin.logentry": DataPolicy(
        Subject.ACCOUNT,
        "user",
        "the admin's log of this installation, kept for a year",
        # When, what kind of thing and which; its name and the change may be another's words.
        secret=("object_repr", "change_message"),
    ),
    # A backup signs nobody in.
    "sessions.session": DataPolicy(
        Subject.ACCOUNT,
        not_archived=_SIGNING_IN,
        secret=("session_key", "session_data"),
        in_backup=False,
    ),
    # The second factor, without what lets one in.
    "otp_totp.totpdevice": DataPolicy(Subject.ACCOUNT, "user", _SIGNING_IN, secret=("key",)),
    "otp_static.staticdevice": DataPolicy(Subject.ACCOUNT, "user", _SIGNING_IN),
    "otp_static.statictoken": DataPolicy(
        Subject.ACCOUNT, "device__user", _SIGNING_IN, secret=("token",)
    ),
    "axes.accessattempt": _TRY_TO_SIGN_IN,
    "axes.accessfailurelog": _TRY_TO_SIGN_IN,
    "axes.accesslog": _TRY_TO_SIGN_IN,
    "axes.accessattemptexpiration": DataPolicy(Subject.PROGRAM, not_archived=_SIGNING_IN),
}


@cache
def get_data_policy(model: type[Model]) -> DataPolicy:
    """Raises LookupError for a model that says nothing of its rows."""
    label, tied = model._meta.label_lower, model._meta.auto_created
    if declared := LIBRARIES.get(label) or getattr(model, "data_policy", None):
        return declared
    if tied:  # a many-to-many relation: its rows go where those go that have the column
        return DataPolicy(get_data_policy(tied).subject, tied._meta.model_name)
    if getattr(model, "shared", False):
        return DataPolicy(Subject.VOCABULARY)
    if not hasattr(model, "owned_through"):
        raise LookupError(f"{label} does not say what its rows are about: profiles/data_policy.py")
    path = model.owned_through[0]
    if is_straight(model):
        return DataPolicy(Subject.RESEARCHER, path)
    return DataPolicy(Subject.PAPER, path.rpartition("__")[0] or "pk")  # "publication__owner"


@cache
def is_straight(model: type[Model]) -> bool:
    """Whether a row belongs to one record alone."""
    for path in getattr(model, "owned_through", ()):
        step = model
        for name in path.replace("pk", model._meta.pk.name).split("__"):
            field = step._meta.get_field(name)
            if field.one_to_many or field.many_to_many:
                return False
            step = field.related_model
    return True


def all_models() -> list[type[Model]]:
    """Of every table that `migrate` makes, in the order of the apps."""
    return list(apps.get_models(include_auto_created=True))


@cache
def archived_models() -> dict[str, type[Model]]:
    """Label -> model of all that an archive holds, in the order of the labels."""
    models = {model._meta.label_lower: model for model in all_models()}
    return {label: models[label] for label in sorted(models) if label not in not_archived()}


@cache
def not_archived() -> dict[str, str]:
    """Label -> why no archive holds rows of the model."""
    reasons = {m._meta.label_lower: get_data_policy(m).not_archived for m in all_models()}
    return {label: why for label, why in reasons.items() if why}
