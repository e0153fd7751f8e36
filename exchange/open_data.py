"""The public record as JSON, for other programs: a lab's people and papers, a page at a time.

One person's whole record is `cv_formats/profile.py`. A person here is what their own page says in
schema.org's words, a paper what its own file says in CSL's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.db.models import Exists, OuterRef, Q, prefetch_related_objects
from django.urls import reverse
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from profiles import schema_org
from profiles.models import Membership, Researcher
from publications import citations
from publications.models import Authorship, public_papers
from website.views import ResearcherSitemap, latest_change, loaded, long_directory

IN_ONE_PAGE = 100


@dataclass(frozen=True)
class Question:
    """What a program asks for: a page, one group of the lab (its number), what changed since."""

    page: int = 1
    group: str = ""
    since: datetime | None = None

    @classmethod
    def read(cls, query) -> "Question":
        """Raises ValueError, in words, for what cannot be understood."""
        page, group = query.get("page", "1"), query.get("group", "")
        for number in filter(None, [page, group]):
            if not (number.isascii() and number.isdecimal() and len(number) < 7 and int(number)):
                raise ValueError(_("page and group are numbers, from 1."))
        return cls(int(page), group, _moment(query.get("since", "")))

    @property
    def cut(self) -> slice:
        """The rows of the page, and one more: whether there is a next one."""
        return slice((self.page - 1) * IN_ONE_PAGE, self.page * IN_ONE_PAGE + 1)


def _moment(text):
    """A day begins at midnight in UTC. Where a time has no zone, it is UTC, too."""
    if not text:
        return None
    try:
        day = parse_date(text)
        found = datetime.combine(day, time()) if day else parse_datetime(text)
        # In UTC, as the database wants it, the first and the last day may be of no year.
        if found:
            return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        pass
    raise ValueError(_("since is a day or a moment, such as 2026-01-31 or 2026-01-31T12:00Z."))


Page = tuple[list[dict], bool]


def people(question: Question, origin: str) -> Page:
    """The people of the lab as its front page has them, and whether there are more.

    Who has no profile here is a name in a group, of which nobody knows when it changed.
    """
    lines = long_directory()
    if question.group:
        lines = [line for line in lines if line.anchor == f"group-{question.group}"]
    if question.since:
        changes = _changes(Researcher.objects.all())
        changed = {pk for pk, at in changes.items() if at >= question.since}
        lines = [line for line in lines if not line.researcher or line.researcher in changed]
    lines = lines[question.cut]
    groups = loaded(lines[:IN_ONE_PAGE])
    persons = [person for *_heading, members in groups for person, _row in members if person]
    prefetch_related_objects(persons, "links")
    changes = _changes(Researcher.objects.filter(pk__in=[person.pk for person in persons]))
    entries = []
    for heading, anchor, members in groups:
        number = anchor.removeprefix("group-")
        group = {"id": int(number), "name": heading} if number.isdecimal() else None
        for person, row in members:
            entry = _person(person, origin, changes) if person else {"name": row.name}
            entries.append({"group": group} | entry | _membership(row, person))
    return schema_org.without_empty(entries), len(lines) > IN_ONE_PAGE


def _changes(people) -> dict[int, datetime]:
    """By primary key, the moment at which something on a public person's pages changed last."""
    rows = ResearcherSitemap().rows().filter(pk__in=people.values("pk"))
    return {person.pk: latest_change(person) for person in rows}


def _person(person, origin, changes):
    known = {"affiliations": person.affiliations.all(), "links": person.links.all()}
    return schema_org.person(person, origin, **known) | {
        "profile": origin + reverse("profile.json", kwargs={"slug": person.slug}),
        "updated": changes[person.pk].isoformat(timespec="seconds"),
    }


def _membership(row: Membership | None, person: Researcher | None) -> dict:
    if row is None:
        return {}
    link = {} if person else {"url": row.url}
    return link | {"since": row.since, "until": row.until, "now": row.now}


def papers(question: Question, origin: str) -> Page:
    """The lab's public papers as CSL-JSON, newest first, and whether there are more."""
    rows = public_papers()
    if question.group:
        people = Researcher.objects.public().filter(membership__group=int(question.group))
        links = Authorship.objects.public().filter(publication=OuterRef("pk"))
        rows = rows.filter(Exists(links.filter(researcher__in=people)))
    if since := question.since:
        rows = rows.filter(Q(updated_at__gte=since) | Q(published_at__gte=since))
    found = list(rows.order_by("-date", "-pk")[question.cut])
    return list(_items(found[:IN_ONE_PAGE], origin)), len(found) > IN_ONE_PAGE


def _items(papers, origin) -> Iterable[dict]:
    papers = citations.citable(papers)
    for paper, item in zip(papers, citations.csl_json(papers), strict=True):
        updated = max(paper.updated_at, paper.published_at).isoformat(timespec="seconds")
        here = {"page": origin + paper.get_absolute_url(), "updated": updated}
        yield item | {"custom": item.get("custom", {}) | here}
