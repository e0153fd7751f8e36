"""The strict CSP over the admin: `page` fails on any console message, so on any violation.

Without Chromium, tests/requests/test_reading.py looks in every page for what it would block.
"""

import pytest

from accounts import one_time_links, second_factor
from tests.browser.admin_pages import BEFORE_SIGN_IN, CLOSED, NO_PAGE, a_full_lab, add_rows, pages
from tests.browser.conftest import sign_in
from tests.browser.ways import picture
from tests.isolation.inert import blocked
from tests.isolation.test_own_views import ADDRESSES
from tests.isolation.who import short
from tests.profiles.test_form_pages import FORM

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TELL = """addEventListener('securitypolicyviolation',
  e => console.error(e.violatedDirective, e.blockedURI, location.pathname))"""
FORGOTTEN = "/admin/forgotten/"


@pytest.fixture
def at_work(page, live_server, client, alice):
    """Alice, who may open everything; nothing may be asked of another host."""
    a_full_lab(alice)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(TELL)
    yield sign_in(page, client, live_server, alice.owner)
    strange = {url for url in asked if not url.startswith((live_server.url, "blob:"))}
    assert strange == set()


def test_no_page_breaks_it(at_work, client, alice):
    found, opened, closed = [], set(), set()
    for name, address in pages(alice):
        answer = client.get(address, follow=True)
        if answer.status_code == 404:
            closed.add(name)
            continue
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], address
        assert [each for each in blocked(answer) if "//testserver/" not in each] == [], address
        opened.add(name)
        found.append(address)
    assert closed == CLOSED
    unknown = {short(name)[1] for name in ADDRESSES} - opened - BEFORE_SIGN_IN - set(NO_PAGE)
    assert not unknown, f"open these in tests/browser/admin_pages.py, or say why not: {unknown}"
    for address in found:
        at_work.to(address)
        assert at_work.complaints == [], address


def test_it_would_be_told(at_work):
    """The listener hears: a style in an attribute is blocked, and said so."""
    at_work.at("publications_publication_changelist")
    at_work.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')")
    at_work.wait_for_timeout(50)
    assert any(text.startswith("style-src") for text in at_work.complaints)
    at_work.complaints.clear()


def test_nor_does_what_one_does_there(at_work, alice):
    """Beside what test_admin.py, test_editing.py and test_import.py do with the same `page`."""
    write_news(at_work)
    write_a_profile(at_work, alice)
    write_a_paper(at_work)
    delete_news(at_work)
    switch_on_the_second_factor(at_work)


def write_news(page):
    """A day and an hour picked, the live preview, a picture, a paper to cite."""
    page.at("profiles_newsitem_add")
    page.select_option("[name=published_at_state]", "from")
    page.fill("[name=published_at_0]", "2127-03-03")
    page.fill("[name=published_at_1]", "09:00")
    page.fill("#id_body", "A **bold** claim: $x^2$")
    page.wait_for_selector(".markdownx-preview math")
    page.set_input_files(".markdownx-file", picture())
    page.wait_for_selector(".markdownx-preview img")
    page.click("[data-mark=cite]")
    page.wait_for_selector(".markdownx-cite", state="visible")
    page.press("#id_body", "Control+k")
    page.fill("#link-address", "example.org")
    page.press("#link-address", "Enter")
    page.wait_for_selector(".link-dialog", state="detached")
    assert "(https://example.org)" in page.input_value("#id_body")


def write_a_profile(page, alice):
    """A row more of each kind; rows dragged; another look in its frame."""
    for part in FORM.form_pages:
        page.at("profiles_researcher_change", alice.pk, part=part)
        add_rows(page)
    page.at("profiles_researcher_change", alice.pk, part="links")
    page.drag_and_drop("#links-1 .order-grip", "#links-0 .order-grip")
    page.at("profiles_researcher_change", alice.pk, part="look")
    page.check("[name=theme][value=moss]")
    page.frame_locator(".look-preview").locator("html[data-theme=moss]").wait_for(state="attached")


def write_a_paper(page):
    """A row more of each kind, and the venue chosen from those that match."""
    page.at("publications_publication_add")
    add_rows(page)
    page.click(".field-venue .select2-selection")
    page.keyboard.type("words")
    page.click(".select2-results [role=option][aria-selected] >> nth=0")
    page.wait_for_selector(".field-venue .select2-selection__rendered:has-text('words')")


def delete_news(page):
    page.at("profiles_newsitem_changelist")
    page.check("#action-toggle")
    page.click("text=Actions")
    page.click("[data-action=delete_selected]")
    page.wait_for_selector("input[name=post]", state="attached")


def switch_on_the_second_factor(page):
    page.at("account-action", "switch-on")
    page.fill("[type=password]", "alice-password")
    page.click("[type=submit].default")
    page.wait_for_selector("svg.qr")


def test_nor_does_any_page_before_sign_in(page, live_server, client, alice, charlie, settings):
    """Signing in and out, the code, one-time links, lost passwords; last, who tried too often."""
    settings.EMAIL_ENABLED = True
    page.add_init_script(TELL)
    codes = second_factor.enable(second_factor.start_enrolment(charlie))
    for path in (
        one_time_links.make_link(alice.owner, "invitation"),
        "/admin/link/forgotten/x/y/",
        FORGOTTEN,
    ):
        page.goto(live_server.url + path)
    page.goto(f"{live_server.url}/admin/")
    for password in ("wrong", "charlie-password"):
        send(page, username="charlie", password=password)
    for code in ("000000", codes[0]):
        send(page, code=code)
    with page.expect_navigation():
        page.click("#logout-form button")
    page.goto(f"{live_server.url}/admin/login/")
    for _time in range(5):
        client.post("/admin/login/", {"username": "charlie", "password": "wrong"})
    send(page, username="charlie", password="wrong")
    assert page.inner_text("h1") == "Too many tries"
    # Chromium itself reports a link that is stale, and the last answer.
    said = [text for text in page.complaints if "410" not in text and "429" not in text]
    page.complaints[:] = said


def send(page, **typed):
    for name, text in typed.items():
        page.fill(f"[name={name}]", text)
    with page.expect_navigation():
        page.click("[type=submit]")
