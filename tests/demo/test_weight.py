"""The homes of the demo lab and its own page: 15 KiB each, compressed, but for their pictures."""

import pytest

from profiles.models import Researcher
from tests.profiles.test_page_weight import weights


@pytest.mark.usefixtures("lab")
def test_each_home_weighs_at_most_fifteen_kib(client):
    """Robin's too, which has all that Vitae can show: 14 sections, 111 authors, 40 links."""
    found = {
        slug: sum(weights(client, f"/{slug}/").values())
        for slug in Researcher.objects.values_list("slug", flat=True)
    }
    assert "robin-example" in found
    assert {slug: weight for slug, weight in found.items() if weight > 15 * 1024} == {}


@pytest.mark.usefixtures("lab")
def test_the_page_of_the_lab_does(client):
    found = weights(client, "/")
    assert sum(found.values()) <= 15 * 1024, found
    assert len(found) <= 5, found
