"""The review of an ORCID record, ticked by mouse, finger, keyboard, without scripts; and Cancel."""

import pytest
from django.core.management import call_command

from exchange.sources import client as asking
from profiles.models import Education, Experience
from publications.models import PendingImport
from tests.browser.conftest import sign_in
from tests.browser.test_record_of_orcid import BOX, HOME, IDENTIFIER, orcid, services
from tests.exchange.sources.conftest import ORCID_WORKS
from tests.exchange.sources.test_fill_from_orcid import RECORD, affiliation, date
from tests.publications.test_import_cancelled import shared

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["orcid", "services", "shared"]
FILL = "publications_importbatch_orcid"
JOB = "section:has(h2:text('Experience')) input"
PRESSED = """() => new Promise((pressed) => {
  const press = () => {
    const button = document.querySelector(".waiting:not([hidden]) button");
    if (button?.onclick && button.offsetParent) pressed(button.click());
    else setTimeout(press, 50);
  };
  document.querySelector("input[value^='Ask doi.org']").click();
  press();
})"""


@pytest.fixture
def at_work(way, client, live_server, alice):
    sign_in(way.page, client, live_server, alice.owner)
    return way


def test_what_is_unticked_stays_out(at_work, alice, orcid):
    page = at_work.page
    page.at(FILL)
    at_work.type("#id_orcid", IDENTIFIER)
    at_work.click("input.default", leads=True)
    assert page.locator(JOB).is_checked()
    at_work.click(page.locator(JOB).first)
    at_work.click("input[value='Import']", leads=True)
    page.wait_for_selector("text=Undo this import")
    assert not Experience.objects.exists()
    assert Education.objects.get().degree == "PhD"
    call_command("refresh", researcher=alice.slug)
    assert not PendingImport.objects.filter(is_found=True).exists()


def test_of_two_jobs_on_home_one_is_accepted(at_work, alice, services):
    alice.orcid = IDENTIFIER
    alice.save()
    services.say(ORCID_WORKS, {"group": []})
    groups = [
        affiliation("employment", code, "Professor", place, date("2019"))["affiliation-group"][0]
        for code, place in ((1, "Oslo"), (2, "Bergen"))
    ]
    jobs = {"employments": {"affiliation-group": groups}}
    services.say(RECORD, {"activities-summary": jobs})
    call_command("refresh", researcher=alice.slug)
    at_work.page.to(HOME)
    at_work.click("[aria-label='Accept: Professor, Bergen']", leads=True)
    at_work.page.wait_for_selector("text=Accepted.")
    assert Experience.objects.get().organisation == "Bergen"
    assert at_work.page.locator("[aria-label='Accept: Professor, Oslo']").count() == 1


@pytest.fixture
def slow(services, shared, monkeypatch):
    """Each answer takes a while."""
    monkeypatch.setattr(asking, "PAUSE", 1)
    for number in range(20):
        services.say(f"doi.org/10.1234/kelp.{number}", {"type": "book", "title": "Kelp"})


@pytest.mark.parametrize("kind", ["page", "phone"])
def test_cancelled_the_page_says_what_was_done_and_keeps_the_text(
    request, client, live_server, alice, slow, kind
):
    page = sign_in(request.getfixturevalue(kind), client, live_server, alice.owner)
    text = " ".join(f"10.1234/kelp.{number}" for number in range(20))
    page.to(HOME)
    page.fill(BOX, text)
    page.click("#add button.button")
    page.wait_for_selector("input[value^='Ask doi.org']")
    # Playwright waits for the answer, and would press when it is there.
    page.evaluate(PRESSED)
    page.wait_for_selector(".errorlist:has-text('Cancelled. Answers by then:')")
    assert page.input_value("#id_text") == text
    assert not PendingImport.objects.exists()
