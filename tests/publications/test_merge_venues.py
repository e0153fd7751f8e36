"""Two records of one venue become one; imports know it by all its names."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from publications.importer.venues import Venues
from publications.merging import VenueMerge
from publications.models import Venue
from tests.publications.papers import make_paper

MERGE = "admin:publications_venue_merge"


@pytest.fixture
def pair(db):
    one = Venue.objects.create(name="Symposium on Imaginary Systems", short_name="SIS")
    two = Venue.objects.create(name="Imaginary Systems Symposium", url="https://example.org/sis")
    one.ranks.create(scheme="CCF", level="A")
    two.ranks.create(scheme="CCF", level="B")
    two.ranks.create(scheme="CORE", level="A*")
    two.aliases.create(name="Proc. SIS")
    return one, two


def merge(client, *venues, lead=None, **fields):
    address = f"{reverse(MERGE)}?ids={','.join(str(venue.pk) for venue in venues)}"
    seen = client.get(address).context["seen"]
    data = {"lead": (lead or venues[0]).pk, "seen": seen, "merge": "Merge"}
    return client.post(address, data | fields)


def test_merged_venue_keeps_its_names(pair, alice):
    one, two = pair
    paper = make_paper("Kelp", alice, venue=two)
    venue = VenueMerge(one, [two]).write()
    paper.refresh_from_db()
    assert paper.venue == venue == Venue.objects.get()
    assert venue.url == "https://example.org/sis"
    assert sorted(alias.name for alias in venue.aliases.all()) == [
        "Imaginary Systems Symposium",
        "Proc. SIS",
    ]
    assert sorted(map(str, venue.ranks.all())) == ["CCF-A", "CORE-A*"]


def test_imports_find_it_by_the_others_name(pair):
    venue = VenueMerge(*pair[:1], pair[1:]).write()
    for name in ("Imaginary Systems Symposium", "Proc. SIS", "SIS"):
        assert Venues().find(name, "", "inproceedings") == venue.pk


def test_its_two_words_are_shown_first_and_kept_in_the_history(client, manager, pair):
    client.force_login(manager)
    address = f"{reverse(MERGE)}?ids={pair[0].pk},{pair[1].pk}"
    assert "CCF: A stays" in client.get(address).content.decode()
    merge(client, *pair)
    assert "CCF: B" in LogEntry.objects.get().get_change_message()


def test_an_edit_in_between_is_shown(client, manager, pair):
    client.force_login(manager)
    assert merge(client, *pair, seen="old").status_code == 200
    assert Venue.objects.count() == 2


def test_a_lead_that_was_not_chosen_is_refused(client, manager, pair):
    client.force_login(manager)
    address = f"{reverse(MERGE)}?ids={pair[0].pk},{pair[1].pk}"
    assert client.post(address, {"lead": "0", "merge": "x"}).status_code == 404


def test_a_researcher_merges_none(client, alice, pair):
    client.force_login(alice.owner)
    address = f"{reverse(MERGE)}?ids={pair[0].pk},{pair[1].pk}"
    assert client.get(address).status_code == 404
    assert client.post(address, {"lead": pair[0].pk, "merge": "x"}).status_code == 404
    assert Venue.objects.count() == 2


def test_the_action_is_a_managers(client, alice, manager, pair):
    address = reverse("admin:publications_venue_changelist")
    data = {"action": "merge", "_selected_action": [venue.pk for venue in pair]}
    client.force_login(alice.owner)
    client.post(address, data)
    client.force_login(manager)
    answer = client.post(address, data)
    assert answer.headers["Location"].endswith(f"/merge/?ids={pair[0].pk},{pair[1].pk}")
