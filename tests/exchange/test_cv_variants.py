"""Versions of a CV: what each has, where it stands, who sees it."""

import json
from io import BytesIO

import pytest
from django.utils import timezone
from pypdf import PdfReader

from exchange.cv_formats.document import document
from profiles.models import Award, CVVariant, Education, Experience, Talk
from publications.citations.styles import STYLES
from tests.exchange.cv_formats import records
from tests.publications.papers import make_paper
from tests.website.test_media import picture

THIS_YEAR = timezone.localdate().year
SHORT = "/alice-ahlgren/cv/short/"


@pytest.fixture(autouse=True)
def documents(settings, tmp_path):
    backend = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache"}
    settings.CACHES = settings.CACHES | {"documents": backend | {"LOCATION": str(tmp_path)}}


def variant(person, **values):
    return CVVariant.objects.create(
        **{"researcher": person, "name": "Short CV", "slug": "short"} | values
    )


def written(person, **values):
    person.editor = None
    return document(person, records.ORIGIN, "/", CVVariant(**values))


def kinds(cv):
    return [part.kind for part in cv.parts]


def test_the_styles_are_those_of_citations():
    assert {style for style in CVVariant.Style.values if style} == set(STYLES)


def test_a_variant_has_an_address_and_files(client, alice):
    records.fill(alice)
    variant(alice, sections=["awards"])
    page = client.get(SHORT).content.decode()
    assert "Harbour Prize" in page
    assert "Ph.D." not in page
    assert f'href="{SHORT}cv.md"' in page
    text = client.get(f"{SHORT}cv.md").content.decode()
    assert "Harbour Prize" in text
    assert "Ph.D." not in text
    assert f'href="{SHORT}"' in client.get("/alice-ahlgren/cv/").content.decode()


def test_a_draft_variant_is_for_its_editors(client, alice):
    records.fill(alice)
    variant(alice, published_at=None, is_default=True)
    assert client.get(SHORT).status_code == 404
    assert client.get(f"{SHORT}cv.md").status_code == 404
    page = client.get("/alice-ahlgren/cv/").content.decode()
    assert "Ph.D." in page
    assert "Short CV" not in page
    client.force_login(alice.owner)
    assert client.get(f"/admin/preview{SHORT}").status_code == 200


def test_the_variant_met_first_is_the_cv(client, alice):
    records.fill(alice)
    variant(alice, sections=["awards"], is_default=True)
    for address in ("/alice-ahlgren/cv/", "/alice-ahlgren/cv.md"):
        text = client.get(address).content.decode()
        assert "Harbour Prize" in text
        assert "Ph.D." not in text


def test_no_such_variant_is_not_found(client, alice, bob):
    variant(bob)
    assert client.get(SHORT).status_code == 404


def test_sections_in_the_order_that_was_chosen(alice):
    records.fill(alice)
    cv = written(alice, sections=["talks", "education"])
    assert kinds(cv) == ["talks", "education"]
    assert cv.interests == ()
    assert written(alice, sections=["interests"]).interests


def test_the_last_years(alice):
    for year in (THIS_YEAR, THIS_YEAR - 1, THIS_YEAR - 5):
        Talk.objects.create(researcher=alice, title=f"On {year}", date=str(year))
        make_paper(f"Tides {year}", alice, date=str(year))
    Experience.objects.create(researcher=alice, role="Reader", start="1990", end="present")
    Education.objects.create(researcher=alice, degree="Ph.D.", start="1980", end="1984")
    cv = written(alice, years=2)
    [talks] = [part for part in cv.parts if part.kind == "talks"]
    assert len(talks.entries) == 2
    [papers] = [part for part in cv.parts if part.kind == "publications"]
    assert sum(len(group.papers) for group in papers.groups) == 2
    assert {"education", "experience"} < set(kinds(cv))


def test_selected_papers_only(alice):
    chosen = make_paper("Tides", alice)
    make_paper("Nets", alice)
    alice.authorships.filter(publication=chosen).update(is_selected=True)
    [part] = written(alice, only_selected=True).parts
    assert [paper.title for group in part.groups for paper in group.papers] == ["Tides"]


def test_rows_of_a_section_at_most(alice):
    for year in range(2000, 2009):
        Award.objects.create(researcher=alice, name=f"Prize {year}", dates=str(year))
    [part] = written(alice, at_most=3).parts
    assert [entry.when for entry in part.entries] == ["2008", "2007", "2006"]


@pytest.mark.parametrize("style", STYLES)
def test_a_citation_style(client, alice, style):
    records.fill(alice)
    variant(alice, style=style)
    expected = {"apa": "Brandt, B., &", "ieee": "B. Brandt and A. Ahlgren", "acm": "Bob Brandt and"}
    text = client.get(f"{SHORT}cv.md").content.decode()
    assert expected.get(style, "Brandt, Bob, and Alice Ahlgren") in text.replace("\\", "")
    assert "Brandt" in client.get(SHORT).content.decode()


def test_contact_and_photo(alice):
    alice.location = "Uppsala"
    alice.portrait.save("me.png", picture())
    assert written(alice, has_contact=False).contacts == ()
    assert written(alice).portrait == b""
    cv = written(alice, has_photo=True)
    assert cv.portrait.startswith(b"\xff\xd8")
    assert cv.portrait_alt == "Alice Ahlgren"


