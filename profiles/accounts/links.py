"""One-time links: whoever opens one chooses the password of the account it was made for.

Dead once used, after any sign-in or change of password, e-mail address or rights, while the account
is switched off, and after its days. Nothing is stored: the link is signed over all of these.
"""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode

from profiles import access

# By whom a link was asked for -> how long it lives. settings.PASSWORD_RESET_TIMEOUT is the longest.
LIFETIMES = {"invitation": timedelta(days=7), "forgotten": timedelta(days=1)}


class LinkTokens(PasswordResetTokenGenerator):
    def __init__(self, kind):
        super().__init__()
        self.key_salt = f"{__name__}.{kind}"
        self.lifetime = LIFETIMES[kind].total_seconds()

    def _make_hash_value(self, user, timestamp):
        """Who holds a link of an ordinary account gets none of a manager's by it."""
        rights = f"{user.is_active}{user.is_superuser}{access.is_manager(user)}"
        return f"{super()._make_hash_value(user, timestamp)}{rights}"

    def check_token(self, user, token):
        """Django's own check knows one lifetime for all."""
        return super().check_token(user, token) and self._age(token) <= self.lifetime

    def _age(self, token):
        return self._num_seconds(self._now()) - base36_to_int(token.partition("-")[0])


TOKENS = {kind: LinkTokens(kind) for kind in LIFETIMES}


def make(user, kind: str) -> str:
    """The path of a new link for `user`; `kind` is one of LIFETIMES."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = TOKENS[kind].make_token(user)
    return reverse("admin:one-time-link", kwargs={"kind": kind, "uid": uid, "token": token})


def holder(kind: str, uid: str, token: str, *, lock: bool = False):
    """The account that a link was made for, or None where the link no longer works.

    `lock` keeps the row, in a transaction, so that of two who send the form at once one is late.
    """
    tokens, users = TOKENS.get(kind), get_user_model()._default_manager.filter(is_active=True)
    if lock:
        users = users.select_for_update()
    try:
        user = users.filter(pk=int(urlsafe_base64_decode(uid))).first()
    except (ValueError, OverflowError):
        return None
    return user if tokens and user and tokens.check_token(user, token) else None
