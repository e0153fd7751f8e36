"""What is missing, stale or broken on one researcher's record, each with the field that mends it.

Links are judged by their looks, and by what came of asking for them (website.linkcheck). Nothing
here changes anything, but `dismiss`.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.urls import Resolver404, resolve, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles import folding, languages
from profiles.addresses import admin_url
from profiles.dates import PartialDate, Period
from profiles.markdown_editor import NO_LINK, is_bare, url_mistake
from profiles.markup.parser import doubt
from profiles.models import (
    Affiliation,
    Education,
    Experience,
    NewsItem,
    Page,
    Researcher,
    ResearcherLink,
)
from publications import file_names
from publications.completeness import LACKING, LISTED_BY, a_year_before
from publications.models import FormerAddress, Publication, PublicationLink, Status, public_papers
from uploads.images import PictureField
from website import redirects
from website.models import CheckedLink, Dismissal
from website.review import WRITTEN, Box, Issue, ProfileReview, Written, issue, text_columns

# "final-year Ph.D. candidate", "a fourth-year student": true for a year.
OF_A_YEAR = re.compile(
    r"\b(?:(?:final|last)[- ]year|(?:first|second|third|fourth|fifth|sixth|[1-6](?:st|nd|rd|th))"
    r"-year)(?:\s+[\w.’'-]+){0,3}?\s+(?:student|candidate|undergraduate|graduate)\b"
    r"|应届(?:毕业生|生)|[一二三四五]年级",
    re.I,
)
LASTING = tuple({Researcher, *WRITTEN} - {NewsItem})

PLAIN = re.compile(r"\]\(https://[A-Za-z0-9.-]+(?:/(?:[\w./~&=+#?:-]*[A-Za-z0-9/=#])?)?\)", re.A)
Outcome = CheckedLink.Outcome
BROKEN = (Outcome.GONE, Outcome.FAILED, Outcome.SILENT, Outcome.UNKNOWN, Outcome.REFUSED)
SHOWN_AT_MOST = 5


@dataclass(frozen=True)
class Check:
    """A question asked of a record. `listing`, `query`: the admin's list of all rows with it."""

    name: str
    heading: str
    advice: str
    find: Callable[[ProfileReview], Iterable[Issue]]
    listing: str = ""
    query: str = ""


@dataclass
class IssueGroup:
    """The issues of one check, without those that were dismissed."""

    check: Check
    issues: list[Issue]

    @property
    def count(self) -> int:
        return len(self.issues)

    @property
    def shown(self) -> list[tuple[str, Issue]]:
        """Return the first few issues, each with its key."""
        return self._with_keys(self.issues[:SHOWN_AT_MOST])

    @property
    def more(self) -> list[tuple[str, Issue]]:
        """The rest, where no list of the admin shows them."""
        return self._with_keys([] if self.check.listing else self.issues[SHOWN_AT_MOST:])

    def _with_keys(self, issues):
        return [(issue.key(self.check.name), issue) for issue in issues]

    @property
    def url(self) -> str:
        return f"{reverse(self.check.listing)}?{self.check.query}" if self.check.listing else ""

    @property
    def left_out(self) -> int:
        return max(self.count - SHOWN_AT_MOST, 0) if self.check.listing else 0


def find_issues(researcher: Researcher, today: datetime.date) -> list[IssueGroup]:
    """What there is to mend, check by check; a fixed number of queries."""
    record = ProfileReview(researcher, today)
    dismissed = {row.key for row in researcher.dismissals.all()}
    groups = [
        IssueGroup(check, [i for i in check.find(record) if i.key(check.name) not in dismissed])
        for check in CHECKS
    ]
    return [group for group in groups if group.issues]


def dismiss(researcher: Researcher, key: str) -> None:
    """ "Not a problem": the issue is not shown again."""
    Dismissal.objects.get_or_create(researcher=researcher, key=key[:200])


# --- Damaged encoding --------------------------------------------------------------------------


