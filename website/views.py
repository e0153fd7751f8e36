"""The lab's own pages: its people, its news, and what a search finds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.views.generic import ListView, TemplateView

from profiles import access, schema_org
from profiles.folding import fold
from profiles.models import LabNewsItem, Membership, NewsItem, PeopleGroup, Researcher
from profiles.sections import people_of
from profiles.site import origin, site_settings
from profiles.views import LabMixin
from publications.list_items import items_of
from publications.listing import Mark
from publications.models import public_papers
from website import demo
from website.search import query, words
from website.search.documents import KINDS

LAB_NEWS, LATEST_NEWS, NEWEST_PAPERS = 3, 5, 5
# Of more people, the directory has pages.
PEOPLE_AT_ONCE = 100


class DirectoryView(LabMixin, ListView):
    """The lab's front page: its words, news and newest papers, its people; ?q= finds among them.

    More than PEOPLE_AT_ONCE stand on pages, each in its group or under its letter.
    """

    template_name = "website/directory.html"
    context_object_name = "researchers"

    def get_paginate_by(self, queryset):
        return PEOPLE_AT_ONCE

    def get_queryset(self):
        if not self.query:
            keys = Researcher.objects.public().order_by().values_list("pk", flat=True)
            keys = list(keys[: PEOPLE_AT_ONCE + 1])
            return long_directory() if len(keys) > PEOPLE_AT_ONCE else people_of(keys)
        [people], corrected = query.find(self.query, KINDS["people"]), ""
        if not people.keys and (corrected := query.correct(self.query, [KINDS["people"]])):
            [people] = query.find(corrected, KINDS["people"])
        self.extra_context = {"corrected": corrected, "is_cut": people.is_cut}
        return people.keys

    @property
    def query(self) -> str:
        return words.clean(self.request.GET.get("q", ""))

    def get_context_data(self, **kwargs):
        context = super().get_context_data(query=self.query, **kwargs)
        if self.query:
            return context | {"researchers": KINDS["people"].load(context["researchers"])}
        site, people, lab = origin(self.request), list(context["researchers"]), site_settings()
        if people and isinstance(people[0], Placed):
            context |= self.page_of_many(context)
            people = [person for _n, _a, rows in context["groups"] for person, _m in rows if person]
        else:
            context["groups"] = [(name, "", members) for name, members in groups(people)]
        entries = (schema_org.reference(person, site) for person in people)
        listed = schema_org.collection(_("People"), site + self.request.path, entries)
        if context["page_obj"].number > 1:
            return context | {"structured_data": [listed]}
        newest = public_papers().order_by("-date", "-pk").values_list("pk", flat=True)
        return context | {
            "welcome": lab.site_welcome or (demo.welcome() if demo.is_here() else ""),
            "lab_news": LabNewsItem.objects.public()[:LAB_NEWS] if lab.has_news else (),
            "news": latest_news(),
            "papers": items_of(newest[:NEWEST_PAPERS]),
            "structured_data": [schema_org.site_search(site), listed],
        }

    def page_of_many(self, context) -> dict:
        """The groups of this page, and where each group and letter of all begins."""
        marks, before = [], 0
        lines = context["paginator"].object_list
        for (heading, anchor), count in Counter((x.heading, x.anchor) for x in lines).items():
            marks.append(Mark(heading, anchor, count, before // PEOPLE_AT_ONCE + 1))
            before += count
        return {"groups": loaded(context["researchers"]), "marks": marks}


def latest_news() -> QuerySet[NewsItem]:
    """The newest of public people."""
    speaker = Researcher.objects.public().filter(pk=OuterRef("researcher"))
    news = NewsItem.objects.public().filter(Exists(speaker)).prefetch_related("researcher")
    return news.order_by("-date", "-pk")[:LATEST_NEWS]


def people_groups() -> QuerySet[PeopleGroup]:
    """The groups that managers made, each with its memberships."""
    return PeopleGroup.objects.prefetch_related("memberships")


@dataclass(frozen=True)
class Placed:
    """Somebody's place in a long directory: a researcher, a membership or both, by primary key."""

    heading: str
    anchor: str
    researcher: int | None
    membership: int | None = None


