"""Papers from BibTeX and other reference lists: import_bibtex FILE... --researcher SLUG

Exit code 0: all is stored, or was here already. 2: some entries were refused, the others are
stored. 1: nothing usable, and nothing was changed.
"""

import codecs
import gc
import json
import re
import sys
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from profiles.management.command_line import find_researcher, progress, stopping
from publications import bibtex, importer, reference_lists
from publications.importer.report import Plan, ReportedProblem, display, new_papers

STDIN = "-"
# Of the files in a folder; .json, .xml and .txt may be anything there.
EXTENSIONS = {".bib", ".ris", ".enw", ".nbib", ".ciw"}
ADDRESS = re.compile(r"(?:https?|ftp):/", re.I)
NOTHING_THERE = f"this folder has no {' or '.join(sorted(EXTENSIONS))} files in it"
LABELS = {
    "created": "new",
    "updated": "updated",
    "unchanged": "unchanged",
    "merged": "merged with another entry of the same paper",
    "refused": "refused",
}
REASONS = {
    FileNotFoundError: "there is no such file",
    PermissionError: "no permission to read it",
}


class Command(BaseCommand):
    help = (
        "Import papers from reference lists: BibTeX, RIS, CSL-JSON, EndNote, PubMed, Web of "
        "Science, the JSON of ORCID, OpenAlex and Crossref. Safe to run again: what is here "
        "already stays one paper."
    )

    def add_arguments(self, parser):
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="A file of any of these formats, told by its content, or a folder of them "
            f"({', '.join(sorted(EXTENSIONS))}); - reads standard input.",
        )
        self.add_import_arguments(parser)
        parser.add_argument(
            "--encoding", metavar="NAME", help="Of the files; found out by default."
        )
        parser.add_argument(
            "--repair-encoding",
            action="store_true",
            help="Mend letters that were read in a wrong encoding before, such as “Ã¼” for “ü”.",
        )

    def add_import_arguments(self, parser):
        """What every import of papers takes, wherever they come from."""
        parser.add_argument("--researcher", metavar="SLUG", help="Whose papers they are.")
        parser.add_argument(
            "--dry-run", action="store_true", help="Tell what would be done, do nothing."
        )
        parser.add_argument(
            "--update",
            choices=[importer.FILL, importer.OVERWRITE, importer.NEVER],
            default=importer.FILL,
            help="What to do with papers that are here: fill what was not edited by hand "
            "(default), overwrite edits, or never touch them.",
        )
        parser.add_argument("--draft", action="store_true", help="New papers stay drafts.")
        parser.add_argument("--json", action="store_true", help="Print the report as JSON.")

    def handle(self, *args, **options):
        self.options = options
        # What could not be read, beside files that can.
        self.unread: list[ReportedProblem] = []
        researcher = self._researcher(options["researcher"])
        with _never_collected(), stopping("Nothing was stored."):
            files = self.read_files()
            if all(file.is_empty for _name, file in files):
                problems = importer.plan(files).problems
                self.fail(files[0][0], "no references in it", problems)
            report = self._import(files, researcher)
            report.problems += self.unread
        number = report.batch
        with stopping(f"Import {number} is stored whole." if number else "Nothing was stored."):
            self._print(report, researcher)
        entries, refused = _entries(len(report.steps)), report.counts["refused"]
        if all(step.action == "refused" for step in report.steps):
            raise CommandError("No entry could be read; nothing was changed.", returncode=1)
        if refused:
            rest = "nothing was changed" if options["dry_run"] else "the others are stored"
            raise CommandError(f"{refused} of {entries} refused; {rest}.", returncode=2)
        if self.unread:
            raise CommandError("Not all could be asked for; see above.", returncode=2)

    # --- what goes in -------------------------------------------------------------------------

    def read_files(self) -> list[tuple[str, reference_lists.Unparsed]]:
        """(name, what is in it) of each file that was named, at least one."""
        self._check_encoding(self.options["encoding"])
        names = [name for given in self.options["files"] for name in self.files_of(given)]
        return [self.read_file(name) for name in names]

    def _check_encoding(self, name):
        with suppress(LookupError):
            if not name or codecs.lookup(name)._is_text_encoding:
                return
        reason = f"There is no encoding “{name}”. Usual ones are utf-8, latin-1, cp1252, gbk."
        self.fail("", reason)

    def _researcher(self, slug):
        try:
            return find_researcher(slug) if slug is not None else None
        except CommandError as error:
            return self.fail("", str(error))

    def files_of(self, name):
        """A folder means the files of EXTENSIONS that lie in it."""
        if name != STDIN and ADDRESS.match(name):
            self.fail(name, "this is an address on the web; download it and name the file")
        if name == STDIN or not Path(name).is_dir():
            return [name]
        try:
            paths = sorted(p for p in Path(name).iterdir() if p.suffix.lower() in EXTENSIONS)
        except OSError as error:
            self.fail(name, REASONS.get(type(error)) or error.strerror or str(error))
        return list(map(str, paths)) or self.fail(name, NOTHING_THERE)

    def read_file(self, name):
        try:
            if name != STDIN and not (Path(name).is_file() or Path(name).is_dir()):
                # What is nowhere, and what would be waited for without end.
                Path(name).stat()
                raise OSError("not a regular file; to read from a pipe, name it -")
            data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        except OSError as error:
            self.fail(name, REASONS.get(type(error)) or error.strerror or str(error))
        if not data.strip():
            self.fail(name, "the file is empty")
        try:
            unparsed = reference_lists.Unparsed(
                data, self.options["encoding"], repair_encoding=self.options["repair_encoding"]
            )
            return "<stdin>" if name == STDIN else name, unparsed
        except bibtex.UnsureEncodingError as error:
            self.fail(name, f"{error} Add --encoding NAME, such as {error.readings[0][0]}.")
        except bibtex.BibtexDecodeError as error:
            self.fail(name, str(error))

    # --- what comes out -----------------------------------------------------------------------

    def _import(self, files, researcher):
        options = {name: self.options[name] for name in ("update", "draft")}
        show_read, show_written = (progress(self.stderr, word) for word in ("Reading", "Writing"))

        def read(done, total):
            gc.freeze()  # The plan: nothing of it is looked at below.
            show_read(done, total)

        def written(done, total):
            gc.collect(0)  # Rows and their files point at each other.
            show_written(done, total)

        options |= {"by_operator": True, "progress": read}
        if self.options["dry_run"]:
            return importer.plan(files, researcher, **options)
        writing = {"progress": written}
        return importer.run(files, researcher, apply_options=writing, **options)

    def _print(self, report, researcher):
        papers = list(new_papers(report)) if self.options["dry_run"] else []
        if self.options["json"]:
            more = {"papers": list(map(asdict, papers))} if self.options["dry_run"] else {}
            self.stdout.write(json.dumps(report.as_json() | more, ensure_ascii=False, indent=1))
            return
        if self.options["dry_run"]:
            told = "\n".join(map(str, papers))
            self.stdout.write(f"Dry run: nothing was changed.\n{told}".rstrip())
        for step in report.steps:
            place = f"{step.file}:{step.line}:{step.key and ' '}{step.key}"
            if step.join:
                self.stdout.write(f"{place} is {step.join}")
            for change in step.changes:
                before, after = display(change.mine), display(change.theirs)
                self.stdout.write(f"{place} changes {change.field}: {before} → {after}")
        is_shown = self.options["verbosity"] > 1
        shown = [p for p in report.problems if p.severity != "info" or is_shown]
        for p in shown:
            key = f" {p.key}" if p.key else ""
            self.stdout.write(f"{p.file}:{p.line}:{key} {p.severity}: {p.reason}")
        if hidden := len(report.problems) - len(shown):
            notes = "1 note is" if hidden == 1 else f"{hidden} notes are"
            self.stdout.write(f"{notes} not shown; -v 2 shows them.")
        counts = [f"{n} {LABELS[action]}" for action, n in report.counts.items() if n]
        self.stdout.write(f"{_entries(len(report.steps))}: {', '.join(counts)}.")
        if report.unlisted:
            papers = "1 paper does" if report.unlisted == 1 else f"{report.unlisted} papers do"
            self.stdout.write(
                f"{papers} not name {researcher}: stored, not listed. A reading list, or another "
                "name of theirs? The admin asks, under “Papers that name you”."
            )
        if report.conflicts:
            self.stdout.write(
                f"{report.conflicts} fields were edited here by hand and stay so; "
                "--update overwrite takes the file's."
            )
        if report.batch:
            self.stdout.write(
                f"Import {report.batch}; undo it with: manage.py undo_import {report.batch}"
            )

    def fail(self, file, reason, problems=()):
        """Nothing was changed; scripts get their JSON all the same."""
        if self.options["json"]:
            problems = [*problems, ReportedProblem(file, 0, "", "error", reason)]
            report = Plan(self.options["files"], problems=problems)
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
        raise CommandError(f"{file}: {reason}" if file else reason, returncode=1)


@contextmanager
def _never_collected():
    """Papers come and go by the hundred: by default the collector of circular garbage would look
    through all that is in memory again and again, for a fifth of the time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # So that what is left counts as old, and is not looked through at once.
        gc.enable()
        gc.unfreeze()


def _entries(count):
    return "1 entry" if count == 1 else f"{count} entries"
