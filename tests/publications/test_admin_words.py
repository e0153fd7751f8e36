"""What the admin says: in the singular for one, and with the way on."""

import pytest
from django.urls import reverse

from publications.admin.batch_page import counted

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("count", "text"), [(1, "field kept"), (2, "fields kept")])
def test_one_field_is_kept_in_the_singular(count, text):
    [(_name, words, _count)] = counted({"conflicts": count})
    assert str(words).startswith(text)


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
