"""The two letters that Vitae writes, where EMAIL_URL says how to send them."""

import logging
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from profiles.accounts import links
from profiles.context_processors import origin

logger = logging.getLogger(__name__)
SUBJECTS = {
    "invitation": _("Your account at %(site)s"),
    "forgotten": _("A new password for %(site)s"),
}


def letter(request, user, kind: str) -> EmailMessage:
    """With a new link for `user`; `kind` is one of links.LIFETIMES."""
    context = {
        "site_name": settings.SITE_NAME,
        "username": user.get_username(),
        "link": origin(request) + links.make(user, kind),
        "days": links.LIFETIMES[kind].days,
    }
    text = render_to_string(f"profiles/accounts/{kind}.txt", context)
    subject = SUBJECTS[kind] % {"site": " ".join(settings.SITE_NAME.split())}
    return EmailMessage(subject, text, to=[user.email])


def send(message: EmailMessage) -> bool:
    """Whether a mail server took it. Why not is logged, without the address."""
    try:
        return message.send() > 0
    except (OSError, ValueError) as error:  # smtplib's own errors are OSErrors
        logger.warning("A letter was not sent: %s", type(error).__name__)
        return False


def send_later(message: EmailMessage) -> Thread:
    """Beside the answer: how long a mail server takes would tell that there is an account."""
    thread = Thread(target=send, args=[message])
    thread.start()
    return thread
