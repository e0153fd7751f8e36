"""The CV on one page: rows of every kind changed in place, added, deleted, pasted, taken back."""

import errno

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from history.snapshots import revisions_of
from profiles import pasting
from profiles.admin.cv_rows import CVSection
from profiles.items import KINDS
from profiles.models import Award, Delegation, Education, Experience, Service
from tests.conftest import make_user
from tests.isolation.forms import sent_by

pytestmark = pytest.mark.django_db
CV = reverse("admin:cv")


@pytest.fixture
def degree(alice):
    return Education.objects.create(
        researcher=alice, degree="Ph.D.", organisation="Hive", start="2010", thesis="On bees"
    )


@pytest.fixture
def dora(alice):
    """Writes drafts for Alice."""
    user = make_user("dora")
    Delegation.objects.create(researcher=alice, user=user, may_publish=False)
    return user


def opened(client, url=CV):
    answer = client.get(url)
    assert answer.status_code == 200
    return sent_by(answer)


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def save(client, **boxes):
    """Sends new rows alone; the page need not be opened for that."""
    sections = {name.partition("-")[0] for name in boxes if "-" in name}
    totals = {f"{section}-TOTAL_FORMS": "3" for section in sections}
    return client.post(CV, totals | boxes)


def change(client, **boxes):
    """The page as it is opened, with these boxes changed."""
    return client.post(CV, opened(client) | boxes)


def test_several_sections_are_saved_at_once(at_work, alice, degree):
    """Changed in place, added in three lists, saved once; the rest of a row stays."""
    answer = change(
        at_work,
        **{
            "education-0-degree": "D.Phil.",
            "experience-0-role": "Keeper",
            "experience-0-end": "present",
            "awards-0-name": "Honey Prize",
            "awards-0-dates": "2016 & 2018",
        },
    )
    assert answer.status_code == 302
    degree.refresh_from_db()
    assert (degree.degree, degree.organisation, degree.thesis) == ("D.Phil.", "Hive", "On bees")
    (job,), (award,) = Experience.objects.all(), Award.objects.all()
    assert job.researcher == award.researcher == alice
    assert job.end.is_present
    assert award.dates.text == "2016 & 2018"
    assert award.is_public
    assert [each.action for each in revisions_of(degree)] == ["changed", "found"]
    assert [each.action for each in revisions_of(job)] == ["added"]


def test_every_kind_of_the_cv_is_there_with_two_or_three_boxes(at_work):
    html = text(at_work.get(CV))
    for section, kind in KINDS.items():
        assert bool(kind.compact) == hasattr(kind.model, "cv_entry")
        assert (f'id="{section}-heading"' in html) == bool(kind.compact)
        assert len(kind.compact) in (0, 2, 3)


def test_an_empty_cv_says_where_to_start(at_work, degree):
    assert "Start with your degrees" not in text(at_work.get(CV))
    degree.delete()
    assert "Start with your degrees" in text(at_work.get(CV))


def test_a_mistake_in_one_row_keeps_all_that_was_typed(at_work, degree):
    changes = {"education-0-end": "1999", "awards-0-name": "Honey Prize", "awards-0-dates": "soon"}
    html = text(change(at_work, **changes))
    assert "The end is before the start." in html
    assert "“soon” is not a date." in html
    assert all(f'value="{value}"' in html for value in changes.values())
    assert not Award.objects.exists()


def test_a_row_that_nobody_touched_keeps_nobody_from_the_rest(at_work, alice, degree):
    Education.objects.filter(pk=degree.pk).update(end="1999", end_text="1999")
    assert change(at_work, **{"awards-0-name": "Honey Prize"}).status_code == 302
    assert Award.objects.exists()


def test_a_row_is_deleted_and_can_come_back(at_work, degree):
    change(at_work, **{"education-0-DELETE": "on"})
    assert not Education.objects.exists()
    assert revisions_of(degree).first().action == "deleted"


