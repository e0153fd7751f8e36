import io

from django.apps import apps
from django.core.management import call_command

from website.models import DemoNote


def run(*args):
    """What `manage.py demo ...` prints."""
    out = io.StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


def tables():
    """Every row of every table but the demo's own note, so that any change shows."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
        if model is not DemoNote
    }
