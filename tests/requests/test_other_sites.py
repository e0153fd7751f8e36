"""Whatever an address or a form names as the next page, it is one of this site."""

import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.views import LogoutView
from django.db import connection
from django.http import HttpResponseRedirect
from django.middleware.common import CommonMiddleware
from django.test import Client, RequestFactory

from accounts.views import SignInView
from config import views
from profiles.admin.hardening import next_url
from profiles.models import Redirect
from tests.hostile.lines import everyone
from tests.layout import APPS
from website.redirects import moved

EVIL = [
    *("https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "ftp://x"),
    *("\\\\evil.example", "https:evil.example", "https:/evil.example", "http:\\\\evil.example"),
    *("/\t/evil.example", "\t//evil.example", " //evil.example", "\n//evil.example", "\0//evil"),
    *("javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "//[::1", "//evil@x"),
    *("https://testserver@evil.example/", "https://testserver.evil.example/", "/%2f/evil.example"),
    *("\r\nLocation: https://evil.example/", "%0d%0aX:y", "/admin/\\..//evil.example", "..//evil"),
]
LINES = [*EVIL, *everyone()]


def place(to):
    """Where a browser goes from a page of ours: it forgives blanks and backslashes."""
    said = HttpResponseRedirect(to).headers["Location"]
    said = re.sub(r"[\t\r\n]", "", said).strip().replace("\\", "/")
    return urlsplit(urljoin("http://testserver/admin/page/", said)).netloc


def asked(line):
    return RequestFactory().post("/admin/login/", {"next": line})


@pytest.mark.django_db
def test_next_page_is_of_this_site(alice):
    """Signing in leads to where one wanted to go, here."""
    sent = {"username": "alice", "password": "alice-password", "next": "/admin/profiles/talk/"}
    assert Client().post("/admin/login/", sent)["Location"] == "/admin/profiles/talk/"


@pytest.mark.parametrize("view", [SignInView, LogoutView])
def test_a_next_page_is_one_of_ours(view):
    for line in LINES:
        signing = view(next_page="/admin/")
        signing.setup(asked(line))
        assert place(signing.get_success_url()) == "testserver", line


def test_a_form_of_another_page_leads_back_here():
    assert next_url(asked("/admin/preview/bob/?form=x"), "/") == "/admin/preview/bob/?form=x"
    for line in LINES:
        assert place(next_url(asked(line), "/admin/")) == "testserver", line


def test_an_address_without_its_slash_gets_it_here():
    slashes = CommonMiddleware(lambda request: None)
    for line in LINES:
        request = RequestFactory().get("/")
        request.path = request.path_info = f"/{line}"
        assert place(slashes.get_full_path_with_slash(request)) == "testserver", line


def test_a_single_researchers_address_leads_here():
    for line in LINES:
        answer = views.redirect_to_single(RequestFactory().get("/"), line)
        assert place(answer.headers["Location"]) == "testserver", line


@pytest.mark.django_db
def test_an_old_page_leads_here(alice):
    """Whatever a database may hold: the form refuses most of these."""
    old = Redirect.objects.create(researcher=alice, old_path="/old/")
    alice.former_slugs.create(slug="before")
    for line in EVIL:
        if "\0" in line and connection.vendor == "postgresql":
            continue  # It holds no such text.
        Redirect.objects.filter(pk=old.pk).update(target=line)
        assert place(moved("/alice-ahlgren/old/")) == "testserver", line
        assert place(moved(f"/before/{line}") or "/") == "testserver", line


# What reads the next page from a request, and what holds it to this site.
READERS = {
    "accounts/views.py": "Django's LoginView, tried above",
    "profiles/admin/hardening.py": "next_url, tried above",
}
READS = re.compile(r"HTTP_REFERER|redirect_field_name|get_success_url|\[\"next\"\]|\(\"next\"")


def test_nothing_else_reads_one():
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for app in APPS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if READS.search(path.read_text())
    }
    assert found == set(READERS)
