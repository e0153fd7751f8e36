"""A profile filled from an iD; the same papers change nothing; a week later news is proposed."""

from datetime import timedelta
from urllib.request import urlopen

import pytest
from django.core.management import call_command
from django.utils import timezone

from publications.models import PendingImport, Publication
from tests.browser.conftest import sign_in
from tests.browser.ways import Mouse
from tests.exchange.sources import conftest as sources
from tests.exchange.sources.test_fill_from_orcid import IDENTIFIER, RECORD, a_record
from website import web_client

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
services = sources.services
WORKS = RECORD.replace("record", "works")
HOME, BOX = "/admin/", "#quick-add-text"
WEEK = timedelta(days=7)


def works(count=60):
    return [sources.orcid_work(number, f"The tides of {number}") for number in range(1, count + 1)]


def say(services, works):
    services.say(WORKS, {"group": [sources.orcid_group(work) for work in works]})
    codes = ",".join(str(work["put-code"]) for work in works)
    services.say(f"{WORKS}/{codes}", {"bulk": [{"work": work} for work in works]})


def bibtex(works):
    return "\n".join(
        f"@article{{t{work['put-code']}, title = {{{work['title']['title']['value']}}}, "
        "author = {Ahlgren, A.}, journal = {J. Kelp}, year = {2020}}"
        for work in works
    )


def shown(alice, live_server):
    with urlopen(f"{live_server.url}/{alice.slug}/publications/") as answer:  # noqa: S310
        return answer.read()


@pytest.fixture
def orcid(services):
    services.say(RECORD, a_record())
    say(services, works())
    return services


@pytest.fixture
def filled(at_work, orcid):
    """After one review, by what is typed on the first page."""
    mouse = Mouse(at_work)
    at_work.to(HOME)
    at_work.fill(BOX, IDENTIFIER)
    at_work.click("#add button.button")
    at_work.wait_for_selector("#understood")
    at_work.click("text=Fill in the whole profile")
    at_work.wait_for_selector("text=It becomes the profile of Alice Ahlgren.")
    at_work.click("input[value='Import']")
    at_work.wait_for_selector("text=Undo this import")
    at_work.pages_taken = len(mouse.pages)
    return at_work


def test_an_id_typed_on_the_first_page_fills_the_profile_in_four_pages(filled, alice, orcid):
    assert filled.pages_taken <= 4
    alice.refresh_from_db()
    assert (alice.orcid, alice.other_names) == (IDENTIFIER, "A. Fjord")
    assert alice.affiliations.get().role == "Professor"
    assert alice.education_set.get().degree == "PhD"
    assert alice.authorships.public().count() == 60

    filled.to(HOME)
    filled.fill(BOX, bibtex(works()))
    filled.click("#add button.button")
    filled.wait_for_selector(".counts")
    assert "new" not in filled.inner_text(".counts").replace("Nothing new", "")
    assert Publication.objects.count() == 60


def test_a_week_later_the_inbox_has_what_changed_and_undo_gives_the_page_back(
    filled, alice, orcid, live_server, client, monkeypatch
):
    before = shown(alice, live_server)
    later = works(61)
    number = {"external-id-type": "doi", "external-id-value": "10.1234/tides.7"}
    later[6]["external-ids"] = {"external-id": [number]}
    say(orcid, later)
    now = timezone.now() + WEEK
    monkeypatch.setattr(timezone, "now", lambda: now)
    call_command("refresh", researcher=alice.slug)
    page = sign_in(filled, client, live_server, alice.owner)
    page.to(HOME)
    page.click("text=1 new paper, 1 paper with something to add")
    page.wait_for_selector(".counts")
    entries = page.inner_text("main, #content")
    assert "The tides of 61" in entries
    assert "The tides of 7" in entries
    assert "The tides of 8" not in entries

    page.click("input[value='Import 2 entries']")
    page.wait_for_selector("text=Imported: 1 new paper")
    assert shown(alice, live_server) != before
    page.click("text=Undo this import")
    page.click("input[value='Undo this import']")
    page.wait_for_selector(".messagelist .success")
    assert shown(alice, live_server) == before


def test_without_a_network_each_page_says_so_and_works(at_work, services, monkeypatch, alice):
    def lost(host, port):
        raise web_client.UnknownHost(host)

    alice.orcid = IDENTIFIER
    alice.save()
    monkeypatch.setattr(web_client, "look_up", lambda host, port: [])
    monkeypatch.setattr(web_client, "connect", lost)
    sentence = ":has-text('cannot be found. Is this server connected to the internet?')"
    at_work.to(HOME)
    at_work.click("text=Look for news now")
    at_work.wait_for_selector(f".messagelist{sentence}")
    at_work.fill(BOX, "10.1234/kelp.2")
    at_work.click("#add button.button")
    at_work.click("input[value^='Ask doi.org']")
    at_work.wait_for_selector(f".errorlist{sentence}")
    assert at_work.input_value("#id_text") == "10.1234/kelp.2"
    at_work.at("publications_importbatch_orcid")
    at_work.fill("#id_orcid", IDENTIFIER)
    at_work.click("input.default")
    at_work.wait_for_selector(f".errorlist{sentence}")
    assert not PendingImport.objects.exists()
    at_work.to(HOME)
    at_work.fill(BOX, bibtex(works(1)))
    at_work.click("#add button.button")
    at_work.wait_for_selector(".counts")
