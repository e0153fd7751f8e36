"""The first account of a new site. Runs at every start; silent where a superuser exists."""

import os
import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand
from django.urls import reverse

NAME = "admin"


class Command(BaseCommand):
    help = "Make the superuser “admin”, unless there is a superuser already."

    def handle(self, *args, **options):
        if get_user_model().objects.filter(is_superuser=True).exists():
            return
        chosen = os.environ.get("VITAE_ADMIN_PASSWORD", "")
        password = chosen or secrets.token_urlsafe(12)
        user = self._make(password)
        admin = reverse("admin:index")
        if chosen:
            self.stdout.write(f"Sign in at {admin} as {NAME} with VITAE_ADMIN_PASSWORD.")
            self._warn_if_weak(chosen, user)
        else:
            self.stdout.write(f"Sign in at {admin} as {NAME} with the password {password}")

    def _make(self, password):
        """An ordinary account of that name gets the rights: the operator asked for it."""
        users = get_user_model().objects
        user = users.filter(username=NAME).first() or users.model(username=NAME)
        user.is_staff = user.is_superuser = user.is_active = True
        user.set_password(password)
        user.save()
        return user

    def _warn_if_weak(self, password, user):
        try:
            validate_password(password, user)
        except ValidationError as error:
            reasons = " ".join(error.messages)
            self.stderr.write(self.style.WARNING(f"VITAE_ADMIN_PASSWORD is weak: {reasons}"))
