"""How fast BibTeX comes in, side by side with two parsers that do nothing else.

    .venv/bin/python benchmarks/bibtex.py [--entries 10000 50000] [--runs 1]

Makes a file of N entries (benchmarks/entries.py; always the same one), then measures, each in a
process of its own, the bare `parse_string` of bibtexparser, with which all else is compared, and of
pybtex (where it is installed); and `import_bibtex FILE --researcher` into a fresh SQLite file:
reading, matching, linking, writing and the index of the site's search; and the same again, nothing
having changed. The best of several runs counts. "locked" is the wall time between BEGIN IMMEDIATE
and the end of COMMIT, in which nobody else can write. Take the ratios to other machines.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from entries import entries, lab
from measure import Statements, cpu_seconds, set_up


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", nargs="+", type=int, default=[10_000, 50_000], metavar="N")
    parser.add_argument("--runs", type=int, default=1, help="The best of so many counts.")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        what, file = options.child
        answer = run_import(file) if what.endswith("import") else parse(what, file)
        answer["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(answer))
        return
    cells = "{:>8}  {:<14}{:>10}{:>9}{:>7}{:>9}{:>10}{:>14}"
    head = "entries", "", "entries/s", "CPU s", "ratio", "peak MB", "locked s", "queries/1000"
    print(cells.format(*head))
    for count in options.entries:
        runs = [measured(count) for _run in range(options.runs)]
        for row in runs[0]:
            best = min((run[row] for run in runs), key=lambda answer: answer["cpu"])
            ratio = best["cpu"] / min(run["bibtexparser"]["cpu"] for run in runs)
            figures = f"{count / best['cpu']:.0f}", f"{best['cpu']:.2f}", f"{ratio:.2f}"
            memory = f"{best['peak']:.0f}", f"{best.get('locked', 0):.2f}"
            queries = f"{1000 * best.get('queries', 0) / count:.1f}"
            print(cells.format(count, row, *figures, *memory, queries), flush=True)


def measured(count: int) -> dict[str, dict]:
    """{row: answer}; memory is that of a new process, for a child inherits its parent's peak."""
    answers = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "entries.bib")
        with file.open("w", encoding="utf-8") as out:
            out.writelines(entries(count))
        environment = os.environ | {"DATA": folder}
        for name in ("DATABASE_URL", "CACHE_URL"):
            environment.pop(name, None)
        for row in ("bibtexparser", "pybtex", "first import", "second import"):
            command = [sys.executable, __file__, "--child", row, str(file)]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=False)  # noqa: S603
            if done.returncode == 0:
                answers[row] = json.loads(done.stdout)
            elif row != "pybtex":
                raise SystemExit(f"{row} failed")
    return answers


def parse(parser: str, file: str) -> dict:
    text = Path(file).read_text(encoding="utf-8")
    if parser == "bibtexparser":
        from bibtexparser import parse_string
    else:
        from pybtex.database import parse_string as read

        parse_string = partial(read, bib_format="bibtex")
    return {"cpu": cpu_seconds(lambda: parse_string(text))}


def run_import(file: str) -> dict:
    """The command as one types it, with its report of counts, into a lab of a few researchers."""
    set_up()
    from django.core.management import call_command
    from django.db import connection

    from profiles.models import Researcher

    call_command("migrate", verbosity=0)
    for number, (given, family) in enumerate(lab()):
        names = {"given_name": given, "family_name": family}
        Researcher.objects.get_or_create(slug=f"member-{number}", defaults=names)
    log = Statements(connection)
    with connection.execute_wrapper(log), open(os.devnull, "w") as nowhere:
        options = {"researcher": "member-0", "stdout": nowhere, "stderr": nowhere}
        cpu = cpu_seconds(lambda: call_command("import_bibtex", file, **options))
    return {"cpu": cpu, "queries": log.count, "locked": log.locked}


if __name__ == "__main__":
    main()
