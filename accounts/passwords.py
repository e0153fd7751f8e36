"""What a new password may not be, beyond what Django's own validators refuse.

They stand in settings.AUTH_PASSWORD_VALIDATORS, so every form and command that sets one asks them.
"""

import re
from itertools import pairwise

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
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
