"""Random edits of the demo lab, in every way there is: for stale_pages.py.

Each function with a chance and a text is one edit, made through Django or in SQL; `Admin` makes
those of a browser. They change what one person's pages show: news, the headline, papers, who is
public. The text is one of its own, such as "Edit 17".
"""

import os
import re
import time
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from tests.isolation.forms import Boxes
from tests.server import Server

SLUG = "ada-lovelace"
NEWS = 12  # about so many of ours stay
SOON = timedelta(seconds=0.3)
MANAGER = {"username": "stale", "password": "stale-password-1"}
ENTRY = """@article{{{key}, title={{Imported by {text}}}, author={{Lovelace, Ada}},
  year={{1843}}, journal={{Edits}}, doi={{10.5555/{key}}}}}
"""


def person():
    from profiles.models import Researcher

    return Researcher.objects.get(slug=SLUG)


def news():
    """Those that edits made, the oldest first."""
    return person().newsitem_set.filter(body__startswith="Edit").order_by("pk")


# --- Through Django -------------------------------------------------------------------------------


def rows(chance: Random, text: str):
    """save(), bulk_create(), update(), delete(), as in a shell."""
    from profiles.models import NewsItem
    from publications.models import Publication

    how = chance.choice(("save", "create", "bulk_create", "update", "delete"))
    if news().count() > NEWS:
        how = "delete"
    if how == "save":
        row = chance.choice([person(), Publication.objects.order_by("pk").first()])
        setattr(row, "title" if hasattr(row, "title") else "headline", text)
        row.save()
    elif how == "create":
        person().newsitem_set.create(date="2026", body=text)
    elif how == "bulk_create":
        same = {"researcher": person(), "date": "2026"}
        NewsItem.objects.bulk_create(NewsItem(body=f"{text} {n}", **same) for n in "ab")
    elif how == "update":
        Publication.objects.filter(authorships__researcher__slug=SLUG).update(title=text)
    else:
        news().filter(pk__in=news()[:5].values("pk")).delete()


def state(chance: Random, _text: str):
    """The person or all papers withdrawn, or published again."""
    from django.utils import timezone

    from profiles.models import Researcher
    from publications.models import Publication

    some = chance.choice([Researcher.objects.filter(slug=SLUG), Publication.objects.all()])
    some.update(published_at=chance.choice([None, timezone.now(), timezone.now()]))


def moment(_chance: Random, text: str):
    """News that appear while nobody writes."""
    from django.utils import timezone

    later = timezone.now() + SOON
    person().newsitem_set.create(date="2026", body=text, published_at=later)


def import_or_undo(_chance: Random, text: str):
    """`import_bibtex` of a new paper, or `undo_import` of the last one."""
    from django.conf import settings
    from django.core.management import CommandError, call_command

    from publications.models import ImportBatch

    last = ImportBatch.objects.order_by("pk").last()
    with open(os.devnull, "w") as nowhere:
        if last and not last.undone_at and last.files and "stale.bib" in str(last.files):
            try:
                call_command("undo_import", last.pk, stdout=nowhere)
            except CommandError as error:
                if error.returncode != 2:  # a paper that was edited since is kept
                    raise
            return
        file = Path(settings.DATA_DIR, "stale.bib")
        file.write_text(ENTRY.format(key=text.replace(" ", "-"), text=text), encoding="utf-8")
        call_command("import_bibtex", str(file), researcher=SLUG, stdout=nowhere, stderr=nowhere)


# --- In SQL ---------------------------------------------------------------------------------------


def sql(chance: Random, text: str):
    """One INSERT, UPDATE or DELETE that no code of ours hears of."""
    from django.db import connection

    from profiles.models import NewsItem

    columns = [
        field.column for field in NewsItem._meta.local_concrete_fields if field.column != "id"
    ]
    values = ["%(text)s" if column == "body" else column for column in columns]
    ours = f"body LIKE 'Edit%%' AND researcher_id = {person().pk}"
    statement = chance.choice(
        (
            "UPDATE profiles_researcher SET headline = %(text)s",
            "UPDATE publications_publication SET title = %(text)s",
            f"UPDATE profiles_newsitem SET body = %(text)s WHERE {ours}",  # noqa: S608
            f"DELETE FROM profiles_newsitem WHERE {ours}",  # noqa: S608
            f"INSERT INTO profiles_newsitem ({', '.join(columns)}) SELECT {', '.join(values)}"  # noqa: S608
            f" FROM profiles_newsitem WHERE researcher_id = {person().pk} LIMIT 1",
        )
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"text": text})


