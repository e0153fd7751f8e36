"""News drafted from a paper or an award: the form opens with a sentence, as a draft."""

import pytest
from django.urls import reverse

from profiles.models import Award, NewsItem
from publications.models import NewsMention, PublicationAward, Status, Venue
from tests.conftest import settle
from tests.publications.papers import make_paper

ADD = reverse("admin:profiles_newsitem_add")


def drafted(client, about):
    form = client.get(ADD, {"about": about}).context["adminform"].form
    return form.initial.get("body", "")


def accepted(alice, **kwargs):
    venue = Venue.objects.create(name="Networks", short_name="NSDI")
    values = {"short_name": "PipeMorph", "status": Status.ACCEPTED, "venue": venue, "date": "2026"}
    return make_paper("On Pipes", alice, owner=alice, **values | kwargs)


def test_news_is_drafted_from_a_paper(at_work, alice):
    paper = accepted(alice)
    text = "[[PipeMorph]] was accepted to NSDI 2026."
    assert drafted(at_work, f"paper-{paper.pk}") == text
    page = at_work.get(ADD, {"about": f"paper-{paper.pk}"}).text
    assert page.index('value="Publish"') < page.index('value="Save as draft"')  # as “Add news”
    data = {"date": "2026", "body": text, "position": 0}
    data |= {"mentions-TOTAL_FORMS": 0, "mentions-INITIAL_FORMS": 0}
    answer = at_work.post(ADD, data | {"published_at_state": "draft"}, follow=True)
    assert "saved as a draft" in (page := answer.content.decode())
    assert "Publish now" in page
    assert NewsMention.objects.get().publication == paper
    assert NewsItem.objects.get().body == text


def test_the_dashboard_offers_it_until_it_is_told(at_work, alice):
    paper = accepted(settle(alice))
    link = f"{ADD}?about=paper-{paper.pk}"
    assert link in at_work.get(reverse("admin:index")).content.decode()
    item = NewsItem.objects.create(researcher=alice, date="2026", body="x")
    NewsMention.objects.create(news_item=item, publication=paper)
    assert link not in at_work.get(reverse("admin:index")).content.decode()


def test_a_name_that_two_papers_have_is_not_used(at_work, alice):
    paper = accepted(alice)
    make_paper("Other", alice, short_name="PipeMorph")
    assert drafted(at_work, f"paper-{paper.pk}").startswith("[@on-pipes] was")


def test_an_award_of_a_paper_and_one_of_a_person(at_work, alice):
    paper = accepted(alice, status=Status.PUBLISHED)
    PublicationAward.objects.create(publication=paper, name="Best Paper Award")
    text = "[[PipeMorph]] was published in NSDI 2026. It received the Best Paper Award."
    assert drafted(at_work, f"paper-{paper.pk}") == text
    award = Award.objects.create(researcher=alice, name="Kelp Prize", awarder="the Academy")
    text = "Received the **Kelp Prize** from the Academy."
    assert drafted(at_work, f"award-{award.pk}") == text


def test_the_forms_of_both_lead_there(at_work, alice):
    paper = accepted(alice)
    award = Award.objects.create(researcher=alice, name="Kelp Prize")
    for form, about in (
        (reverse("admin:publications_publication_change", args=[paper.pk]), f"paper-{paper.pk}"),
        (reverse("admin:profiles_award_change", args=[award.pk]), f"award-{award.pk}"),
    ):
        assert f'href="{ADD}?about={about}"' in at_work.get(form).content.decode()


@pytest.mark.parametrize("about", ["paper-", "paper-x", "nothing-1", "paper-99999999999999999999"])
def test_about_nothing_is_an_empty_form(at_work, about):
    assert drafted(at_work, about) == ""


def test_a_colleague_s_draft_is_not_written_about(at_work, bob):
    paper = make_paper("Zebrafinch", bob, owner=bob, published_at=None)
    award = Award.objects.create(researcher=bob, name="Zebrafinch")
    assert drafted(at_work, f"paper-{paper.pk}") == ""
    assert drafted(at_work, f"award-{award.pk}") == ""
