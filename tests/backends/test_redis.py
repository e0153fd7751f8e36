"""A cache helps, and its absence harms nothing."""

import runpy
import socket

import pytest
from django.core.cache import cache

from tests.backends.conftest import ROOT, Site


def site_with(tmp_path, url):
    site = Site(tmp_path, CACHE_URL=url)
    site.manage("migrate", "--verbosity", "0")
    site.manage("create_researcher", "Alice Ahlgren", "--publish")
    return site


@pytest.mark.redis
def test_page_is_served_with_redis(tmp_path, redis_url):
    status, html = site_with(tmp_path, redis_url).get("/alice-ahlgren/")
    assert status == 200
    assert "Alice Ahlgren" in html


@pytest.fixture
def silent():
    """The port of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.django_db
@pytest.mark.parametrize("is_silent", [False, True])
def test_pages_work_while_redis_is_down(
    is_silent, silent, monkeypatch, tmp_path, settings, client, alice
):
    monkeypatch.setenv("CACHE_URL", f"redis://127.0.0.1:{silent if is_silent else 1}/0")
    monkeypatch.setenv("DATA", str(tmp_path))
    settings.CACHES = runpy.run_path(str(ROOT / "config" / "settings.py"))["CACHES"]
    assert client.get("/alice-ahlgren/").status_code == 200
    assert cache.get("anything") is None
