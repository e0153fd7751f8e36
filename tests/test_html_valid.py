"""Every kind of page, with the hardest content, is valid HTML: html-validate's recommended rules.

But for three of them. Blanks at the end of lines come of templates that are readable, and weigh
nothing once compressed. The title of a paper is as long as it is. An `aria-label` may name any
element that ARIA lets be named, a list among them.
"""

import json
import subprocess

import pytest
from django.test import Client, RequestFactory

from config import views
from tests import hardest
from tests.node import packages

pytestmark = [pytest.mark.django_db, pytest.mark.node]
RULES = {
    "no-trailing-whitespace": "off",
    "long-title": "off",
    "aria-label-misuse": ["error", {"allowAnyNamable": True}],
}
CONFIG = {"root": True, "extends": ["html-validate:recommended"], "rules": RULES}


def validate(pages, folder):
    """{page: what html-validate has against it}."""
    program = packages("html-validate") / ".bin" / "html-validate"
    names = {}
    for number, (path, html) in enumerate(pages.items()):
        names[str(folder / f"{number}.html")] = path
        (folder / f"{number}.html").write_bytes(html)
    (folder / ".htmlvalidate.json").write_text(json.dumps(CONFIG))
    with (folder / "report.json").open("w") as report:
        subprocess.run([program, "--formatter", "json", folder], stdout=report, check=False)
    found = json.loads((folder / "report.json").read_text())
    return {names[each["filePath"]]: messages(each) for each in found if each["messages"]}


def messages(report):
    return sorted({f"{m['ruleId']}, line {m['line']}: {m['message']}" for m in report["messages"]})


def error_pages():
    strict, request = Client(enforce_csrf_checks=True), RequestFactory().get("/")
    return {
        "400": Client().get("/", headers={"host": "evil.example"}),
        "403": strict.post("/admin/login/", {"username": "a"}),
        "404": Client().get("/nowhere/"),
        "500": views.server_error(request),
        "login": Client().get("/admin/login/"),
        "locked out": locked_out(),
    }


def locked_out():
    tries = [{"username": "alice", "password": f"wrong {number}"} for number in range(6)]
    return [Client().post("/admin/login/", data) for data in tries][-1]


def test_pages_are_valid_html(tmp_path, alice):
    hardest.fill()
    errors = error_pages()
    statuses = {name: answer.status_code for name, answer in errors.items()}
    assert statuses.pop("login") == 200
    assert list(statuses.values()) == [400, 403, 404, 500, 429]
    pages = {path: Client().get(path) for path in hardest.PAGES}
    assert {answer.status_code for answer in pages.values()} == {200}
    assert validate({n: a.content for n, a in (pages | errors).items()}, tmp_path) == {}


def test_it_notices(tmp_path):
    page = b"<!DOCTYPE html><html lang=en><title>x</title><p><div></p>"
    assert list(validate({"/wrong/": page}, tmp_path)) == ["/wrong/"]
