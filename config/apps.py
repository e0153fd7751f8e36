import sqlite3

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig
from django.db.backends.signals import connection_created


class ConfigConfig(AppConfig):
    """Registers the checks that run before the site starts."""

    name = "config"

    def ready(self):
        from config import checks  # noqa: F401 registers itself

        connection_created.connect(write_longer_statements)


def write_longer_statements(connection, **kwargs):
    """As many parameters in one statement as this SQLite takes, as Django 6 does; 5.2 sends 999."""
    if connection.vendor == "sqlite":
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = most


class AdminConfig(DjangoAdminConfig):
    """The admin of this site takes the place of Django's default one."""

    default_site = "website.admin_site.VitaeSite"
