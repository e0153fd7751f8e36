"""Each way of breaking the code that `breaks.toml` names turns its tests red.

In a copy of the working tree, one break at a time, by what `make test` runs of them.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BREAKS = tomllib.loads((Path(__file__).parent / "breaks.toml").read_text())["break"]
TESTS_FAILED = 1  # pytest.ExitCode; any other is no verdict on the code

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("broken")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(listing, cwd=ROOT, text=True).split("\0")
    for name in filter(None, names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken["what"].replace(" ", "-"))
def test_its_tests_go_red(copy, broken):
    file = copy / broken["file"]
    whole = file.read_text()
    assert whole.count(broken["line"]) == 1, "the line is no longer there, or there twice"
    file.write_text(whole.replace(broken["line"], broken["instead"]))
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--numprocesses=0", broken["tests"]]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    finally:
        file.write_text(whole)
    assert done.returncode == TESTS_FAILED, done.stdout[-2000:] + done.stderr[-2000:]