def long_directory() -> list[Placed]:
    """As `groups` has them, but that who is in no group stands under a letter, not by place."""
    names = Researcher.objects.public().order_by().values_list("pk", "family_name", "display_name")
    letters = {pk: fold(family or display) for pk, family, display in names}
    lines = []
    for group in people_groups():
        for row in group.memberships.all():
            pk = row.researcher_id if row.researcher_id in letters else None
            if pk or row.name:
                letters.pop(pk, None)
                lines.append(Placed(group.translated("name"), f"group-{group.pk}", pk, row.pk))
    for pk, name in sorted(letters.items(), key=lambda item: (not _is_latin(item[1]), item[1])):
        letter = name[0].upper() if _is_latin(name) else _("Others")
        lines.append(Placed(letter, f"letter-{letter}" if _is_latin(name) else "letters", pk))
    return lines


def _is_latin(name):
    return "a" <= name[:1] <= "z"


def loaded(lines: Iterable[Placed]) -> list[tuple[str, str, "Members"]]:
    """(heading, anchor, members) of some lines, in a few queries however many they are."""
    lines = list(lines)
    people = people_of([line.researcher for line in lines if line.researcher])
    people = {person.pk: person for person in people}
    rows = Membership.objects.in_bulk([line.membership for line in lines if line.membership])
    return [
        (*heading, [(people.get(x.researcher), rows.get(x.membership)) for x in members])
        for heading, members in groupby(lines, key=lambda x: (x.heading, x.anchor))
    ]


Members = list[tuple[Researcher | None, Membership | None]]


def groups(people: Iterable[Researcher]) -> list[tuple[str, Members]]:
    """(name, its members) of the groups that managers made, in their order, and of who is in none.

    A member is a researcher, a membership or both; of `people` alone, who are public.
    """
    public, grouped = {person.pk: person for person in people}, []
    for group in people_groups():
        rows = [(public.pop(row.researcher_id, None), row) for row in group.memberships.all()]
        if members := [(person, row) for person, row in rows if person or row.name]:
            grouped.append((group.translated("name"), members))
    rest = [(name, [(row, None) for row in there]) for name, there in by_place(public.values())]
    if grouped and len(rest) == 1:
        rest = [(_("Others"), rest[0][1])]
    return [*grouped, *rest]


def by_place(people: Iterable[Researcher]) -> list[tuple[str, list[Researcher]]]:
    """People by where they work now, the largest group first; those alone in theirs at the end.

    One list without a heading where fewer than two groups have two people.
    """
    people = list(people)
    places = {}
    for person in people:
        place = next((row for row in person.affiliations.all() if row.is_current), None)
        places.setdefault(place.translated("organisation") if place else "", []).append(person)
    large = {name: there for name, there in places.items() if name and len(there) > 1}
    if len(large) < 2:
        return [("", people)] if people else []
    rest = [person for name, there in places.items() if name not in large for person in there]
    ordered = sorted(large.items(), key=lambda group: (-len(group[1]), group[0]))
    return [*ordered, (_("Others"), rest)] if rest else ordered


class LabNewsView(LabMixin, ListView):
    """/news/; without any there is no such page: an old site's may have stood there."""

    template_name = "website/lab_news.html"
    context_object_name = "news"
    paginate_by = 50
    allow_empty = False
    # Set by website.previews alone: an account that sees drafts on the page, too.
    editor = None

    def get_queryset(self):
        if self.editor is None:
            return LabNewsItem.objects.public()
        return access.visible(LabNewsItem.objects.all(), self.editor)

    def get_context_data(self, **kwargs):
        trail = [*schema_org.start(), (_("News"), self.request.path)]
        breadcrumbs = schema_org.breadcrumbs(origin(self.request), trail)
        return super().get_context_data(structured_data=[breadcrumbs], **kwargs)


class SearchView(LabMixin, TemplateView):
    """?q= what was typed, ?kind= one of search.documents.KINDS, ?page= of that kind."""

    template_name = "website/search.html"

    def get_context_data(self, **kwargs):
        params = self.request.GET
        typed = words.clean(params.get("q", ""))
        of_each_kind, corrected = query.search(typed, params.get("kind", "")), ""
        if not any(found.count for found in of_each_kind):
            corrected = query.correct(typed, KINDS.values())
        if corrected:
            of_each_kind = query.search(corrected, params.get("kind", ""))
        chosen = next((found for found in of_each_kind if found.is_chosen), None)
        context = {"query": typed, "corrected": corrected, "results": of_each_kind}
        context["terms"] = words.terms(corrected or typed)
        context["is_too_long"] = words.is_too_long(params.get("q", ""))
        if chosen:
            page = chosen.page(params.get("page", ""))
            context |= {"chosen": chosen, "page_obj": page, "hits": chosen.hits(page)}
        return super().get_context_data(**context, **kwargs)
