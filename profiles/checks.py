"""What must be right before the site starts: its one researcher, its colours."""

from django.conf import settings
from django.core import checks
from django.db import DatabaseError
from django.utils.translation import gettext as _

from profiles.look import Theme
from profiles.models import Researcher


def missing_researcher() -> str:
    """The one clear line where VITAE_RESEARCHER names nobody, else ""."""
    slug = settings.RESEARCHER
    try:
        if not slug or Researcher.objects.filter(slug=slug).exists():
            return ""
        known = Researcher.objects.order_by("slug").values_list("slug", flat=True)[:10]
        names = ", ".join(known) or _("none yet")
    except DatabaseError:
        return ""  # not migrated yet: /readyz and migrate say so
    return _(
        "VITAE_RESEARCHER=%(slug)s is no researcher here (known: %(names)s). Correct it, or first "
        'run: manage.py create_researcher "NAME" --slug %(slug)s --publish'
    ) % {"slug": slug, "names": names}


@checks.register(checks.Tags.database)
def check_researcher(app_configs, databases, **kwargs):
    message = missing_researcher() if databases else ""
    return [checks.Error(message, id="profiles.E002")] if message else []


@checks.register()
def check_theme(app_configs, **kwargs):
    theme = settings.THEME
    if not theme or theme in Theme.values:
        return []
    message = _("VITAE_THEME=%(theme)s is no theme. Choose one of %(themes)s.")
    values = {"theme": theme, "themes": ", ".join(Theme.values)}
    return [checks.Error(message % values, id="profiles.E003")]
