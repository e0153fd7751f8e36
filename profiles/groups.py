"""The group of those who edit all content. What that means is decided in profiles.access."""

from django.apps import apps as current_apps

MANAGERS = "Managers"


def make_managers_group(using, apps=None, **kwargs):
    """After each migrate, and after each flush; a data migration would miss the second."""
    apps = apps or current_apps  # a flush names none
    try:
        group = apps.get_model("auth", "Group")
    except LookupError:  # migrated back to before there were accounts
        return
    group.objects.using(using).get_or_create(name=MANAGERS)
