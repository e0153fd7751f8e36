"""Papers, and the lists of them, in /sitemap.xml."""

from django.urls import reverse

from publications.visibility import public_papers
from website import last_modified
from website.sitemaps import LabSitemap, OriginSitemap


class PublicationSitemap(OriginSitemap):
    def items(self):
        shown = ("slug", "updated_at", "published_at", "translations")
        return public_papers().only(*shown).order_by("pk")

    def lastmod(self, paper):
        return last_modified.moment(paper)


class ResearcherPublicationsSitemap(OriginSitemap):
    """The lists of those who have papers."""

    def items(self):
        return last_modified.with_items().exclude(latest_paper=None).order_by("pk")

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
