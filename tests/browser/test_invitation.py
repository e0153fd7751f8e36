"""From a manager's invitation to the new colleague's own page in the admin."""

import pytest
from django.contrib.auth.models import Group

from profiles import access
from tests.conftest import make_researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def minna(charlie):
    group, _made = Group.objects.get_or_create(name=access.MANAGERS)
    charlie.groups.add(group)
    return charlie


def test_invited_colleague_opens_own_page(page, live_server, minna):
    make_researcher("Dora Duval")
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Account name").fill("charlie")
    page.get_by_label("Password").fill("charlie-password")
    page.get_by_role("button", name="Sign in").click()
    page.locator("#menu").get_by_role("link", name="Profiles", exact=True).click()
    page.get_by_role("link", name="Dora Duval").click()
    page.get_by_role("link", name="Invite").click()
    page.get_by_role("button", name="Make the link").click()
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.get_by_label("Link").input_value()

    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(link)
    page.get_by_label("Password", exact=True).fill("three tidal gauges")
    page.get_by_label("The same once more").fill("three tidal gauges")
    page.get_by_role("button", name="Save and sign in").click()
    page.wait_for_url("**/admin/")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("link", name="Profile", exact=True).click()
    assert page.input_value("#id_display_name") == "Dora Duval"
