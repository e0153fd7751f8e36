"""What search engines should know: public pages only, in every language they have, and since when.

A page last changed when a row that it shows changed, or its day came. A row that is gone leaves no
trace. Which file has a page is told by its row's primary key: so a file is made without counting or
skipping the rows of others, and rows that come or go change no other file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db import connection
from django.db.models import Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from profiles import languages
from profiles.items import KINDS
from profiles.models import LabNewsItem, Page, Researcher
from profiles.sections import written_languages
from profiles.site import alternate_pages, origin
from publications.models import Authorship, public_papers

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
        models = [Page, *(kind.model for kind in KINDS.values())]
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
