"""Papers, and the lists of them, in /sitemap.xml."""

from django.urls import reverse

from profiles import changes
from profiles.sitemaps import LabSitemap, OriginSitemap
from publications.visibility import public_papers


class PublicationSitemap(OriginSitemap):
    def items(self):
        shown = ("slug", "updated_at", "published_at", "translations")
        return public_papers().only(*shown).order_by("pk")

    def lastmod(self, paper):
        return changes.moment(paper)


class ResearcherPublicationsSitemap(OriginSitemap):
    """The lists of those who have papers."""

    def items(self):
        return changes.with_items().exclude(latest_paper=None).order_by("pk")

    def lastmod(self, researcher):
        return researcher.latest_paper

    def location(self, researcher):
        return reverse("researcher-publications", kwargs={"slug": researcher.slug})


class PublicationListSitemap(LabSitemap):
    names = ("publication-list",)

    def items(self):
        return super().items() if public_papers().exists() else []


sitemaps = {
    "publications": PublicationSitemap,
    "lists": ResearcherPublicationsSitemap,
    "list": PublicationListSitemap,
}
