"""Deletes what is kept only for a while; once a day, from cron or a timer: purge --days 30"""

from datetime import timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.utils import timezone

from uploads import kept
from website import personal_data

SIGNING_IN = (AccessAttempt, AccessFailureLog, AccessLog)


class Command(BaseCommand):
    help = "Delete ended sessions, old records of signing in, and uploads that nothing names."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=30, help="Of signing in; 30 by default.")
        parser.add_argument(
            "--log-days", type=int, default=365, help="Of the admin's own log; 365 by default."
        )

    def handle(self, *args, days, log_days, **options):
        now = timezone.now()
        before = now - timedelta(days=days)
        old = {
            "ended sessions": Session.objects.filter(expire_date__lt=now),
            "entries of the admin's log": LogEntry.objects.filter(
                action_time__lt=now - timedelta(days=log_days)
            ),
        }
        tries = [model.objects.filter(attempt_time__lt=before) for model in SIGNING_IN]
        for what, rows in old.items():
            self.stdout.write(f"{what}: {rows.delete()[0]}")
        self.stdout.write(f"records of signing in: {sum(rows.delete()[0] for rows in tries)}")
        kept.sweep()
        self.stdout.write(f"uploads that nothing names: {personal_data.clear_unused_uploads()}")
        personal_data.clear_free_pages()
