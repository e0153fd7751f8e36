"""A venue is linked where its name is equal, made where the file abbreviates it, guessed never."""

import pytest

from publications.citations import bibtex, with_citation_data
from publications.importer.venues import full_name, short_name
from publications.latex import to_text
from publications.list_items import list_items
from publications.models import Publication, Venue, VenueAlias
from tests.publications.importing import KELP, take

pytestmark = pytest.mark.django_db
IN = "Symposium on Imaginary Systems"


def with_abbr(abbr, container=IN):
    return KELP.replace(IN, container).replace("kelp.2024}", f"kelp.2024}}, abbr={{{abbr}}}")


def venue():
    return Publication.objects.get().venue


@pytest.mark.parametrize("name", [IN, IN.upper()])
def test_venue_is_linked_by_its_name(name):
    here = Venue.objects.create(name=name)
    take(KELP)
    assert venue() == here


def test_by_its_short_name_and_year():
    here = Venue.objects.create(name="Something Else", short_name="SIS")
    take(with_abbr("SIS'24"))
    assert venue() == here


def test_by_its_alias():
    here = Venue.objects.create(name="Something Else")
    VenueAlias.objects.create(venue=here, name=IN)
    take(KELP)
    assert venue() == here


def test_a_new_abbreviation_makes_one():
    take(with_abbr("SIS", "Proceedings of the 12th Symposium on Imaginary Systems (SIS)"))
    assert (venue().name, venue().short_name) == (IN, "SIS")


def test_a_name_alone_makes_none():
    take(KELP)
    assert not Venue.objects.exists()


@pytest.mark.parametrize("abbr", ["SIS 26", "SIS'24", "SIS 2026"])
def test_a_year_in_it_stays_on_the_paper(abbr):
    take(with_abbr(abbr, "Proceedings of the 12th Symposium on Imaginary Systems (SIS)"))
    paper = Publication.objects.get()
    assert paper.venue.short_name == "SIS"
    assert paper.badge_text == to_text(abbr)
    [item] = list_items([paper])
    assert item.badge.text == to_text(abbr)
    text = bibtex(with_citation_data([paper]))
    assert text.count(f"abbr = {{{abbr}}}") == 1
    Publication.objects.update(badge_text="SIS 30")
    text = bibtex(with_citation_data(Publication.objects.all()))
    assert "abbr = {SIS 30}" in text
    assert abbr not in text


@pytest.mark.parametrize("abbr", ["arXiv", "Preprint", "under review", "a whole sentence, really"])
def test_what_is_no_short_name_makes_none(abbr):
    take(with_abbr(abbr))
    assert not Venue.objects.exists()


def test_a_venue_chosen_by_hand_stays():
    take(with_abbr("SIS"))
    chosen = Venue.objects.create(name="Chosen")
    Publication.objects.update(venue=chosen)
    take(with_abbr("SIS", "Symposium on Real Systems"))
    assert venue() == chosen


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("2025 USENIX Annual Technical Conference (ATC)", "USENIX Annual Technical Conference"),
        (
            "Proceedings of the 13th ACM Symposium on Clouds (SoCC)",
            "ACM Symposium on Clouds",
        ),
        ("Nature", "Nature"),
    ],
)
def test_the_meeting_s_number_and_year_are_not_in_the_name(printed, name):
    assert full_name(printed) == name


def test_the_year_is_not_in_the_short_name():
    assert [short_name(a) for a in ("NSDI 2025", "KDD'24", "[SC]")] == ["NSDI", "KDD", "SC"]
