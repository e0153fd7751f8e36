"""kill -9 while a site is exported: what stands there is whole; files of others are untouched."""

import os
import subprocess
import sys
import time

import pytest

from exchange.static_site.folder import OURS
from profiles.models import Page, Researcher
from publications.models import Publication
from tests.exchange.exported_links import broken_links
from tests.publications.papers import make_paper
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = {"CNAME": "alice.org\n", ".git/HEAD": "ref: refs/heads/main\n"}
SECONDS = 120


def started(data, site):
    """The process of an export."""
    ours = ("VITAE_", "DATABASE_URL", "CACHE_URL", "EMAIL_URL", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "manage.py", "export_site", str(site)]
    own = {"DATA": str(data), "VITAE_PLAIN_STATIC": "1"}
    return subprocess.Popen(command, cwd=ROOT, env=kept | own, stderr=subprocess.PIPE)


def ended(data, site):
    process = started(data, site)
    _out, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said.decode()


def files(site):
    """Name -> bytes of all that is served, the files of others aside."""
    paths = (path for path in site.rglob("*") if path.is_file() and OURS not in path.parts)
    names = {str(path.relative_to(site)): path.read_bytes() for path in paths}
    return {name: content for name, content in names.items() if name not in OTHERS}


def change(number):
    """Every page becomes another: one paper goes, one comes, and a name that all show."""
    Publication.objects.filter(slug__startswith="changing").delete()
    alice = Researcher.objects.get()
    make_paper(f"Changing {number}", alice, date="2023", owner=alice)
    Researcher.objects.update(display_name=f"Alice Ahlgren {number}")
    Page.objects.update(body=f"[here](/publications/changing-{number}/)")


def killed(process, site, number):
    """Half of them as soon as the journal stands, and half some time earlier."""
    start = time.monotonic()
    while time.monotonic() < start + SECONDS and process.poll() is None:
        is_staged = (site / OURS / "new").exists()
        if (site / OURS / "journal.json").exists() and number % 2:
            break
        if is_staged and not number % 2:
            time.sleep(0.05 * number)
            break
        time.sleep(0.0002)
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_ten_times(lived_in, tmp_path):
    data, site = lived_in.folder, tmp_path / "site"
    alice = Researcher.objects.get()
    Page.objects.create(researcher=alice, title="Join", slug="join")
    for number in range(2):
        make_paper(f"Paper {number}", alice, owner=alice)
    change(0)
    (data / "static").symlink_to(ROOT / "static")
    for name, content in OTHERS.items():
        (site / name).parent.mkdir(exist_ok=True, parents=True)
        (site / name).write_text(content)
    ended(data, site)
    old, inside = files(site), 0  # killed within the last steps
    for number in range(1, 11):
        change(number)
        killed(started(data, site), site, number)
        left, is_begun = files(site), (site / OURS / "journal.json").exists()
        assert broken_links(site) == [], number
        ended(data, site)
        new = files(site)
        assert set(old) & set(new) <= set(left) <= set(old) | set(new)
        assert all(content in (old.get(name), new.get(name)) for name, content in left.items())
        assert is_begun or left in (old, new)
        inside += is_begun
        assert {name: (site / name).read_text() for name in OTHERS} == OTHERS
        assert broken_links(site) == []
        old = new
    assert inside > 0, "not one of them was killed within the last steps"
