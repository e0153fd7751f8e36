"""What a password may not be, besides Django's own list of rules in the settings."""

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator

from profiles.models import Researcher


class ProfileNameValidator(UserAttributeSimilarityValidator):
    """Nothing like the name on the account's pages: everybody can read that there."""

    def __init__(self):
        super().__init__(["display_name", "native_name"])

    def validate(self, password, user=None):
        for researcher in Researcher.objects.filter(owner=user) if user and user.pk else ():
            super().validate(password, researcher)
