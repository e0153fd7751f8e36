from xml.etree import ElementTree

from tests.publications.papers import make_paper

URL = "/alice-ahlgren/publications/feed/"
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def feed(client):
    response = client.get(URL)
    assert response.status_code == 200
    assert not response.cookies
    return ElementTree.fromstring(response.content)  # noqa: S314 our own answer


def test_feed_lists_newest_paper_first(client, alice, settings):
    settings.ORIGIN = "https://lab.example"
    make_paper("On Notes", alice, "Grace Hopper", date="1843", abstract="It is **long**.")
    make_paper("Newer", alice, date="2024")
    root = feed(client)
    entries = root.findall("a:entry", ATOM)
    assert [entry.findtext("a:title", None, ATOM) for entry in entries] == ["Newer", "On Notes"]
    text = entries[1].findtext("a:content", None, ATOM)
    assert "<strong>long</strong>" in text
    assert "Alice Ahlgren, Grace Hopper" in text
    links = {element.get("href") for element in root.iter("{http://www.w3.org/2005/Atom}link")}
    assert "https://lab.example/publications/on-notes/" in links
    assert all(link.startswith("https://lab.example/") for link in links)


def test_it_is_empty_without_papers(client, alice):
    assert feed(client).findall("a:entry", ATOM) == []


def test_an_unknown_researcher_has_none(client, db):
    assert client.get("/nobody/publications/feed/").status_code == 404
