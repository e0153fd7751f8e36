"""manage.py where there is no database yet, and where somebody presses Ctrl-C: one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import manage

ROOT = Path(__file__).resolve().parents[1]


def test_a_command_before_migrate_says_what_to_run(tmp_path):
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "import_bibtex", "-"],
        cwd=ROOT,
        env=environ | {"DATA": str(tmp_path / "data")},
        input="@misc{kelp, title={Kelp}}",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "run “make run” or “manage.py migrate” first" in done.stderr
    assert done.stderr.count("\n") == 1


def test_control_c_ends_in_one_line(monkeypatch, capsys):
    def stop(argv):
        raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.execute_from_command_line", stop)
    monkeypatch.setattr(sys, "argv", ["manage.py", "prune_history"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "\nStopped: prune_history did not finish.\n"
