"""Everything about one person as a ZIP file: export_person ada-lovelace ada.zip"""

from pathlib import Path

from django.core.management.base import BaseCommand

from profiles.management.command_line import find_researcher, stopping, whole_file
from website.personal_data import write_archive


class Command(BaseCommand):
    help = "Write everything that is held about one person into a ZIP file. docs/privacy.md"

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("file", type=Path, metavar="FILE.zip")

    @stopping("No file was written.")
    def handle(self, *args, slug, file, **options):
        researcher = find_researcher(slug)
        with whole_file(file, overwrite=True) as part:
            lost = write_archive(researcher, part)
        for name in lost:
            self.stderr.write(f"{name}: named in the record, but it could not be read.")
        self.stdout.write(f"{researcher} is in {file} ({file.stat().st_size} bytes).")
