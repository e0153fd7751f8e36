"""Whether the links of a record lead anywhere: asked on demand, slowly, and of public hosts only.

Researchers choose the addresses, and the server asks for them; so it must not become their way
into the network that it stands in: website.web_client decides whom to ask, website.web_client asks.
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urljoin, urlsplit

from django.db.models import Max, Q
from django.utils import timezone

from profiles.markdown_editor import url_mistake
from profiles.models import Researcher
from website import web_client
from website.checks import links
from website.models import CheckedLink
from website.review import ProfileReview

Outcome = CheckedLink.Outcome
# Between two questions of one host, and between two runs by button of one record.
PAUSE = 1.0
REST = timedelta(minutes=5)
AT_ONCE = 6
TIMEOUT = 4
# A host that sends a byte at a time is given up after so many seconds in all.
PATIENCE = 6
HOPS = 5
# With all its hops, one link is done with when so many seconds have gone.
IN_ALL = 12
READ_AT_MOST = 1024
# HEAD is not for everyone; programs are not welcome everywhere.
TRY_GET = {400, 403, 404, 405, 406, 410, 500, 501, 503}
GONE = {404, 410}


@dataclass(frozen=True)
class LinkAnswer:
    outcome: str
    status: int | None = None


def last_checked(researcher: Researcher) -> tuple[datetime | None, datetime | None]:
    """(when a link was last asked for, when the last one that has an answer was)."""
    answered = Max("checked_at", filter=~Q(outcome=Outcome.ASKED))
    times = researcher.checked_links.aggregate(checked=Max("checked_at"), answered=answered)
    return times["checked"], times["answered"]


def may_check(researcher: Researcher) -> bool:
    """Not while a check runs, nor right after one."""
    return is_over(last_checked(researcher)[0])


def is_over(checked: datetime | None) -> bool:
    """Whether the rest after a check is over."""
    return checked is None or checked <= timezone.now() - REST


def check(
    researcher: Researcher, *, limit: int | None = None, seconds: float | None = None
) -> tuple[int, int]:
    """Asks for the links, those asked longest ago first; (how many were, how many are left).

    Links that left the record are forgotten. After `seconds` no new question begins. None is
    asked for, and nothing remembered, where no site at all can be found from here.
    """
    record = ProfileReview(researcher, timezone.localdate())
    urls = [
        url
        for url in dict.fromkeys(url.partition("#")[0] for _written, url in links(record))
        if url.lower().startswith(("https://", "http://"))
        and len(url) <= 2000
        and not url_mistake(url)
    ]
    researcher.checked_links.exclude(url__in=urls).delete()
    before = dict(researcher.checked_links.values_list("url", "checked_at"))
    urls.sort(key=lambda url: before[url].timestamp() if url in before else 0)
    chosen = urls[:limit]
    _store(researcher, {url: LinkAnswer(Outcome.ASKED) for url in chosen if url not in before})
    researcher.checked_links.filter(url__in=chosen).update(checked_at=timezone.now())
    answers = ask_all(chosen, seconds)
    # Of several sites, not one is known: that tells of this server, not of them.
    hosts = {urlsplit(url).netloc for url in answers}
    if len(hosts) > 2 and all(a.outcome == Outcome.UNKNOWN for a in answers.values()):
        return 0, len(urls)
    _store(researcher, answers)
    researcher.checked_links.filter(outcome=Outcome.ASKED).delete()
    return len(answers), len(urls) - len(answers)


def ask_all(urls: Iterable[str], seconds: float | None = None) -> dict[str, LinkAnswer]:
    """Several hosts at once, each of them one question at a time, with a pause between two."""
    deadline = time.monotonic() + seconds if seconds else None
    by_host: dict[str, list[str]] = {}
    for url in urls:
        by_host.setdefault(urlsplit(url).netloc.lower(), []).append(url)
    answers: dict[str, LinkAnswer] = {}

    def ask_host(urls):
        for number, url in enumerate(urls):
            if deadline and time.monotonic() > deadline:
                break
            if number:
                time.sleep(PAUSE)
            answers[url] = fetch(url)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(ask_host, by_host.values()))
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


# --- One question of one address: HEAD, else the beginning of GET ---------------------------------


def fetch(url: str) -> LinkAnswer:
    """What comes of asking for `url`. Never raises."""
    deadline = time.monotonic() + IN_ALL
    try:
        for _hop in range(HOPS + 1):
            if time.monotonic() > deadline:
                return LinkAnswer(Outcome.SILENT)
            status, location = _request(url, "HEAD")
            if status in TRY_GET:
                status, location = _request(url, "GET")
            if not location:
                return LinkAnswer(_outcome(status), status)
            url = urljoin(url, location)
        return LinkAnswer(Outcome.FAILED, status)
    except web_client.BlockedHost:
        return LinkAnswer(Outcome.REFUSED)
    except web_client.UnknownHost:
        return LinkAnswer(Outcome.UNKNOWN)
    except (OSError, http.client.HTTPException, ValueError):
        return LinkAnswer(Outcome.SILENT)


def _outcome(status):
    if status < 400:
        return Outcome.REACHED
    if status in GONE:
        return Outcome.GONE
    return Outcome.FAILED if status >= 500 and status != 503 else Outcome.UNSURE


def _request(url, method):
    """(status, where it redirects to)."""
    headers = {"User-Agent": web_client.user_agent("link check"), "Accept": "*/*"}
    options = {"read_at_most": READ_AT_MOST, "timeout": TIMEOUT, "patience": PATIENCE}
    response = web_client.ask(url, method, headers=headers, **options)
    return response.status, response.location
