"""An address that no path can hold is kept out by the database itself, not by forms alone."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q

from profiles.models import Award, Page
from profiles.slugs import IsAddress
from tests.conftest import make_researcher
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
BAD = ["Zoë", "名", "a b", "a/b", "", "a.b", "a\n", "²"]


@pytest.mark.parametrize("slug", ["ada-lovelace", "A_1", "-", "0"])
def test_allowed_slug_is_stored(slug, client):
    make_researcher("Ada Lovelace", slug=slug)
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("slug", BAD)
def test_it_refuses(slug, alice):
    paper = make_paper("Tides", alice)
    page = Page.objects.create(researcher=alice, title="Join", slug="join")
    for row in (alice, paper, page):
        with pytest.raises(IntegrityError), transaction.atomic():
            type(row).objects.filter(pk=row.pk).update(slug=slug)


@pytest.mark.parametrize(("slug", "holds"), [("A_1", True), ("a b", False), ("", False)])
def test_a_form_can_ask_the_rule_of_a_value(slug, holds, caplog):
    """Django asks the database, and takes an error of it for a yes."""
    assert Q(IsAddress("slug")).check({"slug": slug}) == holds
    assert not caplog.records


def test_a_language_has_the_form_of_one(alice):
    award = Award(researcher=alice, name="Prize", alternate_language='zh"><b>', dates="2024")
    with pytest.raises(ValidationError, match="alternate_language"):
        award.full_clean()
    award.alternate_language = "zh-Hans"
    award.full_clean()
