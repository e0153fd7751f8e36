"""Asking for whatever address changes nothing, and each answer carries what every answer must."""

import re

import pytest
from django.db import connection

from tests.isolation.inert import blocked
from tests.requests.addresses import addresses, filled, templates
from tests.test_headers import shielded

WRITES = r"\b(INSERT|UPDATE|DELETE)\b"
READS = re.compile(
    rf"\s*(SELECT|EXPLAIN|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK|WITH(?!.*{WRITES}))", re.I | re.S
)
# Django makes the row of a model's type when it is first asked for; `migrate` has made all others.
KNOWN_WRITES = 'INSERT INTO "django_content_type"'
# Signs of life: whoever watches must not be told by a cache.
NEVER_KEPT = {"/healthz", "/readyz"}
# The words of the date picker are nobody's data: a browser may keep them, and ask each time.
ASKED_AGAIN = "/admin/jsi18n/"
# What tells an attacker where to look.
VERSIONS = re.compile(rb"(Django|gunicorn|Python|SQLite)[ /]\d|Traceback|/site-packages/", re.I)


class Writes(list):
    """What is written to the database while it is asked."""

    def __call__(self, execute, sql, params, many, context):
        if not READS.match(sql) and not sql.startswith(KNOWN_WRITES):
            self.append(sql)
        return execute(sql, params, many, context)


LAB_PAGE = "/admin/lab/"


def is_of_admin(path):
    return path.startswith("/admin/")


def is_framed(path):
    """A page as visitors have it, which one of the admin's shows within itself."""
    return "/preview/" in path or path == LAB_PAGE


def is_form(path, answer):
    """A page of the admin's own, which a preview is not."""
    kind = answer.headers.get("Content-Type", "")
    return is_of_admin(path) and kind.startswith("text/html") and not is_framed(path)


def public(known):
    return [path for path in addresses(known) if not is_of_admin(path)]


ASKED_BY = [("anonymous", "get"), ("owner", "head"), ("manager", "get")]


@pytest.mark.slow
@pytest.mark.parametrize(("who", "method"), ASKED_BY)
def test_reading_changes_nothing(who, method, known, everybody, mailoutbox):
    for path in addresses(known):
        with connection.execute_wrapper(writes := Writes()):
            answer = getattr(everybody[who], method)(path)
            content = answer.getvalue() if answer.streaming else answer.content
        assert not writes, path
        assert answer.status_code < 500, path
        assert not VERSIONS.search(str(answer.headers).encode() + content), path
        (carries_what_is_private if is_of_admin(path) else carries_what_is_public)(path, answer)
        assert not is_form(path, answer) or blocked(answer) == [], path
    assert not mailoutbox


def carries_what_is_private(path, answer):
    headers = dict(answer.headers)
    if is_framed(path) and answer.status_code == 200:
        # The pages that a page of ours shows within itself.
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
        assert headers.pop("X-Frame-Options") == "SAMEORIGIN"
        headers["X-Frame-Options"] = "DENY"
    shielded(headers)
    assert headers["Referrer-Policy"] == "same-origin", path
    assert "private" in headers["Cache-Control"], path
    assert "no-store" in headers["Cache-Control"] or path == ASKED_AGAIN, path


def carries_what_is_public(path, answer):
    shielded(answer.headers)
    kept = answer.headers.get("Cache-Control", "")
    assert path in NEVER_KEPT or not re.search("private|no-store", kept), path
    assert not answer.cookies, path
    assert "cookie" not in answer.headers.get("Vary", "").lower(), path


def test_no_public_address_takes_a_form(known, everybody):
    for path in public(known):
        assert everybody["anonymous"].post(path).status_code == 405, path


def test_no_address_is_left_out(known):
    """Each of the resolver's has a row, or a word, for every place in it."""
    assert [one for one in templates() if not list(filled(*one, known))] == []
