"""On paper stands what is to be read, and not what is to be clicked."""

import re

import pytest

from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("path", ["", "cv/", "publications/"])
def test_print_leaves_out_what_is_clicked(page, live_server, alice, path):
    make_paper("On Notes", alice, date="2024", abstract="Long.", url="https://example.org/notes")
    make_paper("On Engines", alice, date="2020")
    page.goto(f"{live_server.url}/alice-ahlgren/{path}")
    pdf = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.emulate_media(media="print")
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.locator("nav:visible, form:visible, button:visible").all_inner_texts() == []
