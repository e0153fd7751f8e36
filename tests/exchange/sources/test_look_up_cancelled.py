"""Cancel, pressed while services are asked: nothing of their answers is kept."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from exchange.news import affiliations
from exchange.news.refresh import look_for_news
from exchange.sources.client import Client
from publications import citation_counts
from publications.models import PendingImport
from publications.progress import Cancelled
from tests.exchange.sources.conftest import ORCID_WORKS
from tests.exchange.sources.test_fill_from_orcid import a_record
from tests.exchange.sources.test_look_up import LOOK_UP
from tests.publications import test_import_cancelled

at_work, pressed = test_import_cancelled.at_work, test_import_cancelled.pressed
shared = test_import_cancelled.shared
TEXT = "10.1234/kelp.2, arXiv:2301.01234"
UNDERSTOOD = "doi:10.1234/kelp.2 arxiv:2301.01234"


def test_in_the_box_the_text_stays(at_work, alice, services, pressed):
    services.say_usual()
    pressed("asking")
    answer = at_work.post(LOOK_UP, {"text": TEXT, "researcher": alice.pk, "understood": UNDERSTOOD})
    assert "Cancelled. Answers by then: 0; nothing of them is stored." in answer.content.decode()
    assert answer.context["form"]["text"].value() == TEXT
    assert not PendingImport.objects.exists()


def test_no_count_of_citations_is_kept_of_what_was_asked_before(alice, services, monkeypatch):
    """Jobs and degrees are asked for last."""

    def pressed(researcher, client):
        raise Cancelled

    kept = []
    monkeypatch.setattr(citation_counts, "are_wanted", lambda researcher: True)
    monkeypatch.setattr(citation_counts, "keep", lambda *args: kept.append(args))
    monkeypatch.setattr(affiliations, "activities_of", pressed)
    with pytest.raises(Cancelled):
        look_for_news(alice, Client())
    assert not kept


def test_while_news_is_looked_for_what_waits_stays_as_it_was(at_work, alice, services, pressed):
    services.say_usual()
    services.say(ORCID_WORKS.replace("works", "record"), a_record())
    alice.orcid = "0000-0002-1825-0097"
    alice.save()
    call_command("refresh", researcher=alice.slug)
    before = list(PendingImport.objects.values_list("pk", flat=True))
    assert before
    pressed("asking")
    url = reverse("admin:publications_importbatch_news")
    answer = at_work.post(url, {"record": alice.slug}, follow=True)
    assert "Cancelled. Answers by then" in answer.content.decode()
    assert list(PendingImport.objects.values_list("pk", flat=True)) == before
