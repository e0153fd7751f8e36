"""Many files at once: each finds the paper whose entry names it, is shown, and then added."""

import io
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from profiles.models import Delegation
from publications import file_names
from publications.importer import undo
from publications.models import ImportBatch, PendingImport, PublicationLink
from tests.conftest import make_user
from tests.publications.papers import make_paper

ADD = reverse("admin:publications_importbatch_files")
PDF = b"%PDF-1.4 kelp"


def png(colour="teal"):
    out = io.BytesIO()
    Image.new("RGB", (8, 6), colour).save(out, "PNG")
    return out.getvalue()


def drop(client, files, **data):
    uploads = [SimpleUploadedFile(name, content) for name, content in files.items()]
    return client.post(ADD, {"file": uploads} | data, follow=True)


def press(client, answer, **changes):
    """Adds what is ticked on the page of the plan, as it stands."""
    groups = answer.context["groups"]
    ticked = [step.path for step in (*groups["new"], *groups["replaced"])]
    data = {"digest": answer.context["digest"], "file": ticked} | changes
    return client.post(answer.redirect_chain[-1][0], data, follow=True)


def goes(answer):
    """Name of the file -> (title of its paper, kind), or why it goes to none."""
    return {
        step.name: step.why or (step.paper.title, step.kind)
        for steps in answer.context["groups"].values()
        for step in steps
    }


@pytest.fixture
def kelp(alice):
    fields = [["pdf", "assets/Kelp\\_2024.pdf"], ["preview", "kelp.png"]]
    return make_paper("Kelp", alice, owner=alice, citation_key="DBLP:x/kelp24", fields=fields)


def test_dropped_files_find_their_papers(at_work, kelp):
    answer = drop(at_work, {"kelp_2024.PDF": PDF, "kelp.png": png(), "Moss.pdf": PDF})
    assert goes(answer) == {
        "kelp_2024.PDF": ("Kelp", "pdf"),
        "kelp.png": ("Kelp", "cover"),
        "Moss.pdf": "No entry names it, and no citation key is like its name.",
    }
    assert "<h1>Which file goes to which paper</h1>" in answer.content.decode()
    assert not kelp.links.exists()
    page = press(at_work, answer).content.decode()
    assert "Added 2 files." in page
    kelp.refresh_from_db()
    assert kelp.links.get().file.read() == PDF
    assert kelp.cover.width == 8
    assert kelp.links.get().file.name not in page


def test_a_zip_is_opened_and_keys_are_names(at_work, kelp):
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("pdf/DBLP_x_kelp24.pdf", PDF)
        archive.writestr("pdf/DBLP_x_kelp24-slides.pdf", PDF)
        archive.writestr("../evil.pdf", PDF)
    answer = drop(at_work, {"all.zip": packed.getvalue()})
    assert [*goes(answer).values()] == [("Kelp", "slides"), ("Kelp", "pdf")]
    assert "its name leads out of the archive".capitalize() in answer.content.decode()
    press(at_work, answer)
    assert {*kelp.links.values_list("kind", flat=True)} == {"pdf", "slides"}


def test_what_is_there_is_replaced_where_ticked_or_known_again(at_work, kelp):
    press(at_work, drop(at_work, {"kelp_2024.pdf": PDF, "kelp.png": png()}))
    again = drop(at_work, {"kelp_2024.pdf": PDF, "kelp.png": png("red")})
    assert [step.name for step in again.context["groups"]["there"]] == ["kelp_2024.pdf"]
    assert [step.name for step in again.context["groups"]["replaced"]] == ["kelp.png"]
    kelp.refresh_from_db()
    before = kelp.cover.name
    assert "No file was added" in press(at_work, again, file=[]).content.decode()
    press(at_work, again)
    kelp.refresh_from_db()
    assert kelp.cover.name != before
    undo.undo(ImportBatch.objects.latest("pk"))
    kelp.refresh_from_db()
    assert kelp.cover.name == before
    assert kelp.cover.read()


