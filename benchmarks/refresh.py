"""A night's `refresh --all`: what each service is asked, CPU, memory, and how long it would rest.

    .venv/bin/python -m benchmarks.refresh [PEOPLE] [WORKS]

On a database of its own, with a server on this machine in place of the services; of the second
between two questions none is waited for.
"""

import http.server
import multiprocessing
import os
import resource
import sys
import tempfile
from collections import Counter
from io import StringIO
from urllib.parse import urlsplit

from benchmarks import growth_site, measure

# Of each person, here already.
PAPERS = 20


def orcid_of(number: int) -> str:
    """An iD with its check digit (ISO 7064, 11-2), one for each number."""
    digits, total = f"{number:015}", 0
    for digit in digits:
        total = (total + int(digit)) * 2
    whole = digits + "0123456789X"[(12 - total % 11) % 11]
    return "-".join(whole[at : at + 4] for at in range(0, 16, 4))


def serve(pipe, works):
    """ORCID and Crossref. Whoever is asked for has as many works, none of them anybody else's."""
    import json

    from tests.exchange.sources.conftest import orcid_group, orcid_work

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if not self.path.startswith("/v3.0/"):  # Crossref, which knows none of them
                return self.give({"message": {"items": []}})
            orcid = self.path.split("/")[2]
            mine = [orcid_work(n, f"Tides of {orcid} in year {n}") for n in range(1, works + 1)]
            answer = {"group": [orcid_group(work) for work in mine]}
            if not self.path.endswith("/works"):
                answer = {"bulk": [{"work": work} for work in mine]}
            if self.path.endswith("/record"):
                answer = {"orcid-identifier": {"path": orcid}, "activities-summary": {}}
            return self.give(answer)

        def give(self, answer):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pipe.send(server.server_port)
    server.serve_forever()


def main(people: int = 200, works: int = 60) -> None:
    folder = tempfile.TemporaryDirectory()
    os.environ["DATA"] = folder.name
    measure.set_up()
    from django.core.management import call_command

    from exchange.sources import client
    from publications.models import PendingImport
    from tests.exchange.sources.conftest import leading_to
    from website import web_client

    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(there, works), daemon=True)
    server.start()
    for place, name, value in leading_to(here.recv()):
        setattr(place, name, value)
    asked, ask = Counter(), web_client.ask

    def counted(url, **options):
        asked[urlsplit(url).hostname] += 1
        return ask(url, **options)

    web_client.ask = counted
    rested = []
    client.PAUSE, client.time.sleep = 1.0, rested.append
    call_command("migrate", verbosity=0)
    add_people(people)
    for night in ("first", "second"):
        asked.clear(), rested.clear()
        options = {"all": True, "stdout": StringIO()}
        cpu = measure.cpu_seconds(lambda options=options: call_command("refresh", **options))
        for host, count in asked.items():
            measure.show(f"{night} night, {people} people: questions to {host}", count)
        measure.show(f"{night} night: CPU", cpu, "s")
        measure.show(f"{night} night: rests between questions", sum(rested) / 60, "minutes")
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measure.show("memory at most, Django's own with it", largest / 1024, "MB")
    measure.show("proposals that wait", PendingImport.objects.count())
    server.terminate()


def add_people(count):
    """Each with an account, an iD, and twenty papers that have a DOI."""
    from profiles.models import Researcher
    from publications.models import Publication

    growth_site.fill([PAPERS] * count)
    for person in Researcher.objects.all():
        person.orcid = orcid_of(person.pk)
        person.save(update_fields=["orcid"])
    for paper in Publication.objects.all():
        paper.doi = f"10.5555/{paper.pk}"
        paper.save(update_fields=["doi"])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
