"""What pages cost, beside a bare Django view (bare.py) that answers with as many bytes.

    .venv/bin/python benchmarks/pages.py [PART ...] [--runs 7] [--quick] [--data FOLDER]

queries  how many statements each public page asks of the database
served   each public page, nothing kept, by two processes of the server that `make run` starts,
         one visitor at a time
kept     pages that are kept, and their 304, for visitors on eight connections
admin    a researcher's pages of the admin, without a server
server   the first page after a start, and the memory of two workers

Fills a fresh SQLite file in a temporary folder with the demo lab, and two people with 60 and 300
made papers (entries.py); --data keeps that folder for the next time. CPU, the median of rounds that
take turns with the bare view: take the ratios, not the microseconds, to other machines.
"""

import argparse
import os
import statistics
import tempfile
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import bare
from entries import entries, lab
from measure import (
    PERSON,
    Statements,
    cpu_seconds,
    family,
    get,
    load,
    memory_of,
    set_up,
    show,
)
from measure import request as request_of

from tests.server import serve

TIMES = "× bare view"
# In times of the bare view under the server that ships, and queries.
UNCACHED = {
    "home": (100, 8),
    "list of 60": (180, 5),
    "list of 300": (None, None),
    "paper": (50, 5),
    "cv": (120, 10),
    "cv of 60": (120, 10),
    "feed of papers": (120, None),
    "picture": (8, None),
}
KEPT = ("home", "list of 60", "paper", "directory", "feed of papers", ".bib")
KEPT_CPU = 0.6
REQUESTS, QUICK_REQUESTS, CONNECTIONS = 3000, 300, 8


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--runs", type=int, default=7, help="The median of so many rounds counts.")
    quick = {"action": "store_const", "dest": "runs", "const": 1}
    parser.add_argument("--quick", **quick, help="For a glance: one round, a kept page 300 times.")
    parser.add_argument("--data", metavar="FOLDER", help="Where the database is or is to be.")
    options = parser.parse_args()
    with nullcontext(options.data) if options.data else tempfile.TemporaryDirectory() as folder:
        os.environ["DATA"] = folder
        os.environ.pop("DATABASE_URL", None)
        is_new = not Path(folder, "vitae.sqlite3").exists()
        set_up()
        if is_new:
            fill(Path(folder))
        for part in options.parts or PARTS:
            PARTS[part](Path(folder), options.runs)


def fill(folder: Path) -> None:
    from django.core.management import call_command
    from django.db.models import Min

    from profiles.models import Researcher
    from publications.models import Authorship

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with open(os.devnull, "w") as nowhere:
        call_command("demo", stdout=nowhere)
        for count, (given, family_name) in zip((60, 300), lab(), strict=False):
            slug, file = f"papers-{count}", folder / f"{count}.bib"
            name = f"{given} {family_name}"
            call_command("create_researcher", name, slug=slug, publish=True, stdout=nowhere)
            file.write_text("".join(entries(count, seed=count)), encoding="utf-8")
            call_command("import_bibtex", str(file), researcher=slug, stdout=nowhere)
            # Whoever is named first on them is this person.
            person = Researcher.objects.get(slug=slug)
            rows = Authorship.objects.filter(publication__owner=person)
            rows.filter(role="listed").delete()
            firsts = rows.values("publication").annotate(first=Min("pk")).values("first")
            Authorship.objects.filter(pk__in=list(firsts.values_list("first", flat=True))).update(
                researcher=person, is_hidden=False
            )


def addresses() -> dict[str, str]:
    from profiles.models import Researcher
    from publications.models import papers_of
    from uploads.images import renditions

    person = Researcher.objects.get(slug=PERSON)
    paper = papers_of(person).exclude(doi="").order_by("pk").first()
    return {
        "home": f"/{PERSON}/",
        "list of 60": "/papers-60/publications/",
        "list of 300": "/papers-300/publications/",
        "paper": paper.get_absolute_url(),
        "cv": f"/{PERSON}/cv/",
        "cv of 60": "/papers-60/cv/",
        "feed of papers": "/papers-60/publications/feed/",
        "directory": "/",
        ".bib": f"/{PERSON}/publications.bib",
        "picture": renditions(person.portrait)[0][0],
    }


