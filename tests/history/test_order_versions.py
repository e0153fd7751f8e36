"""Every order that was saved is kept, and comes back; one from a stale page loses nothing."""

import re

from django.urls import reverse

from history.models import Revision
from profiles.models import Award, Delegation, Page, Section
from tests.conftest import make_user
from tests.profiles.test_admin_order import awards, parts, sent  # noqa: F401

AWARDS = reverse("admin:profiles_award_order")
SECTIONS = reverse("admin:profiles_section_order")
VERSIONS = reverse("admin:profiles_award_order_versions")


def order(client, rows, url=AWARDS, **more):
    return client.post(url, sent([row.pk for row in rows]) | more)


def opened_on(client, url=AWARDS):
    html = client.get(url).content.decode()
    return {"_opened_on": re.search(r'name="_opened_on" value="(\w+)"', html)[1]}


def by_hand():
    return list(Award.objects.order_by("position"))


def test_earlier_order_is_restored(at_work, alice, awards):  # noqa: F811
    one, two, three = awards
    order(at_work, [three, one, two])
    order(at_work, [two, three, one])
    assert [v.action for v in Revision.objects.all()] == ["changed", "changed", "found"]
    newest, first, found = Revision.objects.all()
    assert newest.user == alice.owner
    html = at_work.get(VERSIONS).content.decode()
    assert '<li class="in"><ins>Award 2</ins></li>' in html
    at_work.post(VERSIONS, {"restore": first.pk})
    assert by_hand() == [three, one, two]
    at_work.post(VERSIONS, {"restore": found.pk})  # before the first one: newest first
    assert not Section.objects.filter(arrangement="manual").exists()
    assert Revision.objects.first().action == "restored"


def test_it_stands_among_what_happened(at_work, alice, awards):  # noqa: F811
    order(at_work, awards)
    url = reverse("admin:profiles_researcher_activity", args=[alice.pk])
    assert f'Order: <a href="{VERSIONS}?researcher={alice.pk}">Awards</a>' in (
        at_work.get(url).content.decode()
    )


def test_what_was_added_or_deleted_since_stays_so(at_work, alice, awards):  # noqa: F811
    one, two, three = awards
    order(at_work, [three, two, one])
    order(at_work, awards)
    two.delete()
    four = Award.objects.create(researcher=alice, name="Award 4", dates="2024")
    at_work.post(VERSIONS, {"restore": Revision.objects.all()[1].pk})
    assert by_hand() == [three, one, four]


def test_ticks_come_back(at_work, alice, awards):  # noqa: F811
    at_work.post(SECTIONS, sent(["awards", "biography"], **{"on-biography": "on"}))
    assert "awards" not in parts(alice)
    url = reverse("admin:profiles_section_order_versions")
    assert "(not shown)" in at_work.get(url).content.decode()
    at_work.post(url, {"restore": Revision.objects.last().pk})
    assert "awards" in parts(alice)


def test_the_second_is_told_and_sees_both(client, alice, awards):  # noqa: F811
    one, two, three = awards
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora)
    client.force_login(alice.owner)
    stale = opened_on(client)
    client.force_login(dora)
    order(client, [two, one, three])
    client.force_login(alice.owner)
    html = order(client, [three, two, one], **stale).content.decode()
    assert "dora changed this list while you had it open" in html
    assert re.findall(r"<li>(Award \d)</li>", html) == ["Award 2", "Award 1", "Award 3"]
    assert re.findall(r'order-label">(Award \d)<', html) == ["Award 3", "Award 2", "Award 1"]
    assert by_hand() == [two, one, three]
    order(client, [three, two, one], **opened_on(client))
    assert by_hand() == [three, two, one]


def test_a_part_added_meanwhile_keeps_its_tick(at_work, alice):
    new = Section.objects.create(researcher=alice, kind="text", heading="New", body="Text")
    at_work.post(SECTIONS, sent(["biography"], **{"on-biography": "on"}))
    new.refresh_from_db()
    assert new.is_shown


def test_another_s_version_is_not_put_back(client, alice, bob, awards):  # noqa: F811
    client.force_login(alice.owner)
    order(client, awards)
    version = Revision.objects.first()
    client.force_login(bob.owner)
    assert client.post(VERSIONS, {"restore": version.pk}).status_code == 404
    assert client.get(f"{VERSIONS}?researcher={alice.pk}").status_code == 404
    assert client.post(VERSIONS, {"restore": "x"}).status_code == 404


def test_an_order_without_a_change_is_no_version(at_work, alice):
    pages = [Page.objects.create(researcher=alice, title=t, slug=t.lower()) for t in ("A", "B")]
    for _again in range(2):
        order(at_work, pages, reverse("admin:profiles_page_order"))
    assert Revision.objects.count() == 1
