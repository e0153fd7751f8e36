"""Hostile lines in every column, in a real Chromium: nothing runs, asks, or leaves.

At most 200 of them: the pages grow long.
"""

import pytest

from tests.hostile.lines import everyone, packs
from tests.hostile.rows import fill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATHS = [
    *("/alice-ahlgren/", "/alice-ahlgren/cv/", "/alice-ahlgren/publications/"),
    *("/alice-ahlgren/news/", "/alice-ahlgren/row-0/", "/publications/row-0/"),
]
LISTEN = """window.ran = [];
for (const name of ['alert', 'confirm', 'prompt', 'open'])
  window[name] = (...words) => window.ran.push([name, ...words]);
document.addEventListener('securitypolicyviolation', e => window.ran.push([e.violatedDirective]));
"""
POKE = """document.querySelectorAll('main *').forEach(element => {
  for (const name of ['mouseover', 'focus', 'toggle', 'error', 'load'])
    element.dispatchEvent(new Event(name));
})"""


@pytest.fixture
def hostile(alice):
    lines = everyone()
    chosen = [line for line in lines[:: max(1, len(lines) // 200)] if "\0" not in line]
    fill(alice, packs(chosen), chosen)


def test_hostile_lines_run_nothing(page, live_server, hostile):
    asked, dialogs = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.add_init_script(LISTEN)
    for path in PATHS:
        assert page.goto(live_server.url + path).status == 200
        page.evaluate(POKE)
        assert page.evaluate("window.ran") == [], path
    assert dialogs == []
    assert [url for url in asked if not url.startswith(live_server.url)] == []


def test_the_marker_sees(page, live_server, alice):
    page.add_init_script(LISTEN)
    page.goto(f"{live_server.url}/alice-ahlgren/")
    page.evaluate("alert(1)")
    assert page.evaluate("window.ran") == [["alert", 1]]
