"""When a researcher's papers last changed, for those who ask after the whole record."""

from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Greatest

from publications.models import Authorship
from website import last_modified


def latest_paper() -> Subquery:
    moment = Greatest("publication__updated_at", "publication__published_at")
    own = Authorship.objects.public().filter(researcher=OuterRef("pk")).order_by()
    return Subquery(own.values("researcher").annotate(at=Max(moment)).values("at"))


def register() -> None:
    last_modified.others["latest_paper"] = latest_paper