def queries(_folder: Path, _runs: int) -> None:
    from django.test import Client

    paths, client = addresses(), Client(HTTP_HOST="localhost")
    for name, (_times, most) in UNCACHED.items():
        answer(client, paths[name])  # a page is made for the first time
        show(f"{name}: queries", statements(client, paths[name]), bar=most)


def answer(client, path: str) -> None:
    if client.get(path).status_code != 200:
        raise SystemExit(f"{path} does not answer 200")


def statements(client, path: str) -> int:
    from django.db import connection

    count = Statements(connection)
    with connection.execute_wrapper(count):
        answer(client, path)
    return count.count


def served(folder: Path, runs: int) -> None:
    requests = {name: request_of(addresses()[name]) for name in UNCACHED}
    for name, cpu, _rate in beside_bare(folder, runs, requests, 60, 1, VITAE_PAGE_CACHE="0"):
        show(f"{name}, served: CPU", cpu, TIMES, UNCACHED[name][0])


def kept(folder: Path, runs: int) -> None:
    paths, requests = addresses(), {}
    with serve(folder) as vitae:
        for name in KEPT:
            requests[name] = request_of(paths[name])
            etag = get(vitae, requests[name]).headers["etag"]
            requests[f"{name}, 304"] = request_of(paths[name], If_None_Match=etag)
    count = REQUESTS if runs > 1 else QUICK_REQUESTS
    for name, cpu, rate in beside_bare(folder, runs, requests, count, CONNECTIONS):
        show(f"{name}, kept: CPU", cpu, TIMES, KEPT_CPU)
        show(f"{name}, kept: requests a second", rate, TIMES)


def beside_bare(folder, runs, requests, count, connections, **variables):
    """Of each request its name, and CPU and rate in times of a bare view of the same bytes."""
    with tempfile.TemporaryDirectory() as bodies, serve(folder, **variables) as vitae:
        for number, request in enumerate(requests.values()):
            Path(bodies, str(number)).write_bytes(get(vitae, request).body)
        reference = {"app": "benchmarks.bare", "config": "benchmarks/bare.py"}
        with serve(folder, **reference, **{bare.BODIES: bodies}) as plain:
            for number, (name, request) in enumerate(requests.items()):
                ratios = []
                for _round in range(runs + 1):  # in the first, processes make it for the first time
                    cpu, rate = load(vitae, request, count, connections)
                    unit, most = load(plain, request_of(f"/{number}"), max(count, 600), connections)
                    ratios.append((cpu / unit, rate / most))
                yield name, *map(statistics.median, zip(*ratios[1:], strict=True))


def admin(_folder: Path, runs: int) -> None:
    from django.test import Client

    from profiles.models import Researcher

    person = Researcher.objects.get(slug=PERSON)
    client = Client(HTTP_HOST="localhost")
    client.force_login(person.owner)
    form = f"/admin/profiles/researcher/{person.pk}/change/"
    bars = {"dashboard": ("/admin/", 100, 20), "form of a profile": (form, 150, None)}
    for name, (path, most_ms, most_queries) in bars.items():
        answer(client, path)
        ms = 1000 * statistics.median(cpu_seconds(partial(client.get, path)) for _ in range(runs))
        show(f"{name}: CPU", ms, "ms", most_ms)
        show(f"{name}: queries", statements(client, path), bar=most_queries)


def server(folder: Path, runs: int) -> None:
    """On the clock, but for the memory."""
    later, paths = [], ("/", f"/{PERSON}/", "/papers-60/publications/")
    for _start in range(runs):
        with serve(folder, "--workers", "1") as started:  # else the second may be another's first
            first, second = (clock(started.url + paths[1]) for _time in range(2))
            later.append(1000 * (first - second))
    show("first home page after a start, beyond the second", statistics.median(later), "ms", 150)
    with serve(folder) as started:
        for path in paths * 20:
            clock(started.url + path)
        show("memory of two workers", memory_of(family(started.pid)[1:]), "MiB", 150)


def clock(url: str) -> float:
    start = time.perf_counter()
    with urlopen(url, timeout=60) as answer:  # noqa: S310 our own
        answer.read()
    return time.perf_counter() - start


PARTS = {part.__name__: part for part in (queries, served, kept, admin, server)}

if __name__ == "__main__":
    main()
