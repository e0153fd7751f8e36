"""Lists that others ask for: what is in each, in which formats, and who makes them."""

import csv
from datetime import date
from io import StringIO

import bibtexparser
import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from exchange import documents
from exchange.cv_formats.document import words
from exchange.documents import ListQuery
from history.models import Revision
from profiles.models import Affiliation, Researcher, ShortBiography, Talk, Teaching
from publications.models import Authorship, Publication, Topic, Venue, VenueRank
from tests.exchange.cv_formats import records
from tests.publications.papers import make_paper

THIS_YEAR = timezone.localdate().year


@pytest.fixture
def page(client, alice):
    client.force_login(alice.owner)
    return f"/admin/profiles/researcher/{alice.pk}/documents/"


def built(person, **asked):
    person.editor = None
    return documents.build(person, ListQuery(**asked), records.ORIGIN, "/")


def titles(document):
    return [p.title for part in document.parts for group in part.groups for p in group.papers]


def names_of(document):
    return [words(entry.title) for part in document.parts for entry in part.entries]


def paper_by(alice, title, names, **marks):
    """A paper with these family names in their order; Ahlgren is alice."""
    paper = Publication.objects.create(title=title, slug=title.lower(), date="2024")
    for position, family in enumerate(names):
        owner, own = (alice, marks) if family == "Ahlgren" else (None, {})
        values = {"family": family, "position": position, "researcher": owner} | own
        Authorship.objects.create(publication=paper, **values)
    return paper


def test_the_role_on_a_paper(alice):
    paper_by(alice, "First", ["Ahlgren", "Hopper"])
    paper_by(alice, "Sole", ["Ahlgren"])
    paper_by(alice, "Last", ["Hopper", "Ahlgren"])
    paper_by(alice, "Middle", ["Hopper", "Ahlgren", "Turing"], is_corresponding=True)
    shared = paper_by(alice, "Shared", ["Hopper", "Ahlgren", "Turing"])
    shared.authorships.filter(position__lt=2).update(is_equal=True)
    cut = paper_by(alice, "Cut", ["Hopper", "Ahlgren"])
    Publication.objects.filter(pk=cut.pk).update(et_al=True)
    found = {role: set(titles(built(alice, role=role))) for role in documents.ROLES}
    assert found == {
        "first": {"First", "Sole"},
        "co-first": {"First", "Sole", "Shared"},
        "corresponding": {"Middle"},
        "last": {"Last"},
    }


def test_years_and_kinds(alice):
    make_paper("Old", alice, date="1999")
    make_paper("New", alice, date=str(THIS_YEAR), entry_type="article")
    make_paper("Draft", alice, date=str(THIS_YEAR), status="preprint", arxiv="2401.00001")
    assert titles(built(alice, years=3)) == ["New", "Draft"]
    assert titles(built(alice, kinds=("J", "C", "O"))) == ["New", "Old"]


def test_numbered_downwards_over_all_groups(alice):
    for year in (2021, 2022, 2023):
        make_paper(f"Tides {year}", alice, date=str(year), entry_type="article")
    make_paper("Nets", alice, date="2024", entry_type="book")
    [part] = built(alice).parts
    numbers = [paper.number for group in part.groups for paper in group.papers]
    assert numbers == ["4", "3", "2", "1"]
    [part] = built(alice, is_numbered=False).parts
    assert {paper.number for group in part.groups for paper in group.papers} == {""}


def test_ranks_of_venues(alice):
    venue = Venue.objects.create(name="Sea Days")
    VenueRank.objects.create(venue=venue, scheme="CORE", level="A*")
    make_paper("Tides", alice, venue=venue, date="2024")
    [part] = built(alice, ranks=True).parts
    assert words(part.groups[0].papers[0].reference).endswith("[CORE-A*]")


def test_by_topic(alice):
    sea, paper = Topic.objects.create(name="Sea", slug="sea"), make_paper("Tides", alice)
    paper.topics.add(sea)
    make_paper("Nets", alice)
    found = [
        (part.heading, titles(built(alice, kind="topics")))
        for part in built(alice, kind="topics").parts
    ]
    assert [heading for heading, _titles in found] == ["Sea", "Without a topic"]
    assert found[0][1] == ["Tides", "Nets"]


def test_collaborators_each_once_with_the_last_common_paper(alice, bob):
    Affiliation.objects.create(researcher=bob, organisation="Uppsala", role="Reader")
    make_paper("Tides", alice, bob, "Grace Hopper", date=str(THIS_YEAR))
    make_paper("Mud", alice, bob, date=str(THIS_YEAR - 1))
    make_paper("Old", alice, "Alan Turing", date=str(THIS_YEAR - 9))
    [part] = built(alice, kind="collaborators").parts
    assert [words(entry.title) for entry in part.entries] == ["Brandt, Bob", "Hopper, Grace"]
    first = part.entries[0]
    assert [words(detail) for detail in first.details] == ["Uppsala", "Last common paper: Tides"]
    assert first.when == str(THIS_YEAR)


