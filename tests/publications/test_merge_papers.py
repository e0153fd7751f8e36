"""Two records of one paper become one, and nothing of either is lost; undone, they are two again.

Whatever a test merges is taken back at its end, and each table is as it was.
"""

import pytest

from profiles.models import NewsItem, Project, Redirect
from publications.importer import undo
from publications.merging import PublicationMerge, leads_best
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    NewsMention,
    ProjectPaper,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Topic,
)
from tests.publications.importing import KELP, rows, take
from tests.publications.papers import as_author, make_paper
from tests.publications.test_split import dump
from tests.uploads.test_picture_field import photo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def undone(monkeypatch):
    merges, write = [], PublicationMerge.write

    def noted(merge, user=None):
        before = everything()
        paper = write(merge, user)
        merges.append((merge.batch, before))
        return paper

    monkeypatch.setattr(PublicationMerge, "write", noted)
    yield
    for batch, before in merges:
        result = undo.undo(batch, by_operator=True)
        assert [*result.kept, *result.taken] == []
        assert everything() == before


def everything():
    others = ("publications_newsmention", "publications_projectpaper", "profiles_redirect")
    return dump(), [rows(table) for table in others]


@pytest.fixture
def lead(alice):
    return make_paper("Growing Kelp", alice, "Bob Brandt", owner=alice, doi="10.5555/kelp")


@pytest.fixture
def double(bob):
    return make_paper(
        "Growing kelp", "Alice Ahlgren", bob, owner=bob, slug="double", abstract="Long ago."
    )


def merge(lead, *others, versions=()):
    join = PublicationMerge(lead, others, [paper.pk for paper in versions])
    paper = Publication.objects.get(pk=join.write().pk)
    assert not Publication.objects.filter(pk__in=[other.pk for other in others]).exists()
    return paper


def test_merged_paper_has_the_best_of_both(lead, double, alice, bob):
    paper = merge(lead, double)
    assert (paper.title, paper.doi, paper.abstract) == ("Growing Kelp", "10.5555/kelp", "Long ago.")
    assert [(row.name, row.researcher) for row in paper.authorships.all()] == [
        ("Alice Ahlgren", alice),
        ("Bob Brandt", bob),
    ]
    assert FormerAddress.objects.get(slug="double").publication == paper


def test_three_become_one(lead, double):
    third = make_paper("Growing Kelp", slug="third", note="A note.", pages="1–9")
    paper = merge(lead, double, third)
    assert (paper.abstract, paper.note, paper.pages) == ("Long ago.", "A note.", "1–9")
    assert paper.former_addresses.count() == 2


def test_what_hangs_on_them_is_united(lead, double, alice):
    for paper in (lead, double):
        PublicationLink.objects.create(publication=paper, kind="pdf", url="https://example.org/a")
        PublicationAward.objects.create(publication=paper, name="Best Paper")
    PublicationLink.objects.create(publication=double, kind="code", url="https://example.org/c")
    PublicationAward.objects.create(publication=double, name="Test of Time")
    double.topics.add(Topic.objects.create(name="Kelp", slug="kelp"))
    paper = merge(lead, double)
    assert [row.kind for row in paper.links.all()] == ["pdf", "code"]
    assert [row.name for row in paper.awards.all()] == ["Best Paper", "Test of Time"]
    assert [topic.name for topic in paper.topics.all()] == ["Kelp"]


def test_a_label_of_ones_own_stays_with_its_link(lead, double):
    PublicationLink.objects.create(publication=lead, kind="pdf", url="https://example.org/a")
    PublicationLink.objects.create(
        publication=double, kind="pdf", url="https://example.org/a", label="Author’s copy"
    )
    assert [row.label for row in merge(lead, double).links.all()] == ["Author’s copy"]


