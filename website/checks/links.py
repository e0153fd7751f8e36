"""Links that cannot be what was meant, by their looks; and those that led nowhere when they were
last asked for (website.linkcheck).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles.markdown_lint import NO_LINK, url_mistake
from profiles.models import ResearcherLink
from website.checks.record import Check, Issue, Record, Written
from website.models import CheckedLink

PLAIN = re.compile(r"\]\(https://[A-Za-z0-9.-]+(?:/(?:[\w./~&=+#?:-]*[A-Za-z0-9/=#])?)?\)", re.A)
Outcome = CheckedLink.Outcome
BROKEN = (Outcome.GONE, Outcome.FAILED, Outcome.SILENT, Outcome.UNKNOWN, Outcome.REFUSED)


def find_mistakes(record: Record) -> Iterator[Issue]:
    own = own_hosts(record)
    for written, url in links(record, where=_may_be_wrong):
        if why := url_mistake(url, own):
            yield written.issue(f"{unquote(url)} — {why}")
    for written in record.markdown:
        for url in dict.fromkeys(written.survey.unmade) if _may_be_wrong(written.text) else ():
            yield written.issue(f"{unquote(url)} — {NO_LINK}")


def _has_links(text):
    return any(sign in text for sign in ("](", "<", "]:"))


def _may_be_wrong(text):
    """Reading Markdown is slow, and the links of most abstracts are beyond doubt."""
    is_plain = "<" not in text and "]:" not in text
    return not (is_plain and text.count("](") == len(PLAIN.findall(text)))


def links(record: Record, where=_has_links) -> Iterator[tuple[Written, str]]:
    """The addresses on the record, in its columns and in its texts, with where each stands.

    `where` says of a text whether it need be read.
    """
    yield from ((written, written.text) for written in record.urls)
    for written in record.markdown:
        if where(written.text):
            yield from ((written, url) for url in dict.fromkeys(written.survey.links))


def own_hosts(record: Record) -> frozenset[str]:
    sites = [settings.ORIGIN]
    for link in record.of(ResearcherLink):
        sites += [link.url] if link.kind == ResearcherLink.Kind.WEBSITE else []
    hosts = {_host(site) for site in sites} | set(settings.ALLOWED_HOSTS)
    return frozenset(hosts - {"", "*"})


def _host(url):
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def find_unreachable(record: Record) -> Iterator[Issue]:
    checked = record.researcher.checked_links.filter(outcome__in=BROKEN)
    broken = {link.url: link for link in checked}
    hosts = {urlsplit(url).netloc for url in broken}
    named = re.compile("|".join(map(re.escape, hosts)), re.I)
    for written, url in links(record, where=named.search) if broken else ():
        if link := broken.get(url.partition("#")[0]):
            yield written.issue(
                _("%(url)s — %(outcome)s (%(date)s)")
                % {
                    "url": link.url,
                    "outcome": link.get_outcome_display(),
                    "date": date_format(localtime(link.checked_at), "SHORT_DATE_FORMAT"),
                }
            )


MISTAKEN = Check(
    name="links",
    heading=gettext_lazy("Links that look wrong"),
    advice=gettext_lazy("Copy the address again from the browser’s address bar."),
    find=find_mistakes,
)
UNREACHABLE = Check(
    name="unreachable",
    heading=gettext_lazy("Links that led nowhere when last asked for"),
    advice=gettext_lazy("Open each yourself: a site may have been away for an hour only."),
    find=find_unreachable,
)
