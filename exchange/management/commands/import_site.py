"""A site of another system, moved here: import_site PATH --researcher SLUG

Exit code 0: all is stored, or was here already. 2: something was refused, the rest is stored.
1: nothing usable, and nothing was changed.
"""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from exchange.site_import import importer
from exchange.site_import.report import as_json, is_refused, lines
from exchange.site_import.tree import SiteError, Tree
from profiles.management.command_line import find_researcher, progress, stopping
from publications.importer import FILL, NEVER, OVERWRITE, PlanOutdated


class Command(BaseCommand):
    help = (
        "Import a site of academicpages, al-folio or luost26/academic-homepage, or one homepage. "
        "Safe to run again: what is here already stays one row."
    )

    def add_arguments(self, parser):
        parser.add_argument(
            "path", metavar="PATH", help="The site's folder, a ZIP of it, or one homepage file."
        )
        parser.add_argument("--researcher", metavar="SLUG", required=True, help="Whose site it is.")
        parser.add_argument(
            "--dry-run", action="store_true", help="Tell what would be done, do nothing."
        )
        parser.add_argument("--json", action="store_true", help="Print the report as JSON.")
        parser.add_argument(
            "--update",
            choices=[FILL, OVERWRITE, NEVER],
            default=FILL,
            help="What to do with rows that are here: fill what was not edited by hand (default), "
            "overwrite edits, or never touch them.",
        )
        parser.add_argument("--draft", action="store_true", help="New rows and papers stay drafts.")
        parser.add_argument(
            "--repair-encoding", action="store_true", help="Mend texts whose encoding is damaged."
        )

    def handle(self, *args, path, researcher, **options):
        owner = find_researcher(researcher)
        try:
            with stopping("Nothing was stored."):
                tree = Tree.open(Path(path), repair_encoding=options["repair_encoding"])
                plan, number = self._import(tree, owner, Path(path).resolve().name, options)
        except SiteError as error:
            if options["json"]:
                problem = {"file": path, "line": 0, "severity": "error", "reason": str(error)}
                self._json({"system": "", "counts": {}, "problems": [problem]})
            raise CommandError(str(error), returncode=1) from error
        except PlanOutdated as error:
            text = "Somebody else changed this record meanwhile; nothing was changed. Try again."
            raise CommandError(text, returncode=1) from error
        report = as_json(plan)
        if options["json"]:
            self._json(report | {"batch": number})
        else:
            self._print(report, plan, number, options)
        if is_refused(plan):
            rest = "nothing was changed" if options["dry_run"] else "the rest is stored"
            raise CommandError(f"Something was refused; {rest}.", returncode=2)

    def _import(self, tree, researcher, name, options):
        planning = {"by_operator": True, "update": options["update"], "draft": options["draft"]}
        planning["progress"] = progress(self.stderr, "Reading papers")
        if options["dry_run"]:
            return importer.plan(tree, researcher, **planning), None
        writing = {"name": name, "progress": progress(self.stderr, "Writing papers")}
        return importer.run(tree, researcher, apply_options=writing, **planning)

    def _json(self, report):
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))

    def _print(self, report, plan, number, options):
        if options["dry_run"]:
            self.stdout.write("Dry run: nothing was changed.")
        system = " ".join(filter(None, [plan.record.system, plan.record.generation]))
        self.stdout.write(f"A site of {system}, for {plan.researcher}.")
        for line in lines(report, verbose=options["verbosity"] > 1):
            self.stdout.write(line)
        if number:
            self.stdout.write(f"Import {number}; undo it with: manage.py undo_import {number}")
        elif not options["dry_run"]:
            self.stdout.write("Nothing was new, so nothing was changed.")
