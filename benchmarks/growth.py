"""How the cost of pages, and of an import, grows with the site: CPU on a small and on a large one.

    .venv/bin/python benchmarks/growth.py [--folder DIR] [--runs 5] [--quick]

The small site has 100 people with 60 papers each; the large 1,000 people and 100,000 papers, of
which one person has 10,000, thirty have 1,062 each and the others 60. A folder keeps the two
databases for the next time; --quick is for a glance: 100 people and a twentieth of their papers,
counted once. Each page is rendered in one process, without a server; the median counts. Pages of
the admin are asked for by a manager and by a person with 60 papers; which pages, growth.toml says.
Take the ratios, not the milliseconds, to other machines. With a DATABASE_URL that has "{site}" in
it, the sites are in the PostgreSQL databases of the names that makes, to be created before; what
its process on this machine takes is counted, too.
"""

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from growth_site import MANAGER, NAMED, fill
from measure import cpu_seconds, set_up

SIZES = {"small": [60] * 100, "large": [10_000, *[1_062] * 30, *[60] * 969]}
DATABASE = "DATABASE_URL"
GROWTH = 1.5  # from the small site to the large one
PROLIFIC_MS, PROLIFIC_KB = 300, 200  # a page of one person with 10,000 papers
# Every paper of one person, streamed: no page, and as long as it has to be.
FILE = "10,000 papers as one file"
TYPICAL, PROLIFIC, IMPORTING = "member-99", "member-0", "member-98"
ADDRESSES = tomllib.loads(Path(__file__).with_name("growth.toml").read_text(encoding="utf-8"))
IMPORTS = ("plan", "import", "undo")
# Kind of page -> who asks for it, and the addresses.
KINDS = {
    **{kind: ("", addresses) for kind, addresses in ADDRESSES["pages"].items()},
    "lists of a researcher": (TYPICAL, ADDRESSES["admin"]["lists"]),
    "forms of a researcher": (TYPICAL, ADDRESSES["admin"]["forms"]),
    "lists of a manager": (MANAGER, ADDRESSES["admin"]["lists"]),
    "forms of a manager": (MANAGER, ADDRESSES["admin"]["forms"]),
    "a manager's own": (MANAGER, ADDRESSES["admin"]["managers"]),
    "import": ("", IMPORTS),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="Keeps the databases here.")
    parser.add_argument("--runs", type=int, default=5, help="The median of so many counts.")
    parser.add_argument("--quick", action="store_true", help="For a glance.")
    parser.add_argument("--only", default="", help="Kinds whose name begins so.")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        sizes, runs = SIZES, asked.runs
        if asked.quick:
            sizes, runs = {site: [n // 20 for n in SIZES[site][:100]] for site in SIZES}, 1
        report(sizes, asked.folder or Path(temporary), runs, asked.only)


def report(sizes: dict[str, list[int]], folder: Path, runs: int, only: str) -> None:
    """The sites take turns at each page, so that a busy machine is as busy for the one."""
    sites = {
        site: ProcessPoolExecutor(1, get_context("spawn"), open_site, (site, folder / site, papers))
        for site, papers in sizes.items()
    }
    print(f"{'page':<64}{'small ms':>9}{'large ms':>9}{'times':>7}{'queries':>12}{'KB':>12}")
    for kind, (visitor, addresses) in KINDS.items():
        if not kind.startswith(only):
            continue
        print(kind)
        for address in addresses:
            rows = {site: [] for site in SIZES if site == "large" or PROLIFIC not in address}
            for _run in range(runs):
                for site, answers in rows.items():
                    answers.append(sites[site].submit(answer, visitor, address).result())
            what = f"/admin/{address}" if visitor else address
            print(line(what, rows.get("small", [(0, 0, 0)]), rows["large"], kind), flush=True)
    for site in sites.values():
        site.shutdown()


def line(what: str, small: list, large: list, kind: str) -> str:
    ms, ms_large = (statistics.median(cpu for cpu, *_rest in rows) for rows in (small, large))
    queries, size = (" ".join(str(rows[-1][at]) for rows in (small, large)) for at in (1, 2))
    times = ms_large / ms if ms else 0
    is_dear = not ms and kind != FILE and (ms_large > PROLIFIC_MS or large[-1][2] > PROLIFIC_KB)
    verdict = "  MISSED" if times > GROWTH or is_dear else ""
    return f"  {what:<62}{ms:>9.1f}{ms_large:>9.1f}{times:>7.1f}{queries:>12}{size:>12}{verdict}"


# --- In the process of one site -------------------------------------------------------------------

clients, keys, seen = {}, {}, set()


def open_site(site: str, folder: Path, papers: list[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATA"] = str(folder)
    if DATABASE in os.environ:
        os.environ[DATABASE] = os.environ[DATABASE].format(site=site)
    set_up()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not User.objects.exists():
        start = time.perf_counter()
        fill(papers)
        print(f"{site}: filled in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    keys.update(keys_of(TYPICAL))
    clients[""] = Client(HTTP_HOST="localhost")
    for visitor in (TYPICAL, MANAGER):
        clients[visitor] = Client(HTTP_HOST="localhost")
        clients[visitor].force_login(User.objects.get(username=visitor))


def answer(visitor: str, address: str) -> tuple[float, int, int]:
    """CPU in milliseconds, queries, KB."""
    if address in IMPORTS:
        return measure_import(address)
    url = ("/admin/" if visitor else "") + address.format(**keys)
    if (visitor, url) not in seen:  # the first fills caches
        get(clients[visitor], url)
        seen.add((visitor, url))
    return measure(partial(get, clients[visitor], url))


def get(client, url: str) -> int:
    answer = client.get(url)
    if answer.status_code not in (200, 404):
        raise SystemExit(f"{url} answers {answer.status_code}")
    return len(answer.getvalue())


def measure(call) -> tuple[float, int, int]:
    from django.db import connection

    queries, sizes = [], []

    def count(execute, sql, *rest):
        queries.append(sql)
        return execute(sql, *rest)

    before = backend_seconds()
    with connection.execute_wrapper(count):
        seconds = cpu_seconds(lambda: sizes.append(call()))
    seconds += backend_seconds() - before
    return 1000 * seconds, len(queries), sizes[0] // 1000


def backend_seconds() -> float:
    """CPU that PostgreSQL's process for this connection has taken so far; 0 on SQLite."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    # In nanoseconds; /proc/<pid>/stat counts hundredths of a second.
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def keys_of(person: str) -> dict[str, object]:
    """For what stands in braces in an address."""
    from profiles.models import Researcher
    from publications.models import Topic, Venue

    row = Researcher.objects.get(slug=person)
    paper = row.brought_publications.earliest("pk")
    return {
        "typical": person,
        "person": row.pk,
        "account": row.owner_id,
        "paper": paper.pk,
        "slug": paper.slug,
        "news": row.newsitem_set.earliest("pk").pk,
        "batch": row.import_batches.earliest("pk").pk,
        "venue": Venue.objects.earliest("pk").pk,
        "topic": Topic.objects.earliest("pk").pk,
    }


def measure_import(what: str) -> tuple[float, int, int]:
    """Of 100 entries that are not here. What was imported is taken back."""
    from django.core.management import call_command

    from profiles.models import Researcher
    from publications.importer import undo

    person = Researcher.objects.get(slug=IMPORTING)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "new.bib")
        file.write_text(hundred_entries(person.family_name, time.time_ns()))
        options = {"researcher": IMPORTING, "stdout": io.StringIO()}
        run = partial(call_command, "import_bibtex", str(file), **options)
        plan = measure(lambda: len(run(dry_run=True) or ""))
        if what == "plan":
            return plan
        written = measure(lambda: len(run() or ""))
    batch = person.import_batches.latest("pk")
    if batch.counts["created"] != 100:
        raise SystemExit(f"100 entries made {batch.counts}")
    undone = measure(lambda: len(undo.undo(batch, by_operator=True).taken))
    return {"import": written, "undo": undone}[what]


def hundred_entries(family: str, stamp: int) -> str:
    """Other ones for each stamp; their authors and journals are known."""
    return "\n".join(
        f"@article{{new{stamp}n{n},\n"
        f"  title = {{New {NAMED[n]} beside {NAMED[n * 5 % 560]}, report {stamp + n}}},\n"
        f"  author = {{{family}, M. and Reed, Ada and {NAMED[n * 3].title()}, Kim}},\n"
        f"  journal = {{Journal of {NAMED[n % 60]}}},\n  year = {{{1990 + n % 30}}},\n"
        f"  doi = {{10.5555/{stamp}.{n}}},\n"
        f"  abstract = {{{'We look at tides, and find that patience pays. ' * 8}}}\n}}\n"
        for n in range(100)
    )


if __name__ == "__main__":
    main()
