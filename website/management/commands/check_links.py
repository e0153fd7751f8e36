"""manage.py check_links: asks for the links of one record, or of all, and remembers the answers."""

from django.core.management.base import BaseCommand, CommandError

from profiles.management.command_line import find_researcher, stopping
from profiles.models import Researcher
from website import linkcheck
from website.checks import BROKEN


class Command(BaseCommand):
    help = (
        "Ask whether the links on researchers' records lead anywhere. Slow on purpose: one "
        "question a second for each host. The answers stand on the researchers' dashboards."
    )

    def add_arguments(self, parser):
        parser.add_argument("--researcher", metavar="SLUG", help="only this one's links")

    @stopping("The answers so far are kept.")
    def handle(self, *, researcher, **options):
        people = [find_researcher(researcher)] if researcher else Researcher.objects.all()
        for person in people:
            checked, left = linkcheck.check(person)
            if left and not checked:
                raise CommandError("No site could be found from here: is there a way out?")
            broken = person.checked_links.filter(outcome__in=BROKEN).order_by("url")
            self.stdout.write(f"{person.slug}: {checked} asked, {len(broken)} led nowhere")
            for link in broken:
                status = f" {link.status}" if link.status else ""
                self.stdout.write(f"  {link.url}: {link.get_outcome_display()}{status}")
