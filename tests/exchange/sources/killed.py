"""Does a WORK on copies of the database of DATA, and is killed on the way.

    python -m tests.exchange.sources.killed PORT WORK           says how many points there are
    python -m tests.exchange.sources.killed PORT WORK POINT…    kills there, in copies
    … again POINT…   finishes those copies

WORK is `refresh`, of all; or `fill`: the pages of an import from ORCID, each answered in turn.

The services are at the port. The points are the questions to them, the statements that write, the
commits, and what is printed, from 1 on; 0 is none. Each run is a fork of this process.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import django


def main(port: str, work: str, *points: str) -> None:
    django.setup()
    from django.db import connection

    from tests.exchange.sources.conftest import leading_to
    from website import web_client

    for place, name, value in leading_to(int(port)):
        setattr(place, name, value)
    connection.close()  # a connection is not for two processes
    database, is_again = Path(connection.settings_dict["NAME"]), points[:1] == ("again",)
    for point in points[is_again:] or ("count",):
        copy = database.with_name(f"killed-{point}.sqlite3")
        if not is_again:
            shutil.copy(database, copy)
        if child := os.fork():
            _pid, status = os.waitpid(child, 0)
            print(point, "killed" if os.WIFSIGNALED(status) else "finished", flush=True)
            continue
        connection.settings_dict["NAME"] = str(copy)
        last = 0 if is_again or point == "count" else int(point)
        print("points", run(WORKS[work], connection, web_client, last), flush=True)
        os._exit(0)


def run(work, connection, web_client, last):
    """Kills the process at the point `last`; returns how many were met."""
    met = 0

    def meeting(do):
        def meet(*arguments, **options):
            nonlocal met
            met += 1
            if met == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return do(*arguments, **options)

        return meet

    class Stdout:
        write = staticmethod(meeting(lambda _text: None))

    connection.ensure_connection()
    connection._commit = meeting(connection._commit)
    web_client.ask = meeting(web_client.ask)
    write = meeting(lambda do, *arguments: do(*arguments))

    def execute(do, sql, *rest):
        return do(sql, *rest) if sql.startswith("SELECT") else write(do, sql, *rest)

    with connection.execute_wrapper(execute):
        work(Stdout())
    return met


def refresh(stdout):
    from django.core.management import call_command

    call_command("refresh", all=True, stdout=stdout)


def fill(_stdout):
    """As somebody who comes back to what is not finished."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client, override_settings
    from django.urls import reverse

    from publications.models import ImportBatch, PendingImport
    from tests.exchange.sources.test_fill_from_orcid import FILL, IDENTIFIER
    from tests.publications.admin_import import form_of

    if ImportBatch.objects.exists():
        return
    # Nothing was collected.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    override_settings(STORAGES=settings.STORAGES | {"staticfiles": plain}).enable()
    client = Client(headers={"host": "localhost"})
    client.force_login(get_user_model().objects.get(researcher__slug="alice-ahlgren"))
    waiting = PendingImport.objects.first()
    plan = reverse("admin:publications_importbatch_plan", args=[waiting.pk]) if waiting else ""
    plan = plan or client.post(FILL, {"orcid": IDENTIFIER, "state": "publish"}).url
    client.post(plan, form_of(client.get(plan).content.decode()))


WORKS = {"refresh": refresh, "fill": fill}


if __name__ == "__main__":
    main(*sys.argv[1:])
