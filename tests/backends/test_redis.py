"""A cache helps, and its absence harms nothing."""

import runpy

import pytest
from django.core.cache import cache

from tests.backends.conftest import ROOT, Site


def site_with(tmp_path, url):
    site = Site(tmp_path, CACHE_URL=url)
    site.manage("migrate", "--verbosity", "0")
    site.manage("create_researcher", "Alice Ahlgren", "--publish")
    return site


@pytest.mark.redis
def test_it_works(tmp_path, redis_url):
    status, html = site_with(tmp_path, redis_url).get("/alice-ahlgren/")
    assert status == 200
    assert "Alice Ahlgren" in html


@pytest.mark.django_db
def test_pages_work_while_redis_is_down(monkeypatch, tmp_path, settings, client, alice):
    monkeypatch.setenv("CACHE_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("DATA", str(tmp_path))
    settings.CACHES = runpy.run_path(str(ROOT / "config" / "settings.py"))["CACHES"]
    assert client.get("/alice-ahlgren/").status_code == 200
    assert cache.get("anything") is None
