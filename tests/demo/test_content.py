"""The demo shows everything that Vitae can hold, and nothing that is not so."""

import re

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from history.models import Revision
from profiles.models import (
    Experience,
    LabNewsItem,
    Membership,
    MenuLink,
    NewsItem,
    PeopleGroup,
    Researcher,
    Section,
    Teaching,
)
from profiles.sections import home_sections
from publications.entry_types import EntryType
from publications.models import (
    AlwaysFrom,
    Authorship,
    CitationCount,
    FormerAddress,
    ImportedRow,
    NewsMail,
    NotDuplicate,
    PendingImport,
    Publication,
    PublicationLink,
    RefusedWork,
    Version,
)
from tests.demo import write_documents
from website import demo
from website.models import CheckedLink, Dismissal

PEOPLE = demo.read_toml(demo.FOLDER / "lab.toml")["members"]
pytestmark = pytest.mark.usefixtures("lab")

# Each paper of the demo has one record, and no two look alike: there is nothing to merge. No import
# waits for an answer, and nobody has edited anything, had a link checked or waved a finding away.
# The menu, the groups and the news of the lab are its managers' own.
EMPTY = {FormerAddress, ImportedRow, NotDuplicate, PendingImport, Revision, CheckedLink, Dismissal}
EMPTY |= {AlwaysFrom, CitationCount, LabNewsItem, Membership, MenuLink, NewsMail, PeopleGroup}
EMPTY |= {RefusedWork}
MODELS = [
    model
    for app in ("profiles", "publications")
    for model in apps.get_app_config(app).get_models()
    if model not in EMPTY
]


def biography(slug):
    return demo.read_toml(demo.FOLDER / f"{slug}.toml")["researcher"]["biography"]


def test_every_model_has_a_row():
    assert [model for model in MODELS if not model._base_manager.exists()] == []


def test_what_writes_by_the_thousand_writes_no_versions():
    assert not Revision.objects.exists()


@pytest.mark.parametrize("entry_type", EntryType.values)
def test_every_entry_type_has_a_paper(entry_type):
    assert Publication.objects.filter(entry_type=entry_type).exists()


@pytest.mark.parametrize("kind", Section.Kind.values)
def test_every_kind_of_section_is_arranged_by_somebody(kind):
    assert Section.objects.filter(kind=kind).exists()


@pytest.mark.parametrize("role", Authorship.Role.values)
def test_every_role_of_an_author_appears(role):
    assert Authorship.objects.filter(role=role).exists()


def test_there_are_ten_people_and_each_is_public():
    assert Researcher.objects.public().count() == len(PEOPLE) == 10


@pytest.mark.parametrize("slug", PEOPLE)
def test_a_biography_is_neither_a_stub_nor_a_book(slug):
    assert 120 <= len(biography(slug).split()) <= 250


@pytest.mark.parametrize("slug", PEOPLE)
def test_importing_a_file_again_changes_nothing(slug, capsys):
    call_command("import_bibtex", str(demo.FOLDER / f"{slug}.bib"), researcher=slug)
    assert re.search(r"^\d+ entr(y|ies): \d+ unchanged\.$", capsys.readouterr().out, re.M)


@pytest.mark.parametrize("slug", PEOPLE)
def test_the_source_of_the_facts_is_noted(slug):
    assert "# Facts: " in (demo.FOLDER / f"{slug}.toml").read_text()


def test_dates_come_in_every_precision():
    stored = [f"{row.start} {row.end}" for row in Experience.objects.all()]
    texts = " ".join([*stored, *(str(row.dates) for row in Teaching.objects.all())])
    for shape in (r"\b1946\b", r"March 1944", r"7 June 1954", r"Fall 1933", r"expected 1963"):
        assert re.search(shape, texts), shape
    assert apps.get_model("profiles.Project").objects.get(title="COBOL").end.is_present


def test_a_course_has_several_terms_and_an_award_several_dates():
    assert any(len(row.dates.items) == 3 for row in Teaching.objects.all())
    awards = apps.get_model("profiles.Award").objects.all()
    assert any(len(row.dates.items) > 1 for row in awards)
    assert any(end for row in awards for _start, end in row.dates)


def test_two_members_share_a_paper():
    shared = Publication.objects.get(citation_key="hardy1918asymptotic")
    linked = shared.authorships.exclude(researcher=None).values_list("researcher__slug", flat=True)
    assert list(linked) == ["g-h-hardy", "srinivasa-ramanujan"]


