"""Takes an import back: undo_import NUMBER

Exit code 0: all of it is taken back. 2: some papers were edited since and are kept, the others
are taken back. 1: there is no such import, or it was undone already; nothing was changed.
"""

from django.core.management.base import BaseCommand, CommandError

from profiles.management.command_line import stopping
from publications.importer import undo
from publications.models import ImportBatch


class Command(BaseCommand):
    help = "Take back what an import made and changed. Papers edited since are kept and named."

    def add_arguments(self, parser):
        parser.add_argument(
            "number", type=int, metavar="NUMBER", help="As import_bibtex tells it at its end."
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="Tell what would be done, do nothing."
        )

    def handle(self, *args, number, dry_run=False, **options):
        batch = ImportBatch.objects.defer("report").filter(pk=number).first()
        if batch is None:
            raise CommandError(f"There is no import {number}.", returncode=1)
        try:
            with stopping("Nothing was undone."):
                result = (undo.preview if dry_run else undo.undo)(batch, by_operator=True)
        except undo.UndoError as error:
            raise CommandError(str(error), returncode=1) from error
        self._print(result, dry_run=dry_run)
        kept = {"paper": len(result.kept), "row": len(result.rows.kept)}
        if any(kept.values()):
            text = " and ".join(_counted(n, word) for word, n in kept.items() if n)
            raise CommandError(f"{text} kept.", returncode=2)

    def _print(self, result, *, dry_run):
        if dry_run:
            self.stdout.write("Dry run: nothing was changed.")
        for undone in (result, result.rows):
            for word, some in (("taken back", undone.taken), ("restored", undone.restored)):
                self._list(word, some)
        self._list("kept", result.rows.kept)
        self._list("taken back", [f"the venue {venue}" for venue in result.venues])
        self._list("kept", result.kept)
        for word, undone in (("paper", result), ("row", result.rows)):
            if word == "paper" or undone.taken or undone.restored or undone.kept:
                taken = f"{_counted(len(undone.taken), word)} taken back"
                rest = f"{len(undone.restored)} restored, {len(undone.kept)} kept"
                self.stdout.write(f"{taken}, {rest}.")

    def _list(self, word, some):
        for one in some:
            why = f". {one.why}" if word == "kept" else ""
            self.stdout.write(f"{word}: {one}{why}")


def _counted(count, word):
    return f"1 {word}" if count == 1 else f"{count} {word}s"
