"""The demo site under mixed use for a long time: does it fail, does it grow?

    .venv/bin/python benchmarks/soak.py [--minutes 30]

Starts the server as `make run` does, on the demo lab in a temporary folder. Meanwhile: four
visitors go through all addresses of the sitemap, five a second each, four editors add, change and
delete news in the admin and look for it on its page, papers are imported and taken back by command,
two clients are slow, of each kind in turn, and one text is hostile: 64 KB of `![`.
Prints a line a minute. Fails for an answer of 5xx or none, and where the server's memory after the
first third grows by more than a tenth; a run of less than ten minutes does not judge that.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from entries import entries
from measure import family, manage, memory_of
from slow_clients import KINDS, attack

from tests.isolation.forms import Boxes
from tests.server import serve

PASSWORD = "soak-password-1"  # noqa: S105
EDITOR = "ada-lovelace"
IMPORTED = 200
VISITORS = EDITORS = 4
PAUSE = 0.2  # seconds from one request of a visitor to the next
HOSTILE = f"""
from profiles.models import NewsItem, Researcher
from django.utils import timezone
NewsItem.objects.create(researcher=Researcher.objects.get(slug="{EDITOR}"), date="2020",
                        body="![" * 32_000, published_at=timezone.now())
"""


class Soak:
    def __init__(self, data: Path, url: str, until: float):
        self.data, self.url, self.until = data, url, until
        self.lock = threading.Lock()
        self.seconds, self.healthz = [], []
        self.counts, self.failures = Counter(), []

    def running(self) -> bool:
        return time.monotonic() < self.until

    def ask(self, opener, path: str, fields=None) -> str:
        start = time.monotonic()
        sent = fields and urlencode(fields, doseq=True).encode()
        headers = {"Referer": self.url + path}
        try:
            with opener.open(Request(self.url + path, sent, headers), timeout=120) as answer:  # noqa: S310
                status, text = answer.status, answer.read().decode("utf-8", "replace")
        except HTTPError as error:
            status, text = error.code, ""
        except OSError as error:
            status, text = 599, str(error)
        with self.lock:
            self.seconds.append(time.monotonic() - start)
            self.counts["requests"] += 1
            if status >= 500:
                self.failures.append(f"{status} {path} {text[:80]}")
        return text

    def visit(self, number: int) -> None:
        opener, chance = build_opener(), random.Random(number)  # noqa: S311
        urls = re.findall("<loc>([^<]+)", self.ask(opener, "/sitemap.xml"))
        for page in [each for each in urls if each.endswith(".xml")]:
            urls += re.findall("<loc>([^<]+)", self.ask(opener, urlsplit(page).path))
        paths = sorted({urlsplit(each).path for each in urls})
        home = [f"/{EDITOR}/", f"/{EDITOR}/news/", f"/{EDITOR}/news/feed/", "/search/?q=engine"]
        paths += [*home, "/", "/publications/", f"/{EDITOR}/publications.bib", "/no/such/page/"]
        due = time.monotonic()
        while self.running():
            self.ask(opener, chance.choice(paths))
            time.sleep(max(0, due + PAUSE - time.monotonic()))
            due = time.monotonic()

    def edit(self) -> None:
        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        who = {"username": EDITOR, "password": PASSWORD, "next": "/admin/"}
        self.send(opener, "/admin/login/", who)
        while self.running():
            text = f"Soaked {time.time_ns()}"
            when = {"date": "2025", "published_at_0": "2025-01-01", "published_at_1": "00:00"}
            self.send(opener, "/admin/profiles/newsitem/add/", when | {"body": text})
            listed = self.ask(opener, "/admin/profiles/newsitem/")
            number = re.search(rf"/newsitem/(\d+)/change/[^>]*>{text}<", listed).group(1)
            path = f"/admin/profiles/newsitem/{number}"
            self.send(opener, f"{path}/change/", {"body": f"{text}, *again*"})
            if text in self.ask(opener, f"/{EDITOR}/news/"):
                self.counts["edits"] += 1
            self.send(opener, f"{path}/delete/", {"post": "yes"})
            time.sleep(1)

    def send(self, opener, path: str, changes: dict) -> str:
        """Fill in the form at `path` and send it."""
        page, boxes = self.ask(opener, path), Boxes()
        boxes.feed(page)
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)', page)[1]
        return self.ask(opener, path, boxes.sent | changes | {"csrfmiddlewaretoken": token})

    def bring(self) -> None:
        file = self.data / "soak.bib"
        file.write_text("".join(entries(IMPORTED)))
        while self.running():
            report = ran(self.data, "import_bibtex", str(file), "--researcher", EDITOR)
            number = re.search(r"undo_import (\d+)", report).group(1)
            time.sleep(5)
            ran(self.data, "undo_import", number)
            self.counts["imports"] += 1
            time.sleep(5)

    def be_slow(self) -> None:
        while self.running():
            for kind in KINDS:
                seconds = min(15, self.until - time.monotonic())
                outcome = asyncio.run(
                    attack(self.url, kind, 2, seconds, large="/static/large.bin", pause=0.5)
                )
                self.healthz += outcome.answers
                self.failures += [f"/healthz with {kind}: {each}" for each in outcome.failures]


def ran(data: Path, *arguments: str) -> str:
    process = manage(data, *arguments, VITAE_ADMIN_PASSWORD=PASSWORD)
    printed, _errors = process.communicate()
    if process.returncode:
        sys.exit(f"{arguments[0]} failed")
    return printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    minutes = parser.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for command in ("migrate", "create_admin", "demo"):
            ran(data, command)
        ran(data, "shell", "-c", HOSTILE)
        with serve(data) as server:
            soak = Soak(data, server.url, time.monotonic() + minutes * 60)
            resident = run(soak, server.pid)
        print((data / "log").read_text()[-2000:])
    judge(soak, resident, minutes)


def run(soak: Soak, pid: int) -> list[float]:
    """The memory of the server, every ten seconds."""
    jobs = [partial(soak.visit, number) for number in range(VISITORS)]
    jobs += [soak.edit] * EDITORS + [soak.bring, soak.be_slow]
    threads = [threading.Thread(target=job, daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    print("minute  requests  median   slowest   /healthz  edits  imports   MB  failures")
    resident, start = [], time.monotonic()
    while soak.running():
        time.sleep(10)
        resident.append(memory_of(family(pid)))
        if len(resident) % 6 == 0:
            with soak.lock:
                seconds, soak.seconds = soak.seconds or [0], []
            healthz, soak.healthz = soak.healthz or [0], []
            print(
                f"{(time.monotonic() - start) / 60:6.0f}{soak.counts['requests']:10}"
                f"{median(seconds):7.2f} s{max(seconds):8.2f} s{max(healthz):9.2f} s"
                f"{soak.counts['edits']:7}{soak.counts['imports']:9}"
                f"{resident[-1]:6.0f}{len(soak.failures):10}",
                flush=True,
            )
        if not all(thread.is_alive() for thread in threads) and soak.running():
            soak.failures.append("one of those who use it gave up")
            break
    for thread in threads:
        thread.join(60)
    return resident


def judge(soak: Soak, resident: list[float], minutes: float) -> None:
    for failure in soak.failures[:20]:
        print(failure)
    if soak.failures or not (soak.counts["edits"] and soak.counts["imports"]):
        sys.exit("It failed.")
    if minutes < 10:
        return
    warm = resident[len(resident) // 3 :]
    early, late = median(warm[: len(warm) // 3]), median(warm[-len(warm) // 3 :])
    print(f"Memory: {early:.0f} MB after the first third, {late:.0f} MB at the end.")
    if late > 1.1 * early:
        sys.exit("It grows.")


if __name__ == "__main__":
    main()
