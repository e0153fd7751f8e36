"""What a public page costs when nothing is kept of it, beside a bare Django view.

    .venv/bin/python benchmarks/pages.py [--runs 7] [--data FOLDER] [--server NAME | --admin |
        --profile PAGE]

In one process and without a server: each page through the whole application, and a view that
returns bytes through Django as `startproject` sets it up. With --server both over HTTP, by two
processes of that server (granian has to be installed for it), for one visitor at a time. With
--admin what a researcher's pages of the admin cost: CPU in milliseconds and queries.

Fills a fresh SQLite file in a temporary folder with the demo lab, and two people with 60 and 300
made papers (benchmarks/entries.py); `--data` keeps that folder for the next time. Microseconds of
CPU, the median of several rounds that take turns with the bare view: take the ratios, not the
microseconds, to other machines.
"""

import argparse
import cProfile
import logging
import os
import pstats
import statistics
import tempfile
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from entries import entries, lab
from kept import BODIES, SERVERS, STARTPROJECT, serve
from measure import Statements, ask, cost, cpu_seconds, set_up

PERSON = "chien-shiung-wu"  # of the demo: has something of nearly every kind


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7, help="The median of so many rounds counts.")
    parser.add_argument("--data", metavar="FOLDER", help="Where the database is or is to be.")
    parser.add_argument("--server", choices=SERVERS, help="Measure over HTTP.")
    parser.add_argument("--admin", action="store_true", help="Measure the admin.")
    parser.add_argument("--profile", metavar="PAGE", help="Where the time of one page goes.")
    options = parser.parse_args()
    with nullcontext(options.data) if options.data else tempfile.TemporaryDirectory() as folder:
        os.environ["DATA"] = folder
        os.environ.pop("DATABASE_URL", None)
        is_new = not Path(folder, "vitae.sqlite3").exists()
        set_up()
        if is_new:
            fill(Path(folder))
        if options.profile:
            profile(addresses()[options.profile])
        elif options.admin:
            measure_admin(options.runs)
        elif options.server:
            measure_served(addresses(), options.runs, options.server)
        else:
            measure(addresses(), options.runs)


def fill(folder: Path) -> None:
    from django.core.management import call_command
    from django.db.models import Min

    from profiles.models import Researcher
    from publications.models import Authorship

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("demo")
    for count, (given, family) in zip((60, 300), lab(), strict=False):
        slug = f"papers-{count}"
        call_command("create_researcher", f"{given} {family}", slug=slug, publish=True)
        file = folder / f"{count}.bib"
        file.write_text("".join(entries(count, seed=count)), encoding="utf-8")
        with open(os.devnull, "w") as nowhere:
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
    from publications.visibility import papers_of
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
        "feed of news": f"/{PERSON}/news/feed/",
        "news": f"/{PERSON}/news/",
        "directory": "/",
        "picture": renditions(person.portrait)[0][0],
    }


def measure(pages: dict[str, str], runs: int) -> None:
    from django.core.handlers.wsgi import WSGIHandler
    from django.db import connection
    from django.test.utils import override_settings

    logging.disable()
    application = WSGIHandler()
    plain = override_settings(ROOT_URLCONF=bare_urls(), MIDDLEWARE=STARTPROJECT)
    with plain:
        bare_application = WSGIHandler()
    shown = {}
    for name, path in pages.items():
        for _again in range(2):
            count = Statements(connection)
            with connection.execute_wrapper(count):
                size = ask(application, path)
        shown[name] = count.count, size
    bare, costs = [], {name: [] for name in pages}
    for _round in range(runs):
        with plain:
            bare.append(cost(bare_application, "/", 400))
        for name, path in pages.items():
            costs[name].append(cost(application, path, 10))
    unit = statistics.median(bare)
    print(f"{'page':<16}{'us':>9}{'x bare':>9}{'queries':>9}{'bytes':>9}")
    print(f"{'bare view':<16}{unit:>9.0f}{1:>9}{0:>9}")
    for name, taken in costs.items():
        own, (queries, size) = statistics.median(taken), shown[name]
        print(f"{name:<16}{own:>9.0f}{own / unit:>9.1f}{queries:>9}{size:>9}")


def measure_admin(runs: int) -> None:
    from django.db import connection
    from django.test import Client

    from profiles.models import Researcher

    person = Researcher.objects.get(slug=PERSON)
    client = Client(HTTP_HOST="localhost")
    client.force_login(person.owner)
    form = f"/admin/profiles/researcher/{person.pk}/change/"
    for name, path in {"dashboard": "/admin/", "form of a profile": form}.items():
        if client.get(path).status_code != 200:
            raise SystemExit(f"{path} does not answer 200")
        count = Statements(connection)
        with connection.execute_wrapper(count):
            client.get(path)
        ms = 1000 * statistics.median(cpu_seconds(partial(client.get, path)) for _ in range(runs))
        print(name, f"{ms:.1f}", count.count, sep="\t")


def measure_served(pages: dict[str, str], runs: int, server: str) -> None:
    """As `measure`, of the server's processes; the bare view answers with the page's own bytes."""
    print(f"{'page':<16}{'us':>9}{'x bare':>9}")
    environment = {"VITAE_PAGE_CACHE": "0", "VITAE_PLAIN_STATIC": "1"}
    app = "config.wsgi:application"
    with tempfile.TemporaryDirectory() as bodies, serve(server, app, **environment) as vitae:
        requests = {name: vitae.request(path) for name, path in pages.items()}
        for number, request in enumerate(requests.values()):
            Path(bodies, str(number)).write_bytes(vitae.get(request).body)
        app = "benchmarks.kept:application"
        with serve(server, app, **{BODIES: bodies}) as reference:
            for number, (name, request) in enumerate(requests.items()):
                costs = []
                for _round in range(runs + 1):  # in the first, processes make it for the first time
                    own, _rate = vitae.measure(request, 60, connections=1)
                    plain = reference.request(f"/{number}")
                    bare, _rate = reference.measure(plain, 600, connections=1)
                    costs.append((own * 1e6, own / bare))
                own, ratio = map(statistics.median, zip(*costs[1:], strict=True))
                print(f"{name:<16}{own:>9.0f}{ratio:>9.1f}", flush=True)


def bare_urls() -> tuple:
    from django.http import HttpResponse
    from django.urls import path

    content = b"x" * 10_000
    return (path("", lambda request: HttpResponse(content)),)


def profile(path: str) -> None:
    from django.core.handlers.wsgi import WSGIHandler

    application = WSGIHandler()
    for _warm in range(3):
        ask(application, path)
    profiler = cProfile.Profile()
    with profiler:
        for _time in range(10):
            ask(application, path)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(90)


if __name__ == "__main__":
    main()
