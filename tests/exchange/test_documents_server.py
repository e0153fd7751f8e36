"""PDFs asked of the server as it is shipped, by many at once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.request import urlopen

import pytest

from tests.server import ROOT, serve

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """With the demo lab."""
    data = tmp_path_factory.mktemp("server")
    for command in (["migrate", "-v0"], ["demo"]):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=os.environ | {"DATA": str(data)},
            check=True,
            capture_output=True,
        )
    with serve(data, "--workers", "2") as server:
        yield server, data


def get(url):
    with urlopen(url, timeout=600) as answer:  # noqa: S310 our own
        return answer.read()


def test_fifty_strangers_have_one_pdf_made(server):
    """Its file in the cache is written once: one number of its inode."""
    server, data = server
    with ThreadPoolExecutor(50) as pool:
        answers = set(pool.map(get, [f"{server.url}/alan-turing/cv.pdf"] * 50))
    [pdf] = answers
    assert pdf.startswith(b"%PDF-")
    assert len(list((data / "documents").iterdir())) == 1


def test_ten_documents_at_once_do_not_stop_the_server(server):
    server, _data = server
    slugs = ("ada-lovelace", "grace-hopper", "g-h-hardy", "alan-turing", "robin-example")
    files = [f"{server.url}/{slug}/cv.{ending}" for slug in slugs for ending in ("pdf", "docx")]
    with ThreadPoolExecutor(11) as pool:
        asked = [pool.submit(get, file) for file in files]
        alive = 0
        while not all(answer.done() for answer in asked):
            assert get(f"{server.url}/healthz")
            alive += 1
        assert all(answer.result() for answer in asked)
    assert alive
