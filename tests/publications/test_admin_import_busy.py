"""The server reads and plans one import of an account at a time."""

import errno

import pytest

from profiles import disk
from profiles.disk import Busy, one_at_a_time
from publications.admin.imports import planning_of
from publications.models import PendingImport, Publication
from tests.publications.admin_import import form_of, paste, plan_of, plan_url
from tests.publications.importing import KELP


@pytest.fixture
def busy(alice):
    with one_at_a_time(planning_of(alice.owner)):
        yield


def test_another_plan_waits(at_work, alice):
    page = plan_of(at_work, KELP)
    with one_at_a_time(planning_of(alice.owner)):
        answer = at_work.get(plan_url())
        assert (answer.status_code, answer["Refresh"]) == (429, f"3; url={plan_url()}")
        answer = at_work.post(plan_url(), form_of(page))
        assert "What you ticked last was not taken" in answer.content.decode()
    assert not Publication.objects.exists()
    assert at_work.get(plan_url()).status_code == 200


def test_another_upload_is_sent_again_and_its_text_stays(at_work, busy):
    page = paste(at_work, KELP).content.decode()
    assert "Another upload of yours is being read" in page
    assert "Growing Consensus" in page
    assert not PendingImport.objects.exists()


def test_another_account_does_not_wait(client, bob, busy):
    client.force_login(bob.owner)
    assert "Growing Consensus" in plan_of(client, KELP)


def test_what_failed_lets_the_next_one_in(alice):
    planning = planning_of(alice.owner)
    with pytest.raises(ZeroDivisionError), one_at_a_time(planning):
        1 / 0  # noqa: B018
    with one_at_a_time(planning), pytest.raises(Busy), one_at_a_time(planning):
        pass


def test_where_no_file_can_be_made_nobody_waits(alice, settings, tmp_path):
    (tmp_path / "planning").write_text("")
    with one_at_a_time(planning_of(alice.owner)), one_at_a_time(planning_of(alice.owner)):
        pass


def test_where_the_disk_takes_no_lock_nobody_waits(alice, monkeypatch):
    def flock(handle, how):
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(disk, "flock", flock)
    with one_at_a_time(planning_of(alice.owner)), one_at_a_time(planning_of(alice.owner)):
        pass
