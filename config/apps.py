"""The admin of this site takes the place of Django's default one."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    default_site = "profiles.admin_site.VitaeSite"
