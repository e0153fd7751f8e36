"""What must be right before the site starts: its one researcher, its admin, its colours."""

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from config import env
from profiles import slugs
from profiles.disk import describe_damage
from profiles.models import FormerSlug, Page, Researcher
from profiles.themes import Theme

# Of the files that are open to others, so many are named.
NAMED = 10


def startup_error() -> str:
    """The one clear line that says why the site does not start, or ""."""
    return damaged_database_error() or single_researcher_error() or admin_path_error()


def damaged_database_error() -> str:
    """The one clear line where the database is damaged so that it cannot be opened, else ""."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        return describe_damage(error)
    return ""


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
    """VITAE_RESEARCHER names somebody, and VITAE_ADMIN_PATH hides no page."""
    if not databases:
        return []
    messages = {"profiles.E002": single_researcher_error(), "profiles.E004": admin_path_error()}
    return [checks.Error(message, id=code) for code, message in messages.items() if message]


@checks.register()
def check_theme(app_configs, **kwargs):
    """Report a VITAE_THEME that is none of the themes."""
    theme = settings.THEME
    if not theme or theme in Theme.values:
        return []
    message = _("VITAE_THEME=%(theme)s is no theme. Choose one of %(themes)s.")
    values = {"theme": theme, "themes": ", ".join(Theme.values)}
    return [checks.Error(message % values, id="profiles.E003")]


@checks.register(checks.Tags.security, deploy=True)
def check_data_folder(app_configs, **kwargs):
    """Every start closes DATA to other accounts; here is said what it could not close."""
    is_open = list(env.open_to_others(env.everything_in(settings.DATA_DIR)))
    if not is_open:
        return []
    names = ", ".join(map(str, is_open[:NAMED]))
    if len(is_open) > NAMED:
        more = {"names": names, "count": len(is_open) - NAMED}
        names = _("%(names)s and %(count)s more") % more
    message = _("Other accounts of this machine can read drafts and uploads: %(names)s are open.")
    hint = _(
        "A start closes what is in a folder of Vitae's own. What stays open is another account's "
        "(run chown), or its file system keeps no modes (mount it with umask=077), or DATA is a "
        "folder that is not Vitae's alone (name another)."
    )
    return [checks.Warning(message % {"names": names}, hint=hint, id="vitae.W001")]


@checks.register(checks.Tags.security, deploy=True)
def check_several_machines(app_configs, **kwargs):
    """What each instance on one database server would have of its own. Of one alone it is harmless,
    so only the key, which costs nothing to name, is a warning."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return []
    key = _(
        "The secret key is of this machine alone: another instance on the same database would not "
        "know its sessions and links. Give every instance the same VITAE_SECRET_KEY."
    )
    uploads = _("Uploads lie on this machine alone: another instance would not find them.")
    bucket = _("With several instances, give every one the same VITAE_S3_BUCKET.")
    cache = _("Each instance keeps caches and counts limits by itself.")
    server = _("With several instances, give every one the same CACHE_URL.")
    messages = {
        "VITAE_SECRET_KEY": checks.Warning(key, id="vitae.W002"),
        "VITAE_S3_BUCKET": checks.Info(uploads, hint=bucket, id="vitae.I003"),
        "CACHE_URL": checks.Info(cache, hint=server, id="vitae.I004"),
    }
    return [message for name, message in messages.items() if not env.text(name)]
