"""The front page of the admin: one's own record, and nothing of anyone else's."""

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone

from profiles.models import Award, Delegation, Education, Experience, NewsItem
from tests.conftest import make_user, settle
from tests.profiles.test_markdown_upload import GIF
from tests.publications.papers import make_paper
from website import checks, dashboard
from website.models import Dismissal

INDEX = reverse("admin:index")
WRONG = "[a](www.zebrafinch.example.org)"


@pytest.fixture
def alice(alice):
    """Not new here: in the first week nothing to mend is listed."""
    return settle(alice)


def page(client, **query):
    return client.get(INDEX, query).content.decode()


def key_of(researcher, kind):
    groups = checks.find_issues(researcher, timezone.localdate())
    group = next(group for group in groups if group.check.name == kind)
    return group.issues[0].key(kind)


def press(client, view, researcher, **data):
    data |= {"record": researcher.slug}
    return client.post(reverse(f"admin:dashboard-{view}"), data, follow=True)


def test_dashboard_shows_drafts_and_issues(at_work, alice):
    NewsItem.objects.create(researcher=alice, date="2026", body=WRONG, published_at=None)
    html = page(at_work)
    assert "/alice-ahlgren/" in html
    assert f"{reverse('admin:profiles_newsitem_changelist')}?state=draft" in html
    assert "Links that look wrong" in html
    assert "#id_body" in html


def test_an_empty_record_says_how_to_begin(at_work):
    html = page(at_work)
    assert "Nothing yet" in html
    assert "Nothing to mend" not in html
    assert "First steps" not in html


def test_a_draft_is_led_step_by_step(at_work, alice):
    type(alice).objects.filter(pk=alice.pk).update(published_at=None, biography="A zoologist.")
    steps = at_work.get(INDEX).context["steps"]
    assert str(steps["following"].text) == "Add a photo"
    assert (steps["done"], steps["all"]) == (1, 9)
    html = page(at_work)
    assert "Say who you are" not in html
    assert html.index("First steps") < html.index("Publish the page")
    assert "#id_portrait" in html


def test_what_was_saved_is_followed_by_what_comes_next(at_work, alice):
    """On another page than this one, and not once the page is public."""
    item = reverse("admin:profiles_award_add")
    sent = {"name": "Prize", "researcher": alice.pk, "published_at_state": "draft"}
    saved = at_work.post(item, sent, follow=True).text
    assert 'class="next"' not in saved
    type(alice).objects.update(published_at=None)
    saved = at_work.post(item, sent, follow=True).text
    assert 'class="next"' in saved
    alice.refresh_from_db()
    profile = at_work.get(reverse("admin:profiles_researcher_change", args=[alice.pk]))
    step = dashboard.next_step(profile.wsgi_request, alice)
    assert str(step.text) == "Add your degrees", "not the photo, whose box is on this page"


def test_first_steps_end(at_work, alice):
    """The last is to publish: an old site, which not everybody has, keeps nobody."""
    picture = ContentFile(GIF, "me.gif")
    alice.biography, alice.published_at = "A zoologist.", None
    alice.portrait.save("me.gif", picture)
    Education.objects.create(researcher=alice, degree="PhD", organisation="Uppsala")
    Experience.objects.create(researcher=alice, role="Reader", organisation="Lund")
    paper = make_paper("Kelp", alice, owner=alice)
    paper.authorships.update(is_selected=True)
    steps = at_work.get(INDEX).context["steps"]
    assert str(steps["following"].text) == "Publish the page"
    assert [str(step.text) for step in steps["others"]] == [
        "Fill it in from ORCID, if you have an iD",
        "Import your old site, if you have one",
    ]
    press = '<button type="submit" class="button default" name="_publish" value="1">'
    assert press in page(at_work)
    at_work.post(reverse("admin:profiles_researcher_state", args=[alice.pk]), {"_publish": "1"})
    assert "First steps" not in page(at_work)


def test_a_delegate_who_may_not_publish_is_not_led_there(client, alice):
    type(alice).objects.filter(pk=alice.pk).update(published_at=None)
    user = make_user("delegate")
    Delegation.objects.create(researcher=alice, user=user, may_publish=False)
    client.force_login(user)
    html = page(client)
    assert "First steps" in html
    assert "Publish the page" not in html


