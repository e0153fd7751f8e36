"""Plans that were shown, kept with their uploads: made anew only where rows changed since."""

from django.apps import apps
from django.db.models import Count, Max
from django.utils.translation import get_language

from history.models import Revision
from history.snapshots import digest_of
from profiles import access
from profiles.models import Researcher
from publications.models import ImportBatch, PendingImport, Publication

# Of what is kept; another number makes all plans anew.
FORMAT = 3
APPS = {Researcher._meta.app_label, Publication._meta.app_label}


def rows_state(pending: PendingImport, user) -> str:
    """The same as long as no row has changed that a plan of `pending` stands on.

    It asks for what every change leaves behind, a version, an import or the time of the last
    change. What a program writes past all of these is met when the plan is applied, which makes it
    once more.
    """
    state = [FORMAT, get_language(), access.is_manager(user)]
    state += Revision.objects.aggregate(last=Max("pk")).values()
    batches = ImportBatch.objects.aggregate(last=Max("pk"), undone=Count("undone_at"))
    state += [*batches.values(), Publication.objects.public().count()]
    for model in apps.get_models():
        columns = {field.name for field in model._meta.concrete_fields}
        if model._meta.app_label in APPS and "updated_at" in columns:
            rows = model._base_manager.order_by()
            if "researcher" in columns:
                rows = rows.filter(researcher=pending.researcher_id)
            state += rows.aggregate(count=Count("pk"), last=Max("updated_at")).values()
    return digest_of(state)


def kept_plan(pending: PendingImport, state: str) -> dict | None:
    """What `keep_plan` kept, as long as the rows are in that state."""
    kept = pending.plan
    return kept if kept and kept["state"] == state else None


def keep_plan(pending: PendingImport, state: str, plan: dict) -> dict:
    """`plan`: what its page shows, as JSON takes it, and its "digest". Returns what is kept."""
    pending.note(plan=plan | {"state": state})
    return pending.plan
