"""The form of a profile on several pages, and of parts that are asked for one by one."""

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.urls import reverse

from profiles.models import Delegation, Researcher
from tests.conftest import make_user
from tests.isolation.forms import sent_by

FORM = admin.site._registry[Researcher]
ALWAYS = {"_opened_on", "words", "address", "q"}


@pytest.fixture
def page(alice):
    address = reverse("admin:profiles_researcher_change", args=[alice.pk])
    return lambda part="": f"{address}?_part={part}" if part else address


def test_every_box_stands_on_a_page():
    boxes = {box for form_page in FORM.form_pages.values() for box in form_page.boxes}
    assert boxes == {*flatten_fieldsets(FORM.fieldsets), *(inline.part for inline in FORM.inlines)}


def test_a_part_has_its_boxes_alone(at_work, page):
    assert sent_by(at_work.get(page("biography"))).keys() == {"biography", *ALWAYS}
    assert sent_by(at_work.get(page("email,location"))).keys() - ALWAYS == {
        *("email", "email_display", "location"),
    }


def test_a_part_keeps_all_the_rest(at_work, page, alice):
    values = {"orcid": "0000-0002-1825-0097", "theme": "moss", "email": "a@example.org"}
    Researcher.objects.update(**values)
    alice.links.create(url="https://example.org/")
    assert at_work.post(page("biography"), {"biography": "I sail."}).status_code == 302
    alice.refresh_from_db()
    assert alice.biography == "I sail."
    assert {name: getattr(alice, name) for name in values} == values
    assert alice.links.count() == 1


def test_every_page_saves_as_it_stands(at_work, page, alice):
    Researcher.objects.update(published_at=alice.published_at.replace(microsecond=0))
    before = Researcher.objects.values().get()
    for name in FORM.form_pages:
        assert at_work.post(page(name), sent_by(at_work.get(page(name)))).status_code == 302, name
    assert Researcher.objects.values().get() == before | {
        "updated_at": Researcher.objects.get().updated_at
    }


@pytest.mark.parametrize("part", ["nothing", "password", "delegates,", "%00", "biography__xx"])
def test_an_unknown_part_is_no_error(at_work, page, part):
    assert at_work.get(page(part)).status_code == 200


def test_save_and_stay_stays_on_the_page(at_work, page):
    form = sent_by(at_work.get(page("names"))) | {"_continue": "1"}
    assert at_work.post(page("names"), form).url == page("names")


def test_pages_that_are_not_theirs_are_not_offered(client, page, alice):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora)
    for user, offers in ((alice.owner, True), (dora, False)):
        client.force_login(user)
        titles = [title for title, _url, _is_here in client.get(page()).context["form_pages"]]
        assert ("Delegates" in titles) == offers


def test_the_menu_leads_to_each(at_work, page):
    [profile] = [place for place in at_work.get(page("names")).context["menu"] if place.is_current]
    assert [link.url for link in profile.links] == [page(name) for name in FORM.form_pages]
    assert [str(link.label) for link in profile.links if link.is_current] == ["Names on papers"]


def test_a_new_profile_has_what_stands_first_and_its_account(client, manager):
    client.force_login(manager)
    form = client.get(reverse("admin:profiles_researcher_add")).context["adminform"].form
    assert {"display_name", "pasted_links", "slug", "owner", "published_at"} <= form.fields.keys()
    assert "theme" not in form.fields
