"""A site of another system, moved here: import_site PATH [--researcher SLUG]

Exit code 0: all is stored, or was here already. 2: something was refused, the rest is stored.
1: nothing usable, and nothing was changed.
"""

import json
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from exchange.site_import import importer
from exchange.site_import.own_names import person_of
from exchange.site_import.report import as_json, lines, totals
from exchange.site_import.tree import SiteError, Tree
from profiles.addresses import make_researcher
from profiles.management.command_line import find_researcher, progress, stopping
from profiles.signals import send_names_changed
from publications.importer import FILL, NEVER, OVERWRITE, PlanOutdated


class Command(BaseCommand):
    help = (
        "Import a site of Jekyll, Hugo, Quarto or PRISM, or one homepage, as a researcher's pages. "
        "Safe to run again: what is here already stays one row."
    )

    def add_arguments(self, parser):
        parser.add_argument(
            "path", metavar="PATH", help="The site's folder, a ZIP of it, or one homepage file."
        )
        parser.add_argument(
            "--researcher",
            metavar="SLUG",
            help="Whose site it is; without it, the person of whom the site is gets a profile.",
        )
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
        owner = find_researcher(researcher) if researcher else None
        try:
            with stopping("Nothing was stored."):
                tree = Tree.open(Path(path), repair_encoding=options["repair_encoding"])
                record = importer.read(tree)
                with self._owner(owner, record, options) as person:
                    name = Path(path).resolve().name
                    plan, number = self._import(tree, record, person, name, options)
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
        if totals(plan).get("refused"):
            rest = "nothing was changed" if options["dry_run"] else "the rest is stored"
            raise CommandError(f"Something was refused; {rest}.", returncode=2)

    @contextmanager
    def _owner(self, owner, record, options):
        """The profile of the person of whom the site is, made where there is none of that name; it
        goes again where nothing came of it.
        """
        name, known = person_of(record)
        if owner := owner or known:
            yield owner
            return
        if not name:
            group, _place = record.researcher.get("display_name", ("", None))
            whose = f"is of a group, {group}" if group else "does not say of which one person it is"
            raise SiteError(f"The site {whose}: give --researcher SLUG.")
        publish = not (options["draft"] or options["dry_run"])
        try:
            made = make_researcher(name, publish=publish)
        except ValidationError as error:
            why = " ".join(error.messages)
            raise SiteError(f"No profile can be made for {name}: {why}") from error
        send_names_changed(made, by_manager=True)
        try:
            yield made
        except BaseException:
            made.delete()
            raise
        if options["dry_run"]:
            made.delete()

    def _import(self, tree, record, researcher, name, options):
        planning = {
            "record": record,
            "by_operator": True,
            "update": options["update"],
            "draft": options["draft"],
        }
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
        if not options["dry_run"]:
            address = reverse("researcher-home", kwargs={"slug": plan.researcher.slug})
            self.stdout.write(f"The pages: {settings.ORIGIN}{address}")
        if number:
            self.stdout.write(f"Import {number}; undo it with: manage.py undo_import {number}")
        elif not options["dry_run"]:
            self.stdout.write("Nothing was new, so nothing was changed.")
