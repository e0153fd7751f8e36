from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class ConfigConfig(AppConfig):
    """Checks before the site starts."""

    name = "config"

    def ready(self):
        from config import checks  # noqa: F401 registers itself


class AdminConfig(DjangoAdminConfig):
    """The admin of this site takes the place of Django's default one."""

    default_site = "website.admin_site.VitaeSite"