def test_news_and_projects_follow(lead, double, alice, bob):
    for number, paper in enumerate((lead, double, double)):
        news = NewsItem.objects.create(researcher=alice, date="2025", body=str(number))
        NewsMention.objects.create(news_item=news, publication=paper)
        project = Project.objects.create(researcher=bob, title=str(number))
        ProjectPaper.objects.create(project=project, publication=paper)
    NewsMention.objects.create(news_item=news, publication=lead)
    Redirect.objects.create(researcher=alice, old_path="/kelp/", publication=double)
    paper = merge(lead, double)
    assert paper.redirects.count() == 1
    assert (paper.news_mentions.count(), paper.projects.count()) == (3, 3)


def test_a_preprint_becomes_a_version(lead):
    preprint = make_paper(
        "Growing Kelp (draft)",
        slug="preprint",
        arxiv="2401.00001",
        status="preprint",
        entry_type="misc",
        date="2023",
        citation_key="kelp-arxiv",
    )
    assert leads_best([preprint, lead]) == lead
    join = PublicationMerge(lead, [preprint])
    assert join.parts[0].is_version
    paper = join.write()
    version = paper.versions.get()
    assert (version.title, version.arxiv, version.citation_key, version.date.year) == (
        "Growing Kelp (draft)",
        "2401.00001",
        "kelp-arxiv",
        2023,
    )
    assert (version.status, paper.arxiv, paper.date.year) == ("preprint", "2401.00001", 2024)


def test_another_doi_is_another_version(lead):
    other = make_paper("Growing Kelp", slug="journal", doi="10.5555/journal")
    join = PublicationMerge(lead, [other])
    assert join.parts[0].is_version
    assert [version.doi for version in join.write().versions.all()] == ["10.5555/journal"]


def test_the_same_preprint_on_both_is_one_version(lead):
    for paper in (lead, make_paper("Growing Kelp", slug="double")):
        paper.versions.create(title="Kelp", arxiv="2401.00001", status="preprint")
    assert merge(lead, paper).versions.count() == 1


def test_what_was_typed_and_differs_stays_as_bibtex(lead, double):
    double.pages, lead.pages = "77–88", "1–12"
    double.save()
    paper = merge(lead, double)
    assert paper.pages == "1–12"
    source = paper.sources.get()
    assert "pages = {77--88}" in source.raw
    assert "Growing kelp" in source.raw
    assert source.values == {}


def test_what_an_entry_says_stays_in_that_entry(lead, alice):
    take(KELP.replace("10.5555/kelp.2024", "10.5555/other"), alice)
    other = Publication.objects.get(doi="10.5555/other")
    paper = merge(lead, other)
    assert paper.sources.get().citation_key == "kelp"
    assert Source.objects.count() == 1


def test_a_second_address_becomes_a_link(lead, double):
    lead.url, double.url = "https://example.org/one", "https://example.net/two"
    paper = merge(lead, double)
    assert paper.url == "https://example.org/one"
    assert [(row.label, row.url) for row in paper.links.all()] == [
        ("example.net", "https://example.net/two")
    ]


def test_further_fields_are_united(lead, double):
    lead.fields, double.fields = [["keywords", "kelp"]], [["keywords", "sea"], ["hal", "hal-1"]]
    paper = merge(lead, double)
    assert paper.fields == [["keywords", "kelp"], ["hal", "hal-1"]]
    assert "keywords = {sea}" in paper.sources.get().raw


def test_translations_are_united(lead, double):
    lead.translations = {"zh-hans": {"title": "海带"}}
    double.translations = {"zh-hans": {"title": "海藻", "abstract": "很久以前"}}
    paper = merge(lead, double)
    assert paper.translations == {"zh-hans": {"title": "海带", "abstract": "很久以前"}}
    assert "海藻" in paper.sources.get().raw


def test_a_cover_survives_the_record_it_was_on(lead, double, django_capture_on_commit_callbacks):
    double.cover.save("cover.png", photo(), save=True)
    with django_capture_on_commit_callbacks(execute=True):
        paper = merge(lead, double)
    assert paper.cover.name == double.cover.name
    assert paper.cover.storage.exists(paper.cover.name)


# --- Whose names they are -------------------------------------------------------------------------