def test_an_equal_contribution_and_a_corresponding_author():
    equal = Authorship.objects.filter(publication__citation_key="lee1956question", is_equal=True)
    assert [a.name for a in equal] == ["T. D. Lee", "C. N. Yang"]
    corresponding = Authorship.objects.filter(is_corresponding=True)
    assert "Helmut Hasse" in [a.name for a in corresponding]


def test_a_preprint_stands_beside_its_paper():
    preprints = Version.objects.filter(status="preprint")
    assert "Is Parity Conserved in Weak Interactions?" in [each.title for each in preprints]
    assert {each.publication.status for each in preprints} == {"published"}


def test_a_name_in_its_own_script_and_texts_in_two_languages():
    wu = Researcher.objects.get(slug="chien-shiung-wu")
    assert (wu.native_name, wu.native_language) == ("吳健雄", "zh-Hant")
    assert wu.translations["zh-hans"]["display_name"] == "吴健雄"
    assert Researcher.objects.exclude(translations={}).count() > 1


def test_maths_stands_in_titles_and_biographies():
    assert Publication.objects.filter(title__contains="$").exists()
    assert all("$" in biography(slug) for slug in PEOPLE)


def test_a_page_shows_a_picture_and_six_papers_have_a_cover():
    page = apps.get_model("profiles.Page").objects.get(slug="where-to-begin")
    (picture,) = page.researcher.pictures.all()
    assert picture.image.url in page.body
    covers = Publication.objects.exclude(cover="")
    assert [paper.cover_alt != "" for paper in covers] == [True] * 6


def test_one_news_item_tells_of_several_papers():
    assert any(item.mentions.count() > 1 for item in NewsItem.objects.all())


def test_drafts_and_a_scheduled_item_are_there_and_not_public():
    news = NewsItem.objects.all()
    assert {item.state for item in news} == {"draft", "scheduled", "published"}
    hidden = news.exclude(pk__in=news.public().values("pk"))
    assert all(i.published_at is None or i.published_at > timezone.now() for i in hidden)


def test_each_has_a_drawn_emblem_that_says_what_it_is():
    people = Researcher.objects.all()
    assert all(each.portrait.width == 480 for each in people)
    assert all(each.portrait_alt.startswith("Drawn emblem") for each in people)


def test_each_own_pdf_is_as_its_text_and_has_one_page():
    texts = list((demo.FOLDER / "documents").glob("*.txt"))
    assert len(texts) == 3
    for path in texts:
        content = write_documents.pdf(path.read_text(encoding="utf-8"))
        assert path.with_suffix(".pdf").read_bytes() == content
        assert content.count(b" Tj ") < 38


class TestMadeUp:
    """Robin Example: a page of today, and nobody may take it for true."""

    @pytest.fixture
    def papers(self):
        robin = Researcher.objects.get(slug="robin-example")
        return Publication.objects.filter(authorships__researcher=robin)

    def test_every_page_says_so(self, client, papers):
        home = client.get("/robin-example/").content.decode()
        assert home.index("This person is made up") < home.index('id="biography"')
        assert {paper.note.startswith("Made up for the demo") for paper in papers} == {True}
        assert "纯属虚构" in client.get("/zh-hans/robin-example/").content.decode()

    def test_nothing_leads_to_what_is_not_its(self, papers):
        folder = demo.FOLDER
        text = "".join(path.read_text() for path in folder.glob("robin-example.*"))
        hosts = set(re.findall(r"https?://([^/}\s\"]+)", text))
        assert hosts == {"example.org", "gitlab.example.org", "social.example.org"}
        assert {paper.doi[:19] for paper in papers} == {"", "10.5555/vitae.demo."}
        assert not papers.exclude(arxiv="").exists()

    def test_the_home_page_has_every_kind_of_section(self, papers):
        robin = Researcher.objects.get(slug="robin-example")
        shown = {section.kind for section in home_sections(robin)}
        assert shown == set(Section.Kind)
        rows = (
            robin.advisorships,
            robin.affiliations,
            robin.links,
            robin.pictures,
            robin.redirects,
        )
        assert all(each.exists() for each in rows)

    def test_forty_papers_with_every_kind_of_link(self, papers):
        assert papers.count() == 40
        links = PublicationLink.objects.filter(publication__in=papers)
        assert {link.kind for link in links} == set(PublicationLink.Kind.values)

    def test_teams_of_30_60_and_111(self, papers):
        assert {30, 60, 111} <= {paper.authorships.count() for paper in papers}

    def test_each_way_to_present(self, papers):
        ways = set(papers.values_list("presentation", flat=True))
        assert {"oral", "spotlight", "poster", "demo", "keynote"} <= ways