def test_a_job_that_began_or_ended_offers_to_change_the_line_under_the_name(at_work, alice):
    boxes = {"experience-0-role": "Keeper", "experience-0-organisation": "Hive"}
    page = text(at_work.post(CV, {"experience-TOTAL_FORMS": "1"} | boxes, follow=True))
    assert page.count("does not name Hive yet") == 1
    assert reverse("admin:profiles_researcher_change", args=[alice.pk]) + "#affiliations" in page
    alice.affiliations.create(role="Keeper", organisation="HIVE")
    page = text(at_work.post(CV, opened(at_work) | {"experience-0-role": "Smoker"}, follow=True))
    assert "under the name" not in page
    page = text(at_work.post(CV, opened(at_work) | {"experience-0-end": "2020"}, follow=True))
    assert "still names Hive" in page


def test_a_button_adds_empty_rows_and_keeps_what_was_typed(at_work):
    html = text(save(at_work, **{"awards-0-name": "Honey Prize", "_add": "awards"}))
    assert 'value="Honey Prize"' in html
    assert 'name="awards-3-name"' in html
    assert not Award.objects.exists()


def test_an_own_order_is_the_order_of_the_page(at_work, alice):
    rows = [
        Award.objects.create(researcher=alice, name=n, dates=d)
        for n, d in (("A", "2019"), ("B", "2020"))
    ]
    assert opened(at_work)["awards-0-id"] == str(rows[1].pk)
    order = {f"place-{row.pk}": place for place, row in enumerate(rows)}
    at_work.post(reverse("admin:profiles_award_order"), order)
    assert opened(at_work)["awards-0-id"] == str(rows[0].pk)


# --- Another was faster ---------------------------------------------------------------------------


def clash(client, row, **theirs):
    """The page as it is opened; meanwhile another changes the row by its own form."""
    sent = opened(client)
    url = reverse(f"admin:profiles_{row._meta.model_name}_change", args=[row.pk])
    client.post(url, opened(client, url) | theirs)
    return sent


def test_a_row_changed_meanwhile_is_reported_and_nothing_is_lost(at_work, degree):
    sent = clash(at_work, degree, degree="Theirs", organisation="Their hive")
    html = text(at_work.post(CV, sent | {"education-0-degree": "Mine"}))
    assert "You saved this in another window meanwhile." in html
    assert "Saved now, Degree: <q>Theirs</q>" in html
    assert 'value="Mine"' in html
    degree.refresh_from_db()
    assert degree.degree == "Theirs"
    again = sent_by(at_work.post(CV, sent | {"education-0-degree": "Mine"}))
    assert at_work.post(CV, again).status_code == 302
    degree.refresh_from_db()
    assert (degree.degree, degree.organisation) == ("Mine", "Their hive")


def test_theirs_is_kept_where_one_says_so(at_work, degree):
    sent = clash(at_work, degree, degree="Theirs") | {"education-0-degree": "Mine"}
    again = sent_by(at_work.post(CV, sent)) | {"education-0-theirs": "on"}
    assert at_work.post(CV, again | {"awards-0-name": "Prize"}).status_code == 302
    degree.refresh_from_db()
    assert degree.degree == "Theirs"


def test_a_row_that_only_another_changed_is_not_put_back(at_work, degree):
    sent = clash(at_work, degree, degree="Theirs")
    assert at_work.post(CV, sent | {"awards-0-name": "Honey Prize"}).status_code == 302
    degree.refresh_from_db()
    assert degree.degree == "Theirs"


def test_the_same_change_twice_is_no_conflict(at_work, degree):
    sent = clash(at_work, degree, degree="D.Phil.")
    assert at_work.post(CV, sent | {"education-0-degree": "D.Phil."}).status_code == 302


def test_a_row_deleted_meanwhile_becomes_a_new_one(at_work, degree):
    sent = opened(at_work)
    at_work.post(reverse("admin:profiles_education_delete", args=[degree.pk]), {"post": "yes"})
    answer = at_work.post(CV, sent | {"education-0-degree": "D.Phil."})
    assert "This row was deleted or published meanwhile." in text(answer)
    assert not Education.objects.exists()
    assert at_work.post(CV, sent_by(answer)).status_code == 302
    assert Education.objects.get().degree == "D.Phil."


