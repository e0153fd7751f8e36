"""The boxes in the rows of the dashboard: a column is mended in place, by those who may."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from history.models import Revision
from profiles.models import Award, Delegation, Experience, ResearcherLink
from tests.conftest import make_user
from tests.publications.papers import make_paper
from tests.uploads.test_pdf_tags import pdf
from tests.website.test_dashboard import alice, key_of, page, press

__all__ = ["alice"]


def mend(client, researcher, check, value="", **data):
    return press(client, "mend", researcher, key=key_of(researcher, check), value=value, **data)


def test_a_doi_is_typed_in_its_row(at_work, alice):
    paper = make_paper("Bare", alice)
    assert "DOI of Bare" in page(at_work)
    html = mend(at_work, alice, "no-doi", "https://doi.org/10.5555/X").content.decode()
    assert "Saved: Bare" in html
    paper.refresh_from_db()
    assert paper.doi.lower() == "10.5555/x"
    assert Revision.objects.filter(object_id=paper.pk, user=alice.owner).exists()


def test_a_pdf_is_dropped_on_its_row(at_work, alice):
    paper = make_paper("Bare", alice)
    before = paper.updated_at
    html = mend(at_work, alice, "no-pdf", file=SimpleUploadedFile("bare.pdf", pdf())).text
    assert "“bare.pdf” is stored, but it has no tags" in html
    (link,) = paper.links.all()
    assert (link.kind, link.file.read()) == ("pdf", pdf())
    paper.refresh_from_db()
    assert paper.updated_at > before


@pytest.mark.parametrize(
    ("check", "value", "file", "why"),
    [
        ("no-doi", "none", None, "no DOI as they are written"),
        ("no-pdf", "", b"MZ", "This is not a PDF, PPTX, ODP or ZIP file"),
        ("no-pdf", "", None, "Choose a file."),
        ("no-abstract", "![" * 60_000, None, ""),
    ],
)
def test_what_its_form_refuses_is_shown_as_typed(at_work, alice, check, value, file, why):
    paper = make_paper("Bare", alice)
    data = {"file": SimpleUploadedFile("bare.pdf", file)} if file else {}
    html = mend(at_work, alice, check, value, **data).content.decode()
    assert why in html
    assert "errorlist" in html
    assert value[:50] in html
    paper.refresh_from_db()
    assert (paper.doi, paper.abstract, paper.links.count()) == ("", "", 0)


def test_an_address_is_corrected_and_an_end_given(at_work, alice):
    wrong = "https://http://alice.example.org/"
    link = ResearcherLink.objects.create(researcher=alice, kind="website", url=wrong)
    mend(at_work, alice, "links", "https://alice.example.org/")
    link.refresh_from_db()
    assert link.url == "https://alice.example.org/"
    dates = {"start": "2019", "end": "expected 2020"}
    job = Experience.objects.create(researcher=alice, organisation="Reef", **dates)
    mend(at_work, alice, "passed", "March 2021")
    job.refresh_from_db()
    assert job.end.stored == "2021-03"


def test_a_second_language_stays(at_work, alice):
    paper = make_paper("Bare", alice, translations={"zh-hans": {"abstract": "摘要"}})
    mend(at_work, alice, "no-abstract", "It grows.")
    paper.refresh_from_db()
    assert (paper.abstract, paper.translations["zh-hans"]) == ("It grows.", {"abstract": "摘要"})


def test_what_was_filled_meanwhile_is_left_alone(at_work, alice):
    paper = make_paper("Bare", alice)
    key = key_of(alice, "no-doi")
    type(paper).objects.update(doi="10.5555/mine")
    html = press(at_work, "mend", alice, key=key, value="10.5555/x").content.decode()
    assert "in the meantime" in html
    paper.refresh_from_db()
    assert paper.doi == "10.5555/mine"


def test_a_draft_writer_mends_no_public_row(client, alice):
    paper = make_paper("Bare", alice)
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    assert "DOI of Bare" not in page(client)
    mend(client, alice, "no-doi", "10.5555/x")
    paper.refresh_from_db()
    assert paper.doi == ""


# --- The first week -------------------------------------------------------------------------------


@pytest.mark.parametrize("newer", ["profile", "account"])
def test_nothing_nags_in_the_first_week(at_work, alice, newer):
    Award.objects.create(researcher=alice, name="Prix PoincarÃ©")
    assert "Text that looks damaged" in page(at_work)
    week = timezone.now() - timedelta(days=6)
    if newer == "profile":
        type(alice).objects.update(created_at=week)
    else:
        type(alice.owner).objects.update(date_joined=week)
    html = page(at_work)
    assert "Text that looks damaged" not in html
    assert "Look now" in html
    assert "Text that looks damaged" in page(at_work, look=1)
