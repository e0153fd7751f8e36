"""Lists that others ask for: publications of some kind, collaborators, papers by topic, talks and
teaching by year, a short biography. Each is a `Document`, so that every format can write it.

Only what is public is in them, but for short biographies, which stand on no page.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from django.db.models import CharField, Value
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from exchange import cv
from exchange.cv_formats.document import (
    Document,
    DocumentEntry,
    DocumentPart,
    PaperGroup,
    Run,
    blocks,
    document_of,
    entry_of,
    legend_of,
)
from exchange.cv_formats.document import paper_of as document_paper
from profiles import markup
from profiles.folding import fold
from profiles.models import Researcher
from publications.bylines import AuthorRole
from publications.list_items import PublicationItem, items_of
from publications.models import Authorship, Publication, papers_of

NSF_MONTHS = 48
AUTHOR = Authorship.Role.AUTHOR
FIRST = {AuthorRole.FIRST, AuthorRole.SOLE}


def is_last(item: PublicationItem) -> bool:
    """Whether the person closes a complete list of authors; alone, one is first."""
    authors = [name.authorship for name in item.names if name.role == AUTHOR]
    return len(authors) > 1 and authors[-1] == item.own and not item.paper.et_al


# What an owner may have been on a paper -> its label, and whether an item is one.
ROLES: dict[str, tuple[str, Callable[[PublicationItem], bool]]] = {
    "first": (_("First author"), lambda item: item.part in FIRST),
    "co-first": (
        _("First or co-first author"),
        lambda item: item.part in FIRST | {AuthorRole.CO_FIRST},
    ),
    "corresponding": (
        _("Corresponding author"),
        lambda item: bool(item.own and item.own.is_corresponding),
    ),
    "last": (_("Last author"), is_last),
}
KINDS = {
    "publications": _("Publications"),
    "topics": _("Publications by topic"),
    "collaborators": _("Collaborators of the last 48 months"),
    "activities": _("Talks and teaching by year"),
    "biographies": _("Short biographies"),
}


@dataclass(frozen=True)
class ListQuery:
    """What is asked for. `kinds` are letters of `cv.GROUPS`; all where there are none."""

    kind: str = "publications"
    years: int | None = None
    role: str = ""
    kinds: tuple[str, ...] = ()
    ranks: bool = False
    style: str = ""
    is_numbered: bool = True


def papers(researcher: Researcher, query: ListQuery) -> list[PublicationItem]:
    """The papers that are asked for, newest first."""
    rows = papers_of(researcher)
    if query.years:
        rows = rows.filter(cv.since_year(cv.first_year(query.years)))
    keys = rows.order_by("-date", "-id").values_list("pk", flat=True)
    items = items_of(keys, researcher)
    if query.kinds:
        items = [item for item in items if cv.group_of(item) in query.kinds]
    if query.role:
        items = [item for item in items if ROLES[query.role][1](item)]
    return items


def build(researcher: Researcher, query: ListQuery, origin: str, path: str) -> Document:
    """The document in the active language; without rows it has no parts."""
    make = {
        "publications": _publications,
        "topics": _topics,
        "collaborators": _collaborators,
        "activities": _activities,
        "biographies": _biographies,
    }[query.kind]
    parts = tuple(make(researcher, query, origin + path))
    return document_of(researcher, origin, path, parts)


# --- Papers ---------------------------------------------------------------------------------------


def _publications(researcher, query, base) -> Iterator[DocumentPart]:
    items = papers(researcher, query)
    if groups := tuple(_groups(items, query, base)):
        yield DocumentPart("publications", title(query), groups=groups)


def title(query: ListQuery) -> str:
    """What stands above a list: "Publications of the last 5 years as last author"."""
    words = str(KINDS[query.kind])
    if query.years:
        years = ngettext("of the last year", "of the last %(count)d years", query.years)
        words = f"{words} {years % {'count': query.years}}"
    return f"{words}: {ROLES[query.role][0]}" if query.role else words


def _groups(items, query, base) -> Iterator[PaperGroup]:
    number = len(items)
    for group in cv.grouped(items, query.style):
        found = []
        for reference in group.references:
            paper = document_paper(reference, base)
            extra = {"number": str(number) if query.is_numbered else ""}
            if query.ranks and (ranks := ", ".join(map(str, reference.item.ranks))):
                extra["reference"] = (*paper.reference, Run(f" [{ranks}]"))
            found.append(replace(paper, **extra))
            number -= 1
        yield PaperGroup(group.heading, tuple(found), legend_of(group))


def _topics(researcher, query, base) -> Iterator[DocumentPart]:
    """A paper of two topics stands under both."""
    items = papers(researcher, query)
    through = Publication.topics.through.objects.filter(
        publication__in=[item.paper.pk for item in items]
    )
    of_topic = {}
    for name, pk in through.order_by("topic__name").values_list("topic__name", "publication"):
        of_topic.setdefault(name, set()).add(pk)
    known = set().union(*of_topic.values())
    topics = [*of_topic.items(), (gettext("Without a topic"), {i.paper.pk for i in items} - known)]
    for name, keys in topics:
        if groups := tuple(_groups([i for i in items if i.paper.pk in keys], query, base)):
            yield DocumentPart("publications", name, groups=groups)


# --- People, talks, biographies -------------------------------------------------------------------


def _collaborators(researcher, query, base) -> Iterator[DocumentPart]:
    """Each once, by family name, with the newest common paper; forms of a name that differ stand
    apart.
    """
    rows = papers_of(researcher).filter(date__gte=Value(since(NSF_MONTHS), CharField()))
    keys = rows.order_by("-date", "-id").values_list("pk", flat=True)
    found = {}
    for item in items_of(keys, researcher):
        for name in item.names:
            if not name.is_self and name.role == AUTHOR:
                key = name.authorship.researcher_id or name.orcid or fold(name.text)
                found.setdefault(key, (name, item))
    people = Researcher.objects.public().prefetch_related("affiliations")
    here = people.in_bulk([key for key in found if isinstance(key, int)])
    entries = [
        _collaborator(name, item, here.get(name.authorship.researcher_id))
        for name, item in sorted(found.values(), key=lambda pair: fold(pair[0].inverted))
    ]
    if entries:
        yield DocumentPart("collaborators", str(KINDS["collaborators"]), tuple(entries))


def _collaborator(name, item, person) -> DocumentEntry:
    current = [row for row in person.affiliations.all() if row.is_current] if person else []
    work = current[0].translated("organisation") if current else ""
    paper = document_paper(cv.Reference("", item), "")
    label = gettext("Last common paper:")
    details = tuple((Run(text),) for text in (work, f"{label} {paper.title}") if text)
    facts = {"name": name.text, "organisation": work, "paper": paper.title}
    return DocumentEntry((Run(name.inverted),), when=paper.date, details=details, facts=facts)


def since(months: int) -> str:
    """The first day of so many months until today, as ISO 8601."""
    today = timezone.localdate()
    count = today.year * 12 + today.month - 1 - months
    return date(count // 12, count % 12 + 1, min(today.day, 28)).isoformat()[:7]


def _activities(researcher, query, base) -> Iterator[DocumentPart]:
    """Courses stand in the year in which they were given last."""
    whole = cv.build(researcher, cv.CVVariant(years=query.years))
    rows = [
        (cv.last_year(entry.row) or 0, part.heading, entry)
        for part in whole.parts
        if part.kind in (cv.Kind.TALKS, cv.Kind.TEACHING)
        for entry in part.entries
    ]
    rows.sort(key=lambda row: (-row[0], row[1]))
    for (year, heading), group in groupby(rows, key=lambda row: row[:2]):
        entries = tuple(entry_of(entry, researcher, base) for _y, _h, entry in group)
        yield DocumentPart("activities", f"{year or gettext('Undated')} · {heading}", entries)


def _biographies(researcher, query, base) -> Iterator[DocumentPart]:
    for row in researcher.shortbiography_set.all():
        body = blocks(markup.render(row.translated("text"), researcher), base)
        yield DocumentPart("biography", str(row), texts=tuple(body))
