"""A paper of a large collaboration: its form saves all but the names, which stay."""

import pytest
from django.urls import reverse

from publications.admin import authors
from tests.isolation.forms import sent_by
from tests.publications.papers import make_paper


@pytest.fixture
def paper(alice, monkeypatch):
    monkeypatch.setattr(authors, "MOST_AUTHORS", 2)
    return make_paper("Hands", alice, "Bob Brandt", "Emmy Noether", owner=alice)


def test_the_form_of_more_authors_than_it_holds_keeps_them(at_work, paper):
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    page = at_work.get(url)
    assert "This paper has 3 authors" in page.text
    assert "Noether" not in page.text
    assert at_work.post(url, sent_by(page) | {"title": "Many hands"}).status_code == 302
    paper.refresh_from_db()
    assert (paper.title, paper.authorships.count()) == ("Many hands", 3)


def test_the_form_of_as_many_as_it_holds_has_them(at_work, paper):
    paper.authorships.get(family="Noether").delete()
    page = at_work.get(reverse("admin:publications_publication_change", args=[paper.pk]))
    assert "Brandt" in page.text
