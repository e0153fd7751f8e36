"""What is to be fast, in one table: each figure beside its bar, and met or missed.

    make bench [ARGS="--quick --folder DIR --only PART ..."]

Runs the scripts beside it, whose references (a bare Django view, nginx, Wagtail and granian where
pip finds them) are measured in the same run. Writes the table and what machine it was into
benchmarks/RESULTS.md, where every part ran in full. --quick runs all for a short time but growth
and Wagtail, which take longest. --folder keeps the databases for the next time. --only names the
parts to run. All is on SQLite; with DATABASE_URL, kept pages are those of that empty PostgreSQL
database. Needs Linux.
"""

import argparse
import os
import platform
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from growth import FILE  # noqa: E402 the folder has to be known first

from tests.server import serve  # noqa: E402

RESULTS = ROOT / "benchmarks" / "RESULTS.md"
PERSON = "chien-shiung-wu"  # of the demo: has something of nearly every kind
# In times of a bare Django view, and queries.
UNCACHED = {
    "home": (100, 8),
    "list of 60": (180, 5),
    "paper": (50, 5),
    "cv": (120, 10),
    "cv of 60": (120, 10),
    "feed of papers": (120, None),
    "picture": (8, None),
}
KEPT_CPU = 0.6
GROWTH = 1.5  # from the small site to the large one
PROLIFIC_MS, PROLIFIC_KB = 300, 200  # a page of one person with 10,000 papers


class Figure(NamedTuple):
    what: str
    value: float
    bar: float | None = None
    unit: str = ""

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        return "met" if self.value <= self.bar else "MISSED"

    def cells(self) -> tuple[str, ...]:
        bar = "" if self.bar is None else f"≤ {self.bar:g}"
        value = f"{self.value:.0f}" if self.value >= 100 else f"{self.value:.3g}"
        return self.what, f"{value} {self.unit}".strip(), bar, self.verdict


def script(name: str, *arguments: str, python: str = sys.executable, **variables: str) -> str:
    """What it prints; its errors are shown as they come. A variable without a value is unset."""
    command = [python, str(ROOT / "benchmarks" / name), *arguments]
    env = {name: value for name, value in (os.environ | variables).items() if value}
    run = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    if not run.stdout:
        raise ValueError(f"{name} printed nothing and ended with {run.returncode}")
    return run.stdout


def numbers(line: str) -> list[float]:
    return [float(each) for each in re.findall(r"(?<!\S)\d+(?:\.\d+)?(?!\S)", line)]


# --- The parts ------------------------------------------------------------------------------------


def uncached(options) -> Iterator[Figure]:
    """pages.py: nothing is kept; CPU of two processes of granian, where pip finds it, else of our
    server; and in one process without a server.
    """
    arguments = ("--runs", "3" if options.quick else "7", "--data", pages_folder(options))
    with tempfile.TemporaryDirectory() as folder:
        is_there = not options.quick and install("granian", sys.executable, "--target", folder)
        server = "granian" if is_there else "gunicorn"
        text = script("pages.py", *arguments, "--server", server, PYTHONPATH=folder)
    for name, (_us, ratio) in rows_of_pages(text):
        yield Figure(f"{name}, {server}: CPU", ratio, UNCACHED[name][0], "× bare view")
    for name, (_us, ratio, queries, _size) in rows_of_pages(script("pages.py", *arguments)):
        yield Figure(f"{name}, in process: CPU", ratio, None, "× bare view")
        yield Figure(f"{name}: queries", queries, UNCACHED[name][1])


def rows_of_pages(text: str) -> Iterator[tuple[str, list[float]]]:
    for line in text.splitlines():
        name = re.split(r"\s{2,}", line)[0]
        if name in UNCACHED:
            yield name, numbers(line.removeprefix(name))


