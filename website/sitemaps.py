"""What search engines should know of people: public pages only, in every language they have."""

from types import SimpleNamespace

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from profiles import languages
from profiles.context_processors import origin
from profiles.models import Page, Researcher
from website import last_modified

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
        found = super().get_urls(page=page, site=site, protocol=protocol)
        start = f"{self.get_protocol(protocol)}://{self.get_domain(site)}"
        return [each for url in found for each in self._in_its_languages(url, start)]

    def written_in(self, item) -> dict | set:
        """Second languages of the item's page."""
        return getattr(item, "translations", {})

    def _in_its_languages(self, url, start):
        path = url["location"].removeprefix(start)
        found = languages.alternates(path, self.written_in(url["item"]))
        if not found:
            return [url]
        alternates = [{"lang_code": each.code, "location": start + each.path} for each in found]
        alternates.append({"lang_code": languages.FALLBACK, "location": start + found[0].path})
        return [url | {"location": start + each.path, "alternates": alternates} for each in found]


class ResearcherSitemap(OriginSitemap):
    """Home pages, which show what the whole record holds."""

    def items(self):
        return last_modified.with_items().order_by("pk")

    def lastmod(self, researcher):
        return last_modified.of_record(researcher)


class CVSitemap(ResearcherSitemap):
    def location(self, researcher):
        return reverse("cv", kwargs={"slug": researcher.slug})


class NewsSitemap(ResearcherSitemap):
    def items(self):
        return super().items().exclude(latest_newsitem=None)

    def lastmod(self, researcher):
        return researcher.latest_newsitem

    def location(self, researcher):
        return reverse("news", kwargs={"slug": researcher.slug})


class PageSitemap(OriginSitemap):
    def items(self):
        pages = Page.objects.public().filter(researcher__in=Researcher.objects.public())
        return pages.select_related("researcher").order_by("pk")

    def lastmod(self, page):
        return last_modified.moment(page)

    def written_in(self, page):
        return {*page.translations, *page.researcher.translations}


class LabSitemap(OriginSitemap):
    """A lab's own pages, by the names of their addresses. One person's site has none."""

    names: tuple[str, ...] = ()

    def items(self):
        return [] if settings.SINGLE_RESEARCHER else list(self.names)

    def location(self, name):
        return reverse(name)

    def written_in(self, name):
        return Researcher.objects.public().languages()


class DirectorySitemap(LabSitemap):
    names = ("directory",)


sitemaps = {
    "directory": DirectorySitemap,
    "researchers": ResearcherSitemap,
    "news": NewsSitemap,
    "cvs": CVSitemap,
    "pages": PageSitemap,
}
