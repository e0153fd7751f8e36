"""import_site PATH: what it prints, whose profile it makes or fills, and its exit codes."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from exchange.site_import import importer
from profiles.models import Award, Researcher
from publications.importer import PlanOutdated
from publications.models import Publication
from tests.exchange.site_import.importing import record, tree_of


def run(*args):
    """(exit code, standard output, message)."""
    out, message, code = io.StringIO(), "", 0
    try:
        call_command("import_site", *map(str, args), stdout=out)
    except CommandError as error:
        code, message = error.returncode, str(error)
    return code, out.getvalue(), message


@pytest.fixture
def site(tmp_path, monkeypatch):
    tree_of(tmp_path / "site", **{"index.md": "Hello"})
    made = record()
    monkeypatch.setattr(importer, "read", lambda tree: made)
    return tmp_path / "site"


def test_it_imports_and_says_how_to_undo(site, alice):
    code, out, _message = run(site, "--researcher", alice.slug)
    assert code == 0
    assert "newsitem: 2 new" in out
    assert "undo it with: manage.py undo_import" in out
    code, out, _message = run(site, "--researcher", alice.slug)
    assert (code, Award.objects.count()) == (0, 1)
    assert "nothing was changed" in out


def test_a_dry_run_reports_the_same_and_writes_nothing(site, alice):
    code, told, _message = run(site, "--researcher", alice.slug, "--dry-run", "--json")
    assert (code, Award.objects.count(), Publication.objects.count()) == (0, 0, 0)
    _code, done, _message = run(site, "--researcher", alice.slug, "--json")
    told, done = json.loads(told), json.loads(done)
    assert done.pop("batch")
    assert told.pop("batch") is None
    assert told == done


def test_an_unknown_researcher_is_told_with_those_like_it(site, alice):
    code, _out, message = run(site, "--researcher", "alice-algren")
    assert code == 1
    assert "Did you mean alice-ahlgren?" in message


def test_nothing_to_read_is_one_line(tmp_path, alice):
    code, _out, message = run(tmp_path / "nowhere", "--researcher", alice.slug)
    assert code == 1
    assert "nowhere" in message


def test_who_is_always_overtaken_is_told_in_one_line(site, alice, monkeypatch):
    def overtake(self, batch):
        raise PlanOutdated

    monkeypatch.setattr(importer.SiteWriter, "write", overtake)
    code, _out, message = run(site, "--researcher", alice.slug)
    assert (code, Publication.objects.count()) == (1, 0)
    assert "Try again" in message


def test_something_refused_is_exit_code_2(site, alice, monkeypatch):
    made = record()
    del made.rows[3].values["name"]
    monkeypatch.setattr(importer, "read", lambda tree: made)
    code, out, message = run(site, "--researcher", alice.slug)
    assert (code, Award.objects.count(), Publication.objects.count()) == (2, 0, 1)
    assert "_pages/about.md:12: error: refused" in out
    assert "the rest is stored" in message


@pytest.fixture
def named(site, monkeypatch):
    """The site says whose it is."""
    made = record()
    made.researcher["display_name"] = ("Zoe Example", made.rows[0].place)
    monkeypatch.setattr(importer, "read", lambda tree: made)
    return site


@pytest.mark.django_db
def test_without_a_researcher_the_site_makes_the_profile_once(named):
    code, out, _message = run(named)
    assert code == 0
    assert "The pages: " in out
    zoe = Researcher.objects.get()
    assert (zoe.slug, zoe.is_public, zoe.biography != "") == ("zoe-example", True, True)
    run(named)
    assert Researcher.objects.count() == 1


@pytest.mark.django_db
def test_a_dry_run_and_a_failure_leave_no_profile(named, monkeypatch):
    assert run(named, "--dry-run")[0] == 0
    assert Researcher.objects.count() == 0

    def fail(*args, **options):
        raise PlanOutdated

    monkeypatch.setattr(importer, "run", fail)
    assert run(named)[0] == 1
    assert Researcher.objects.count() == 0


@pytest.mark.django_db
def test_drafts_are_of_a_draft(named):
    assert run(named, "--draft")[0] == 0
    assert not Researcher.objects.get().is_public


@pytest.mark.django_db
def test_a_site_of_nobody_asks_for_whom(site):
    code, _out, message = run(site)
    assert code == 1
    assert "--researcher" in message