def test_a_deletion_meanwhile_of_a_row_that_one_left_alone_stands(at_work, degree):
    sent = opened(at_work)
    at_work.post(reverse("admin:profiles_education_delete", args=[degree.pk]), {"post": "yes"})
    assert at_work.post(CV, sent).status_code == 302
    assert not Education.objects.exists()


# --- Pasted lines ---------------------------------------------------------------------------------

LINES = "- Honey Prize, Guild, 2016\n- Reader of hives, 2018, twice"


def test_pasted_lines_are_rows_to_look_at_before_they_are_saved(at_work):
    answer = save(at_work, **{"awards-paste": LINES, "_paste": "awards"})
    html = text(answer)
    assert "Read from: Honey Prize, Guild, 2016" in html
    assert not Award.objects.exists()
    sent = sent_by(answer) | {"awards-0-awarder": "The Guild"}
    answer = at_work.post(CV, sent, follow=True)
    first, second = Award.objects.order_by("dates")
    assert (first.name, first.awarder, str(first.dates)) == ("Honey Prize", "The Guild", "2016")
    assert (second.name, second.awarder, str(second.dates)) == ("Reader of hives", "twice", "2018")
    assert text(answer).count("2 rows") == 1


def test_what_lasts_is_read_in_the_words_of_its_editor(at_work):
    boxes = {"education-paste": "2019 - 至今 北京大学 博士", "_paste": "education"}
    answer = at_work.post(CV, boxes, headers={"accept-language": "zh-hans"})
    assert sent_by(answer)["education-0-end"] == "至今"


def test_a_line_may_be_left_out(at_work):
    sent = sent_by(save(at_work, **{"awards-paste": LINES, "_paste": "awards"}))
    at_work.post(CV, sent | {"awards-1-DELETE": "on"})
    assert [award.name for award in Award.objects.all()] == ["Honey Prize"]


def test_lines_left_in_the_box_are_shown_before_saving_too(at_work):
    answer = save(at_work, **{"awards-paste": LINES, "education-0-degree": "Ph.D."})
    assert "Read from: Honey Prize" in text(answer)
    assert not Education.objects.exists()
    at_work.post(CV, sent_by(answer))
    assert Award.objects.count() == 2


def test_lines_beyond_the_most_wait_until_those_are_saved(at_work, monkeypatch):
    monkeypatch.setattr(pasting, "MOST_LINES", 3)
    lines = "\n".join(f"Prize {n}, Guild, 2016" for n in range(5))
    answer = save(at_work, **{"awards-paste": lines, "_paste": "awards"})
    answer = at_work.post(CV, sent_by(answer), follow=True)
    assert Award.objects.count() == 3
    assert "More lines wait" in text(answer)
    sent = sent_by(answer)
    assert sent["awards-paste"].split("\n")[0].startswith("Prize 3")
    answer = at_work.post(CV, sent)
    assert Award.objects.count() == 3, "shown before they are saved"
    at_work.post(CV, sent_by(answer))
    assert Award.objects.count() == 5


def test_what_was_added_is_taken_back_unless_it_was_changed(at_work):
    save(at_work, **{"awards-0-name": "A", "awards-1-name": "B", "education-0-degree": "M.Sc."})
    added = at_work.get(CV).context["added"]
    assert at_work.get(CV).context["added"] == {}  # offered once
    award = Award.objects.get(name="B")
    form = reverse("admin:profiles_award_change", args=[award.pk])
    at_work.post(form, opened(at_work, form) | {"name": "Better"})
    Award.objects.create(researcher=award.researcher, name="Of before")
    at_work.post(CV, added | {"_undo": ""})
    assert sorted(Award.objects.values_list("name", flat=True)) == ["Better", "Of before"]
    assert not Education.objects.exists()


