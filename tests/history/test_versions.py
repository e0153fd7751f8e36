"""Versions in the admin: kept at each save, listed, compared, restored."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from history import snapshots
from history.models import Revision
from profiles import versions
from profiles.models import Award, Delegation, NewsItem, Talk, TalkLink
from tests.conftest import make_user
from tests.profiles.test_admin_own_record import NEWS, researcher_form

CHANGE = "admin:profiles_newsitem_change"


@pytest.fixture
def news(alice):
    return NewsItem.objects.create(researcher=alice, date="2025-11", body="The first text.")


def edit(client, row, body, **more):
    answer = client.post(reverse(CHANGE, args=[row.pk]), NEWS | {"body": body} | more)
    assert answer.status_code == 302
    return answer


def page(client, view, *args):
    return client.get(reverse(f"admin:profiles_newsitem_{view}", args=args)).content.decode()


def test_earlier_text_is_compared_and_restored(at_work, news):
    edit(at_work, news, "The second text.")
    html = page(at_work, "history", news.pk)
    assert "<del>first</del><ins>second</ins>" in html
    assert "<strong>alice</strong>" in html
    first = snapshots.revisions_of(news).last()
    assert first.action == "found"  # how it stood before anybody saved it in the admin
    at_work.post(
        reverse("admin:profiles_newsitem_restore", args=[news.pk, first.pk]), {"chosen": "body"}
    )
    news.refresh_from_db()
    assert news.body == "The first text."
    assert [r.action for r in snapshots.revisions_of(news)] == ["restored", "changed", "found"]


def test_two_versions_are_compared(at_work, news):
    edit(at_work, news, "The second text.")
    edit(at_work, news, "The third text.")
    one, two = snapshots.revisions_of(news).order_by("pk")[:2]
    html = at_work.get(
        reverse("admin:profiles_newsitem_compare", args=[news.pk]),
        {"from": two.pk, "to": one.pk},
    ).content.decode()
    assert "<del>first</del><ins>second</ins>" in html


def test_a_browsers_line_breaks_are_no_change(at_work, news):
    NewsItem.objects.update(body="One line.\nAnother.")
    edit(at_work, news, "One line.\r\nAnother.", headline="New")
    assert Revision.objects.first().state["fields"]["body"] == "One line.\nAnother."
    news.refresh_from_db()
    assert news.body == "One line.\nAnother."
    assert "Another." not in page(at_work, "history", news.pk)


def test_saving_without_a_change_makes_no_version(at_work, news):
    edit(at_work, news, "The second text.")
    edit(at_work, news, "The second text.")
    assert Revision.objects.count() == 2


def test_what_is_not_ticked_stays(at_work, news):
    edit(at_work, news, "The second text.", headline="A headline", date="2024")
    first = snapshots.revisions_of(news).last()
    at_work.post(
        reverse("admin:profiles_newsitem_restore", args=[news.pk, first.pk]), {"chosen": "date"}
    )
    news.refresh_from_db()
    assert (news.body, news.headline) == ("The second text.", "A headline")
    assert news.date.stored == "2025-11"


def test_a_version_does_not_publish_or_withdraw(at_work, news):
    edit(at_work, news, "The second text.", published_at_0="", published_at_1="")
    first = snapshots.revisions_of(news).last()
    at_work.post(
        reverse("admin:profiles_newsitem_restore", args=[news.pk, first.pk]),
        {"chosen": ["body", "published_at"]},
    )
    news.refresh_from_db()
    assert news.body == "The first text."
    assert news.state == "draft"


def test_publishing_from_the_list_is_a_version(at_work, news):
    data = {"action": "withdraw", "_selected_action": [news.pk]}
    at_work.post(reverse("admin:profiles_newsitem_changelist"), data)
    assert "Publish on" in page(at_work, "history", news.pk)


def test_translations_are_texts_of_their_own(at_work, news):
    edit(at_work, news, "The first text.", body__zh_hans="一段文字。")
    assert "<ins>一段文字。</ins>" in page(at_work, "history", news.pk)
    first = snapshots.revisions_of(news).last()
    at_work.post(
        reverse("admin:profiles_newsitem_restore", args=[news.pk, first.pk]),
        {"chosen": "body@zh-hans"},
    )
    news.refresh_from_db()
    assert news.translations == {}


def test_rows_of_a_form_come_back_too(at_work, alice):
    url = reverse("admin:profiles_researcher_change", args=[alice.pk]) + "?_part=links"
    link = {"links-TOTAL_FORMS": 1, "links-0-kind": "github", "links-0-url": "https://github.com/a"}
    at_work.post(url, researcher_form(alice, **link | {"links-0-position": 0}))
    row = alice.links.get()
    gone = {"links-INITIAL_FORMS": 1, "links-0-id": row.pk, "links-0-DELETE": "on"}
    gone |= link | {"links-0-researcher": alice.pk, "links-0-position": 0}
    at_work.post(url, researcher_form(alice, **gone))
    assert not alice.links.exists()
    version = snapshots.revisions_of(alice)[1]
    restore = reverse("admin:profiles_researcher_restore", args=[alice.pk, version.pk])
    assert "https://github.com/a" in at_work.get(restore).content.decode()
    at_work.post(restore, {"chosen": "profiles.researcherlink"})
    assert alice.links.get().url == "https://github.com/a"


def test_only_so_many_versions_are_kept(alice, news, monkeypatch):
    monkeypatch.setattr("history.snapshots.KEPT", 3)
    for number in range(6):
        NewsItem.objects.filter(pk=news.pk).update(body=f"Text {number}")
        snapshots.save_revision(news, alice.owner)
    kept = snapshots.revisions_of(news)
    assert [row.state["fields"]["body"] for row in kept] == ["Text 5", "Text 4", "Text 3"]


def test_versions_of_an_import_are_no_more(news, monkeypatch):
    monkeypatch.setattr("history.snapshots.KEPT", 3)
    for number in range(6):
        with snapshots.track_many(NewsItem.objects.all(), None, Revision.Action.IMPORTED):
            NewsItem.objects.update(body=f"Text {number}.")
    bodies = [version.state["fields"]["body"] for version in Revision.objects.all()]
    assert sorted(bodies) == ["Text 3.", "Text 4.", "Text 5."]


def test_a_person_who_leaves_takes_all_along(alice, bob, news):
    snapshots.save_revision(news, alice.owner)
    other = NewsItem.objects.create(researcher=bob, date="2025", body="Bob's.")
    snapshots.save_revision(other, alice.owner)
    alice.delete()
    get_user_model().objects.get(pk=alice.owner_id).delete()
    assert [(row.object_id, row.user) for row in Revision.objects.all()] == [(other.pk, None)]


def test_who_writes_drafts_reads_the_versions_of_what_is_public(client, alice, news):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    version = snapshots.save_revision(news, alice.owner)
    NewsItem.objects.update(body="The second text.")
    snapshots.save_revision(news, alice.owner)
    client.force_login(dora)
    html = page(client, "history", news.pk)
    assert "<ins>second</ins>" in html
    assert "ask somebody who may publish" in html
    restore = reverse("admin:profiles_newsitem_restore", args=[news.pk, version.pk])
    assert restore not in html
    assert client.post(restore, {"chosen": "body"}).status_code == 404


def test_a_version_leaves_the_place_in_the_list_alone(at_work, alice):
    award = Award.objects.create(researcher=alice, name="One", dates="2020", position=3)
    version = snapshots.save_revision(award, alice.owner)
    Award.objects.update(name="Two", position=1)
    versions.restore(version, Award.objects.get(), ["name", "position"], alice.owner)
    award.refresh_from_db()
    assert (award.name, award.position) == ("One", 1)


def test_rights_stand_in_the_log_and_are_told_to_who_gives_them(client, alice):
    dora = make_user("dora")
    url = reverse("admin:profiles_researcher_change", args=[alice.pk]) + "?_part=delegates"
    new = {"delegations-TOTAL_FORMS": 1, "delegations-0-account": "dora"}
    client.force_login(alice.owner)
    client.post(url, researcher_form(alice, **new | {"delegations-0-may_publish": "on"}))
    client.post(reverse("admin:profiles_researcher_address", args=[alice.pk]), {"slug": "ahlgren"})
    told = reverse("admin:profiles_researcher_history", args=[alice.pk])
    html = client.get(told).content.decode()
    assert "Added delegate “dora → Alice Ahlgren”." in html
    assert "Moved from /alice-ahlgren/ to /ahlgren/." in html
    client.force_login(dora)
    assert "dora → Alice" not in client.get(told).content.decode()


def test_old_versions_go_by_command(alice, news, capsys):
    for body in ("One", "Two"):
        NewsItem.objects.filter(pk=news.pk).update(body=body)
        snapshots.save_revision(news, alice.owner)
    other = NewsItem.objects.create(researcher=alice, date="2025", body="Gone.")
    snapshots.save_revision(other, alice.owner, "deleted")
    Revision.objects.update(made_at=timezone.now() - timedelta(days=400))
    call_command("prune_history")
    assert "Deleted 2 versions older than 365 days." in capsys.readouterr().out
    assert snapshots.revisions_of(news).get().state["fields"]["body"] == "Two"


def test_a_row_that_hangs_on_anothers_now_stays_there(at_work, alice, bob):
    """As a merge of two papers leaves it: an old version brings back a copy."""
    own, other = (Talk.objects.create(researcher=who, title="T") for who in (alice, bob))
    link = TalkLink.objects.create(talk=own, url="https://example.org/")
    version = snapshots.save_revision(own, alice.owner)
    TalkLink.objects.update(talk=other)
    versions.restore(version, own, ["profiles.talklink"], alice.owner)
    link.refresh_from_db()
    assert link.talk == other
    assert own.links.get().url == link.url
