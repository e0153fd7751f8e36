"""How fast the search is, beside a plain `icontains` filter over the same papers.

    .venv/bin/python benchmarks/search.py [--entries 10000] [--runs 5]

Imports a made file of N entries (benchmarks/entries.py) into a fresh SQLite file in a temporary
folder, index and all, and asks both for the count and the first twenty of each query; of several
runs the best counts. The filter looks for each word in title, abstract, container and names, finds
no "Müller" for "muller", and ranks nothing. Take the ratios, not the milliseconds, to other
machines.
"""

import argparse
import os
import sys
import tempfile
import time
from functools import reduce
from operator import and_
from pathlib import Path

from entries import entries
from measure import cpu_seconds

ROOT = Path(__file__).resolve().parents[1]
QUERIES = ("river deltas", "sampling", "simkov", "anna wang 2019", "compression of coral reefs")
SHOWN = 20


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=10_000, metavar="N")
    parser.add_argument("--runs", type=int, default=5, help="The best of so many counts.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(DATA=folder, DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        sys.path.insert(0, str(ROOT))
        import django

        django.setup()
        measure_import(Path(folder) / "papers.bib", options.entries)
        measure_queries(options.runs)


def measure_import(file: Path, count: int) -> None:
    from django.core.management import call_command

    from website.search import index

    with file.open("w", encoding="utf-8") as out:
        out.writelines(entries(count))
    call_command("migrate", verbosity=0)
    with open(os.devnull, "w") as nowhere:
        importing = cpu_seconds(lambda: call_command("import_bibtex", str(file), stdout=nowhere))
    filling = cpu_seconds(index.rebuild)
    print(f"{count} entries: import {importing:.2f} s CPU, the index in it {filling:.2f} s CPU\n")


def measure_queries(runs: int) -> None:
    print(f"{'query':<30}{'found':>7}{'search ms':>11}{'found':>7}{'icontains ms':>14}{'ratio':>7}")
    for query in QUERIES:
        cells, best = "", []
        for ask, width in ((search, 11), (filtered, 14)):
            took = []
            for _ in range(runs):
                start = time.perf_counter()
                count = ask(query)
                took.append(time.perf_counter() - start)
            best.append(min(took))
            cells += f"{count:>7}{1000 * min(took):>{width}.1f}"
        print(f"{query:<30}{cells}{best[0] / best[1]:>7.2f}")


def search(query):
    from website.search.documents import KINDS
    from website.search.query import find

    [papers] = find(query, KINDS["papers"])
    papers.kind.load(papers.keys[:SHOWN])
    return len(papers.keys)


def filtered(query):
    from django.db.models import Exists, OuterRef, Q

    from publications.models import Authorship
    from publications.visibility import public_papers

    def anywhere(word):
        texts = [Q(**{f"{f}__icontains": word}) for f in ("title", "abstract", "container_title")]
        names = Authorship.objects.filter(publication=OuterRef("pk"))
        named = names.filter(Q(given__icontains=word) | Q(family__icontains=word))
        return reduce(lambda a, b: a | b, [*texts, Q(date__startswith=word), Q(Exists(named))])

    rows = public_papers().filter(reduce(and_, map(anywhere, query.split()))).order_by("-date")
    list(rows[:SHOWN])
    return rows.order_by().values("pk")[:1000].count()


if __name__ == "__main__":
    main()
