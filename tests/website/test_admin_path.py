"""VITAE_ADMIN_PATH: the admin stands where the operator says, and nowhere else."""

import importlib
import re
import subprocess

import pytest
from django.core import checks
from django.test import Client
from django.urls import clear_url_caches, reverse

import config.urls
from config import env
from config.checks import startup_error
from profiles.models import FormerSlug, Page
from profiles.slugs import is_reserved, make_slug

pytestmark = pytest.mark.django_db


def reload_urls():
    importlib.reload(config.urls)
    clear_url_caches()


@pytest.fixture
def moved(settings):
    settings.ADMIN_PATH = "office"
    reload_urls()
    yield
    settings.ADMIN_PATH = "admin"
    reload_urls()


@pytest.fixture
def at_work(moved, alice):
    client = Client()
    client.force_login(alice.owner)
    return client


def test_admin_stands_at_its_path(at_work, alice):
    page = at_work.get("/office/")
    assert page.status_code == 200
    assert "private, no-store" in page.headers["Cache-Control"]
    assert "Accept-Language" in page.headers["Vary"]
    assert 'href="/office/profiles/newsitem/"' in page.text
    assert "/admin/" not in page.text.replace("/static/admin/", "")
    preview = at_work.get("/office/preview/alice-ahlgren/").text
    assert 'href="/office/preview/alice-ahlgren/cv/"' in preview


def test_forms_lead_to_it(at_work, alice):
    form = at_work.get(reverse("admin:profiles_researcher_change", args=[alice.pk])).text
    assert 'data-preview-url="/office/markdown/preview/"' in form
    assert not re.findall(r'(?:href|action|src)="/admin/', form)


@pytest.mark.parametrize(
    "path", ["", "login/", "preview/", "markdown/upload/", "x/y/", "link/a/b/c/"]
)
def test_elsewhere_is_an_ordinary_404(moved, alice, path):
    answer, other = (Client().get(f"/{word}/{path}") for word in ("admin", "nobody"))
    assert answer.status_code == 404
    assert answer.text.replace("/admin/", "/nobody/") == other.text
    assert "office" not in answer.text
    assert Client().get(f"/zh-hans/office/{path}").status_code == 404


def test_nothing_public_tells_where_it_is(moved, alice):
    for path in ("/", "/alice-ahlgren/", "/robots.txt", "/sitemap.xml", "/search/?q=alice"):
        assert "office" not in Client().get(path).text


def test_its_answers_are_for_no_index(moved):
    for path in ("", "login/", "forgotten/", "link/invitation/MQ/x/"):
        assert Client().get(f"/office/{path}").headers["X-Robots-Tag"] == "noindex"


def test_its_word_is_nobodys_address(moved):
    assert is_reserved("office")
    assert make_slug("Office", fallback="x") == "office-2"
    assert is_reserved("admin")


def test_an_address_in_use_is_refused_in_one_line(alice, settings):
    FormerSlug.objects.create(researcher=alice, slug="alice-berg")
    Page.objects.create(researcher=alice, title="Office", slug="office")
    for path in ("alice-ahlgren", "alice-berg", "publications", "zh-hans", "media"):
        settings.ADMIN_PATH = path
        assert startup_error().startswith(f"VITAE_ADMIN_PATH={path} is the address of a page here.")
        found = checks.run_checks(tags=["database"], databases=["default"])
        assert startup_error() in [error.msg for error in found]
    settings.ADMIN_PATH = "office"
    assert startup_error() == ""
    settings.SINGLE_RESEARCHER = "alice-ahlgren"  # there, own pages stand at the root
    assert startup_error()


@pytest.mark.parametrize(
    ("value", "segment"), [("", "admin"), ("admin/", "admin"), ("/office-7/", "office-7")]
)
def test_slashes_around_it_are_dropped(monkeypatch, settings, value, segment):
    """By the Makefile, too, which says where the admin is."""
    monkeypatch.setenv("VITAE_ADMIN_PATH", value)
    assert env.segment("VITAE_ADMIN_PATH", "admin") == segment
    said = subprocess.run(
        ["make", "--dry-run", "--assume-old=prepare", "run"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert f":8000/{segment}/" in said.stdout