def find_damaged(record: ProfileReview) -> Iterator[Issue]:
    """Texts in a wrong encoding, with the repair where there is one."""
    for written in record.texts:
        text = written.text
        if text.isascii():
            continue
        if (sound := folding.repaired(text)) != text:
            before, after = difference(text, sound)
            yield written.issue(before, repaired=after, source=written)
        elif folding.is_beyond_repair(text):
            yield written.issue(excerpt(text, text.index(folding.REPLACEMENT), 1))


def difference(before: str, after: str) -> tuple[str, str]:
    """The parts in which two texts differ, with a few words around them."""
    pairs = zip(before, after, strict=False)
    start = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
    backwards = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    common = next((n for n, (a, b) in enumerate(backwards) if a != b), 0)
    spans = (start, len(before) - common), (start, len(after) - common)
    return tuple(
        excerpt(text, begin, end - begin)
        for text, (begin, end) in zip((before, after), spans, strict=True)
    )


def excerpt(text: str, start: int, length: int) -> str:
    """From `start` at most 200 characters, with forty on either side."""
    begin, end = max(start - 40, 0), start + min(length, 200) + 40
    words = " ".join(text[begin:end].split())
    return f"{'…' if begin else ''}{words}{'…' if end < len(text) else ''}"


# --- Links --------------------------------------------------------------------------------------


def find_mistakes(record: ProfileReview) -> Iterator[Issue]:
    """Addresses that lead nowhere, or make no link, as they are typed."""
    sites = [link.url for link in record.rows_of(ResearcherLink) if link.kind == link.Kind.WEBSITE]
    hosts = set(settings.ALLOWED_HOSTS)
    for site in [settings.ORIGIN, *sites]:
        with suppress(ValueError):
            hosts.add(urlsplit(site).hostname)
    own_hosts = frozenset(hosts - {"*", "", None})
    for written, url in links(record, where=_may_be_wrong):
        if why := url_mistake(url, own_hosts):
            yield written.issue(f"{unquote(url)} — {why}")
    for written in record.markdown:
        for url in dict.fromkeys(written.survey.unmade) if _may_be_wrong(written.text) else ():
            yield written.issue(f"{unquote(url)} — {NO_LINK}")


def _may_be_wrong(text):
    """Reading Markdown is slow, and the links of most abstracts are beyond doubt."""
    is_plain = "<" not in text and "]:" not in text
    return not (is_plain and text.count("](") == len(PLAIN.findall(text)))


def links(
    record: ProfileReview, where=re.compile(r"\]\(|<|\]:").search
) -> Iterator[tuple[Written, str]]:
    """The addresses on the record, in its columns and in its texts, with where each stands.

    `where` says of a text whether it need be read.
    """
    yield from ((written, written.text) for written in record.urls)
    for written in record.markdown:
        if where(written.text):
            yield from ((written, url) for url in dict.fromkeys(written.survey.links))


def find_unreachable(record: ProfileReview) -> Iterator[Issue]:
    """Links that led nowhere when they were last asked for."""
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


def find_dead_paths(record: ProfileReview) -> Iterator[Issue]:
    """Links within this site that lead a visitor to no page."""
    origin = f"{settings.ORIGIN}/"
    may_name_one = re.compile(rf"(?<![\w:/])/|{re.escape(origin)}").search
    local = [
        (written, url, languages.split(urlsplit(url).path)[1])
        for written, url in links(record, where=may_name_one)
        if url.startswith(("/", origin)) and not url.startswith("//")
    ]
    if not local:
        return
    parts = {path: _named_in(path) for _written, _url, path in local}
    slugs = {slug for part in parts.values() if part for slug in part.values()}
    papers = public_papers()
    former = FormerAddress.objects.filter(publication__in=papers)
    people = Researcher.objects.public().filter(slug__in=slugs).values_list("slug")
    pages = Page.objects.public().filter(slug__in=slugs).values_list("researcher__slug", "slug")
    known = {*people, *pages}
    for rows in (papers, former):
        known |= {("", slug) for slug in rows.filter(slug__in=slugs).values_list("slug", flat=True)}
    for written, url, path in local:
        part = parts[path]
        is_there = part is not None and all(name in known for name in _names(part))
        if not is_there and not redirects.moved(path):
            yield written.issue(url)


