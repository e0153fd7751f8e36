"""What a new password may not be, beyond what Django's own validators refuse.

They stand in settings.AUTH_PASSWORD_VALIDATORS, so every form and command that sets one asks them.
Below them stand the limits on wrong passwords.
"""

import re
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import pairwise

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db.models import Sum
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from profiles.folding import fold
from profiles.models import Researcher

SIGNS = re.compile(r"[\W_]+")
NOT_LETTERS = r"[\W\d_]+"
AT_THE_ENDS = re.compile(rf"\A{NOT_LETTERS}|{NOT_LETTERS}\Z")


class NamesValidator(password_validation.UserAttributeSimilarityValidator):
    """Refuse a password that is little more than names: of the account, of its public page, of the
    addresses of both; once, twice or with a year behind them.
    """

    LEAST_BESIDE = 8  # letters and digits
    ATTRIBUTES = ("display_name", "native_name", "slug", "email")

    def __init__(self):
        super().__init__(self.ATTRIBUTES)

    def validate(self, password, user=None):
        if user is None:
            return
        people = list(Researcher.objects.filter(owner=user)) if user.pk else []
        for researcher in people:
            super().validate(password, researcher)
        folded = SIGNS.sub("", fold(password))
        rest = folded
        for name in sorted(_names(user, people), key=len, reverse=True):
            rest = rest.replace(name, " ")
        if rest != folded and len(rest.replace(" ", "")) < self.LEAST_BESIDE:
            text = _("This password is too similar to the names of this account and its page.")
            raise ValidationError(text, code="password_too_similar")


def _names(user, people):
    """Whole ones and their words, folded; not those so short that many words hold them."""
    whole = [user.get_username(), user.first_name, user.last_name, user.email]
    for researcher in people:
        whole += [*researcher.names, researcher.slug, researcher.email]
    folded = [fold(name) for name in whole]
    words = {word for name in folded for word in (SIGNS.sub("", name), *SIGNS.split(name))}
    return {word for word in words if len(word) > (2 if word.isascii() else 1)}


class LengthValidator(password_validation.MinimumLengthValidator):
    """Django's, whose sentence Django has not in Chinese."""

    def get_error_message(self):
        text = _("This password is too short. It must have at least %(least)s characters.")
        return text % {"least": self.min_length}


class VarietyValidator:
    """Refuse what repeats few characters, or counts on from one to the next."""

    LEAST_CHARACTERS, LEAST_STEPS = 5, 4

    def validate(self, password, user=None):
        steps = {ord(after) - ord(before) for before, after in pairwise(password)}
        if len(set(password)) < self.LEAST_CHARACTERS or len(steps) < self.LEAST_STEPS:
            text = _("This password has too few different characters, or they only count on.")
            raise ValidationError(text, code="password_without_variety")

    def get_help_text(self):
        return _("Your password can’t be a few characters over and over.")


class CommonPasswordValidator(password_validation.CommonPasswordValidator):
    """Django's list of 20,000, also with blanks, digits and signs around, and several times over:
    most of the list is shorter than what is asked for here.
    """

    def validate(self, password, user=None):
        super().validate(password, user)
        core = SIGNS.sub("", AT_THE_ENDS.sub("", password.casefold()))
        # A text that is a part repeated is found in its double before its own end.
        core = core[: (core + core).find(core, 1)] if core else ""
        if core:
            super().validate(core, user)


# --- Limits on signing in ------------------------------------------------------------------------
# django-axes counts the wrong passwords for a name from an address. Here those from the address
# are counted, over all names: within a minute it may give ADDRESS_LIMIT of them, then each name
# that was tried from there waits. A name that was not is let through, so that nobody locks out
# colleagues, up to ADDRESS_FLOOD a minute: each costs a hash of the password.


def client_ip(request) -> str:
    """The client's IP address: the connection's, or the one that a trusted proxy reports.

    Each proxy appends the address that it was called from to X-Forwarded-For, so the outermost of
    the TRUSTED_PROXIES reports at that many places from the end. Whatever stands before it may be
    forged. An IPv6 address is reduced to its /64 network: one subscriber has all of its addresses.
    """
    connection = request.META.get("REMOTE_ADDR", "")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = settings.TRUSTED_PROXIES
    reported = forwarded[-proxies] if 0 < proxies <= len(forwarded) else ""
    return _subscriber(reported) or _subscriber(connection) or "0.0.0.0"  # noqa: S104


def _subscriber(text):
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, 64), strict=False).network_address)


# Wrong passwords from one address within ADDRESS_WINDOW.
ADDRESS_WINDOW = timedelta(minutes=1)
ADDRESS_LIMIT = 20
ADDRESS_FLOOD = 200


class LockoutHandler(AxesDatabaseHandler):
    """Also slows an address that tries one account name after another."""

    def get_failures(self, request, credentials=None) -> int:
        """Of the name from the address; as many as close it while the address has to wait."""
        failures = super().get_failures(request, credentials)
        if failures >= settings.AXES_FAILURE_LIMIT:
            return failures
        attempts = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address, attempt_time__gte=timezone.now() - ADDRESS_WINDOW
        )
        total = attempts.aggregate(total=Sum("failures_since_start"))["total"] or 0
        request.is_slowed = total >= (ADDRESS_LIMIT if failures else ADDRESS_FLOOD)
        return settings.AXES_FAILURE_LIMIT if request.is_slowed else failures

    def user_login_failed(self, sender, credentials, request=None, **kwargs):
        """What was refused because of the address was not read: it counts for no name."""
        if getattr(request, "is_slowed", False):
            request.axes_locked_out = True
        else:
            super().user_login_failed(sender, credentials, request, **kwargs)


def lockout_response(request, response=None, credentials=None):
    """settings.AXES_LOCKOUT_CALLABLE. A try for a closed name starts its waiting time anew."""
    wait = ADDRESS_WINDOW if getattr(request, "is_slowed", False) else get_cool_off(request)
    return too_many_requests(request, wait, guessed=True)


def too_many_requests(request, retry_after: timedelta, *, guessed: bool = False):
    """A page with status 429 (RFC 6585); `guessed`: after wrong passwords."""
    minutes = max(1, round(retry_after.total_seconds() / 60))
    context = {"minutes": minutes, "guessed": guessed}
    response = render(request, "accounts/locked.html", context, status=429)
    response.headers["Retry-After"] = str(minutes * 60)
    return response
