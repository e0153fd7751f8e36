"""Forged rows of delegates."""

from django.urls import reverse

from profiles.models import Delegation


def test_a_delegate_named_twice_is_told(client, alice, bob):
    """The row that is there is left out of what is sent."""
    Delegation.objects.create(researcher=alice, user=bob.owner)
    client.force_login(alice.owner)
    prefixes = ("links", "affiliations", "advisorships", "section_set", "delegations")
    counts = {f"{p}-{c}_FORMS": 0 for p in prefixes for c in ("TOTAL", "INITIAL")}
    data = {"display_name": "Alice Ahlgren", "email_display": "hidden", "portrait_shape": "rounded"}
    data["portrait_side"] = "start"
    data |= {"theme": "moss", "layout": "centred"}
    data |= counts | {"delegations-TOTAL_FORMS": 1, "delegations-0-account": "bob"}
    data |= {"former_slugs-TOTAL_FORMS": 0, "former_slugs-INITIAL_FORMS": 0}
    response = client.post(reverse("admin:profiles_researcher_change", args=[alice.pk]), data)
    assert "This account is in the list already." in response.content.decode()
