"""A cache helps, and its absence harms nothing."""

import pytest

from tests.backends.conftest import Site


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


def test_pages_work_while_redis_is_down(tmp_path):
    status, _html = site_with(tmp_path, "redis://127.0.0.1:1/0").get("/alice-ahlgren/")
    assert status == 200
