"""The group of those who edit all content. What that means is decided in profiles.access."""

MANAGERS = "Managers"


def make_managers_group(apps, using, **kwargs):
    """After each migrate, and after each flush; a data migration would miss the second."""
    try:
        group = apps.get_model("auth", "Group")
    except LookupError:  # migrated back to before there were accounts
        return
    group.objects.using(using).get_or_create(name=MANAGERS)
