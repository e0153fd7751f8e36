"""Further papers by the people of one paper: a few, the nearest first."""

from collections.abc import Iterable

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from profiles.models import Researcher
from publications.models import Authorship, Publication
from publications.visibility import public_papers

AT_MOST = 4


def related(paper: Publication, people: Iterable[Researcher]) -> QuerySet[Publication]:
    """Public papers that `people` show on their own pages, in one query.

    Most shared topics first, then most shared people, then the newest.
    """
    theirs = Authorship.objects.public().filter(researcher__in=[person.pk for person in people])
    own = Publication.topics.through.objects.filter(publication=paper).values("topic")
    topics = Publication.topics.through.objects.filter(topic__in=own)
    others = public_papers().filter(pk__in=theirs.values("publication")).exclude(pk=paper.pk)
    shared = others.annotate(people=_count(theirs), subjects=_count(topics))
    ordered = shared.order_by("-subjects", "-people", F("date").desc(), "-pk")
    shown = ("title", "translations", "language", "slug", "date", "date_text", "container_title")
    return ordered.select_related("venue").only(*shown, "venue__short_name")[:AT_MOST]


def _count(rows):
    """How many of `rows` belong to the paper of the outer query."""
    mine = rows.filter(publication=OuterRef("pk")).order_by().values("publication")
    counted = mine.annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
