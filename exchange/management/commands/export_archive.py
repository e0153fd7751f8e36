"""The lab, or one researcher, for another installation: export_archive lab.zip"""

from pathlib import Path

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat

from exchange.archive import write_archive
from profiles.management.command_line import find_researcher, stopping, whole_file


class Command(BaseCommand):
    help = "Write the record and its uploads as a file for another installation. docs/moving.md"

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="FILE.zip")
        parser.add_argument("--researcher", metavar="SLUG", help="One person's record alone.")
        parser.add_argument("--force", action="store_true", help="Overwrite FILE.zip.")

    @stopping("No file was written.")
    def handle(self, *args, file, researcher, force, **options):
        if researcher is not None:
            researcher = find_researcher(researcher)
        with whole_file(file, overwrite=force) as part:
            done = write_archive(part, researcher)
        for name in done.lost:
            self.stderr.write(f"{name}: a row names this upload, but it could not be read.")
        rows, size = sum(done.rows.values()), filesizeformat(file.stat().st_size)
        content = researcher or "The lab"
        self.stdout.write(f"{content} is in {file}: {rows} rows, {done.files} uploads ({size}).")
