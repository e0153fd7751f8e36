"""The papers that the site's search finds: every word in the title, a name, the venue."""

from django.db.models import Exists, OuterRef, Q

from profiles import search as site_search
from publications.models import Authorship, Publication
from publications.visibility import public_papers

FIELDS = ("title", "short_name", "container_title", "venue__short_name", "translations")
NAMES = ("given", "family", "literal")


def search(query: str, limit: int) -> list[Publication]:
    """At most `limit` public papers, newest first."""
    papers = public_papers().select_related("venue")
    for word in query.split()[: site_search.MOST_WORDS]:
        names = Authorship.objects.filter(publication=OuterRef("pk"))
        named = Exists(names.filter(site_search.containing(word, NAMES)))
        papers = papers.filter(Q(site_search.containing(word, FIELDS)) | named)
    return list(papers.order_by("-date", "-id")[:limit])


def register() -> None:
    site_search.paper_searches.append(search)
