"""What `backup` wrote, in the place of what is here: restore FILE"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from exchange import backup
from profiles.management.command_line import progress


class Command(BaseCommand):
    help = "Put a backup in the place of database and uploads, which are kept. docs/deploy.md"
    requires_system_checks = []  # also of a site that does not start

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--dry-run", action="store_true", help="Check every byte of it, change nothing."
        )

    def handle(self, *args, file, dry_run, **options):
        show = progress(self.stderr, "File")
        try:
            with backup.open_backup(file) as opened:
                done = backup.restore(opened, show, dry_run=dry_run)
                if dry_run:
                    made = opened.made_at
                    self.stdout.write(f"{file}, of {made}, is whole and can be restored here.")
                    return
        except backup.BackupError as error:
            text = f"{file} was not restored, and nothing was changed. {error}"
            raise CommandError(text, returncode=1) from error
        except OSError as error:
            reason = f"{error.filename or file}: {error.strerror or error}"
            raise CommandError(f"Nothing was restored. {reason}.", returncode=1) from error
        except DatabaseError as error:
            text = f"Nothing was restored. The database says: {str(error).strip()}"
            raise CommandError(text, returncode=1) from error
        self.stdout.write(
            f"Restored: the database and {done.files} uploads. Everybody signs in again."
        )
        for place in done.kept:
            self.stdout.write(f"What was here before is kept in {place}.")
