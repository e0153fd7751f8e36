"""How fast BibTeX comes in, side by side with two parsers that do nothing else.

    .venv/bin/python benchmarks/bibtex.py [--entries 10000 50000] [--runs 1] [--only ROW ...]

Makes a file of N entries (benchmarks/entries.py; always the same one), then measures, each in a
process of its own (benchmarks/measure.py):

    bibtexparser   its bare `parse_string` of the file: what all else is compared with
    pybtex         its bare `parse_string`
    first import   `import_bibtex FILE --researcher` into a fresh SQLite file: reading, matching,
                   linking and writing, and the index of the site's search
    second import  the same again, nothing having changed

CPU seconds are those of the call, and of its whole process; of several runs the best counts.
"locked" is the wall time between BEGIN IMMEDIATE and the end of COMMIT, in which nobody else can
write. Everything happens in a temporary folder: the site's own database is never opened. Take the
ratios, not the seconds, to other machines.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from entries import entries

HERE = Path(__file__).resolve().parent
ROWS = ("bibtexparser", "pybtex", "first import", "second import")
HEAD = (
    "entries", "", "entries/s", "CPU s", "process", "ratio",
    "peak MB", "locked s", "queries/1000",
)  # fmt: skip
WIDTHS = (8, 14, 10, 9, 9, 7, 9, 9, 13)
# Of bibtexparser's CPU time.
RATIOS = {"first import": 8.0, "second import": 2.0}
# MB for so many entries: what is written waits on the disk until then.
PEAK, PEAK_ENTRIES = 350, 50_000
GROWTH = 1.3  # of the time per entry, from the smallest to the largest file
SAME = 1.1  # of the queries per entry


def main() -> int:
    options = _options()
    results: dict[int, dict[str, dict]] = {}
    print(_line(HEAD))
    for count in options.entries:
        results[count] = {}
        for row, answer in _measure(count, options):
            results[count][row] = answer
            print(_line(_cells(count, row, answer, results[count])), flush=True)
    bars = list(_bars(results))
    print()
    for text, passed in bars:
        print(f"{'pass' if passed else 'MISS'}  {text}")
    return 0 if all(passed for _text, passed in bars) else 1


def _options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", nargs="+", type=int, default=[10_000, 50_000], metavar="N")
    parser.add_argument("--runs", type=int, default=1, help="The best of so many counts.")
    parser.add_argument("--only", nargs="+", choices=ROWS, default=ROWS, metavar="ROW")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="Work here, and leave it.")
    return parser.parse_args()


def _measure(count, options):
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{count}.bib"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(entries(count))
        for row in ("bibtexparser", "pybtex"):
            if row in options.only:
                runs = [_child(row, file, folder) for _ in range(options.runs)]
                yield row, min(runs, key=lambda run: run["cpu"])
        if {"first import", "second import"} & set(options.only):
            yield from _imports(file, folder, options)


def _imports(file, folder, options):
    """The second import needs the first, and the first an empty database."""
    firsts, seconds = [], []
    for run in range(options.runs):
        data = folder / f"{file.stem}-{run}"
        data.mkdir()
        _child("lab", file, data)
        firsts.append(_child("import", file, data))
        if "second import" in options.only:
            seconds.append(_child("import", file, data))
    for row, runs in (("first import", firsts), ("second import", seconds)):
        if runs:
            yield row, min(runs, key=lambda run: run["cpu"])


def _child(what, file, data):
    """Memory is measured in a new process; this one stays small, for a child inherits its peak."""
    env = os.environ | {"DATA": str(data), "PYTHONHASHSEED": "0"}
    for name in ("DATABASE_URL", "CACHE_URL", "DJANGO_SETTINGS_MODULE"):
        env.pop(name, None)
    command = [sys.executable, str(HERE / "measure.py"), what, str(file)]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)  # noqa: S603
    return json.loads(done.stdout)


def _cells(count, row, answer, rows):
    known = "bibtexparser" in rows
    imports = "queries" in answer
    return (
        f"{count}",
        row,
        f"{count / answer['cpu']:.0f}",
        f"{answer['cpu']:.2f}",
        f"{answer['process']:.2f}",
        f"{_ratio(rows, row):.2f}" if known else "",
        f"{answer['peak']:.0f}",
        f"{answer['locked']:.2f}" if imports else "",
        f"{1000 * answer['queries'] / count:.1f}" if imports else "",
    )


def _ratio(rows, row):
    return rows[row]["cpu"] / rows["bibtexparser"]["cpu"]


def _line(cells):
    cells = zip(cells, WIDTHS, strict=True)
    return "".join(c.ljust(w) if w == WIDTHS[1] else c.rjust(w - 1) + " " for c, w in cells)


def _bars(results):
    """(what was asked and what was measured, whether it is met), for what was measured."""
    for count, rows in results.items():
        for row, bar in RATIOS.items():
            if row in rows and "bibtexparser" in rows:
                ratio = _ratio(rows, row)
                yield f"{count}: {row} {ratio:.2f} of bibtexparser, at most {bar}", ratio <= bar
            if row in rows:
                peak, bar = rows[row]["peak"], PEAK * max(1, count / PEAK_ENTRIES)
                yield f"{count}: {row} peak {peak:.0f} MB, below {bar:.0f}", peak < bar
    small, large = min(results), max(results)
    for row in RATIOS:
        if small < large and row in results[small] and row in results[large]:
            growth = _per_entry(results, row, "cpu")
            yield (
                f"{row}: time per entry ×{growth:.2f} at {large}, at most {GROWTH}",
                (growth <= GROWTH),
            )
            queries = _per_entry(results, row, "queries")
            yield f"{row}: queries per entry ×{queries:.2f} at {large}, constant", queries <= SAME


def _per_entry(results, row, what):
    small, large = min(results), max(results)
    return (results[large][row][what] / large) / (results[small][row][what] / small)


if __name__ == "__main__":
    sys.exit(main())
