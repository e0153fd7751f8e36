"""Django's own `migrate`, with a backup before it changes a database that is in use."""

from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from profiles.management.command_line import writing

KEPT = 3  # versions, each with this many backups at most


class Command(migrate.Command):
    help = "Bring the database up to this version of Vitae, after a backup. docs/upgrade.md"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup", action="store_true", help="Make no backup before the database changes."
        )

    def handle(self, *args, no_backup, **options):
        only_looks = options["check_unapplied"] or options["plan"]
        if not (no_backup or only_looks) and is_to_change(options["app_label"]):
            self.back_up()
        super().handle(*args, **options)

    def back_up(self):
        folder = settings.DATA_DIR / "backups"
        file = folder / f"before-{settings.VERSION}-{timezone.now():%Y%m%d-%H%M%S-%f}.zip"
        try:
            with writing(folder):
                folder.mkdir(exist_ok=True)
            call_command("backup", str(file), stdout=self.stdout, stderr=self.stderr)
        except CommandError as error:
            text = f"The database was not changed. {error} To go on without: migrate --no-backup."
            raise CommandError(text, returncode=1) from error
        self.stdout.write(f"Back to it: stop the site, then manage.py restore {file}")
        for spare in spare_backups(folder):
            spare.unlink()


def is_to_change(app_label: str | None) -> bool:
    """Whether there is a database, and migrations wait for it or a target was named."""
    executor = MigrationExecutor(connection)
    if not executor.loader.applied_migrations:
        return False
    return bool(app_label or executor.migration_plan(executor.loader.graph.leaf_nodes()))


def spare_backups(folder: Path) -> list[Path]:
    """Return the backups that `migrate` made and need not be kept.

    Of each of the last versions, the first one stays however often its upgrade is tried again: it
    alone is of before the upgrade. Beside it the newest stay.
    """
    by_version = {}
    for file in sorted(folder.glob("before-*-*-*-*.zip"), key=_moment):
        by_version.setdefault(file.stem.rsplit("-", 3)[0], []).append(file)
    last_ones = sorted(by_version.values(), key=lambda files: _moment(files[-1]))[-KEPT:]
    kept = [file for files in last_ones for file in [files[0], *files[1:][1 - KEPT :]]]
    return [file for files in by_version.values() for file in files if file not in kept]


def _moment(file):
    return file.stem.rsplit("-", 3)[1:]
