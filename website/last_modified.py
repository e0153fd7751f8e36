"""When what a page shows last changed: told to search engines, who come again for it."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest

from profiles.items import KINDS
from profiles.models import Page, Researcher

# What other apps show on a record: the name of an annotation, beginning with "latest_" -> it.
others: dict[str, Callable[[], Subquery]] = {}


def moment(row) -> datetime:
    """Of a public row: it changed, or its day came."""
    return max(row.updated_at, row.published_at)


def with_items() -> QuerySet[Researcher]:
    """Public researchers, each with the latest moment of every kind of item they show."""
    models = [Page, *(kind.model for kind in KINDS.values())]
    latest = {f"latest_{model._meta.model_name}": _latest(model) for model in models}
    latest |= {name: make() for name, make in others.items()}
    return Researcher.objects.public().annotate(**latest)


def of_record(researcher: Researcher) -> datetime:
    """Of one from `with_items`. A row that is gone leaves no trace."""
    found = [moment(researcher)]
    found += [value for name, value in vars(researcher).items() if name.startswith("latest_")]
    return max(value for value in found if value)


def _latest(kind):
    rows = kind.objects.public().filter(researcher=OuterRef("pk")).order_by()
    latest = rows.values("researcher").annotate(at=Max(Greatest("updated_at", "published_at")))
    return Subquery(latest.values("at"))
