"""The lab's own pages: its people, its news, and what a search finds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from types import SimpleNamespace

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db import connection
from django.db.models import Exists, Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.generic import ListView, TemplateView

from profiles import access, languages, schema_org
from profiles.folding import fold
from profiles.items import KINDS as ITEM_KINDS
from profiles.models import LabNewsItem, Membership, NewsItem, Page, PeopleGroup, Researcher
from profiles.sections import people_of, written_languages
from profiles.site import alternate_pages, origin, site_settings
from profiles.views import LabMixin
from publications.list_items import items_of
from publications.listing import Mark
from publications.models import Authorship, public_papers
from website import demo
from website.search import documents, query
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
        return documents.clean(self.request.GET.get("q", ""))

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
        typed = documents.clean(params.get("q", ""))
        of_each_kind, corrected = query.search(typed, params.get("kind", "")), ""
        if not any(found.count for found in of_each_kind):
            corrected = query.correct(typed, KINDS.values())
        if corrected:
            of_each_kind = query.search(corrected, params.get("kind", ""))
        chosen = next((found for found in of_each_kind if found.is_chosen), None)
        context = {"query": typed, "corrected": corrected, "results": of_each_kind}
        context["terms"] = documents.terms(corrected or typed)
        context["is_too_long"] = documents.is_too_long(params.get("q", ""))
        if chosen:
            page = chosen.page(params.get("page", ""))
            context |= {"chosen": chosen, "page_obj": page, "hits": chosen.hits(page)}
        return super().get_context_data(**context, **kwargs)


# --- sitemap.xml ---------------------------------------------------------------------------------
# A page last changed when a row that it shows changed, or its day came. A row that is gone leaves
# no trace. Which file has a page is told by its row's primary key: so a file is made without
# counting or skipping the rows of others, and rows that come or go change no other file.

# In one file, so that each is quick to make; sitemaps.org allows 50,000 addresses. A person has
# several, each dated by all that it shows.
PAPERS, PEOPLE = 2_000, 100
# Of more papers, those that came last date a person's pages.
DATED_BY = 100
# Numbers of the files that have a published row: from each, one look into the index for the next.
FILES = """
    WITH RECURSIVE file (number) AS (
        SELECT CAST(0 AS bigint)
        UNION ALL
        SELECT (
            SELECT (id + {size} - 1) / {size} FROM {table}
            WHERE id > file.number * {size} AND published_at <= %s ORDER BY id LIMIT 1
        ) FROM file WHERE number IS NOT NULL
    ) SELECT number FROM file WHERE number > 0
"""


@require_safe
def sitemap(request, sitemaps):
    """/sitemap.xml: one file as long as it can be one, else an index of files."""
    files = [(name, number) for name, section in sitemaps.items() for number in section().files()]
    if all(number == 1 for _name, number in files):
        return views.sitemap(request, sitemaps)
    start = origin(request)
    addresses = [
        f"{start}{reverse('sitemap-section', kwargs={'section': name})}?p={number}"
        for name, number in files
    ]
    context = {"sitemaps": [views.SitemapIndexItem(address) for address in addresses]}
    return TemplateResponse(request, "sitemap_index.xml", context, content_type="application/xml")


@dataclass
class Address:
    path: str
    changed_at: datetime | None = None
    # Second languages of the page.
    languages: Iterable[str] = ()


class OriginSitemap(Sitemap):
    """Addresses begin with the configured origin, else with the (checked) request's."""

    def files(self) -> list[int]:
        """List the numbers of the files that have an address."""
        return [1] if self.items() else []

    def location(self, address):
        return address.path

    def lastmod(self, address):
        return address.changed_at

    def get_urls(self, page=1, site=None, protocol=None):
        if settings.ORIGIN:
            protocol, _sep, domain = settings.ORIGIN.partition("://")
            site = SimpleNamespace(domain=domain)
        urls = super().get_urls(page=page, site=site, protocol=protocol)
        start = f"{self.get_protocol(protocol)}://{self.get_domain(site)}"
        in_all_languages = []
        for url in urls:
            pages = alternate_pages(url["item"].path, url["item"].languages)
            links = [{"lang_code": page.code, "location": start + page.path} for page in pages]
            if pages:
                links.append({"lang_code": languages.FALLBACK, "location": start + pages[0].path})
            in_all_languages += [
                url | {"location": start + page.path, "alternates": links} for page in pages
            ] or [url]
        return in_all_languages


