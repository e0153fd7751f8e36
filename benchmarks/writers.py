"""SQLite under several writers: is there an error, is a write lost?

    .venv/bin/python benchmarks/writers.py [--seconds 60] [--writers 4] [--readers 8]

Starts the server as `make run` does, on the demo lab in a temporary folder. Readers ask it for
pages. Each writer is a process of its own that saves news, and in the same transaction counts one
further in a text that all writers share: read, then written. Fails where an answer is no 200, a
writer meets an error, or fewer news or counts are stored than were saved.
"""

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.request import urlopen

from measure import ROOT, manage

sys.path.insert(0, str(ROOT))

from tests.server import serve

OWNER = "ada-lovelace"
PATHS = ["/", f"/{OWNER}/", f"/{OWNER}/news/", "/publications/", f"/{OWNER}/publications.bib"]
PREPARE = f"""
from profiles.models import Page, Researcher
Page.objects.create(researcher=Researcher.objects.get(slug="{OWNER}"), slug="count", title="Count",
                    body="0")
"""
WRITE = f"""
import sys, time
from django.db import transaction
from django.utils import timezone
from profiles.models import NewsItem, Page, Researcher
owner, until, saved = Researcher.objects.get(slug="{OWNER}"), time.time() + SECONDS, 0
while time.time() < until:
    with transaction.atomic():
        page = Page.objects.get(slug="count")
        page.body = str(int(page.body) + 1)
        page.save()
        NewsItem.objects.create(researcher=owner, date="2026", body="Counted.",
                                published_at=timezone.now())
    saved += 1
print(saved)
"""
READ = """
from profiles.models import NewsItem, Page
print(NewsItem.objects.filter(body="Counted.").count(), Page.objects.get(slug="count").body)
"""


def shell(data: Path, code: str) -> subprocess.Popen:
    return manage(data, "shell", "--no-imports", "--verbosity", "0", "-c", code)


def read(url: str, until: float, answers: list[str]) -> None:
    while time.time() < until:
        for path in PATHS:
            try:
                with urlopen(url + path, timeout=60) as answer:  # noqa: S310
                    answer.read()
                    answers.append("read")
            except OSError as error:
                answers.append(f"{path} {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--readers", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for command in ("migrate", "demo"):
            manage(data, command).communicate()
        shell(data, PREPARE).communicate()
        with serve(data) as server:
            answers, until = [], time.time() + options.seconds
            arguments = (server.url, until, answers)
            readers = [
                threading.Thread(target=read, args=arguments) for _ in range(options.readers)
            ]
            for reader in readers:
                reader.start()
            code = WRITE.replace("SECONDS", str(options.seconds))
            writers = [shell(data, code) for _ in range(options.writers)]
            saved = [int(writer.communicate()[0] or 0) for writer in writers]
            for reader in readers:
                reader.join()
        stored = shell(data, READ).communicate()[0].split()
    failures = [answer for answer in answers if answer != "read"]
    errors = sum(writer.returncode != 0 for writer in writers)
    print(f"{len(answers)} reads, {len(failures)} failures {failures[:3]}")
    print(
        f"{sum(saved)} writes by {saved}, {errors} writers failed; stored: {' and '.join(stored)}"
    )
    if failures or errors or stored != [str(sum(saved))] * 2:
        sys.exit("FAILED")


if __name__ == "__main__":
    main()
