"""Pasted rows that are not sure: marked, drafts until somebody accepts them, then public."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import Award, Delegation, Education, Experience
from tests.conftest import make_user
from tests.isolation.forms import sent_by

pytestmark = pytest.mark.django_db
CV = reverse("admin:cv")
SURE = "2012–2016 Ph.D. in Bees, University of Hives"
UNSURE = "2010–2012 Something at some place, perhaps"
WHOLE = f"Alice Ahlgren\n\nEDUCATION\n{SURE}\n{UNSURE}\n\nPublications\nA. Ant, On bees, 2016\n"


def paste(client, text, **more):
    counts = {"education-TOTAL_FORMS": "1"}
    return client.post(CV, counts | {"education-paste": text, "_paste": "education"} | more)


def html(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def states():
    return {row.degree or row.organisation: row.is_public for row in Education.objects.all()}


def test_only_a_doubtful_row_is_marked_and_says_which_boxes(at_work):
    page = html(paste(at_work, f"{SURE}\n{UNSURE}"))
    assert page.count("cv-unsure") == 1
    assert page.count('class="cv-doubt"') >= 1
    assert "<strong>Vitae is not sure about 1 row.</strong>" in page
    (place,) = re.findall(r'<a href="#(education-\d+)">To the first', page)
    assert f'cv-unsure" id="{place}"' in page
    assert "All are right: publish" in page
    page = html(paste(at_work, SURE))
    assert "cv-unsure" not in page
    assert "All are right" not in page


def test_a_doubtful_row_is_a_draft_and_a_sure_one_public(at_work):
    sent = sent_by(paste(at_work, f"{SURE}\n{UNSURE}"))
    answer = at_work.post(CV, sent, follow=True)
    assert sorted(states().values()) == [False, True]
    assert states()["Ph.D."]
    assert "1 row was not read surely, and is a draft" in html(answer)


def test_a_doubt_about_a_box_that_is_not_shown_is_a_doubt(at_work, monkeypatch):
    from profiles.admin import cv_rows

    def read(kind, text):
        lines, left = cv_rows_read(kind, text)
        lines[0].doubts = ["department"]
        return lines, left

    cv_rows_read = cv_rows.read_lines
    monkeypatch.setattr(cv_rows, "read_lines", read)
    answer = paste(at_work, "2012–2016 Ph.D., University of Hives")
    assert "cv-unsure" in html(answer)
    at_work.post(CV, sent_by(answer))
    assert list(states().values()) == [False]


def test_a_tick_accepts_one_row(at_work):
    sent = sent_by(paste(at_work, UNSURE))
    at_work.post(CV, sent | {"education-0-accepted": "on"})
    assert list(states().values()) == [True]


def test_one_button_accepts_them_all(at_work):
    sent = sent_by(paste(at_work, f"{UNSURE}\n{UNSURE}, too"))
    at_work.post(CV, sent | {"_accept": "All"})
    assert Education.objects.public().count() == 2


def test_drafts_are_published_from_the_page_one_or_all(at_work):
    at_work.post(CV, sent_by(paste(at_work, f"{UNSURE}\n{UNSURE}, too")))
    page = at_work.get(CV)
    drafts = page.context["drafts"]
    assert len(drafts) == 2
    assert "Publish these drafts" in html(page)
    at_work.post(CV, sent_by(page) | {"_publish": drafts[0]})
    assert Education.objects.public().count() == 1
    at_work.post(CV, sent_by(at_work.get(CV)) | {"_publish": " ".join(drafts)})
    assert Education.objects.public().count() == 2


def test_publishing_a_draft_saves_what_was_typed_elsewhere(at_work, alice):
    draft = Award.objects.create(researcher=alice, name="Prize", published_at=None)
    sent = sent_by(at_work.get(CV)) | {"experience-0-role": "Keeper"}
    at_work.post(CV, sent | {"_publish": f"awards-{draft.pk}"})
    assert Award.objects.public().exists()
    assert Experience.objects.get().role == "Keeper"


def test_who_writes_drafts_publishes_nothing(client, alice):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    sent = sent_by(paste(client, UNSURE))
    assert not any(name.endswith("accepted") for name in sent)
    client.post(CV, sent | {"_accept": "1", "education-0-accepted": "on"})
    draft = Education.objects.get()
    assert draft.published_at is None
    client.post(CV, sent_by(client.get(CV)) | {"_publish": f"education-{draft.pk}"})
    assert not Education.objects.public().exists()


def test_anothers_draft_is_not_published_by_its_key(at_work, bob):
    theirs = Award.objects.create(researcher=bob, name="Bob's", published_at=None)
    at_work.post(CV, sent_by(at_work.get(CV)) | {"_publish": f"awards-{theirs.pk}"})
    assert not Award.objects.public().exists()


# --- A whole CV -----------------------------------------------------------------------------------


def test_a_whole_cv_is_parted_read_and_saved(at_work):
    answer = at_work.post(CV, {"cv-paste": WHOLE, "_paste": "cv"})
    page = html(answer)
    assert f"Read from: {SURE}" in page
    assert "2 lines are left" in page
    assert "Headings without a section here: Publications." in page
    assert "On bees" in page  # no rows for papers here: left in the box
    assert "Alice Ahlgren\n" not in page  # whose CV it is
    assert not Education.objects.exists()
    answer = at_work.post(CV, sent_by(answer))
    assert answer.status_code == 302
    assert sorted(states().values()) == [False, True]


def test_a_word_document_is_read_like_its_text(at_work):
    from docx import Document

    document, data = Document(), BytesIO()
    document.add_heading("Education", 1)
    document.add_paragraph(SURE)
    document.save(data)
    file = SimpleUploadedFile("cv.docx", data.getvalue())
    assert f"Read from: {SURE}" in html(at_work.post(CV, {"cv-file": file, "_paste": "cv"}))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"%PDF-1.7 and nothing else", "The file could not be read."),
        (b"PK\x03\x04 and nothing else", "The file could not be read."),
        (b"\x89PNG\r\n\x00\x00", "This is not a PDF, Word (.docx) or text file."),
        (b"x" * (5 * 1024 * 1024 + 1), "The CV is larger than 5 MB."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_nothing_is_lost(at_work, data, why):
    sent = {"cv-file": SimpleUploadedFile("cv", data), "_paste": "cv"}
    page = html(at_work.post(CV, sent | {"awards-TOTAL_FORMS": "1", "awards-0-name": "Prize"}))
    assert why in page
    assert 'value="Prize"' in page


def test_a_guessed_row_is_seen_by_visitors_only_after_the_button_accepts_it(at_work, alice, client):
    guessed = "Something unheard of, Zumbador, 2012"
    at_work.post(CV, sent_by(paste(at_work, guessed)))
    page = at_work.get(CV)
    client.logout()
    assert "Zumbador" not in html(client.get(alice.get_absolute_url()))
    client.force_login(alice.owner)
    client.post(CV, sent_by(page) | {"_publish": " ".join(page.context["drafts"])})
    client.logout()
    assert "Zumbador" in html(client.get(alice.get_absolute_url()))


# --- Rows that lack what they cannot be without ---------------------------------------------------


def test_a_line_with_no_name_keeps_nobody_from_the_rest(at_work):
    boxes = {"cv-paste": f"Education\n{SURE}\n\nAwards\nsince 2021", "_paste": "cv"}
    answer = at_work.post(CV, boxes)
    page = html(answer)
    assert "1 row cannot be saved as it is" in page
    assert "Nothing was saved yet" not in page
    assert '<a href="#awards-0">To the first' in page
    assert 'cv-unsure" id="awards-0"' in page
    answer = at_work.post(CV, sent_by(answer), follow=True)
    assert list(states()) == ["Ph.D."]
    page = html(answer)
    assert "1 line was left out, for its row lacks a box or is too long: “since 2021”" in page


def test_what_it_lacked_may_be_typed(at_work):
    sent = sent_by(paste(at_work, "since 2021"))
    at_work.post(CV, sent | {"education-0-degree": "M.Sc."})
    assert set(states()) == {"M.Sc."}


def test_a_refusal_leads_to_its_row(at_work):
    sent = sent_by(paste(at_work, f"{SURE}\n{UNSURE}"))
    page = html(at_work.post(CV, sent | {"education-1-end": "soon"}))
    assert f'<a href="#education-1">Education: {UNSURE}</a>' in page
    assert re.search(r'cv-wrong" id="education-1"', page)
    assert not Education.objects.exists()


def test_a_line_pasted_again_is_no_second_row(at_work):
    courses = "\n".join(
        f"2014–2016 B.Sc. in {what}, University of Hives" for what in ("Bees", "Ants")
    )
    at_work.post(CV, sent_by(paste(at_work, f"{SURE}\n{courses}")))
    spelt = SURE.replace("–", " - ").replace("Hives", "HIVES").replace("Ph.D.", "PhD")
    again = paste(at_work, f"{spelt}\n{courses}\n2017 M.A., University of Hives")
    assert "<strong>3 rows are already in your CV</strong>" in html(again)
    assert html(again).count("Already in your CV.") == 3
    at_work.post(CV, sent_by(again))
    assert Education.objects.count() == 4
    sent = sent_by(paste(at_work, SURE))  # whoever wants it twice takes the tick away
    at_work.post(CV, {name: value for name, value in sent.items() if not name.endswith("DELETE")})
    assert Education.objects.count() == 5