def kept(options) -> Iterator[Figure]:
    """kept.py: over HTTP, two processes of the server that `make run` starts, eight connections;
    the bare view under gunicorn's own threads.
    """
    brief = ("--requests", "160", "--rounds", "2") if options.quick else ()
    row = re.compile(r"(\S+) +([\d.]+) +([\d.]+) +\d+ of \d+ µs(?: +([\d.]+) +([\d.]+))?")
    for name, cpu, rate, nginx_cpu, nginx_rate in row.findall(script("kept.py", *brief)):
        yield Figure(f"{name}: CPU", float(cpu), KEPT_CPU, "× bare view")
        yield Figure(f"{name}: requests a second", float(rate), None, "× bare view")
        if nginx_rate:
            yield Figure(f"{name}: requests a second", float(nginx_rate), None, "× nginx")
            yield Figure(f"{name}: CPU", float(nginx_cpu), None, "× nginx")
        else:
            yield Figure(f"{name}: no nginx to compare with", 0)


def growth(options) -> Iterator[Figure]:
    """growth.py: from 100 people and 6,000 papers to 1,000 people and 100,000 papers; CPU of public
    pages, of the admin as one person and as a manager see it, and of an import of 100 entries.
    """
    if options.quick:
        return
    kind = ""
    folder = str(Path(options.folder, "growth"))
    for line in script("growth.py", "--folder", folder, DATABASE_URL="").splitlines()[1:]:
        if not line.startswith("  "):
            kind = line
            continue
        address, *_rest = line.split()
        small, large, times, *_queries, size = numbers(line.replace(address, "", 1))
        if small:
            yield Figure(f"{kind}, {address}", times, GROWTH, "× small")
        else:
            ms, kilobytes = (None, None) if kind == FILE else (PROLIFIC_MS, PROLIFIC_KB)
            yield Figure(f"{kind}, {address}: CPU", large, ms, "ms")
            yield Figure(f"{kind}, {address}: size", size, kilobytes, "KB")


def writers(options) -> Iterator[Figure]:
    """writers.py: SQLite, four writers and eight readers."""
    text = script("writers.py", "--seconds", "10" if options.quick else "60", DATABASE_URL="")
    read = re.search(r"(\d+) reads, (\d+) failures", text)
    wrote = re.search(r"(\d+) writes by .*, (\d+) writers failed; stored: (\d+) and (\d+)", text)
    yield Figure("pages read", int(read[1]))
    yield Figure("reads that failed", int(read[2]), 0)
    yield Figure("transactions", int(wrote[1]))
    yield Figure("writers that failed", int(wrote[2]), 0)
    yield Figure("writes lost", int(wrote[1]) - min(int(wrote[3]), int(wrote[4])), 0)


def server(options) -> Iterator[Figure]:
    """The server as `make run` starts it; on the clock, but for its memory (PSS)."""
    data, paths = Path(pages_folder(options)), ("/", f"/{PERSON}/", "/papers-60/publications/")
    if not (data / "vitae.sqlite3").exists():
        script("pages.py", "--runs", "1", "--data", str(data))
    later = []
    for _start in range(3 if options.quick else 7):
        with serve(data, "--workers", "1") as started:  # else the second may be another's first
            first, second = (clock(started.url + paths[1]) for _time in range(2))
            later.append(1000 * (first - second))
    yield Figure(
        "first home page after the start, more than the second", statistics.median(later), 150, "ms"
    )
    with serve(data) as started:
        for path in paths * 20:
            clock(started.url + path)
        yield Figure("memory of two workers", memory_of_children(started.pid), 150, "MiB")
        for line in slow_clients(started.url, options).splitlines():
            kind, none = line.split()[0], int(re.search(r"none +(\d+)", line)[1])
            yield Figure(f"200 slow clients ({kind}): /healthz without an answer", none, 0)


def slow_clients(url: str, options) -> str:
    seconds = "3" if options.quick else "20"
    return script("slow_clients.py", url, "--large", "/static/large.bin", "--seconds", seconds)


