"""Cancel, pressed on a page that waits: the work ends, nothing is half-written, and it is said."""

from uuid import uuid4

import pytest
from django.urls import reverse

from publications.models import ImportBatch, PendingImport, Publication
from publications.progress import Cancelled, Progress
from tests.publications.admin_import import ADD, OPTIONS, form_of, paste, plan_url

ENTRY = "@article{a, title={Kelp}, author={Alice Ahlgren}, year={2020}}"


def progress_url(token):
    return reverse("admin:publications_importbatch_progress", args=[token])


@pytest.fixture
def at_work(client, alice):
    client.force_login(alice.owner)
    return client


@pytest.fixture
def shared(settings):
    """What two requests say to each other is kept: other tests count nothing."""
    settings.CACHES = settings.CACHES | {"counts": settings.CACHES["cards"]}


@pytest.fixture
def pressed(at_work, shared, monkeypatch):
    """`pressed(stage)`: the button is pressed as soon as the work comes to that stage."""
    monkeypatch.setattr("publications.progress.PAUSE", 0)
    say = Progress.__call__

    def at(stage):
        def spied(self, done, total=0):
            if self.stage == stage:
                monkeypatch.setattr(Progress, "__call__", say)
                say(self, done, total)
                at_work.post(progress_url(self.key.rpartition(":")[2]))
            say(self, done, total)

        monkeypatch.setattr(Progress, "__call__", spied)

    return at


def test_while_it_is_read_nothing_is_kept(at_work, pressed):
    pressed("reading")
    answer = paste(at_work, ENTRY)
    assert "Cancelled while it was read; nothing is stored." in answer.content.decode()
    assert ENTRY in answer.context["form"].data["text"]
    assert not PendingImport.objects.exists()


def test_while_it_is_compared_it_waits_among_the_unfinished(at_work, pressed):
    answer = paste(at_work, ENTRY)
    pressed("planning")
    page = at_work.get(answer.url, follow=True).content.decode()
    assert "Cancelled while it was compared" in page
    assert answer.url in page


def test_while_it_is_written_all_is_as_before_and_it_can_be_imported_again(at_work, pressed):
    page = at_work.get(paste(at_work, ENTRY).url).content.decode()
    pressed("writing")
    answer = at_work.post(plan_url(), form_of(page), follow=True)
    assert "Cancelled while it was imported; all is as it was before." in answer.content.decode()
    assert not Publication.objects.exists()
    assert not ImportBatch.objects.exists()
    at_work.post(plan_url(), form_of(answer.content.decode()))
    assert Publication.objects.count() == 1


def test_where_nothing_is_under_way_it_stops_nothing_later(at_work, shared):
    token = uuid4()
    at_work.post(progress_url(token))
    answer = at_work.post(ADD, OPTIONS | {"text": ENTRY, "token": token})
    assert answer.status_code == 302


def test_what_a_killed_request_left_stops_nothing_either(at_work, shared, alice):
    token = uuid4()
    left = Progress(alice.owner, token).at("reading")
    left.cancel()
    answer = at_work.post(ADD, OPTIONS | {"text": ENTRY, "token": token})
    assert answer.status_code == 302


def test_of_a_stranger_it_stops_nothing(client, shared, alice, bob):
    token = uuid4()
    progress = Progress(alice.owner, token).at("reading")
    client.force_login(bob.owner)
    client.post(progress_url(token))
    progress.last = 0
    progress(1)
    progress.cancel()
    progress.last = 0
    with pytest.raises(Cancelled):
        progress(2)