def _names(part: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Whom, which page of theirs, which paper an address names, as find_dead_paths has them."""
    if "slug" in part:
        yield (part["slug"],)
    if "page" in part:
        yield (part["slug"], part["page"])
    if "publication" in part:
        yield ("", part["publication"])


def _named_in(path: str) -> dict[str, str] | None:
    """Whose page or paper the path is, as the addresses of the site name them; None for no page."""
    with suppress(Resolver404):
        named = resolve(path if path.endswith("/") or "." in path else f"{path}/").kwargs
        return {name: named[name] for name in ("slug", "publication", "page") if name in named}
    return None


# --- References and pictures --------------------------------------------------------------------


def find_references(record: ProfileReview) -> Iterator[Issue]:
    """[@key] and [[Name]] that name nothing here, or several."""
    for written in record.markdown:
        if "[@" in written.text or "[[" in written.text:
            for reference in written.survey.references:
                if doubt(reference, record.researcher) in ("unknown", "several"):
                    yield written.issue(reference.typed)


def find_bare_pictures(record: ProfileReview) -> Iterator[Issue]:
    """Pictures of rows and in texts that have no description."""
    for row in record.rows:
        for field in row._meta.fields:
            description = f"{field.name}_alt"
            if (
                isinstance(field, PictureField)
                and description in text_columns(type(row))
                and getattr(row, field.name)
                and not getattr(row, description)
            ):
                yield issue(row, description, box=Box(type(row), row.pk, description))
    for written in record.markdown:
        if "![" in written.text and any(map(is_bare, written.survey.pictures)):
            yield written.issue("![…]")


# --- What time has overtaken ----------------------------------------------------------------------


def find_passed(record: ProfileReview) -> Iterator[Issue]:
    """An expected end that has passed; an affiliation "now" where the last position has ended."""
    today = PartialDate(record.today.year, record.today.month, record.today.day)
    for row in record.rows_of(Period):
        if row.end and row.end.expected and row.end.is_before(today):
            box = Box(type(row), row.pk, "end", row.end_text or row.end.display())
            yield issue(row, "end", row.end.display(), box=box)
    positions = record.rows_of(Experience, Education)
    for row in record.rows_of(Affiliation):
        place = row.organisation.strip().casefold()
        there = [other for other in positions if other.organisation.strip().casefold() == place]
        if not (place and there and row.is_current) or any(other.is_current for other in there):
            continue
        last = max(other.end for other in there)
        if last.is_before(today):
            detail = _("%(place)s, until %(end)s")
            detail %= {"place": row.organisation, "end": last.display()}
            yield issue(row, "end", detail, box=Box(Affiliation, row.pk, "end"))


def find_overtaken(record: ProfileReview) -> Iterator[Issue]:
    """In what tells of today: news and papers are of their day."""
    for written in record.texts:
        match = isinstance(written.row, LASTING) and OF_A_YEAR.search(written.text)
        if match and changed_at(written, record).date() < a_year_before(record.today):
            yield written.issue(excerpt(written.text, match.start(), len(match[0])))


def changed_at(written: Written, record: ProfileReview) -> datetime.datetime:
    """When the text was last changed: by the admin's log, else when its row was made."""
    row = written.row
    log = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk)
    )
    label = str(row._meta.get_field(written.column).verbose_name).casefold()
    for entry in log.order_by("-action_time"):
        with suppress(ValueError, AttributeError, TypeError):  # a message in words
            changes = json.loads(entry.change_message)
            for part in (part for change in changes for part in change.values()):
                # A part with a name is of a row on the same form.
                fields = () if "name" in part else part.get("fields", ())
                if label in map(str.casefold, fields):
                    return entry.action_time
    moments = (getattr(row, name, None) for name in ("created_at", "updated_at"))
    return next(filter(None, moments), record.researcher.created_at)


