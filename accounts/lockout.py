"""Limits on signing in: django-axes counts a name from an address; we also count the address."""

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


class LockoutHandler(AxesDatabaseHandler):
    """Also locks out an address that tries one account name after another."""

    def get_failures(self, request, credentials=None) -> int:
        failures = super().get_failures(request, credentials)
        if failures >= settings.AXES_FAILURE_LIMIT:
            return failures
        attempts = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address,
            attempt_time__gte=timezone.now() - get_cool_off(request),
        )
        total = attempts.aggregate(total=Sum("failures_since_start"))["total"] or 0
        return settings.AXES_FAILURE_LIMIT if total >= settings.ADDRESS_LIMIT else failures


def lockout_response(request, response=None, credentials=None):
    """settings.AXES_LOCKOUT_CALLABLE. Each further attempt starts the waiting time anew."""
    return too_many_requests(request, get_cool_off(request), guessed=True)


def too_many_requests(request, retry_after: timedelta, *, guessed: bool = False):
    """A page with status 429 (RFC 6585); `guessed`: after wrong passwords."""
    minutes = max(1, round(retry_after.total_seconds() / 60))
    context = {"minutes": minutes, "guessed": guessed}
    response = render(request, "accounts/locked.html", context, status=429)
    response.headers["Retry-After"] = str(minutes * 60)
    return response
