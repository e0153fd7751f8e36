"""What a researcher's pages of the admin cost: CPU in milliseconds and queries, tab-separated.

    DATA=FOLDER .venv/bin/python benchmarks/admin_pages.py [--runs 7]

FOLDER is one that benchmarks/pages.py has filled (its --data).
"""

import argparse
import os
import statistics
import sys
from functools import partial
from pathlib import Path

from measure import Statements, cpu_seconds
from pages import PERSON

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7, help="The median of so many counts.")
    runs = parser.parse_args().runs
    import django

    django.setup()
    from django.db import connection
    from django.test import Client

    from profiles.models import Researcher

    person = Researcher.objects.get(slug=PERSON)
    client = Client(HTTP_HOST="localhost")
    client.force_login(person.owner)
    pages = {
        "dashboard": "/admin/",
        "form of a profile": f"/admin/profiles/researcher/{person.pk}/change/",
    }
    for name, path in pages.items():
        if client.get(path).status_code != 200:
            raise SystemExit(f"{path} does not answer 200")
        count = Statements(connection)
        with connection.execute_wrapper(count):
            client.get(path)
        ms = 1000 * statistics.median(cpu_seconds(partial(client.get, path)) for _ in range(runs))
        print(name, f"{ms:.1f}", count.count, sep="\t")


if __name__ == "__main__":
    main()
