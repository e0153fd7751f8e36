"""Search and long lists find on PostgreSQL what they find on SQLite: the same tests."""

import os
import subprocess
import sys

import pytest

from tests.backends.conftest import ROOT

pytestmark = pytest.mark.postgresql
SAME = [
    "tests/website/test_search.py",
    "tests/website/test_search_index.py",
    "tests/website/test_search_words.py",
    "tests/website/test_search_papers.py",
    "tests/website/test_search_han.py",
    "tests/website/test_search_spelling.py",
    "tests/website/test_search_cost.py",
    "tests/publications/test_long_lists.py",
]


def test_tests_of_search_pass_on_postgresql(tmp_path, postgresql_url):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--numprocesses=0", "-q", *SAME],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": postgresql_url, "DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
