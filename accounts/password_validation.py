"""A password validator, beside Django's own ones in the settings."""

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator

from profiles.models import Researcher


class ProfileNameValidator(UserAttributeSimilarityValidator):
    """Refuse a password that resembles the name on the account's public page."""

    def __init__(self):
        super().__init__(["display_name", "native_name"])

    def validate(self, password, user=None):
        for researcher in Researcher.objects.filter(owner=user) if user and user.pk else ():
            super().validate(password, researcher)
