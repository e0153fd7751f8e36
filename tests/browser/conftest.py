"""A real Chromium, where the machine has one."""

import os
import shutil

import pytest

from tests.conftest import missing

# Playwright's own loop runs in this thread; the ORM calls beside it are ours and synchronous.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path():
    named = os.environ.get("VITAE_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser():
    path = chromium_path()
    if not path:
        missing("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


def failure_of(request):
    """A lazy picture that a page left behind still wanted is no failure."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.failure} {request.url}"]


@pytest.fixture
def page(browser):
    """A fresh page; the test fails on any console error, CSP breach or failed request."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.complaints = []
    page.on(
        "console",
        lambda message: (
            page.complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("requestfailed", lambda request: page.complaints.extend(failure_of(request)))
    yield page
    context.close()
    assert page.complaints == []
