"""A public record of ORCID becomes a profile: planned, shown, written, undone as a site is."""

import json
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.urls import reverse

from profiles.models import Award, Education, Experience, Grant, Researcher, Service
from publications.models import ImportBatch, PendingImport, Publication
from tests.exchange.sources.conftest import orcid_group, orcid_work

IDENTIFIER = "0000-0002-1825-0097"
RECORD = f"pub.orcid.org/v3.0/{IDENTIFIER}/record"
FILL = reverse("admin:publications_importbatch_orcid")


def value(text):
    return {"value": text} if text else None


def date(year, month=None):
    return {"year": value(year), "month": value(month), "day": None}


def affiliation(kind, code, role, organisation, start=None, end=None):
    summary = {
        "put-code": code,
        "role-title": role,
        "department-name": None,
        "start-date": start,
        "end-date": end,
        "organization": {"name": organisation, "address": {"city": "Oslo", "country": "NO"}},
        "url": None,
        "source": {"source-name": value("Alice Ahlgren")},
    }
    return {"affiliation-group": [{"summaries": [{f"{kind}-summary": summary}]}]}


def a_record():
    """In the shape of ORCID's public API 3.0."""
    number = {"external-id-type": "grant_number", "external-id-value": "RC-12"}
    grant = {
        "put-code": 9,
        "title": {"title": value("Engines at sea")},
        "organization": {"name": "Research Council"},
        "start-date": date("2020"),
        "end-date": None,
        "external-ids": {"external-id": [number]},
    }
    return {
        "orcid-identifier": {"uri": f"https://orcid.org/{IDENTIFIER}", "path": IDENTIFIER},
        "person": {
            "name": {"given-names": value("Alice"), "family-name": value("Ahlgren")},
            "other-names": {"other-name": [{"content": "A. Fjord"}]},
            "biography": {"content": "Alice counts <kelp>."},
            "researcher-urls": {
                "researcher-url": [{"url-name": "Code", "url": value("https://github.com/alice")}]
            },
            "emails": {"email": []},
            "keywords": {"keyword": [{"content": "kelp"}, {"content": "tides"}]},
            "external-identifiers": {"external-identifier": []},
        },
        "activities-summary": {
            "employments": affiliation("employment", 1, "Professor", "Oslo", date("2019", "9")),
            "educations": affiliation("education", 2, "PhD", "Bergen", date("2011"), date("2015")),
            "distinctions": affiliation("distinction", 3, "Kelp Prize", "A society", date("2016")),
            "services": affiliation("service", 4, "Editor", "Kelp", date("2018"), date("2020")),
            "memberships": affiliation("membership", 5, None, "ACM"),
            "invited-positions": {"affiliation-group": []},
            "fundings": {"group": [{"funding-summary": [grant]}]},
            "peer-reviews": {"group": [{"peer-review-group": []}]},
        },
    }


@pytest.fixture
def orcid(services):
    """ORCID knows one record with one work."""
    work = orcid_work(12, "Kelp, preferred")
    services.say(RECORD, a_record())
    services.say(RECORD.replace("record", "works"), {"group": [orcid_group(work)]})
    services.say(RECORD.replace("record", "works/12"), {"bulk": [{"work": work}]})
    return services


def fill(client, person, **data):
    client.force_login(person.owner)
    return client.post(FILL, {"orcid": IDENTIFIER, "state": "publish"} | data)


def test_all_of_it_is_one_plan(client, alice, orcid):
    answer = fill(client, alice)
    pending = PendingImport.objects.get()
    assert answer.url == reverse("admin:publications_importbatch_plan", args=[pending.pk])
    html = client.get(answer.url).content.decode()
    for said in ("Professor", "PhD", "Kelp Prize", "Engines at sea", "Kelp, preferred"):
        assert said in html
    assert not Experience.objects.exists()


def test_what_it_says_is_where_it_belongs(alice, orcid, tmp_path):
    site = tmp_path / "orcid.zip"
    with ZipFile(site, "w") as archive:
        archive.writestr("record.json", json.dumps(a_record(), indent=1))
        work = orcid_work(12, "Kelp, preferred")
        archive.writestr("works.json", json.dumps({"bulk": [{"work": work}]}, indent=1))
    call_command("import_site", str(site), researcher=alice.slug)
    alice.refresh_from_db()
    assert (alice.orcid, alice.other_names) == (IDENTIFIER, "A. Fjord")
    assert alice.biography == "Alice counts <kelp>."
    job = Experience.objects.get()
    assert (job.role, job.organisation, job.start_text, job.end_text) == (
        "Professor",
        "Oslo",
        "2019-09",
        "present",
    )
    assert Education.objects.get().degree == "PhD"
    assert (Award.objects.get().name, Award.objects.get().awarder) == ("Kelp Prize", "A society")
    assert set(Service.objects.values_list("role", "body")) == {
        ("Editor", "Kelp"),
        ("Member", "ACM"),
    }
    assert Grant.objects.get().number == "RC-12"
    assert alice.affiliations.get().role == "Professor"
    assert alice.authorships.public().count() == 1


def test_a_day_that_never_was_costs_neither_month_nor_year(alice, tmp_path):
    """As in the record of Josiah Carberry, whom ORCID has invented."""
    record = a_record()
    start = {"year": value("1929"), "month": value("02"), "day": value("29")}
    jobs = affiliation("employment", 1, "Professor", "Brown University", start)
    record["activities-summary"] = {"employments": jobs}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record, indent=1))
    call_command("import_site", str(path), researcher=alice.slug)
    assert Experience.objects.get().start_text == "1929-02"


def test_again_it_makes_nothing_new_and_undone_nothing_is_left(client, alice, orcid):
    before = Researcher.objects.filter(pk=alice.pk).values().get()
    for _time in range(2):
        plan = fill(client, alice).url
        page = client.get(plan)
        client.post(plan, {"digest": page.context["digest"]})
    assert (Experience.objects.count(), Publication.objects.count()) == (1, 1)
    call_command("undo_import", str(ImportBatch.objects.order_by("pk").first().pk))
    after = Researcher.objects.filter(pk=alice.pk).values().get()
    assert not Experience.objects.exists()
    assert not Publication.objects.exists()
    assert {**after, "updated_at": None} == {**before, "updated_at": None}


def test_a_record_under_another_name_is_pointed_out(client, bob, orcid):
    html = client.get(fill(client, bob).url).content.decode()
    assert "Alice Ahlgren" in html
    assert "no name of the profile" in html


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "Type the iD"), ("0000-0002-1825-0098", "wrong digit"), ("12", "sixteen digits")],
)
def test_what_is_no_id_is_said(client, alice, text, said):
    assert said in fill(client, alice, orcid=text).content.decode()


def test_without_a_network_the_page_says_so(client, alice, services):
    services.say(RECORD, b"", 302, Location="https://lost.example/")
    html = fill(client, alice).content.decode()
    assert "ORCID cannot be found" in html
    assert not PendingImport.objects.exists()
