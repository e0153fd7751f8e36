"""The two mails that Vitae sends, where EMAIL_URL names a mail server."""

import logging
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from accounts import one_time_links
from profiles.context_processors import origin

logger = logging.getLogger(__name__)
SUBJECTS = {
    "invitation": _("Your account at %(site)s"),
    "forgotten": _("A new password for %(site)s"),
}


def build_message(request, user, kind: str) -> EmailMessage:
    """A mail with a new one-time link; `kind` is one of one_time_links.LIFETIMES."""
    context = {
        "site_name": settings.SITE_NAME,
        "username": user.get_username(),
        "link": origin(request) + one_time_links.make_link(user, kind),
        "days": one_time_links.LIFETIMES[kind].days,
    }
    text = render_to_string(f"accounts/{kind}.txt", context)
    subject = SUBJECTS[kind] % {"site": " ".join(settings.SITE_NAME.split())}
    return EmailMessage(subject, text, to=[user.email])


def send(message: EmailMessage) -> bool:
    """Whether the mail server accepted it; failures are logged without the address."""
    try:
        return message.send() > 0
    except (OSError, ValueError) as error:  # smtplib's own errors are OSErrors
        logger.warning("A letter was not sent: %s", type(error).__name__)
        return False


def send_in_background(message: EmailMessage) -> Thread:
    """After the response: the time that a mail server takes would reveal that an account exists."""
    thread = Thread(target=send, args=[message])
    thread.start()
    return thread
