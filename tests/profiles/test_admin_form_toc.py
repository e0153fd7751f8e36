"""A long form lists its parts; a short one does not."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse

from tests.publications.papers import make_paper


@pytest.fixture
def page(client, alice):
    client.force_login(alice.owner)
    return lambda view, *args: client.get(reverse(f"admin:profiles_{view}", args=args))


def test_long_form_lists_its_parts(at_work, alice):
    paper = make_paper("Kelp", alice, owner=alice)
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    answer = at_work.get(url)
    html = answer.content.decode()
    toc = dict(answer.context["toc"])
    assert toc["links-heading"] == "Links and files"
    for place in toc:
        assert f'id="{place}"' in html


def test_a_short_form_has_none(page):
    assert page("award_add").context["toc"] == []


def test_a_row_is_added_in_plain_words(page, alice):
    html = page("researcher_change", alice.pk).content.decode()
    told = [json.loads(unescape(each)) for each in re.findall('data-inline-formset="(.*?)"', html)]
    assert "Add position" in [each["options"]["addText"] for each in told]


def test_what_is_being_added_is_not_public_yet(page):
    html = page("award_add").content.decode()
    assert "Published" in html
    assert "Published since" not in html
