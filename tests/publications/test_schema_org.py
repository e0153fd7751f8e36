import json
import re

from profiles.models import Researcher
from publications.models import PublicationLink, Topic, Version
from tests.publications.papers import as_author, make_paper

BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


def structured(client, paper):
    page = client.get(paper.get_absolute_url()).content.decode()
    return json.loads(BLOCK.search(page)[1])


def test_json_ld_describes_the_paper(client, alice):
    Researcher.objects.update(orcid="0000-0002-1825-0097")
    alice.refresh_from_db()
    names = [as_author(alice), "Grace Hopper", {"literal": "The ATLAS Collaboration"}]
    values = {"container_title": "Nature", "volume": "171", "doi": "10.1000/182", "abstract": "*A*"}
    paper = make_paper("On Notes", *names, date="2024-11", **values)
    paper.topics.add(Topic.objects.create(name="Logic", slug="logic"))
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://e.org/a.pdf")
    data = structured(client, paper)
    assert data["@type"] == "ScholarlyArticle"
    assert data["datePublished"] == "2024-11"
    assert data["abstract"] == "A"
    assert data["keywords"] == ["Logic"]
    assert data["sameAs"] == ["https://doi.org/10.1000/182"]
    assert data["isPartOf"]["isPartOf"] == {"@type": "Periodical", "name": "Nature"}
    assert data["encoding"]["contentUrl"] == "https://e.org/a.pdf"
    me, other, group = data["author"]
    assert me["@id"] == "http://testserver/alice-ahlgren/#person"
    assert me["sameAs"] == "https://orcid.org/0000-0002-1825-0097"
    assert other == {"@type": "Person", "name": "Grace Hopper"}
    assert group["@type"] == "Organization"


def test_every_author_is_told_however_many(client, db):
    paper = make_paper("Big", *[f"Name N{number}" for number in range(120)])
    assert len(structured(client, paper)["author"]) == 120


def test_another_version_is_the_same_work(client, db):
    paper = make_paper("On Notes")
    Version.objects.create(publication=paper, title="On Notes", arxiv="2401.00001")
    assert structured(client, paper)["sameAs"] == ["https://arxiv.org/abs/2401.00001"]


def test_a_hostile_address_is_no_same_as(client, db):
    paper = make_paper("On Notes", url="javascript:alert(1)")
    assert "sameAs" not in structured(client, paper)


def test_a_draft_colleague_is_only_a_printed_name(client, alice, bob):
    bob.published_at = None
    bob.save()
    data = structured(client, make_paper("On Notes", alice, bob))
    assert data["author"][1] == {"@type": "Person", "name": "Bob Brandt"}
