"""Everything about one person as a ZIP file: export_person ada-lovelace ada.zip"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.management.base import BaseCommand, CommandError

from profiles.models import Researcher
from website.personal_data import write_archive


class Command(BaseCommand):
    help = "Write everything that is held about one person into a ZIP file. docs/privacy.md"

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("file", type=Path, metavar="FILE.zip")

    def handle(self, *args, slug, file, **options):
        researcher = Researcher.objects.filter(slug=slug).first()
        if researcher is None:
            raise CommandError(f"No researcher has the address “{slug}”.", returncode=1)
        if file.is_dir():
            raise CommandError(f"{file} is a folder. Name a file in it.", returncode=1)
        try:
            # A half-written archive never stands under the name; only its owner may read it.
            with NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
                try:
                    lost = write_archive(researcher, part)
                    part.close()
                    os.replace(part.name, file)
                except BaseException:
                    os.unlink(part.name)
                    raise
        except OSError as error:
            raise CommandError(
                f"{file} cannot be written: {error.strerror}.", returncode=1
            ) from error
        for name in lost:
            self.stderr.write(f"{name}: named in the record, but it could not be read.")
        self.stdout.write(f"{researcher} is in {file} ({file.stat().st_size} bytes).")
