"""Database and uploads as one file: backup FILE, or backup - for standard output"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.template.defaultfilters import filesizeformat

from exchange import backup
from profiles.management.command_line import progress, stopping, whole_file, writing

STDOUT = "-"


class Command(BaseCommand):
    help = "Write database and uploads into one file, while the site runs. docs/deploy.md"
    requires_system_checks = []  # also of a site that does not start

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="- writes to standard output.")
        parser.add_argument("--force", action="store_true", help="Overwrite FILE.")

    @stopping("No backup was made.")
    def handle(self, *args, file, force, **options):
        show = progress(self.stderr, "Upload")
        try:
            if file == STDOUT:
                with writing(file), TemporaryDirectory(dir=settings.DATA_DIR) as work:
                    done = backup.write_backup(sys.stdout.buffer, Path(work))
            else:
                with whole_file(Path(file), overwrite=force) as part:
                    done = backup.write_backup(part, Path(part.name).parent, show)
        except DatabaseError as error:
            text = f"No backup was made. The database says: {str(error).strip()}"
            raise CommandError(text, returncode=1) from error
        for name in done.lost:
            self.stderr.write(f"{name}: a row names this upload, but it is not there.")
        if file != STDOUT:
            size = filesizeformat(Path(file).stat().st_size)
            self.stdout.write(f"The database and {done.files} uploads are in {file} ({size}).")
