"""Pages such as researchers have, entered as data: every construct of them is on the page.

Five homepages, invented: each imitates how researchers write theirs with one known theme. A file
has the shape of the demo's, with the BibTeX to import and what the pages then say.
"""

import pytest

from tests.layout import ROOT
from website import demo

pytestmark = pytest.mark.django_db
IMITATIONS = sorted((ROOT / "tests/data/imitations").glob("*.toml"))
VENUES = [
    {
        "name": "Conference on Queues",
        "short_name": "QUEUE",
        "ranks": [{"scheme": "CCF", "level": "A"}],
    },
    {"name": "Symposium on Looms", "short_name": "LOOM"},
    {
        "name": "Congress on Water and Tides",
        "short_name": "ICWT",
        "aliases": ["Proceedings of ICWT"],
    },
]


def enter(person, folder):
    """By the views that a user has: the forms, and the import."""
    slug = person["name"].lower().replace(" ", "-")
    for venue in VENUES:
        demo.add_venue(venue)
    researcher = demo.create_researcher(slug, person, "")
    if "bibtex" in person:
        file = folder / f"{slug}.bib"
        file.write_text(person["bibtex"])
        demo.import_papers(file, slug)
    demo.fill(researcher, person)
    return f"/{slug}/"


def test_there_are_five():
    assert len(IMITATIONS) == 5


@pytest.mark.parametrize("path", IMITATIONS, ids=lambda path: path.stem)
def test_imitated_page_shows_every_construct(path, client, tmp_path):
    person = demo.read_toml(path)
    home = enter(person, tmp_path)
    html = client.get(home).content.decode().replace("\u00a0", " ")
    assert person["shown"]
    assert [words for words in person["shown"] if words not in html] == []
    assert [words for words in person.get("absent", []) if words in html] == []
    papers = client.get(f"{home}publications/").content.decode()
    assert [words for words in person.get("listed", []) if words not in papers] == []


def test_an_old_address_still_leads_there(client, tmp_path):
    person = demo.read_toml(ROOT / "tests/data/imitations/prose.toml")
    home = enter(person, tmp_path)
    assert client.get(f"{home}about/").headers["Location"].endswith(home)
