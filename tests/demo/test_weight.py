"""The homes of the demo lab and its own page: 15 KiB each, compressed, but for their pictures."""

import pytest

from profiles.models import Researcher
from tests.profiles.test_page_weight import weights

# Its page shows everything that Vitae can hold: fourteen sections, 111 authors, forty links.
WITH_EVERYTHING = "robin-example"


@pytest.mark.usefixtures("lab")
def test_each_home_weighs_at_most_fifteen_kib(client):
    found = {
        slug: sum(weights(client, f"/{slug}/").values())
        for slug in Researcher.objects.values_list("slug", flat=True)
    }
    assert found.pop(WITH_EVERYTHING) <= 17 * 1024
    assert {slug: weight for slug, weight in found.items() if weight > 15 * 1024} == {}


@pytest.mark.usefixtures("lab")
def test_the_page_of_the_lab_does(client):
    found = weights(client, "/")
    assert sum(found.values()) <= 15 * 1024, found
    assert len(found) <= 5, found
