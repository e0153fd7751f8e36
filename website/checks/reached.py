"""Links that led nowhere when they were last asked for (website.linkcheck)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from website.checks import Finding, Kind
from website.checks.addresses import links
from website.checks.record import Record
from website.models import CheckedLink

Outcome = CheckedLink.Outcome
BROKEN = (Outcome.GONE, Outcome.FAILED, Outcome.SILENT, Outcome.UNKNOWN, Outcome.REFUSED)


def find(record: Record) -> Iterator[Finding]:
    checked = record.researcher.checked_links.filter(outcome__in=BROKEN)
    broken = {link.url: link for link in checked}
    hosts = {urlsplit(url).netloc for url in broken}
    named = re.compile("|".join(map(re.escape, hosts)), re.I)
    for written, url in links(record, where=named.search) if broken else ():
        if link := broken.get(url.partition("#")[0]):
            yield Finding(written.place, written.subject, written.url, _said(link))


def _said(link):
    return _("%(url)s — %(outcome)s (%(date)s)") % {
        "url": link.url,
        "outcome": link.get_outcome_display(),
        "date": date_format(localtime(link.checked_at), "SHORT_DATE_FORMAT"),
    }


KIND = Kind(
    name="unreachable",
    heading=gettext_lazy("Links that led nowhere when last asked for"),
    advice=gettext_lazy("Open each yourself: a site may have been away for an hour only."),
    find=find,
    place=11,
)