# --- Papers: the conditions of publications.completeness ------------------------------------------


def _find_lacking(what, record: ProfileReview) -> Iterator[Issue]:
    column = LACKING[what][2]
    anchor = "links-group" if column == "links" else f"id_{column}"
    # A reverse() for each of hundreds would cost most of it.
    of_none = admin_url(Publication, "change", 0)
    for paper in record.papers:
        if paper[f"lacks_{what}"]:
            place = f"publications.publication.{paper['pk']}.{column}"
            form = of_none.replace("/0/", f"/{paper['pk']}/")
            now = Status.PREPRINT if column == "status" else ""
            box = Box(Publication, paper["pk"], column, now)
            yield Issue(place, paper["title"], f"{form}#{anchor}", box=box)


def find_files(record: ProfileReview) -> Iterator[Issue]:
    """Of the papers that the researcher brought: files that their entries name, and that are not
    here.
    """
    links = record.rows_of(PublicationLink)
    stored = {(link.publication_id, link.kind) for link in links if link.file}
    for paper in record.rows_of(Publication):
        stored |= {(paper.pk, file_names.COVER)} if paper.cover else set()
        for name, kind in file_names.printed_names(paper.fields):
            if (paper.pk, kind or file_names.kind_of(name)) not in stored:
                url = f"{admin_url(Publication, 'change', paper.pk)}#links-group"
                yield Issue(f"publications.publication.{paper.pk}.files", str(paper), url, name)


# In the order in which the dashboard shows them.
CHECKS = [
    Check(
        "encoding",
        gettext_lazy("Text that looks damaged"),
        gettext_lazy(
            "It was read in the wrong encoding on its way here. Compare, then use the repaired "
            "text, or mend it by hand."
        ),
        find_damaged,
    ),
    Check(
        "links",
        gettext_lazy("Links that look wrong"),
        gettext_lazy("Copy the address again from the browser’s address bar."),
        find_mistakes,
    ),
    Check(
        "unreachable",
        gettext_lazy("Links that did not work at the last check"),
        gettext_lazy("Open each yourself: a site may have been away for an hour only."),
        find_unreachable,
    ),
    Check(
        "dead",
        gettext_lazy("Links to pages that this site does not have"),
        gettext_lazy("The page was renamed, deleted or is still a draft: visitors meet an error."),
        find_dead_paths,
    ),
    Check(
        "references",
        gettext_lazy("References that lead nowhere"),
        gettext_lazy("No one paper on your pages has this key or name, so it stays as typed."),
        find_references,
    ),
    Check(
        "pictures",
        gettext_lazy("Pictures without a description"),
        gettext_lazy("Say in a few words what each shows, for those who cannot see it."),
        find_bare_pictures,
    ),
    Check(
        "passed",
        gettext_lazy("Positions that should have ended"),
        gettext_lazy("They stand on the page as if they lasted. Give the end, or a later one."),
        find_passed,
    ),
    Check(
        "overtaken",
        gettext_lazy("Words that a year has overtaken"),
        gettext_lazy("This was written more than a year ago. Is it still so?"),
        find_overtaken,
    ),
    Check(
        "files",
        gettext_lazy("Files that your papers name"),
        gettext_lazy(
            "BibTeX entries print these names, and the files are not here yet. Choose or drop all "
            "of them at once: each finds its paper."
        ),
        find_files,
    ),
    *(
        Check(
            name=f"no-{what}" if what != "published" else "old-preprint",
            heading=heading,
            advice=advice,
            find=partial(_find_lacking, what),
            listing="admin:publications_publication_changelist",
            query=f"{LISTED_BY}={what}",
        )
        for what, (heading, advice, _column, _short) in LACKING.items()
    ),
]
