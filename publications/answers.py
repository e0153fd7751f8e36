"""What papers answer where profiles asks: whose files are public, which papers match a search."""

from profiles.search import containing
from publications.models import Publication
from publications.visibility import public_papers

SEARCHED = ["title", "short_name", "container_title", "tldr", "abstract", "translations"]


def shows_cover(name: str) -> bool:
    return public_papers().filter(cover=name).exists()


def shows_document(name: str) -> bool:
    return public_papers().filter(links__file=name).exists()


def search(query: str, limit: int) -> list[Publication]:
    found = public_papers().filter(containing(query, SEARCHED))
    return list(found.order_by("-date", "-id")[:limit])
