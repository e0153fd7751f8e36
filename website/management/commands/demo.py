"""The demo lab: demo loads it into an empty site, demo --remove takes it away for good."""

from django.core.management.base import BaseCommand

from profiles.models import Researcher
from website import demo


class Command(BaseCommand):
    help = "Load a lab of historical scientists into a site that has no researcher yet."

    def add_arguments(self, parser):
        parser.add_argument(
            "--remove", action="store_true", help="Take the demo lab away; it stays away."
        )

    def handle(self, *args, **options):
        note = demo.read_note()
        if options["remove"]:
            if note.get("state") != demo.LOADED:
                demo.write_note(demo.REMOVED, {})
                self.stdout.write("There is no demo lab here, and none will come.")
                return
            count = demo.remove(note["rows"])
            self.stdout.write(
                f"The demo lab is gone: {count} researchers, their papers and their accounts. "
                "It stays away."
            )
        elif not note and not Researcher.objects.exists():
            rows = demo.load()
            people, papers = rows["profiles.Researcher"], rows["publications.Publication"]
            self.stdout.write(
                f"The demo lab is here: {len(people)} researchers, {len(papers)} papers. "
                "To take it away: manage.py demo --remove"
            )
            self.stdout.write(
                "Each has an account, such as alan-turing, with the password of “admin”."
                if demo.admin_password()
                else "There is no account “admin”, so the demo’s accounts have no password yet."
            )
