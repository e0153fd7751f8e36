"""The lab, or one researcher, for another installation: export_archive lab.zip"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from exchange.archive import write_archive
from profiles.models import Researcher


class Command(BaseCommand):
    help = "Write the record and its uploads as a file for another installation. docs/moving.md"

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="FILE.zip")
        parser.add_argument("--researcher", metavar="SLUG", help="One person's record alone.")
        parser.add_argument("--force", action="store_true", help="Overwrite FILE.zip.")

    def handle(self, *args, file, researcher, force, **options):
        if researcher is not None:
            slug = researcher
            researcher = Researcher.objects.filter(slug=slug).first()
            if researcher is None:
                raise CommandError(f"No researcher has the address “{slug}”.", returncode=1)
        if file.is_dir():
            raise CommandError(f"{file} is a folder. Name a file in it.", returncode=1)
        if file.exists() and not force:
            text = f"{file} is there already. Name another, or add --force."
            raise CommandError(text, returncode=1)
        try:
            done = self._write(file, researcher)
        except OSError as error:
            text = f"{file} cannot be written: {error.strerror or error}."
            raise CommandError(text, returncode=1) from error
        for name in done.lost:
            self.stderr.write(f"{name}: a row names this upload, but it could not be read.")
        rows, size = sum(done.rows.values()), filesizeformat(file.stat().st_size)
        content = researcher or "The lab"
        self.stdout.write(f"{content} is in {file}: {rows} rows, {done.files} uploads ({size}).")

    def _write(self, file, researcher):
        """Under its name it stands whole or not at all, for its owner alone (mode 0600)."""
        with TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as work:
            part = Path(work, "part")
            with open(part, "wb") as out:
                part.chmod(0o600)
                done = write_archive(out, researcher)
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
        return done