def test_not_a_problem_is_remembered_and_taken_back(at_work, alice):
    NewsItem.objects.create(researcher=alice, date="2026", body=WRONG)
    press(at_work, "dismiss", alice, key=key_of(alice, "links"))
    assert "Links that look wrong" not in page(at_work)
    press(at_work, "recall", alice)
    assert "Links that look wrong" in page(at_work)


def test_only_what_is_found_can_be_dismissed(at_work, alice):
    press(at_work, "dismiss", alice, key="links:anything")
    assert not Dismissal.objects.exists()


def test_use_this_text(at_work, alice):
    award = Award.objects.create(researcher=alice, name="Prix PoincarÃ©")
    assert "Prix Poincaré" in page(at_work)
    press(at_work, "repair", alice, key=key_of(alice, "encoding"))
    award.refresh_from_db()
    assert award.name == "Prix Poincaré"


def test_a_text_changed_since_is_left_alone(at_work, alice):
    award = Award.objects.create(researcher=alice, name="Prix PoincarÃ©")
    key = key_of(alice, "encoding")
    Award.objects.update(name="Prix PoincarÃ© II")
    assert "changed in the meantime" in press(at_work, "repair", alice, key=key).content.decode()
    award.refresh_from_db()
    assert award.name == "Prix PoincarÃ© II"


def test_a_draft_writer_repairs_no_public_text(client, alice):
    award = Award.objects.create(researcher=alice, name="Prix PoincarÃ©")
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    press(client, "repair", alice, key=key_of(alice, "encoding"))
    award.refresh_from_db()
    assert award.name == "Prix PoincarÃ©"


def test_a_colleague_s_dashboard_is_not_there(at_work, bob):
    assert at_work.get(INDEX, {"record": bob.slug}).status_code == 404


@pytest.mark.parametrize("view", ["dismiss", "recall", "repair", "mend", "check-links"])
def test_a_colleague_s_buttons_are_not_there(at_work, bob, view):
    Dismissal.objects.create(researcher=bob, key="x")
    answer = at_work.post(reverse(f"admin:dashboard-{view}"), {"record": bob.slug, "key": "x"})
    assert answer.status_code == 404
    assert Dismissal.objects.exists()


def test_buttons_want_to_be_pressed(at_work, alice):
    address = reverse("admin:dashboard-recall")
    assert at_work.get(address, {"record": alice.slug}).status_code == 405


def test_nothing_of_a_colleague_shows(at_work, bob):
    NewsItem.objects.create(researcher=bob, date="2026", body=WRONG, published_at=None)
    assert "zebrafinch" not in page(at_work)


def test_a_delegate_sees_whom_they_help_and_an_ended_one_no_more(client, alice, bob):
    NewsItem.objects.create(researcher=alice, date="2026", body=WRONG, published_at=None)
    dora = make_user("dora")
    delegation = Delegation.objects.create(researcher=alice, user=dora)
    Delegation.objects.create(researcher=bob, user=dora)
    client.force_login(dora)
    assert "zebrafinch" in page(client, record=alice.slug)
    delegation.ends_at = timezone.now()
    delegation.save()
    assert client.get(INDEX, {"record": alice.slug}).status_code == 404
    assert "zebrafinch" not in page(client)


def test_latest_edits_forget_what_one_may_not_see_any_more(client, alice, bob):
    dora = make_user("dora")
    delegation = Delegation.objects.create(researcher=alice, user=dora)
    Delegation.objects.create(researcher=bob, user=dora)
    client.force_login(dora)
    NewsItem.objects.create(researcher=alice, date="2026", body="Zebrafinch", published_at=None)
    row = NewsItem.objects.get()
    list_url = reverse("admin:profiles_newsitem_changelist")
    client.post(list_url, {"action": "publish", "_selected_action": [row.pk]})
    assert "Your latest edits" in page(client)
    delegation.delete()
    assert "Zebrafinch" not in page(client)
    assert "bob-brandt" in page(client)


def test_a_manager_chooses_a_person(client, alice, bob, manager):
    client.force_login(manager)
    assert '<a href="?record=bob-brandt">Bob Brandt</a>' in page(client)
    assert "Bob Brandt</h2>" in page(client, researcher=bob.pk)
    html = page(client, record=bob.slug)
    assert "Bob Brandt</h2>" in html
    assert "All people" in html


def test_an_account_without_a_record_is_told_so(client, charlie):
    client.force_login(charlie)
    assert "not connected to a profile yet" in page(client)
