"""Taking a paper apart in the admin: who may, what they see, and the way back."""

import pytest
from django.urls import reverse

from history.models import Revision
from publications import claims
from publications.models import AuthorshipSuggestion, Publication, Source
from tests.publications.importing import take
from tests.publications.test_split import ONE, TWO, dump, joined

pytestmark = pytest.mark.django_db
WORDS = "Make this a paper of its own"


@pytest.fixture
def paper(alice):
    return joined(alice)


def form(paper):
    return reverse("admin:publications_publication_change", args=[paper.pk])


def place(paper, key="two"):
    source = Source.objects.get(citation_key=key)
    return reverse("admin:publications_publication_split", args=[paper.pk, source.pk])


def split(client, paper):
    """As its page does: with what it showed."""
    paper.refresh_from_db()
    seen = {"seen": paper.updated_at.isoformat()}
    return client.post(place(paper), seen, follow=True)


def test_entry_is_split_off_in_the_admin(at_work, paper):
    page = at_work.get(form(paper)).content.decode()
    assert page.count(WORDS) == 2
    assert place(paper) in page
    shown = at_work.get(place(paper)).content.decode()
    assert "10.5555/two" in shown
    assert "Alice Ahlgren, Bob Brandt" in shown
    answer = split(at_work, paper)
    assert "is a paper of its own now" in answer.content.decode()
    assert Publication.objects.count() == 2
    assert WORDS not in answer.content.decode()


def test_looking_changes_nothing(at_work, paper):
    before = dump()
    at_work.get(place(paper))
    assert dump() == before


def test_what_was_changed_since_it_was_shown_is_shown_again(at_work, paper):
    seen = {"seen": paper.updated_at.isoformat()}
    claims.touch([paper.pk])
    answer = at_work.post(place(paper), seen, follow=True)
    assert "changed meanwhile" in answer.content.decode()
    assert Publication.objects.count() == 1


def test_the_way_back_stands_in_the_message(at_work, paper):
    before = dump()
    answer = split(at_work, paper)
    batch = paper.import_changes.latest("pk").batch
    undo = reverse("admin:publications_importbatch_undo", args=[batch.pk])
    assert undo in answer.content.decode()
    assert "exactly as it was" in at_work.get(undo).content.decode()
    at_work.post(undo)
    assert dump() == before


def test_both_have_a_version_of_it(at_work, paper, alice):
    split(at_work, paper)
    made = Revision.objects.filter(user=alice.owner).values_list("action", "name")
    assert sorted(made) == [("added", paper.title), ("changed", paper.title)]
    history = reverse("admin:publications_publication_history", args=[paper.pk])
    assert "became a paper of its own" in at_work.get(history).content.decode()


def test_a_confirmed_co_author_may_not(client, bob, paper):
    claims.confirm(AuthorshipSuggestion.objects.get(researcher=bob))
    client.force_login(bob.owner)
    assert WORDS not in client.get(form(paper)).content.decode()
    before = dump()
    for ask in (client.get, client.post):
        assert ask(place(paper)).status_code == 404
    assert dump() == before


def test_a_manager_may(client, paper, manager):
    client.force_login(manager)
    split(client, paper)
    assert Publication.objects.count() == 2


def test_an_entry_of_another_paper_is_not_there(at_work, alice, paper):
    take("@misc{other, title={Foam and its Uses}, author={Ahlgren, Alice}}", alice)
    assert at_work.post(place(paper, "other")).status_code == 404


def test_the_only_entry_stays(at_work, alice):
    take(ONE, alice)
    paper = Publication.objects.get()
    assert WORDS not in at_work.get(form(paper)).content.decode()
    answer = at_work.post(place(paper, "one"), follow=True)
    assert "the only entry" in answer.content.decode()


def test_its_words_do_nothing(at_work, alice):
    hostile = TWO.replace("Of", "<script>alert(1)</script>").replace("{five}", "{<b onclick=x>}")
    paper = joined(alice, ONE, hostile)
    assert "<b onclick" not in at_work.get(place(paper)).content.decode()
