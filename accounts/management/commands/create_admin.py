"""The first account of a new site. Runs at every start; silent where a superuser exists."""

import os
import secrets

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand
from django.urls import reverse

NAME = "admin"


class Command(BaseCommand):
    help = "Make the superuser “admin”, unless there is a superuser already."

    def handle(self, *args, **options):
        if User.objects.filter(is_superuser=True).exists():
            return
        chosen = os.environ.get("VITAE_ADMIN_PASSWORD", "")
        password = chosen or secrets.token_urlsafe(12)
        # An ordinary account of that name gets the rights: the operator asked for it.
        user = User.objects.filter(username=NAME).first() or User(username=NAME)
        user.is_staff = user.is_superuser = user.is_active = True
        user.set_password(password)
        user.save()
        secret = "VITAE_ADMIN_PASSWORD." if chosen else f"the password {password}"
        self.stdout.write(f"Sign in at {reverse('admin:index')} as {NAME} with {secret}")
        if chosen:
            try:
                validate_password(chosen, user)
            except ValidationError as error:
                reasons = " ".join(error.messages)
                self.stderr.write(self.style.WARNING(f"VITAE_ADMIN_PASSWORD is weak: {reasons}"))
