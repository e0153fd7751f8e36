"""A small disk that really is full: nothing is lost, and all works once there is room."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TRY = """
import io, json, os, sys
import django; django.setup()
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from profiles.models import NewsItem, Researcher
from tests.profiles.test_admin_state import NEWS

settings.ALLOWED_HOSTS = ["testserver"]
user = get_user_model().objects.create_superuser("m", password="a-long-password")
alice = Researcher.objects.get()
client = Client(raise_request_exception=False)
client.force_login(user)
noise = io.BytesIO()
Image.effect_noise((1500, 1500), 90).save(noise, "PNG")
news = NEWS | {"researcher": alice.pk, "body": "Kelp. " * 9000, "_save": "Save"}

def tries():
    picture = SimpleUploadedFile("a.png", noise.getvalue())
    stranger = Client(raise_request_exception=False)
    bibtex = "".join(f"@article{{k{n}, title={{Kelp {n}}}}}" for n in range(4000))
    answers = {
        "page": client.get("/alice-ahlgren/"),
        "news": client.post("/admin/profiles/newsitem/add/", news),
        "picture": client.post("/admin/markdown/upload/",
                               {"image": picture, "researcher": alice.pk}),
        "import": client.post("/admin/publications/importbatch/add/",
                              {"text": bibtex, "researcher": alice.pk, "update": "fill",
                               "state": "publish"}),
        "sign in": stranger.post("/admin/login/", {"username": "m", "password": "a-long-password"}),
        "readyz": stranger.get("/readyz"),
    }
    return {name: answer.status_code for name, answer in answers.items()}

full = settings.DATA_DIR / "full"
with open(full, "wb", buffering=0) as file:
    try:
        while file.write(bytes(4096)):
            pass
    except OSError:
        pass
result = [tries(), NewsItem.objects.count()]
full.unlink()
print(json.dumps([*result, tries()]))
"""


@pytest.fixture
def small_disk(tmp_path):
    """Eight megabytes, which only root may mount."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(tmp_path)], capture_output=True
    )
    if done.returncode:
        pytest.skip("no file system can be mounted here: that takes root, outside of a container")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


@pytest.fixture
def manage(small_disk):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
    kept |= {"DATA": str(small_disk), "DJANGO_SETTINGS_MODULE": "config.settings"}
    kept |= {"VITAE_PLAIN_STATIC": "1"}

    def run(*arguments):
        return subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=kept, capture_output=True, text=True
        )

    assert run("manage.py", "migrate", "--verbosity", "0").returncode == 0
    assert run("manage.py", "create_researcher", "Alice Ahlgren", "--publish").returncode == 0
    return run


@pytest.mark.slow
def test_full_disk_loses_nothing(manage):
    done = manage("-c", TRY)
    full, stored, again = json.loads(done.stdout)
    assert full.pop("page") == 200
    assert full.pop("readyz") == 503
    assert set(full.values()) <= {302, 503, 507}
    assert full["news"] == full["import"] == 507
    assert stored == 0
    assert again == {
        "page": 200, "news": 302, "picture": 200, "import": 302, "sign in": 302, "readyz": 200
    }  # fmt: skip
    assert "Traceback" not in done.stderr
    assert manage("manage.py", "check").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", ["import_bibtex", "backup"])
def test_a_command_says_it_in_one_line(manage, small_disk, tmp_path_factory, command):
    file = tmp_path_factory.mktemp("elsewhere") / "papers.bib"
    file.write_text("".join(f"@article{{k{n}, title={{Kelp {n}}}}}\n" for n in range(20_000)))
    (small_disk / "full").write_bytes(bytes(shutil.disk_usage(small_disk).free - 300_000))
    place = file if command == "import_bibtex" else small_disk / "site.backup"
    done = manage("manage.py", command, str(place))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "full" in done.stderr or "No space left" in done.stderr
    assert not (small_disk / "site.backup").exists()
    count = "from publications.models import Publication as P; print(P.objects.count())"
    shown = manage("manage.py", "shell", "--no-imports", "--verbosity", "0", "-c", count)
    assert shown.stdout == "0\n"
