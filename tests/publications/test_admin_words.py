"""What the admin says: in the singular for one, and with the way on."""

import pytest
from django.urls import reverse

from history import comparison
from profiles.folding import in_sentence
from profiles.models import Delegation
from publications.admin.import_pages import counted
from publications.importer.report import field_label
from publications.models import Publication
from tests.publications.admin_import import ADD, paste
from tests.publications.importing import KELP, take

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("count", "text"), [(1, "field kept"), (2, "fields kept")])
def test_one_field_is_kept_in_the_singular(count, text):
    [(_name, words, _count)] = counted({"conflicts": count})
    assert str(words).startswith(text)


@pytest.mark.parametrize(("name", "label"), [("arxiv", "arXiv"), ("doi", "DOI"), ("date", "Date")])
def test_a_column_is_called_as_it_is_written(name, label):
    assert field_label(name) == label
    assert comparison.label(Publication._meta.get_field(name)) == label


@pytest.mark.parametrize(
    ("title", "named"), [("On kelp.", "On kelp"), ("论海带。", "论海带"), ("Why...", "Why...")]
)
def test_a_title_ends_no_sentence_but_its_own(title, named):
    assert in_sentence(title) == named


def test_looking_in_vain_says_what_to_do(client, alice):
    client.force_login(alice.owner)
    address = reverse("admin:publications_authorshipsuggestion_changelist")
    answer = client.post(address, {"look": "1"}, follow=True).content.decode()
    assert "No other paper here prints one of your names." in answer
    assert "add it to your profile" in answer


@pytest.mark.parametrize("name", ["publication", "venue", "importbatch"])
def test_a_list_is_called_by_what_it_lists(client, alice, name):
    client.force_login(alice.owner)
    answer = client.get(reverse(f"admin:publications_{name}_changelist")).content.decode()
    assert "Select" not in answer.partition("<h1>")[2].partition("</h1>")[0]


def test_a_delegate_imports_for_their_own_page_unless_they_say_so(client, alice, bob):
    Delegation.objects.create(researcher=bob, user=alice.owner, may_publish=True)
    client.force_login(alice.owner)
    form = client.get(ADD).context["form"]
    assert form["researcher"].value() == alice.pk
    refused = paste(client, "@misc{a, title = {A}}", researcher="").context["form"]
    assert refused.errors["researcher"] == ["Choose whose papers these are."]


def test_a_manager_imports_for_whoever_is_named_unless_they_say_so(client, alice, manager):
    client.force_login(manager)
    assert client.get(ADD).context["form"]["researcher"].value() is None


def test_the_filter_of_imports_has_a_heading(client, alice, bob, manager):
    for person in (alice, bob):
        take(KELP, person)
    client.force_login(manager)
    shown = client.get(reverse("admin:publications_importbatch_changelist")).content.decode()
    assert "By researcher" in shown
