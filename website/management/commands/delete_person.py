"""Erases a person: delete_person ada-lovelace --dry-run, then without."""

from django.core.management.base import BaseCommand, CommandError

from profiles.management.command_line import find_researcher, stopping
from website import personal_data


class Command(BaseCommand):
    help = "Delete everything about one person; shared papers keep the printed name."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--dry-run", action="store_true", help="Tell what goes; do nothing.")
        parser.add_argument(
            "--no-input", action="store_false", dest="ask", help="Do not ask for the word."
        )

    def handle(self, *args, slug, dry_run=False, ask=True, **options):
        researcher = find_researcher(slug)
        plan = personal_data.plan(researcher)
        self.stdout.write(f"{researcher} (/{slug}/)")
        for what, count in plan.counts:
            self.stdout.write(f"goes: {count} {what}")
        self.stdout.write(f"goes: {len(plan.files)} files, each picture in all its sizes")
        for what, count in plan.kept:
            self.stdout.write(f"stays: {count} {what}")
        if plan.person.account and not plan.person.account_goes:
            self.stdout.write(f"stays: the account {plan.person.account}, which has other uses")
        if dry_run:
            self.stdout.write("Dry run: nothing was changed.")
            return
        with stopping("Nothing was deleted."):
            if ask and input(f"Type {slug} to delete all of it, for ever: ").strip() != slug:
                raise CommandError("Not deleted: that is not the address.", returncode=1)
        personal_data.erase(researcher)
        self.stdout.write(f"{slug} is deleted. Restart the server; older backups still hold it.")