def test_a_draft_colleague_is_told_as_printed_alone(alice, bob):
    Affiliation.objects.create(researcher=bob, organisation="Uppsala", role="Reader")
    make_paper("Tides", alice, bob, date=str(THIS_YEAR))
    Researcher.objects.filter(pk=bob.pk).update(published_at=None)
    [part] = built(alice, kind="collaborators").parts
    assert "Uppsala" not in repr(part)


def test_so_many_months_ago(monkeypatch):
    monkeypatch.setattr(documents.timezone, "localdate", lambda: date(2026, 1, 31))
    assert (documents.since(48), documents.since(1)) == ("2022-01", "2025-12")


def test_talks_and_teaching_by_year(alice):
    Talk.objects.create(researcher=alice, title="On mud", date="2023")
    Talk.objects.create(researcher=alice, title="On nets", date="2024")
    Teaching.objects.create(researcher=alice, title="Rings", dates="2022;2024")
    headings = [part.heading for part in built(alice, kind="activities").parts]
    assert headings == ["2024 · Talks", "2024 · Teaching", "2023 · Talks"]


def test_biographies_are_those_that_were_written(alice):
    assert built(alice, kind="biographies").parts == ()
    ShortBiography.objects.create(researcher=alice, length=50, text="Studies the *sea*.")
    [part] = built(alice, kind="biographies").parts
    assert part.heading == "Biography, 50 words"
    assert [words(block.runs) for block in part.texts] == ["Studies the sea."]


def test_a_biography_of_too_many_words_is_refused(alice):
    row = ShortBiography(researcher=alice, length=50, text="word " * 50)
    row.full_clean()
    row.text += "海洋"
    with pytest.raises(ValidationError, match="These are 52 words; 50 are asked"):
        row.full_clean()


@pytest.mark.parametrize("file", ["pdf", "docx", "tex", "md", "csv", "bib"])
@pytest.mark.parametrize("kind", ["publications", "topics"])
def test_every_format_of_papers(client, alice, page, kind, file):
    records.fill(alice)
    answer = client.get(page, {"kind": kind, "file": file})
    assert answer["Content-Disposition"] == f'attachment; filename="alice-ahlgren-{kind}.{file}"'
    assert answer.content


@pytest.mark.parametrize("kind", ["collaborators", "activities", "biographies"])
@pytest.mark.parametrize("file", ["pdf", "docx", "tex", "md", "csv"])
def test_every_format_of_the_rest(client, alice, page, kind, file):
    records.fill(alice)
    Publication.objects.update(date=str(THIS_YEAR))
    ShortBiography.objects.create(researcher=alice, length=50, text="Studies the sea.")
    answer = client.get(page, {"kind": kind, "file": file})
    assert answer["Content-Disposition"] == f'attachment; filename="alice-ahlgren-{kind}.{file}"'


def test_csv_is_a_table_without_formulas(client, alice, page):
    make_paper("=HYPERLINK(1)", alice, "Grace Hopper", date="2024", doi="10.1/x")
    content = client.get(page, {"kind": "publications", "file": "csv"}).content.decode("utf-8-sig")
    [row] = csv.DictReader(StringIO(content))
    assert row["title"] == "'=HYPERLINK(1)"
    assert (row["authors"], row["date"], row["doi"]) == (
        "Alice Ahlgren; Grace Hopper",
        "2024",
        "10.1/x",
    )


def test_bibtex_of_the_chosen_papers(client, alice, page):
    make_paper("Old", alice, date="1999")
    make_paper("New", alice, date=str(THIS_YEAR))
    asked = {"kind": "publications", "file": "bib", "years": 1}
    library = bibtexparser.parse_string(client.get(page, asked).content.decode(), parse_stack=[])
    assert len(library.entries) == 1


def test_an_empty_list_and_no_bibtex_of_people_are_told(client, page):
    answer = client.get(page, {"kind": "publications", "file": "md"})
    assert "There is nothing to put into this list." in answer.content.decode()
    answer = client.get(page, {"kind": "collaborators", "file": "bib"})
    assert "BibTeX can only contain publications." in answer.content.decode()
    assert client.get(page).status_code == 200


def test_hosts_are_kept_with_a_version(client, alice, page):
    assert client.post(page, {"embed_hosts": "www.example.edu"}).status_code == 302
    alice.refresh_from_db()
    assert alice.embed_hosts == "www.example.edu"
    versions = Revision.objects.filter(kind="profiles.researcher")
    assert versions.filter(user=alice.owner).exists()
    answer = client.post(page, {"embed_hosts": "https://example.edu/x"})
    assert "is not a host" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.embed_hosts == "www.example.edu"


def test_nobody_else_makes_them(client, alice, bob, page):
    client.force_login(bob.owner)
    assert client.get(page).status_code == 404
    assert client.post(page, {"embed_hosts": "evil.example"}).status_code == 404
