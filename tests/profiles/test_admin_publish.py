"""Publishing is a button beside "Save", and the answer says the state and where."""

import re

import pytest
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.db.models import DateTimeField
from django.urls import reverse

from profiles.admin.forms import ScopedMixin
from profiles.models import Award, Delegation, NewsItem, Page
from publications.models import Authorship, Publication
from tests.isolation.forms import sent_by
from tests.profiles.test_admin_own_record import NEWS, researcher_form

BODY = "A text."
HEADLINE = "A <b>bold</b> claim"


@pytest.fixture
def draft(alice):
    values = {"date": "2025", "body": BODY, "headline": HEADLINE, "published_at": None}
    return NewsItem.objects.create(researcher=alice, **values)


def address(row, page):
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}"
    return reverse(name, args=[row.pk])


def said(answer):
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def save(client, row, button, **more):
    sent = NEWS | {"body": row.body, "headline": row.headline, button: "1"} | more
    return client.post(address(row, "change"), sent)


def buttons(html):
    row = html[html.index('class="submit-row"') :]
    return re.findall(r'<input type="submit"\s+value="([^"]+)"', row)[:3]


def test_publish_button_says_the_address(at_work, draft):
    answer = said(save(at_work, draft, "_publish"))
    draft.refresh_from_db()
    assert draft.is_public
    url = f"http://testserver/alice-ahlgren/news/#news-{draft.pk}"
    assert f'is public: <a href="{url}" id="address-{draft.pk}">{url}</a>' in answer
    assert f'data-copy="address-{draft.pk}"' in answer
    assert "A &lt;b&gt;bold&lt;/b&gt; claim" in answer


def test_a_title_that_is_a_sentence_ends_once(at_work, alice):
    """In messages; and in quotation marks, without its own full stop."""
    award = Award.objects.create(researcher=alice, name="Tides go out.", published_at=None)
    form = sent_by(at_work.get(address(award, "change"))) | {"_unpublish": "1"}
    answer = said(at_work.post(address(award, "change"), form))
    link = f'<a href="{address(award, "change")}">Tides go out</a>'
    assert f"<q>{link}</q> is saved as a draft. " in answer


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_no_day_that_another_time_zone_has_no_year_for(at_work, draft, day):
    boxes = {"published_at_state": "from", "published_at_0": day, "published_at_1": "23:59:59"}
    assert "Enter a valid date." in save(at_work, draft, "_save", **boxes).content.decode()
    other_moments = ScopedMixin.formfield_overrides[DateTimeField]["form_class"]()
    with pytest.raises(ValidationError, match="Enter a valid date"):
        other_moments.clean([day, "00:00:00"])
    assert at_work.post(address(draft, "state"), {"_schedule": "1"} | boxes).status_code == 302
    draft.refresh_from_db()
    assert draft.published_at is None


def test_unpublish_saves_the_text_too(at_work, draft):
    save(at_work, draft, "_publish")
    save(at_work, draft, "_unpublish", body="Another text.")
    draft.refresh_from_db()
    assert (draft.state, draft.body) == ("draft", "Another text.")


def test_the_button_is_the_one_that_the_state_lacks(at_work, alice, draft):
    change = address(draft, "change")
    assert buttons(at_work.get(change).content.decode())[:2] == ["Save", "Publish"]
    save(at_work, draft, "_publish")
    assert buttons(at_work.get(change).content.decode())[:2] == ["Save", "Unpublish"]
    new = at_work.get(reverse("admin:profiles_newsitem_add")).content.decode()
    assert buttons(new)[:2] == ["Publish", "Save as draft"]


