"""Jobs and degrees that came at ORCID since: proposed as a plan, or refused for good."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from profiles.models import Experience
from publications.importer import undo
from publications.models import ImportBatch, PendingImport
from tests.exchange.sources.conftest import ORCID_WORKS
from tests.exchange.sources.test_fill_from_orcid import affiliation, date
from tests.publications.admin_import import form_of

RECORD = ORCID_WORKS.replace("works", "record")


@pytest.fixture
def orcid(services, alice):
    """`orcid(**sections)`: the activities of alice's record."""
    alice.orcid = "0000-0002-1825-0097"
    alice.save()
    services.say(ORCID_WORKS, {"group": []})

    def says(**sections):
        services.say(RECORD, {"activities-summary": sections})

    return says


def refresh(alice):
    call_command("refresh", researcher=alice.slug)


def plan_url():
    return reverse("admin:publications_importbatch_plan", args=[PendingImport.objects.get().pk])


def test_a_new_job_waits_on_home_and_comes_when_accepted(client, alice, orcid):
    orcid(employments=affiliation("employment", 1, "Professor", "Oslo", date("2019")))
    refresh(alice)
    assert not Experience.objects.exists()
    client.force_login(alice.owner)
    home = client.get(reverse("admin:index")).content.decode()
    assert "<strong>Job or degree:</strong> Professor, Oslo" in home
    client.post(url := plan_url(), form_of(client.get(url).content.decode()))
    job = Experience.objects.get()
    assert (job.role, job.organisation, job.start_text) == ("Professor", "Oslo", "2019")
    undo.undo(ImportBatch.objects.get())
    assert not Experience.objects.exists()
    refresh(alice)
    assert not PendingImport.objects.filter(batch=None).exists()


def test_what_stands_here_in_other_words_is_not_proposed(alice, orcid):
    orcid(employments=affiliation("employment", 1, "Prof.", "Oslo", date("2019", "9")))
    Experience.objects.create(researcher=alice, role="Professor", organisation="OSLO", start="2019")
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_refused_it_never_comes_again_and_another_does(client, alice, orcid):
    orcid(employments=affiliation("employment", 1, "Professor", "Oslo", date("2019")))
    refresh(alice)
    client.force_login(alice.owner)
    pending = PendingImport.objects.get()
    client.post(reverse("admin:publications_importbatch_discard", args=[pending.pk]))
    refresh(alice)
    assert not PendingImport.objects.exists()
    groups = [
        affiliation("employment", code, "Professor", place, date("2019"))["affiliation-group"][0]
        for code, place in ((1, "Oslo"), (2, "Bergen"))
    ]
    orcid(employments={"affiliation-group": groups})
    refresh(alice)
    (one,) = PendingImport.objects.get().options["proposals"]
    assert one["title"] == "Professor, Bergen"


@pytest.mark.parametrize("place", [None, {"name": None}])
def test_a_job_at_no_place_stops_nothing(alice, orcid, place):
    jobs = affiliation("employment", 1, "Professor", "Oslo", date("2019"))
    jobs["affiliation-group"][0]["summaries"][0]["employment-summary"]["organization"] = place
    orcid(employments=jobs)
    refresh(alice)


@pytest.mark.parametrize("record", [[], {"activities-summary": []}, "<html>", b"{"])
def test_a_record_in_a_shape_that_is_not_its_own_changes_nothing(alice, orcid, services, record):
    orcid(employments=affiliation("employment", 1, "Professor", "Oslo", date("2019")))
    refresh(alice)
    services.say(RECORD, record)
    with pytest.raises(Exception, match="Not all could be asked"):
        refresh(alice)
    assert PendingImport.objects.count() == 1


@pytest.fixture
def inbox(client, alice, orcid):
    """Two jobs wait on Home; `inbox(word, key)` presses a button."""
    groups = [
        affiliation("employment", code, "Professor", place, date("2019"))["affiliation-group"][0]
        for code, place in ((1, "Oslo"), (2, "Bergen"))
    ]
    orcid(employments={"affiliation-group": groups})
    refresh(alice)
    client.force_login(alice.owner)
    url = reverse("admin:publications_importbatch_found", args=[PendingImport.objects.get().pk])
    return lambda word, key: client.post(url, {word: key}, follow=True).content.decode()


OSLO, BERGEN = "record.json#employments/1", "record.json#employments/2"


def test_one_is_accepted_and_the_other_waits(alice, inbox):
    page = inbox("accept", OSLO)
    assert "Accepted." in page
    assert Experience.objects.get().organisation == "Oslo"
    assert alice.affiliations.get().organisation == "Oslo"
    assert f'value="{BERGEN}"' in page
    assert PendingImport.objects.get().options["found"] == {"created": 1, "updated": 0}


def test_one_is_refused_and_the_other_taken(alice, inbox):
    inbox("refuse", OSLO)
    inbox("accept", BERGEN)
    assert Experience.objects.get().organisation == "Bergen"
    undo.undo(ImportBatch.objects.get())
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_what_stands_here_by_now_is_not_made_twice(alice, inbox):
    row = {"role": "Professor", "organisation": "Oslo", "start": "2019", "end": "present"}
    Experience.objects.create(researcher=alice, **row)
    assert "It was changed meanwhile" in inbox("accept", OSLO)
    assert Experience.objects.count() == 1


def test_always_from_there_takes_the_next_unasked(alice, inbox, orcid):
    inbox("always", OSLO)
    PendingImport.objects.all().delete()
    refresh(alice)
    assert Experience.objects.count() == 2
    assert not PendingImport.objects.exists()