def admin(options) -> Iterator[Figure]:
    """A researcher's pages in the admin, in one process; CPU."""
    runs, folder = "3" if options.quick else "7", pages_folder(options)
    for line in script("pages.py", "--admin", "--runs", runs, "--data", folder).splitlines():
        if "\t" not in line:  # what filling the folder says
            continue
        name, ms, queries = line.split("\t")
        is_home = name == "dashboard"
        yield Figure(f"{name}: CPU", float(ms), 100 if is_home else 150, "ms")
        yield Figure(f"{name}: queries", int(queries), 20 if is_home else None)


def wagtail(options) -> Iterator[Figure]:
    """wagtail_page.py: the same kind of pages made by Wagtail, with nothing kept; CPU."""
    if options.quick:
        return
    with tempfile.TemporaryDirectory() as folder:
        python = str(Path(folder, "bin", "python"))
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)  # noqa: S603
        if not install("wagtail", python):
            yield Figure("Wagtail could not be installed: left out", 0)
            return
        for line in script("wagtail_page.py", python=python).splitlines():
            name, ratio, queries = line.split("\t")
            yield Figure(f"{name}: CPU", float(ratio), None, "× bare view")
            yield Figure(f"{name}: queries", int(queries))


def install(package: str, python: str, *options: str) -> bool:
    """Whether pip could."""
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options]
    return not subprocess.run([*pip, package], check=False).returncode  # noqa: S603 our own


PARTS = {part.__name__: part for part in (uncached, wagtail, kept, growth, writers, server, admin)}


def pages_folder(options) -> str:
    folder = Path(options.folder, "pages")
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def clock(url: str) -> float:
    start = time.perf_counter()
    with urlopen(url, timeout=60) as answer:  # noqa: S310 our own
        answer.read()
    return time.perf_counter() - start


def memory_of_children(pid: int) -> float:
    """PSS in MiB: what they share counts once."""
    found = Path("/proc", str(pid), "task").glob("*/children")
    children = {child for task in found for child in task.read_text().split()}
    texts = (Path("/proc", child, "smaps_rollup").read_text() for child in children)
    return sum(int(re.search(r"^Pss: +(\d+)", text, re.M)[1]) for text in texts) / 1024


# --- The table ------------------------------------------------------------------------------------


def machine() -> str:
    """No name of it, and no path."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    postgresql = "not used"
    if "DATABASE_URL" in os.environ:
        import psycopg

        with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
            postgresql = str(connection.execute("SHOW server_version").fetchone()[0])
    return (
        f"{os.cpu_count()} cores ({cpu[1] if cpu else platform.machine()}), {platform.system()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"PostgreSQL {postgresql}; load at the start {os.getloadavg()[0]:.1f}."
    )


def measured(name: str, options) -> list[Figure]:
    """Of one part; where it fails, the others are measured all the same."""
    try:
        return list(PARTS[name](options))
    except (AssertionError, OSError, TypeError, ValueError):
        traceback.print_exc()
        return [Figure(f"{name} failed: nothing was measured", 1, 0)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    options = parser.parse_args()
    head, start = machine(), time.monotonic()
    text = f"# What was measured\n\nBy `make bench`, on {head}\n"
    print(head)
    with tempfile.TemporaryDirectory() as temporary:
        options.folder = Path(options.folder or temporary).resolve()
        for name in options.only:
            figures = measured(name, options)
            if not figures:
                continue
            about = " ".join(PARTS[name].__doc__.split())
            text += f"\n## {name.title()}\n\n{about}\n\n| | measured | bar | |\n|{' --- |' * 4}\n"
            print(f"\n{name}: {about}")
            for figure in figures:
                cells = figure.cells()
                text += f"| {' | '.join(cells)} |\n"
                print("  {:<64}{:>20}{:>9}  {}".format(*cells), flush=True)
            missed = sum(figure.verdict == "MISSED" for figure in figures)
            print(f"  {missed} missed, after {(time.monotonic() - start) / 60:.0f} minutes")
    if not options.quick and options.only == list(PARTS):
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
