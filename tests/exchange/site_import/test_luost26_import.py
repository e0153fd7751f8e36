"""A site of luost26 on its page: every construct is shown, nothing doubled, all of it undone."""

from pathlib import Path

import pytest

from exchange.site_import import importer
from exchange.site_import.tree import Tree
from profiles.models import Researcher
from publications.importer import undo
from publications.models import ImportBatch, Publication, Venue, VenueRank
from tests.exchange.site_import.importing import dump

SITE = Path(__file__).parents[2] / "data" / "sites" / "luost26"
REAL = Path(__file__).parents[4] / "shared" / "sites" / "AFDWang"
SEED = Path(__file__).parents[4] / "shared" / "seeds" / "003_1f45ed5e79ccb3fc.txt"


@pytest.fixture
def ada(alice):
    """Alice, under the name that the site has."""
    Researcher.objects.filter(pk=alice.pk).update(display_name="Ada Tern")
    return Researcher.objects.get(pk=alice.pk)


def take(path, researcher):
    return importer.run(Tree.open(path), researcher, by_operator=True)


def test_the_page_shows_it_all(ada, client):
    take(SITE, ada)
    page = client.get(ada.get_absolute_url()).content.decode()
    for words in (
        "燕达",
        "A third-year Ph.D. student",
        "My work is about <strong>bridges</strong>",
        "海岸三好学生",
        "Advisor:",
        "Knots for",
        "🎉 One paper is",
        "<li><strong>Tie</strong>",
        "Systems</h2>",
    ):
        assert words in page
    assert "&lt;" not in page.replace("&lt; 2", "").replace("&lt;</mo>", "")


def test_parts_of_the_home_page_stay_at_their_places(ada, client):
    take(SITE, ada)
    page = client.get(ada.get_absolute_url()).content.decode()
    assert page.rindex("I study bridges") < page.index("Systems</h2>")


def test_papers_have_their_badge_with_its_year_and_rank(ada, client):
    take(SITE, ada)
    page = client.get(f"{ada.get_absolute_url()}publications/").content.decode()
    assert "BRIDGE" in page
    assert "CCF-A" in page
    paper = Publication.objects.get(citation_key="ropekit")
    assert paper.authorships.get(researcher=ada).is_selected
    assert paper.cover
    assert [link.kind for link in paper.links.all()] == ["code", "other", "slides"]


def test_a_second_import_finds_nothing_new_and_undo_leaves_nothing(ada):
    before = dump()
    _plan, number = take(SITE, ada)
    after = dump()
    plan, again = take(SITE, Researcher.objects.get(pk=ada.pk))
    assert again is None
    assert not plan.writes
    assert dump() == after
    undo.undo(ImportBatch.objects.get(pk=number))
    assert dump() == before
    assert not Venue.objects.exists()


def test_a_venue_that_is_here_keeps_its_ranks_and_the_report_says_so(ada):
    venue = Venue.objects.create(name="International Conference on Bridges", short_name="BRIDGE")
    plan, _number = take(SITE, ada)
    assert not VenueRank.objects.filter(venue=venue).exists()
    assert [p.reason for p in plan.problems if "CCF-A" in p.reason]


@pytest.mark.skipif(not REAL.is_dir(), reason="only where the sites are")
def test_the_real_site_on_its_page(ada, client):
    Researcher.objects.filter(pk=ada.pk).update(display_name="Yujie Wang")
    yujie = Researcher.objects.get(pk=ada.pk)
    take(REAL, yujie)
    assert yujie.authorships.count() == 11
    ranks = VenueRank.objects.values_list("venue__short_name", flat=True)
    assert set(ranks) == {"ASPLOS", "SIGMOD", "ICCV", "SOSP", "TKDE", "VLDB", "JOS", "SIGKDD"}
    assert take(REAL, Researcher.objects.get(pk=ada.pk))[1] is None
    page = client.get(f"{yujie.get_absolute_url()}publications/").content.decode()
    assert page.count("CCF-A") == 9


@pytest.mark.skipif(not SEED.is_file(), reason="only where the seeds are")
def test_the_text_of_the_page_alone(ada, client):
    Researcher.objects.filter(pk=ada.pk).update(display_name="Yujie Wang")
    yujie = Researcher.objects.get(pk=ada.pk)
    take(SEED, yujie)
    assert yujie.authorships.count() == Publication.objects.count() == 4
    page = client.get(yujie.get_absolute_url()).content.decode()
    assert "recommended repository name" not in page
    assert "baseurl" not in page
    assert page.count("We propose Spindle") <= 1
