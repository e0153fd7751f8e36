"""Rows put in order on a page of their own: parts of the home page, jobs, pages of the menu."""

import pytest
from django.urls import reverse
from django.utils import timezone

from profiles.admin.ordering import number
from profiles.models import Award, Delegation, Page, Section
from profiles.sections import home_sections

pytestmark = pytest.mark.django_db
SECTIONS = reverse("admin:profiles_section_order")
AWARDS = reverse("admin:profiles_award_order")


@pytest.fixture
def awards(alice):
    make = Award.objects.create
    return [make(researcher=alice, name=f"Award {n}", dates=f"{2020 + n}") for n in (1, 2, 3)]


def parts(researcher):
    return [part.kind for part in home_sections(researcher)]


def sent(keys, **ticks):
    return {f"place-{key}": place for place, key in enumerate(keys, 1)} | ticks


def kinds_with(first):
    rest = [str(kind) for kind in Section.Kind if kind not in (first, Section.Kind.TEXT)]
    return [first, *rest]


def test_section_is_moved_and_stored(at_work, alice, awards):
    """A part goes where it was put; a row is stored only for what differs from the usual."""
    alice.biography = "Hello"
    alice.save()
    assert parts(alice) == ["biography", "awards"]
    keys = kinds_with("awards")
    at_work.post(SECTIONS, sent(keys, **{f"on-{key}": "on" for key in keys}))
    assert parts(alice) == ["awards", "biography"]
    assert not alice.section_set.filter(kind="students").exists()


@pytest.mark.parametrize(
    ("is_public", "words"), [(True, "shows it now"), (False, "once the page is public")]
)
def test_what_is_said_of_it_is_true(at_work, alice, awards, is_public, words):
    type(alice).objects.update(published_at=timezone.now() if is_public else None)
    answer = at_work.post(AWARDS, sent([award.pk for award in awards]), follow=True)
    assert words in answer.content.decode()


def test_a_part_without_its_tick_is_not_shown(at_work, alice, awards):
    keys = kinds_with("biography")
    at_work.post(SECTIONS, sent(keys, **{f"on-{key}": "on" for key in keys if key != "awards"}))
    assert "awards" not in parts(alice)
    assert "line-through" not in at_work.get(SECTIONS).content.decode()


def test_an_order_of_ones_own_counts_until_it_is_taken_back(at_work, alice, awards):
    first, second, third = awards
    at_work.post(AWARDS, sent([second.pk, third.pk, first.pk]))
    (part,) = home_sections(alice)
    assert part.rows == [second, third, first]
    at_work.post(AWARDS, {"undo": ""})
    (part,) = home_sections(alice)
    assert part.rows == [third, second, first]


def test_a_number_that_is_none_goes_last(at_work, alice, awards):
    first, second, third = awards
    data = {f"place-{first.pk}": "x", f"place-{second.pk}": "7", f"place-{third.pk}": "-1"}
    at_work.post(AWARDS, data)
    assert home_sections(alice)[0].rows[0] == second


def test_a_text_that_was_saved_meanwhile_stays(alice):
    award = Award.objects.create(researcher=alice, name="Old")
    Award.objects.update(name="New")
    number([award], [str(award.pk)])
    award.refresh_from_db()
    assert (award.position, award.name) == (1, "New")


def test_pages_of_the_menu(at_work, alice):
    pages = [Page.objects.create(researcher=alice, title=t, slug=t.lower()) for t in ("A", "B")]
    at_work.post(reverse("admin:profiles_page_order"), sent([pages[1].pk, pages[0].pk]))
    assert list(Page.objects.all()) == pages[::-1]


def test_a_colleague_finds_no_such_page(client, alice, bob, awards):
    client.force_login(bob.owner)
    url = f"{AWARDS}?researcher={alice.pk}"
    assert client.get(url).status_code == 404
    assert client.post(url, sent([row.pk for row in awards])).status_code == 404
    assert not alice.section_set.exists()


def test_a_delegate_who_only_writes_drafts_orders_nothing(client, alice, charlie, awards):
    Delegation.objects.create(researcher=alice, user=charlie, may_publish=False)
    client.force_login(charlie)
    assert client.get(AWARDS).status_code == 404


def test_a_stranger_is_asked_to_sign_in(client, awards):
    assert client.get(AWARDS).status_code == 302


def test_a_manager_chooses_whose(admin_client, alice, bob, awards):
    answer = admin_client.get(f"{AWARDS}?researcher={alice.pk}")
    assert "Award 3" in answer.content.decode()
    assert f'value="{bob.pk}"' in answer.content.decode()
    assert admin_client.get(f"{AWARDS}?researcher=x").status_code == 404
