"""One-time links: whoever opens one chooses the password of its account.

A link ends when it is used, at any sign-in or change of password, e-mail address or rights, while
the account is inactive, and after its lifetime. Nothing is stored: the token signs all of these.
"""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode

from profiles import access

# Kind -> lifetime. settings.PASSWORD_RESET_TIMEOUT is the longest of them.
LIFETIMES = {"invitation": timedelta(days=7), "forgotten": timedelta(days=1)}


class LinkTokenGenerator(PasswordResetTokenGenerator):
    def __init__(self, kind):
        super().__init__()
        self.key_salt = f"{__name__}.{kind}"
        self.lifetime = LIFETIMES[kind].total_seconds()

    def _make_hash_value(self, user, timestamp):
        """A link made before the account got more rights must not give them away."""
        rights = f"{user.is_active}{user.is_superuser}{access.is_manager(user)}"
        return f"{super()._make_hash_value(user, timestamp)}{rights}"

    def check_token(self, user, token):
        """Django's own check has one lifetime for all."""
        if not super().check_token(user, token):
            return False
        made_at = base36_to_int(token.partition("-")[0])
        return self._num_seconds(self._now()) - made_at <= self.lifetime


TOKEN_GENERATORS = {kind: LinkTokenGenerator(kind) for kind in LIFETIMES}


def make_link(user, kind: str) -> str:
    """The path of a new link for `user`; `kind` is one of LIFETIMES."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = TOKEN_GENERATORS[kind].make_token(user)
    return reverse("admin:one-time-link", kwargs={"kind": kind, "uid": uid, "token": token})


def link_user(kind: str, uid: str, token: str, *, lock: bool = False):
    """The account of a link, or None if the link does not work (any more).

    `lock` selects it for update, so that of two simultaneous requests only one spends the link.
    """
    generator = TOKEN_GENERATORS.get(kind)
    users = get_user_model()._default_manager.filter(is_active=True)
    if lock:
        users = users.select_for_update()
    try:
        user = users.filter(pk=int(urlsafe_base64_decode(uid))).first()
    except (ValueError, OverflowError):
        return None
    return user if generator and user and generator.check_token(user, token) else None
