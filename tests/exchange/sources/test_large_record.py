"""A record of 400 works: few questions, the page hears how far it is, and a stop leaves nothing."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from exchange.sources import client as asking
from publications.models import PendingImport, Publication
from publications.progress import Progress
from tests.exchange.sources.conftest import orcid_group, orcid_work
from tests.exchange.sources.test_fill_from_orcid import FILL, IDENTIFIER, RECORD, a_record

COUNT = 400
WORKS = RECORD.replace("record", "works")


@pytest.fixture
def large(services, client, alice):
    """`large()` presses the button of “Fill in from ORCID”."""
    works = [orcid_work(number, f"The tides of {number}") for number in range(1, COUNT + 1)]
    services.say(RECORD, a_record())
    services.say(WORKS, {"group": [orcid_group(work) for work in works]})
    for at in range(0, COUNT, 100):
        some = works[at : at + 100]
        codes = ",".join(str(work["put-code"]) for work in some)
        services.say(f"{WORKS}/{codes}", {"bulk": [{"work": work} for work in some]})
    client.force_login(alice.owner)
    return lambda: client.post(FILL, {"orcid": IDENTIFIER, "state": "publish"})


def test_it_takes_six_questions_and_the_page_hears_of_each(large, services, monkeypatch):
    heard = []
    monkeypatch.setattr(Progress, "__call__", lambda self, *far: heard.append((self.stage, *far)))
    large()
    assert len(services.asked) == 6
    assert [far for stage, *far in heard if stage == "asking"] == [
        [0, 0],
        *([n] for n in range(1, 7)),
    ]
    with ZipFile(BytesIO(PendingImport.objects.get().data)) as archive:
        assert len(json.loads(archive.read("works.json"))) == COUNT


def test_a_process_that_ends_on_the_way_leaves_nothing_and_it_is_pressed_again(
    large, services, monkeypatch, client
):
    """What nobody catches, as the end of a process: nothing is stored, and no file is left."""
    ask, times = asking.web_client.ask, []

    def stopped(*arguments, **options):
        times.append(1)
        if len(times) == last:
            raise SystemExit
        return ask(*arguments, **options)

    monkeypatch.setattr(asking.web_client, "ask", stopped)
    for last in (1, 3, 6):  # noqa: B007, read by `stopped`
        times.clear()
        with pytest.raises(SystemExit):
            large()
        assert not PendingImport.objects.exists()
    times.clear()
    monkeypatch.setattr(asking.web_client, "ask", ask)
    plan = large().url
    page = client.get(plan)
    client.post(plan, {"digest": page.context["digest"]})
    assert Publication.objects.count() == COUNT
