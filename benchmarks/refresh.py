"""A night's `refresh --all`: what each service is asked, CPU, memory, and how long it would rest.

    .venv/bin/python -m benchmarks.refresh [PEOPLE] [WORKS]

On a database of its own. What the services would say is made in this process; of the second between
two questions none is waited for.
"""

import json
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


def said(url: str, works: int) -> dict:
    """What ORCID and Crossref answer: whoever is asked for has as many works, none of them anybody
    else's, and Crossref knows none of them.
    """
    from tests.exchange.sources.conftest import orcid_group, orcid_work

    path = urlsplit(url).path
    if not path.startswith("/v3.0/"):
        return {"message": {"items": []}}
    orcid = path.split("/")[2]
    if path.endswith("/record"):
        return {"orcid-identifier": {"path": orcid}, "activities-summary": {}}
    mine = [orcid_work(n, f"Tides of {orcid} in year {n}") for n in range(1, works + 1)]
    if path.endswith("/works"):
        return {"group": [orcid_group(work) for work in mine]}
    return {"bulk": [{"work": work} for work in mine]}


def main(people: int = 200, works: int = 60) -> None:
    folder = tempfile.TemporaryDirectory()
    os.environ["DATA"] = folder.name
    measure.set_up()
    from django.core.management import call_command

    from exchange.sources import client
    from publications.models import PendingImport
    from website import web_client

    asked, rested = Counter(), []

    def ask(url, **_options):
        asked[urlsplit(url).hostname] += 1
        return web_client.Response(200, {}, json.dumps(said(url, works)).encode())

    web_client.ask, client.time.sleep = ask, rested.append
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