def test_a_full_disk_keeps_what_was_typed(at_work, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(CVSection, "save", fail)
    answer = save(at_work, **{"awards-0-name": "Honey Prize"})
    assert answer.status_code == 507
    assert "Nothing was saved." in answer.content.decode()
    assert 'value="Honey Prize"' in answer.content.decode()


def test_new_rows_are_drafts_where_one_says_so_or_all_the_others_are(at_work, alice):
    save(at_work, **{"awards-0-name": "A", "_drafts": "1"})
    save(at_work, **{"awards-0-name": "B"})
    assert not Award.objects.public().exists()
    Award.objects.filter(name="A").update(published_at=alice.created_at)
    save(at_work, **{"awards-0-name": "C"})
    assert set(Award.objects.public().values_list("name", flat=True)) == {"A", "C"}


# --- Whose ----------------------------------------------------------------------------------------


def test_a_manager_of_nobody_yet_is_led_home(admin_client):
    assert admin_client.get(CV).url == reverse("admin:index")


def test_a_colleague_and_a_stranger_find_no_such_page(client, alice, bob, charlie, degree):
    url = reverse("admin:cv", args=[alice.pk])
    for user in (bob.owner, charlie):
        client.force_login(user)
        assert client.get(url).status_code == 404
        assert client.post(url, {"awards-0-name": "X"}).status_code == 404
    assert client.get(CV).status_code == 404  # Charlie has none
    assert client.get(reverse("admin:cv", args=[10**30])).status_code == 404


def test_a_row_of_anothers_is_not_reached_by_its_key(at_work, alice, bob):
    theirs = Education.objects.create(researcher=bob, degree="Bob's", start="2001")
    row = {
        "education-0-id": str(theirs.pk),
        "education-0-degree": "Mine",
        "education-0-opened_on": "x",
    }
    counts = {"education-TOTAL_FORMS": "1", "education-INITIAL_FORMS": "1"}
    answer = at_work.post(CV, opened(at_work) | counts | row)
    assert "Bob" not in text(answer)
    at_work.post(CV, {"_undo": "", "education": theirs.pk})
    theirs.refresh_from_db()
    assert (theirs.degree, theirs.researcher) == ("Bob's", bob)


def test_who_writes_drafts_changes_nothing_public(client, alice, degree, dora):
    client.force_login(dora)
    draft = Education.objects.create(researcher=alice, degree="M.Sc.", published_at=None)
    html = text(client.get(CV))
    assert "Ph.D." in html
    assert 'value="Ph.D."' not in html
    assert "_drafts" not in html
    answer = change(client, **{"education-0-degree": "B.Sc.", "service-0-body": "BeeConf"})
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert draft.degree == "B.Sc."
    assert Service.objects.get().published_at is None


def test_a_manager_chooses_whose(admin_client, alice, bob, degree):
    answer = admin_client.get(f"{CV}?researcher={alice.pk}", follow=True)
    assert answer.redirect_chain == [(reverse("admin:cv", args=[alice.pk]), 302)]
    assert 'value="Ph.D."' in text(answer)
    assert admin_client.get(f"{CV}?researcher=x").status_code == 404


def test_the_form_of_a_row_leads_back(at_work, alice, degree):
    url = reverse("admin:profiles_education_change", args=[degree.pk]) + "?_cv=1"
    assert url in text(at_work.get(CV))
    answer = at_work.post(url, opened(at_work, url))
    assert answer["Location"] == reverse("admin:cv", args=[alice.pk]) + "#education-heading"


def test_a_long_cv_asks_the_database_no_more_than_a_short_one(at_work, alice):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            at_work.get(CV)
        return len(captured)

    Award.objects.create(researcher=alice, name="Prize", published_at=None)
    short = queries()
    for number in range(5):
        Award.objects.create(researcher=alice, name=f"Prize {number}", dates=f"{2000 + number}")
    assert queries() == short
