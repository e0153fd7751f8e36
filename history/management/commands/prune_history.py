"""Old versions of what people edited, and what was deleted long ago: prune_history --days 365"""

from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max
from django.utils import timezone

from history.models import Revision


class Command(BaseCommand):
    help = "Delete versions older than so many days. Each row that is there keeps its newest."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=365, help="365 by default")

    def handle(self, *args, days, **options):
        if days < 1:
            raise CommandError("--days must be 1 or more.")
        old = Revision.objects.filter(made_at__lt=timezone.now() - timedelta(days=days))
        rows = Revision.objects.order_by("kind", "object_id").values("kind", "object_id")
        newest = Revision.objects.filter(pk__in=rows.annotate(last=Max("pk")).values("last"))
        kept = newest.exclude(action=Revision.Action.DELETED)
        count, _by_model = old.exclude(pk__in=kept.values("pk")).delete()
        self.stdout.write(f"Deleted {count} versions older than {days} days.")
