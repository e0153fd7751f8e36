"""The authors on the form of a paper: read from one list, drawn as names, kept as they were."""

import pytest
from django.urls import reverse

from publications.models import Authorship, Publication
from tests.conftest import make_researcher, make_user
from tests.cpu import user_seconds
from tests.isolation.forms import sent_by
from tests.publications.papers import make_paper
from tests.publications.test_admin_shared_papers import EMPTY, PAPER

pytestmark = pytest.mark.django_db
ADD = reverse("admin:publications_publication_add")
NAMES = reverse("admin:publications_publication_names")


def address(paper):
    return reverse("admin:publications_publication_change", args=[paper.pk])


def names(paper):
    return [row.name for row in paper.authorships.all()]


def save(client, paper, **values):
    return client.post(address(paper), sent_by(client.get(address(paper))) | values)


def with_authors(alice, count):
    paper = make_paper(f"Paper of {count}", alice, owner=alice)
    rows = [
        Authorship(publication=paper, position=place, given="Anna", family=f"Name{place}")
        for place in range(1, count)
    ]
    Authorship.objects.bulk_create(rows)
    return paper


def test_typed_authors_become_rows(at_work, alice):
    typed = "Ahlgren, Alice and E. Noether*; David Hilbert* et al."
    at_work.post(ADD, EMPTY | PAPER | {"authorships-add": typed})
    paper = Publication.objects.get()
    assert names(paper) == ["Alice Ahlgren", "E. Noether", "David Hilbert"]
    assert paper.et_al
    assert paper.authorships.get(family="Ahlgren").researcher == alice
    assert list(paper.authorships.values_list("is_equal", flat=True)) == [False, True, True]


def test_a_list_comes_behind_who_is_there(at_work, alice):
    paper = with_authors(alice, 3)
    before = list(paper.authorships.values("pk", "position"))
    save(at_work, paper, **{"authorships-add": "Emmy Noether"})
    assert names(paper)[3:] == ["Emmy Noether"]
    assert list(paper.authorships.values("pk", "position"))[:3] == before


@pytest.mark.parametrize("typed", ["***", "a; " * 1001, "x" * 50_001])
def test_what_is_no_list_is_a_message_and_stays_in_its_box(at_work, typed):
    answer = at_work.post(ADD, EMPTY | PAPER | {"authorships-add": typed})
    assert "No names were found" in answer.content.decode()
    assert sent_by(answer)["authorships-add"] == typed.strip()
    assert not Publication.objects.exists()


def test_what_was_typed_stays_where_another_box_is_wrong(at_work):
    answer = at_work.post(
        ADD, EMPTY | PAPER | {"title": "", "authorships-add": "E. Noether, D. Hilbert"}
    )
    sent = sent_by(answer)
    assert [sent[f"authorships-{place}-family"] for place in (0, 1)] == ["Noether", "Hilbert"]
    at_work.post(ADD, sent | {"title": "Notes"})
    assert names(Publication.objects.get()) == ["E. Noether", "D. Hilbert"]


@pytest.mark.parametrize("query", ["", "?boxes"])
def test_a_form_that_is_sent_as_it_came_changes_nothing(at_work, alice, query):
    paper = with_authors(alice, 14)
    columns = {"marks": "*", "particle": "von", "suffix": "Jr.", "is_equal": True}
    paper.authorships.filter(family="Name5").update(role="editor", position=0, **columns)
    before = list(Authorship.objects.values())
    at_work.post(address(paper), sent_by(at_work.get(address(paper) + query)))
    assert list(Authorship.objects.values()) == before


def test_many_authors_cost_little_more_than_few(at_work, alice):
    def cost(paper):
        seconds = []
        for _time in range(4):
            begin = user_seconds()
            page = at_work.get(address(paper))
            seconds.append(user_seconds() - begin)
        return min(seconds), len(page.content)

    few, many = cost(with_authors(alice, 3)), cost(with_authors(alice, 111))
    assert many[0] < 2 * few[0]
    assert many[1] < few[1] + 108 * 800


# --- The list as it is typed ------------------------------------------------------------------


def test_names_are_answered_as_rows(at_work):
    answer = at_work.post(NAMES, {"names": "Noether, Emmy and D. Hilbert et al."})
    sent = sent_by(answer)
    assert (sent["authorships-0-given"], sent["authorships-1-family"]) == ("Emmy", "Hilbert")
    assert 'data-et-al="true"' in answer.content.decode()


def test_names_may_be_hostile(at_work):
    page = at_work.post(NAMES, {"names": '<script>alert(1)</script>; "><img src=x>'})
    assert "<script" not in page.content.decode()
    assert "<img" not in page.content.decode()


def test_names_are_read_for_those_who_add_papers(client, at_work):
    assert at_work.get(NAMES).status_code == 405
    client.force_login(make_user("dora"))
    assert client.post(NAMES, {"names": "Emmy Noether"}).status_code == 404


# --- Who they are ------------------------------------------------------------------------------


def link(client, name):
    author = {"position": 1, "role": "author", "family": "Brandt", "researcher": name}
    data = {f"authorships-0-{key}": value for key, value in author.items()}
    return client.post(ADD, EMPTY | PAPER | {"authorships-TOTAL_FORMS": 1} | data)


def linked():
    return [row.researcher for row in Authorship.objects.all()]


def test_a_researcher_is_named_in_words(client, manager, bob):
    client.force_login(manager)
    link(client, " bob brandt")
    assert linked() == [bob]


def test_of_one_name_each_has_their_address(client, manager, bob):
    other = make_researcher("Bob Brandt", slug="b-brandt")
    client.force_login(manager)
    page = client.get(ADD).content.decode()
    assert '<option value="Bob Brandt (b-brandt)">' in page
    link(client, "Bob Brandt (b-brandt)")
    assert linked() == [other]


@pytest.mark.parametrize("name", ["Zebrafinch", "999999", "9" * 30, "Bob"])
def test_nobody_of_that_name(at_work, bob, name):
    answer = link(at_work, name)
    assert "Nobody here is called that" in answer.content.decode()
    assert not Authorship.objects.exists()


def test_a_draft_of_a_colleague_is_neither_shown_nor_linked(at_work, bob):
    bob.published_at = None
    bob.save()
    assert "Brandt" not in at_work.get(ADD).content.decode()
    for name in ("Bob Brandt", bob.pk):
        link(at_work, name)
    assert not Authorship.objects.exists()


def test_who_is_linked_is_shown_unless_their_pages_are_a_draft(at_work, alice, bob):
    paper = with_authors(alice, 1)
    Authorship.objects.create(publication=paper, position=2, family="Brandt", researcher=bob)
    pages = []
    for published_at in (bob.published_at, None):
        bob.published_at = published_at
        bob.save()
        pages.append(at_work.get(address(paper)).content.decode())
    assert [page.count("Has a page here") for page in pages] == [2, 1]
    assert ["<b>Bob Brandt</b>" in page for page in pages] == [True, False]
    save(at_work, paper)
    assert set(linked()) == {alice, bob}
