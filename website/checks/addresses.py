"""Addresses that cannot be what was meant, by their looks alone: nothing is asked of any site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles.models import ResearcherLink
from website.checks import Finding, Kind
from website.checks.record import Record, Written

BARE = re.compile(
    r"(?:www\.[\w.-]+|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|ai|dev|cn|uk|de|fr|jp|ch|ca|eu))"
    r"(?::\d+)?(?:[/?#].*)?",
    re.I,
)
DOUBLED = re.compile(r"https?:/*https?:|https?:///|https?//", re.I)
PLAIN = re.compile(r"\]\(https://[A-Za-z0-9.-]+(?:/(?:[\w./~&=+#?:-]*[A-Za-z0-9/=#])?)?\)", re.A)
OPENING, CLOSING = "([<{", {")": "(", "]": "[", ">": "<", "}": "{"}


def mistake(url: str, own_hosts: frozenset[str] = frozenset()) -> str:
    """What is wrong with an address, in a sentence; "" where nothing is to be seen.

    `own_hosts`: the site's own names and those of the writer's other sites.
    """
    plain = unquote(url)
    if plain != plain.strip() or " " in plain.partition("?")[0]:
        return _("There is a blank in the address.")
    if plain.startswith(tuple(OPENING)):
        return _("It begins with a bracket.")
    if _has_tail(plain):
        return _("It ends with a sign that hardly belongs to it.")
    if DOUBLED.match(plain):
        return _("Its beginning stands twice, or lacks a colon.")
    if BARE.fullmatch(plain):
        return _("It lacks https:// at its beginning.")
    return _mistake_of_host(url, own_hosts)


def unmade() -> str:
    """Of a link that Markdown makes none of."""
    return _("It stays as typed, because this is no address.")


def _has_tail(url):
    last = url[-1:]
    if last in CLOSING:
        return url.count(last) > url.count(CLOSING[last])
    return last in (",", ";", '"', "'", "”") or url.endswith("..")


def _mistake_of_host(url, own_hosts):
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return _("It names no site.")
    if parts.scheme not in ("http", "https"):
        return ""
    if not host:
        return _("It names no site.")
    if parts.username is not None:
        return _("It holds a user name or a password.")
    if parts.scheme == "http" and host in own_hosts:
        return _("It leads to your own site by http://; https:// keeps readers safe.")
    return ""


def find(record: Record) -> Iterator[Finding]:
    own = own_hosts(record)
    for written, url in links(record, where=_may_be_wrong):
        if why := mistake(url, own):
            yield _finding(written, url, why)
    for written in record.markdown:
        for url in dict.fromkeys(written.survey.unmade) if _may_be_wrong(written.text) else ():
            yield _finding(written, url, unmade())


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
    yield from ((written, written.text) for written in record.addresses)
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


def _finding(written, url, why):
    return Finding(written.place, written.subject, written.url, f"{unquote(url)} — {why}")


KIND = Kind(
    name="links",
    heading=gettext_lazy("Links that look wrong"),
    advice=gettext_lazy("Copy the address again from the browser’s address bar."),
    find=find,
    place=10,
)
