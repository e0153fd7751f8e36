"""How often one may try: django-axes' count of a name from an address, and one of our own."""

from datetime import timedelta

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.shortcuts import render
from django.utils import timezone


class Handler(AxesDatabaseHandler):
    """Besides a name from an address: an address that tries one name after the other."""

    def get_failures(self, request, credentials=None) -> int:
        of_name = super().get_failures(request, credentials)
        if of_name < settings.AXES_FAILURE_LIMIT and _guesses(request) >= settings.ADDRESS_LIMIT:
            return settings.AXES_FAILURE_LIMIT
        return of_name


def _guesses(request):
    """Wrong passwords from this address, whatever the names, within the cool-off time."""
    since = timezone.now() - get_cool_off(request)
    attempts = AccessAttempt.objects.filter(
        ip_address=request.axes_ip_address, attempt_time__gte=since
    )
    return attempts.aggregate(total=Sum("failures_since_start"))["total"] or 0


def locked_out(request, response=None, credentials=None):
    """The page for whoever tried too often. Every further try starts the waiting anew."""
    return wait(request, get_cool_off(request), guessed=True)


def wait(request, how_long: timedelta, *, guessed: bool = False):
    minutes = max(1, round(how_long.total_seconds() / 60))
    context = {"minutes": minutes, "guessed": guessed}
    response = render(request, "profiles/accounts/locked.html", context, status=429)
    response.headers["Retry-After"] = str(minutes * 60)
    return response