def test_ones_own_choices_are_kept(lead, double, bob):
    Authorship.objects.filter(researcher=bob).update(is_selected=True, selected_position=3)
    row = merge(lead, double).authorships.get(researcher=bob)
    assert (row.is_selected, row.selected_position, row.is_hidden) == (True, 3, False)


def test_who_hid_the_double_hid_no_paper(lead, alice):
    double = make_paper("Growing Kelp", as_author(alice, is_hidden=True), slug="double")
    assert not merge(lead, double).authorships.get(researcher=alice).is_hidden


def test_marks_and_orcid_are_taken_over(lead):
    other = {"given": "Bob", "family": "Brandt", "marks": "*", "is_equal": True}
    orcid = "0000-0002-1825-0097"
    double = make_paper("Growing Kelp", other | {"orcid": orcid}, slug="double")
    row = merge(lead, double).authorships.get(family="Brandt")
    assert (row.marks, row.is_equal, row.orcid) == ("*", True, orcid)


def test_a_member_whose_name_the_lead_does_not_print_stays_listed(lead, bob):
    lead.authorships.filter(family="Brandt").delete()
    double = make_paper("Growing Kelp", "Alice Ahlgren", bob, slug="double")
    row = merge(lead, double).authorships.get(researcher=bob)
    assert (row.role, row.family) == ("listed", "Brandt")


def test_a_name_takes_the_place_of_a_listed_row(lead, bob):
    lead.authorships.create(role="listed", researcher=bob, position=2)
    double = make_paper("Growing Kelp", "Alice Ahlgren", bob, slug="double")
    rows = merge(lead, double).authorships.filter(researcher=bob)
    assert [(row.role, row.name) for row in rows] == [("author", "Bob Brandt")]


def test_two_namesakes_stay_two(lead, bob, alice):
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    other = as_author(alice, given="Bob", family="Brandt")
    lead.authorships.filter(researcher=alice).update(researcher=None)
    double = make_paper("Growing Kelp", other, slug="double")
    paper = merge(lead, double)
    assert paper.authorships.get(researcher=bob).role == "author"
    assert paper.authorships.get(researcher=alice).role == "listed"


def test_a_not_me_is_remembered(lead, bob):
    double = make_paper("Growing Kelp", "B. Brandt", slug="double")
    row = double.authorships.get()
    AuthorshipSuggestion.objects.create(authorship=row, researcher=bob, state="refused")
    mine = lead.authorships.get(family="Brandt")
    AuthorshipSuggestion.objects.create(authorship=mine, researcher=bob)
    merge(lead, double)
    suggestion = AuthorshipSuggestion.objects.get()
    assert (suggestion.authorship, suggestion.state) == (mine, "refused")


def test_a_question_about_a_name_that_is_not_printed_stays(lead, bob):
    double = make_paper("Growing Kelp", "Zoe Zhu", slug="double")
    AuthorshipSuggestion.objects.create(authorship=double.authorships.get(), researcher=bob)
    paper = merge(lead, double)
    assert AuthorshipSuggestion.objects.get().authorship.publication == paper
    assert paper.authorships.get(family="Zhu").role == "listed"


def test_who_brought_the_double_goes_on_editing(lead, bob, alice):
    lead.authorships.filter(family="Brandt").delete()
    double = make_paper("Growing Kelp", alice, slug="double", owner=bob)
    paper = merge(lead, double)
    row = paper.authorships.get(researcher=bob)
    assert (paper.owner, row.role, row.is_hidden) == (alice, "listed", True)


def test_an_empty_record_takes_the_list_of_names(alice, double):
    bare = make_paper("Growing Kelp", slug="bare")
    names = [row.name for row in merge(bare, double).authorships.all()]
    assert names == ["Alice Ahlgren", "Bob Brandt"]


def test_what_visitors_saw_they_see(lead, double, alice):
    Publication.objects.filter(pk=lead.pk).update(published_at=None)
    lead.refresh_from_db()
    assert merge(lead, double).published_at == double.published_at


def test_a_merge_is_an_edit(lead, double):
    before = lead.updated_at
    assert merge(lead, double).updated_at > before
