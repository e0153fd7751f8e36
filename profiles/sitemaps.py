"""What search engines should know of people: public pages only."""

from types import SimpleNamespace

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from profiles import menu
from profiles.models import Page, Researcher


class OriginSitemap(Sitemap):
    """Addresses begin with the configured origin, else with the (checked) request's."""

    def get_urls(self, page=1, site=None, protocol=None):
        if settings.ORIGIN:
            protocol, _sep, domain = settings.ORIGIN.partition("://")
            site = SimpleNamespace(domain=domain)
        return super().get_urls(page=page, site=site, protocol=protocol)


class ResearcherSitemap(OriginSitemap):
    def items(self):
        return menu.researchers().order_by("pk")

    def lastmod(self, researcher):
        return researcher.updated_at


class CVSitemap(ResearcherSitemap):
    def location(self, researcher):
        return reverse("cv", kwargs={"slug": researcher.slug})


class NewsSitemap(OriginSitemap):
    def items(self):
        public = Q(newsitem__published_at__lte=timezone.now())
        newest = Max("newsitem__updated_at", filter=public)
        people = Researcher.objects.public().annotate(news_updated_at=newest)
        return people.exclude(news_updated_at=None).order_by("pk")

    def lastmod(self, researcher):
        return researcher.news_updated_at

    def location(self, researcher):
        return reverse("news", kwargs={"slug": researcher.slug})


class PageSitemap(OriginSitemap):
    def items(self):
        pages = Page.objects.public().filter(researcher__in=Researcher.objects.public())
        return pages.select_related("researcher").order_by("pk")

    def lastmod(self, page):
        return page.updated_at


class DirectorySitemap(OriginSitemap):
    def items(self):
        return [] if settings.RESEARCHER else ["directory"]

    def location(self, name):
        return reverse(name)


sitemaps = {
    "directory": DirectorySitemap,
    "researchers": ResearcherSitemap,
    "news": NewsSitemap,
    "cvs": CVSitemap,
    "pages": PageSitemap,
}
