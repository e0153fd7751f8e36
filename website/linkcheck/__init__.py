"""Whether the links of a record lead anywhere: asked on demand, slowly, and of public hosts only.

Researchers choose the addresses, and the server asks for them; so it must not become their way
into the network that it stands in. `hosts` decides whom to ask, `asking` how.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import urlsplit

from django.utils import timezone

from profiles.models import Researcher
from website.checks.addresses import links, mistake
from website.checks.record import Record
from website.linkcheck.fetch import Answer, ask
from website.models import CheckedLink

Outcome = CheckedLink.Outcome
# Between two questions of one host, and between two runs by button of one record.
PAUSE = 1.0
REST = timedelta(minutes=5)
AT_ONCE = 6


def addresses(researcher: Researcher) -> list[str]:
    """The web addresses on the record that are worth asking for, each once."""
    record = Record(researcher, timezone.localdate())
    urls = dict.fromkeys(url.partition("#")[0] for _written, url in links(record))
    return [url for url in urls if _is_web(url) and len(url) <= 2000 and not mistake(url)]


def _is_web(url):
    return url.lower().startswith(("https://", "http://"))


def may_check(researcher: Researcher) -> bool:
    """Not while a check runs, nor right after one."""
    recent = timezone.now() - REST
    return not researcher.checked_links.filter(checked_at__gt=recent).exists()


def check(
    researcher: Researcher, *, limit: int | None = None, seconds: float | None = None
) -> tuple[int, int]:
    """Asks for the links, those asked longest ago first; (how many were, how many are left).

    Links that left the record are forgotten. After `seconds` no new question begins. None is
    asked for, and nothing remembered, where no site at all can be found from here.
    """
    urls = addresses(researcher)
    researcher.checked_links.exclude(url__in=urls).delete()
    before = dict(researcher.checked_links.values_list("url", "checked_at"))
    urls.sort(key=lambda url: before[url].timestamp() if url in before else 0)
    chosen = urls[:limit]
    _store(researcher, {url: Answer(Outcome.ASKED) for url in chosen if url not in before})
    researcher.checked_links.filter(url__in=chosen).update(checked_at=timezone.now())
    answers = ask_all(chosen, seconds)
    if _has_no_way_out(answers):
        return 0, len(urls)
    _store(researcher, answers)
    researcher.checked_links.filter(outcome=Outcome.ASKED).delete()
    return len(answers), len(urls) - len(answers)


def _has_no_way_out(answers):
    """Of several sites, not one is known: that tells of this server, not of them."""
    hosts = {urlsplit(url).netloc for url in answers}
    return len(hosts) > 2 and all(a.outcome == Outcome.UNKNOWN for a in answers.values())


def ask_all(urls: Iterable[str], seconds: float | None = None) -> dict[str, Answer]:
    """Several hosts at once, each of them one question at a time, with a pause between two."""
    deadline = time.monotonic() + seconds if seconds else None
    by_host: dict[str, list[str]] = {}
    for url in urls:
        by_host.setdefault(urlsplit(url).netloc.lower(), []).append(url)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = pool.map(lambda of_host: _ask_host(of_host, deadline), by_host.values())
        return {url: answer for answers in found for url, answer in answers.items()}


def _ask_host(urls, deadline):
    answers: dict[str, Answer] = {}
    for url in urls:
        if deadline and time.monotonic() > deadline:
            break
        if answers:
            time.sleep(PAUSE)
        answers[url] = ask(url)
    return answers


def _store(researcher, answers):
    now = timezone.now()
    rows = [
        CheckedLink(
            researcher=researcher,
            url=url,
            outcome=answer.outcome,
            status=answer.status,
            checked_at=now,
        )
        for url, answer in answers.items()
    ]
    CheckedLink.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["researcher", "url"],
        update_fields=["outcome", "status", "checked_at"],
    )
