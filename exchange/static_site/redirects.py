"""Old addresses, three times: as pages that lead on, for Netlify and Cloudflare, for Apache.

Whatever answers 301 on the live site: old paths of moved sites, former addresses of people and of
papers that were merged.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from exchange.static_site.addresses import (
    Address,
    every_prefix,
    exported,
    former,
    language_of,
    own_path,
    quoted,
    without_prefix,
)
from profiles import languages
from profiles.models import FormerSlug, Redirect, Researcher
from publications.models import FormerAddress

PAGES = {"", ".html", ".htm", ".php"}
UNSAFE = re.compile(r'["\\\x00-\x1f\x7f]')


def write(crawl) -> None:
    """Export the redirects, after `crawl` has exported every page."""
    # Feeds have a name there by which a file server knows what they are.
    rules = [(feed, exported(feed)) for feed in crawl.feeds]
    found = [(old, target) for old in _old_paths() if (target := _target(crawl, old))]
    for _old, target in found:
        crawl.follow(target)  # a file that nothing else shows
    crawl.follow_all()
    for old, target in found:
        if exported(target).file in crawl.target.names:
            rules.append((old, exported(target)))
            if not write_one(crawl, former(old), target):
                crawl.report.files_only_redirected.append(old)
    moved_folders = list(_former_folders())
    for old, new in moved_folders:
        for live in crawl.live_pages:
            prefix, path = live.removesuffix(without_prefix(live)), without_prefix(live)
            if path.startswith(new) and "?" not in live and path != reverse("search"):
                write_one(crawl, Address(f"{prefix}{old}{path.removeprefix(new)}"), live)
    _write_rules(crawl, rules, moved_folders)


def _target(crawl, old) -> str | None:
    """The live path that an old one leads to, by more than a slash at its end."""
    for path in dict.fromkeys([quoted(old), quoted(old).rstrip("/") + "/"]):
        answer = crawl.get(path)
        target = own_path(answer.headers.get("Location", ""), path)
        if answer.status_code == 301 and target != f"{path}/":
            return target
    return None


def write_one(crawl, old: Address, target: str) -> bool:
    """A page at `old` that leads to the live path `target`, or a copy of the file that is there.

    False where neither can be: no page under the name of a PDF.
    """
    new = exported(target)
    if not old.file:
        return False
    if old.file in crawl.target.names:  # no redirect hides a page
        return True
    if PurePosixPath(old.file).suffix not in PAGES:
        if PurePosixPath(old.file).suffix != PurePosixPath(new.file).suffix:
            return False
        answer = crawl.get(target)
        return answer.status_code == 200 and crawl.add(old.file, answer.getvalue())
    href = crawl.links.write(new, old)
    whole = crawl.links.absolute(target) if crawl.links.base_url else href
    with languages.speaking(language_of(target)):
        page = render_to_string("exchange/moved.html", {"href": href, "canonical": whole})
    return crawl.add(old.file, page.encode())


def _old_paths() -> Iterator[str]:
    """Each may answer 301, or lead nowhere: the live site says."""
    people = Researcher.objects.public()
    rows = Redirect.objects.filter(researcher__in=people).order_by("old_path", "pk")
    paths = []
    for slug, path in rows.values_list("researcher__slug", "old_path"):
        paths += [path] if settings.SINGLE_RESEARCHER else [path, f"/{slug}{path}"]
    for slug in FormerAddress.objects.order_by("slug").values_list("slug", flat=True):
        paths.append(reverse("publication", kwargs={"publication": slug}))
    yield from dict.fromkeys(paths)


def _former_folders() -> Iterator[tuple[str, str]]:
    """(old, new) beginnings of the paths of people who were renamed."""
    for row in FormerSlug.objects.public().select_related("researcher").order_by("slug"):
        yield f"/{row.slug}/", row.researcher.get_absolute_url()
    if settings.SINGLE_RESEARCHER:
        yield f"/{settings.SINGLE_RESEARCHER}/", "/"


def _write_rules(crawl, rules, moved_folders):
    root = crawl.links.root
    netlify = []
    apache = [f"ErrorDocument 404 {root}/404.html", "<IfModule mime_module>"]
    apache += ["AddCharset utf-8 .bib .ris .txt", "</IfModule>"]
    for old, new in rules:
        if UNSAFE.search(unquote(new.path)) or UNSAFE.search(unquote(old)):
            continue
        to = crawl.links.write(new, None)
        spellings = dict.fromkeys([old, old.rstrip("/") or old])
        netlify += [f"{root}{quoted(spelling)} {to} 301" for spelling in spellings]
        pattern = re.escape(root + unquote(old).rstrip("/"))
        apache.append(f'RedirectMatch 301 "^{pattern}/?$" "{unquote(to)}"')
    for old, new in moved_folders:
        for prefix in every_prefix():
            start = f"{root}{prefix}"
            netlify.append(f"{start}{old}* {start}{new}:splat 301")
            apache.append(f'RedirectMatch 301 "^{re.escape(start + old)}(.*)$" "{start}{new}$1"')
    if netlify:
        crawl.add("_redirects", "\n".join([*netlify, ""]).encode())
    crawl.add(".htaccess", "\n".join([*apache, ""]).encode())
