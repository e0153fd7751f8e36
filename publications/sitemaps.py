"""Papers in /sitemap.xml."""

from profiles.sitemaps import OriginSitemap
from publications.visibility import public_papers


class PublicationSitemap(OriginSitemap):
    limit = 5000

    def items(self):
        return public_papers().only("slug", "updated_at").order_by("pk")

    def lastmod(self, paper):
        return paper.updated_at


sitemaps = {"publications": PublicationSitemap}