def test_its_language_is_at_the_address_of_that(client, alice):
    records.fill(alice)
    variant(alice, language="zh-hans")
    for path in (SHORT, f"{SHORT}cv.md"):
        assert client.get(path)["Location"] == f"/zh-hans{path}"
    assert "## 教育经历" in client.get(f"/zh-hans{SHORT}cv.md").content.decode()
    CVVariant.objects.update(language="xx")
    assert client.get(SHORT).status_code == 200


@pytest.mark.parametrize("design", CVVariant.Design.values)
@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("us-letter", 612)])
def test_designs_and_papers_of_the_pdf(client, alice, design, paper, width):
    records.fill(alice)
    alice.portrait.save("me.png", picture())
    variant(alice, design=design, paper=paper, has_photo=True)
    pdf = PdfReader(BytesIO(client.get(f"{SHORT}cv.pdf").content))
    assert round(float(pdf.pages[0].mediabox.width)) == width
    assert "Harbour Prize" in pdf.pages[0].extract_text()
    assert pdf.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_pages_at_most(client, alice):
    for year in range(1900, 2000):
        Award.objects.create(researcher=alice, name=f"Prize {year}", dates=str(year))
    variant(alice, pages=1)
    [page] = PdfReader(BytesIO(client.get(f"{SHORT}cv.pdf").content)).pages
    text = page.extract_text()
    assert "Prize 1999" in text
    assert "Prize 1900" not in text
    assert len(PdfReader(BytesIO(client.get("/alice-ahlgren/cv.pdf").content)).pages) > 1


def test_the_form_takes_sections_by_their_headings(client, alice):
    client.force_login(alice.owner)
    form = {"name": "Short CV", "sections": "Awards\neducation\n", "design": "sober", "paper": "a4"}
    client.post("/admin/profiles/cvvariant/add/", form | {"has_contact": "on", "position": "0"})
    row = CVVariant.objects.get()
    assert (row.slug, row.sections) == ("short-cv", ["awards", "education"])
    page = client.get(f"/admin/profiles/cvvariant/{row.pk}/change/").content.decode()
    assert "Awards\nEducation</textarea>" in page
    answer = client.post(
        "/admin/profiles/cvvariant/add/",
        form | {"name": "B", "sections": "Hobbies", "position": "0"},
    )
    assert "“Hobbies” is no section of a CV." in answer.content.decode()


def test_the_form_shows_the_pages(client, alice, bob):
    row = variant(alice)
    client.force_login(alice.owner)
    path = f"/admin/profiles/cvvariant/{row.pk}/pages/"
    assert (
        f'src="{path}"'
        in client.get(f"/admin/profiles/cvvariant/{row.pk}/change/").content.decode()
    )
    assert client.get(path).content.startswith(b"\x89PNG")
    client.force_login(bob.owner)
    assert client.get(path).status_code == 404


VALUES = {"name": "Short CV", "design": "sober", "paper": "a4", "position": "0"}


def test_the_pages_follow_the_form_before_it_is_saved(client, alice, bob):
    row = variant(alice)
    client.force_login(alice.owner)
    path = f"/admin/profiles/cvvariant/{row.pk}/pages/"
    saved = client.get(path).content
    shown = client.get(path, VALUES | {"slug": "short", "design": "modern"})
    assert shown.content.startswith(b"\x89PNG")
    assert shown.content != saved
    assert CVVariant.objects.get().design == "sober"
    assert client.get(path, VALUES | {"paper": "a0"}).status_code == 404
    client.force_login(bob.owner)
    assert client.get(path, VALUES).status_code == 404


def test_the_pages_of_one_that_is_being_added(client, alice, bob):
    client.force_login(alice.owner)
    page = client.get("/admin/profiles/cvvariant/add/").content.decode()
    path = "/admin/profiles/cvvariant/pages/"
    assert f'data-src="{path}"' in page
    shown = client.get(path, VALUES).content
    assert shown.startswith(b"\x89PNG")
    assert client.get(path, VALUES | {"researcher": bob.pk}).content == shown
    assert not CVVariant.objects.exists()


def test_a_manager_who_adds_one_sees_the_pages_of_whom_it_is_for(client, alice, bob, manager):
    client.force_login(manager)
    path = "/admin/profiles/cvvariant/pages/"
    assert client.get(path, VALUES).status_code == 404
    shown = client.get(path, VALUES | {"slug": "short", "researcher": bob.pk})
    assert shown.content.startswith(b"\x89PNG")


def test_one_alone_is_met_first(alice):
    variant(alice, is_default=True)
    row = CVVariant(researcher=alice, name="Other", slug="other", is_default=True)
    with pytest.raises(Exception, match="untick it there first"):
        row.full_clean()


def test_a_record_tells_of_its_variant_alone(client, alice):
    records.fill(alice)
    variant(alice, sections=["awards"])
    record = json.loads(client.get(f"{SHORT}profile.json").content)
    assert [section["kind"] for section in record["sections"]] == ["awards"]