def transaction(chance: Random, text: str):
    from django.db.transaction import atomic

    with atomic():
        rows(chance, text)
        sql(chance, text)
        sql(chance, text)


def rollback(chance: Random, text: str):
    from django.db.transaction import atomic, set_rollback

    with atomic():
        transaction(chance, text)
        set_rollback(True)


# --- In a browser ---------------------------------------------------------------------------------


class Admin:
    """A manager at work over HTTP, now with the one server and now with the other."""

    def __init__(self, servers: tuple[Server, ...]):
        self.servers, self.cookies = servers, {}
        self.send(servers[0], "/admin/login/", MANAGER | {"next": "/admin/"})

    def __call__(self, chance: Random, text: str):
        server, row = chance.choice(self.servers), news().last()
        ways = (self.add, self.change, self.change, self.delete, self.act, self.press)
        way = chance.choice(ways) if row else self.add
        way(server, chance, text, row)

    def add(self, server, _chance, text, _row):
        sent = {"researcher": person().pk, "date": "2026", "body": text}
        self.fill(server, "/admin/profiles/newsitem/add/", sent | {"_publish": "1"})

    def change(self, server, chance, text, row):
        from publications.models import Publication

        paper = Publication.objects.order_by("pk").first()
        path, sent = chance.choice(
            (
                (f"profiles/newsitem/{row.pk}", {"body": text}),
                (f"profiles/researcher/{row.researcher_id}", {"headline": text}),
                (f"publications/publication/{paper.pk}", {"title": text}),
            )
        )
        self.fill(server, f"/admin/{path}/change/", sent)

    def delete(self, server, _chance, _text, row):
        self.send(server, f"/admin/profiles/newsitem/{row.pk}/delete/", {"post": "yes"})

    def act(self, server, chance, _text, row):
        """A bulk action of the list."""
        action = chance.choice(("publish", "withdraw", "delete_selected"))
        sent = {"action": action, "_selected_action": row.pk, "post": "yes"}
        self.send(server, "/admin/profiles/newsitem/", sent)

    def press(self, server, chance, _text, row):
        """ "Publish" or "Unpublish"."""
        model, pk = chance.choice((("newsitem", row.pk), ("researcher", row.researcher_id)))
        button = chance.choice(("_publish", "_publish", "_unpublish"))
        self.send(server, f"/admin/profiles/{model}/{pk}/state/", {button: "1"})

    def fill(self, server: Server, path: str, changes: dict):
        """Fill in the form at `path` and send it."""
        boxes = Boxes()
        boxes.feed(self.ask(server, "GET", path)[1])
        self.send(server, path, boxes.sent | changes)

    def send(self, server: Server, path: str, fields: dict):
        if "csrftoken" not in self.cookies:
            self.ask(server, "GET", path)
        sent = urlencode(fields | {"csrfmiddlewaretoken": self.cookies["csrftoken"]}, doseq=True)
        status, text = self.ask(server, "POST", path, sent)
        if status != 302:
            errors = re.findall(r'class="error(?:list|note)[^>]*>.*?</', text, re.DOTALL)
            raise SystemExit(f"{path} answers {status}: {errors}")

    def ask(self, server: Server, method: str, path: str, body: str = "") -> tuple[int, str]:
        connection = HTTPConnection("localhost", server.address[1], timeout=120)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        connection.close()
        return answer.status, text


# --- All of them ----------------------------------------------------------------------------------


def every_edit(admin: Admin, other_process: Executor) -> dict[str, Callable[[Random, str], None]]:
    """{name: edit}"""

    def elsewhere(chance, text):
        edit = chance.choice((rows, sql, transaction, state, import_or_undo))
        other_process.submit(edit, chance, text).result()

    here = (rows, sql, transaction, rollback, state, moment, import_or_undo)
    return {edit.__name__: edit for edit in here} | {"admin": admin, "other process": elsewhere}


def wait_for_moment():
    time.sleep(SOON.total_seconds())
