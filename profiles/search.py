"""Search among what is public: people, papers, news. Plain and small; every word must occur."""

import unicodedata
from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from django.db.models import Q

from profiles.models import NewsItem, Researcher

LONGEST = 100
MOST_WORDS = 8
PER_KIND = 20
NAMES = ("display_name", "native_name", "other_names", "interests", "translations")


def clean(query: str) -> str:
    """Blanks collapsed, control characters dropped, cut to a length that a person would type."""
    query = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in query[:LONGEST])
    return " ".join(query.split())


def containing(query: str, fields: Iterable[str]) -> Q:
    """Each word of `query` in one of the fields."""
    words = query.split()[:MOST_WORDS]
    return reduce(and_, (_anywhere(word, fields) for word in words), Q())


def _anywhere(word, fields):
    return reduce(or_, (Q(**{f"{field}__icontains": word}) for field in fields))


def people(query: str) -> Q:
    return containing(query, NAMES)


def find(query: str) -> dict:
    """{"people": [...], "papers": [...], "news": [...]}; all empty for an empty query."""
    if not query:
        return {"people": [], "papers": [], "news": []}
    public = Researcher.objects.public()
    news = NewsItem.objects.public().filter(containing(query, ["headline", "body"]))
    return {
        "people": list(public.filter(people(query))[:PER_KIND]),
        "papers": _papers(query),
        "news": list(news.filter(researcher__in=public).select_related("researcher")[:PER_KIND]),
    }


# The papers are another app's: publications fills this in ready(). query, limit -> papers.
paper_searches = []


def _papers(query):
    return [paper for search in paper_searches for paper in search(query, PER_KIND)]
