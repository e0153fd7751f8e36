"""The strict CSP over the admin: `page` fails on any console message, so on any violation.

Every model's form is opened here; its list, delete and history pages, made of the same templates,
are read in tests/isolation/test_registry.py for what a CSP would block.
"""

import pytest
from django.urls import reverse

from profiles.models import Researcher
from publications.models import ImportBatch, Publication
from tests.conftest import make_researcher, make_user
from tests.isolation.rows import REGISTERED, ROWS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def visit(page, live_server, client, manager):
    client.force_login(manager)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.add_init_script(
        "addEventListener('securitypolicyviolation', e => console.error(e.violatedDirective))"
    )

    def to(model, door, *args):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{door}"
        answer = page.goto(live_server.url + reverse(name, args=args))
        assert answer.status == 200, (model, door)
        assert "default-src 'none'" in answer.headers["content-security-policy"]

    return to


def test_no_form_breaks_it(visit, page):
    owner = make_researcher("Zoe Owner", make_user("zoe"), slug="zebrafinch-zoe")
    for model in REGISTERED:
        Publication.objects.all().delete()  # rows of several models bring the same paper
        visit(model, "change", ROWS[model](owner).pk)


@pytest.mark.parametrize("model", [Researcher, Publication])
def test_nor_does_any_other_page(visit, page, alice, model):
    row = ROWS[model](alice)
    visit(model, "changelist")
    visit(model, "add")
    for button in page.query_selector_all(".inline-group .add-row a"):
        button.dispatch_event("click")
    visit(model, "history", row.pk)
    visit(model, "delete", row.pk)
    visit(ImportBatch, "changelist")
    visit(ImportBatch, "add")


def test_it_would_be_told(visit, page):
    """The listener hears: a style in an attribute is blocked, and said so."""
    visit(Publication, "changelist")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    page.wait_for_timeout(50)
    assert any("style-src" in text for text in page.complaints)
    page.complaints.clear()
