"""Papers that are here already and print a name that a researcher takes on, or comes with."""

import io

import pytest
from django.core.management import call_command
from django.urls import reverse

from profiles.models import Researcher
from publications.claims import look_for_papers
from publications.models import AuthorshipSuggestion
from tests.conftest import make_researcher
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(alice):
    return make_paper("Kelp", alice, "Bob Brandt", owner=alice)


def asked():
    rows = AuthorshipSuggestion.objects.all()
    return [(row.authorship.name, row.researcher.slug, row.state) for row in rows]


def test_new_colleague_is_asked_about_stored_papers(paper, bob):
    assert look_for_papers(bob, by_manager=True) == 1
    assert asked() == [("Bob Brandt", "bob-brandt", "pending")]
    assert look_for_papers(bob, by_manager=True) == 0


def test_by_oneself_it_is_a_find(paper, bob):
    look_for_papers(bob, by_manager=False)
    assert asked() == [("Bob Brandt", "bob-brandt", "found")]


def test_initials_where_the_family_name_is_one_persons(alice, bob):
    make_paper("Kelp", alice, "B. Brandt")
    assert look_for_papers(bob, by_manager=True) == 1
    assert AuthorshipSuggestion.objects.get().reason == "maybe"


def test_initials_that_may_be_anothers_are_not_asked_about(alice, bob):
    make_researcher("Berta Brandt")
    make_paper("Kelp", alice, "B. Brandt")
    assert look_for_papers(bob, by_manager=True) == 0


def test_a_draft_is_not_told_of(alice, bob):
    make_paper("Kelp", alice, "Bob Brandt", published_at=None)
    assert look_for_papers(bob, by_manager=True) == 0


def test_a_not_me_is_not_asked_again(paper, bob):
    look_for_papers(bob, by_manager=True)
    AuthorshipSuggestion.objects.update(state="refused")
    assert look_for_papers(bob, by_manager=True) == 0


def test_what_is_theirs_is_not_asked_about(alice, bob):
    make_paper("Kelp", bob, "Bob Brandt")
    assert look_for_papers(bob, by_manager=True) == 0


def test_queries_do_not_grow(alice, bob, django_assert_num_queries):
    for number in range(30):
        make_paper(f"Kelp {number}", alice, "Bob Brandt")
    with django_assert_num_queries(3):
        look_for_papers(bob, by_manager=True)


def test_a_new_researcher_of_the_command_line_is_asked(paper):
    err = io.StringIO()
    call_command("create_researcher", "Bob Brandt", stdout=io.StringIO(), stderr=err)
    assert asked() == [("Bob Brandt", "bob-brandt", "pending")]
    assert "1 paper here may be theirs" in err.getvalue()


def test_another_name_in_the_profile_is_looked_for(client, paper, bob):
    paper.authorships.filter(family="Brandt").update(given="Robert")
    client.force_login(bob.owner)
    save(client, bob, other_names="Robert Brandt")
    assert asked() == [("Robert Brandt", "bob-brandt", "found")]


def test_a_managers_edit_vouches(client, manager, paper, bob):
    paper.authorships.filter(family="Brandt").update(given="Robert")
    client.force_login(manager)
    page = save(client, bob, other_names="Robert Brandt").content.decode()
    assert asked() == [("Robert Brandt", "bob-brandt", "pending")]
    assert "1 paper here prints one of these names" in page


def test_a_profile_saved_as_it_was_asks_nothing(client, paper, bob):
    client.force_login(bob.owner)
    save(client, bob)
    assert asked() == []


def save(client, researcher, **fields):
    address = reverse("admin:profiles_researcher_change", args=[researcher.pk]) + "?_part=names"
    form = client.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if isinstance(value, str)}
    for formset in client.get(address).context["inline_admin_formsets"]:
        prefix = formset.formset.prefix
        data |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    data |= {"published_at_0": "2020-01-01", "published_at_1": "10:00:00"}
    answer = client.post(address, data | fields, follow=True)
    assert Researcher.objects.get(pk=researcher.pk).other_names == fields.get("other_names", "")
    return answer
