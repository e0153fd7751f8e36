"""A real Chromium, where the machine has one."""

import os
import shutil
import threading

import pytest
from django.urls import reverse

from tests.browser.ways import PHONE, WAYS
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
def browser(live_server):
    """It ends before the server does, whose threads hold its idle connections until then."""
    path = chromium_path()
    if not path:
        missing("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=5)


def failure_of(request):
    """A lazy picture that a page left behind still wanted is no failure."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.failure} {request.url}"]


WINDOW = {"width": 1280, "height": 900}
# Milliseconds: the first page of a Chromium that starts beside a whole suite takes its time.
PATIENCE = 120_000
# What no test can take back: its page is the last one's to use.
LASTING = ["add_init_script", "expose_binding", "expose_function", "on", "once", "route"]


@pytest.fixture(scope="session")
def left(browser):
    """The pages that tests left, as good as new; a new one takes Chromium half a second."""
    return {True: [], False: []}


@pytest.fixture
def page(browser, left, live_server):
    """A clean page; the test fails on any console error, CSP breach or failed request."""
    yield from lent(browser, left, live_server.url, scripts=True)


@pytest.fixture
def plain(browser, left, live_server):
    """The same without JavaScript."""
    yield from lent(browser, left, live_server.url, scripts=False)


@pytest.fixture
def phone(browser):
    """The same in the hand."""
    page = new_page(browser, scripts=True, **PHONE)
    page.complaints = []
    yield page
    page.context.close()
    assert page.complaints == []


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__.lower())
def way(request):
    """A clean page, worked in each way."""
    return request.param(request.getfixturevalue(WAYS[request.param]))


def lent(browser, left, origin, scripts):
    page = left[scripts].pop() if left[scripts] else new_page(browser, scripts)
    page.complaints = []
    yield page
    if page.is_spent:
        page.context.close()
    else:
        left[scripts].append(cleaned(page, origin))
    assert page.complaints == []


def new_page(browser, scripts, **options):
    options = {"viewport": WINDOW, "java_script_enabled": scripts} | options
    page = browser.new_context(**options).new_page()
    page.on(
        "console",
        lambda message: (
            page.complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("requestfailed", lambda request: page.complaints.extend(failure_of(request)))
    page.is_spent = False
    for name in LASTING:
        setattr(page, name, spending(page, getattr(page, name)))
    page.set_default_timeout(PATIENCE)
    page.click = arriving(page, page.click)
    return page


def spending(page, method):
    def call(*args, **kwargs):
        page.is_spent = True
        return method(*args, **kwargs)

    return call


def arriving(page, click):
    """A click and, where it leads to another page, that page whole: it is read at once."""

    def call(*args, **kwargs):
        click(*args, **kwargs)
        page.wait_for_load_state()

    return call


def cleaned(page, origin):
    """Without what the test stored, opened, allowed and set."""
    if page.url.startswith(origin):
        page.evaluate("sessionStorage.clear()")
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.goto("about:blank")
    stored = {"origin": origin, "storageTypes": "all"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
    page.context.clear_cookies()
    page.context.clear_permissions()
    page.emulate_media(media="null", color_scheme="light")
    page.set_viewport_size(WINDOW)
    return page


def sign_in(page, client, live_server, user):
    """`page.at("profiles_award_add")` opens a page of the admin, one of a form with `part`;
    `page.to("/admin/")` any.
    """
    from profiles.addresses import part_url  # pictures are taken without Django

    client.force_login(user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.to = lambda path: page.goto(live_server.url + path)
    page.at = lambda name, *args, part="": page.to(
        part_url(reverse(f"admin:{name}", args=args), part)
    )
    return page


@pytest.fixture
def at_work(page, live_server, client, alice):
    """A page of Alice's, signed in."""
    return sign_in(page, client, live_server, alice.owner)
