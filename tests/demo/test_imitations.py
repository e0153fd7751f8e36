"""Pages such as researchers have, entered as data: every construct of them is on the page."""

import pytest

from tests.data.imitations import Imitation, counted, lists, nested, prose, subtitle
from website.demo import loader
from website.demo.content import VenueEntry
from website.demo.papers import add_venue

pytestmark = pytest.mark.django_db
NAMES = {
    prose: ("Tilda Mareck", ""),
    lists: ("Linn Ostrava", "林欧斯"),
    subtitle: ("Oren Vasquez", ""),
    counted: ("Yara Lindqvist", "雅拉"),
    nested: ("Sami Okafor", ""),
}
VENUES = [
    VenueEntry("Conference on Queues", "QUEUE", ranks=(("CCF", "A"),)),
    VenueEntry("Symposium on Looms", "LOOM"),
    VenueEntry("Congress on Water and Tides", "ICWT", aliases=("Proceedings of ICWT",)),
]


def enter(data, folder):
    """By the doors that a user has: the forms, and the import."""
    name, native_name = NAMES[data]
    slug = name.lower().replace(" ", "-")
    (folder / f"{slug}.bib").write_text(data.BIBTEX)
    person = Imitation(
        slug=slug,
        name=name,
        native_name=native_name,
        record=data.RECORD,
        items=tuple(data.ITEMS),
        papers=getattr(data, "PAPERS", ()),
        selected=getattr(data, "SELECTED", ()),
        folder=folder,
    )
    for venue in VENUES:
        add_venue(venue)
    researcher = loader._create(person, "")
    if data.BIBTEX:
        loader._import(person)
    loader._fill(person, researcher)
    return f"/{slug}/"


@pytest.mark.parametrize("data", NAMES, ids=lambda data: data.__name__.rpartition(".")[2])
def test_it_works(data, client, tmp_path):
    home = enter(data, tmp_path)
    html = client.get(home).content.decode().replace("\u00a0", " ")
    assert [words for words in data.SHOWN if words not in html] == []
    assert [words for words in getattr(data, "ABSENT", []) if words in html] == []
    papers = client.get(f"{home}publications/").content.decode()
    assert [words for words in getattr(data, "LISTED", []) if words not in papers] == []


def test_an_old_address_still_leads_there(client, tmp_path):
    home = enter(prose, tmp_path)
    assert client.get(f"{home}about/").headers["Location"].endswith(home)
