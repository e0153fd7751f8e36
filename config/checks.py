"""What must be right before the site starts: its one researcher, its admin, its colours."""

from django.conf import settings
from django.core import checks
from django.db import DatabaseError
from django.utils.translation import gettext as _

from profiles import slugs
from profiles.models import FormerSlug, Page, Researcher
from profiles.themes import Theme


def startup_error() -> str:
    """The one clear line that says why the site does not start, or ""."""
    return single_researcher_error() or admin_path_error()


def single_researcher_error() -> str:
    """The one clear line where VITAE_RESEARCHER names nobody, else ""."""
    slug = settings.SINGLE_RESEARCHER
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


def admin_path_error() -> str:
    """The one clear line where VITAE_ADMIN_PATH is the address of something else, else ""."""
    path = settings.ADMIN_PATH
    if path == "admin":
        return ""
    models = [Researcher, FormerSlug, *([Page] if settings.SINGLE_RESEARCHER else [])]
    try:
        is_page = any(model.objects.filter(slug=path).exists() for model in models)
    except DatabaseError:
        is_page = False  # not migrated yet, so there are none
    if not (is_page or slugs.is_of_the_site(path)):
        return ""
    return _(
        "VITAE_ADMIN_PATH=%(path)s is the address of a page here. Choose another, such as "
        "%(path)s-office."
    ) % {"path": path}


@checks.register(checks.Tags.database)
def check_addresses(app_configs, databases, **kwargs):
    if not databases:
        return []
    messages = {"profiles.E002": single_researcher_error(), "profiles.E004": admin_path_error()}
    return [checks.Error(message, id=code) for code, message in messages.items() if message]


@checks.register()
def check_theme(app_configs, **kwargs):
    theme = settings.THEME
    if not theme or theme in Theme.values:
        return []
    message = _("VITAE_THEME=%(theme)s is no theme. Choose one of %(themes)s.")
    values = {"theme": theme, "themes": ", ".join(Theme.values)}
    return [checks.Error(message % values, id="profiles.E003")]
