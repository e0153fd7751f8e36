"""What search engines should know: public pages only, in every language they have, and since when.

A page last changed when a row that it shows changed, or its day came. A row that is gone leaves no
trace.
"""

from datetime import datetime
from types import SimpleNamespace

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from profiles import languages
from profiles.context_processors import origin
from profiles.items import KINDS
from profiles.models import Page, Researcher
from publications.models import Authorship
from publications.visibility import public_papers
from website.search.documents import of_public_researchers

# Addresses in one file; sitemaps.org allows 50,000, and a second language doubles them.
MOST = 20_000


@require_safe
def sitemap(request, sitemaps):
    """/sitemap.xml: one file as long as it can be one, else an index of files."""
    sections = {name: site().paginator for name, site in sitemaps.items()}
    if sum(paginator.count for paginator in sections.values()) <= MOST:
        return views.sitemap(request, sitemaps)
    files = [
        f"{origin(request)}{reverse('sitemap-section', kwargs={'section': name})}?p={number}"
        for name, paginator in sections.items()
        for number in paginator.page_range
    ]
    items = [views.SitemapIndexItem(address) for address in files]
    context = {"sitemaps": items}
    return TemplateResponse(request, "sitemap_index.xml", context, content_type="application/xml")


class OriginSitemap(Sitemap):
    """Addresses begin with the configured origin, else with the (checked) request's."""

    limit = MOST

    def get_urls(self, page=1, site=None, protocol=None):
        if settings.ORIGIN:
            protocol, _sep, domain = settings.ORIGIN.partition("://")
            site = SimpleNamespace(domain=domain)
        urls = super().get_urls(page=page, site=site, protocol=protocol)
        start = f"{self.get_protocol(protocol)}://{self.get_domain(site)}"
        in_all_languages = []
        for url in urls:
            path = url["location"].removeprefix(start)
            pages = languages.alternates(path, self.written_in(url["item"]))
            links = [{"lang_code": page.code, "location": start + page.path} for page in pages]
            if pages:
                links.append({"lang_code": languages.FALLBACK, "location": start + pages[0].path})
            in_all_languages += [
                url | {"location": start + page.path, "alternates": links} for page in pages
            ] or [url]
        return in_all_languages

    def written_in(self, item) -> dict | set:
        """Second languages of the item's page."""
        return getattr(item, "translations", {})


# --- When it last changed -------------------------------------------------------------------------


def _moment(row) -> datetime:
    return max(row.updated_at, row.published_at)


def _latest(rows, path=""):
    """The latest moment among public `rows` of each researcher; `path` leads to what is dated."""
    latest = Max(Greatest(f"{path}updated_at", f"{path}published_at"))
    own = rows.public().filter(researcher=OuterRef("pk")).order_by().values("researcher")
    return Subquery(own.annotate(at=latest).values("at"))


def researchers() -> QuerySet[Researcher]:
    """Public ones, each with the latest moment of every kind of item they show, as latest_…"""
    models = [Page, *(kind.model for kind in KINDS.values())]
    latest = {f"latest_{model._meta.model_name}": _latest(model.objects) for model in models}
    latest["latest_paper"] = _latest(Authorship.objects, "publication__")
    return Researcher.objects.public().annotate(**latest).order_by("pk")


# --- People ---------------------------------------------------------------------------------------


class ResearcherSitemap(OriginSitemap):
    """Home pages, which show what the whole record holds."""

    def items(self):
        return researchers()

    def lastmod(self, researcher):
        latest = [at for name, at in vars(researcher).items() if name.startswith("latest_") and at]
        return max([_moment(researcher), *latest])


class CVSitemap(ResearcherSitemap):
    def location(self, researcher):
        return reverse("cv", kwargs={"slug": researcher.slug})


class NewsSitemap(ResearcherSitemap):
    def items(self):
        return researchers().exclude(latest_newsitem=None)

    def lastmod(self, researcher):
        return researcher.latest_newsitem

    def location(self, researcher):
        return reverse("news", kwargs={"slug": researcher.slug})


class PageSitemap(OriginSitemap):
    def items(self):
        return of_public_researchers(Page.objects).order_by("pk")

    def lastmod(self, page):
        return _moment(page)

    def written_in(self, page):
        return {*page.translations, *page.researcher.translations}


# --- Papers ---------------------------------------------------------------------------------------


class PublicationSitemap(OriginSitemap):
    def items(self):
        shown = ("slug", "updated_at", "published_at", "translations")
        return public_papers().only(*shown).order_by("pk")

    def lastmod(self, paper):
        return _moment(paper)


class ResearcherPublicationsSitemap(OriginSitemap):
    """The lists of those who have papers."""

    def items(self):
        return researchers().exclude(latest_paper=None)

    def lastmod(self, researcher):
        return researcher.latest_paper

    def location(self, researcher):
        return reverse("researcher-publications", kwargs={"slug": researcher.slug})


# --- The lab --------------------------------------------------------------------------------------


class DirectorySitemap(OriginSitemap):
    """The lab's own page, by the name of its address. One person's site has none."""

    def items(self):
        return [] if settings.SINGLE_RESEARCHER else ["directory"]

    def location(self, name):
        return reverse(name)

    def written_in(self, name):
        return Researcher.objects.public().languages()


class PublicationListSitemap(DirectorySitemap):
    def items(self):
        is_there = not settings.SINGLE_RESEARCHER and public_papers().exists()
        return ["publication-list"] if is_there else []


sitemaps = {
    "directory": DirectorySitemap,
    "researchers": ResearcherSitemap,
    "news": NewsSitemap,
    "cvs": CVSitemap,
    "pages": PageSitemap,
    "publications": PublicationSitemap,
    "lists": ResearcherPublicationsSitemap,
    "list": PublicationListSitemap,
}
