"""Which parts the home page shows, in which order, under which heading."""

import pytest

from profiles.models import Award, Education, NewsItem, Project, ProjectLink, Section, Talk
from profiles.sections import home_sections

pytestmark = pytest.mark.django_db


@pytest.fixture
def rich(alice):
    alice.biography, alice.interests = "I work.", "Sheaves"
    alice.save()
    Talk.objects.create(researcher=alice, title="On rings", date="2024")
    Award.objects.create(researcher=alice, name="A prize", dates="2020")
    return alice


def kinds(researcher):
    return [section.kind for section in home_sections(researcher)]


def override(researcher, kind, **fields):
    return Section.objects.create(researcher=researcher, kind=kind, **fields)


def test_sections_stand_in_default_order(rich):
    assert kinds(rich) == ["biography", "interests", "awards", "talks"]


def test_it_hides_a_part(rich):
    override(rich, "awards", is_shown=False)
    assert "awards" not in kinds(rich)


def test_it_moves_a_part(rich):
    override(rich, "talks", position=1)
    assert kinds(rich)[0] == "talks"


def test_it_leaves_a_part_without_a_position_in_its_place(rich):
    override(rich, "talks", heading="Lectures")
    assert kinds(rich)[-1] == "talks"


def test_it_renames_a_part(client, rich):
    override(rich, "talks", heading="Lectures")
    html = client.get("/alice-ahlgren/").content.decode()
    assert ">Lectures</h2>" in html
    assert 'id="talks"' in html


def test_it_shows_so_many(rich):
    Award.objects.create(researcher=rich, name="Another", dates="2021")
    override(rich, "awards", limit=1)
    awards = home_sections(rich)[2]
    assert [row.name for row in awards.rows] == ["Another"]
    assert awards.more


def test_it_shows_the_latest_eight_news(rich):
    for year in range(2010, 2020):
        NewsItem.objects.create(researcher=rich, date=str(year), body="x")
    news = home_sections(rich)[2]
    assert [item.date.year for item in news.rows] == list(range(2019, 2011, -1))


def test_it_keeps_the_order_by_hand(rich):
    Award.objects.create(researcher=rich, name="Newest", dates="2024", position=2)
    override(rich, "awards", arrangement="manual")
    assert [row.name for row in home_sections(rich)[2].rows] == ["A prize", "Newest"]


def test_it_puts_a_row_without_an_end_by_its_start(rich):
    Education.objects.create(researcher=rich, degree="B.Sc.", start="2010", end="2013")
    Education.objects.create(researcher=rich, degree="Ph.D.", start="2015")
    Education.objects.create(researcher=rich, degree="Postdoc", start="2014", end="present")
    rows = next(s for s in home_sections(rich) if s.kind == "education").rows
    assert [row.degree for row in rows] == ["Postdoc", "Ph.D.", "B.Sc."]


def test_it_shows_texts_of_ones_own(client, rich):
    override(rich, "text", heading="For students", body="Come **in**.")
    override(rich, "text", heading="Empty")
    html = client.get("/alice-ahlgren/").content.decode()
    assert "<strong>in</strong>" in html
    assert ">Empty</h2>" not in html


def test_it_ignores_a_draft(rich):
    override(rich, "talks", heading="Soon", published_at=None)
    override(rich, "text", heading="Later", body="x", published_at=None)
    assert [str(s.heading) for s in home_sections(rich)][-1] == "Talks"


def test_it_keeps_links_with_their_rows(rich):
    project = Project.objects.create(researcher=rich, title="Vitae")
    for position, label in ((2, "Docs"), (1, "Code")):
        values = {"label": label, "url": f"https://example.org/{label}", "position": position}
        ProjectLink.objects.create(project=project, **values)
    Project.objects.create(researcher=rich, title="Bare")
    rows = next(s for s in home_sections(rich) if s.kind == "projects").rows
    assert {row.title: [link.label for link in row.links.all()] for row in rows} == {
        "Vitae": ["Code", "Docs"],
        "Bare": [],
    }


def test_a_long_description_folds_and_a_short_one_does_not(client, rich):
    text = "Rings are **round**. " * 50
    Project.objects.create(researcher=rich, title="Rings", description=text)
    Project.objects.create(researcher=rich, title="Hoops", description="Hoops are round.")
    rings, hoops = client.get("/alice-ahlgren/").text.partition("Hoops</h3>")[::2]
    summary = rings.partition("<summary>")[2].partition("</summary>")[0]
    assert "Rings are round. Rings" in summary
    assert "Details" in summary
    assert rings.count("<strong>round</strong>") == text.count("round")
    assert "Hoops are round." in hoops
    assert "<summary>" not in hoops.partition("</li>")[0]
