"""What is to be fast, in one table: each figure beside its bar, and met or missed.

    make bench [ARGS="--quick --folder DIR --only PART ..."]

Runs the scripts beside it, and writes what they print and what machine it was into
benchmarks/RESULTS.md, where every part ran in full. --quick runs each for a short time.
--folder keeps the databases for the next time. --only names the parts to run. All is on SQLite.
Needs Linux.
"""

import argparse
import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import ROOT, manage

from tests.server import serve

RESULTS = ROOT / "benchmarks" / "RESULTS.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    options = parser.parse_args()
    text, start = f"# What was measured\n\nBy `make bench`, on {machine()}\n", time.monotonic()
    print(text)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).resolve()
        for name in options.only:
            (folder / name).mkdir(parents=True, exist_ok=True)
            print(f"{name}: {PARTS[name].__doc__}")
            lines = PARTS[name](folder / name, options.quick)
            text += f"\n## {name.title()}\n\n{PARTS[name].__doc__}\n\n```\n{lines}```\n"
            missed = len(re.findall("MISSED", lines))
            print(f"{missed} missed, after {(time.monotonic() - start) / 60:.0f} minutes\n")
    if not options.quick and options.only == list(PARTS):
        RESULTS.write_text(text, encoding="utf-8")


def machine() -> str:
    """No name of it, and no path."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return (
        f"{os.cpu_count()} cores ({cpu[1] if cpu else platform.machine()}), {platform.system()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        f"load at the start {os.getloadavg()[0]:.1f}."
    )


def script(name: str, *arguments: str) -> str:
    """What it prints, shown as it comes, too; where it fails, the others run all the same."""
    command = [sys.executable, str(ROOT / "benchmarks" / name), *arguments]
    env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        lines = []
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        lines.append(f"{name} ended with {process.returncode}: MISSED\n")
    return "".join(lines)


def pages(folder: Path, is_quick: bool) -> str:
    """Pages beside a bare Django view, nothing kept and kept; the admin; the server's memory."""
    return script("pages.py", *["--quick"] * is_quick, "--data", str(folder))


def growth(folder: Path, is_quick: bool) -> str:
    """CPU from 100 people and 6,000 papers to 1,000 people and 100,000 papers."""
    return script("growth.py", *["--quick"] * is_quick, "--folder", str(folder))


def soak(_folder: Path, is_quick: bool) -> str:
    """Visitors, four editors, imports and slow clients at once, on SQLite."""
    return script("soak.py", "--minutes", "0.5" if is_quick else "5")


def slow_clients(folder: Path, is_quick: bool) -> str:
    """200 slow clients of each kind, and whether /healthz answers meanwhile."""
    for command in ("migrate", "demo"):
        manage(folder, command).communicate()
    with serve(folder) as server:
        seconds = "3" if is_quick else "20"
        large = ("--large", "/static/large.bin", "--seconds", seconds)
        return script("slow_clients.py", server.url, *large)


PARTS = {part.__name__: part for part in (pages, growth, soak, slow_clients)}

if __name__ == "__main__":
    main()