def test_it_is_undone_as_one(at_work, kelp):
    press(at_work, drop(at_work, {"kelp_2024.pdf": PDF, "kelp.png": png()}))
    undo.undo(ImportBatch.objects.get())
    kelp.refresh_from_db()
    assert (kelp.cover.name, kelp.links.count()) == ("", 0)


def test_of_two_files_of_one_paper_the_first_comes(at_work, kelp):
    answer = drop(at_work, {"DBLP_x_kelp24.pdf": PDF, "kelp_2024.pdf": PDF + b"2"})
    first, second = answer.context["plan"].steps
    assert goes(answer) == {
        first.name: ("Kelp", "pdf"),
        second.name: f"{first.name} of the same paper comes first.",
    }


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("kelp_2024.pdf", b"MZ", "This is not a PDF, PPTX, ODP or ZIP file"),
        ("kelp.png", b"<svg/>", "SVG"),
        ("kelp.exe", b"MZ", "Papers take PDF"),
    ],
)
def test_what_no_paper_takes(at_work, kelp, name, content, why):
    answer = drop(at_work, {name: content})
    assert why in goes(answer)[name]
    assert "None of these files" in answer.content.decode()


def test_a_name_of_two_papers_is_nobody_s(at_work, alice, kelp):
    make_paper("Reef", alice, owner=alice, fields=[["file", ":Kelp_2024.pdf:PDF"]])
    assert "Several papers" in goes(drop(at_work, {"Kelp_2024.pdf": PDF}))["Kelp_2024.pdf"]


def test_a_colleague_s_papers_find_nothing(client, bob, kelp):
    client.force_login(bob.owner)
    answer = drop(client, {"kelp_2024.pdf": PDF})
    assert "No entry names it" in goes(answer)["kelp_2024.pdf"]
    refused = drop(client, {"a.pdf": PDF}, researcher=kelp.owner_id)
    assert refused.context["form"].errors["researcher"]
    press(client, answer, file=["0/kelp_2024.pdf", "kelp_2024.pdf"])
    assert not PublicationLink.objects.exists()


def test_a_draft_writer_has_no_such_page(client, alice, kelp):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    assert client.get(ADD).status_code == 404


def test_a_paper_edited_meanwhile_shows_the_plan_anew(at_work, kelp):
    answer = drop(at_work, {"kelp_2024.pdf": PDF})
    kelp.save()
    assert "nothing was imported yet" in press(at_work, answer).content.decode()
    assert not kelp.links.exists()


def test_more_than_the_quota_is_not_added(at_work, kelp, settings):
    settings.UPLOAD_QUOTA = 5
    assert "does not fit" in goes(drop(at_work, {"kelp_2024.pdf": PDF}))["kelp_2024.pdf"]


@pytest.mark.parametrize(
    ("files", "why"),
    [({}, "Choose the files"), ({"a.zip": b"PK"}, "not a ZIP file")],
)
def test_what_cannot_be_read_is_told(at_work, kelp, files, why):
    assert why in drop(at_work, files).content.decode()
    assert not PendingImport.objects.exists()


def test_the_page_lists_what_is_wanted(at_work, kelp):
    assert "Kelp_2024.pdf" in at_work.get(ADD).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "names"),
    [
        ("file", ":C\\:\\\\papers\\\\Lind 2020.pdf:PDF;Notes:a/notes.txt:text", ["Lind 2020.pdf"]),
        ("file", "Full Text:files/12/Müller.pdf:application/pdf", ["Müller.pdf"]),
        ("pdf", "https://example.org/a.pdf", []),
        ("slides2", "talk{\\_}1.pptx", ["talk_1.pptx"]),
        ("note", "a.pdf", []),
    ],
)
def test_names_as_programs_write_them(field, value, names):
    assert [name for name, _kind in file_names.printed_names([(field, value)])] == names
