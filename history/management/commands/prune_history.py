"""Old versions of what people edited, and what was deleted long ago: prune_history --days 365"""

from django.core.management.base import BaseCommand, CommandError

from history import recording


class Command(BaseCommand):
    help = "Delete versions older than so many days. Each row that is there keeps its newest."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=365, help="365 by default")

    def handle(self, *args, days, **options):
        if days < 1:
            raise CommandError("--days must be 1 or more.")
        self.stdout.write(f"Deleted {recording.prune(days)} versions older than {days} days.")
