"""Rows put in order by keyboard, and texts that are kept until they are saved."""

import pytest
from django.contrib.sessions.models import Session

from profiles.models import Award, NewsItem, ResearcherLink, Talk
from profiles.sections import home_sections
from publications.models import Venue
from tests.conftest import make_user
from tests.profiles.test_markdown_upload import GIF

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_rows_are_ordered_by_keyboard(at_work, alice):
    """By keyboard on a page of rows; in a form with a row added, and one taken out again."""
    for year in (2021, 2022):
        Award.objects.create(researcher=alice, name=f"Award {year}", dates=str(year))
    at_work.at("profiles_award_order")
    at_work.focus("li:has-text('Award 2021') .order-up")
    at_work.keyboard.press("Enter")
    assert at_work.inner_text("#editing-status") == "Now at place 1 of 2."
    assert at_work.evaluate("document.activeElement.className") == "order-up"
    at_work.click("[type=submit].default")
    at_work.wait_for_selector(".messagelist .success")
    assert [row.name for row in home_sections(alice)[0].rows] == ["Award 2021", "Award 2022"]

    for place, word in enumerate(("one", "two"), 1):
        ResearcherLink.objects.create(
            researcher=alice, label=word, url=f"https://{word}.example/", position=place
        )
    at_work.at("profiles_researcher_change", alice.pk, part="links")
    for number in (2, 3, 4):
        at_work.click("#links-group .add-row a")
        at_work.fill(f"#id_links-{number}-url", f"https://{number}.example/")
    at_work.click("#links-1 .order-up")
    at_work.click("#links-4 .order-up")
    at_work.click("#links-2 .inline-deletelink")
    at_work.click("input[name=_continue]")
    at_work.wait_for_selector(".messagelist .success")
    links = alice.links.values_list("url", flat=True)
    assert [url.removeprefix("https://")[:3] for url in links] == ["two", "one", "4.e", "3.e"]


def wait_until_kept(page):
    """wait_for_function() asks again by eval(), which the page's CSP forbids."""
    kept = "Object.keys(localStorage).some((key) => key.startsWith('vitae:'))"
    for _turn in range(100):
        if page.evaluate(kept):
            return
        page.wait_for_timeout(50)
    pytest.fail("nothing was kept in the browser")


def test_what_was_typed_is_offered_again(at_work):
    """Until it is saved: a session that ends when one saves loses nothing either."""
    at_work.at("profiles_newsitem_add")
    at_work.fill("#id_date", "11/1/2024")
    at_work.wait_for_selector(".date-echo:has-text('November 2024')")
    at_work.fill("#id_body", "A long text")
    wait_until_kept(at_work)
    at_work.reload()
    at_work.click(".typed-before button >> nth=0")
    assert at_work.input_value("#id_body") == "A long text"
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    assert NewsItem.objects.get().body == "A long text"
    at_work.at("profiles_newsitem_add")
    assert at_work.locator(".typed-before").count() == 0
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('vitae:'))"
    assert at_work.evaluate(kept) == []


def write_a_talk(page, word):
    page.fill("#id_description", f"A half-written {word}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    page.click("#links-group .add-row a")
    page.locator("#links-group [name$='-url']:visible").last.fill(f"https://{word}.example/")


def enter(page):
    page.fill("#id_username", "alice")
    page.fill("#id_password", "alice-password")
    page.click("#login-form [type=submit]")


def test_a_login_that_has_ended_loses_nothing(at_work, live_server, alice):
    """One signs in again in another tab, and saves; or here, and restores: added rows, too."""
    talk = Talk.objects.create(researcher=alice, title="Tides", description="Old")
    at_work.at("profiles_talk_change", talk.pk)
    write_a_talk(at_work, "one")
    Session.objects.all().delete()
    at_work.click("input[name=_continue]")
    at_work.wait_for_selector("[role=alert]:has-text('signed out, so nothing was saved')")
    with at_work.context.expect_page() as opened:
        at_work.click("[role=alert] a")
    enter(opened.value)
    opened.value.wait_for_url("**/account/")
    at_work.click("input[name=_continue]")
    at_work.wait_for_selector(".messagelist .success")

    write_a_talk(at_work, "two")
    wait_until_kept(at_work)
    Session.objects.all().delete()
    at_work.reload()
    enter(at_work)
    at_work.click(".typed-before button >> nth=0")
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    talk.refresh_from_db()
    assert talk.description == "A half-written two"
    at_work.complaints = [each for each in at_work.complaints if "403" not in each]  # the preview's
    links = talk.links.order_by("pk").values_list("url", flat=True)
    assert list(links) == ["https://one.example/", "https://two.example/"]


def test_what_was_chosen_and_ticked_is_restored(at_work, alice):
    """A list, dots, a tick, a type-ahead box in another form: after the page was left."""
    at_work.at("profiles_researcher_change", alice.pk)
    at_work.check("[name=email_display][value=plain]")
    restore(at_work)
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    at_work.at("profiles_researcher_change", alice.pk, part="delegates")
    at_work.click("#delegations-group .add-row a")
    at_work.fill("#id_delegations-0-account", make_user("bob").username)
    at_work.check("#id_delegations-0-may_publish")
    restore(at_work)
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    alice.refresh_from_db()
    assert alice.email_display == "plain"
    assert alice.delegations.get().may_publish

    Venue.objects.create(name="Networks")
    at_work.at("publications_publication_add")
    at_work.click(".field-venue .select2-selection")
    at_work.click("[role=option] >> text=Networks")
    restore(at_work)
    assert at_work.inner_text(".field-venue .select2-selection__rendered").endswith("Networks")
    assert at_work.locator("#id_venue option:checked").inner_text() == "Networks"


def restore(page):
    wait_until_kept(page)
    page.reload()
    page.click(".typed-before button >> nth=0")


def test_a_chosen_portrait_survives_a_mistake(at_work, alice):
    at_work.at("profiles_researcher_change", alice.pk)
    me = {"name": "me.gif", "mimeType": "image/gif", "buffer": GIF}
    at_work.set_input_files("#id_portrait", me)
    at_work.fill("#id_pasted_links", "my page")
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".errornote")
    assert at_work.is_checked("#id_portrait-kept")
    assert at_work.input_value("#id_pasted_links") == "my page"
    at_work.fill("#id_pasted_links", "")
    at_work.click("input[name=_save]")
    at_work.wait_for_selector(".messagelist .success")
    alice.refresh_from_db()
    assert alice.portrait
