"""A researcher from the command line: create_researcher "Ada Lovelace" --publish

Prints the slug, and nothing else, to standard output.
"""

from contextlib import contextmanager

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug as validate_slug_letters
from django.db import transaction

from profiles.addresses import free_slug, make_researcher
from profiles.identifiers import normalise_orcid
from profiles.models import Researcher
from profiles.signals import send_names_changed
from profiles.slugs import validate_slug


class Command(BaseCommand):
    help = "Create a researcher and print the slug, the address of their pages."

    def add_arguments(self, parser):
        parser.add_argument("name", metavar="NAME", help="Given name first.")
        parser.add_argument("--slug", help="The address; made from the name by default.")
        parser.add_argument("--native-name", default="", metavar="NAME", help="Such as 翁祈桢.")
        parser.add_argument("--orcid", default="", metavar="ID")
        parser.add_argument(
            "--username",
            metavar="NAME",
            help="The account that edits the record; made, without a password, if there is none.",
        )
        parser.add_argument("--publish", action="store_true", help="Make the pages public at once.")

    @transaction.atomic
    def handle(self, *args, **options):
        name = " ".join(options["name"].split())
        if not name:
            raise CommandError("Give a name, such as “Ada Lovelace”.", returncode=1)
        slug = self._slug(options["slug"])
        with refusing(f"--orcid {options['orcid']}"):
            orcid = normalise_orcid(options["orcid"])
        owner = self._account(options["username"])
        columns = {"native_name": options["native_name"].strip(), "orcid": orcid, "owner": owner}
        with refusing():
            researcher = make_researcher(name, publish=options["publish"], slug=slug, **columns)
        self.stdout.write(researcher.slug)
        if count := send_names_changed(researcher, by_manager=True):
            papers = "1 paper" if count == 1 else f"{count} papers"
            self.stderr.write(f"{papers} here may be theirs: “Papers that name you” in the admin.")
        if not options["publish"]:
            self.stderr.write("The pages are a draft; the admin, or --publish, makes them public.")

    def _slug(self, slug):
        if slug is None:
            return ""
        with refusing(f"--slug {slug}"):
            validate_slug_letters(slug)
            validate_slug(slug)
        if (free := free_slug(slug)) != slug:
            raise CommandError(f"--slug {slug}: taken; {free} is free.", returncode=1)
        return slug

    def _account(self, username):
        if not username:
            return None
        users = get_user_model().objects
        user = users.filter(username=username).first()
        if user is None:
            user = users.model(username=username, is_staff=True)
            user.set_unusable_password()
            with refusing(f"--username {username}"):
                user.full_clean(exclude=["password"])
            user.save()
            text = f"Made the account {username}. Its password: changepassword {username}"
            self.stderr.write(text)
            return user
        other = Researcher.objects.filter(owner=user).first()
        if other:
            raise CommandError(
                f"--username {username}: this account edits {other.slug} already.", returncode=1
            )
        if not user.is_staff:
            user.is_staff = True  # else the owner could not sign in to the admin
            user.save(update_fields=["is_staff"])
        return user


@contextmanager
def refusing(option=""):
    """What is not valid ends the command, named by its option, else by its field."""
    try:
        yield
    except ValidationError as error:
        field, messages = option, error.messages
        if not option:
            field, messages = next(iter(error.message_dict.items()))
        raise CommandError(f"{field}: {messages[0]}", returncode=1) from None
