"""Takes away what the demo brought, and what was written under its people's names since."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from profiles.models import Researcher
from publications.models import ImportBatch, Publication, Topic, Venue
from website.demo import marker


def remove(rows: dict) -> int:
    """Deletes the rows that `marker` noted; returns how many researchers went.

    A paper that a member who is not of the demo has taken up stays, and so do the venues and
    topics that any paper still uses.
    """
    with transaction.atomic():
        people = Researcher.objects.filter(pk__in=rows["profiles.Researcher"])
        count = people.count()
        _remove_papers(people, rows["publications.Publication"])
        batches = Q(pk__in=rows["publications.ImportBatch"]) | Q(researcher__in=people)
        ImportBatch.objects.filter(batches).delete()
        people.delete()
        _remove_accounts(rows["auth.User"])
        for model in (Venue, Topic):
            _remove_unused(model, rows[model._meta.label])
    marker.write(marker.REMOVED, {})
    return count


def _remove_papers(people, brought):
    theirs = Publication.objects.filter(Q(pk__in=brought) | Q(owner__in=people))
    others = Researcher.objects.exclude(pk__in=people)
    taken_up = Publication.objects.filter(
        Q(owner__in=others) | Q(authorships__researcher__in=others)
    )
    theirs.exclude(pk__in=taken_up.values("pk")).delete()


def _remove_accounts(keys):
    """An account that owns another record by now is somebody's."""
    get_user_model().objects.filter(pk__in=keys, researcher=None, is_superuser=False).delete()


def _remove_unused(model, keys):
    model.objects.filter(pk__in=keys, publications=None).delete()
