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
class Answer:
    """`device` is None for a wrong code; `wait`, for how long no code is looked at."""

    device: object = None
    wait: timedelta = timedelta(0)


def is_on(user) -> bool:
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def passed(user) -> bool:
    """Whether this request's `user` may go on: an older session of theirs may not."""
    if getattr(user, "otp_device", None):
        return True
    if not hasattr(user, "second_factor_due"):
        user.second_factor_due = is_on(user)  # for one request, which asks it several times
    return not user.second_factor_due


def check(user, text: str) -> Answer:
    """Six digits are the app's, anything else is a recovery code. Right ones work once."""
    code = "".join(text.split()).replace("-", "").lower()
    kind = TOTPDevice if len(code) == 6 and code.isdigit() else StaticDevice
    device = kind.objects.filter(user=user, confirmed=True).first()
    return try_on(device, code) if device else Answer()


def try_on(device, code: str) -> Answer:
    allowed, reason = device.verify_is_allowed()
    if not allowed:
        return Answer(wait=reason["locked_until"] - timezone.now())
    return Answer(verify_token(device.user, device.persistent_id, code))


def begin(user) -> TOTPDevice:
    """A new key, which counts for nothing until a code has confirmed it."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def begun(user) -> TOTPDevice | None:
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


@transaction.atomic
def switch_on(device: TOTPDevice) -> list[str]:
    """The recovery codes; from now on signing in asks for a code."""
    TOTPDevice.objects.filter(user=device.user).exclude(pk=device.pk).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return new_recovery_codes(device.user)


@transaction.atomic
def switch_off(user) -> None:
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


@transaction.atomic
def new_recovery_codes(user) -> list[str]:
    """The former ones are void."""
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="recovery codes")
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return [f"{code[:4]}-{code[4:]}" for code in codes]


def recovery_codes_left(user) -> int:
    return StaticToken.objects.filter(device__user=user).count()


# --- What an app is told -----------------------------------------------------------------------


def key_in_words(device: TOTPDevice) -> str:
    """For those who cannot scan: the key in Base32, in groups of four."""
    key = b32encode(device.bin_key).decode()
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))


def qr_code(device: TOTPDevice) -> dict:
    """The address of the key as the path of an SVG and the side of its square."""
    rows = segno.make(device.config_url, error="m").matrix
    dots = (
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return {"path": "".join(dots), "side": len(rows) + 2 * QUIET_ZONE}
