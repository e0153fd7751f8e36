"""Limits on signing in. A name is closed to an address; an address, which a campus may share, is
slowed only.

django-axes counts the wrong passwords for a name from an address. Here those from the address are
counted, over all names: within a minute it may give ADDRESS_LIMIT of them, then each name that was
tried from there waits. A name that was not is let through, so that nobody locks out colleagues,
up to ADDRESS_FLOOD a minute: each costs a hash of the password.
"""

from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.shortcuts import render
from django.utils import timezone


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
