"""SQLite under several writers: is there an error, is a write lost?

    .venv/bin/python benchmarks/writers.py [--seconds 60]

Starts the server as `make run` does, on the demo lab in a temporary folder. Eight readers ask it
for pages. Each of four writers is a process of its own that saves news, and in the same transaction
counts one further in a text that all writers share: read, then written. Fails where an answer is
no 200, a writer meets an error, or fewer news or counts are stored than were saved.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

from measure import manage, show

from tests.server import serve

READERS, WRITERS = 8, 4
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


def read(url: str, until: float) -> list[str]:
    """Of each page that was asked for, what went wrong, or nothing."""
    answers = []
    while time.time() < until:
        for path in PATHS:
            try:
                with urlopen(url + path, timeout=60) as answer:  # noqa: S310
                    answer.read()
                    answers.append("")
            except OSError as error:
                answers.append(f"{path} {error}")
    return answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=60)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for command in ("migrate", "demo"):
            manage(data, command).communicate()
        shell(data, PREPARE).communicate()
        with serve(data) as server, ThreadPoolExecutor(READERS) as readers:
            until = time.time() + seconds
            reading = [readers.submit(read, server.url, until) for _ in range(READERS)]
            code = WRITE.replace("SECONDS", str(seconds))
            writers = [shell(data, code) for _ in range(WRITERS)]
            saved = sum(int(writer.communicate()[0] or 0) for writer in writers)
        stored = shell(data, READ).communicate()[0].split()
    answers = [answer for each in reading for answer in each.result()]
    failures = [answer for answer in answers if answer]
    errors = sum(writer.returncode != 0 for writer in writers)
    lost = saved - min(map(int, stored))
    show("pages read", len(answers))
    show("reads that failed", len(failures), bar=0)
    show("transactions", saved)
    show("writers that failed", errors, bar=0)
    show("writes lost", lost, bar=0)
    if failures or errors or stored != [str(saved)] * 2:
        sys.exit(f"FAILED: {failures[:3]}")


if __name__ == "__main__":
    main()
