import pytest

from publications.list_items import list_items
from publications.models import Venue
from tests.publications.papers import make_paper


def badge(**columns):
    (item,) = list_items([make_paper("On Notes", **columns)])
    return item.badge and item.badge.text


@pytest.mark.parametrize(
    ("container", "text"),
    [
        ("Proceedings of the Web Conference (WWW)", "WWW"),
        ("Conference on Learning Representations (ICLR 2024)", "ICLR"),
        ("Computer and Communications Security (CCS ’21)", "CCS"),
        ("Nature", "Nature"),
        ("ICML 2024", "ICML"),
        ("Journal of (Mostly) Harmless Results", None),
        ("Transactions on Something Long", None),
        ("", None),
    ],
)
def test_badge_is_read_from_the_container(db, container, text):
    assert badge(container_title=container) == text


def test_the_venues_short_name_leads(db):
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI")
    assert badge(venue=venue, container_title="Somewhere (ELSE)") == "NSDI"


def test_a_year_that_the_source_writes_is_shown(db):
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI")
    assert badge(venue=venue, badge_text="NSDI 26") == "NSDI 26"


def test_a_preprint_is_arxivs(db):
    assert badge(status="preprint", arxiv="2401.00001") == "arXiv"


def test_a_book_or_a_thesis_has_none(db):
    assert badge(entry_type="book", container_title="Series (LNCS)") is None
    assert badge(entry_type="phdthesis", slug="thesis") is None


def test_one_venue_has_one_colour(db):
    papers = [
        make_paper(f"Paper {n}", container_title=name)
        for n, name in enumerate(("ICML", "icml", "Nature"))
    ]
    papers += [make_paper("Paper 3", badge_text="ICML’24"), make_paper("Paper 4", badge_text="T5")]
    first, second, third, dated, other = (item.badge.css_class for item in list_items(papers))
    assert first == second == dated != third
    assert other != first
