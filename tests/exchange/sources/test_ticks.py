"""The review of a record has ticks: what is unticked is left out, then and later."""

import pytest
from django.core.management import call_command
from django.db import connection

from exchange.site_import import admin as site_admin
from profiles.models import Education, Experience, Grant
from publications.models import PendingImport, Publication
from tests.exchange.sources import test_fill_from_orcid as records
from tests.exchange.sources.conftest import orcid_group, orcid_work
from tests.publications.admin_import import form_of

orcid = records.orcid
WORKS = records.RECORD.replace("record", "works")


def review(client, alice):
    """(address, page) of the plan."""
    url = records.fill(client, alice).url
    return url, client.get(url)


def number_of(page, key):
    return str(page.context["keys"].index(key))


def accept(client, url, page, *unticked):
    form = form_of(page.content.decode())
    form["entry"] = [n for n in form["entry"] if page.context["keys"][int(n)] not in unticked]
    return client.post(url, form, follow=True)


PAPER = "title:kelppreferred:2020"
JOB, NOW = "record.json#employments/1", "record.json#employments/1/now"


def test_each_row_has_a_tick_and_all_are_set(client, alice, orcid):
    _url, page = review(client, alice)
    keys = page.context["keys"]
    assert {JOB, NOW, "record.json#educations/2", "record.json#fundings/9"} <= set(keys)
    assert {"researcher#other_names", "researcher#biography", "researcher#orcid"} <= set(keys)
    assert "record.json#https://github.com/alice" in keys
    assert PAPER in keys
    form = form_of(page.content.decode())
    assert form["entry"] == [str(n) for n in range(len(keys))]
    assert f'<label for="entry-{number_of(page, JOB)}">' in page.content.decode()


def test_what_is_unticked_is_not_taken_and_the_rest_is(client, alice, orcid):
    url, page = review(client, alice)
    accept(client, url, page, JOB, PAPER, "researcher#biography", "record.json#fundings/9")
    alice.refresh_from_db()
    assert (alice.biography, alice.other_names) == ("", "A. Fjord")
    assert not Experience.objects.exists()
    assert not Publication.objects.exists()
    assert not Grant.objects.exists()
    assert Education.objects.get().degree == "PhD"
    assert alice.affiliations.get().role == "Professor"


def test_it_is_refused_for_good_by_refresh_and_by_the_next_review(client, alice, orcid):
    url, page = review(client, alice)
    accept(client, url, page, JOB, NOW, PAPER)
    call_command("refresh", researcher=alice.slug)
    assert not PendingImport.objects.filter(is_found=True).exists()
    _url, page = review(client, alice)
    assert set(page.context["keys"]) == {JOB, NOW, PAPER}
    assert form_of(page.content.decode())["entry"] == []


def test_all_of_it_is_refused_for_good_where_nothing_is_imported(client, alice, orcid):
    url, page = review(client, alice)
    accept(client, url, page, *page.context["keys"])
    _url, page = review(client, alice)
    assert form_of(page.content.decode())["entry"] == []


@pytest.mark.django_db(transaction=True)
def test_it_stays_out_where_the_commit_fails_once(client, alice, orcid, monkeypatch):
    url, page = review(client, alice)
    close, tries = site_admin.close, []

    def closed_with_a_degree_of_nobody(pending, batch):
        close(pending, batch)
        tries.append(batch)
        if len(tries) == 1:
            with connection.cursor() as cursor:
                cursor.execute("UPDATE profiles_education SET researcher_id = 999")

    monkeypatch.setattr(site_admin, "close", closed_with_a_degree_of_nobody)
    accept(client, url, page, JOB)
    assert len(tries) == 2
    assert Education.objects.get().researcher == alice
    assert not Experience.objects.exists()


def test_ticked_again_it_is_taken(client, alice, orcid):
    url, page = review(client, alice)
    accept(client, url, page, JOB, PAPER)
    url, page = review(client, alice)
    form = form_of(page.content.decode()) | {"entry": [number_of(page, JOB)]}
    client.post(url, form)
    assert Experience.objects.get().role == "Professor"
    assert not Publication.objects.exists()


def test_a_paper_and_its_double_go_together(client, alice, orcid):
    title = "How kelp grows in the cold waters of the north"
    works = [orcid_work(12, title), orcid_work(13, title)]
    number = {"external-id-type": "doi", "external-id-value": "10.1234/kelp.2"}
    works[1]["external-ids"] = {"external-id": [number]}
    orcid.say(WORKS, {"group": [orcid_group(work) for work in works]})
    orcid.say(f"{WORKS}/12,13", {"bulk": [{"work": work} for work in works]})
    url, page = review(client, alice)
    (paper,) = (key for key in page.context["keys"] if "kelp" in key)
    accept(client, url, page, paper)
    assert not Publication.objects.exists()


def test_ticks_of_another_plan_decide_nothing(client, alice, orcid):
    url, page = review(client, alice)
    form = form_of(page.content.decode()) | {"entry": [], "digest": "0" * 64}
    client.post(url, form)
    assert PendingImport.objects.get().choices == {}


def test_more_papers_than_are_listed_of_a_site_have_ticks(client, alice, orcid):
    works = [orcid_work(number, f"The tides of {number}") for number in range(100, 310)]
    orcid.say(WORKS, {"group": [orcid_group(work) for work in works]})
    for some in (works[:100], works[100:200], works[200:]):
        codes = ",".join(str(work["put-code"]) for work in some)
        orcid.say(f"{WORKS}/{codes}", {"bulk": [{"work": work} for work in some]})
    _url, page = review(client, alice)
    assert sum(key.startswith("title:thetides") for key in page.context["keys"]) == 210


@pytest.mark.parametrize("origin", ["employments/1", "educations/2"])
def test_a_name_that_the_profile_lacks_is_asked_about_whatever_was_ticked(
    client, bob, orcid, origin
):
    url, page = review(client, bob)
    assert not any(key.startswith("researcher#display_name") for key in page.context["keys"])
    accept(client, url, page, f"record.json#{origin}")
    bob.refresh_from_db()
    assert (bob.orcid, bob.other_names) == ("", "")
