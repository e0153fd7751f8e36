"""With the second factor on, a password alone opens no address of the admin.

Generated from the resolver: a page that comes tomorrow is tried by itself.
"""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import converters, reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

pytestmark = pytest.mark.django_db
# Where one comes in or goes out; they show nothing of anybody's.
VIEWS = {"login", "logout", "code", "forgotten", "one-time-link"}
IN_PLAIN_TEXT = {"markdown-preview", "markdown-upload", "markdown-citable"}
SAMPLES = {
    converters.IntConverter: 1,
    converters.UUIDConverter: "00000000-0000-0000-0000-000000000000",
}


def addresses(patterns):
    for entry in patterns:
        if hasattr(entry, "url_patterns"):
            yield from addresses(entry.url_patterns)
        elif entry.name and entry.name not in VIEWS:
            yield entry.name, _arguments(entry.pattern)


def _arguments(pattern):
    if "app_label" in getattr(pattern, "regex", pattern).groupindex:
        return {"app_label": "profiles"}
    return {name: SAMPLES.get(type(each), "1") for name, each in pattern.converters.items()}


@pytest.fixture
def before_the_code(manager):
    """A session that a password opened, of a superuser whose phone is to be asked now."""
    client = Client()
    client.force_login(manager)
    assert client.get(reverse("admin:account-signed-in")).status_code == 200
    TOTPDevice.objects.create(user=manager, confirmed=True)
    return client


def test_password_alone_opens_no_address(before_the_code):
    """Nothing but the way to the login, whatever there is at the address."""
    tried, opened = set(), []
    for name, arguments in addresses(admin.site.get_urls()):
        answer = before_the_code.get(reverse(f"admin:{name}", kwargs=arguments))
        refused = answer.status_code == (405 if name in IN_PLAIN_TEXT else 302)
        if not refused or (answer.status_code == 302 and "/login/" not in answer.url):
            opened.append(name)
        tried.add(name)
    assert opened == []
    assert len(tried) > 150


@pytest.mark.parametrize("name", sorted(IN_PLAIN_TEXT))
def test_nor_what_a_script_asks(before_the_code, name):
    answer = before_the_code.post(reverse(f"admin:{name}"), {"content": "x"})
    assert answer.status_code == 403
    assert answer.headers["Sign-In"] == reverse("admin:login")
