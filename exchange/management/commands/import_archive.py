"""What export_archive or export_person wrote, on this installation: import_archive lab.zip"""

import json
from pathlib import Path

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError

from exchange.archive import ArchiveError, apply, open_archive, plan
from profiles.management.command_line import stopping


class Command(BaseCommand):
    help = "Add the record of an archive of another installation. docs/moving.md"

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="FILE.zip")
        parser.add_argument(
            "--dry-run", action="store_true", help="Check all of it and show the plan."
        )
        parser.add_argument(
            "--rename",
            action="store_true",
            help="Give profiles and papers whose address is taken another one.",
        )
        parser.add_argument("--json", action="store_true", help="Print the plan as JSON.")

    def handle(self, *args, file, dry_run, rename, **options):
        try:
            with stopping("Nothing was stored."), open_archive(file) as archive:
                result = plan(archive, rename=rename)
                if not options["json"]:
                    self._show(file, result)
                refused = bool(result.conflicts)
                if not refused and not dry_run:
                    apply(result)
        except (ArchiveError, OSError) as error:
            text = f"{file} was not imported, and nothing was changed. {_in_one_line(error)}"
            raise CommandError(text, returncode=1) from error
        if options["json"]:
            done = {
                "scope": archive.scope,
                "rows": result.counts,
                "files": len(archive.uploads),
                "conflicts": result.conflicts,
                "notices": result.notices,
                "imported": not refused and not dry_run,
            }
            self.stdout.write(json.dumps(done, ensure_ascii=False, indent=1))
        if refused:
            text = f"{file} was not imported, and nothing was changed: see above, or add --rename."
            raise CommandError(text, returncode=1)
        if not options["json"]:
            self.stdout.write("Nothing was changed." if dry_run else "All of it is here.")

    def _show(self, file, result):
        scope = result.archive.scope
        content = "the whole lab" if scope == "lab" else f"the record of {scope}"
        self.stdout.write(f"{file} holds {content}, with {len(result.archive.uploads)} uploads:")
        for label, count in result.counts.items():
            model = apps.get_model(label)
            if not model._meta.auto_created:
                names = model._meta.verbose_name, model._meta.verbose_name_plural
                self.stdout.write(f"  {count} {names[count > 1]}")
        for line in (*result.conflicts, *result.notices):
            self.stdout.write(_in_one_line(line))


def _in_one_line(text: object) -> str:
    """What an archive says is another's: no sign of it moves the cursor."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(text))
