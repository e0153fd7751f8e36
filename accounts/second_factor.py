"""The second factor: a code from an app (RFC 6238), or one of ten recovery codes.

django-otp keeps the keys, takes each code once, and makes whoever guesses wait: a second after the
first wrong code, then two, four, eight, and so on.
"""

import segno
from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from profiles.compiled_queries import CompiledQuery, Param

RECOVERY_CODES = 10
QUIET_ZONE = 4  # modules of white around a QR code, as ISO/IEC 18004 asks


# Each request of the admin asks it.
_confirmed = CompiledQuery(
    lambda: TOTPDevice.objects.filter(user=Param("user"), confirmed=True).values_list("pk")
)


def is_enabled(user) -> bool:
    """Return whether signing in asks for a code."""
    return bool(_confirmed(user=user.pk))


def is_verified(user) -> bool:
    """Whether the user of this request needs no (further) code."""
    if getattr(user, "otp_device", None):
        return True
    if not hasattr(user, "has_second_factor"):
        user.has_second_factor = is_enabled(user)  # needed several times in one request
    return not user.has_second_factor


def start_enrolment(user) -> TOTPDevice:
    """A device with a new key, without effect until a code has confirmed it."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


@transaction.atomic
def enable(device: TOTPDevice) -> list[str]:
    """Ask for a code at each sign-in from now on. Return the recovery codes."""
    TOTPDevice.objects.filter(user=device.user).exclude(pk=device.pk).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return new_recovery_codes(device.user)


@transaction.atomic
def disable(user) -> None:
    """The app and the recovery codes end, confirmed or not."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


@transaction.atomic
def new_recovery_codes(user) -> list[str]:
    """Replace the recovery codes; who signed in by one of the old ones stays signed in."""
    device, _is_new = StaticDevice.objects.get_or_create(user=user, name="recovery codes")
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return [f"{code[:4]}-{code[4:]}" for code in codes]


def recovery_codes_left(user) -> int:
    """Count the recovery codes that were not used yet; each works once."""
    return StaticToken.objects.filter(device__user=user).count()


def qr_code(text: str) -> dict:
    """The QR code of `text`: the path of an SVG, and the side of its view box."""
    rows = segno.make(text, error="m").matrix
    dots = (
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return {"path": "".join(dots), "side": len(rows) + 2 * QUIET_ZONE}
