"""One-time links, and the mails that bring them: whoever opens one chooses a password.

A link ends when it is used, at any sign-in or change of password, e-mail address or rights, while
the account is inactive, and after its lifetime. Nothing is stored: the token signs all of these.
"""

import logging
from datetime import timedelta
from threading import Thread

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import EmailMessage
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.site import origin, site_settings

logger = logging.getLogger(__name__)

# Kind -> lifetime. settings.PASSWORD_RESET_TIMEOUT is the longest of them.
LIFETIMES = {"invitation": timedelta(days=7), "forgotten": timedelta(days=1)}
SUBJECTS = {
    "invitation": _("Your account at %(site)s"),
    "forgotten": _("A new password for %(site)s"),
}


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


# --- Mails --------------------------------------------------------------------------------------


def may_be_mailed(request) -> bool:
    """Whether a link may be sent to an account: where no request chooses its address.

    Without a configured origin the request's host is mailed: it must be named in full in
    VITAE_HOSTS, and no port of another server that listens on the same machine.
    """
    if settings.ORIGIN or not settings.EMAIL_ENABLED:
        return settings.EMAIL_ENABLED
    name, port = split_domain_port(request.get_host())
    return name in settings.ALLOWED_HOSTS and port in ("", request.META["SERVER_PORT"])


def build_mail(request, user, kind: str) -> EmailMessage:
    """A mail with a new one-time link; `kind` is one of LIFETIMES."""
    context = {
        "site_name": site_settings().site_name,
        "username": user.get_username(),
        "link": origin(request) + make_link(user, kind),
        "days": LIFETIMES[kind].days,
    }
    text = render_to_string(f"accounts/{kind}.txt", context)
    subject = SUBJECTS[kind] % {"site": " ".join(site_settings().site_name.split())}
    return EmailMessage(subject, text, to=[user.email])


def send_mail(message: EmailMessage) -> bool:
    """Whether the mail server accepted it; failures are logged without the address."""
    try:
        return message.send() > 0
    except (OSError, ValueError) as error:  # smtplib's own errors are OSErrors
        logger.warning("A letter was not sent: %s", type(error).__name__)
        return False


def invitation_address(request, user) -> str:
    """The whole address of a new link."""
    return origin(request) + make_link(user, "invitation")


def send_invitation(request, user) -> tuple[str, bool | None]:
    """The whole address of a new link, and whether it was mailed; None where nothing could be."""
    address = invitation_address(request, user)
    if not (user.email and may_be_mailed(request)):
        return address, None
    return address, send_mail(build_mail(request, user, "invitation"))


def send_in_background(message: EmailMessage) -> Thread:
    """After the response: the time that a mail server takes would reveal that an account exists."""
    thread = Thread(target=send_mail, args=[message])
    thread.start()
    return thread
