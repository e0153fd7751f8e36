"""For a superuser who lost phone and recovery codes: whoever runs commands here is the operator."""

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from accounts import second_factor


class Command(BaseCommand):
    help = "Switch the sign-in code of an account off, so that its password is enough to sign in."

    def add_arguments(self, parser):
        parser.add_argument("username", metavar="NAME")

    def handle(self, *args, username, **options):
        user = get_user_model().objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account {username}.", returncode=1)
        if not second_factor.is_enabled(user):
            raise CommandError(f"{username} has no sign-in code.", returncode=1)
        second_factor.disable(user)
        self.stdout.write(f"The sign-in code of {username} is off.")
