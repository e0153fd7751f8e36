"""The second factor: a code from an app (RFC 6238), or one of ten recovery codes.

django-otp keeps the keys, takes each code once, and makes whoever guesses wait: a second after the
first wrong code, then two, four, eight, and so on.
"""

from base64 import b32encode
from dataclasses import dataclass
from datetime import timedelta

import segno
from django.db import transaction
from django.utils import timezone
from django_otp import verify_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES = 10
QUIET_ZONE = 4  # modules of white around a QR code, as ISO/IEC 18004 asks


@dataclass(frozen=True)
class Verification:
    """`device` is None for a wrong code; during `wait` no code is accepted."""

    device: object = None
    wait: timedelta = timedelta(0)


def is_enabled(user) -> bool:
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def is_verified(user) -> bool:
    """Whether the user of this request needs no (further) code."""
    if getattr(user, "otp_device", None):
        return True
    if not hasattr(user, "has_second_factor"):
        user.has_second_factor = is_enabled(user)  # needed several times in one request
    return not user.has_second_factor


def verify(user, text: str) -> Verification:
    """Six digits are a code of the app, anything else a recovery code. Each works once."""
    code = "".join(text.split()).replace("-", "").lower()
    kind = TOTPDevice if len(code) == 6 and code.isdigit() else StaticDevice
    device = kind.objects.filter(user=user, confirmed=True).first()
    return verify_with(device, code) if device else Verification()


def verify_with(device, code: str) -> Verification:
    allowed, reason = device.verify_is_allowed()
    if not allowed:
        return Verification(wait=reason["locked_until"] - timezone.now())
    return Verification(verify_token(device.user, device.persistent_id, code))


def start_enrolment(user) -> TOTPDevice:
    """A device with a new key, without effect until a code has confirmed it."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def pending_device(user) -> TOTPDevice | None:
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


@transaction.atomic
def enable(device: TOTPDevice) -> list[str]:
    """Ask for a code at each sign-in from now on. Return the recovery codes."""
    TOTPDevice.objects.filter(user=device.user).exclude(pk=device.pk).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return new_recovery_codes(device.user)


@transaction.atomic
def disable(user) -> None:
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


@transaction.atomic
def new_recovery_codes(user) -> list[str]:
    """Replace the recovery codes."""
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="recovery codes")
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return [f"{code[:4]}-{code[4:]}" for code in codes]


def recovery_codes_left(user) -> int:
    return StaticToken.objects.filter(device__user=user).count()


# --- The key, for an app ------------------------------------------------------------------------


def grouped_key(device: TOTPDevice) -> str:
    """The key in Base32, in groups of four, for typing."""
    key = b32encode(device.bin_key).decode()
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))


def qr_code(device: TOTPDevice) -> dict:
    """A QR code of the otpauth:// URL: the path of an SVG, and the side of its view box."""
    rows = segno.make(device.config_url, error="m").matrix
    dots = (
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return {"path": "".join(dots), "side": len(rows) + 2 * QUIET_ZONE}