class RowsSitemap(OriginSitemap):
    """File n has the pages of the n-th `size` primary keys."""

    size: int

    def rows(self) -> QuerySet:
        raise NotImplementedError

    def addresses(self, rows: QuerySet) -> Iterator[Address]:
        raise NotImplementedError

    def files(self) -> list[int]:
        sql = FILES.format(table=self.rows().model._meta.db_table, size=self.size)
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(sql, [now])
            return [number for (number,) in cursor.fetchall()]

    @property
    def paginator(self):
        """The object that Django's Sitemap asks for pages: this one."""
        return self

    def page(self, number: str | int) -> SimpleNamespace:
        try:
            number = int(number)
        except ValueError as error:
            raise PageNotAnInteger from error
        if number != 1 and number not in self.files():
            raise EmptyPage
        last = number * self.size
        rows = self.rows().filter(pk__gt=last - self.size, pk__lte=last).order_by("pk")
        return SimpleNamespace(object_list=self.addresses(rows))


def _moment(row) -> datetime:
    return max(row.updated_at, row.published_at)


# --- People ---------------------------------------------------------------------------------------


def latest_change(person: Researcher) -> datetime:
    """When something on the pages of somebody changed last: of a row of `ResearcherSitemap`."""
    latest = [at for name, at in vars(person).items() if name.startswith("latest_") and at]
    return max([_moment(person), *latest])


def _latest(rows, path=""):
    """The latest moment among `rows` of each researcher; `path` leads to what is dated."""
    latest = Max(Greatest(f"{path}updated_at", f"{path}published_at"))
    rows_of_person = rows.filter(researcher=OuterRef("pk")).order_by().values("researcher")
    return Subquery(rows_of_person.annotate(at=latest).values("at"))


class ResearcherSitemap(RowsSitemap):
    """Home page and CV, which show what the whole record holds; news, papers and own pages."""

    size = PEOPLE

    def rows(self):
        """Each with the latest moment of every kind of item they show, as latest_…"""
        models = [Page, *(kind.model for kind in ITEM_KINDS.values())]
        latest = {f"latest_{m._meta.model_name}": _latest(m.objects.public()) for m in models}
        papers = Authorship.objects.public().filter(researcher=OuterRef(OuterRef("pk")))
        last = Authorship.objects.filter(pk__in=papers.order_by("-pk").values("pk")[:DATED_BY])
        latest["latest_paper"] = _latest(last, "publication__")
        pages = Prefetch("page_set", Page.objects.public().order_by("pk"))
        return Researcher.objects.public().annotate(**latest).prefetch_related(pages)

    def addresses(self, rows):
        for person in rows:
            changed_at = latest_change(person)
            of_pages = {
                "researcher-home": changed_at,
                "cv": changed_at,
                "news": person.latest_newsitem,
                "researcher-publications": person.latest_paper,
            }
            for name, at in of_pages.items():
                if at:
                    path = reverse(name, kwargs={"slug": person.slug})
                    yield Address(path, at, person.translations)
            for page in person.page_set.all():
                written_in = {*page.translations, *person.translations}
                yield Address(page.get_absolute_url(), _moment(page), written_in)


# --- Papers ---------------------------------------------------------------------------------------


class PublicationSitemap(RowsSitemap):
    size = PAPERS

    def rows(self):
        return public_papers().only("slug", "updated_at", "published_at", "translations")

    def addresses(self, rows):
        for paper in rows:
            yield Address(paper.get_absolute_url(), _moment(paper), paper.translations)


# --- The lab --------------------------------------------------------------------------------------


class LabSitemap(OriginSitemap):
    """The lab's own pages. One person's site has none."""

    def items(self):
        if settings.SINGLE_RESEARCHER:
            return []
        written_in = written_languages()
        addresses = [Address(reverse("directory"), None, written_in)]
        latest = Max(Greatest("updated_at", "published_at"))
        if newest := LabNewsItem.objects.public().aggregate(at=latest)["at"]:
            addresses.append(Address(reverse("lab-news"), newest, written_in))
        if public_papers().exists():
            addresses.append(Address(reverse("publication-list"), None, written_in))
        return addresses


sitemaps = {"lab": LabSitemap, "researchers": ResearcherSitemap, "publications": PublicationSitemap}
