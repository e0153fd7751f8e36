"""Database and uploads as one file: backup FILE, or backup - for standard output"""

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.template.defaultfilters import filesizeformat

from exchange import backup

STDOUT = "-"


class Command(BaseCommand):
    help = "Write database and uploads into one file, while the site runs. docs/deploy.md"
    requires_system_checks = []  # also of a site that does not start

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="- writes to standard output.")
        parser.add_argument("--force", action="store_true", help="Overwrite FILE.")

    def handle(self, *args, file, force, **options):
        try:
            if file == STDOUT:
                with TemporaryDirectory(dir=settings.DATA_DIR) as work:
                    done = backup.write_backup(sys.stdout.buffer, Path(work))
            else:
                done = self._write(Path(file), force)
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandError(f"{file} cannot be written: {reason}.", returncode=1) from error
        except DatabaseError as error:
            text = f"No backup was made. The database says: {str(error).strip()}"
            raise CommandError(text, returncode=1) from error
        for name in done.lost:
            self.stderr.write(f"{name}: a row names this upload, but it is not there.")
        if file != STDOUT:
            size = filesizeformat(Path(file).stat().st_size)
            self.stdout.write(f"The database and {done.files} uploads are in {file} ({size}).")

    def _write(self, file, force):
        """Under its name it stands whole or not at all, for its owner alone (mode 0600)."""
        if file.is_dir():
            raise CommandError(f"{file} is a folder. Name a file in it.", returncode=1)
        if file.exists() and not force:
            text = f"{file} is there already. Name another, or add --force."
            raise CommandError(text, returncode=1)
        with TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as work:
            with NamedTemporaryFile(dir=work, delete=False) as part:
                done = backup.write_backup(part, Path(work), progress_on(self.stderr))
                part.flush()
                os.fsync(part.fileno())
            os.replace(part.name, file)
            return done


def progress_on(stderr):
    """Where that is a terminal: else nobody waits for it."""
    if not stderr.isatty():
        return None

    def show(done, total):
        stderr.write(f"\r{done} of {total} files ", ending="\n" if done == total else "")

    return show