def test_a_draft_is_published_from_the_answer(at_work, draft):
    answer = save(at_work, draft, "_unpublish")
    button = f'<button form="answer" formaction="{address(draft, "state")}" name="_publish"'
    assert f"saved as a draft. {button}" in said(answer)
    page = at_work.get(answer.url).content.decode()
    assert re.search('<form id="answer" method="post" hidden>\\s*<input[^>]*csrfmiddleware', page)
    back = reverse("admin:profiles_newsitem_changelist")
    answer = at_work.post(address(draft, "state"), {"_publish": "1", "next": back})
    draft.refresh_from_db()
    assert (answer.url, draft.is_public) == (back, True)


def test_no_address_elsewhere_is_gone_to(at_work, draft):
    sent = {"_publish": "1", "next": "https://example.org/"}
    assert at_work.post(address(draft, "state"), sent).url == address(draft, "change")


def test_following_the_address_publishes_nothing(at_work, draft):
    assert at_work.get(address(draft, "state")).url == address(draft, "change")
    at_work.get(address(draft, "state"), {"_publish": "1"})
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_what_has_no_page_is_in_the_cv(at_work, alice):
    award = Award.objects.create(researcher=alice, name="Prize", published_at=None)
    answer = said(at_work.post(address(award, "state"), {"_publish": "1"}))
    assert f"http://testserver/alice-ahlgren/cv/#award-{award.pk}" in answer


def test_one_s_own_page(at_work, alice):
    answer = at_work.post(address(alice, "change"), researcher_form(alice) | {"_publish": "1"})
    assert "Your page is public: " in said(answer)
    assert "http://testserver/alice-ahlgren/" in said(answer)


def test_a_row_of_a_page_that_is_a_draft_says_so(at_work, alice, draft):
    alice.published_at = None
    alice.save()
    answer = said(save(at_work, draft, "_publish"))
    assert "Visitors see it once the page is public." in answer
    assert "http://" not in answer
    assert f'formaction="{address(alice, "state")}" name="_publish"' in answer


def test_a_scheduled_row_says_when(at_work, draft):
    later = {"published_at_state": "from", "published_at_0": "2127-03-03", "published_at_1": ""}
    answer = said(save(at_work, draft, "_save", **later))
    assert "is saved. Visitors see it from 3 March 2127" in answer
    assert "Publish now" in answer


def test_who_may_not_publish_has_no_button_and_no_way(client, alice, bob, draft):
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    client.force_login(bob.owner)
    assert "publish" not in "".join(buttons(client.get(address(draft, "change")).content.decode()))
    answer = save(client, draft, "_publish")
    assert "saved as a draft. " in said(answer)
    assert "Publish now" not in said(answer)
    assert client.post(address(draft, "state"), {"_publish": "1"}).status_code == 404
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_a_colleagues_paper_leaves_one_s_own_page_alone(at_work, alice, bob):
    paper = Publication.objects.create(title="Shared", slug="shared", owner=bob)
    for place, person in enumerate((alice, bob)):
        Authorship.objects.create(publication=paper, researcher=person, position=place)
    at_work.post(address(paper, "state"), {"_unpublish": "1"})
    paper.refresh_from_db()
    assert paper.is_public
    assert Authorship.objects.get(researcher=alice).is_hidden


def test_deleting_offers_to_undo_it(at_work, alice):
    page = Page.objects.create(researcher=alice, title="<i>Soft</i>", slug="soft", body="x")
    answer = at_work.post(address(page, "delete"), {"post": "yes"})
    assert "“&lt;i&gt;Soft&lt;/i&gt;” is deleted. " in said(answer)
    undo = re.search(r'formaction="([^"]+)" name="undo"', said(answer))[1]
    at_work.post(undo, {"undo": "1"})
    assert Page.objects.get().title == "<i>Soft</i>"


def test_a_drafter_is_offered_no_undo_of_what_was_public(client, alice, bob):
    """They cannot delete it either; of a draft they can."""
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    client.force_login(bob.owner)
    row = Award.objects.create(researcher=alice, name="Prize", published_at=None)
    answer = client.post(address(row, "delete"), {"post": "yes"})
    assert 'name="undo"' in said(answer)
